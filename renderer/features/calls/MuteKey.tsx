// The key that mutes from anywhere: shown, recorded, removed. Main says whether the system gave it.
import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useShell, useShellValue } from '../../app/context';
import { resultOf } from '../../app/result';
import { Button } from '../../ui/Button';
import { SettingRow } from '../../ui/SettingRow';
import { acceleratorOf, keysInWords } from './muteKeys';
import styles from './CallSettings.module.css';

export function MuteKey() {
  const { t } = useTranslation();
  const shell = useShell();
  const keys = useShellValue('callKeys');
  const mac = useShellValue('app')?.platform === 'darwin';
  const [recording, setRecording] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const change = useRef<HTMLDivElement>(null);
  if (keys === undefined) return null;
  const { muteShortcut, taken } = keys;

  const finish = (): void => {
    setRecording(false);
    requestAnimationFrame(() => change.current?.querySelector('button')?.focus());
  };
  const save = async (accelerator: string | null): Promise<void> => {
    const result = await resultOf(shell.call('setMuteShortcut', { accelerator }));
    if (result.ok && result.output.accepted) {
      setProblem(null);
      finish();
    } else if (accelerator !== null)
      setProblem(t('callPlace.settings.muteKeyTaken', { keys: keysInWords(accelerator, mac) }));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Tab') return setRecording(false);
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') {
      setProblem(null);
      return finish();
    }
    const accelerator = acceleratorOf(event.nativeEvent, mac);
    if (accelerator === 'more') return;
    if (accelerator === null) return setProblem(t('callPlace.settings.muteKeyBad'));
    void save(accelerator);
  };
  const shown =
    muteShortcut === null ? t('callPlace.settings.muteKeyNone') : keysInWords(muteShortcut, mac);
  const lost = taken ? t('callPlace.settings.muteKeyLost') : null;
  return (
    <SettingRow
      title={t('callPlace.settings.muteKey')}
      text={t('callPlace.settings.muteKeyText')}
      note={
        (problem ?? lost) !== null && (
          <p className={styles.problem} role="alert">
            {problem ?? lost}
          </p>
        )
      }
    >
      {recording ? (
        <button
          type="button"
          autoFocus
          className={styles.recorder}
          onKeyDown={onKeyDown}
          onBlur={() => setRecording(false)}
        >
          {t('callPlace.settings.muteKeyPress', { example: keysInWords('Control+Shift+M', mac) })}
        </button>
      ) : (
        <div ref={change} className={styles.acts}>
          <kbd className={styles.keys}>{shown}</kbd>
          <Button
            onPress={() => {
              setProblem(null);
              setRecording(true);
            }}
          >
            {t(`callPlace.settings.${muteShortcut === null ? 'muteKeySet' : 'muteKeyChange'}`)}
          </Button>
          {muteShortcut !== null && (
            <Button variant="quiet" onPress={() => void save(null)}>
              {t('callPlace.settings.muteKeyRemove')}
            </Button>
          )}
        </div>
      )}
    </SettingRow>
  );
}
