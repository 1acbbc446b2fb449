// What can be scrolled takes the keys over from the preview around it, unless the reader is somewhere else already.
import { useEffect, type RefObject } from 'react';

export function useTakeFocus(element: RefObject<HTMLElement | null>, ready: boolean): void {
  useEffect(() => {
    const { current } = element;
    if (!ready || current === null) return;
    const frame = current.closest('[data-preview]');
    if (document.activeElement === frame) current.focus({ preventScroll: true });
  }, [element, ready]);
}
