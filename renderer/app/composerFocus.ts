// The composer of the open chat and the focus: it gets it from an overlay that closes, and leaves it to a field that keys have asked for.
import { useEffect, useRef } from 'react';
import { composerFieldId } from './composing';

/** Data attribute of a focused field: the room that was open when keys asked for the field. */
const askedIn = 'askedIn';

/** The answer, called before the overlay closes, leads to the composer once the overlay is gone and has given the focus back. */
export function useComposerAfterwards(): () => void {
  const leads = useRef(false);
  useEffect(
    () => () => {
      if (!leads.current) return;
      requestAnimationFrame(() => document.getElementById(composerFieldId)?.focus());
    },
    [],
  );
  return () => {
    leads.current = true;
  };
}

/**
 * Focuses a field that keys ask for together with its place, and selects its text, so that typing replaces it. The composer of the chat
 * that comes with the place may come later: it leaves this field the focus.
 */
export function focusBeforeComposer(field: HTMLInputElement | null, roomId: string | null): void {
  if (field === null) return;
  field.focus();
  field.select();
  if (roomId === null) return;
  field.dataset[askedIn] = roomId;
  field.addEventListener('blur', () => delete field.dataset[askedIn], { once: true });
}

/** Whether keys have just asked for another field than the composer of this chat. */
export const leavesFocus = (roomId: string): boolean =>
  document.activeElement instanceof HTMLElement &&
  document.activeElement.dataset[askedIn] === roomId;
