// What a story presses before it is looked at.
import { useEffect } from 'react';

/** Buttons and entries of menus by name, one after the other. */
export function usePresses(names: readonly (string | RegExp)[]): void {
  useEffect(() => {
    names.forEach((name, index) =>
      setTimeout(
        () => {
          const named = [...document.querySelectorAll<HTMLElement>('button, [role="menuitem"]')];
          named
            .find((one) => {
              const own = one.getAttribute('aria-label') ?? one.textContent;
              return typeof name === 'string' ? own === name : name.test(own);
            })
            ?.click();
        },
        300 + 250 * index,
      ),
    );
  }, [names]);
}
