// Words for error codes. The code decides, never the message; a place may have its own words for a code.
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError, ErrorCode } from '../../preload/contract/errors';
import { ErrorNote } from '../ui/ErrorNote';

export type ErrorPlace =
  | 'general'
  | 'login'
  | 'unlock'
  | 'recoveryKey'
  | 'resetEncryption'
  | 'joinRoom'
  | 'knockRoom'
  | 'attachment';

/** One or two sentences: what happened and what to do. */
export function errorText(t: TFunction, error: AppError, place: ErrorPlace = 'general'): string {
  const seconds = Math.ceil((error.retryAfterMs ?? 0) / 1000);
  if (error.code === 'rate_limited' && seconds > 0) {
    return t('error.rate_limited_for', { count: seconds });
  }
  const own = ownWords(place, error.code);
  return own === null ? t(`error.${error.code}`) : t(own);
}

function ownWords(place: ErrorPlace, code: ErrorCode) {
  if (place === 'login' && code === 'forbidden') return 'login.forbidden' as const;
  if (place === 'login' && code === 'not_found') return 'error.unknown_server' as const;
  if (place === 'login' && code === 'timeout') return 'login.timeout' as const;
  if (place === 'login' && code === 'offline') return 'login.offline' as const;
  if (place === 'unlock' && code === 'bad_request') return 'error.wrong_recovery_key' as const;
  if (place === 'recoveryKey' && code === 'conflict') return 'recovery.unreadable' as const;
  if (place === 'recoveryKey' || place === 'resetEncryption') {
    if (code === 'wrong_password') return 'recovery.wrongPassword' as const;
    if (code === 'forbidden') return 'recovery.needsBrowser' as const;
  }
  if (place === 'joinRoom' && code === 'not_found') return 'newChat.roomNotFound' as const;
  if (place === 'joinRoom' && code === 'forbidden') return 'newChat.roomForbidden' as const;
  if (place === 'knockRoom' && code === 'forbidden') return 'newChat.askForbidden' as const;
  if (place === 'attachment' && code === 'bad_request') return 'error.ticket_invalid' as const;
  return null;
}

export interface AppErrorNoteProps {
  readonly error: AppError | null;
  readonly place?: ErrorPlace;
  readonly action?: ReactNode;
}

/** Nothing while there is no error. */
export function AppErrorNote({ error, place = 'general', action }: AppErrorNoteProps) {
  const { t } = useTranslation();
  if (error === null) return null;
  return (
    <ErrorNote
      text={errorText(t, error, place)}
      code={error.code}
      detailsLabel={t('app.details')}
      copyLabel={t('app.copy')}
      action={action}
    />
  );
}
