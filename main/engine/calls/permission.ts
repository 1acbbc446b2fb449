// Who may call in a room. Reads the store, nothing else: views need it before the network parts are loaded.
import { getRoom } from '../../../native-stores/rooms/rooms';
import type { Store } from '../../../native-stores/sqlite/store';
import { powerLevels } from '../rooms/permissions';

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
