// Everything of calls that floats over what is read, one below the other: calls between two, the call of many, the way back into one that was cut.
import { DroppedCallCard } from '../join/DroppedCallCard';
import { FloatingCall } from './FloatingCall';
import { FloatingGroup } from '../mesh/FloatingGroup';
import styles from './FloatingCall.module.css';

export function FloatingCalls() {
  return (
    <div className={styles.place}>
      <FloatingCall />
      <FloatingGroup />
      <DroppedCallCard />
    </div>
  );
}
