// A name written in its place: Enter and leaving keep it, Escape does not. The part before the extension is chosen at the start.
import { useEffect, useRef } from 'react';
import { useTranslation } from '#app/words';
import { focusIfLost } from '#ui/focus/lostFocus';
import styles from './RenameField.module.css';
import { useNameField } from './useNameField';

export interface RenameFieldProps {
  readonly name: string;
  readonly label: string;
  /** Only the part before the last dot is chosen at first. */
  readonly file?: boolean;
  /** Null: as it was. */
  readonly onDone: (name: string | null) => void;
}

export function RenameField({ name, label, file = false, onDone }: RenameFieldProps) {
  const { t } = useTranslation();
  const { ref: input, text, refused, wanted, onChange, composition } = useNameField(name);
  const finished = useRef(false);
  useEffect(() => {
    const element = input.current;
    if (element === null) return;
    const opener = element.closest<HTMLElement>('[role="tree"], [role="grid"], [role="listbox"]');
    element.focus();
    const dot = name.lastIndexOf('.');
    element.setSelectionRange(0, file && dot > 0 ? dot : name.length);
    return () => {
      // The list that had the focus has it again, unless somebody else took it.
      requestAnimationFrame(() => focusIfLost(opener));
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the field appears
  }, []);
  const finish = (keep: boolean) => {
    if (finished.current) return;
    finished.current = true;
    onDone(keep && wanted !== '' && wanted !== name ? wanted : null);
  };
  return (
    <span className={styles.place}>
      <input
        ref={input}
        value={text}
        maxLength={255}
        dir="auto"
        spellCheck={false}
        aria-label={label}
        className={styles.field}
        {...composition}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => finish(true)}
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') finish(true);
          else if (event.key === 'Escape') finish(false);
          else return;
          event.preventDefault();
        }}
      />
      {refused && (
        <span role="alert" className={styles.refused}>
          {t('files.place.nameLetters')}
        </span>
      )}
    </span>
  );
}
