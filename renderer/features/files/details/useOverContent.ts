// While the details take the place of the rows the focus is in them, and Escape and the way back close them, wherever the focus is.
import { useEffect, useEffectEvent, type RefObject } from 'react';
import { tinykeys } from 'tinykeys';
import { backKeys } from '#ui/focus/keys';
import { liesOverContent } from '#ui/layout/SidePanel';
import { isFocusLost } from '#ui/focus/lostFocus';

/** Whether the focused element lies behind the panel: the browser moves the focus away only with the next frame. */
const isBehind = (element: Element | null): boolean =>
  element !== null && getComputedStyle(element).visibility === 'hidden';

/** A question that is open, or a menu, has its own keys. */
const asks = (): boolean =>
  document.querySelector('[role="dialog"], [role="menu"], [data-asks]') !== null;

/** `inside`: takes the focus. */
export function useOverContent(inside: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useEffectEvent((event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    onClose();
  });
  useEffect(() => {
    const place = inside.current;
    if (place === null) return;
    const isOver = (): boolean => liesOverContent(place) && !asks();
    const frame = requestAnimationFrame(() => {
      if (isOver() && (isFocusLost() || isBehind(document.activeElement))) place.focus();
    });
    const off = tinykeys(
      window,
      {
        [backKeys]: close,
        Escape: (event) => {
          // With the focus inside the panel sees to it.
          if (isFocusLost()) close(event);
        },
      },
      { capture: true, ignore: (event) => event.isComposing || !isOver() },
    );
    return () => {
      cancelAnimationFrame(frame);
      off();
    };
  }, [inside]);
}
