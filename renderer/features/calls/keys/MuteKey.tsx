// The key that mutes from anywhere. Main says whether the system gave it.
import { useTranslation } from '#app/words';
import { useShell, useShellValue } from '#app/context';
import { resultOf } from '#app/result';
import { CallKey } from './CallKey';
import styles from '../devices/CallSettings.module.css';

export function MuteKey() {
  const { t } = useTranslation();
  const shell = useShell();
  const keys = useShellValue('callKeys');
  if (keys === undefined) return null;
  return (
    <CallKey
      title={t('callPlace.settings.muteKey')}
      text={t('callPlace.settings.muteKeyText')}
      accelerator={keys.muteShortcut}
      other={keys.talkShortcut}
      example="Control+Shift+M"
      bad={t('callPlace.settings.keyBad')}
      note={
        keys.taken && (
          <p className={styles.problem} role="alert">
            {t('callPlace.settings.muteKeyLost')}
          </p>
        )
      }
      refused={(words) => t('callPlace.settings.muteKeyTaken', { keys: words })}
      onSave={async (accelerator) => {
        const result = await resultOf(shell.call('setMuteShortcut', { accelerator }));
        return result.ok && result.output.accepted;
      }}
    />
  );
}
