// The secure backup: what it is like, and what can be done about it.
import { useTranslation } from 'react-i18next';
import { useValue } from '#app/hooks';
import { Button } from '#ui/Button';
import { SettingRow } from '#ui/SettingRow';

export interface BackupActs {
  readonly onUnlock: () => void;
  readonly onSetUpBackup: () => void;
  readonly onResetEncryption: () => void;
}

export function EncryptionSettings({ onUnlock, onSetUpBackup, onResetEncryption }: BackupActs) {
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
