// The composer of the open chat gets the focus from an overlay that closes.
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
