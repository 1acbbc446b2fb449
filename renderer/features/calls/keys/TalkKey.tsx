// The key that is held to talk, and where it cannot be heard.
import { useTranslation } from '#app/words';
import { useShell, useShellValue } from '#app/context';
import { resultOf } from '#app/result';
import { Button } from '#ui/controls/Button';
import { CallKey } from './CallKey';
import styles from '../devices/CallSettings.module.css';

export function TalkKey() {
  const { t } = useTranslation();
  const shell = useShell();
  const keys = useShellValue('callKeys');
  if (keys === undefined) return null;
  const { talkProblem: problem } = keys;
  return (
    <CallKey
      title={t('callPlace.settings.talkKey')}
      text={t('callPlace.settings.talkKeyText')}
      accelerator={keys.talkShortcut}
      other={keys.muteShortcut}
      example="F9"
      rightControlToo
      bad={t('callPlace.settings.talkKeyBad')}
      note={
        <>
          <p className={styles.note}>
            {t(
              problem === null
                ? 'callPlace.settings.talkKeyWhen'
                : `callPlace.settings.talkKeyProblem.${problem}`,
            )}
          </p>
          {problem === 'not_allowed' && (
            <Button onPress={() => void resultOf(shell.call('allowTalkKey', {}))}>
              {t('callPlace.settings.talkKeyAllow')}
            </Button>
          )}
        </>
      }
      refused={(words) => t('callPlace.settings.talkKeyRefused', { keys: words })}
      onSave={async (accelerator) => {
        const result = await resultOf(shell.call('setTalkShortcut', { accelerator }));
        return result.ok && result.output.accepted;
      }}
    />
  );
}
