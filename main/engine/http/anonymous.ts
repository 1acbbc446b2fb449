// Requests without a session, to addresses that a person typed or a discovery document named. Never sees a token.
import { AppFailure } from '#contract/wire/errors';
import type { Clock } from '../base/types';
import { readBody } from './body';
import { failureOfAnswer, timedOut, unreachable } from './errors';

export interface AnonymousDeps {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
}

const mostRedirects = 5;

/** True for a connection that others cannot read: https, or http that never leaves this computer. */
export const isPrivate = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' ||
  (protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(hostname));

/** Follows redirects, but none from https to an unencrypted address. */
async function follow(deps: AnonymousDeps, url: string, init: RequestInit): Promise<Response> {
  let address = url;
  for (let turns = 0; ; turns += 1) {
    const response = await deps.fetch(address, { ...init, redirect: 'manual' });
    const to = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || to === null) return response;
    if (turns === mostRedirects || !URL.canParse(to, address)) return response;
    const next = new URL(to, address);
    if (!isPrivate(next)) return response;
    await response.body?.cancel();
    address = next.href;
  }
}

/** GET of a text, redirects followed, at most 1 MB. @throws AppFailure */
export const fetchText = async (
  deps: AnonymousDeps,
  url: string,
  timeoutMs: number,
): Promise<string> => (await fetchBytes(deps, url, timeoutMs, 1024 * 1024)).toString('utf8');

/** GET of bytes, redirects followed. @throws AppFailure */
export const fetchBytes = (
  deps: AnonymousDeps,
  url: string,
  timeoutMs: number,
  mostBytes: number,
): Promise<Buffer> =>
  answerTo(deps, url, { timeoutMs, mostBytes }, (signal) =>
    follow(deps, url, { headers: { Accept: 'application/json' }, signal }),
  );

export interface AnswerLimits {
  readonly timeoutMs: number;
  readonly mostBytes: number;
}

/** The body of a successful answer, within time and size limits. @throws AppFailure */
export async function answerTo(
  deps: AnonymousDeps,
  url: string,
  { timeoutMs, mostBytes }: AnswerLimits,
  ask: (signal: AbortSignal) => Promise<Response>,
): Promise<Buffer> {
  const timer = new AbortController();
  const cancel = deps.clock.setTimeout(() => timer.abort(), timeoutMs);
  try {
    const response = await ask(timer.signal);
    const bytes = await readBody(response, mostBytes);
    if (response.ok) return bytes;
    throw failureOfAnswer({
      status: response.status,
      url,
      contentType: response.headers.get('content-type'),
      retryAfter: response.headers.get('retry-after'),
      text: bytes.toString('utf8'),
      nowMs: deps.clock.now(),
    });
  } catch (thrown) {
    if (thrown instanceof AppFailure) throw thrown;
    throw timer.signal.aborted ? timedOut() : unreachable(thrown);
  } finally {
    cancel();
  }
}
