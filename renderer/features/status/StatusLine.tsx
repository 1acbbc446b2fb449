// The status line above the list: connection, waiting messages, encryption. It is never a modal dialog.
import type { TFunction } from 'i18next';
import {
  CircleAlert,
  Clock,
  HardDrive,
  KeyRound,
  LoaderCircle,
  ShieldAlert,
  UserRoundX,
  WifiOff,
} from 'lucide-react';
import { Fragment, useEffect, useState } from 'react';
import { useTranslation } from '#app/words';
import { useCall, useValue } from '#app/hooks';
import { useShell } from '#app/context';
import { resultOf } from '#app/result';
import { useAppDispatch, useAppSelector } from '#app/store';
import { roomOpened } from '#app/places/navigation';
import { useNow } from '#app/useNow';
import { Button } from '#ui/controls/Button';
import { Icon, type LucideIcon } from '#ui/marks/Icon';
import { formatListTime } from '#ui/text/time';
import { showsAfterMs, statusOf, type Status, type StatusAction } from './statusLine';
import styles from './StatusLine.module.css';

/** Acts that the owner of the line carries out. */
export type OwnAction = Exclude<StatusAction, 'openTerms' | 'showUnsent' | 'tryNow'>;

export interface StatusLineProps {
  readonly onAction: (action: OwnAction) => void;
}

export function StatusLine({ onAction }: StatusLineProps) {
  const connection = useAppSelector((state) => state.connection.state);
  const { value: session } = useValue('session', {});
  const { value: sync } = useValue('sync', {});
  const { value: encryption } = useValue('encryption', {});
  const status = statusOf({ connection, session, sync, encryption });
  const shown = useLasting(status);
  const shell = useShell();
  const dispatch = useAppDispatch();
  const trying = useCall('tryNow');
  const act = (action: StatusAction) => {
    if (action === 'tryNow') return void trying.run({});
    if (action === 'showUnsent') {
      if (sync?.unsent) dispatch(roomOpened(sync.unsent.roomId));
      return;
    }
    if (action !== 'openTerms') return onAction(action);
    void resultOf(shell.call('openExternal', { url: sync?.consentUri ?? '' }));
  };
  return <StatusLineView status={shown} pending={trying.pending} onAction={act} />;
}

/** The status, once it has lasted as long as its kind requires; a new status of the same kind shows at once. */
function useLasting(status: Status | null): Status | null {
  const kind = status?.kind ?? null;
  const [due, setDue] = useState<Status['kind'] | null>(null);
  useEffect(() => {
    if (kind === null) return setDue(null);
    const timer = setTimeout(() => setDue(kind), showsAfterMs(kind));
    return () => clearTimeout(timer);
  }, [kind]);
  return status !== null && due === status.kind ? status : null;
}

const icons: Readonly<Record<Status['kind'], LucideIcon>> = {
  restarting: LoaderCircle,
  starting: LoaderCircle,
  expired: UserRoundX,
  accountLocked: UserRoundX,
  diskFull: HardDrive,
  diskFailed: HardDrive,
  storeDamaged: HardDrive,
  consent: ShieldAlert,
  offline: WifiOff,
  connecting: LoaderCircle,
  catching_up: LoaderCircle,
  waiting: Clock,
  unsent: CircleAlert,
  locked: KeyRound,
  replaced: ShieldAlert,
  unset: ShieldAlert,
  encryptionFailed: ShieldAlert,
};

export function StatusLineView({
  status,
  pending = false,
  onAction,
}: {
  readonly status: Status | null;
  /** The act is under way. */
  readonly pending?: boolean;
  readonly onAction: (action: StatusAction) => void;
}) {
  const { t } = useTranslation();
  const action = status?.action ?? null;
  return (
    <div role="status" aria-label={t('status.label')} className={styles.region}>
      {status !== null && (
        <div className={styles.line} data-tone={status.tone} data-kind={status.kind}>
          <Icon icon={icons[status.kind]} />
          <StatusText status={status} />
          {action !== null && (
            <Button
              size="s"
              variant="text"
              className={styles.action}
              pending={pending}
              onPress={() => onAction(action)}
            >
              {actionLabel(t, action)}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function StatusText({ status }: { readonly status: Status }) {
  const { t, i18n } = useTranslation();
  const now = useNow();
  const { waiting, changes } = status;
  const words = [phaseText(t, status, formatListTime(status.sinceMs, now, i18n.language))];
  if (waiting > 0) words.push(t('status.waiting', { count: waiting }));
  if (changes > 0) words.push(t('status.changes', { count: changes }));
  const phrases = words.filter(Boolean);
  return (
    <span className={styles.text} title={phrases.join('. ')}>
      {phrases.map((phrase, index) => (
        <Fragment key={phrase}>
          {index > 0 && ' '}
          <span className={styles.phrase}>
            {index < phrases.length - 1 ? `${phrase}.` : phrase}
          </span>
        </Fragment>
      ))}
    </span>
  );
}

function phaseText(t: TFunction, status: Status, time: string): string {
  switch (status.kind) {
    case 'waiting':
      return '';
    case 'offline':
      return t('status.offline', { time });
    case 'unsent':
      return t('status.unsent', { count: status.unsent });
    case 'unset':
      return t('status.backupUnset');
    default:
      return t(`status.${status.kind}`);
  }
}

function actionLabel(t: TFunction, action: StatusAction): string {
  switch (action) {
    case 'signIn':
      return t('status.signInAgain');
    case 'unlock':
      return t('recovery.unlock');
    case 'confirm':
      return t('status.confirm');
    case 'setUpAnew':
    case 'setUpBackup':
      return t('status.backupSetUp');
    case 'openTerms':
      return t('status.openTerms');
    case 'showUnsent':
      return t('status.showUnsent');
    case 'tryNow':
      return t('status.tryNow');
    default:
      return action satisfies never;
  }
}
