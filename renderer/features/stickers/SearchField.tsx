// The field of the panel, which has the focus first.
import type { ReactNode } from 'react';
import styles from './Stickers.module.css';

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onEnter: () => void;
}

export function SearchField({ label, value, onChange, onEnter }: SearchFieldProps): ReactNode {
  return (
    <div className={styles.search}>
      <input
        type="text"
        autoFocus
        spellCheck={false}
        autoComplete="off"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onEnter();
        }}
      />
    </div>
  );
}
