// Where the focus goes when what had it is gone: opening another place by its keys takes the old one away.
import { useEffect, type RefObject } from 'react';

/** Once, when the element comes: it takes the focus if nothing else has it. */
export function useFocusIfLost(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  }, [element]);
}
