// Signing out asks first and says what would be lost.
import { useEffect, useState } from 'react';
import { useTranslation } from '#app/words';
import type { EncryptionStatus } from '#contract/areas/account/accountModels';
import { AppErrorNote } from '#app/errors';
import { useCall, useEngineCall, useValue } from '#app/hooks';
import { roomOpened, settingsOpened } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { Button } from '#ui/controls/Button';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import { isolate } from '#ui/text/isolate';
import { useOwnCalls } from '../calls';
import { useLeaving } from './useLeaving';
import styles from './Settings.module.css';

export interface SignOutDialogProps {
  readonly userId: string;
  readonly isGuest?: boolean;
  /** The server has removed this device: no settings can be reached, and no backup be made. */
  readonly isDeviceGone?: boolean;
  readonly onClose: () => void;
  readonly onSignedOut: () => void;
}

/** There may be a backup, and nobody knows yet. */
const undecided: ReadonlySet<EncryptionStatus['state']> = new Set(['unknown', 'setting_up']);
/** In all other states a backup exists. */
const withoutBackup: ReadonlySet<EncryptionStatus['state']> = new Set([
  'unset',
  'skipped',
  'failed',
]);

interface Losses {
  readonly unsentMessages: number;
  readonly drafts: number;
  readonly unbackedKeys: number;
  readonly serverHears: boolean;
}

export function SignOutDialog(props: SignOutDialogProps) {
  const { userId, isGuest = false, isDeviceGone = false, onClose, onSignedOut } = props;
  const { t, i18n } = useTranslation();
  const call = useEngineCall();
  const signOut = useCall('signOut');
  const calls = useOwnCalls();
  const { value: encryption } = useValue('encryption', {});
  const { value: session } = useValue('session', {});
  const { value: sync } = useValue('sync', {});
  const dispatch = useAppDispatch();
  const leave = useLeaving(onSignedOut);
  const [losses, setLosses] = useState<Losses | null>(null);
  useEffect(() => {
    void call('signOutCheck', {}).then((result) => {
      const unknown = { unsentMessages: 0, drafts: 0, unbackedKeys: 0, serverHears: false };
      setLosses(result.ok ? result.output : unknown);
    });
  }, [call]);
  const confirm = async () => {
    calls.leave();
    await leave(() => signOut.run({}));
  };
  const toBackup = () => {
    onClose();
    dispatch(settingsOpened('encryption'));
  };
  const toUnsent = (roomId: string) => {
    onClose();
    dispatch(roomOpened(roomId));
  };
  const gone: string[] = [];
  const lost: string[] = [];
  const lines: string[] = [];
  if (calls.name !== null) lines.push(t('settings.signOutCall', { name: calls.name }));
  if (losses !== null && losses.unsentMessages > 0) {
    gone.push(t('settings.signOutUnsent', { count: losses.unsentMessages }));
  }
  if (losses !== null && losses.drafts > 0) {
    gone.push(t('settings.signOutDrafts', { count: losses.drafts }));
  }
  if (gone.length > 0) {
    const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(gone);
    lost.push(t('settings.signOutLost', { list }));
  }
  if (losses !== null && losses.unbackedKeys > 0) {
    lost.push(t('settings.signOutKeys'));
  }
  if (isGuest) lines.push(t('guest.signOut'));
  else if (losses !== null && !losses.serverHears) lines.push(t('settings.signOutOffline'));
  let hasBackup = true;
  let hasKey = false;
  if (losses !== null && !isGuest && encryption !== undefined) {
    const { state, backupEnabled, ways } = encryption;
    const isKeyless = state === 'locked' && ways?.recoveryKey === false;
    hasBackup = backupEnabled || !(withoutBackup.has(state) || isKeyless);
    hasKey = hasBackup && !undecided.has(state);
    if (!hasBackup) lines.push(t('settings.signOutNoBackup'));
    else if (hasKey) lines.push(t('settings.signOutKey'));
  }
  const unsentRoomId = sync?.unsent?.roomId ?? null;
  // The settings of a device that was removed cannot be reached.
  const toCheck = !isDeviceGone && (!hasBackup || hasKey);
  return (
    <ConfirmDialog
      title={t('settings.signOutTitle', { name: isolate(session?.displayName ?? userId) })}
      isOpen
      onClose={onClose}
      confirmLabel={t('settings.signOutConfirm')}
      cancelLabel={t('app.cancel')}
      instead={
        toCheck && (
          <Button variant="text" onPress={toBackup}>
            {t(hasBackup ? 'settings.signOutCheckKey' : 'settings.signOutToBackup')}
          </Button>
        )
      }
      danger
      pending={signOut.pending || losses === null}
      onConfirm={() => void confirm()}
    >
      {session?.displayName != null && <div className={styles.of}>{userId}</div>}
      {lost.length > 0 && (
        <p>
          <strong>{lost.join(' ')}</strong>
          {unsentRoomId !== null && !isDeviceGone && gone.length > 0 && (
            <>
              {' '}
              <Button variant="text" flush onPress={() => toUnsent(unsentRoomId)}>
                {t('settings.signOutShowUnsent')}
              </Button>
            </>
          )}
        </p>
      )}
      {lost.length + lines.length === 0 && losses !== null && <p>{t('settings.signOutClean')}</p>}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <AppErrorNote error={signOut.error} />
    </ConfirmDialog>
  );
}
