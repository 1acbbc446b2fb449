// Everything of calls that is there whatever is shown: the center, and what floats and sounds around the window.
import type { ReactNode } from 'react';
import { later } from '#app/later';
import { CallCenterScope } from './context';
import { PopOutScope } from './stage/floating/PopOut';
import styles from './CallsProvider.module.css';

const CallsAround = later(async () => (await import('./CallsAround')).CallsAround, {
  afterFirst: true,
});

export function CallsProvider({ children }: { readonly children: ReactNode }) {
  return (
    <CallCenterScope>
      <PopOutScope>
        <div className={styles.window}>
          <div className={styles.rest}>{children}</div>
          <CallsAround />
        </div>
      </PopOutScope>
    </CallCenterScope>
  );
}
