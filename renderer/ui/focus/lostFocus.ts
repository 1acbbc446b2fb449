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

/** A second: what had the focus when a place came may go later, where a machine is busy. */
const framesOfLooking = 60;

/**
 * When `place` comes it takes the focus if nothing else has it, or if what had it is gone within a second. A press or a key ends that: it
 * is about something else.
 * `selector`: not the place, but the first in it that fits, and only then: what stands in it may come a moment later.
 */
export function useFocusIfLost(
  place: RefObject<HTMLElement | null>,
  selector: string | null = null,
): void {
  useEffect(() => {
    let left = framesOfLooking;
    let ended = false;
    let frame = 0;
    const take = (): void => {
      const { current } = place;
      focusIfLost(selector === null ? current : current?.querySelector<HTMLElement>(selector));
    };
    const look = (): void => {
      // After the first frame in any case.
      if (ended && left < framesOfLooking) return;
      take();
      left -= 1;
      const { current } = place;
      if (left > 0 && current?.contains(current.ownerDocument.activeElement) !== true)
        frame = requestAnimationFrame(look);
    };
    if (selector === null) take();
    frame = requestAnimationFrame(look);
    const end = (): void => void (ended = true);
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, end, true);
    return () => {
      cancelAnimationFrame(frame);
      for (const type of ['pointerdown', 'keydown']) removeEventListener(type, end, true);
    };
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
