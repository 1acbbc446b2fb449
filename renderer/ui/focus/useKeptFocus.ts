// Where the focus goes when what had it in a list is taken away while the list stays.
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** A focused row that is drawn no more: the list itself has the focus then, not nothing. To be used by what draws the rows. */
export function useKeptFocus(view: RefObject<HTMLElement | null>): void {
  const had = useRef(false);
  useLayoutEffect(() => {
    const list = view.current;
    if (list === null) return;
    const { activeElement } = document;
    if (had.current && (activeElement === null || activeElement === document.body))
      list.focus({ preventScroll: true });
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
