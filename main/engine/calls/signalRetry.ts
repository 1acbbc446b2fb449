// Owns how often a signal of a call is tried; the pauses are the row `signal` of http/retry.ts. It must not know what a signal means.
import type { AppError } from '#contract/wire/errors';
import type { Clock } from '../base/types';
import { expected } from '../base/unexpected';
import { pauseMs, wait } from '../http/retry';

/** The time limit of one request, ms. */
export const requestTimeoutMs = 10_000;
const longestPauseMs = 5_000;

const transientCodes: ReadonlySet<string> = new Set([
  ...['offline', 'timeout', 'server_error', 'rate_limited', 'not_matrix'],
]);

/** The next try may succeed, and the failed one may have reached the server. A plain refusal of the server is not transient. */
export const isTransient = ({ code }: AppError): boolean => transientCodes.has(code);

/**
 * Rejects as the last try did.
 *
 * @param most the number of tries, asked after each failure
 * @param unneeded aborted: no further try is needed, and that is no failure
 * @returns null when it was aborted before a try succeeded
 */
export async function retrySignal<T>(
  clock: Clock,
  attempt: () => Promise<T>,
  most: () => number,
  unneeded?: AbortSignal,
): Promise<T | null> {
  const isUnneeded = (): boolean => unneeded?.aborted === true;
  for (let tries = 1; !isUnneeded(); tries += 1) {
    try {
      return await attempt();
    } catch (thrown) {
      if (isUnneeded()) break;
      const error = expected(thrown);
      const pause = pauseMs('signal', tries);
      if (error === null || !isTransient(error) || tries >= most()) throw thrown;
      const ms = Math.min(error.retryAfterMs ?? pause, longestPauseMs);
      // The abort ends the pause, too; the loop looks at it.
      await wait(clock, ms, unneeded).catch(() => undefined);
    }
  }
  return null;
}
