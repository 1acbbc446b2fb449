// Decides where the focus goes when its element is removed: first to the target of the act (`returnFocusTo`), else to the element that
// replaces it (`useFocusIfLost`), else to the list that it was in (`useKeptFocus`), else to the last focused element that still exists
// (`focusReturn.ts`).
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** Whether no element has the focus. */
export const isFocusLost = ({ activeElement, body }: Document = document): boolean =>
  activeElement === null || activeElement === body;

/** Focuses the element, unless another one has the focus. */
export function focusIfLost(element: HTMLElement | null | undefined): void {
  // A call may be in a window of its own, with another document.
  if (element && isFocusLost(element.ownerDocument)) element.focus({ preventScroll: true });
}

// eslint-disable-next-line trellis/module-state -- the focus belongs to the document, of which a page has one
let next: HTMLElement | null = null;
// eslint-disable-next-line trellis/module-state -- the focus belongs to the document, of which a page has one
let expiring = 0;

/**
 * The overlay that closes now gives the focus to this element instead of its opener, because the act that closed it leads there. An overlay
 * that closes later is not affected.
 */
export function returnFocusTo(element: HTMLElement | null): void {
  next = element;
  cancelAnimationFrame(expiring);
  expiring = requestAnimationFrame(() => {
    expiring = requestAnimationFrame(takeNextFocus);
  });
}

/** Returns the element of `returnFocusTo` once. */
export function takeNextFocus(): HTMLElement | null {
  const element = next;
  next = null;
  return element;
}

/** About one second: on a busy computer the focused element may be removed that much later. */
const framesOfLooking = 60;

/**
 * Focuses `place` when it appears and no other element has the focus, or loses it within a second. A press or a key ends this, because the
 * person has turned to something else.
 * `selector`: focuses the first match in `place` instead, and only that one; it may appear a moment later.
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
      // The first frame always counts.
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

/** The parent of a list that was removed with the focus in it; the next list there takes the focus. */
// eslint-disable-next-line trellis/module-state -- the focus belongs to the document, of which a page has one
let left: Element | null = null;

/**
 * Moves the focus to the list itself when its focused row is no longer rendered. Call it in the component that renders the rows.
 * `withBeside`: also for elements beside the list, in its parent, that are removed; and if another list replaces them all.
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
