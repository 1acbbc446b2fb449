// One row of the tree, 32 px: how deep, whether it unfolds, its name, and marks of the exception at the end.
import clsx from 'clsx';
import {
  ChevronDown,
  ChevronRight,
  CircleAlert,
  CloudDownload,
  Eye,
  FolderHeart,
  LockOpen,
  Users,
} from 'lucide-react';
import { memo, type CSSProperties } from 'react';
import { useTranslation } from '#app/words';
import type { TreeItem, TreeNode } from '#contract/areas/files/directoriesModels';
import { Badge } from '#ui/marks/Badge';
import { Icon, type LucideIcon } from '#ui/marks/Icon';
import { Button } from '#ui/controls/Button';
import { Name } from '#ui/text/Name';
import { Spinner } from '#ui/layout/Spinner';
import { usePending } from '../acts/pending';
import { ActMark } from '../list/marks';
import { dropAttributes, useDrag, type Drag, type DropZone } from '../drop/drags';
import { RenameField } from '../list/RenameField';
import { problemWords } from '../words';
import { FolderMark } from './FolderMark';
import type { TreeRowActs } from './treeProps';
import styles from './Tree.module.css';
import { isolate } from '#ui/text/isolate';

interface RowProps extends TreeRowActs {
  readonly item: TreeItem;
  readonly hidden: boolean;
  readonly id: string;
  readonly index: number;
  readonly top: number;
  readonly active: boolean;
  readonly selected: boolean;
  /** Its answers stand beside the tree. */
  readonly answered: boolean;
  readonly renaming: boolean;
  readonly held: DropZone | null;
  readonly onActivate: (key: string) => void;
}

export const TreeRow = memo(function TreeRow(props: RowProps) {
  const { item, id, index, top, active, selected, hidden } = props;
  const drag = useDrag();
  const { t } = useTranslation();
  const pending = usePending(item.kind === 'directory' ? item.roomId : null);
  const shared = {
    id,
    'data-index': index,
    'data-active': active,
    style: { insetBlockStart: top } as CSSProperties,
  } as const;
  if (item.kind === 'section') {
    if (hidden) return null;
    return (
      <div {...shared} role="presentation" className={styles.section}>
        {t(`files.section.${item.section}`)}
      </div>
    );
  }
  const press = () => {
    props.onActivate(item.key);
    props.onOpen(item.roomId);
  };
  if (item.kind === 'invite') {
    return (
      <div
        {...shared}
        role="treeitem"
        aria-level={1}
        aria-selected={selected}
        className={clsx(styles.slot, props.answered ? styles.answeredSlot : styles.inviteSlot)}
        onClick={press}
      >
        <InviteRow {...props} item={item} />
      </div>
    );
  }
  return (
    <div
      {...shared}
      role="treeitem"
      aria-level={item.depth + 1}
      aria-selected={selected}
      aria-posinset={item.index + 1}
      aria-setsize={item.siblings}
      {...(item.hasChildren ? { 'aria-expanded': item.expanded } : {})}
      {...dropAttributes({
        key: item.key,
        roomId: item.roomId,
        name: item.name,
        upload: item.actions.upload,
        createDirectory: item.actions.createDirectory,
        parentId: item.parentId,
        index: item.index,
      })}
      className={styles.slot}
      draggable={item.parentId !== null}
      onDragStart={(event) => beginDrag(drag, event.dataTransfer, item)}
      onClick={press}
    >
      <div
        className={clsx(
          styles.row,
          item.depth === 0 && styles.root,
          selected && styles.selected,
          props.held !== null && styles[`held_${props.held}`],
        )}
        style={{ '--depth': item.depth } as CSSProperties}
      >
        <Fold node={item} onExpand={props.onExpand} />
        <span className={styles.folder}>
          <FolderMark node={item} />
        </span>
        {props.renaming ? (
          <RenameField
            name={item.name}
            label={t('files.place.renameField')}
            onDone={(name) => {
              props.onRename(null);
              if (name !== null) props.onRenamed(item, name);
            }}
          />
        ) : (
          <Name cut className={styles.name}>
            {pending?.name ?? item.name}
          </Name>
        )}
        {pending !== null && <Spinner label={t('files.place.working')} />}
        <ActMark id={item.roomId} />
        {marksOf(item).map((mark) => (
          <Mark key={mark.kind} {...mark} node={item} />
        ))}
        {item.dot && <Badge kind="dot" label={t('files.place.newFiles')} className={styles.dot} />}
      </div>
    </div>
  );
});

