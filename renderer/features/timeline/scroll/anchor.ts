// Where the reader is in a list that is drawn in part, and how that place is kept: one record of what is remembered, and the acts on it.
// The hook is useAnchor.ts. Touches the viewport's scroll place; renders nothing.
import type { RefObject } from 'react';
import { itemAt, oneStep, totalHeight, visibleRange } from './heights';
import type { Keyed, Layout, Range } from './heights';

/** Closer to the end than this counts as being there. */
const endSlackPx = 24;
interface Seen {
  readonly key: string;
  /** Distance of the item's top from the top of the viewport, px. */
  readonly offset: number;
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

/** What the last drawing was made from. */
export interface Drawn {
  readonly layout: Layout;
  readonly items: readonly Keyed[];
  readonly isSteady: (index: number) => boolean;
  readonly live: boolean;
  readonly onPosition: (position: Position) => void;
}

/** A list on the screen: its nodes, what was drawn last, and what is remembered between two drawings. */
export interface AnchoredView {
  readonly viewportRef: RefObject<HTMLDivElement | null>;
  readonly blockRef: RefObject<HTMLDivElement | null>;
  /** Draws the list anew. */
  readonly draw: () => void;
  /** Draws further outside the view once the window has nothing else to do. */
  readonly drawMoreSoon: () => void;
  readonly setLead: (next: (old: number) => number) => void;
  readonly heights: Map<string, number>;
  drawn: Drawn;
  /** What is drawn, of these items. */
  range: Range;
  rangeOf: readonly Keyed[];
  /** In the order in which they serve as anchors. */
  seen: readonly Seen[];
  atEnd: boolean;
  /** Opens with this item a third down the viewport. */
  pendingKey: string | null;
  /** The scroll place that we set ourselves; -1: the reader moved since. */
  ownTop: number;
  held: boolean;
  moves: number;
  /** Height of the viewport when its content was last put in place. */
  settledHeight: number;
  /** How far outside the view items are drawn, px; nothing before the view itself stands on the screen. */
  overscanPx: number;
}

/** Items in view in the order in which they serve as anchors: steady before others, whole before cut, near the top before further down. */
function inOrder(seen: readonly (Seen & { readonly steady: boolean })[]): Seen[] {
  const rank = ({ steady, offset }: (typeof seen)[number]): number =>
    (steady ? 0 : 2) + (offset >= 0 ? 0 : 1);
  return seen.toSorted((a, b) => rank(a) - rank(b) || Math.abs(a.offset) - Math.abs(b.offset));
}

/** Says where the viewport stands. */
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

/** Notes what is in view, for a viewport that starts at `top`. */
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

/** Remembers where the reader is; only after they moved, never after we did. */
function remember(one: AnchoredView): void {
  const view = one.viewportRef.current;
  if (view === null) return;
  const { layout, live } = one.drawn;
  const rest = totalHeight(layout) - view.scrollTop - view.clientHeight;
  one.atEnd = live && rest <= endSlackPx;
  one.settledHeight = view.clientHeight;
  // What was scrolled past of the empty space is never seen again: none of it stands above a list that is longer than the view.
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

/** Puts the anchor back to its place within `layout`. */
export function restore(one: AnchoredView, layout: Layout): void {
  const view = one.viewportRef.current;
  if (view === null) return;
  one.settledHeight = view.clientHeight;
  const wanted = one.pendingKey === null ? undefined : layout.indexOf.get(one.pendingKey);
  if (wanted !== undefined) {
    moveTo(one, Math.max(0, (layout.tops[wanted] ?? 0) - view.clientHeight / 3));
    remember(one);
    return;
  }
  if (one.atEnd && one.drawn.live) {
    moveTo(one, Math.max(0, totalHeight(layout) - view.clientHeight));
    return;
  }
  const kept = one.seen.find(({ key }) => layout.indexOf.has(key));
  if (kept === undefined) return;
  // The exact place, not the rounded one of the scroll bar: roundings would add up. Nothing scrolls above the start of the list.
  const top = Math.max(0, (layout.tops[layout.indexOf.get(kept.key) ?? 0] ?? 0) - kept.offset);
  moveTo(one, top);
  note(one, layout, top);
  // A reader's own act, like scrolling: it may lead away from the end, or back to it.
  if (one.held) remember(one);
  one.held = false;
}

/** So many items on either side stay drawn though they are not needed any more: each message would take one away at the other end. */
const spareItems = 12;

/** So many items outside the view are drawn at once on either side, while the reader stands still: a press waits for no more than these. */
const stepItems = 6;

/**
 * How far outside the view it is drawn now, towards `overscanPx`: all of it for a reader who moves, else one step of it each time the
 * window has nothing to do, until then what is drawn already.
 */
type Further = 'all' | 'step' | 'later';

/** Which items are drawn: those in view and some around them. */
export function updateRange(one: AnchoredView, further: Further): void {
  const view = one.viewportRef.current;
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

/** Takes the drawn items' real heights; true when one of them is not what the list was drawn with. */
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

/** The viewport's scroll place changed, by the reader, by us or by the browser. */
export function scrolled(one: AnchoredView): void {
  const view = one.viewportRef.current;
  if (view === null) return;
  // A viewport that grows at the end is pushed up by the browser: nobody has scrolled.
  if (one.atEnd && view.clientHeight !== one.settledHeight) restore(one, one.drawn.layout);
  // Our own move: remembering its rounded result would let the anchor drift by half pixels.
  else if (view.scrollTop !== one.ownTop) {
    one.ownTop = -1;
    one.pendingKey = null;
    one.moves += 1;
    remember(one);
  }
  updateRange(one, one.ownTop === -1 ? 'all' : 'later');
  report(one);
}

export function scrollToEnd(one: AnchoredView): void {
  one.pendingKey = null;
  one.atEnd = true;
  one.setLead(() => 0);
  restore(one, one.drawn.layout);
  updateRange(one, 'all');
}

/** False: the item is not in the list. */
export function scrollToKey(one: AnchoredView, key: string): boolean {
  if (!one.drawn.layout.indexOf.has(key)) return false;
  one.pendingKey = key;
  one.atEnd = false;
  restore(one, one.drawn.layout);
  updateRange(one, 'all');
  return true;
}

/** This item stays where it is at the next change of the list, also in a list that is shorter than the viewport. */
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
