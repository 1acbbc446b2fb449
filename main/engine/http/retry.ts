// The one retry table (D21): which class of request repeats which failure, after how long, how often. Must not send anything. Waits outside
// this table: those that a server or a standard sets (the polls of a sign-in on another device), pauses between pieces of work that did not
// fail, `crypto/health/` and `search/fill.ts` with their own rhythm, and the candidates of a call, which the window sends.
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

/** Pauses before the attempts after the first: from `firstMs`, each `factor` times the one before up to `longestMs`, `most` of them. */
interface Schedule {
  readonly firstMs: number;
  readonly factor: 1 | 2;
  readonly longestMs: number;
  readonly most: number;
}

/** Pauses after failures. Those of sync's keep-alive and of `background` in capabilities get a jitter on top. */
const schedules = {
  /** An idempotent request in the background (CHAT-8.5, 8.13). */
  request: { firstMs: 3000, factor: 1, longestMs: 3000, most: 10 },
  /** An event, a transfer or account data, after a failure of the server (CHAT-9.8, 7.11): 2, 4, 8 and 16 s. */
  event: { firstMs: 2000, factor: 2, longestMs: 16_000, most: 4 },
  /** An act that is repeated until it is refused, for a quarter of an hour (CALL-6.1). */
  patient: { firstMs: 3000, factor: 2, longestMs: 15_000, most: 60 },
  /** The outbox while the server is unreachable (D17). */
  unreachable: { firstMs: 3000, factor: 1, longestMs: 3000, most: Infinity },
  /** A transfer while the server is unreachable: longer pauses, because each attempt may send many bytes. */
  unreachableTransfer: { firstMs: 3000, factor: 2, longestMs: 60_000, most: Infinity },
  /** A signal of a call, which is worth nothing late. */
  signal: { firstMs: 500, factor: 2, longestMs: 5000, most: Infinity },
  /** Sync checks whether the server is back (CHAT-9.4). */
  keepAlive: { firstMs: 5000, factor: 1, longestMs: 5000, most: Infinity },
  /** Refreshing the access token. */
  token: { firstMs: 4000, factor: 2, longestMs: 32_000, most: Infinity },
  /** A page of older messages. */
  page: { firstMs: 3000, factor: 1, longestMs: 3000, most: Infinity },
  /** Work that the user does not wait for: capabilities, the list of devices, the preview of a room. */
  background: { firstMs: 30_000, factor: 1, longestMs: 30_000, most: Infinity },
  /** Joining a directory below one that this account is in. */
  join: { firstMs: 30_000, factor: 2, longestMs: 600_000, most: Infinity },
  /** Failures that only somebody else can end: a locked account, a file that cannot be kept offline. */
  rare: { firstMs: 60_000, factor: 1, longestMs: 60_000, most: Infinity },
  /** Sync, after the disk refused an answer; longer pauses after damage that a repair does not mend. */
  disk: { firstMs: 5000, factor: 1, longestMs: 5000, most: Infinity },
  damagedDisk: { firstMs: 300_000, factor: 2, longestMs: 6 * 3_600_000, most: Infinity },
} as const satisfies Record<string, Schedule>;

type Schedules = typeof schedules;

/** The schedules that end: their `most` is a literal number. */
type Ending = {
  [N in keyof Schedules]: number extends Schedules[N]['most'] ? never : N;
}[keyof Schedules];

/** Milliseconds before retry number `attempt` (from 1), or null when there is none any more. */
export function pauseMs(name: Exclude<keyof Schedules, Ending>, attempt: number): number;
export function pauseMs(name: Ending, attempt: number): number | null;
export function pauseMs(name: keyof Schedules, attempt: number): number | null {
  const { firstMs, factor, longestMs, most } = schedules[name];
  return attempt > most ? null : Math.min(firstMs * factor ** (attempt - 1), longestMs);
}

/** The work waits for a sign-in. */
export const sessionCodes: ReadonlySet<string> = new Set([
  'session_expired',
  'signed_out',
  'account_deactivated',
  'account_locked',
]);

const unreachableCodes = new Set(['offline', 'timeout', 'cancelled', 'not_matrix']);

/** No homeserver answered: this does not count as a failed attempt (D17). */
export const isUnreachable = (error: AppError): boolean =>
  unreachableCodes.has(error.code) && typeof error.data?.['status'] !== 'number';

/** Retries made so far, per cause. */
export interface Attempts {
  rateLimited: number;
  network: number;
  backoff: number;
}

export const noAttempts = (): Attempts => ({ rateLimited: 0, network: 0, backoff: 0 });

/** Milliseconds to wait before the next attempt, or null to give up; counts in `attempts`. */
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
  const pause = pauseMs('request', attempts.network);
  return pause !== null && error.code === 'timeout' ? 0 : pause;
}

/**
 * Wait before retry number `attempts` of an event (CHAT-9.8): 1000 ms × 2^attempts, at most 4 retries. Null gives up: client errors
 * other than rate limits, too large, unreachable.
 */
export function retryBackoffMs(error: AppError, attempts: number): number | null {
  const pause = pauseMs('event', attempts);
  if (pause === null || error.code === 'too_large') return null;
  if (error.code === 'rate_limited') return error.retryAfterMs ?? pause;
  const status = error.data?.['status'];
  // A 401 that does not name the token counts like a 5xx.
  const isTrouble = typeof status === 'number' && (status >= 500 || status === 401);
  return isTrouble && error.retryable ? pause : null;
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
export async function retryNetwork<T>(clock: Clock, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const code = error instanceof AppFailure ? error.error.code : null;
      const pause = pauseMs('event', attempt);
      if ((code !== 'offline' && code !== 'timeout') || pause === null) throw error;
      await wait(clock, pause);
    }
  }
}
