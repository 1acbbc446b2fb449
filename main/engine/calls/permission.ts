// Who may call in a room, and who may make this computer ring. Reads the store, nothing else: views need it before the network parts are loaded.
import { getRoom } from '#stores/rooms/rooms';
import { countMembers, getMember } from '#stores/rooms/state';
import { isIgnored } from '#stores/settings/accountData';
import type { Store } from '#stores/sqlite/store';
import { powerLevels } from '../rooms/permissions';

type Db = Store['db'];

/** A stranger in a crowd must not make the computer ring, whomever the call names. */
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
 * How many are joined in the room, where this person may make the computer ring: joined like us, not on the list of ignored people, not
 * in a crowd. Null: they may not.
 */
export function ringsAmong(db: Db, roomNo: number, sender: string): number | null {
  const room = getRoom(db, roomNo);
  if (room === null || room.membership !== 'join' || isIgnored(db, sender)) return null;
  if (getMember(db, roomNo, sender)?.membership !== 'join') return null;
  const joined = room.joinedCount ?? countMembers(db, roomNo, 'join');
  return joined <= mostRung ? joined : null;
}
