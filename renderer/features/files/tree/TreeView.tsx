// The virtualised tree of directories. Focus stays on the tree, so drawing fewer rows never loses it.
import { useId, useMemo, useState, type MouseEvent } from 'react';
import { useTranslation } from '#app/words';
import type { TreeItem } from '#contract/areas/files/directoriesModels';
import list from '#ui/lists/ListRow.module.css';
import { useStable } from '#ui/useStable';
import { useRevealed, useTreeRows } from '#ui/lists/useTreeRows';
import { layoutOf } from '#ui/lists/virtual';
import { useHeld } from '../drop/drags';
import { useLostName } from '../list/useLostName';
import { TreeRow } from './TreeRow';
import type { TreeRowActs, TreeViewProps } from './treeProps';
import { useTreeKeys } from './useTreeKeys';
import styles from './Tree.module.css';

/** The tree, for whoever hands the focus back to it. */
export const filesTreeId = 'files-tree';

/** A heading above all has no rows to stand apart from. */
const firstHeading = 28;
const heights = { section: 40, invite: 84, directory: 32 } as const;
/** An invitation whose answers stand beside the tree. */
const answeredInvite = 52;

/** A heading above the own trees would say nothing while they are all there is above. */
export const headingShown = (items: readonly TreeItem[], item: TreeItem): boolean =>
  item.kind === 'section' && !(item.section === 'mine' && items[0] === item);

export function TreeView(props: TreeViewProps) {
  const { items, selectedId, answeredId, treeRef } = props;
  const { t } = useTranslation();
  const id = useId();
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const held = useHeld();
  const layout = useMemo(
    () =>
      layoutOf(
        items.map((item, index) => {
          if (item.kind === 'invite' && item.roomId === answeredId) return answeredInvite;
          if (item.kind !== 'section') return heights[item.kind];
          if (!headingShown(items, item)) return 0;
          return index === 0 ? firstHeading : heights.section;
        }),
      ),
    [items, answeredId],
  );
  const rows = useTreeRows({ treeRef, kind: 'tree', layout });
  const { from, to, reveal } = rows;
  const active = activeIndex(items, activeKey, selectedId);
  const show = useStable((index: number) => {
    setActiveKey(items[index]?.key ?? null);
    reveal(index);
  });
  const selectedAt = items.findIndex((item) => isOf(item, selectedId));
  useRevealed(selectedId, selectedAt, show);

  const rowActs: TreeRowActs = {
    onOpen: useStable(props.onOpen),
    onExpand: useStable(props.onExpand),
    onRename: useStable(props.onRename),
    onRenamed: useStable(props.onRenamed),
    onAccept: useStable(props.onAccept),
    onDecline: useStable(props.onDecline),
  };
  const onKeyDown = useTreeKeys({ ...props, active, setActiveKey, reveal });
  const isForField = useLostName(items, props.renaming, () => props.onRename(null));
  const onContextMenu = (event: MouseEvent<HTMLDivElement>) => {
    const { index, at } = rows.menuOf(event, active);
    const item = items[index];
    if (item === undefined || item.kind === 'section') return;
    event.preventDefault();
    setActiveKey(item.key);
    props.onMenu(item, at);
  };

  return (
    <div
      ref={rows.ref}
      id={filesTreeId}
      role="tree"
      aria-label={t('files.place.tree')}
      tabIndex={0}
      aria-activedescendant={active >= from && active < to ? `${id}-${active}` : undefined}
      className={styles.tree}
      onKeyDown={(event) => isForField(event) || onKeyDown(event)}
      onContextMenu={onContextMenu}
    >
      <div className={list.canvas} style={{ height: layout.total }} role="presentation">
        {items.slice(from, to).map((item, offset) => (
          <TreeRow
            key={item.key}
            {...rowActs}
            item={item}
            hidden={item.kind === 'section' && !headingShown(items, item)}
            id={`${id}-${from + offset}`}
            index={from + offset}
            top={layout.tops[from + offset] ?? 0}
            active={active === from + offset}
            selected={isOf(item, selectedId)}
            answered={isOf(item, answeredId)}
            renaming={props.renaming === item.key}
            held={held !== null && held.allowed && held.key === item.key ? held.zone : null}
            onActivate={setActiveKey}
          />
        ))}
      </div>
    </div>
  );
}

const isOf = (item: TreeItem, roomId: string | null): boolean =>
  item.kind !== 'section' && item.roomId === roomId;

function activeIndex(
  items: readonly TreeItem[],
  activeKey: string | null,
  selectedId: string | null,
): number {
  const byKey = items.findIndex((item) => item.key === activeKey);
  if (byKey >= 0) return byKey;
  const selected = items.findIndex((item) => isOf(item, selectedId));
  return selected >= 0
    ? selected
    : Math.max(
        0,
        items.findIndex((item) => item.kind !== 'section'),
      );
}
