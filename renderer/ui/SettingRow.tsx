// One line of a page of settings: what it is, what it means, and at its end what changes it.
import type { ReactNode } from 'react';
import styles from './SettingRow.module.css';

export interface SettingRowProps {
  /** Before the words. */
  readonly picture?: ReactNode;
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** Below the text: what is wrong. */
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}

export function SettingRow({ picture, title, text, note, children }: SettingRowProps) {
  return (
    <div className={styles.row}>
      {picture}
      <div className={styles.words}>
        <div className={styles.title}>{title}</div>
        {text !== undefined && <div className={styles.text}>{text}</div>}
        {note}
      </div>
      {children}
    </div>
  );
}
