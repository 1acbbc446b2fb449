// Remembers emoji that are chosen outside the panel. The code that writes them down comes with the first one.
import { useCallback, useRef } from 'react';
import { useEngineCall, useSetting } from '#app/hooks';
import type { RecentEmoji } from './emojiMemory';

/** The function stays the same. */
export function useUsedEmoji(): (emoji: RecentEmoji) => void {
  const call = useEngineCall();
  const stored = useRef<unknown>(null);
  stored.current = useSetting('emoji');
  return useCallback(
    (emoji) => {
      import('./emojiMemory').then(
        // Null: the settings are not loaded, and nothing is written over them.
        ({ remember }) => stored.current !== null && remember(call, stored.current, emoji),
        () => undefined,
      );
    },
    [call],
  );
}
