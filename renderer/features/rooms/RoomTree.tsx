// The virtualised list of sections and rooms as one tree for the keyboard: arrows move, Enter opens, Left and Right fold,
// letters go to the filter, or to the room that was just opened, the menu key opens the row's menu. Focus stays on the tree, so drawing fewer rows never loses it.
import clsx from 'clsx';
import { ChevronDown, ChevronRight } from 'lucide-react';
import {
  memo,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  type RefObject,
} from 'react';
import { useTranslation } from '#app/words';
import type { RoomListItem, RoomRow, RoomSection } from '#contract/areas/rooms/roomsModels';
import { Badge } from '#ui/marks/Badge';
import { Icon } from '#ui/marks/Icon';
import spoken from '#ui/styles/Spoken.module.css';
import list from '#ui/lists/ListRow.module.css';
import type { MenuPoint } from '#ui/overlays/Menu';
import { useStable } from '#ui/useStable';
import { useFollowed, useRevealed, useTreeRows } from '#ui/lists/useTreeRows';
import { layoutOf, rowHeight } from './layout';
import { sectionBadge } from './preview';
import { RoomRowView } from './RoomRowView';
import { useNear, type Near } from './useNear';
import styles from './RoomList.module.css';

export interface RoomTreeProps {
  readonly items: readonly RoomListItem[];
  readonly selectedRoomId: string | null;
  readonly nowMs: number;
  readonly onOpen: (roomId: string) => void;
  /** The pointer rests on a room or presses it, or the keyboard stands on it: it may be opened next. */
  readonly onNear: (roomId: string) => void;
  readonly onToggle: (section: RoomSection) => void;
  readonly onMenu: (row: RoomRow, at: MenuPoint) => void;
  /** `claimed`: since a room was opened from here the keyboard has not gone elsewhere. False: it was not taken. */
  readonly onType: (character: string, claimed: boolean) => boolean;
  /** The last rows are in view. */
  readonly onNearEnd: () => void;
  readonly treeRef: Ref<HTMLDivElement>;
  /** Id of the heading that names the tree, where it is not the list of all rooms. */
  readonly labelledBy: string | undefined;
  /** The space of which these are the rooms; null: of none. */
  readonly of: string | null;
  /** Rows of one line. */
  readonly compact: boolean;
  /** The rows are an answer to this: headings only name them, and where one comes in the first hit is the place. Null: all rooms. */
  readonly answerTo: string | null;
}

/** The tree, for whoever hands the focus back to the list. */
export const roomTreeId = 'room-tree';

