// What every virtualised tree does alike, whatever its rows are: which of them are drawn, how one comes into view, and where the menu of
// one opens. The focus stays on the tree itself.
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
  /** What is drawn above and below the view; a little, if not given. A screen of rows only once the first picture stands. */
  readonly beside?: 'screen';
  /** The heading that a row stands right below, else the row itself: it comes into view with the row. */
  readonly firstWith?: (index: number) => number;
}

export interface TreeRows {
  /** For the element that scrolls. */
  readonly ref: (element: HTMLDivElement | null) => void;
  readonly view: View;
  readonly from: number;
  readonly to: number;
  readonly reveal: (index: number) => void;
  /** Whether something of what lies there is in view. */
  readonly isInView: (top: number, end: number) => boolean;
  /** Of a press of the right button the row under it; of the menu key the row that the keys act on, and a place beside its name. */
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
  /** What comes into view once the first frame is laid out: to read a size before that would lay out everything twice. */
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
  // Where nothing tells of a layout.
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

/** What was opened from elsewhere (a list, a search, a notification) comes into view once; `index` below 0: it is not there yet. */
export function useRevealed(id: string | null, index: number, show: (index: number) => void): void {
  const revealed = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (index < 0 || revealed.current === id) return;
    revealed.current = id;
    show(index);
  }, [id, index, show]);
}

/** A chosen row that moves up is followed if it was in view: what was written there made it the newest. One that others push down is not. */
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
