// Keeps the visible items in their places. It remembers the distance of each from the top of the viewport; after any change of the list
// (older pages, late decryption, edits, images, removed items) it moves the first one that still exists back to its place, before the next
// paint. At the end of the list the end itself is the anchor, also when the viewport changes its size.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { afterPaint } from '#ui/controls/still';
import {
  hold,
  measure,
  report,
  restore,
  scrolled,
  scrollToEnd,
  scrollToKey,
  shownView,
  updateRange,
  type AnchoredView,
  type Drawn,
  type Position,
} from './anchor';
import { carriedRange, layoutOf, totalHeight } from './heights';
import type { Keyed, Range } from './heights';

export type { Position } from './anchor';

export interface AnchorOptions {
  readonly items: readonly Keyed[];
  readonly estimate: (index: number) => number;
  /** Whether this item keeps its place when items come in above or below it. Other items are anchors only while no such item is in view. */
  readonly isSteady: (index: number) => boolean;
  /** The list ends with the newest item. Otherwise its end is where the next page comes in, and is no anchor. */
  readonly live: boolean;
  /** Key of the item that is placed a third down the viewport on opening; null opens at the end. */
  readonly initialKey: string | null;
  /**
   * Key of the line above what nobody has seen yet: a list that follows its end stops before the line goes out of view, once, a third down
   * the viewport.
   */
  readonly stopKey: string | null;
  /** Called after each scroll and each change of the list. */
  readonly onPosition: (position: Position) => void;
}

export interface Anchor {
  readonly viewportRef: RefObject<HTMLDivElement | null>;
  readonly blockRef: RefObject<HTMLDivElement | null>;
  readonly range: Range;
  readonly blockTop: number;
  readonly height: number;
  readonly onScroll: () => void;
  scrollToEnd(): void;
  scrollToKey(key: string): boolean;
  hold(key: string): void;
}

/** Distance outside the view that is rendered, once the view itself is on the screen. */
const overscanPx = 800;

/** A window that is never idle renders it after this time, ms. */
const idleMs = 200;

/** Index of the first item that a view of this height needs when it opens at the end. */
function firstDrawn(count: number, estimate: (index: number) => number, height: number): number {
  let start = count;
  for (let sum = 0; start > 0 && sum < height; start -= 1) sum += estimate(start - 1);
  return start;
}

export function useAnchor(options: AnchorOptions): Anchor {
  const { items, estimate, isSteady, live, initialKey, stopKey, onPosition } = options;
  const viewportRef = useRef<HTMLDivElement>(null);
  const blockRef = useRef<HTMLDivElement>(null);
  const heights = useRef(new Map<string, number>());
  const [measured, setMeasured] = useState(0);
  /** Empty space above a short conversation, which keeps a held item in its place; removed at the end of the list. */
  const [lead, setLead] = useState(0);
  const [, setDrawings] = useState(0);

  const layout = useMemo(
    () => layoutOf(items, heights.current, estimate, lead),
    // `measured` stands for the contents of `heights`.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see the line above
    [items, estimate, measured, lead],
  );
  const soon = useRef(0);
  const drawn: Drawn = { layout, items, isSteady, live, stopKey, onPosition };
  const [one] = useState<AnchoredView>(() => ({
    viewportRef,
    blockRef,
    range: { start: firstDrawn(items.length, estimate, window.innerHeight), end: items.length },
    rangeOf: items,
    draw: () => setDrawings((count) => count + 1),
    drawMoreSoon: () => {
      cancelIdleCallback(soon.current);
      soon.current = requestIdleCallback(() => updateRange(one, 'step'), { timeout: idleMs });
    },
    setLead,
    heights: heights.current,
    drawn,
    seen: [],
    atEnd: initialKey === null,
    pendingKey: initialKey,
    passedKey: undefined,
    ownTop: -1,
    held: false,
    moves: 0,
    settledHeight: 0,
    overscanPx: 0,
  }));
  one.drawn = drawn;
  // The range is not React state: a state update during rendering is lost while an older update is in the queue.
  const range = one.rangeOf === items ? one.range : carriedRange(one.range, one.rangeOf, layout);

  /** Measures the rendered items first; if a height differs from the layout, the list renders once more: before the paint, if `atOnce`. */
  const settle = useCallback(
    (atOnce: boolean): void => {
      if (shownView(one) === null) return;
      const isNew = measure(one);
      const again = (): void => setMeasured((count) => count + 1);
      if (isNew && !atOnce) return again();
      // React draws later than the browser paints, which would show the list in the wrong place: on a busy machine for seconds.
      if (isNew) flushSync(again);
      if (!isNew) restore(one, one.drawn.layout);
      updateRange(one, 'later');
      report(one);
    },
    [one],
  );

  useLayoutEffect(() => {
    one.range = range;
    one.rangeOf = items;
    settle(false);
  }, [one, items, layout, range, settle]);

  useLayoutEffect(() => {
    const [view, block] = [viewportRef.current, blockRef.current];
    if (view === null || block === null) return undefined;
    // The observer runs between layout and paint, so a late image never shows a jump.
    const observer = new ResizeObserver(() => settle(true));
    observer.observe(view);
    for (const node of block.children) observer.observe(node);
    return () => observer.disconnect();
  }, [range, items, settle]);

  useEffect(
    () =>
      afterPaint(() => {
        one.overscanPx = overscanPx;
        updateRange(one, 'step');
      }),
    [one],
  );
  useEffect(() => () => cancelIdleCallback(soon.current), []);

  const onScroll = useCallback((): void => scrolled(one), [one]);

  return {
    viewportRef,
    blockRef,
    range: { start: Math.min(range.start, items.length), end: Math.min(range.end, items.length) },
    blockTop: layout.tops[Math.min(range.start, items.length)] ?? 0,
    height: totalHeight(layout),
    onScroll,
    scrollToEnd: () => scrollToEnd(one),
    scrollToKey: (key) => scrollToKey(one, key),
    hold: (key) => hold(one, key),
  };
}
