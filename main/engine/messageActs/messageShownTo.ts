// A message that this account is shown, for acts that tell more of it than its row does.
import { appFailure } from '#contract/wire/errors';
import { getEvent } from '#stores/events/timeline';
import type { StoredEvent } from '#stores/events/types';
import { roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import { keptFrom } from '../rooms/visibility';

/** @throws AppFailure `not_found`, also where moderators hid it from this account */
export function messageShownTo(
  db: Store['db'],
  ownUserId: string | null,
  roomId: string,
  eventId: string,
): StoredEvent {
  const roomNo = roomNoOf(db, roomId);
  const event = roomNo === null ? null : getEvent(db, roomNo, eventId);
  if (event === null || keptFrom(db, ownUserId ?? '', [event]).size > 0)
    throw appFailure('not_found', 'The message is not here');
  return event;
}
