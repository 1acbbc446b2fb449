// Redacted messages, by the server or by a redaction that waits in the outbox. Their other content is gone.
import { isRecord, textOf } from '#stores/events/types';
import type { OutboxRow } from '#stores/outbox/outbox';
import type { MessageBody } from '#contract/areas/messages/messageModels';
import type { Person } from '#contract/areas/rooms/peopleModels';
import { cleanName } from '../events/cleanName';
import { messageKind, type FoldedKind } from './kind';

interface Redacted {
  /** User id; null where the server does not say. */
  readonly by: string | null;
  readonly reason: string | null;
}

export const redacted = messageKind<Redacted>({
  eventTypes: [],
  aggregates: [],
  claims({ event }) {
    if (event === null || event.redactedBy === null) return null;
    const because = event.raw.unsigned?.['redacted_because'];
    const by = isRecord(because) ? textOf(because['sender']) : null;
    const content = isRecord(because) && isRecord(because['content']) ? because['content'] : {};
    return { by, reason: cleanName(content['reason']) };
  },
  body: ({ by, reason }, { person }) => ({
    type: 'redacted',
    by: by === null ? null : person(by),
    reason,
  }),
  line: () => ({ kind: 'redacted', text: '' }),
});

export const redaction: FoldedKind = {
  shows: 'nothing',
  folds: ({ type, content }) => (type === 'm.room.redaction' ? textOf(content['redacts']) : null),
};

/** The body of a message while its redaction waits in the outbox. */
export function pendingRedaction(row: OutboxRow, by: Person): MessageBody {
  const reason = row.content['reason'];
  return { type: 'redacted', by, reason: typeof reason === 'string' ? reason : null };
}
