// Clears away what is left of rooms that were removed. The note in the store says of which; a restart goes on where the last run ended.
import { removeSome, underRemoval } from '#stores/ingest/removal';
import { isOut } from '#stores/rooms/membership';
import { getRoom, roomIdOf, roomNoOf, updateRoom } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import { unexpected } from '../base/unexpected';
import type { Log } from '../base/types';

const rowsPerPart = 300;

/** Ends when nothing is left, or with the store. In parts, so that a large room does not hold up everything else. */
async function clearAway(store: Store): Promise<void> {
  const part = () => store.db.open && store.write(() => removeSome(store.db, rowsPerPart));
  while (store.db.open && underRemoval(store.db).length > 0 && part())
    await new Promise((resolve) => setImmediate(resolve));
}

/** For a room that this account is out of, of which no server has to know. Answers false for any other. */
export function markOutside(store: Store, roomId: string, markedUnread: boolean): boolean {
  const roomNo = roomNoOf(store.db, roomId);
  const room = roomNo === null ? null : getRoom(store.db, roomNo);
  if (room === null || !isOut(room.membership)) return false;
  if (room.markedUnread !== markedUnread)
    store.write((changes) => {
      updateRoom(store.db, room.roomNo, { markedUnread });
      changes.room(room.roomNo);
    });
  return true;
}

/** In the background; what fails now (a full disk) is tried with the next removal or start. */
export function clearAwaySoon(store: Store, log: Log): void {
  clearAway(store).catch((thrown: unknown) => unexpected(log, 'removing a room', thrown));
}

/**
 * Resolves when nothing is left of these rooms: sync brings one that was removed a moment ago (a new invitation), and what comes now
 * must not be taken away with what was.
 */
export async function clearedAway(store: Store, roomIds: readonly string[]): Promise<void> {
  const left = underRemoval(store.db).map((roomNo) => roomIdOf(store.db, roomNo));
  if (roomIds.some((roomId) => left.includes(roomId))) await clearAway(store);
}
