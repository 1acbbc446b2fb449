// Shared by the players of one timeline. They come with the first sound, and so does the playback.
import { useEffect, useRef, useState } from 'react';
import type { Playback } from '#app/playback';
import type { Item } from '../folds';

export interface Heard {
  /** Those that the timeline has loaded. */
  items(): readonly Item[];
  /** Null: no player was drawn yet. */
  playback: Playback | null;
  /** The timeline goes. */
  leave: (() => void) | null;
}

export function useHeard(items: readonly Item[]): Heard {
  const latest = useRef(items);
  latest.current = items;
  const [heard] = useState<Heard>(() => ({
    items: () => latest.current,
    playback: null,
    leave: null,
  }));
  useEffect(() => () => heard.leave?.(), [heard]);
  return heard;
}
