// Turns encryption of a room on, for good. Must not leave a moment in which a message could still go out in clear.
import { appFailure } from '#contract/wire/errors';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import type { Http } from '../http/http';
import { encryptedFromNow } from '../rooms/create';
import { encryptionContent } from '../rooms/newRoom';
import { changeState } from '../rooms/stateContent';

/** A room that is encrypted already stays as it is. @throws AppFailure, also for a space: nobody writes there */
export async function encryptRoom(
  http: Pick<Http, 'request'>,
  store: Store,
  roomId: string,
): Promise<void> {
  const roomNo = roomNoOf(store.db, roomId);
  if (roomNo !== null && getRoom(store.db, roomNo)?.roomType === 'm.space')
    throw appFailure('bad_request', `A space has no messages to encrypt: ${roomId}`);
  let held: Record<string, unknown> = { ...encryptionContent };
  await changeState(http, roomId, 'm.room.encryption', (content) => {
    if (typeof content['algorithm'] !== 'string') return held;
    held = content;
    return null;
  });
  store.write((changes) => encryptedFromNow(store.db, roomId, held, changes));
}
