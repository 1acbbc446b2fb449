// Places the action bar of a message: over the message's upper edge, or at the top of the view while that edge is scrolled out.
import { useLayoutEffect, type RefObject } from 'react';

/** Offset over the upper edge; the style sheet has the same value. */
const overPx = -16;
/** Gap to the upper edge of the view. */
const gapPx = 4;

interface Edges {
  readonly top: number;
  readonly height: number;
}

/** Offset from the message's upper edge; at most the lower edge of the message. */
export function barTop(message: Edges, viewTop: number): number {
  const inView = viewTop + gapPx - message.top;
  return Math.max(overPx, Math.min(inView, message.height + overPx));
}

/** Moves the bar on each scroll. CSS `sticky` cannot do it, because the list moves its rows by a transform. */
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
