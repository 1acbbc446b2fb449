// Reactions: one emoji of one person, counted under the message that it answers.
import { isRecord, textOf } from '#stores/events/types';
import type { OutboxRow } from '#stores/outbox/outbox';
import { relationIn } from '../events/relations';
import type { FoldedKind } from './kind';

export const reaction: FoldedKind = {
  shows: 'nothing',
  folds: ({ type, content }) => (type === 'm.reaction' ? relationIn(content).eventId : null),
};

/** The emoji of a reaction that waits in the outbox. */
export function reactionKey(row: OutboxRow): string | null {
  const relates = row.content['m.relates_to'];
  return isRecord(relates) ? textOf(relates['key']) : null;
}
