// Paints what is looked for over what is drawn, and brings the place that is meant into view. No element is changed: the browser paints
// ranges of the text (CSS Custom Highlight API).
import { useEffect, useRef, useState, type RefObject } from 'react';
import { drawnText } from './drawnText';
import type { Finding } from './finding';
import { folded, matchesOf } from './matches';

/** More of them tell nothing. */
export const mostFound = 1_000;

export interface Paint {
  readonly all: Highlight;
  readonly now: Highlight;
}

/** Null where the browser cannot. */
export function usePaint(): Paint | null {
  const [paint] = useState<Paint | null>(() => {
    if (typeof Highlight === 'undefined') return null;
    const now = new Highlight();
    now.priority = 1;
    return { all: new Highlight(), now };
  });
  useEffect(() => {
    if (paint === null) return undefined;
    CSS.highlights.set('file-found', paint.all);
    CSS.highlights.set('file-found-now', paint.now);
    return () => {
      CSS.highlights.delete('file-found');
      CSS.highlights.delete('file-found-now');
    };
  }, [paint]);
  return paint;
}

const isInView = (range: Range, box: HTMLElement): boolean => {
  const place = range.getBoundingClientRect();
  const frame = box.getBoundingClientRect();
  return place.bottom > frame.top && place.top < frame.bottom;
};

/** Keeps the marked range in view when the box gets another size and lines break elsewhere. */
function keepInView(range: Range, box: HTMLElement): () => void {
  let inView = isInView(range, box);
  const look = (): void => {
    inView = isInView(range, box);
  };
  const observer = new ResizeObserver(() => {
    if (inView) reveal(range, box);
  });
  box.addEventListener('scroll', look, { passive: true });
  observer.observe(box);
  return () => {
    box.removeEventListener('scroll', look);
    observer.disconnect();
  };
}

/** Moves `box` only as far as the range is not in view. */
export function reveal(range: Range, box: HTMLElement): void {
  // Scrolling there lays out content that is laid out only near the view.
  range.startContainer.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const place = range.getBoundingClientRect();
  const frame = box.getBoundingClientRect();
  if (place.top < frame.top + 24 || place.bottom > frame.bottom - 24)
    box.scrollTop += place.top - frame.top - frame.height / 3;
  if (place.left < frame.left + 24 || place.right > frame.right - 24)
    box.scrollLeft += place.left - frame.left - frame.width / 3;
}

interface Found {
  readonly of: Finding['terms'];
  readonly ranges: readonly Range[];
}

const none: readonly Range[] = [];

/** @param ready what is looked through is drawn; it may still change */
export function useMarks(
  box: RefObject<HTMLElement | null>,
  ready: boolean,
  { terms, at, turn, onCount }: Finding,
): void {
  const paint = usePaint();
  const [found, setFound] = useState<Found>({ of: terms, ranges: none });
  // Those of what was looked for before say nothing of this.
  const ranges = found.of === terms ? found.ranges : none;
  useEffect(() => {
    const { current } = box;
    if (!ready || current === null) return undefined;
    let frame = 0;
    const look = (): void => {
      frame = 0;
      const drawn = drawnText(current);
      const matches = terms.length === 0 ? [] : matchesOf(folded(drawn.text), terms, mostFound);
      setFound({ of: terms, ranges: matches.map((match) => drawn.rangeOf(match)) });
      onCount(matches.length, matches.length < mostFound);
    };
    look();
    if (terms.length === 0) return undefined;
    // Colours come later, and are other elements.
    const observer = new MutationObserver(() => {
      if (frame === 0) frame = requestAnimationFrame(look);
    });
    observer.observe(current, { subtree: true, childList: true, characterData: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [box, ready, terms, onCount]);
  useEffect(() => {
    if (paint === null) return undefined;
    for (const range of ranges) paint.all.add(range);
    return () => paint.all.clear();
  }, [paint, ranges]);
  const shown = useRef(0);
  useEffect(() => {
    const range = ranges[at];
    if (range === undefined) return undefined;
    paint?.now.add(range);
    const { current } = box;
    if (shown.current !== turn && current !== null) {
      shown.current = turn;
      reveal(range, current);
    }
    const leave = current === null ? null : keepInView(range, current);
    return () => {
      paint?.now.clear();
      leave?.();
    };
  }, [paint, ranges, at, turn, box]);
}
