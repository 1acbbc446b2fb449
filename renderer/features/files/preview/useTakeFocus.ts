// Moves the focus from the preview to its scrollable content, unless the reader is already elsewhere.
import { useEffect, useEffectEvent, type RefObject } from 'react';
import { useFocusVisible } from 'react-aria/useFocusVisible';

export function useTakeFocus(element: RefObject<HTMLElement | null>, ready: boolean): void {
  const { isFocusVisible } = useFocusVisible();
  const take = useEffectEvent((current: HTMLElement): void => {
    const frame = current.closest('[data-preview]');
    if (document.activeElement !== frame) return;
    current.toggleAttribute('data-quiet', !isFocusVisible);
    current.focus({ preventScroll: true });
  });
  useEffect(() => {
    const { current } = element;
    if (!ready || current === null) return;
    take(current);
    // Focus that a mouse led to has no ring, until a key is pressed.
    const show = (): void => void current.removeAttribute('data-quiet');
    current.addEventListener('keydown', show);
    return () => current.removeEventListener('keydown', show);
  }, [element, ready]);
}
