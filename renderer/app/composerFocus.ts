// The composer of the open chat and the focus: it gets it from an overlay that closes, and leaves it to a field that keys have asked for.
import { useEffect, useRef } from 'react';
import { composerFieldId } from './composing';

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
 * Whether keys have asked for the focused field together with its place: the composer of this chat, which comes later, leaves it the focus.
 * The shortcut notes the room in `data-asked-in`.
 */
export function leavesFocus(roomId: string): boolean {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement)) return false;
  const { dataset } = activeElement;
  if (dataset['askedIn'] !== roomId) return false;
  activeElement.addEventListener('blur', () => delete dataset['askedIn'], { once: true });
  return true;
}
