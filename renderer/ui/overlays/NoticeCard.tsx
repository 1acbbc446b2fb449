// A card over the window that says what has happened, until it was read.
import type { ReactNode } from 'react';
import styles from './NoticeCard.module.css';

export interface NoticeCardProps {
  readonly title: string;
  readonly text: string;
  /** The buttons, the last one primary. */
  readonly children: ReactNode;
}

export function NoticeCard({ title, text, children }: NoticeCardProps): ReactNode {
  return (
    <div className={styles.card} role="alertdialog" aria-label={title}>
      <div className={styles.title}>{title}</div>
      <div className={styles.text}>{text}</div>
      <div className={styles.row}>{children}</div>
    </div>
  );
}
