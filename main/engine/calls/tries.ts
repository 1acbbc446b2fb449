// How a signal is tried: soon again, because it is worth nothing late.
import { toAppError } from '#contract/wire/errors';
import type { AppError } from '#contract/wire/errors';
import { wait } from '../http/retry';
import type { Clock } from '../base/types';

/** Of one try. */
export const tryMs = 10_000;
const pausesMs = [500, 1_000, 2_000, 4_000];
const longestPauseMs = 5_000;

/** The next try may get through, and this one may have: what the server says plainly is none of these. */
export function mayPass({ code }: AppError): boolean {
  return ['offline', 'timeout', 'server_error', 'rate_limited', 'not_matrix'].includes(code);
}

/**
 * Fails as the last try did.
 *
 * @param most how many tries, asked after each failure
 * @param enough aborted: no further try is needed, and that is no failure
 * @returns null when it was enough before one got through
 */
export async function inTries<T>(
  clock: Clock,
  attempt: () => Promise<T>,
  most: () => number,
  enough?: AbortSignal,
): Promise<T | null> {
  const isEnough = (): boolean => enough?.aborted === true;
  for (let tries = 1; !isEnough(); tries += 1) {
    try {
      return await attempt();
    } catch (thrown) {
      if (isEnough()) break;
      const error = toAppError(thrown);
      if (!mayPass(error) || tries >= most()) throw thrown;
      const pauseMs = error.retryAfterMs ?? pausesMs[tries - 1] ?? longestPauseMs;
      // What is enough ends the pause too.
      await wait(clock, Math.min(pauseMs, longestPauseMs), enough).catch(() => undefined);
    }
  }
  return null;
}
