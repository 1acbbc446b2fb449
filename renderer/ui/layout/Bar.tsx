// The 48 px header of a pane; one line across the window.
import clsx from 'clsx';
import type { ReactNode } from 'react';
import styles from './Bar.module.css';

export function Bar({
  children,
  bare = false,
  className,
}: {
  readonly children: ReactNode;
  readonly bare?: boolean;
  readonly className?: string | undefined;
}) {
  return <header className={clsx(styles.bar, bare && styles.bare, className)}>{children}</header>;
}
