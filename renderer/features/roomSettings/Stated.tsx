// A setting of a room that this account only reads.
import type { ReactNode } from 'react';
import styles from './RoomSettings.module.css';

export interface StatedProps {
  readonly label: string;
  readonly text: ReactNode;
}

export function Stated({ label, text }: StatedProps) {
  return (
    <div>
      <div className={styles.title}>{label}</div>
      <div className={styles.stated} dir="auto">
        {text}
      </div>
    </div>
  );
}
