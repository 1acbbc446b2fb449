// The heads of the columns: a press sorts, a second one turns the order round. With the keys the menu of the directory does it.
import clsx from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from '#app/words';
import type { FileSort } from '#contract/areas/files/filesModels';
import { Icon } from '#ui/marks/Icon';
import styles from './List.module.css';

export type Column = 'name' | 'kind' | 'changed' | 'size' | 'version';

/** Newest, largest and highest first; names and kinds from A. */
export const sortedBy = (sort: FileSort, by: Column): FileSort =>
  sort.by === by
    ? { by, descending: !sort.descending }
    : { by, descending: by !== 'name' && by !== 'kind' };

export const columns: readonly Column[] = ['name', 'kind', 'changed', 'size', 'version'];

const classes: Readonly<Record<Column, string | undefined>> = {
  name: styles.headName,
  kind: styles.kindCell,
  changed: styles.changed,
  size: styles.end_,
  version: clsx(styles.end_, styles.version),
};

export interface HeadRowProps {
  readonly sort: FileSort;
  readonly onSort: (sort: FileSort) => void;
}

export function HeadRow({ sort, onSort }: HeadRowProps) {
  const { t } = useTranslation();
  return (
    <div role="row" aria-rowindex={1} className={styles.head}>
      {columns.map((column) => {
        const on = sort.by === column;
        return (
          <span
            key={column}
            role="columnheader"
            aria-sort={on ? (sort.descending ? 'descending' : 'ascending') : 'none'}
            className={classes[column]}
          >
            <button
              type="button"
              tabIndex={-1}
              className={styles.headButton}
              onClick={() => onSort(sortedBy(sort, column))}
            >
              {t(`files.column.${column}`)}
              {on && <Icon icon={sort.descending ? ArrowDown : ArrowUp} size={12} />}
            </button>
          </span>
        );
      })}
      <span role="columnheader" className={styles.who}>
        <span className={styles.words}>{t('files.column.by')}</span>
      </span>
    </div>
  );
}
