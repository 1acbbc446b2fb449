// A page of one narrow column: sign-in, recovery key. Scrolls when the window is low.
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Logo } from '../marks/Logo';
import styles from './SoloPage.module.css';

export interface SoloPageProps {
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  /** Shows the brand above a card that is wide enough for a recovery key. */
  readonly wide?: boolean;
  /** The header keeps its place when the content grows. */
  readonly steady?: boolean;
}

export function SoloPage({ children, footer, wide = false, steady = false }: SoloPageProps) {
  return (
    <div className={styles.page}>
      <main className={clsx(styles.column, wide && styles.wide, steady && styles.steady)}>
        {wide ? (
          <>
            <div className={styles.brand}>
              <Logo size={44} />
            </div>
            <div className={styles.card}>{children}</div>
          </>
        ) : (
          children
        )}
      </main>
      <footer className={styles.footer}>{footer}</footer>
    </div>
  );
}
