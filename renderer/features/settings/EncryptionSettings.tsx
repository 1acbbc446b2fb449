// The secure backup and what can be done about it, then what encryption covers here, truthfully.
import { useTranslation } from 'react-i18next';
import { useShellValue } from '#app/context';
import { useValue } from '#app/hooks';
import { settingsOpened } from '#app/navigation';
import { useAppDispatch } from '#app/store';
import { Button } from '#ui/Button';
import { SettingRow } from '#ui/SettingRow';
import { useVerify } from '../verification';
import { KeyFileRow } from './KeyFileRow';

export interface BackupActs {
  readonly onUnlock: () => void;
  readonly onSetUpBackup: () => void;
  readonly onResetEncryption: () => void;
}

export function EncryptionSettings(acts: BackupActs) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { value: encryption } = useValue('encryption', {});
  const keyStore = useShellValue('app')?.keyStore;
  return (
    <>
      <Backup {...acts} />
      {encryption?.state === 'ready' && (
        <SettingRow title={t('settings.recoveryKey')} text={t('settings.recoveryKeyText')}>
          <Button onPress={acts.onResetEncryption}>{t('settings.startOver')}</Button>
        </SettingRow>
      )}
      <OwnDevice />
      <KeyFileRow />
      <SettingRow title={t('settings.protected')} text={t('settings.protectedText')} />
      <SettingRow title={t('settings.devices')} text={t('settings.devicesText')}>
        <Button onPress={() => dispatch(settingsOpened('devices'))}>{t('settings.show')}</Button>
      </SettingRow>
      {keyStore !== undefined && (
        <SettingRow
          title={t('settings.onDisk')}
          text={
            keyStore === 'basic_text'
              ? t('settings.onDiskWeak')
              : t('settings.onDiskText', { store: storeNames[keyStore] ?? keyStore })
          }
        />
      )}
    </>
  );
}

function OwnDevice() {
  const { t } = useTranslation();
  const { value: encryption } = useValue('encryption', {});
  const { verify, pending } = useVerify();
  if (encryption === undefined) return null;
  return (
    <SettingRow
      title={t('verification.here')}
      text={t(
        encryption.deviceVerified ? 'verification.hereVerified' : 'verification.hereUnverified',
      )}
    >
      <Button pending={pending} onPress={() => void verify({ own: true, deviceId: null })}>
        {t('verification.withDevice')}
      </Button>
    </SettingRow>
  );
}

/** Names of products; the rest is shown as the system calls it. */
const storeNames: Readonly<Record<string, string>> = {
  keychain: 'macOS Keychain',
  dpapi: 'Windows (DPAPI)',
  gnome_libsecret: 'GNOME Keyring',
  kwallet: 'KWallet',
  kwallet5: 'KWallet',
  kwallet6: 'KWallet',
};

function Backup({ onUnlock, onSetUpBackup, onResetEncryption }: BackupActs) {
  const { t } = useTranslation();
  const { value: encryption } = useValue('encryption', {});
  switch (encryption?.state) {
    case 'ready':
      return <SettingRow title={t('settings.backupReady')} text={t('settings.backupReadyText')} />;
    case 'locked':
      return (
        <SettingRow
          title={t(
            encryption.identityReplaced ? 'settings.backupReplaced' : 'settings.backupLocked',
          )}
          text={t(
            encryption.identityReplaced
              ? 'settings.backupReplacedText'
              : 'settings.backupLockedText',
          )}
        >
          <Button variant="quiet" onPress={onResetEncryption}>
            {t('settings.backupNoKey')}
          </Button>
          <Button onPress={onUnlock}>{t('status.unlock')}</Button>
        </SettingRow>
      );
    case 'unset':
    case 'skipped':
    case 'key_shown':
      return (
        <SettingRow title={t('settings.backupUnset')} text={t('settings.backupUnsetText')}>
          <Button onPress={onSetUpBackup}>{t('status.backupSetUp')}</Button>
        </SettingRow>
      );
    case 'failed':
      return (
        <SettingRow title={t('settings.backupFailed')} text={t('settings.backupUnsetText')}>
          <Button onPress={onSetUpBackup}>{t('app.retry')}</Button>
        </SettingRow>
      );
    default:
      return <SettingRow title={t('settings.backupSettingUp')} />;
  }
}
