// Everything of calls that floats over what is read, one below the other: calls between two, the call of many, the way back into one that was cut.
import { CutCard } from './CutCard';
import { FloatingCall } from './FloatingCall';
import { FloatingGroup } from './group/FloatingGroup';
import styles from './FloatingCall.module.css';

export function FloatingCalls() {
  return (
    <div className={styles.place}>
      <FloatingCall />
      <FloatingGroup />
      <CutCard />
    </div>
  );
}
