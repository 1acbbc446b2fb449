// The one rule for the focus of what is gone. What the act leads to has it (`returnFocusTo`); else what comes in its place and wants it
// (`useFocusIfLost`); else the list that it was in and that stays (`useKeptFocus`); else the last place that had it and still stands
// (`focusReturn.ts`).
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** Nothing has it. */
export const isFocusLost = ({ activeElement, body }: Document = document): boolean =>
  activeElement === null || activeElement === body;

/** Takes it unless something else has it. */
export function focusIfLost(element: HTMLElement | null | undefined): void {
  // A call may stand in a window of its own, with a document of its own.
  if (element && isFocusLost(element.ownerDocument)) element.focus({ preventScroll: true });
}

let next: HTMLElement | null = null;
let expiring = 0;

/** What closes now gives the focus to this, not to where it was: the act that closed it leads on there. What closes later was closed by another act. */
export function returnFocusTo(element: HTMLElement | null): void {
  next = element;
  cancelAnimationFrame(expiring);
  expiring = requestAnimationFrame(() => {
    expiring = requestAnimationFrame(takeNextFocus);
  });
}

/** Once: what `returnFocusTo` named. */
export function takeNextFocus(): HTMLElement | null {
  const element = next;
  next = null;
  return element;
}

/**
 * When `place` comes it takes the focus if nothing else has it, or if what was pressed to come here is gone after the first frame.
 * `selector`: not the place, but the first in it that fits, and only then: what stands in it may come a moment later.
 */
export function useFocusIfLost(
  place: RefObject<HTMLElement | null>,
  selector: string | null = null,
): void {
  useEffect(() => {
    const take = (): void => {
      const { current } = place;
      focusIfLost(selector === null ? current : current?.querySelector<HTMLElement>(selector));
    };
    if (selector === null) take();
    const frame = requestAnimationFrame(take);
    return () => cancelAnimationFrame(frame);
  }, [place, selector]);
}

/** A focused row that is drawn no more: the list itself has the focus then. To be used by what draws the rows. */
export function useKeptFocus(view: RefObject<HTMLElement | null>): void {
  const had = useRef(false);
  useLayoutEffect(() => {
    const list = view.current;
    if (list === null) return;
    if (had.current) focusIfLost(list);
    had.current = list.contains(document.activeElement);
  });
  useEffect(() => {
    const list = view.current;
    const note = (event: FocusEvent): void => {
      had.current = event.target instanceof Node && list?.contains(event.target) === true;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [view]);
}
