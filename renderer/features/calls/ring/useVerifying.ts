// Which callers are being verified just now, and room for the dialog that does it.
import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { CallRing } from '#contract/areas/calls/callsModels';
import type { Verification } from '#contract/areas/encryption/verificationModels';
import { useValue } from '#app/hooks';

/** A request of the other side waits on a card of its own; every other verification has a dialog until it is closed. */
const hasDialog = ({ isSelf, phase, byMe }: Verification): boolean =>
  !isSelf && (byMe || phase !== 'requested');

export function useVerifying(): (ring: CallRing) => boolean {
  const all = useValue('verifications', {}).value?.all ?? [];
  return ({ caller }) => all.some((one) => hasDialog(one) && one.person.userId === caller.userId);
}

/** Lets dialogs begin below the cards as long as `isWanted`; answers the ref of the cards. */
export function useRingsEnd(isWanted: boolean): RefObject<HTMLDivElement | null> {
  const cards = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = cards;
    if (current === null || !isWanted) return undefined;
    const { style } = document.documentElement;
    const tell = (): void =>
      style.setProperty('--rings-end', `${Math.ceil(current.getBoundingClientRect().bottom)}px`);
    tell();
    const observer = new ResizeObserver(tell);
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty('--rings-end');
    };
  }, [isWanted]);
  return cards;
}
