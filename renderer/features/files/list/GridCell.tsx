// One card of a directory shown as a grid: a small picture or its kind, the name below.
import clsx from 'clsx';
import { Folder } from 'lucide-react';
import { memo, type CSSProperties, type DragEvent } from 'react';
import { useTranslation } from '#app/words';
import type { DirectoryItem } from '#contract/areas/files/filesModels';
import { Icon } from '#ui/marks/Icon';
import { formatSize } from '#ui/text/time';
import { SmallPicture } from '../SmallPicture';
import { contentCount } from '../words';
import { Marks } from './marks';
import { RenameField } from './RenameField';
import { RowName } from './RowName';
import { draggable, dropFacts } from './RowView';
import styles from './List.module.css';

export interface GridCellProps {
  readonly item: DirectoryItem;
  readonly id: string;
  readonly index: number;
  readonly top: number;
  readonly column: number;
  readonly selected: boolean;
  readonly active: boolean;
  readonly held: boolean;
  readonly cut: boolean;
  readonly renaming: boolean;
  readonly onDragStart: (event: DragEvent, item: DirectoryItem) => void;
  readonly onRenamed: (item: DirectoryItem, name: string | null) => void;
}

export const DirectoryGridCell = memo(function DirectoryGridCell(props: GridCellProps) {
  const { item, id, index, top, column, selected, active, held, cut, renaming } = props;
  const { t, i18n } = useTranslation();
  return (
    <div
      id={id}
      role="option"
      aria-selected={selected}
      data-index={index}
      data-active={active}
      {...dropFacts(item)}
      style={{ insetBlockStart: top, '--column': column } as CSSProperties}
      className={styles.cell}
      draggable={draggable(item) && !renaming}
      onDragStart={(event) => props.onDragStart(event, item)}
    >
      <div
        className={clsx(
          styles.card,
          selected && styles.selected,
          held && styles.held,
          cut && styles.faint,
        )}
      >
        <span className={styles.picture}>
          {item.kind === 'directory' ? (
            <Icon icon={Folder} size={24} />
          ) : (
            <SmallPicture file={item} size="l" />
          )}
        </span>
        <span className={styles.caption}>
          {renaming ? (
            <RenameField
              name={item.name}
              file={item.kind === 'file'}
              label={t('files.place.renameField')}
              onDone={(name) => props.onRenamed(item, name)}
            />
          ) : (
            <RowName item={item} />
          )}
        </span>
        <span className={styles.facts}>
          {item.kind === 'directory'
            ? contentCount(t, item)
            : item.sizeBytes !== null && formatSize(item.sizeBytes, i18n.language)}
          <Marks item={item} />
        </span>
      </div>
    </div>
  );
});
