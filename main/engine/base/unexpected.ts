// The failures that nobody expected: each is logged with its stack and becomes `internal`, here and nowhere else (lint).
// Must never log the text of an error: it may hold a body or a name.
import { AppFailure, appFailure, toAppError, type AppError } from '#contract/wire/errors';
import { asStoreError, StoreError } from '#stores/sqlite/errors';
import { framesOf, kindOf } from '#stores/sqlite/frames';
import type { Log } from './types';

/** Turns a thrown value into an AppError: a failure of the disk or store keeps its code and is retryable. */
export function errorOf(thrown: unknown): AppError {
  const failure = asStoreError(thrown);
  if (!(failure instanceof StoreError)) return toAppError(thrown);
  return appFailure(failure.code, failure.message, { retryable: true }).error;
}

/**
 * {@link errorOf}, in the log unless it was expected: an expected failure costs no line, anything else is logged with its stack.
 *
 * @param area what was being done, e.g. `sync loop`
 */
export function unexpected(log: Log | undefined, area: string, thrown: unknown): AppError {
  const error = errorOf(thrown);
  if (!(thrown instanceof AppFailure) || error.code === 'internal')
    log?.error('unexpected', { area, name: kindOf(thrown), stack: framesOf(thrown) });
  return error;
}

/** The error of an expected failure; null for anything else, which the caller throws on. */
export const expected = (thrown: unknown): AppError | null =>
  thrown instanceof AppFailure ? thrown.error : null;

/** For `.catch()` of work nobody waits for: an expected failure (no network) passes, anything else is logged. */
export const reported =
  (log: Log, area: string) =>
  (thrown: unknown): undefined => {
    unexpected(log, area, thrown);
  };

/** A rule of our own that was broken: `internal`, logged when it reaches {@link unexpected}. */
export const broken = (rule: string): AppFailure => appFailure('internal', rule);
