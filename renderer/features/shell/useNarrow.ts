// Whether list and content take turns: the same width as in Frame.module.css, where the layout itself is decided.
import { useSyncExternalStore } from 'react';

const query = '(max-width: 719.9px)';

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia?.(query);
  media?.addEventListener('change', listener);
  return () => media?.removeEventListener('change', listener);
}

/** The frame fills the window, so the window's width is the frame's. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(subscribe, () => window.matchMedia?.(query).matches ?? false);
