// The playback of what a timeline has loaded: after a voice message the next one, after another sound the next message where that is a sound too.
import { useEffect, useRef, useState } from 'react';
import { useMediaUrl } from '#app/context';
import type { Message } from '../context';
import type { Item } from '../folds';
import { createPlayback, useSounds } from '#app/playback';
import type { Playback } from '#app/playback';

const isVoice = (item: Message | undefined): boolean =>
  item?.body.type === 'audio' && item.body.sound?.voice === true;

export function usePlayback(items: readonly Item[]): Playback {
  const url = useMediaUrl();
  const sounds = useSounds();
  const latest = useRef({ items, url });
  latest.current = { items, url };
  const [playback] = useState(() =>
    createPlayback(sounds, (key) => {
      const messages = latest.current.items.filter((item) => item.kind === 'message');
      const at = messages.findIndex((item) => item.key === key);
      const rest = at === -1 ? [] : messages.slice(at + 1);
      const following = isVoice(messages[at]) ? rest.find(isVoice) : rest[0];
      if (following?.body.type !== 'audio' || following.body.media.broken !== null) return null;
      const src = latest.current.url(following.body.media.handle);
      return src === null ? null : { key: following.key, src };
    }),
  );
  useEffect(() => () => playback.close(), [playback]);
  return playback;
}
