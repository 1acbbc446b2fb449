// Placeholders while something loads. A skeleton appears after 150 ms and words after 300 ms, so that fast answers never flicker.
import clsx from 'clsx';
import { LoaderCircle } from 'lucide-react';
import { Icon, type IconSize } from '../marks/Icon';
import styles from './Spinner.module.css';

export function Spinner({
  size = 16,
  label,
}: {
  readonly size?: IconSize;
  readonly label?: string;
}) {
  return (
    <span
      className={styles.spinner}
      role={label === undefined ? undefined : 'status'}
      aria-label={label}
    >
      <Icon icon={LoaderCircle} size={size} />
    </span>
  );
}

/** Skeletons in the shape of the rows that follow; `label` is for screen readers. */
export function SkeletonRows({
  count,
  label,
  compact = false,
}: {
  readonly count: number;
  readonly label: string;
  readonly compact?: boolean;
}) {
  return (
    <div role="status" aria-label={label} className={styles.skeleton}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={clsx(styles.row, compact && styles.compact)}>
          <span className={styles.disc} />
          <span className={styles.bars}>
            <span className={styles.bar} />
            {!compact && <span className={clsx(styles.bar, styles.long)} />}
          </span>
        </div>
      ))}
    </div>
  );
}

export interface WaitingProps {
  readonly label: string;
  /** The window shows nothing else. */
  readonly alone?: boolean;
}

/** A placeholder for a whole pane, with a sentence after 300 ms. */
export function Waiting({ label, alone = false }: WaitingProps) {
  return (
    <div role="status" className={clsx(styles.waiting, alone && styles.alone)}>
      <Spinner size={20} />
      <span>{label}</span>
    </div>
  );
}
