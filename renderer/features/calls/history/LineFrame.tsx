// The line of a call in the timeline: its sign, red where it was missed, its sentence, and what can be done.
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Icon, type LucideIcon } from '#ui/marks/Icon';
import styles from './CallLine.module.css';

export interface LineFrameProps {
  readonly icon: LucideIcon;
  readonly missed: boolean;
  readonly sentence: string;
  readonly children: ReactNode;
}

export function LineFrame({ icon, missed, sentence, children }: LineFrameProps) {
  return (
    <span className={styles.line}>
      <span data-hangs className={clsx(styles.mark, missed && styles.missed)}>
        <Icon icon={icon} />
      </span>
      {sentence}
      {children}
    </span>
  );
}
