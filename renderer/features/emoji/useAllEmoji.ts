// The emoji for a component. They come in a chunk of their own, with the first who wants them.
import { useEffect, useState } from 'react';
import { loadEmoji, type Emoji } from './emojiData';

/** None until they are here, and none to be had when they cannot be loaded. */
export function useAllEmoji(wanted: boolean): readonly Emoji[] {
  const [all, setAll] = useState<readonly Emoji[]>([]);
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    loadEmoji().then(
      (emoji) => current && setAll(emoji),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [wanted]);
  return all;
}
