// Whether list and content take turns, and whether a side panel covers its room: the same widths as in Frame.module.css and
// SidePanel.module.css, where the layout itself is decided.
import { useCallback, useSyncExternalStore } from 'react';

const query = '(max-width: 719.9px)';

/** The frame fills the window, so the window's width is the frame's. */
function useMedia(asked: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia?.(asked);
      media?.addEventListener('change', listener);
      return () => media?.removeEventListener('change', listener);
    },
    [asked],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia?.(asked).matches ?? false);
}

/** Whether list and content take turns. */
export const useNarrow = (): boolean => useMedia(query);

/** The least width of a room that has a panel beside it. */
const pane = 639.9;
const rail = { usual: 56, withWords: 80 } as const;

/** Whether a side panel beside a list of this width covers its room. */
export const useCovering = (listWidth: number): boolean =>
  useMedia(
    [
      '(max-width: 899.9px)',
      `(max-width: ${pane + rail.usual + listWidth}px)`,
      `(min-height: 600px) and (max-width: ${pane + rail.withWords + listWidth}px)`,
    ].join(', '),
  );
