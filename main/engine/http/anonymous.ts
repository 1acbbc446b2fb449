// Requests without any session, to addresses a person typed or a discovery document named. Never sees a token.
import { AppFailure } from '#contract/wire/errors';
import type { Clock } from '../base/types';
import { readBody } from './body';
import { failureOfAnswer, timedOut, unreachable } from './errors';

export interface AnonymousDeps {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
}

/** GET of a text, redirects followed, at most 1 MB. @throws AppFailure */
export async function fetchText(
  deps: AnonymousDeps,
  url: string,
  timeoutMs: number,
): Promise<string> {
  const timer = new AbortController();
  const cancel = deps.clock.setTimeout(() => timer.abort(), timeoutMs);
  try {
    const response = await deps.fetch(url, {
      headers: { Accept: 'application/json' },
      signal: timer.signal,
    });
    const text = (await readBody(response, 1024 * 1024)).toString('utf8');
    if (response.ok) return text;
    throw failureOfAnswer({
      status: response.status,
      url,
      contentType: response.headers.get('content-type'),
      retryAfter: response.headers.get('retry-after'),
      text,
      nowMs: deps.clock.now(),
    });
  } catch (thrown) {
    if (thrown instanceof AppFailure) throw thrown;
    throw timer.signal.aborted ? timedOut() : unreachable(thrown);
  } finally {
    cancel();
  }
}
