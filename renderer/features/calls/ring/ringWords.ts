// The texts of a ring, for this window and the ring window: a person calls, or started a group call in a room; and for whom it rings.
import type { TFunction } from 'i18next';
import type { CallRing } from '#contract/areas/calls/callsModels';
import type { AccountRow } from '#contract/shell';

export interface RingWords {
  /** The sentence for the screen reader. */
  readonly spoken: string;
  readonly title: string;
  readonly kind: string;
  readonly decline: string;
  readonly withoutVideo: string;
  readonly answer: string;
}

/** `verifies`: the two verify each other just now. */
export function ringWords(t: TFunction, ring: CallRing, verifies = false): RingWords {
  const { media, group, caller, roomName, leftOut } = ring;
  const { name } = caller;
  const video = media === 'video';
  const left = leftOut && t(verifies ? 'calls.ringVerifying' : 'calls.ringLeftOut');
  if (group)
    return {
      spoken: t('callPlace.ring.inRoomSpoken', { name, room: roomName }),
      title: roomName,
      kind: left || t(video ? 'callPlace.ring.inRoomVideo' : 'callPlace.ring.inRoom', { name }),
      decline: t('callPlace.ring.notNow'),
      withoutVideo: t('callPlace.ring.soundOnly'),
      answer: t('callPlace.ring.join'),
    };
  return {
    spoken: t(video ? 'calls.videoFrom' : 'calls.voiceFrom', { name }),
    title: name,
    kind: left || t(video ? 'calls.video' : 'calls.voice'),
    decline: t('calls.decline'),
    withoutVideo: t('calls.withoutVideo'),
    answer: t('calls.answer'),
  };
}

/** The order in which rings stand: the call that rings longest comes first. */
export const longestFirst = <One extends { readonly ring: CallRing }>(rings: readonly One[]) =>
  rings.toSorted((a, b) => a.ring.startedMs - b.ring.startedMs);

/** A sentence about the running call and whether answering ends it; null where none runs or nothing can be answered. */
export function busyWords(
  t: TFunction,
  { leftOut }: CallRing,
  otherName: string | null,
  canHold: boolean,
): string | null {
  if (otherName === null || leftOut) return null;
  return t(canHold ? 'calls.whileIn' : 'calls.endsOther', { name: otherName });
}

/** The name by which an account is told from the others; its address where another has the same name. */
export function accountName(accounts: readonly AccountRow[], accountId: string): string {
  const own = accounts.find((one) => one.accountId === accountId);
  const label = own?.label ?? null;
  const alone = accounts.filter((one) => one.label === label).length < 2;
  return (alone ? (label ?? own?.userId) : (own?.userId ?? label)) ?? '';
}
