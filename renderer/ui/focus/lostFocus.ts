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

/** Around a list that went with the focus in it: the list that comes there next has the focus. */
let left: Element | null = null;

/**
 * A focused row that is drawn no more: the list itself has the focus then. To be used by what draws the rows.
 * `withBeside`: also for what stands beside the list, in its parent, and goes; and where another list comes in place of all that.
 */
export function useKeptFocus(view: RefObject<HTMLElement | null>, withBeside = false): void {
  const had = useRef(false);
  useLayoutEffect(() => {
    const list = view.current;
    const area = withBeside ? list?.parentElement : list;
    if (!list || !area) return;
    const follows = withBeside && left !== null && left === area.parentElement;
    if (had.current || follows) focusIfLost(list);
    if (follows) left = null;
    had.current = area.contains(document.activeElement);
  });
  useLayoutEffect(() => {
    const list = view.current;
    const area = withBeside ? list?.parentElement : list;
    const around = withBeside ? area?.parentElement : null;
    const note = (event: FocusEvent): void => {
      had.current = event.target instanceof Node && area?.contains(event.target) === true;
    };
    document.addEventListener('focusin', note);
    return () => {
      document.removeEventListener('focusin', note);
      if (had.current && around) left = around;
    };
  }, [view, withBeside]);
}
