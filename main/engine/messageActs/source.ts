// A message as it stands in the store, for people who want to see it bare.
import { appFailure } from '#contract/wire/errors';
import { getEvent } from '#stores/events/timeline';
import { roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';

export interface MessageSource {
  /** As it came from the server. */
  readonly raw: string;
  /** As it was decrypted; null where it came in clear, or cannot be read. */
  readonly decrypted: string | null;
}

const written = (value: unknown): string => JSON.stringify(value, null, 2);

/** @throws AppFailure `not_found` */
export function messageSource(db: Store['db'], roomId: string, eventId: string): MessageSource {
  const roomNo = roomNoOf(db, roomId);
  const event = roomNo === null ? null : getEvent(db, roomNo, eventId);
  if (event === null) throw appFailure('not_found', 'The message is not here');
  // Sync leaves out the room that it stands in.
  const raw = { ...event.raw, room_id: roomId };
  return { raw: written(raw), decrypted: event.plain === null ? null : written(event.plain) };
}
