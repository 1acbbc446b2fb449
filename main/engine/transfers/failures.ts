// Decides from a row's failure whether and when it is tried again. Pure.
import type { AppError } from '#contract/wire/errors';
import { isUnreachable, pauseMs, sessionCodes } from '../http/retry';
import type { Step } from './types';

/** The next state of a row whose work failed. */
export type Outcome =
  | { readonly next: 'waiting'; readonly tries: number; readonly ms: number; readonly step: Step }
  | { readonly next: 'failed'; readonly tries: number };

/** The facts of a failed row that decide its next try. */
export interface Failing {
  /** Failed tries before this one. */
  readonly tries: number;
  /** Times in a row that nobody answered, before this one. */
  readonly unreachable: number;
  readonly isOnline: boolean;
}

/** A stall counts as a try as long as sync gets through: the server is there, this file does not get through. */
export const isAway = (error: AppError, isOnline: boolean): boolean =>
  isUnreachable(error) && (error.code !== 'timeout' || !isOnline);

/** A file that was written to is read again soon; a server in trouble gets 2, 4, 8 and 16 s (CHAT-9.8). */
export function afterFailure(error: AppError, { tries, unreachable, isOnline }: Failing): Outcome {
  // Signing in again does not help while an account is locked: the request is repeated, slowly.
  const lockedMs = error.code === 'account_locked' ? pauseMs('rare', 1) : 0;
  if (sessionCodes.has(error.code))
    return { next: 'waiting', tries, ms: lockedMs, step: 'sign_in' };
  if (isAway(error, isOnline)) {
    const ms = pauseMs('unreachableTransfer', unreachable + 1);
    return { next: 'waiting', tries, ms, step: 'network' };
  }
  const failed = tries + 1;
  const pause = error.retryable ? pauseMs('event', failed) : null;
  if (pause === null) return { next: 'failed', tries: failed };
  const isChanged = error.data?.['reason'] === 'changed';
  const ms = isChanged ? 250 * failed : pause;
  return { next: 'waiting', tries: failed, ms, step: 'turn' };
}
