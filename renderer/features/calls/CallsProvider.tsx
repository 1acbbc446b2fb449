// Everything of calls that is there whatever is shown: the center, and what floats and sounds around the window. Of an account that is not on
// show it is all that there is.
import { useEffect, useEffectEvent, useMemo, type ReactNode } from 'react';
import { later } from '#app/later';
import { CallCenterScope, ShownContext } from './context';
import { usePopOut } from './stage/floating/popped';
import styles from './CallsProvider.module.css';

const CallsAround = later(async () => (await import('./CallsAround')).CallsAround, {
  afterFirst: true,
});

export interface CallsProviderProps {
  readonly isShown: boolean;
  /** Shows this account. */
  readonly onShow: () => void;
  readonly children: ReactNode;
}

export function CallsProvider({ isShown, onShow, children }: CallsProviderProps) {
  const shown = useMemo(() => ({ isShown, show: onShow }), [isShown, onShow]);
  // A call's own window goes with its account.
  const close = useEffectEvent(usePopOut().close);
  useEffect(() => () => close(), []);
  return (
    <ShownContext value={shown}>
      <CallCenterScope>
        {/* The same elements either way, so that nothing of a call is made anew by a switch. */}
        <div className={isShown ? styles.window : styles.beside}>
          {isShown && <div className={styles.rest}>{children}</div>}
          <CallsAround />
        </div>
      </CallCenterScope>
    </ShownContext>
  );
}
