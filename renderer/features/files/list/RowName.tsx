// A file's name in a row of a directory: what it will be called while it is renamed.
import type { DirectoryItem } from '#contract/areas/files/filesModels';
import { FileName } from '#ui/text/FileName';
import { pendingId, usePending } from '../acts/pending';
import styles from './List.module.css';

export function RowName({ item }: { readonly item: DirectoryItem }) {
  const name = usePending(pendingId(item))?.name ?? item.name;
  return (
    <FileName className={styles.name} extension={item.kind === 'directory' ? '' : item.extension}>
      {name}
    </FileName>
  );
}
