// The playback of what a timeline has loaded: after one sound the next message, where that is a sound too.
import { useEffect, useRef, useState } from 'react';
import { useMediaUrl } from '#app/context';
import type { Item } from '../folds';
import { createPlayback } from './playback';
import type { Playback } from './playback';

export function usePlayback(items: readonly Item[]): Playback {
  const url = useMediaUrl();
  const latest = useRef({ items, url });
  latest.current = { items, url };
  const [playback] = useState(() =>
    createPlayback((key) => {
      const messages = latest.current.items.filter((item) => item.kind === 'message');
      const following = messages[messages.findIndex((item) => item.key === key) + 1];
      if (following?.body.type !== 'audio' || following.body.media.broken !== null) return null;
      const src = latest.current.url(following.body.media.handle);
      return src === null ? null : { key: following.key, src };
    }),
  );
  useEffect(() => () => playback.close(), [playback]);
  return playback;
}
