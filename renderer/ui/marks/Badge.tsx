// Exactly one badge a row: mention over count over dot.
import clsx from 'clsx';
import styles from './Badge.module.css';

export interface BadgeProps {
  readonly kind: 'mention' | 'count' | 'dot';
  /** Of a mention: all that is unread, with the mentions. */
  readonly count?: number;
  /** What the badge means, for the screen reader and the tooltip. */
  readonly label: string;
  /** Only the number, where there is no room for the sign: the colour and the label tell a mention. */
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
