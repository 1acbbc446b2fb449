// One request on the wire: its time limits, its end, and the reason when no answer came. Must not know tokens.
import { AppFailure } from '#contract/wire/errors';
import type { Clock } from '../base/types';
import { piecesOf } from './body';
import { aborted, timedOut, unreachable } from './errors';

export interface Wire {
  readonly url: string;
  readonly init: RequestInit;
  readonly timeoutMs: number;
  readonly stallMs?: number;
  readonly signal: AbortSignal | undefined;
}

/** The parts of a session's http that sending needs. */
interface WireDeps {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  /** Aborted when the session's http is closed. */
  readonly all: AbortController;
}

/** Takes a body while it comes. */
export type Take = (pieces: AsyncIterable<Buffer>) => Promise<unknown>;

/** An exception of `take` itself, which says nothing about the connection. */
class OfTaker extends Error {}

/** The result of `take` for the body; an exception of `take` comes out of `send` unchanged. */
export async function taken(take: Take, response: Response, alive: () => void): Promise<unknown> {
  let ofBody: unknown = null;
  async function* pieces(): AsyncGenerator<Buffer> {
    try {
      yield* piecesOf(response, alive);
    } catch (thrown) {
      ofBody = thrown;
      throw thrown;
    }
  }
  try {
    return await take(pieces());
  } catch (thrown) {
    if (thrown === ofBody) throw thrown;
    throw new OfTaker('take', { cause: thrown });
  }
}

/** Sends, and gives the answer to `use` while the timer still runs. */
export async function send<T>(
  parts: WireDeps,
  wire: Wire,
  use: (response: Response, alive: () => void) => Promise<T>,
): Promise<T> {
  const { clock, fetch, all } = parts;
  const { stallMs } = wire;
  const timer = new AbortController();
  let cancel = clock.setTimeout(() => timer.abort(), wire.timeoutMs);
  const alive = (): void => {
    if (stallMs === undefined) return;
    cancel();
    cancel = clock.setTimeout(() => timer.abort(), stallMs);
  };
  const signals = [all.signal, timer.signal, ...(wire.signal ? [wire.signal] : [])];
  try {
    const signal = AbortSignal.any(signals);
    return await use(await fetch(wire.url, { ...wire.init, redirect: 'manual', signal }), alive);
  } catch (thrown) {
    if (thrown instanceof OfTaker) throw thrown.cause;
    if (thrown instanceof AppFailure) throw thrown;
    if (timer.signal.aborted) throw timedOut();
    if (all.signal.aborted || wire.signal?.aborted) throw aborted();
    throw unreachable(thrown);
  } finally {
    cancel();
  }
}
