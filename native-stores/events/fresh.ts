// Rooms that were stored for the first time a moment ago: an event of theirs that nobody put there does not have to be looked for. Says
// only what is certain; of every other room it knows nothing. A rollback forgets all.
import { memo, type Database } from '../sqlite/statements';

interface Fresh {
  /** Ids of all events that were stored since. */
  readonly eventIds: Set<string>;
  /** A redaction waits for its target. */
  hasWaiting: boolean;
}

const mostRooms = 8;
const mostEvents = 2_000;

const freshRooms = (db: Database): Map<number, Fresh> =>
  memo(db, 'freshRooms', () => new Map<number, Fresh>());

/** The room has got its row just now. */
export function roomIsFresh(db: Database, roomNo: number): void {
  const rooms = freshRooms(db);
  rooms.set(roomNo, { eventIds: new Set(), hasWaiting: false });
  const [oldest] = rooms.keys();
  if (rooms.size > mostRooms && oldest !== undefined) rooms.delete(oldest);
}

export function eventStored(db: Database, roomNo: number, eventId: string): void {
  const rooms = freshRooms(db);
  const eventIds = rooms.get(roomNo)?.eventIds;
  if (eventIds === undefined) return;
  eventIds.add(eventId);
  if (eventIds.size > mostEvents) rooms.delete(roomNo);
}

export function redactionWaits(db: Database, roomNo: number): void {
  const fresh = freshRooms(db).get(roomNo);
  if (fresh !== undefined) fresh.hasWaiting = true;
}

/** The room has no such event, for certain. */
export const isUnseen = (db: Database, roomNo: number, eventId: string): boolean =>
  freshRooms(db).get(roomNo)?.eventIds.has(eventId) === false;

/** No redaction waits for an event of the room, for certain. */
export const nothingWaits = (db: Database, roomNo: number): boolean =>
  freshRooms(db).get(roomNo)?.hasWaiting === false;
