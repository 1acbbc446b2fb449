// A name written in its place: Enter and leaving keep it, Escape does not. The part before the extension is chosen at the start.
import { useEffect, useRef, useState } from 'react';
import { focusIfLost } from '#ui/focus/lostFocus';
import styles from './RenameField.module.css';

export interface RenameFieldProps {
  readonly name: string;
  readonly label: string;
  /** Only the part before the last dot is chosen at first. */
  readonly file?: boolean;
  /** Null: as it was. */
  readonly onDone: (name: string | null) => void;
}

export function RenameField({ name, label, file = false, onDone }: RenameFieldProps) {
  const [text, setText] = useState(name);
  const input = useRef<HTMLInputElement>(null);
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
    const wanted = text.trim();
    onDone(keep && wanted !== '' && wanted !== name ? wanted : null);
  };
  return (
    <input
      ref={input}
      value={text}
      maxLength={255}
      dir="auto"
      spellCheck={false}
      aria-label={label}
      className={styles.field}
      onChange={(event) => setText(event.target.value)}
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
  );
}
