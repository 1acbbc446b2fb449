// Messages that are not decrypted: yet, or for a reason that is told. Must not decrypt anything.
import type { StoredEvent } from '#stores/events/types';
import { messageKind } from './kind';
import { explainUndecryptable } from './undecryptable';

/** Encrypted, and decryption has not looked at it yet: for a moment nobody knows what it is. */
export const isUndecided = (event: StoredEvent): boolean =>
  event.type === 'm.room.encrypted' &&
  event.plain === null &&
  event.utdCode === null &&
  event.redactedBy === null;

export const encrypted = messageKind<StoredEvent>({
  eventTypes: ['m.room.encrypted'],
  aggregates: ['m.replace', 'm.annotation'],
  claims: ({ event }) =>
    event?.type === 'm.room.encrypted' && event.plain === null && event.redactedBy === null
      ? event
      : null,
  body({ utdCode }) {
    const { reason, text } = explainUndecryptable(utdCode ?? 'MEGOLM_UNKNOWN_INBOUND_SESSION_ID');
    return { type: 'undecryptable', reason, text };
  },
  line: ({ utdCode }) => ({ kind: 'undecryptable', text: explainUndecryptable(utdCode).text }),
});
