// What a failure of a row means for its next try. Pure.
import type { AppError } from '#contract/wire/errors';

const unreachableCodes = new Set(['offline', 'not_matrix', 'cancelled']);

/** The row waits for a sign-in. */
export const sessionCodes: ReadonlySet<string> = new Set([
  'session_expired',
  'signed_out',
  'account_deactivated',
]);

/** Nobody answered. A stall counts: the server is there, this file does not get through. */
export const isUnreachable = (error: AppError): boolean =>
  unreachableCodes.has(error.code) && typeof error.data?.['status'] !== 'number';

/** A file that was written to is read again at once; a server in trouble gets 2, 4, 8 and 16 s (CHAT-9.8). */
export const againMs = (error: AppError, tries: number): number =>
  error.data?.['reason'] === 'changed' ? 250 * tries : 1000 * 2 ** tries;
