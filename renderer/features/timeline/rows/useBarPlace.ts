// Where the action bar of a message stands: over the message's upper edge, or within the view while that edge is scrolled away.
import { useLayoutEffect, type RefObject } from 'react';

/** Over the upper edge, as the style sheet has it. */
const overPx = -16;
/** Off the upper edge of the view. */
const gapPx = 4;

interface Edges {
  readonly top: number;
  readonly height: number;
}

/** From the message's upper edge; never further than over its lower edge. */
export function barTop(message: Edges, viewTop: number): number {
  const inView = viewTop + gapPx - message.top;
  return Math.max(overPx, Math.min(inView, message.height + overPx));
}

/** Moves the bar with every scroll. It is not sticky by style: the list moves its rows by a transform, which sticking does not see. */
export function useBarPlace(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const message = bar.current?.closest('article');
    const view = bar.current?.closest('[role="log"]');
    if (message === null || message === undefined || view === null || view === undefined) return;
    const place = (): void => {
      const top = barTop(message.getBoundingClientRect(), view.getBoundingClientRect().top);
      if (bar.current !== null) bar.current.style.insetBlockStart = `${top}px`;
    };
    place();
    view.addEventListener('scroll', place, { passive: true });
    return () => view.removeEventListener('scroll', place);
  });
}
