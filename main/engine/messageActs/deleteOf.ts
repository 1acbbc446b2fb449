// Deletes what one person wrote in a room: each message is a row of the outbox, so that it goes out offline too and after a restart.
import { newestEvents } from '#stores/events/timeline';
import { roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import { appFailure } from '#contract/wire/errors';

/** Events of a room that are looked through, newest first. */
const mostLooked = 5_000;
const mostDeleted = 500;

export interface DeleteOf {
  readonly requestId: string;
  readonly roomId: string;
  readonly userId: string;
  readonly reason: string | null;
}

type Redact = (act: {
  requestId: string;
  roomId: string;
  eventId: string;
  reason: string | null;
}) => Promise<unknown>;

/**
 * Resolves with how many are on their way; the same request again is the same act.
 * @throws AppFailure `not_found` for an unknown room, `forbidden` where this account may not delete what others wrote (CHAT-6.8)
 */
export async function deleteMessagesOf(
  { store, redact }: { readonly store: Store; readonly redact: Redact },
  { requestId, roomId, userId, reason }: DeleteOf,
): Promise<number> {
  const roomNo = roomNoOf(store.db, roomId);
  if (roomNo === null) throw appFailure('not_found', 'Unknown room');
  const own = newestEvents(store.db, roomNo, mostLooked).filter(
    (event) =>
      event.sender === userId &&
      event.stateKey === null &&
      event.redactedBy === null &&
      event.type !== 'm.room.redaction',
  );
  const gone = own.slice(0, mostDeleted);
  for (const { eventId, eventNo } of gone)
    await redact({ requestId: `${requestId}.${eventNo}`, roomId, eventId, reason });
  return gone.length;
}
