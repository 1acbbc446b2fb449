// The playback of what a timeline has loaded: after a voice message the next one, after another sound the next message where that is a sound
// too. It plays on after its timeline went, and is taken up again by the next one of the same conversation.
import { useEffect } from 'react';
import { useAccountState, useMediaUrl } from '#app/context';
import { createLeftSounds, type LeftSounds } from '#app/leftSound';
import { createPlayback, useSounds } from '#app/playback';
import type { Next, Playback, Sounds } from '#app/playback';
import type { ConversationId } from '#contract/areas/ids';
import { useTimelineScope, type Message } from '../context';
import type { Heard } from './heard';

const isVoice = (item: Message | undefined): boolean =>
  item?.body.type === 'audio' && item.body.sound?.voice === true;

const messagesOf = ({ items }: Heard): Message[] =>
  items().filter((item) => item.kind === 'message');

type UrlOf = ReturnType<typeof useMediaUrl>;

function nextOf(heard: Heard, url: UrlOf): Next {
  return (key) => {
    const messages = messagesOf(heard);
    const at = messages.findIndex((item) => item.key === key);
    const rest = at === -1 ? [] : messages.slice(at + 1);
    const following = isVoice(messages[at]) ? rest.find(isVoice) : rest[0];
    if (following?.body.type !== 'audio' || following.body.media.broken !== null) return null;
    const src = url(following.body.media.handle);
    return src === null ? null : { key: following.key, src };
  };
}

interface Around {
  readonly conversation: ConversationId;
  readonly sounds: Sounds;
  readonly left: LeftSounds;
  readonly url: UrlOf;
}

function begin(heard: Heard, { conversation, sounds, left, url }: Around): Playback {
  const { roomId, threadId } = conversation;
  const next = nextOf(heard, url);
  const kept = left.get();
  const back = kept?.roomId === roomId && kept.threadId === threadId ? kept.playback : null;
  back?.stay(next);
  const playback = back ?? createPlayback(sounds, next);
  const messageOf = (key: string): Message | null =>
    messagesOf(heard).find((item) => item.key === key) ?? null;
  heard.leave = () => {
    heard.playback = null;
    if (!left.hosted) playback.close();
    else if (playback.leave(() => left.set(null)))
      left.set({ roomId, threadId, playback, messageOf });
  };
  return playback;
}

export function usePlayback(): Playback {
  const { heard, conversation } = useTimelineScope();
  const url = useMediaUrl();
  const sounds = useSounds();
  const left = useAccountState(createLeftSounds);
  const playback = (heard.playback ??= begin(heard, { conversation, sounds, left, url }));
  useEffect(() => {
    if (left.get()?.playback === playback) left.set(null);
  }, [left, playback]);
  return playback;
}
