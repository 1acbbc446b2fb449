// The name and the status of a call, for cards outside its stage.
import clsx from 'clsx';
import { Name } from '#ui/text/Name';
import styles from './CallWords.module.css';

export interface CallWordsProps {
  readonly name: string;
  readonly status: string;
  /** The account of the call, where another one is on show. */
  readonly beside?: string | null;
  readonly className?: string | undefined;
}

export function CallWords({ name, status, beside = null, className }: CallWordsProps) {
  return (
    <div className={clsx(styles.words, className)}>
      <Name cut className={styles.name}>
        {name}
      </Name>
      <span className={styles.status}>
        {status}
        {beside !== null && ' · '}
        {beside !== null && <span className={styles.account}>{beside}</span>}
      </span>
    </div>
  );
}
