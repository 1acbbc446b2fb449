// A page of one narrow column: sign-in, recovery key. Scrolls when the window is low.
import clsx from 'clsx';
import type { ReactNode } from 'react';
import styles from './SoloPage.module.css';

export interface SoloPageProps {
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  readonly wide?: boolean;
}

export function SoloPage({ children, footer, wide = false }: SoloPageProps) {
  return (
    <div className={styles.page}>
      <main className={clsx(styles.column, wide && styles.wide)}>{children}</main>
      <footer className={styles.footer}>{footer}</footer>
    </div>
  );
}