export function RoomTree(props: RoomTreeProps) {
  const { items, selectedRoomId, onNearEnd, treeRef } = props;
  const { t } = useTranslation();
  const id = useId();
  const { compact, answerTo } = props;
  const [stands, setStands] = useState<Standing>(nowhere);
  const setActiveKey = useCallback(
    (key: string | null) =>
      setStands((old) => (old.key === key && old.answerTo === answerTo ? old : { key, answerTo })),
    [answerTo],
  );
  const layout = useMemo(
    () =>
      layoutOf(
        items.map((item) => item.kind),
        compact,
      ),
    [items, compact],
  );
  const firstWith = (index: number) => (items[index - 1]?.kind === 'section' ? index - 1 : index);
  const rows = useTreeRows({ treeRef, kind: 'rooms', layout, beside: 'screen', firstWith });
  const { from, to, view, reveal } = rows;
  const selectedKey = items.find((item) => isRoom(item, selectedRoomId))?.key ?? null;
  const active = activeOf(items, stands, answerTo, selectedKey);

  const ends = layout.total - view.top - view.height < 10 * rowHeight;
  useEffect(() => {
    if (ends) onNearEnd();
  }, [ends, items.length, onNearEnd]);

  const selectedAt = indexOfKey(items, selectedKey) ?? -1;
  const show = useStable((index: number) => {
    if (answerTo === null) setActiveKey(selectedKey);
    reveal(index);
  });
  const { of } = props;
  const was = useRef(of);
  // The list of another space begins at its top, or where the open room comes into view.
  useLayoutEffect(() => {
    if (was.current !== of) reveal(0);
    was.current = of;
  }, [of, reveal]);
  useRevealed(selectedKey && `${of} ${selectedKey}`, selectedAt, show);
  useFollowed(selectedKey, selectedAt, layout, rows);

  const claims = useRef(false);
  const onOpen = (roomId: string): void => {
    claims.current = true;
    props.onOpen(roomId);
  };
  const near = useNear(props.onNear);
  const folds = answerTo === null;
  const onPress = useStable((item: RoomListItem) => {
    if (item.kind === 'section' && !folds) return;
    setActiveKey(item.key);
    activate(item, onOpen, props.onToggle);
  });
  const onMenu = useStable(props.onMenu);
  const onKeyDown = useTreeKeys({ ...props, onOpen, active, setActiveKey, reveal, claims });
  const onContextMenu = (event: MouseEvent<HTMLDivElement>) => {
    const { index, at } = rows.menuOf(event, active);
    const item = items[index];
    if (item?.kind !== 'room') return;
    event.preventDefault();
    setActiveKey(item.key);
    props.onMenu(item, at);
  };

  return (
    <div
      ref={rows.ref}
      id={roomTreeId}
      role="tree"
      aria-label={t('rooms.list')}
      aria-labelledby={props.labelledBy}
      tabIndex={0}
      aria-activedescendant={active >= from && active < to ? `${id}-${active}` : undefined}
      className={clsx(list.list, styles.tree, compact && styles.compact)}
      onKeyDown={onKeyDown}
      onBlur={() => (claims.current = false)}
      onContextMenu={onContextMenu}
    >
      <div className={list.canvas} style={{ height: layout.total }} role="presentation">
        {items.slice(from, to).map((item, offset) => (
          <TreeItem
            key={item.key}
            {...{ item, near, folds, compact, onPress, onMenu }}
            nowMs={props.nowMs}
            id={`${id}-${from + offset}`}
            index={from + offset}
            top={layout.tops[from + offset] ?? 0}
            active={active === from + offset}
            selected={item.key === selectedKey}
          />
        ))}
      </div>
    </div>
  );
}

const isRoom = (item: RoomListItem, roomId: string | null): boolean =>
  item.kind === 'room' && item.roomId === roomId;

function indexOfKey(items: readonly RoomListItem[], key: string | null): number | null {
  const index = key === null ? -1 : items.findIndex((item) => item.key === key);
  return index < 0 ? null : index;
}

/** The row with the keyboard's cursor, and the answer of the engine in which it came there. */
interface Standing {
  readonly key: string | null;
  readonly answerTo: string | null;
}
const nowhere: Standing = { key: null, answerTo: null };

/** A new answer begins with its first hit, whatever was chosen before. */
function activeOf(
  items: readonly RoomListItem[],
  stands: Standing,
  answerTo: string | null,
  selectedKey: string | null,
): number {
  const here = stands.answerTo === answerTo ? indexOfKey(items, stands.key) : null;
  if (answerTo === null) return here ?? indexOfKey(items, selectedKey) ?? 0;
  return here ?? Math.max(0, hitFrom(items, 0, 1));
}

/** The room at this place or further on, against the order with -1; -1: none. */
function hitFrom(items: readonly RoomListItem[], index: number, step: 1 | -1): number {
  let at = index;
  while (items[at]?.kind === 'section') at += step;
  return items[at] === undefined ? -1 : at;
}

interface TreeKeys extends RoomTreeProps {
  readonly active: number;
  readonly setActiveKey: (key: string) => void;
  readonly reveal: (index: number) => void;
  readonly claims: RefObject<boolean>;
}

