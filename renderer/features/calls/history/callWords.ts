// A call as its mark and as words, the same in the timeline, in the history and in what stands beside them.
import { Phone, PhoneIncoming, PhoneMissed, PhoneOutgoing, Video } from 'lucide-react';
import type { TFunction } from 'i18next';
import type { CallHistoryItem } from '#contract/areas/callsModels';
import type { CallNote, GroupCallNote } from '#contract/areas/callNote';
import type { LucideIcon } from '#ui/Icon';
import { formatDuration } from '#ui/time';

export function callIcon({ outcome, direction, media }: CallNote): LucideIcon {
  if (outcome === 'missed') return PhoneMissed;
  if (media === 'video') return Video;
  if (outcome === 'ringing' || outcome === 'running') return Phone;
  return direction === 'in' ? PhoneIncoming : PhoneOutgoing;
}

/** With how long it lasted, where that is known. */
export const withDuration = (words: string, durationMs: number | null): string =>
  durationMs === null ? words : `${words}, ${formatDuration(durationMs)}`;

/** @param actor whoever started it, isolated */
export function groupWords(t: TFunction, call: GroupCallNote, actor: string): string {
  const { outcome, durationMs, media, isPtt, mine } = call;
  const what = outcome === 'missed' ? 'missed' : mine ? 'mine' : 'started';
  const words = t(`groupCalls.line.${what}`, { actor, context: isPtt ? 'ptt' : media });
  return withDuration(words, durationMs);
}

/** What became of a call, without whom it was with and how long it lasted. */
export function outcomeWords(t: TFunction, { call, person }: CallHistoryItem): string {
  const { direction, outcome, media } = call;
  const wasIn = outcome === 'answered' || outcome === 'running';
  return person === null && wasIn
    ? t(`callPlace.group.${direction === 'out' ? 'started' : 'in'}`, { context: media })
    : t(`callPlace.kind.${direction}.${outcome}`, { context: media });
}

export const kindWords = (t: TFunction, item: CallHistoryItem): string =>
  withDuration(outcomeWords(t, item), item.call.durationMs);

/** Whom a call was with: a person, or the room of a group. */
export const otherOf = ({
  person,
  roomId,
  roomName,
  avatar,
}: CallHistoryItem): {
  readonly id: string;
  readonly name: string;
  readonly avatar: string | null;
} =>
  person === null
    ? { id: roomId, name: roomName, avatar }
    : { id: person.userId, name: person.name, avatar: person.avatar };
