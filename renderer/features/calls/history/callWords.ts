// A call as its mark and as words, the same in the timeline, in the history and in what stands beside them. The list of rooms loads it at once:
// what only the history says stands in `historyWords.ts`.
import { Phone, PhoneIncoming, PhoneMissed, PhoneOutgoing, Video } from 'lucide-react';
import type { TFunction } from 'i18next';
import type { CallNote, GroupCallNote } from '#contract/areas/calls/callNote';
import type { LucideIcon } from '#ui/marks/Icon';
import { formatDuration } from '#ui/text/time';

export function callIcon({ outcome, direction, media }: CallNote): LucideIcon {
  if (outcome === 'missed') return PhoneMissed;
  if (media === 'video') return Video;
  if (outcome === 'ringing' || outcome === 'running') return Phone;
  return direction === 'in' ? PhoneIncoming : PhoneOutgoing;
}

/** Adds the duration, if it is known. */
const withDuration = (words: string, durationMs: number | null): string =>
  durationMs === null ? words : `${words}, ${formatDuration(durationMs)}`;

/**
 * The line of a call between two.
 * @param actor the caller's name, isolated
 * @param other the name of the other person in a direct chat, isolated; null elsewhere
 */
export function lineWords(
  t: TFunction,
  { direction, outcome, media, durationMs }: CallNote,
  actor: string,
  other: string | null,
): string {
  const words =
    other !== null && direction === 'out' && outcome === 'declined'
      ? t('calls.line.theyDeclined', { other, context: media })
      : t(`calls.line.${direction}.${outcome}`, { actor, context: media });
  return withDuration(words, durationMs);
}

/** @param actor the name of the person who started the call, isolated */
export function groupWords(t: TFunction, call: GroupCallNote, actor: string): string {
  const { outcome, durationMs, media, isPtt, mine } = call;
  const what = outcome === 'missed' ? 'missed' : mine ? 'mine' : 'started';
  const words = t(`groupCalls.line.${what}`, { actor, context: isPtt ? 'ptt' : media });
  return withDuration(words, durationMs);
}