function useTreeKeys(props: TreeKeys) {
  const { items, active, setActiveKey, reveal, onOpen, onNear, onToggle, onType, claims } = props;
  const folds = props.answerTo === null;
  const move = (index: number) => {
    const within = Math.max(0, Math.min(items.length - 1, index));
    const hit = folds ? within : hitFrom(items, within, within < active ? -1 : 1);
    const next = items[hit === -1 ? active : hit];
    if (next === undefined) return;
    claims.current = false;
    if (next.kind === 'room') onNear(next.roomId);
    setActiveKey(next.key);
    reveal(items.indexOf(next));
  };
  const sectionAbove = () => {
    for (let index = active - 1; index >= 0; index -= 1) {
      if (items[index]?.kind === 'section') return index;
    }
    return active;
  };
  return (event: KeyboardEvent) => {
    const item = items[active];
    if (item === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const rtl = document.documentElement.dir === 'rtl';
    const close = rtl ? 'ArrowRight' : 'ArrowLeft';
    const open = rtl ? 'ArrowLeft' : 'ArrowRight';
    if (event.key === 'ArrowDown') move(active + 1);
    else if (event.key === 'ArrowUp') move(active - 1);
    else if (event.key === 'Home') move(0);
    else if (event.key === 'End') move(items.length - 1);
    else if (event.key === 'PageDown') move(active + 8);
    else if (event.key === 'PageUp') move(active - 8);
    else if (event.key === 'Enter') activate(item, onOpen, folds ? onToggle : undefined);
    else if (event.key === close && item.kind === 'room') move(folds ? sectionAbove() : active);
    else if (event.key === close && item.kind === 'section' && !item.collapsed && folds)
      onToggle(item.section);
    else if (event.key === open && item.kind === 'section' && item.collapsed && folds)
      onToggle(item.section);
    else if (event.key.length !== 1 || !onType(event.key, claims.current)) return;
    event.preventDefault();
  };
}

function activate(
  item: RoomListItem,
  onOpen: RoomTreeProps['onOpen'],
  onToggle: RoomTreeProps['onToggle'] | undefined,
): void {
  if (item.kind === 'room') onOpen(item.roomId);
  else onToggle?.(item.section);
}

interface TreeItemProps extends Pick<RoomTreeProps, 'nowMs' | 'compact' | 'onMenu'> {
  readonly item: RoomListItem;
  readonly id: string;
  readonly index: number;
  readonly top: number;
  readonly active: boolean;
  readonly selected: boolean;
  readonly near: Near;
  /** A press on the heading of a section folds it. */
  readonly folds: boolean;
  readonly onPress: (item: RoomListItem) => void;
}

/** Memoised, so that a switch of rooms draws two rows anew and not all. */
const TreeItem = memo(function TreeItem(props: TreeItemProps) {
  const { item, id, index, top, active, selected, near, folds } = props;
  const { t } = useTranslation();
  const shared = {
    id,
    role: 'treeitem',
    'data-index': index,
    'data-active': active,
    style: { insetBlockStart: top },
    onClick: () => props.onPress(item),
  } as const;
  if (item.kind === 'section') {
    const name = t(`rooms.section.${item.section}`);
    const badge = sectionBadge(t, item.news);
    const total = t('rooms.sectionTotal', { section: name, count: item.total });
    return (
      <div
        {...shared}
        aria-level={1}
        aria-expanded={!item.collapsed}
        // The sign of a mention is text, so that a label beside it would not say what is written here.
        aria-label={badge === null ? total : undefined}
        className={styles.section}
      >
        {folds && (
          <Icon
            icon={item.collapsed ? ChevronRight : ChevronDown}
            size={12}
            directional={item.collapsed}
          />
        )}
        <span aria-hidden={badge !== null}>{name}</span>
        {/* Drawn by the style sheet: the label says it already, and the label's text is what is written here. */}
        {item.collapsed && <span className={styles.total} data-total={item.total} />}
        {badge !== null && (
          <>
            <span className={spoken.spoken}>{`${total}, `}</span>
            <Badge {...badge} className={styles.news} />
          </>
        )}
      </div>
    );
  }
  return (
    <div
      {...shared}
      aria-level={2}
      aria-selected={selected}
      onPointerEnter={() => near.rests(item.roomId)}
      onPointerLeave={() => near.leaves()}
      onPointerDown={() => near.presses(item.roomId)}
      className={clsx(list.slot, styles.slot)}
    >
      <RoomRowView
        row={item}
        nowMs={props.nowMs}
        selected={selected}
        compact={props.compact}
        onMenu={props.onMenu}
      />
    </div>
  );
});
