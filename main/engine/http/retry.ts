// The one retry table (D21). Which request class repeats which failure, after how long, how often. Must not send anything.
import { AppFailure, type AppError } from '#contract/wire/errors';
import type { Clock } from '../base/types';

/**
 * - `none`: the caller decides.
 * - `limited`: only a rate limit is waited out (requests a person waits for).
 * - `safe`: rate limits, and network errors and 5xx every 3 s, 10 times (idempotent background requests; CHAT-8.5, 8.13).
 * - `outbox`: 4 retries after 2, 4, 8 and 16 s or what a rate limit says; unreachable is not retried here, the outbox pauses (CHAT-9.8, D17).
 */
export type RetryClass = 'none' | 'limited' | 'safe' | 'outbox';

const mostRateLimitRetries = 10;
const mostNetworkRetries = 10;
const networkRetryMs = 3000;
const mostBackoffRetries = 4;
const mostPatientRetries = 60;

/** Retries made so far, per cause. */
export interface Attempts {
  rateLimited: number;
  network: number;
  backoff: number;
}

export const noAttempts = (): Attempts => ({ rateLimited: 0, network: 0, backoff: 0 });

/** Milliseconds to wait before the next try, or null to give up; counts in `attempts`. */
export function nextTryMs(retry: RetryClass, error: AppError, attempts: Attempts): number | null {
  if (retry === 'none' || error.code === 'too_large') return null;
  if (retry === 'outbox') {
    const wait = retryBackoffMs(error, attempts.backoff + 1);
    attempts.backoff += 1;
    return wait;
  }
  if (error.code === 'rate_limited') {
    attempts.rateLimited += 1;
    return attempts.rateLimited > mostRateLimitRetries ? null : (error.retryAfterMs ?? 5000);
  }
  if (retry === 'limited') return null;
  const unreachable = error.code === 'offline' || error.code === 'timeout';
  if (!unreachable && error.code !== 'server_error' && error.code !== 'not_matrix') return null;
  attempts.network += 1;
  if (attempts.network > mostNetworkRetries) return null;
  return error.code === 'timeout' ? 0 : networkRetryMs;
}

/**
 * Wait before retry number `attempts` of an event (CHAT-9.8): 1000 ms × 2^attempts, at most 4 retries. Null gives up: client errors
 * other than rate limits, too large, unreachable.
 */
export function retryBackoffMs(error: AppError, attempts: number): number | null {
  if (attempts > mostBackoffRetries || error.code === 'too_large') return null;
  if (error.code === 'rate_limited') return error.retryAfterMs ?? 1000 * 2 ** attempts;
  const status = error.data?.['status'];
  if (typeof status !== 'number' || status < 500) return null;
  return 1000 * 2 ** attempts;
}

/**
 * Wait before retry number `attempt` of an act that is repeated until it is refused (CALL-6.1): 3 s, doubling to 15 s. Null gives up
 * after a quarter of an hour.
 */
export function retryDelayMs(attempt: number): number | null {
  return attempt > mostPatientRetries ? null : Math.min(3000 * 2 ** (attempt - 1), 15_000);
}

/** Waits on the injected clock; rejects with the reason when the signal aborts. */
export function wait(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const onAbort = () => {
      cancel();
      reject(signal?.reason as Error);
    };
    const cancel = clock.setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** Account data is written again up to 5 times on connection errors, after 2, 4, 8 and 16 s (CHAT-7.11). */
export async function retryNetwork<T>(clock: Clock, times: number, work: () => Promise<T>) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const code = error instanceof AppFailure ? error.error.code : null;
      if ((code !== 'offline' && code !== 'timeout') || attempt >= times) throw error;
      await wait(clock, 1000 * 2 ** attempt);
    }
  }
}
