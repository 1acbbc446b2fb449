// The drawing of an empty state: the brand's lattice, fading out, with an icon in its middle.
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