function beginDrag(drag: Drag, transfer: DataTransfer, node: TreeNode): void {
  const { roomId, name, parentId } = node;
  if (parentId === null) return;
  drag.begin(transfer, { fromId: parentId, files: [], directories: [{ roomId, name, parentId }] });
}

function Fold({
  node,
  onExpand,
}: {
  readonly node: TreeNode;
  readonly onExpand: TreeRowActs['onExpand'];
}) {
  if (!node.hasChildren) return <span className={styles.noFold} />;
  return (
    // For the mouse; the keyboard has the arrows.
    <span
      aria-hidden="true"
      className={styles.fold}
      onClick={(event) => {
        event.stopPropagation();
        onExpand([node.roomId], !node.expanded);
      }}
    >
      <Icon icon={node.expanded ? ChevronDown : ChevronRight} directional={!node.expanded} />
    </span>
  );
}

interface MarkKind {
  readonly kind: 'problem' | 'open' | 'kept' | 'viewer' | 'shared' | 'loading';
  readonly icon: LucideIcon;
}

/** Its problem alone, else whether one may only view it and whether it is on this computer; with neither, that it is shared. */
function marksOf(node: TreeNode): readonly MarkKind[] {
  if (node.problem === 'not_encrypted') return [{ kind: 'open', icon: LockOpen }];
  if (node.problem !== null) return [{ kind: 'problem', icon: CircleAlert }];
  const marks: MarkKind[] = node.role === 'viewer' ? [{ kind: 'viewer', icon: Eye }] : [];
  if (node.onDisk.kept === 'kept')
    marks.push(
      node.onDisk.state === 'all'
        ? { kind: 'kept', icon: FolderHeart }
        : { kind: 'loading', icon: CloudDownload },
    );
  // The folders below it are shared with it.
  if (marks.length === 0 && node.depth === 0 && node.others !== undefined)
    marks.push({ kind: 'shared', icon: Users });
  return marks;
}

const markWords = {
  kept: 'files.onDisk.kept',
  loading: 'files.onDisk.waiting',
  viewer: 'files.place.viewOnly',
  shared: 'files.place.sharedWith',
} as const;

function Mark({ kind, icon, node }: MarkKind & { readonly node: TreeNode }) {
  const { t } = useTranslation();
  const words = node.problem === null ? null : problemWords(t, node.problem);
  const label =
    words?.title ??
    t(markWords[kind === 'problem' || kind === 'open' ? 'loading' : kind], {
      count: node.others ?? 0,
    });
  return (
    <span
      role="img"
      aria-label={label}
      title={words === null ? label : `${words.title}. ${words.text}`}
      className={clsx(styles.mark, words !== null && styles.bad)}
    >
      <Icon icon={icon} />
    </span>
  );
}

function InviteRow({
  item,
  selected,
  answered,
  onAccept,
  onDecline,
}: Pick<RowProps, 'selected' | 'answered' | 'onAccept' | 'onDecline'> & {
  readonly item: Extract<TreeItem, { kind: 'invite' }>;
}) {
  const { t } = useTranslation();
  const { roomId, name, inviter, directories } = item;
  return (
    <div className={clsx(styles.invite, selected && styles.selected)}>
      <span className={styles.inviteWords}>
        <Name cut className={styles.inviteName}>
          {name}
        </Name>
        <span className={styles.inviter}>
          {inviter === null
            ? t('files.place.invitedCount', { count: directories })
            : t('files.place.invitedBy', { name: isolate(inviter.name) })}
        </span>
      </span>
      {!answered && (
        <span className={styles.answers}>
          <Button
            size="s"
            aria-label={t('files.place.decline', { name })}
            onPress={() => onDecline(roomId)}
          >
            {t('files.menu.decline')}
          </Button>
          <Button
            size="s"
            variant="primary"
            aria-label={t('files.place.accept', { name })}
            onPress={() => onAccept(roomId)}
          >
            {t('files.menu.accept')}
          </Button>
        </span>
      )}
    </div>
  );
}
