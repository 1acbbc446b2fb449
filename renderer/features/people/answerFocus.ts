// Gives the focus on when a request to join was answered and its buttons go: to the same answer of the next request, else to a row beside it.
import { useLayoutEffect, type RefObject } from 'react';
import { giveBack } from '#ui/focus/focusReturn';
import { focusIfLost } from '#ui/focus/lostFocus';

type Answer = 'decline' | 'letIn';

const within = <T extends Element>(around: Element | null, selector: string): T[] =>
  around?.isConnected === true ? [...around.querySelectorAll<T>(selector)] : [];

/** Those behind `at` in their order, then those before it, the nearest first. */
const nearest = <T extends Element>(all: readonly T[], at: Element): T[] => {
  const follows = (one: T): boolean =>
    (at.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const rest = all.filter((one) => !at.contains(one));
  return [...rest.filter(follows), ...rest.filter((one) => !follows(one)).toReversed()];
};

/** The elements that may take the focus of `held`, best first. To be called while that still stands; answers when it is gone. */
function heirsOf(held: HTMLElement, answer: Answer): () => HTMLElement[] {
  const same = `[data-answer="${answer}"]`;
  const place = held.parentElement;
  const row = held.closest('li') ?? held;
  const list = held.closest('ul');
  const panel = held.closest('aside');
  const others = nearest(within<HTMLElement>(list, same), row);
  const rows = nearest(within<HTMLElement>(list, 'li > button:enabled'), row);
  return () => [
    // Another request, or the way to several, may have come to where this one was.
    ...within<HTMLElement>(place, same),
    ...within<HTMLElement>(place, 'button:enabled'),
    ...others,
    // The rows may have been drawn anew meanwhile.
    ...within<HTMLElement>(list, same),
    ...rows,
    ...within<HTMLElement>(panel, '[role="listbox"]'),
  ];
}

/** Only a focus that one of the buttons had is given on; without any heir it goes to the last element that had it. */
export function useAnswerFocus(
  buttons: Readonly<Record<Answer, RefObject<HTMLElement | null>>>,
): void {
  const { decline, letIn } = buttons;
  useLayoutEffect(
    () => () => {
      const held = document.activeElement;
      if (!(held instanceof HTMLElement)) return;
      const answer = held === decline.current ? 'decline' : held === letIn.current ? 'letIn' : null;
      if (answer === null) return;
      const heirs = heirsOf(held, answer);
      requestAnimationFrame(() => {
        for (const heir of heirs()) focusIfLost(heir);
        giveBack(null, null);
      });
    },
    [decline, letIn],
  );
}
