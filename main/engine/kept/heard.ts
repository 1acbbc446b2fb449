// Saved messages without those of ignored people: these stay in the account data, and are shown again when the person is no longer ignored.
import type { KeptFilter } from '#contract/areas/messages/kept';
import { getEvents } from '#stores/events/timeline';
import { roomNoOf } from '#stores/rooms/rooms';
import { ignoredUsers } from '#stores/settings/accountData';
import type { Database } from '#stores/sqlite/statements';
import { isUnheard } from '../events/ignored';
import { keptItems, type KeptItem } from './items';

/** Those that the list shows, which is also how they are counted. */
export const keptFor = (items: readonly KeptItem[], show: KeptFilter): KeptItem[] =>
  items.filter(({ remindAtMs }) => show === 'all' || remindAtMs !== null);

/** Like `keptItems`; a message that is not on this disk is listed until its sender is known. */
export function heardItems(db: Database): readonly KeptItem[] {
  const items = keptItems(db);
  if (ignoredUsers(db).size === 0) return items;
  const unheard = new Set<KeptItem>();
  for (const [roomId, ofRoom] of Map.groupBy(items, (item) => item.roomId)) {
    const roomNo = roomNoOf(db, roomId);
    if (roomNo === null) continue;
    const ids = ofRoom.map(({ eventId }) => eventId);
    const events = getEvents(db, roomNo, ids);
    for (const item of ofRoom) {
      const event = events.get(item.eventId);
      if (event !== undefined && isUnheard(db, event)) unheard.add(item);
    }
  }
  return items.filter((item) => !unheard.has(item));
}
