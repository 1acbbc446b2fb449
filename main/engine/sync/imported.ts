// Whether older messages were imported into a room's history before the stored ones, by a marker event (MSC2716). Reads only.
import { getEvents } from '#stores/events/timeline';
import type { RawEvent } from '#stores/events/types';
import { getRoom } from '#stores/rooms/rooms';
import { getState } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';

const markers: ReadonlySet<string> = new Set(['m.room.marker', 'org.matrix.msc2716.marker']);
/** There the server decides who may say so; elsewhere it counts from who made the room alone (CHAT-5.25). */
const importVersion = 'org.matrix.msc2716v3';

/** The letters of a marker's type in an answer: nothing else is looked at twice. */
export const markerLetters = '.marker"';

/** A marker that is here already says nothing new. */
export function tellsOfImport(
  db: Store['db'],
  roomNo: number,
  events: readonly RawEvent[],
): boolean {
  const told = events.filter((event) => event.state_key !== undefined && markers.has(event.type));
  if (told.length === 0) return false;
  const creator = getState(db, roomNo, 'm.room.create')?.sender;
  const isMeant = getRoom(db, roomNo)?.version === importVersion;
  const ids = told.map((event) => event.event_id);
  const known = getEvents(db, roomNo, ids);
  return told.some((event) => (isMeant || event.sender === creator) && !known.has(event.event_id));
}
