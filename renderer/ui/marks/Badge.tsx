// The badge of a row; there is only one: mention before count before dot.
import clsx from 'clsx';
import styles from './Badge.module.css';

export interface BadgeProps {
  readonly kind: 'mention' | 'count' | 'dot';
  /** The number that is shown; of mentions beside their sign. */
  readonly count?: number;
  /** The meaning of the badge, for screen readers and the tooltip. */
  readonly label: string;
  /** Shows only the number, which stands for more than mentions; colour and label still tell that there is one. */
  readonly bare?: boolean;
  readonly className?: string | undefined;
}

export function Badge({ kind, count = 0, label, bare = false, className }: BadgeProps) {
  const number = count > 99 ? '99+' : String(count);
  const sign = count > 1 ? `@\u2009${number}` : '@';
  const text = kind === 'mention' && !bare ? sign : number;
  return (
    <span className={clsx(styles.badge, styles[kind], className)} title={label}>
      {kind !== 'dot' && <span aria-hidden="true">{text}</span>}
      <span className={styles.words}>{label}</span>
    </span>
  );
}
