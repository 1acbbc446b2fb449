// Keeps the reader's place in a list that renders only a part of its items: one record of the remembered state, and the functions that
// change it. The hook is useAnchor.ts. Sets the viewport's scrollTop; renders nothing.
import type { RefObject } from 'react';
import { itemAt, oneStep, totalHeight, visibleRange } from './heights';
import type { Keyed, Layout, Range } from './heights';

/** A smaller distance to the end counts as being there. */
const endSlackPx = 24;
interface Seen {
  readonly key: string;
  /** Distance of the item's top from the top of the viewport, px. */
  readonly offset: number;
}

export interface Position {
  readonly atEnd: boolean;
  /** Distances of the viewport to both ends of the loaded items, px. */
  readonly toStartPx: number;
  readonly toEndPx: number;
  /** The first item that is at least partly in view. */
  readonly firstVisible: number;
  /** The last item that is completely in view. */
  readonly lastVisible: number;
  /** Grows whenever the reader scrolls; other changes do not count. */
  readonly moves: number;
}

/** The inputs of the last render. */
export interface Drawn {
  readonly layout: Layout;
  readonly items: readonly Keyed[];
  readonly isSteady: (index: number) => boolean;
  readonly live: boolean;
  readonly stopKey: string | null;
  readonly onPosition: (position: Position) => void;
}

/** A list on the screen: its nodes, the inputs of its last render, and the state between two renders. */
export interface AnchoredView {
  readonly viewportRef: RefObject<HTMLDivElement | null>;
  readonly blockRef: RefObject<HTMLDivElement | null>;
  /** Renders the list again. */
  readonly draw: () => void;
  /** Renders more items outside the view when the window is idle. */
  readonly drawMoreSoon: () => void;
  readonly setLead: (next: (old: number) => number) => void;
  readonly heights: Map<string, number>;
  drawn: Drawn;
  /** The rendered range of `rangeOf`. */
  range: Range;
  rangeOf: readonly Keyed[];
  /** Items in view, the best anchor first. */
  seen: readonly Seen[];
  atEnd: boolean;
  /** Key of the item that is placed a third down the viewport on opening. */
  pendingKey: string | null;
  /** Key of the item below the last line that the list stopped at, or that the reader went past. */
  passedKey: string | undefined;
  /** The scrollTop that we set ourselves; -1: the reader has scrolled since. */
  ownTop: number;
  held: boolean;
  moves: number;
  /** Height of the viewport when its content was last placed. */
  settledHeight: number;
  /** Items are rendered this far outside the view, px; 0 until the view itself is on the screen. */
  overscanPx: number;
}

/** Null also while a narrow window shows the list of chats in place of the chat: nothing has a height or a place then. */
export const shownView = ({ viewportRef: { current } }: AnchoredView): HTMLElement | null =>
  current?.checkVisibility?.() === false ? null : current;

/** Orders items in view as anchors: steady ones first, complete before cut ones, then those near the top. */
function inOrder(seen: readonly (Seen & { readonly steady: boolean })[]): Seen[] {
  const rank = ({ steady, offset }: (typeof seen)[number]): number =>
    (steady ? 0 : 2) + (offset >= 0 ? 0 : 1);
  return seen.toSorted((a, b) => rank(a) - rank(b) || Math.abs(a.offset) - Math.abs(b.offset));
}

/** Reports the place of the viewport. */
export function report(one: AnchoredView): void {
  const view = one.viewportRef.current;
  if (view === null) return;
  const { layout, items, onPosition } = one.drawn;
  const [top, size] = [view.scrollTop, view.clientHeight];
  const edge = itemAt(layout, top + size);
  const whole = (layout.tops[edge + 1] ?? 0) <= top + size + 1;
  onPosition({
    atEnd: one.atEnd,
    toStartPx: top,
    toEndPx: Math.max(0, totalHeight(layout) - top - size),
    firstVisible: itemAt(layout, top),
    lastVisible: Math.min(whole ? edge : edge - 1, items.length - 1),
    moves: one.moves,
  });
}

