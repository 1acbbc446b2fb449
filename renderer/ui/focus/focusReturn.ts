// The last rule for the focus of a removed element (`lostFocus.ts`): it goes to the last focused element that still exists. Keeps
// references to elements only, no content.
import { useLayoutEffect, type RefObject } from 'react';
import { focusIfLost, isFocusLost, takeNextFocus } from './lostFocus';

/** The last one at the end. */
// eslint-disable-next-line trellis/module-state -- the focus belongs to the document, of which a page has one
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
 * Returns the focus only if no other element has taken it meanwhile, such as another dialog.
 * `named`: the element of `returnFocusTo`; `held`: the element that had the focus at the close.
 */
export function giveBack(named: HTMLElement | null, held: Element | null): void {
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
