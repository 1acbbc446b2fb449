// Where rows of two fixed heights stand and which of them are in view. Pure.

export const sectionHeight = 32;
export const rowHeight = 56;

export interface Layout {
  /** Top of each item; one more entry than items: the end. */
  readonly tops: readonly number[];
  readonly total: number;
}

export function layoutOf(kinds: readonly ('section' | 'room')[]): Layout {
  const tops: number[] = [];
  let top = 0;
  for (const kind of kinds) {
    tops.push(top);
    top += kind === 'section' ? sectionHeight : rowHeight;
  }
  tops.push(top);
  return { tops, total: top };
}

/** First item whose end lies below `y`. */
function indexAt(tops: readonly number[], y: number): number {
  let low = 0;
  let high = Math.max(0, tops.length - 2);
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tops[middle + 1] ?? 0) > y) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Half-open range of items to draw, with a margin of one screen on both sides. */
export function visibleRange(
  { tops }: Layout,
  scrollTop: number,
  height: number,
): { readonly from: number; readonly to: number } {
  const count = tops.length - 1;
  if (count <= 0) return { from: 0, to: 0 };
  const from = indexAt(tops, Math.max(0, scrollTop - height));
  const to = indexAt(tops, scrollTop + 2 * height) + 1;
  return { from, to: Math.min(count, to) };
}

/** The scroll position that brings an item fully into view with the least movement. */
export function scrollToShow(
  { tops }: Layout,
  index: number,
  scrollTop: number,
  height: number,
): number {
  const top = tops[index] ?? 0;
  const bottom = tops[index + 1] ?? top;
  if (top < scrollTop) return top;
  return bottom > scrollTop + height ? bottom - height : scrollTop;
}