/** Notes the items in view, for a viewport that starts at `top`. */
function note(one: AnchoredView, layout: Layout, top: number): void {
  const view = one.viewportRef.current;
  if (view === null) return;
  const { start, end } = visibleRange(layout, top, view.clientHeight, 0);
  const { items, isSteady } = one.drawn;
  const inView = items.slice(start, end).map(({ key }, at) => ({
    key,
    offset: (layout.tops[start + at] ?? 0) - top,
    steady: isSteady(start + at),
  }));
  one.seen = inOrder(inView);
}

/** Remembers the reader's place; called only after the reader's own moves, never after ours. */
function remember(one: AnchoredView): void {
  const view = one.viewportRef.current;
  if (view === null) return;
  const { layout, live } = one.drawn;
  const rest = totalHeight(layout) - view.scrollTop - view.clientHeight;
  one.atEnd = live && rest <= endSlackPx;
  one.settledHeight = view.clientHeight;
  // The part of the empty space that was scrolled out is dropped; a list that is longer than the view has no space above it.
  const lead = rest <= 1 ? 0 : Math.max(0, (layout.tops[0] ?? 0) - view.scrollTop);
  one.setLead(() => lead);
  note(one, layout, view.scrollTop);
}

function moveTo(one: AnchoredView, top: number): void {
  const view = one.viewportRef.current;
  if (view === null || Math.abs(view.scrollTop - top) < 0.5) return;
  view.scrollTop = top;
  one.ownTop = view.scrollTop;
}

/** The index of the line to stop at; undefined where there is none that was not passed yet. From now on it is passed. */
function passLine(one: AnchoredView, layout: Layout): number | undefined {
  const { stopKey, items } = one.drawn;
  const line = stopKey === null ? undefined : layout.indexOf.get(stopKey);
  const below = line === undefined ? undefined : items[line + 1]?.key;
  if (below === one.passedKey) return undefined;
  one.passedKey = below;
  return line;
}

/** At the end, the line of what nobody has seen becomes the anchor instead when it would go out of view. */
function stopAtLine(one: AnchoredView, layout: Layout, endTop: number): void {
  const { stopKey, live } = one.drawn;
  const line = stopKey === null ? undefined : layout.indexOf.get(stopKey);
  if (!one.atEnd || !live || line === undefined || (layout.tops[line] ?? 0) >= endTop) return;
  if (passLine(one, layout) === undefined) return;
  one.atEnd = false;
  one.pendingKey = stopKey;
}

/** Moves the anchor back to its place within `layout`. */
export function restore(one: AnchoredView, layout: Layout): void {
  const view = one.viewportRef.current;
  if (view === null) return;
  const endTop = Math.max(0, totalHeight(layout) - view.clientHeight);
  stopAtLine(one, layout, endTop);
  one.settledHeight = view.clientHeight;
  const wanted = one.pendingKey === null ? undefined : layout.indexOf.get(one.pendingKey);
  if (wanted !== undefined) {
    moveTo(one, Math.max(0, (layout.tops[wanted] ?? 0) - view.clientHeight / 3));
    remember(one);
    return;
  }
  if (one.atEnd && one.drawn.live) {
    moveTo(one, endTop);
    return;
  }
  const kept = one.seen.find(({ key }) => layout.indexOf.has(key));
  if (kept === undefined) return;
  // The exact offset is used, because rounded scroll positions would add up. The list cannot scroll above its start.
  const top = Math.max(0, (layout.tops[layout.indexOf.get(kept.key) ?? 0] ?? 0) - kept.offset);
  moveTo(one, top);
  note(one, layout, top);
  // `hold` is an act of the reader, like scrolling: it may lead away from the end or back to it.
  if (one.held) remember(one);
  one.held = false;
}

/**
 * This many items on either side stay rendered although they are not needed; otherwise each new message would remove one at the other end.
 */
const spareItems = 12;

/**
 * This many items outside the view are rendered at once on either side while the reader does not scroll, so that a press never waits long.
 */
const stepItems = 6;

