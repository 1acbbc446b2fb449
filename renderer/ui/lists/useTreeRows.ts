// The parts that all virtualised trees share: which rows are rendered, how a row is scrolled into view, and where its context menu opens.
// The focus stays on the tree itself.
import { useCallback, useEffect, useLayoutEffect, useRef, type MouseEvent, type Ref } from 'react';
import { useFirstPictureStands } from '../later';
import type { MenuPoint } from '../overlays/Menu';
import {
  drawnRows,
  rowUnder,
  scrollToShow,
  useView,
  viewOf,
  type Layout,
  type View,
} from './virtual';

export interface TreeRowsOptions {
  readonly treeRef: Ref<HTMLDivElement>;
  readonly kind: 'tree' | 'rooms';
  readonly layout: Layout;
  /** How much is rendered above and below the view: by default a little; `screen`: a screen of rows, once the first picture is shown. */
  readonly beside?: 'screen';
  /** Index of the heading right above a row, else of the row itself: it is scrolled into view with the row. */
  readonly firstWith?: (index: number) => number;
}

export interface TreeRows {
  /** The ref of the element that scrolls. */
  readonly ref: (element: HTMLDivElement | null) => void;
  readonly view: View;
  readonly from: number;
  readonly to: number;
  readonly reveal: (index: number) => void;
  /** Whether the range from `top` to `end` is at least partly in view. */
  readonly isInView: (top: number, end: number) => boolean;
  /** For a right click, the row under the pointer; for the menu key, the active row and a point beside its name. */
  readonly menuOf: (
    event: MouseEvent<HTMLElement>,
    active: number,
  ) => { readonly index: number; readonly at: MenuPoint };
}

const fromEdge = 60;

export function useTreeRows(options: TreeRowsOptions): TreeRows {
  const { treeRef, kind, layout, beside } = options;
  const scroller = useRef<HTMLDivElement | null>(null);
  const latest = useRef(options);
  latest.current = options;
  /** Index of the row to scroll to after the first layout: reading a size before that would cause a second layout. */
  const first = useRef<number | null>(null);
  const isLaidOut = useRef(false);
  const showIn = useCallback((element: HTMLElement, index: number): void => {
    const { layout, firstWith } = latest.current;
    element.scrollTop = scrollToShow(layout, index, viewOf(element), 0, firstWith?.(index));
  }, []);
  const onLaidOut = useCallback(
    (element: HTMLElement): void => {
      isLaidOut.current = true;
      if (first.current !== null) showIn(element, first.current);
      first.current = null;
    },
    [showIn],
  );
  const view = useView(scroller, kind, undefined, onLaidOut);
  // For environments without a ResizeObserver callback.
  useEffect(() => {
    if (scroller.current !== null) onLaidOut(scroller.current);
  }, [onLaidOut]);
  const stands = useFirstPictureStands();
  const drawn = drawnRows(layout, view, beside === 'screen' && stands ? view.height : undefined);
  return {
    ref: (element) => {
      scroller.current = element;
      if (typeof treeRef === 'function') treeRef(element);
      else if (treeRef !== null) treeRef.current = element;
    },
    view,
    ...drawn,
    reveal: useCallback(
      (index) => {
        const element = scroller.current;
        if (!isLaidOut.current) first.current = index;
        else if (element !== null) showIn(element, index);
      },
      [showIn],
    ),
    isInView: (top, end) => {
      if (scroller.current === null) return false;
      const seen = viewOf(scroller.current);
      return end > seen.top && top < seen.top + seen.height;
    },
    menuOf: (event, active) => {
      const under = rowUnder(event.target);
      if (under !== null) return { index: under, at: { x: event.clientX, y: event.clientY } };
      const { currentTarget } = event;
      const box = currentTarget.getBoundingClientRect();
      const [top = 0, end = top] = layout.tops.slice(active, active + 2);
      const y = box.top + (top + end) / 2 - currentTarget.scrollTop;
      return { index: active, at: { x: box.left + fromEdge, y } };
    },
  };
}

/**
 * Scrolls an item into view once that was opened from elsewhere (a list, a search, a notification). `index` below 0: it is not loaded yet.
 */
export function useRevealed(id: string | null, index: number, show: (index: number) => void): void {
  const revealed = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (index < 0 || revealed.current === id) return;
    revealed.current = id;
    show(index);
  }, [id, index, show]);
}

/**
 * Scrolls to the selected row if it moves up and was in view, because a message in it has made it the newest. A row that others push down
 * is not followed.
 */
export function useFollowed(
  id: string | null,
  index: number,
  { tops }: Layout,
  { isInView, reveal }: TreeRows,
): void {
  const top = tops[index] ?? null;
  const end = tops[index + 1] ?? 0;
  const stood = useRef({ id, top, end });
  useLayoutEffect(() => {
    const before = stood.current;
    stood.current = { id, top, end };
    if (before.id !== id || before.top === null || top === null || top >= before.top) return;
    if (isInView(before.top, before.end)) reveal(index);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- of each place of the row once
  }, [id, top, end]);
}
