// A file's name with its true extension always in view: the part before it is what gets cut.
import type { DirectoryItem } from '../../../../preload/contract/fileModels';
import { pendingId, usePending } from '../acts/pending';
import styles from './List.module.css';

/** The name in two parts, and the extension apart when the name does not end with it. */
export function nameParts(item: DirectoryItem): {
  readonly stem: string;
  readonly end: string;
  readonly apart: string | null;
} {
  if (item.kind === 'directory' || item.extension === '')
    return { stem: item.name, end: '', apart: null };
  const end = `.${item.extension}`;
  if (item.name.toLowerCase().endsWith(end) && item.name.length > end.length) {
    return {
      stem: item.name.slice(0, -end.length),
      end: item.name.slice(-end.length),
      apart: null,
    };
  }
  return { stem: item.name, end: '', apart: end };
}

export function FileName({ item }: { readonly item: DirectoryItem }) {
  const name = usePending(pendingId(item))?.name ?? item.name;
  const { stem, end, apart } = nameParts({ ...item, name });
  return (
    <>
      <span className={styles.name} title={name}>
        <bdi className={styles.stem}>{stem}</bdi>
        {end !== '' && <bdi className={styles.end}>{end}</bdi>}
      </span>
      {apart !== null && <bdi className={styles.apart}>{apart}</bdi>}
    </>
  );
}
