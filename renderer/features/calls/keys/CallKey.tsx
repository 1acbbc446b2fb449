// The setting of a keyboard shortcut for calls: shows, records and removes it.
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { rightControl } from '#contract/areas/calls/callNames';
import { useShellValue } from '#app/context';
import { Button } from '#ui/controls/Button';
import { SettingRow } from '#ui/controls/SettingRow';
import { acceleratorOf, keysInWords, recorderMark } from './muteKeys';
import styles from '../devices/CallSettings.module.css';

export interface CallKeyProps {
  readonly title: string;
  readonly text: string;
  readonly accelerator: string | null;
  /** The other shortcut for calls; the two must differ. */
  readonly other: string | null;
  readonly example: string;
  /** Whether the right Ctrl key alone is allowed. */
  readonly rightControlToo?: boolean;
  /** The message for keys that are not allowed. */
  readonly bad: string;
  /** A warning about the shortcut that is set. */
  readonly note?: ReactNode;
  /** The message for keys that main did not accept. */
  refused(keys: string): string;
  /** Whether main accepted it. */
  onSave(accelerator: string | null): Promise<boolean>;
}

export function CallKey(props: CallKeyProps) {
  const { title, text, accelerator, other, onSave } = props;
  const { t } = useTranslation();
  const mac = useShellValue('app')?.platform === 'darwin';
  const inWords = (keys: string): string =>
    keys === rightControl ? t('callPlace.settings.rightControl') : keysInWords(keys, mac);
  const [recording, setRecording] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const change = useRef<HTMLDivElement>(null);
  const last = useRef('');

  const finish = (): void => {
    setRecording(false);
    requestAnimationFrame(() => change.current?.querySelector('button')?.focus());
  };
  const save = async (keys: string | null): Promise<void> => {
    const twice = keys !== null && keys === other;
    if (twice) return setProblem(t('callPlace.settings.keyTwice', { keys: inWords(keys) }));
    const accepted = await onSave(keys);
    setProblem(accepted || keys === null ? null : props.refused(inWords(keys)));
    if (accepted) finish();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Tab') return setRecording(false);
    event.preventDefault();
    event.stopPropagation();
    last.current = event.code;
    if (event.key === 'Escape') {
      setProblem(null);
      return finish();
    }
    const keys = acceleratorOf(event.nativeEvent, mac);
    if (keys === 'more') return;
    if (keys === null) return setProblem(props.bad);
    void save(keys);
  };
  // The right Ctrl key counts alone only if no other key was pressed until it was released.
  const onKeyUp = ({ code }: KeyboardEvent): void => {
    const alone = code === rightControl && last.current === rightControl;
    if (alone && props.rightControlToo === true) void save(rightControl);
  };
  const act = (word: 'keySet' | 'keyChange' | 'keyRemove') => ({
    children: t(`callPlace.settings.${word}`),
    'aria-label': t('callPlace.settings.keyAct', { act: t(`callPlace.settings.${word}`), title }),
  });
  return (
    <SettingRow
      title={title}
      text={text}
      note={
        problem === null ? (
          props.note
        ) : (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )
      }
    >
      {recording ? (
        <button
          type="button"
          autoFocus
          className={styles.recorder}
          {...recorderMark}
          onKeyDown={onKeyDown}
          onKeyUp={onKeyUp}
          onBlur={() => setRecording(false)}
        >
          {t('callPlace.settings.keyPress', { example: inWords(props.example) })}
        </button>
      ) : (
        <div ref={change} className={styles.acts}>
          <kbd className={styles.keys}>
            {accelerator === null ? t('callPlace.settings.keyNone') : inWords(accelerator)}
          </kbd>
          <Button
            onPress={() => {
              setProblem(null);
              last.current = '';
              setRecording(true);
            }}
            {...act(accelerator === null ? 'keySet' : 'keyChange')}
          />
          {accelerator !== null && (
            <Button variant="quiet" onPress={() => void save(null)} {...act('keyRemove')} />
          )}
        </div>
      )}
    </SettingRow>
  );
}
