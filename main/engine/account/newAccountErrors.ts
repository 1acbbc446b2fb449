// Maps the refusals of servers to a registration or a new password to our error codes.
import { appFailure, AppFailure, type ErrorCode } from '#contract/wire/errors';
import { errcodeOf, statusOf } from '../http/errors';

const byErrcode: Readonly<Record<string, ErrorCode>> = {
  M_USER_IN_USE: 'user_in_use',
  M_INVALID_USERNAME: 'user_invalid',
  M_EXCLUSIVE: 'user_exclusive',
  M_WEAK_PASSWORD: 'weak_password',
  M_THREEPID_IN_USE: 'email_in_use',
  M_THREEPID_NOT_FOUND: 'email_unknown',
  M_THREEPID_DENIED: 'email_denied',
  M_INVALID_EMAIL: 'email_invalid',
};

function codeFor(thrown: AppFailure, refusal: ErrorCode): ErrorCode | null {
  const errcode = errcodeOf(thrown) ?? '';
  const known = Object.hasOwn(byErrcode, errcode) ? byErrcode[errcode] : undefined;
  if (known !== undefined) return known;
  // M_PASSWORD_TOO_SHORT and its kind: `data.errcode` says to the window what is missing.
  if (errcode.startsWith('M_PASSWORD_')) return 'weak_password';
  const refused = [400, 403, 404, 405].includes(statusOf(thrown) ?? 0);
  return refused ? refusal : null;
}

/**
 * @param refusal the code for every other answer by which the server refuses
 * @returns the failure to throw
 */
export function newAccountFailure(thrown: unknown, refusal: ErrorCode): unknown {
  if (!(thrown instanceof AppFailure)) return thrown;
  const code = codeFor(thrown, refusal);
  const { message, data } = thrown.error;
  return code === null ? thrown : appFailure(code, message, { data });
}

/** Whether a request may have been carried out although it failed: there was no answer, or one from a proxy. */
export function isLost(thrown: unknown): boolean {
  if (!(thrown instanceof AppFailure)) return true;
  const status = thrown.error.data?.['status'];
  return status === null || (typeof status === 'number' && status >= 500);
}