/**
 * How far outside the view to render, up to `overscanPx`: everything while the reader scrolls; else one step in each idle time; `later`:
 * only the current range for now.
 */
type Further = 'all' | 'step' | 'later';

/** Updates the rendered range: the items in view and some around them. */
export function updateRange(one: AnchoredView, further: Further): void {
  const view = shownView(one);
  if (view === null) return;
  const { layout, items } = one.drawn;
  const [top, height] = [view.scrollTop, view.clientHeight];
  const wanted = visibleRange(layout, top, height, one.overscanPx);
  const before = wanted.start - one.range.start;
  const after = one.range.end - wanted.end;
  const isEnough = Math.min(before, after) >= 0 && Math.max(before, after) <= spareItems;
  if (one.rangeOf === items && isEnough) return;
  const inView = visibleRange(layout, top, height, 0);
  const next =
    further === 'all'
      ? wanted
      : oneStep(one.range, wanted, inView, further === 'step' ? stepItems : 0);
  if (next.start > wanted.start || next.end < wanted.end) one.drawMoreSoon();
  if (one.rangeOf === items && next.start === one.range.start && next.end === one.range.end) return;
  one.range = next;
  one.rangeOf = items;
  one.draw();
}

/** Measures the rendered items; true if a height differs from the one in the layout. */
export function measure(one: AnchoredView): boolean {
  const { layout } = one.drawn;
  let changed = false;
  for (const node of one.blockRef.current?.children ?? []) {
    if (!(node instanceof HTMLElement) || node.dataset['key'] === undefined) continue;
    const { key } = node.dataset;
    const height = node.getBoundingClientRect().height;
    if (Math.abs((one.heights.get(key) ?? -1) - height) < 0.01) continue;
    one.heights.set(key, height);
    const index = layout.indexOf.get(key) ?? 0;
    const drawnWith = (layout.tops[index + 1] ?? 0) - (layout.tops[index] ?? 0);
    if (Math.abs(drawnWith - height) >= 0.01) changed = true;
  }
  return changed;
}

/** Handles a change of scrollTop by the reader, by us or by the browser. */
export function scrolled(one: AnchoredView): void {
  const view = shownView(one);
  if (view === null) return;
  // The browser scrolls a viewport that grows at its end; the reader has not.
  if (one.atEnd && view.clientHeight !== one.settledHeight) restore(one, one.drawn.layout);
  // Our own move is not remembered: its rounded result would let the anchor drift by half pixels.
  else if (view.scrollTop !== one.ownTop) {
    one.ownTop = -1;
    one.pendingKey = null;
    one.moves += 1;
    remember(one);
    // The reader went past the line and need not be led to it.
    if (one.atEnd) passLine(one, one.drawn.layout);
  }
  updateRange(one, one.ownTop === -1 ? 'all' : 'later');
  report(one);
}

export function scrollToEnd(one: AnchoredView): void {
  one.pendingKey = null;
  one.atEnd = true;
  passLine(one, one.drawn.layout);
  one.setLead(() => 0);
  restore(one, one.drawn.layout);
  updateRange(one, 'all');
}

/** Returns false if the item is not in the list. */
export function scrollToKey(one: AnchoredView, key: string): boolean {
  if (!one.drawn.layout.indexOf.has(key)) return false;
  one.pendingKey = key;
  one.atEnd = false;
  restore(one, one.drawn.layout);
  updateRange(one, 'all');
  return true;
}

/** Keeps this item in its place at the next change of the list, also if the list is shorter than the viewport. */
export function hold(one: AnchoredView, key: string): void {
  const view = one.viewportRef.current;
  const { layout } = one.drawn;
  const index = layout.indexOf.get(key);
  if (view === null || index === undefined) return;
  one.pendingKey = null;
  one.atEnd = false;
  one.held = true;
  const short = Math.max(0, view.clientHeight - totalHeight(layout));
  if (short > 0) one.setLead((before) => before + short);
  one.seen = [{ key, offset: (layout.tops[index] ?? 0) + short - view.scrollTop }];
}
