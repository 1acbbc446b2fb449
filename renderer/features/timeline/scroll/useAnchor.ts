// Keeps what the reader looks at where it is. Every visible item's distance from the top of the viewport is remembered; whatever then
// happens above, between or inside (older pages, late decryption, edits, images, removed items), the first of them that still exists is
// put back to its place before the next paint. At the end of the list the end itself is the anchor, whatever becomes of the viewport.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { afterPaint } from '#ui/controls/still';
import {
  hold,
  measure,
  report,
  restore,
  scrolled,
  scrollToEnd,
  scrollToKey,
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
  /** Whether what comes in above or below this item leaves it where it is. Others are anchors only while no such item is in view. */
  readonly isSteady: (index: number) => boolean;
  /** The list ends with the newest item. Else its end is where the next page comes in, and holds nothing. */
  readonly live: boolean;
  /** Opens with this item a third down the viewport; null opens at the end. */
  readonly initialKey: string | null;
  /** After each scroll and each change of the list. */
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

/** What lies outside the view is drawn this far, once the view itself has been. */
const overscanPx = 800;

/** A window that is always busy draws it all the same after this long, ms. */
const idleMs = 200;

/** Index of the first item that a view of this height needs when it opens at the end. */
function firstDrawn(count: number, estimate: (index: number) => number, height: number): number {
  let start = count;
  for (let sum = 0; start > 0 && sum < height; start -= 1) sum += estimate(start - 1);
  return start;
}

export function useAnchor(options: AnchorOptions): Anchor {
  const { items, estimate, isSteady, live, initialKey, onPosition } = options;
  const viewportRef = useRef<HTMLDivElement>(null);
  const blockRef = useRef<HTMLDivElement>(null);
  const heights = useRef(new Map<string, number>());
  const [measured, setMeasured] = useState(0);
  /** Empty space above a short conversation that it keeps while a line in it is held; gone again at the end. */
  const [lead, setLead] = useState(0);
  const [, setDrawings] = useState(0);

  const layout = useMemo(
    () => layoutOf(items, heights.current, estimate, lead),
    // `measured` stands for the contents of `heights`.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see the line above
    [items, estimate, measured, lead],
  );
  const soon = useRef(0);
  const drawn: Drawn = { layout, items, isSteady, live, onPosition };
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
    ownTop: -1,
    held: false,
    moves: 0,
    settledHeight: 0,
    overscanPx: 0,
  }));
  one.drawn = drawn;
  // Not state of its own: what React sets while it draws is lost when an older change of the same state is still in its queue.
  const range = one.rangeOf === items ? one.range : carriedRange(one.range, one.rangeOf, layout);

  /** What was just drawn is measured first; where a height is not what it was drawn with, it is drawn once more. */
  const settle = useCallback(
    (again: 'draws' | 'stays'): void => {
      const isNew = measure(one);
      if (isNew) setMeasured((count) => count + 1);
      if (isNew && again === 'draws') return;
      if (!isNew) restore(one, one.drawn.layout);
      updateRange(one, 'later');
      report(one);
    },
    [one],
  );

  useLayoutEffect(() => {
    one.range = range;
    one.rangeOf = items;
    settle('draws');
  }, [one, items, layout, range, settle]);

  useLayoutEffect(() => {
    const [view, block] = [viewportRef.current, blockRef.current];
    if (view === null || block === null) return undefined;
    // Runs between layout and paint, so a late image never shows a jump.
    const observer = new ResizeObserver(() => settle('stays'));
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
