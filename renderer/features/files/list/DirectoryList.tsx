// The rows of a directory below each other, virtualised; the keyboard's focus stays on the list itself.
import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  type CSSProperties,
  type DragEvent,
  type ReactNode,
} from 'react';
import { useTranslation } from '#app/words';
import type { DirectoryItem, FileSort } from '#contract/areas/files/filesModels';
import { isFocusLost, useKeptFocus } from '#ui/focus/lostFocus';
import { useStable } from '#ui/useStable';
import { dropAttributes, useHeld } from '../drop/drags';
import { drawnRows, evenLayout, scrollToShow, useView, viewOf } from '#ui/lists/virtual';
import { DirectoryGridCell } from './GridCell';
import { useFocusInTurn } from '../useTurn';
import { HeadRow } from './HeadRow';
import { RowView } from './RowView';
import { useLostName } from './useLostName';
import { useListing, type ListingActs } from './useListing';
import styles from './List.module.css';

export interface DirectoryListProps extends ListingActs {
  readonly roomId: string;
  readonly name: string;
  readonly mayUpload: boolean;
  readonly mayCreateDirectory: boolean;
  readonly items: readonly DirectoryItem[];
  /** More than there are items while the rest is not here yet. */
  readonly count: number;
  readonly view: 'list' | 'grid';
  readonly sort: FileSort;
  readonly selected: readonly string[];
  readonly cut: ReadonlySet<string>;
  readonly renaming: string | null;
  readonly nowMs: number;
  /** Brought into view once, by key. */
  readonly reveal: string | null;
  readonly onRevealed: () => void;
  readonly onSort: (sort: FileSort) => void;
  readonly onNeed: (row: number) => void;
  readonly onDrag: (event: DragEvent, chosen: readonly DirectoryItem[]) => void;
  readonly onRenamed: (item: DirectoryItem, name: string | null) => void;
  /** The row went away while its name was being written. */
  readonly onNameLost: (item: DirectoryItem) => void;
  /** Instead of rows. Beside the grid, not in it: a grid holds nothing but rows. */
  readonly children: ReactNode;
}

/** The list, for whoever hands the focus back to it. */
export const filesListId = 'files-list';

const rowHeight = 36;
const headHeight = 36;
const cellHeight = 184;
const cellWidth = 152;
const gridEdge = 8;

export function DirectoryList(props: DirectoryListProps) {
  const { roomId, name, items, count, view: shape, selected, children } = props;
  const { t } = useTranslation();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const view = useView(scroller, shape);
  const held = useHeld();
  const grid = shape === 'grid';
  const columns = grid ? Math.max(1, Math.floor((view.width - gridEdge) / cellWidth)) : 1;
  const above = grid ? 0 : headHeight;
  const layout = useMemo(
    () => evenLayout(Math.ceil(count / columns), grid ? cellHeight : rowHeight),
    [count, columns, grid],
  );
  const { from, to } = drawnRows(layout, view);
  const chosenKeys = useMemo(() => new Set(selected), [selected]);

  const reveal = useCallback(
    (index: number) => {
      const element = scroller.current;
      if (element === null) return;
      const row = Math.floor(index / columns);
      element.scrollTop = scrollToShow(layout, row, viewOf(element), above);
    },
    [layout, columns, above],
  );
  const rowsOfAPage = Math.max(1, Math.floor(view.height / (grid ? cellHeight : rowHeight)) - 1);
  const listing = useListing({ ...props, columns, rowsOfAPage, reveal });
  const isForField = useLostName(items, props.renaming, props.onNameLost);
  useTop(scroller, roomId);
  useFocusInTurn(scroller, { of: 'content', beside: false });
  // The upload button of an empty directory is beside the list.
  useKeptFocus(scroller, true);
  const focus = useCallback(() => scroller.current?.focus({ preventScroll: true }), []);
  useReveal(props, reveal, focus);
  const { onNeed } = props;
  useEffect(() => onNeed(to * columns), [onNeed, to, columns]);

  const onDragStart = useStable((event: DragEvent, item: DirectoryItem) => {
    const with_ = chosenKeys.has(item.key);
    if (!with_) listing.take(item.key, 'only');
    props.onDrag(event, with_ ? items.filter(({ key }) => chosenKeys.has(key)) : [item]);
  });
  const onRenamed = useStable(props.onRenamed);

  const { active } = listing;
  const first = from * columns;
  const rows = items.slice(first, to * columns);
  const over = held !== null && held.allowed && held.key === `in ${roomId}`;
  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        id={filesListId}
        role={grid ? 'listbox' : 'grid'}
        aria-label={t('files.place.list', { name })}
        aria-multiselectable="true"
        {...(grid ? { 'aria-orientation': 'horizontal' as const } : { 'aria-rowcount': count + 1 })}
        aria-activedescendant={
          active >= first && active < first + rows.length ? `${id}-${active}` : undefined
        }
        tabIndex={0}
        className={styles.list}
        data-over={over}
        {...dropAttributes({
          key: `in ${roomId}`,
          roomId,
          name,
          upload: props.mayUpload,
          createDirectory: props.mayCreateDirectory,
        })}
        onFocus={listing.onFocus}
        onKeyDown={(event) => isForField(event) || listing.onKeyDown(event)}
        onClick={listing.onClick}
        onDoubleClick={listing.onDoubleClick}
        onContextMenu={listing.onContextMenu}
      >
        {!grid && <HeadRow sort={props.sort} onSort={props.onSort} />}
        <div
          role={grid ? 'presentation' : 'rowgroup'}
          data-canvas
          className={grid ? styles.gridCanvas : styles.canvas}
          style={{ height: layout.total, '--columns': columns } as CSSProperties}
        >
          {rows.map((item, offset) => {
            const index = first + offset;
            const shared = {
              item,
              index,
              id: `${id}-${index}`,
              selected: chosenKeys.has(item.key),
              active: active === index,
              held: held !== null && held.allowed && held.key === item.key,
              cut: props.cut.has(item.key),
              renaming: props.renaming === item.key,
              onDragStart,
              onRenamed,
            };
            const top = layout.tops[Math.floor(index / columns)] ?? 0;
            return grid ? (
              <DirectoryGridCell key={item.key} {...shared} top={top} column={index % columns} />
            ) : (
              <RowView key={item.key} {...shared} top={top} nowMs={props.nowMs} />
            );
          })}
        </div>
      </div>
      <div className={styles.instead}>{children}</div>
    </div>
  );
}

/** Another directory begins at its top. */
function useTop(scroller: React.RefObject<HTMLDivElement | null>, roomId: string): void {
  useLayoutEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = 0;
  }, [scroller, roomId]);
}

function useReveal(
  { items, reveal: wanted, onRevealed }: DirectoryListProps,
  reveal: (index: number) => void,
  focus: () => void,
): void {
  useLayoutEffect(() => {
    const index = wanted === null ? -1 : items.findIndex(({ key }) => key === wanted);
    if (index < 0) return;
    reveal(index);
    // The found row that led here is gone, so the focus moves into the list.
    if (isFocusLost()) focus();
    onRevealed();
  }, [items, wanted, reveal, focus, onRevealed]);
}
