// The health of encryption and what mends it, then what encryption covers here, truthfully.
import { useTranslation } from '#app/words';
import { useShellValue } from '#app/context';
import { useValue } from '#app/hooks';
import { settingsOpened } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { Button } from '#ui/controls/Button';
import { SettingRow } from '#ui/controls/SettingRow';
import { Health } from '../encryption';
import { useVerify } from '../verification';
import { KeyFileRow } from './KeyFileRow';
import { DehydrationRow, OnlyVerifiedRow, RefillRow } from './KeyRules';
import { PassphraseButton } from './PassphraseButton';
import styles from './Settings.module.css';

export interface BackupActs {
  readonly onUnlock: () => void;
  readonly onSetUpBackup: () => void;
  readonly onResetEncryption: () => void;
}

export function EncryptionSettings(acts: BackupActs) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { value: encryption } = useValue('encryption', {});
  const isLocked = encryption?.state === 'locked';
  const keyStore = useShellValue('app')?.keyStore;
  return (
    <>
      <Health {...acts} />
      <h3 className={styles.part}>{t('settings.encryptionMore')}</h3>
      {/* The first one is made in the card above. */}
      {((encryption?.state === 'ready' && encryption.hasRecoveryKey) ||
        (isLocked && encryption.ways?.recoveryKey === true)) && (
        <SettingRow
          title={t('settings.recoveryKey')}
          text={t(isLocked ? 'settings.recoveryKeyLocked' : 'settings.recoveryKeyText')}
        >
          {isLocked ? (
            <Button onPress={acts.onResetEncryption}>{t('settings.startOver')}</Button>
          ) : (
            <Button onPress={acts.onSetUpBackup}>{t('settings.newRecoveryKey')}</Button>
          )}
        </SettingRow>
      )}
      <OwnDevice />
      <OnlyVerifiedRow />
      <RefillRow />
      <DehydrationRow />
      <KeyFileRow />
      <SettingRow title={t('settings.protected')} text={t('settings.protectedText')} />
      <SettingRow title={t('settings.devices')} text={t('settings.devicesText')}>
        <Button onPress={() => dispatch(settingsOpened('devices'))}>{t('settings.show')}</Button>
      </SettingRow>
      {keyStore !== undefined && (
        <SettingRow
          title={t('settings.onDisk')}
          text={
            keyStore === 'vault'
              ? t('settings.onDiskVault')
              : t('settings.onDiskText', { store: storeNames[keyStore] ?? keyStore })
          }
        >
          {keyStore === 'vault' && <PassphraseButton />}
        </SettingRow>
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
