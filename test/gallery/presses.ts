// What a story presses before it is looked at.
import { useEffect } from 'react';

/** Buttons and entries of menus by name, one after the other. */
export function usePresses(names: readonly string[]): void {
  useEffect(() => {
    names.forEach((name, index) =>
      setTimeout(
        () => {
          const named = [...document.querySelectorAll<HTMLElement>('button, [role="menuitem"]')];
          named
            .find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name)
            ?.click();
        },
        300 + 250 * index,
      ),
    );
  }, [names]);
}
