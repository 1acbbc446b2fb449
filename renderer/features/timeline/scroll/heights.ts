// Heights and tops of list items by key. Pure, without the DOM: the anchored list measures, this module adds up.

export interface Keyed {
  readonly key: string;
}

export interface Layout {
  /** Tops of the items in px, with the total height as the last entry. */
  readonly tops: Float64Array;
  readonly indexOf: ReadonlyMap<string, number>;
}

export interface Range {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** `lead` is empty space above the first item, px. */
export function layoutOf(
  items: readonly Keyed[],
  heights: ReadonlyMap<string, number>,
  estimate: (index: number) => number,
  lead = 0,
): Layout {
  const tops = new Float64Array(items.length + 1);
  tops[0] = lead;
  const indexOf = new Map<string, number>();
  items.forEach(({ key }, index) => {
    indexOf.set(key, index);
    tops[index + 1] = (tops[index] ?? 0) + (heights.get(key) ?? estimate(index));
  });
  return { tops, indexOf };
}

export const totalHeight = ({ tops }: Layout): number => tops[tops.length - 1] ?? 0;

/** The item that covers `offset` (px from the start); the last one beyond the end. */
export function itemAt({ tops }: Layout, offset: number): number {
  let low = 0;
  let high = Math.max(0, tops.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((tops[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The items to draw for a viewport that starts at `offset`, with `overscan` px more on both sides. */
export function visibleRange(
  layout: Layout,
  offset: number,
  viewport: number,
  overscan: number,
): Range {
  if (layout.tops.length < 2) return { start: 0, end: 0 };
  const start = itemAt(layout, Math.max(0, offset - overscan));
  const end = itemAt(layout, offset + viewport + overscan) + 1;
  return { start, end };
}

/**
 * The next step from the rendered range to `wanted`: it contains `inView`, and at most `items` more on either side. A rendered range that
 * is far from the view does not count.
 */
export function oneStep(drawn: Range, wanted: Range, inView: Range, items: number): Range {
  const isNear = drawn.start <= inView.end && drawn.end >= inView.start;
  const start = isNear ? Math.min(drawn.start, inView.start) : inView.start;
  const end = isNear ? Math.max(drawn.end, inView.end) : inView.end;
  return {
    start: Math.max(wanted.start, start - items),
    end: Math.min(wanted.end, end + items),
  };
}

/** If more rows than this come at the end at once, they are not rendered before the view is placed. */
const fewAtTheEnd = 10;

/**
 * The range of the same items after a change of the list. Rendered items stay rendered, so that rows do not lose their focus when others
 * come in before them. A range that reached the end includes new items there.
 */
export function carriedRange(
  range: Range,
  before: readonly Keyed[],
  { tops, indexOf }: Layout,
): Range {
  const count = tops.length - 1;
  const drawn = before.slice(range.start, range.end);
  const kept = drawn.map(({ key }) => indexOf.get(key)).filter((index) => index !== undefined);
  const [first, last] = [kept[0], kept.at(-1)];
  // None of the items are left, or others came between them and the range would be too large.
  if (first === undefined || last === undefined || last - first > 2 * drawn.length + fewAtTheEnd)
    return { start: Math.min(range.start, count), end: Math.min(range.end, count) };
  const atEnd = range.end >= before.length && count - last - 1 <= fewAtTheEnd;
  return { start: first, end: atEnd ? count : last + 1 };
}
