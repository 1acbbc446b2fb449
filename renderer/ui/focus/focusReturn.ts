// The last part of the rule for the focus of what is gone (`lostFocus.ts`): the last place that had it and still stands. Keeps no content,
// only which elements had it.
import { useLayoutEffect, type RefObject } from 'react';
import { focusIfLost, isFocusLost, takeNextFocus } from './lostFocus';

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

const stands = (element: HTMLElement): boolean =>
  element.isConnected && element.checkVisibility?.() !== false;

/**
 * Only what nobody has taken meanwhile: another dialog, or what the act has led to, keeps it.
 * `named`: by `returnFocusTo`; `held`: what had the focus when it closed.
 */
function giveBack(named: HTMLElement | null, held: Element | null): void {
  const wasHere = held === document.body || held === named || held?.isConnected !== true;
  if (named !== null && wasHere && stands(named)) return named.focus({ preventScroll: true });
  for (const one of had.toReversed()) {
    if (!isFocusLost()) return;
    const element = one.deref();
    if (element !== undefined && stands(element)) focusIfLost(element);
  }
}

/**
 * Gives the focus back when the component goes. react-aria remembers what had the focus when a dialog was drawn, which may be a menu or
 * a dialog that went with it; it has the first word.
 * `leads`: true when it goes because of something that takes the focus itself, once it has come.
 */
export function useFocusReturn(leads?: RefObject<boolean>): void {
  useLayoutEffect(
    () => () => {
      const named = takeNextFocus();
      const held = document.activeElement;
      if (leads?.current === true) return;
      requestAnimationFrame(() => setTimeout(() => giveBack(named, held)));
    },
    [leads],
  );
}
