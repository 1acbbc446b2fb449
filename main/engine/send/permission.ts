// Refuses an act that the server would refuse (CHAT-5.12), with the words for it. The rules are rooms/permissions.ts.
import { appFailure } from '#contract/wire/errors';
import { getRoom } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import { ownPermissions } from '../rooms/permissions';

type Db = Store['db'];

function assertJoined(db: Db, roomNo: number): void {
  if (getRoom(db, roomNo)?.membership !== 'join')
    throw appFailure('not_joined', 'You are not in this room');
}

/** In an encrypted room the level of `m.room.encrypted` counts, because that is what the server sees; reactions travel in clear. */
export function assertMaySend(
  db: Db,
  roomNo: number,
  userId: string,
  what: 'message' | 'reaction',
): void {
  assertJoined(db, roomNo);
  const may = ownPermissions(db, roomNo, userId);
  if (what === 'message' ? !may.send : !may.react)
    throw appFailure('forbidden', 'You do not have permission to send this here');
}

export function assertMayRedact(db: Db, roomNo: number, userId: string, sender: string): void {
  assertJoined(db, roomNo);
  const may = ownPermissions(db, roomNo, userId);
  if (sender === userId ? !may.redactOwn : !may.redactOthers)
    throw appFailure('forbidden', 'You may not remove this message');
}
