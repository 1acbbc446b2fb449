// The closed list of error codes. The window's text comes from the code (locales), never from the message. No schemas here
// (`errorSchemas.ts`): a window loads this at its start.

export const errorCodes = [
  'offline',
  'timeout',
  'rate_limited',
  'forbidden',
  'not_found',
  'bad_request',
  'too_large',
  'conflict',
  'not_joined',
  'not_invited',
  'wrong_password',
  'unknown_server',
  'not_matrix',
  'unsupported_server',
  'insecure_server',
  'account_deactivated',
  'account_locked',
  'session_expired',
  'signed_out',
  'already_signed_in',
  'other_account',
  'sign_in_unsupported',
  'sign_in_untrusted',
  'sign_in_refused',
  'sign_in_expired',
  'registration_closed',
  'guest_forbidden',
  'user_in_use',
  'user_invalid',
  'user_exclusive',
  'weak_password',
  'wrong_token',
  'step_unfinished',
  'email_invalid',
  'email_in_use',
  'email_unknown',
  'email_denied',
  'email_unsupported',
  'email_unconfirmed',
  'no_identity_server',
  'identity_unsupported',
  'identity_terms',
  'wrong_recovery_key',
  'no_recovery_key',
  'unable_to_decrypt',
  'identity_changed',
  'nobody_signed',
  'nobody_verified',
  'no_identity',
  'invalid_event',
  'blocked_by_earlier',
  'maybe_sent',
  'lost_by_server',
  'cancelled',
  'media_damaged',
  'media_missing',
  'ticket_invalid',
  'disk_full',
  'disk_failed',
  'no_program',
  'store_corrupt',
  'store_locked',
  'store_newer',
  'key_unavailable',
  'engine_gone',
  'server_error',
  'other_server',
  'internal',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/**
 * An expected failure as data. `message` is the specification's exact English text where it has one (D13), else a sentence for the
 * log; it never holds a token, a body or a name. `retryAfterMs` is set on `rate_limited`.
 */
export interface AppError {
  code: ErrorCode;
  message: string;
  retryable: boolean;
  retryAfterMs: number | null;
  data: Record<string, unknown> | null;
}

/** The thrown twin of {@link AppError}; inside one process only, on the wire it is always data. */
export class AppFailure extends Error {
  readonly error: AppError;

  constructor(error: AppError) {
    super(error.message);
    this.name = 'AppFailure';
    this.error = error;
  }
}

/** Builds an {@link AppFailure}: `throw appFailure('forbidden', 'You may not invite here')`. */
export function appFailure(
  code: ErrorCode,
  message: string,
  more: Partial<Pick<AppError, 'retryable' | 'retryAfterMs' | 'data'>> = {},
): AppFailure {
  return new AppFailure({
    code,
    message,
    retryable: false,
    retryAfterMs: null,
    data: null,
    ...more,
  });
}

const isCode = (code: unknown): code is ErrorCode => errorCodes.some((one) => one === code);

/** An error that came over a port; any other value becomes `internal`. */
export function receivedError(value: unknown): AppError {
  const { code, message, retryable, retryAfterMs, data } = Object(value) as Record<string, unknown>;
  if (!isCode(code) || typeof message !== 'string')
    return appFailure('internal', 'Unreadable error').error;
  return {
    code,
    message,
    retryable: retryable === true,
    retryAfterMs: typeof retryAfterMs === 'number' ? retryAfterMs : null,
    data:
      typeof data === 'object' && data !== null && !Array.isArray(data)
        ? (data as Record<string, unknown>)
        : null,
  };
}

/** Converts a thrown value to an {@link AppError}: an unexpected one is `internal`, without its text. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppFailure) return thrown.error;
  return appFailure('internal', 'Something went wrong inside Trellis').error;
}
