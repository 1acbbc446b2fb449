// Empty states teach: one sentence, one action, no mascot. Errors of a whole pane use the same shape in danger tone.
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Icon, type LucideIcon } from '../marks/Icon';
import { Lattice } from './Lattice';
import styles from './EmptyState.module.css';

export interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text?: ReactNode;
  readonly tone?: 'normal' | 'danger';
  readonly children?: ReactNode;
}

export function EmptyState({ icon, title, text, tone = 'normal', children }: EmptyStateProps) {
  return (
    <div className={clsx(styles.empty, tone === 'danger' && styles.danger)}>
      {tone === 'danger' ? (
        <Icon icon={icon} size={24} className={styles.icon} />
      ) : (
        <Lattice icon={icon} />
      )}
      <h2 className={styles.title}>{title}</h2>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
