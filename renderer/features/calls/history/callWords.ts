// A call as words, the same in the timeline, in the history and in what stands beside them. The list of rooms loads it at once:
// its mark stands in `callIcon.ts`, what only the history says in `historyWords.ts`.
import type { TFunction } from 'i18next';
import type { GroupCallNote } from '#contract/areas/callNote';
import { formatDuration } from '#ui/time';

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
