// The bar above everything while something else is read: the calls, one below the other, and the way back into one that was cut.
import { DroppedCallCard } from '../../join/DroppedCallCard';
import { useShown } from '../../context';
import { FloatingCall } from './FloatingCall';
import styles from './FloatingCall.module.css';

export function FloatingCalls() {
  const { isShown } = useShown();
  return (
    <div className={styles.place}>
      <FloatingCall />
      {isShown && <DroppedCallCard />}
    </div>
  );
}
