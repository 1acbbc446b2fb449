// The texts of a ring, for this window and the ring window: a person calls, or started a group call in a room.
import type { TFunction } from 'i18next';
import type { CallRing } from '#contract/areas/calls/callsModels';

export interface RingWords {
  /** The sentence for the screen reader. */
  readonly spoken: string;
  readonly title: string;
  readonly kind: string;
  readonly decline: string;
  readonly withoutVideo: string;
  readonly answer: string;
}

export function ringWords(t: TFunction, { media, group, caller, roomName }: CallRing): RingWords {
  const { name } = caller;
  const video = media === 'video';
  if (group)
    return {
      spoken: t('callPlace.ring.inRoomSpoken', { name, room: roomName }),
      title: roomName,
      kind: t(video ? 'callPlace.ring.inRoomVideo' : 'callPlace.ring.inRoom', { name }),
      decline: t('callPlace.ring.notNow'),
      withoutVideo: t('callPlace.ring.soundOnly'),
      answer: t('callPlace.ring.join'),
    };
  return {
    spoken: t(video ? 'calls.videoFrom' : 'calls.voiceFrom', { name }),
    title: name,
    kind: t(video ? 'calls.video' : 'calls.voice'),
    decline: t('calls.decline'),
    withoutVideo: t('calls.withoutVideo'),
    answer: t('calls.answer'),
  };
}
