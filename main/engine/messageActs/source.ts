// A message as it stands in the store, for people who want to see it bare.
import type { Store } from '#stores/sqlite/store';
import { messageShownTo } from './messageShownTo';

export interface MessageSource {
  /** The event's JSON from the server. */
  readonly raw: string;
  /** The decrypted event's JSON; null for an event that came in clear or cannot be decrypted. */
  readonly decrypted: string | null;
}

const written = (value: unknown): string => JSON.stringify(value, null, 2);

/** @throws AppFailure `not_found` */
export function messageSource(
  db: Store['db'],
  ownUserId: string | null,
  roomId: string,
  eventId: string,
): MessageSource {
  const event = messageShownTo(db, ownUserId, roomId, eventId);
  // Sync leaves out the room that it stands in.
  const raw = { ...event.raw, room_id: roomId };
  return { raw: written(raw), decrypted: event.plain === null ? null : written(event.plain) };
}
