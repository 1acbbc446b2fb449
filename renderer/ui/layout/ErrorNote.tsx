// An error message: what happened, what it means, what to do. The error code is behind "Details" and can be copied.
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../controls/Button';
import { copyText } from '../text/copyText';
import { Icon } from '../marks/Icon';
import styles from './ErrorNote.module.css';

export interface ErrorNoteProps {
  readonly text: string;
  readonly code: string;
  readonly detailsLabel: string;
  readonly copyLabel: string;
  readonly action?: ReactNode;
}

export function ErrorNote({ text, code, detailsLabel, copyLabel, action }: ErrorNoteProps) {
  return (
    <div role="alert" className={styles.note}>
      <Icon icon={CircleAlert} className={styles.icon} />
      <div className={styles.body}>
        <p>{text}</p>
        <div className={styles.row}>
          {action}
          <details className={styles.details}>
            <summary>{detailsLabel}</summary>
            <code>{code}</code>
            <Button size="s" variant="text" onPress={() => void copyText(code)}>
              {copyLabel}
            </Button>
          </details>
        </div>
      </div>
    </div>
  );
}
