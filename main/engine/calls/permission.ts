// Decides whether this account may call in a room, and whose calls may ring here. Only reads the store: views need it before the network
// parts are loaded.
import { getRoom } from '#stores/rooms/rooms';
import { countMembers, getMember } from '#stores/rooms/state';
import { isIgnored } from '#stores/settings/accountData';
import type { Store } from '#stores/sqlite/store';
import { powerLevels } from '../rooms/permissions';

type Db = Store['db'];

/** In a room with more members no call rings, whoever it names, so that strangers cannot make the computer ring. */
const mostRung = 30;

/** Whether this account may send signals in the room, by what the server will look at. */
export function maySignal(store: Store, roomNo: number, userId: string): boolean {
  const room = getRoom(store.db, roomNo);
  if (room === null || room.membership !== 'join') return false;
  const levels = powerLevels(store.db, roomNo, room.version);
  const types =
    room.encryption === null
      ? ['m.call.invite', 'm.call.candidates', 'm.call.hangup']
      : ['m.room.encrypted'];
  return types.every((type) => levels.of(userId) >= levels.forMessage(type));
}

/**
 * The number of joined members, if this person may make the computer ring in the room: joined like us, not ignored, not in a crowd. Null:
 * they may not.
 */
export function ringsAmong(db: Db, roomNo: number, sender: string): number | null {
  const room = getRoom(db, roomNo);
  if (room === null || room.membership !== 'join' || isIgnored(db, sender)) return null;
  if (getMember(db, roomNo, sender)?.membership !== 'join') return null;
  const joined = room.joinedCount ?? countMembers(db, roomNo, 'join');
  return joined <= mostRung ? joined : null;
}
