// How full the space for files is, as a bar. The figures stand beside it in words.
import styles from './Storage.module.css';

export interface StorageBarProps {
  readonly bytes: number;
  readonly limitBytes: number;
}

export function StorageBar({ bytes, limitBytes }: StorageBarProps) {
  return (
    <span className={styles.bar}>
      <span
        className={styles.used}
        data-full={bytes > limitBytes || undefined}
        style={{ inlineSize: `${Math.min(100, (bytes / Math.max(1, limitBytes)) * 100)}%` }}
      />
    </span>
  );
}
