// Computes which rows of a long list are rendered: rows of known heights, those in view and some beside it.
import { useLayoutEffect, useState, type RefObject } from 'react';

export interface Layout {
  /** Top of each row, px; the last entry is the end of the last row. */
  readonly tops: readonly number[];
  readonly total: number;
}

export interface View {
  readonly top: number;
  readonly height: number;
  readonly width: number;
}

/** jsdom and the first render have no size yet. No view is higher than the window, whose size can be read without a layout. */
const assumed: View = { top: 0, height: Math.max(800, window.innerHeight), width: 800 };

export function layoutOf(heights: readonly number[]): Layout {
  const tops: number[] = [];
  let top = 0;
  for (const height of heights) {
    tops.push(top);
    top += height;
  }
  tops.push(top);
  return { tops, total: top };
}

/** The layout of rows of one height. */
export const evenLayout = (count: number, height: number): Layout => ({
  tops: Array.from({ length: count + 1 }, (_, index) => index * height),
  total: count * height,
});

/** The first row that ends below `y`. */
function rowAt(tops: readonly number[], y: number): number {
  let low = 0;
  let high = Math.max(0, tops.length - 2);
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tops[middle + 1] ?? 0) > y) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Rendered on either side of the view, so that a quick scroll shows rows; a larger value makes opening slow. */
const besidePx = 240;

/** Half-open range of rows to render: those in view and those within `beside` of it. */
export function drawnRows(
  { tops }: Layout,
  { top, height }: Pick<View, 'top' | 'height'>,
  beside = Math.min(height / 2, besidePx),
): { readonly from: number; readonly to: number } {
  const count = tops.length - 1;
  if (count <= 0) return { from: 0, to: 0 };
  const from = rowAt(tops, Math.max(0, top - beside));
  return { from, to: Math.min(count, rowAt(tops, top + height + beside) + 1) };
}

/**
 * The scroll position that brings a row fully into view with the least movement. `above`: height covered by sticky elements. If the list
 * scrolls up to the row, it shows `first` too, which is the heading above the row.
 */
export function scrollToShow(
  { tops }: Layout,
  row: number,
  { top, height }: Pick<View, 'top' | 'height'>,
  above = 0,
  first = row,
): number {
  const start = tops[row] ?? 0;
  const end = tops[row + 1] ?? start;
  if (start < top) return tops[first] ?? start;
  return end > top + height - above ? end - height + above : top;
}

/** A smaller scroll stays within the rows beside the view and renders nothing. */
const stepPx = 96;

/** The last view of each kind of list, so that the first render of the next one has the right size. */
// eslint-disable-next-line trellis/module-state -- a guess for the first render, which its measurement replaces
const lastOnes = new Map<string, View>();

/**
 * The visible part of the scroller; `top` changes in steps. A new scroller is measured when `kind` or `again` changes. `onLaidOut` must be
 * one and the same function.
 */
export function useView(
  scroller: RefObject<HTMLElement | null>,
  kind: 'tree' | 'rooms' | 'list' | 'grid' | 'pages' | 'transfers' | 'calls' | 'emoji',
  again?: unknown,
  onLaidOut?: (element: HTMLElement) => void,
): View {
  const [view, setView] = useState(() => lastOnes.get(kind) ?? assumed);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = () => {
      const { top, height, width } = viewOf(element);
      const next = { top: Math.round(top / stepPx) * stepPx, height, width };
      lastOnes.set(kind, { top: 0, height, width });
      setView((view) =>
        view.top === next.top && view.height === height && view.width === width ? view : next,
      );
    };
    element.addEventListener('scroll', measure, { passive: true });
    // The observer also reports the first size after the layout of the frame; reading it now would cause a second layout.
    const observer = new ResizeObserver(() => {
      onLaidOut?.(element);
      measure();
    });
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', measure);
      observer.disconnect();
    };
  }, [scroller, kind, again, onLaidOut]);
  return view;
}

export const viewOf = (element: HTMLElement): View => ({
  top: element.scrollTop,
  height: element.clientHeight || assumed.height,
  width: element.clientWidth || assumed.width,
});

/** Index of the row under an event's target, from `data-index`. */
export function rowUnder(target: EventTarget | null): number | null {
  const row = target instanceof Element ? target.closest('[data-index]') : null;
  return row === null ? null : Number(row.getAttribute('data-index'));
}
