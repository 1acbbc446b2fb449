// Where the focus goes when what had it is gone: to the last place that still stands. Keeps no content, only which elements had it.
import { useLayoutEffect } from 'react';

/** The last one at the end. */
const had: WeakRef<HTMLElement>[] = [];
const most = 24;

function note(element: unknown): void {
  if (!(element instanceof HTMLElement) || element === document.body) return;
  const known = had.findIndex((one) => one.deref() === element);
  if (known !== -1) had.splice(known, 1);
  had.push(new WeakRef(element));
  if (had.length > most) had.shift();
}

note(document.activeElement);
document.addEventListener('focusin', ({ target }) => note(target), true);

const isLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

const stands = (element: HTMLElement): boolean =>
  element.isConnected && element.checkVisibility?.() !== false;

/** Only what nobody has taken meanwhile: another dialog, or what the act has led to, keeps it. */
function giveBack(): void {
  for (const one of had.toReversed()) {
    if (!isLost()) return;
    const element = one.deref();
    if (element !== undefined && stands(element)) element.focus({ preventScroll: true });
  }
}

/**
 * Gives the focus back when the component goes. react-aria remembers what had the focus when a dialog was drawn, which may be a menu or
 * a dialog that went with it; it has the first word.
 */
export function useFocusReturn(): void {
  useLayoutEffect(
    () => () => {
      requestAnimationFrame(() => setTimeout(giveBack));
    },
    [],
  );
}
