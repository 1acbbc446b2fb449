// Buttons that a story presses before its picture is taken.
import { useEffect } from 'react';

type Name = string | RegExp;

const betweenMs = 250;
const mostMs = 10_000;

function find(name: Name): HTMLElement | undefined {
  const named = [...document.querySelectorAll<HTMLElement>('button, [role="menuitem"]')];
  return named.find((one) => {
    const own = one.getAttribute('aria-label') ?? one.textContent;
    return typeof name === 'string' ? own === name : name.test(own);
  });
}

/** Buttons and entries of menus by name, one after the other, each once it is there. */
export function usePresses(names: readonly Name[]): void {
  useEffect(() => {
    const left = [...names];
    const until = Date.now() + mostMs;
    const timer = setInterval(() => {
      const [name] = left;
      if (name === undefined || Date.now() > until) return clearInterval(timer);
      const found = find(name);
      // Until it is there the page is not settled.
      document.body.toggleAttribute('data-pressing');
      if (found === undefined) return undefined;
      left.shift();
      found.click();
    }, betweenMs);
    return () => clearInterval(timer);
  }, [names]);
}
