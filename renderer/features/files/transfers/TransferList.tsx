// The rows of the queue, virtualised: a change of the queue draws only the rows that changed. One row is the tab stop; arrows move among
// the rows and into a row's buttons, Enter shows what is done, Delete cancels or clears.
import {
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { useTranslation } from '#app/words';
import { isFocusLost } from '#ui/focus/lostFocus';
import { drawnRows, layoutOf, rowUnder, scrollToShow, useView, viewOf } from '#ui/lists/virtual';
import { TransferRowView, type TransferActName } from './TransferRowView';
import type { TransferRow } from './transferWords';
import styles from './Transfers.module.css';

export interface TransferListProps {
  readonly rows: readonly TransferRow[];
  /** The same functions each time, or every row is drawn anew. */
  readonly onAct: (row: TransferRow, act: TransferActName) => void;
  readonly onShow: (row: TransferRow) => void;
  readonly onSave: (row: TransferRow) => void;
}

const rowHeight = 48;
/** Why something failed may take two lines. */
const failedHeight = 64;
const heightOf = ({ state }: TransferRow): number =>
  state === 'failed' ? failedHeight : rowHeight;
const rowsShown = 4;
const edge = 8;

export function TransferList({ rows, onAct, onShow, onSave }: TransferListProps) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const view = useView(scroller, 'transfers');
  const layout = useMemo(() => layoutOf(rows.map(heightOf)), [rows]);
  const { from, to } = drawnRows(layout, view);
  const focus = useRowFocus(rows, scroller);
  const { at } = focus;
  // The row with the focus is drawn wherever it stands, or the focus would be lost.
  const drawn = rows.slice(from, to).map((row, offset) => ({ row, index: from + offset }));
  const stop = rows[at];
  if (stop !== undefined && at < from) drawn.unshift({ row: stop, index: at });
  else if (stop !== undefined && at >= to) drawn.push({ row: stop, index: at });

  const go = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    const element = scroller.current;
    if (element !== null) element.scrollTop = scrollToShow(layout, next, viewOf(element), edge);
    focus.take(next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const index = rowUnder(event.target);
    const row = index === null ? undefined : rows[index];
    if (index === null || row === undefined || event.altKey || event.ctrlKey || event.metaKey)
      return;
    const onRow = (event.target as Element).getAttribute('role') === 'row';
    const done =
      moves(event.key, index, rows.length, go) ||
      walks(event, onRow) ||
      (onRow && acts(event.key, row, { onAct, onShow }));
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const index = rowUnder(event.target);
    const row = index === null ? undefined : rows[index];
    if (row?.state === 'done' && (event.target as Element).closest('button') === null) onShow(row);
  };
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={t('filePanels.transfers.title')}
      aria-rowcount={rows.length}
      className={styles.list}
      style={{ blockSize: (layout.tops[Math.min(rows.length, rowsShown)] ?? 0) + edge }}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onFocus={focus.onFocus}
      onBlur={focus.onBlur}
    >
      <div role="rowgroup" className={styles.canvas} style={{ height: layout.total }}>
        {drawn.map(({ row, index }) => (
          <TransferRowView
            key={row.key}
            row={row}
            index={index}
            top={layout.tops[index] ?? 0}
            height={heightOf(row)}
            tabStop={index === at}
            onAct={onAct}
            onShow={onShow}
            onSave={onSave}
          />
        ))}
      </div>
    </div>
  );
}

/** Which row holds the list's tab stop; when a row with the focus goes, the one that takes its place has it. */
function useRowFocus(rows: readonly TransferRow[], scroller: React.RefObject<HTMLElement | null>) {
  const [key, setKey] = useState<string | null>(null);
  const found = key === null ? -1 : rows.findIndex((row) => row.key === key);
  const lastAt = useRef(0);
  const at = found >= 0 ? found : Math.max(0, Math.min(lastAt.current, rows.length - 1));
  /** The next drawing puts the focus on the tab stop. */
  const wanted = useRef(false);
  const within = useRef(false);
  useLayoutEffect(() => {
    lastAt.current = at;
    const lost = within.current && isFocusLost();
    if (!wanted.current && !lost) return;
    wanted.current = false;
    scroller.current
      ?.querySelector<HTMLElement>(`[data-index="${at}"]`)
      ?.focus({ preventScroll: true });
  });
  return {
    at,
    take: useCallback(
      (index: number) => {
        wanted.current = true;
        setKey(rows[index]?.key ?? null);
      },
      [rows],
    ),
    onFocus: ({ target }: FocusEvent) => {
      within.current = true;
      const index = rowUnder(target);
      setKey((index === null ? undefined : rows[index]?.key) ?? null);
    },
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      // A row that goes away passes its focus on; a row that stays does not.
      if (target.isConnected && !scroller.current?.contains(relatedTarget)) within.current = false;
    },
  };
}

function moves(key: string, index: number, count: number, go: (index: number) => void): boolean {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + rowsShown,
    PageUp: index - rowsShown,
    Home: 0,
    End: count - 1,
  };
  const next = steps[key];
  if (next === undefined) return false;
  go(next);
  return true;
}

/** From the row to its first button, among its buttons, and back to the row. */
function walks({ key, target }: KeyboardEvent, onRow: boolean): boolean {
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return false;
  const ahead = (key === 'ArrowRight') !== (document.documentElement.dir === 'rtl');
  const row = (target as Element).closest<HTMLElement>('[role="row"]');
  const buttons = [...(row?.querySelectorAll<HTMLElement>('button') ?? [])];
  const at = onRow ? -1 : buttons.findIndex((button) => button.contains(target as Node));
  const next = ahead ? at + 1 : at - 1;
  const goal = next < 0 ? (onRow ? buttons[buttons.length - 1] : row) : buttons[next];
  goal?.focus();
  return true;
}

function acts(
  key: string,
  row: TransferRow,
  { onAct, onShow }: Pick<TransferListProps, 'onAct' | 'onShow'>,
): boolean {
  const { cancel, dismiss } = row.actions;
  if (key === 'Delete' && (cancel || dismiss)) onAct(row, cancel ? 'cancel' : 'dismiss');
  else if (key === 'Enter' && row.state === 'done') onShow(row);
  else return false;
  return true;
}
