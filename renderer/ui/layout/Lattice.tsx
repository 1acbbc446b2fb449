// The drawing of what is empty: the brand's lattice, fading out, and in its middle a sign of what belongs here.
import { Icon, type LucideIcon } from '../marks/Icon';
import styles from './Lattice.module.css';

export function Lattice({ icon }: { readonly icon: LucideIcon }) {
  return (
    <span className={styles.lattice} aria-hidden="true">
      <span className={styles.sign}>
        <Icon icon={icon} size={24} />
      </span>
    </span>
  );
}
