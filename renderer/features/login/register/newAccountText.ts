// Words for what a server says no to, with what it wants of a password.
import type { TFunction } from 'i18next';
import type { AppError } from '#contract/wire/errors';
import { errorText } from '#app/errors';

const missing = {
  M_PASSWORD_TOO_SHORT: 'register.tooShort',
  M_PASSWORD_NO_DIGIT: 'register.noDigit',
  M_PASSWORD_NO_SYMBOL: 'register.noSymbol',
  M_PASSWORD_NO_UPPERCASE: 'register.noUppercase',
  M_PASSWORD_NO_LOWERCASE: 'register.noLowercase',
} as const;

export function newAccountText(t: TFunction, error: AppError): string {
  const errcode = String(error.data?.['errcode']);
  return error.code === 'weak_password' && Object.hasOwn(missing, errcode)
    ? t(missing[errcode as keyof typeof missing])
    : errorText(t, error, 'login');
}

/** The text beside a field, if the error is of its kind. */
export const textFor = (
  t: TFunction,
  error: AppError | null,
  kind: 'user_' | 'weak_' | 'email_',
): string | null =>
  error !== null && error.code.startsWith(kind) ? newAccountText(t, error) : null;
