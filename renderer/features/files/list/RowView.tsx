// One row of a directory, 36 px: kind, name, marks, when, how large, which version, by whom.
import clsx from 'clsx';
import { Folder } from 'lucide-react';
import { memo, type CSSProperties, type DragEvent } from 'react';
import { useTranslation } from '#app/words';
import type { DirectoryItem } from '#contract/areas/files/filesModels';
import { MediaAvatar } from '#app/MediaAvatar';
import { Icon } from '#ui/marks/Icon';
import { formatFull, formatSize } from '#ui/text/time';
import { dropAttributes } from '../drop/drags';
import { KindIcon } from '../KindIcon';
import { changedWords, contentCount, kindWord } from '../words';

import { Marks, UploadWord } from './marks';
import { RenameField } from './RenameField';
import { RowName } from './RowName';
import styles from './List.module.css';

export interface RowViewProps {
  readonly item: DirectoryItem;
  readonly id: string;
  readonly index: number;
  readonly top: number;
  readonly nowMs: number;
  readonly selected: boolean;
  readonly active: boolean;
  /** Something that may be dropped here is held over it. */
  readonly held: boolean;
  /** Cut, and not pasted yet. */
  readonly cut: boolean;
  readonly renaming: boolean;
  readonly onDragStart: (event: DragEvent, item: DirectoryItem) => void;
  readonly onRenamed: (item: DirectoryItem, name: string | null) => void;
}

/** A directory takes what is dropped on it; a file leaves it to the directory that it lies in. */
export const dropFacts = (item: DirectoryItem) =>
  item.kind === 'directory'
    ? dropAttributes({
        key: item.key,
        roomId: item.roomId,
        name: item.name,
        upload: item.actions.upload,
        createDirectory: item.actions.createDirectory,
      })
    : {};

export const draggable = (item: DirectoryItem): boolean =>
  item.kind === 'directory' || item.actions.move || item.actions.copy;

export const RowView = memo(function RowView(props: RowViewProps) {
  const { item, id, index, top, nowMs, selected, active, held, cut, renaming } = props;
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  const size =
    item.kind === 'directory'
      ? contentCount(t, item)
      : item.sizeBytes === null
        ? ''
        : formatSize(item.sizeBytes, language);
  const uploading = item.kind === 'file' && item.transferId !== null && item.entryId === null;
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-index={index}
      data-active={active}
      {...dropFacts(item)}
      style={{ insetBlockStart: top } as CSSProperties}
      className={clsx(
        styles.row,
        selected && styles.selected,
        held && styles.held,
        (cut || uploading) && styles.faint,
      )}
      draggable={draggable(item) && !renaming}
      onDragStart={(event) => props.onDragStart(event, item)}
    >
      <span role="gridcell" className={styles.first}>
        <Sign item={item} />
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
        <Marks item={item} />
      </span>
      <span role="gridcell" className={clsx(styles.meta, styles.kindCell)}>
        {item.kind === 'directory' ? t('files.place.folder') : kindWord(t, item.fileKind)}
      </span>
      <span
        role="gridcell"
        className={clsx(styles.meta, styles.changed)}
        title={item.changedMs > 0 ? formatFull(item.changedMs, language) : undefined}
      >
        {uploading
          ? item.transferId !== null && <UploadWord transferId={item.transferId} />
          : item.changedMs > 0 && changedWords(t, item.changedMs, nowMs, language)}
      </span>
      <span role="gridcell" className={clsx(styles.meta, styles.end_)}>
        {size}
      </span>
      <span role="gridcell" className={clsx(styles.meta, styles.end_, styles.version)}>
        {item.kind === 'file' && item.version > 0 && item.version}
      </span>
      <span role="gridcell" className={styles.who} title={item.changedBy?.name}>
        {item.changedBy !== null && (
          <>
            <MediaAvatar
              id={item.changedBy.userId}
              name={item.changedBy.name}
              avatar={item.changedBy.avatar}
              size={24}
            />
            <span className={styles.words}>{item.changedBy.name}</span>
          </>
        )}
      </span>
    </div>
  );
});

function Sign({ item }: { readonly item: DirectoryItem }) {
  if (item.kind === 'file') return <KindIcon kind={item.fileKind} />;
  return (
    <span className={styles.folder}>
      <Icon icon={Folder} size={20} />
    </span>
  );
}
