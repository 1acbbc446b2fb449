// Keeps what the reader looks at where it is. Every visible item's distance from the top of the viewport is remembered; whatever then
// happens above, between or inside (older pages, late decryption, edits, images, removed items), the first of them that still exists is
// put back to its place before the next paint. At the end of the list the end itself is the anchor, whatever becomes of the viewport.
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { itemAt, layoutOf, totalHeight, visibleRange } from './heights';
import type { Keyed, Layout, Range } from './heights';

/** Closer to the end than this counts as being there. */
const endSlackPx = 24;
const overscanPx = 800;

interface Seen {
  readonly key: string;
  /** Distance of the item's top from the top of the viewport, px. */
  readonly offset: number;
}

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

export interface Position {
  readonly atEnd: boolean;
  /** Distances of the viewport to the ends of what is loaded, px. */
  readonly toStartPx: number;
  readonly toEndPx: number;
  /** First item of which something is in view. */
  readonly firstVisible: number;
  /** Last item that is completely in view. */
  readonly lastVisible: number;
  /** Grows whenever the reader moves; nothing that happens by itself counts. */
  readonly moves: number;
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

/** Items in view in the order in which they serve as anchors: steady before others, whole before cut, near the top before further down. */
function inOrder(seen: readonly (Seen & { readonly steady: boolean })[]): Seen[] {
  const rank = ({ steady, offset }: (typeof seen)[number]): number =>
    (steady ? 0 : 2) + (offset >= 0 ? 0 : 1);
  return seen.toSorted((a, b) => rank(a) - rank(b) || Math.abs(a.offset) - Math.abs(b.offset));
}

export function useAnchor(options: AnchorOptions): Anchor {
  const { items, estimate, isSteady, live, initialKey, onPosition } = options;
  const viewportRef = useRef<HTMLDivElement>(null);
  const blockRef = useRef<HTMLDivElement>(null);
  const heights = useRef(new Map<string, number>());
  const seen = useRef<readonly Seen[]>([]);
  const atEnd = useRef(initialKey === null);
  const pendingKey = useRef(initialKey);
  const ownTop = useRef(-1);
  const held = useRef(false);
  const moves = useRef(0);
  /** Height of the viewport when its content was last put in place. */
  const settledHeight = useRef(0);
  const [measured, setMeasured] = useState(0);
  /** Empty space above a short conversation that it keeps while a line in it is held; gone again at the end. */
  const [lead, setLead] = useState(0);
  const [range, setRange] = useState<Range>({
    start: Math.max(0, items.length - 30),
    end: items.length,
  });

  const layout = useMemo(
    () => layoutOf(items, heights.current, estimate, lead),
    // `measured` stands for the contents of `heights`.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see the line above
    [items, estimate, measured, lead],
  );
  const latest = useRef({ layout, items, isSteady, live, onPosition });
  latest.current = { layout, items, isSteady, live, onPosition };

  const report = useCallback((): void => {
    const view = viewportRef.current;
    if (view === null) return;
    const { layout: now, items: all } = latest.current;
    const [top, size] = [view.scrollTop, view.clientHeight];
    const toEndPx = Math.max(0, totalHeight(now) - top - size);
    const edge = itemAt(now, top + size);
    const whole = (now.tops[edge + 1] ?? 0) <= top + size + 1;
    const lastVisible = Math.min(whole ? edge : edge - 1, all.length - 1);
    const firstVisible = itemAt(now, top);
    const isAtEnd = atEnd.current;
    latest.current.onPosition({
      atEnd: isAtEnd,
      toStartPx: top,
      toEndPx,
      firstVisible,
      lastVisible,
      moves: moves.current,
    });
  }, []);

  /** Notes what is in view, for a viewport that starts at `top`. */
  const note = useCallback((now: Layout, top: number): void => {
    const view = viewportRef.current;
    if (view === null) return;
    const { start, end } = visibleRange(now, top, view.clientHeight, 0);
    const { items: all, isSteady: steadyAt } = latest.current;
    const inView = all.slice(start, end).map(({ key }, at) => ({
      key,
      offset: (now.tops[start + at] ?? 0) - top,
      steady: steadyAt(start + at),
    }));
    seen.current = inOrder(inView);
  }, []);

  /** Remembers where the reader is; only after they moved, never after we did. */
  const remember = useCallback((): void => {
    const view = viewportRef.current;
    if (view === null) return;
    const { layout: now } = latest.current;
    const rest = totalHeight(now) - view.scrollTop - view.clientHeight;
    atEnd.current = latest.current.live && rest <= endSlackPx;
    settledHeight.current = view.clientHeight;
    // What was scrolled past of the empty space is never seen again: none of it stands above a list that is longer than the view.
    if (rest <= 1) setLead(0);
    else setLead(Math.max(0, (now.tops[0] ?? 0) - view.scrollTop));
    note(now, view.scrollTop);
  }, [note]);

  const moveTo = useCallback((top: number): void => {
    const view = viewportRef.current;
    if (view === null || Math.abs(view.scrollTop - top) < 0.5) return;
    view.scrollTop = top;
    ownTop.current = view.scrollTop;
  }, []);

  /** Puts the anchor back to its place within `now`. */
  const restore = useCallback(
    (now: Layout): void => {
      const view = viewportRef.current;
      if (view === null) return;
      settledHeight.current = view.clientHeight;
      const wanted = pendingKey.current === null ? undefined : now.indexOf.get(pendingKey.current);
      if (wanted !== undefined) {
        moveTo(Math.max(0, (now.tops[wanted] ?? 0) - view.clientHeight / 3));
        remember();
        return;
      }
      if (atEnd.current && latest.current.live) {
        moveTo(Math.max(0, totalHeight(now) - view.clientHeight));
        return;
      }
      const kept = seen.current.find(({ key }) => now.indexOf.has(key));
      if (kept === undefined) return;
      // The exact place, not the rounded one of the scroll bar: roundings would add up. Nothing scrolls above the start of the list.
      const top = Math.max(0, (now.tops[now.indexOf.get(kept.key) ?? 0] ?? 0) - kept.offset);
      moveTo(top);
      note(now, top);
      // A reader's own act, like scrolling: it may lead away from the end, or back to it.
      if (held.current) remember();
      held.current = false;
    },
    [moveTo, remember, note],
  );

  const updateRange = useCallback((): void => {
    const view = viewportRef.current;
    if (view === null) return;
    const next = visibleRange(latest.current.layout, view.scrollTop, view.clientHeight, overscanPx);
    setRange((old) => (old.start === next.start && old.end === next.end ? old : next));
  }, []);

  /** Takes the drawn items' real heights; true when one of them was not known. */
  const measure = useCallback((): boolean => {
    let changed = false;
    for (const node of blockRef.current?.children ?? []) {
      if (!(node instanceof HTMLElement) || node.dataset['key'] === undefined) continue;
      const height = node.getBoundingClientRect().height;
      if (Math.abs((heights.current.get(node.dataset['key']) ?? -1) - height) < 0.01) continue;
      heights.current.set(node.dataset['key'], height);
      changed = true;
    }
    return changed;
  }, []);

  useLayoutEffect(() => {
    if (measure()) {
      setMeasured((count) => count + 1);
      return;
    }
    restore(layout);
    updateRange();
    report();
  }, [layout, range, measure, restore, updateRange, report]);

  useLayoutEffect(() => {
    const [view, block] = [viewportRef.current, blockRef.current];
    if (view === null || block === null) return undefined;
    // Runs between layout and paint, so a late image never shows a jump.
    const observer = new ResizeObserver(() => {
      if (measure()) setMeasured((count) => count + 1);
      else restore(latest.current.layout);
      updateRange();
      report();
    });
    observer.observe(view);
    for (const node of block.children) observer.observe(node);
    return () => observer.disconnect();
  }, [range, items, measure, restore, updateRange, report]);

  const onScroll = useCallback((): void => {
    const view = viewportRef.current;
    if (view === null) return;
    // A viewport that grows at the end is pushed up by the browser: nobody has scrolled.
    if (atEnd.current && view.clientHeight !== settledHeight.current)
      restore(latest.current.layout);
    // Our own move: remembering its rounded result would let the anchor drift by half pixels.
    else if (view.scrollTop !== ownTop.current) {
      ownTop.current = -1;
      pendingKey.current = null;
      moves.current += 1;
      remember();
    }
    updateRange();
    report();
  }, [remember, restore, updateRange, report]);

  return {
    viewportRef,
    blockRef,
    range: { start: Math.min(range.start, items.length), end: Math.min(range.end, items.length) },
    blockTop: layout.tops[Math.min(range.start, items.length)] ?? 0,
    height: totalHeight(layout),
    onScroll,
    scrollToEnd() {
      pendingKey.current = null;
      atEnd.current = true;
      setLead(0);
      restore(latest.current.layout);
      updateRange();
    },
    scrollToKey(key) {
      if (!latest.current.layout.indexOf.has(key)) return false;
      pendingKey.current = key;
      atEnd.current = false;
      restore(latest.current.layout);
      updateRange();
      return true;
    },
    hold(key) {
      const view = viewportRef.current;
      const { layout: now } = latest.current;
      const index = now.indexOf.get(key);
      if (view === null || index === undefined) return;
      pendingKey.current = null;
      atEnd.current = false;
      held.current = true;
      const short = Math.max(0, view.clientHeight - totalHeight(now));
      if (short > 0) setLead((before) => before + short);
      seen.current = [{ key, offset: (now.tops[index] ?? 0) + short - view.scrollTop }];
    },
  };
}
