// One request on another path where the server does not know the first: for what has had more than one path.
import type { HttpRequest } from './http';
import { errcodeOf, statusOf } from './errors';

/** Statuses of a server that does not know a path. */
const unknownPath: ReadonlySet<number> = new Set([400, 404, 405]);

/** `ask` runs with each path in turn, until the server knows one (CHAT-8.9). @throws the failure of the last one */
export async function onAnyPath<T>(
  ask: (way: Pick<HttpRequest, 'prefix' | 'path'>) => Promise<T>,
  ...ways: readonly [
    Pick<HttpRequest, 'prefix' | 'path'>,
    ...Pick<HttpRequest, 'prefix' | 'path'>[],
  ]
): Promise<T> {
  const [way, ...others] = ways;
  try {
    return await ask(way);
  } catch (thrown) {
    const [next, ...further] = others;
    const isUnknown =
      errcodeOf(thrown) === 'M_UNRECOGNIZED' && unknownPath.has(statusOf(thrown) ?? 0);
    if (next === undefined || !isUnknown) throw thrown;
    return onAnyPath(ask, next, ...further);
  }
}
