// The texts of error codes. The code chooses the text, never the message; a place may have texts of its own.
import type { ParseKeys, TFunction } from 'i18next';
import { useCallback, type ReactNode } from 'react';
import { useTranslation } from './words';
import type { AppError, ErrorCode } from '#contract/wire/errors';
import { ErrorNote } from '#ui/layout/ErrorNote';
import { useToasts } from '#ui/overlays/Toasts';
import { isolate } from '#ui/text/isolate';
import { settingsOpened } from './places/navigation';
import { useAppDispatch } from './store';
import { uninvitedOf, uninvitedText } from './uninvited';

const passwordWords = {
  wrong_password: 'recovery.wrongPassword',
  forbidden: 'recovery.needsBrowser',
} as const;

/** A code, or a code with the reason that the engine adds. */
type Words = { readonly [C in ErrorCode | `${ErrorCode} ${string}`]?: ParseKeys };

/** The texts of single places. */
const ownWords = {
  general: {},
  login: {
    forbidden: 'login.forbidden',
    not_found: 'error.unknown_server',
    timeout: 'login.timeout',
    offline: 'login.offline',
  },
  loginAgain: {
    unknown_server: 'login.offline',
    wrong_password: 'login.wrongPassword',
    forbidden: 'login.wrongPassword',
    not_found: 'error.unknown_server',
    timeout: 'login.timeout',
    offline: 'login.offline',
  },
  unlock: { bad_request: 'error.wrong_recovery_key' },
  recoveryKey: { ...passwordWords, conflict: 'recovery.unreadable' },
  resetEncryption: passwordWords,
  keyFile: {
    bad_request: 'keyFile.notOne',
    wrong_password: 'keyFile.notOpened',
    not_found: 'keyFile.gone',
    forbidden: 'keyFile.mayNot',
  },
  endDevices: {
    wrong_password: 'recovery.wrongPassword',
    forbidden: 'devices.needsBrowser',
    unsupported_server: 'devices.needsBrowser',
  },
  editMessage: { conflict: 'composer.editGone', not_found: 'composer.editGone' },
  findDay: { unsupported_server: 'timeline.day.unknown' },
  changePassword: passwordWords,
  createRoom: { forbidden: 'newChat.mayNotMake', conflict: 'newChat.addressTaken' },
  joinRoom: { not_found: 'newChat.roomNotFound', forbidden: 'newChat.roomForbidden' },
  roomAddress: { conflict: 'roomSettings.taken', forbidden: 'roomSettings.listedRefused' },
  spaceRooms: { forbidden: 'spaces.refused' },
  knockRoom: { forbidden: 'newChat.askForbidden' },
  attachment: { bad_request: 'error.ticket_invalid' },
  files: {
    'conflict moving': 'files.place.movingNow',
    'conflict locked': 'files.place.lockedMeanwhile',
    'conflict name': 'files.place.nameTaken',
    'bad_request name': 'files.place.nameRefused',
    not_joined: 'files.place.notJoined',
  },
  report: { unsupported_server: 'report.unsupported', not_found: 'report.gone' },
  forward: {
    not_found: 'timeline.forward.gone',
    conflict: 'timeline.forward.gone',
    'conflict keys': 'timeline.forward.keys',
    forbidden: 'timeline.forward.forbidden',
  },
  carry: {
    'conflict moving': 'files.place.alreadyMoving',
    'conflict locked': 'files.place.lockedMeanwhile',
    not_joined: 'files.place.notJoined',
  },
  upload: { bad_request: 'error.ticket_invalid', not_joined: 'files.place.notJoined' },
} as const satisfies Readonly<Record<string, Words>>;

/** A folder of this computer that refuses a file: neither the room nor the server does. */
const diskWords: Words = { forbidden: 'error.place_refused', not_found: 'error.place_gone' };

export type ErrorPlace = keyof typeof ownWords;

/** One or two sentences: the failure and the remedy. */
export function errorText(t: TFunction, error: AppError, place: ErrorPlace = 'general'): string {
  const seconds = Math.ceil((error.retryAfterMs ?? 0) / 1000);
  if (error.code === 'rate_limited' && seconds > 0) {
    return t('error.rate_limited_for', { count: seconds });
  }
  if (error.code === 'other_server') {
    return t('error.other_server', { server: isolate(String(error.data?.['server'])) });
  }
  const uninvited = error.code === 'not_invited' ? uninvitedOf(error.data) : [];
  if (uninvited.length > 0) return uninvitedText(t, uninvited);
  const words: Words = ownWords[place];
  const reason = error.data?.['reason'];
  const because = words[`${error.code} ${String(reason)}`];
  const ofDisk = reason === 'place' ? diskWords[error.code] : undefined;
  return t(because ?? words[error.code] ?? ofDisk ?? `error.${error.code}`);
}

/** `what`: the sentence before the reason, which says what was not done. `until`: closes it earlier. */
export type TellFailure = (
  error: AppError,
  place?: ErrorPlace,
  what?: string,
  until?: AbortSignal,
) => void;

/** Shows a toast that an act failed; if the text mentions the logs, the toast leads there. */
export function useErrorNotice(): TellFailure {
  const { t } = useTranslation();
  const toasts = useToasts();
  const dispatch = useAppDispatch();
  return useCallback(
    (error, place, what = '', until = undefined) => {
      const toLogs = { label: t('crash.logs'), onPress: () => dispatch(settingsOpened('about')) };
      toasts.show({
        text: `${what} ${errorText(t, error, place)}`.trim(),
        tone: 'danger',
        ...(error.code === 'internal' ? { action: toLogs } : {}),
        ...(until && { until }),
      });
    },
    [t, toasts, dispatch],
  );
}

export interface AppErrorNoteProps {
  readonly error: AppError | null;
  readonly place?: ErrorPlace;
  readonly action?: ReactNode;
}

/** Renders nothing while there is no error. */
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
