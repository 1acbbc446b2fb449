// Finds what of a room's threads is read with the room itself: their answers, while the room shows them among its messages. Reads only.
import type { ConversationId } from '#contract/areas/ids';
import { relationOf } from '#stores/events/relations';
import { threadOf } from '#stores/events/threads';
import { getEvent, newestEvents } from '#stores/events/timeline';
import type { StoredEvent } from '#stores/events/types';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import type { RoomsDeps } from '../membership';
import { isReadThere, latestOf } from './readPlace';

/** `thread_id` of a receipt, and its event. */
export type Place = readonly [threadId: string, eventId: string];

export interface ShownDeps {
  /** Newest unread answer of each thread up to this event, where the room shows answers; null, or absent: it does not. */
  readonly shownAnswers?: (roomNo: number, eventId: string) => ReadonlyMap<string, string> | null;
}

/** Number of newest events to search for one that is in the main timeline and has no relation. */
const mostLooked = 50;

/** Thread that the receipt belongs to: an answer in a thread is read there, also where the room shows it among its messages. */
export function placeOf(
  db: Store['db'],
  { roomId, threadId }: ConversationId,
  eventId: string,
): string {
  const roomNo = roomNoOf(db, roomId);
  const event = roomNo === null ? null : getEvent(db, roomNo, eventId);
  return threadId ?? (event === null ? null : threadOf(event)) ?? 'main';
}

const isOfRoomItself = (event: StoredEvent): boolean => relationOf(event.raw) === null;

/** The newest event of the room itself; with `until` the newest above that one. */
export function newestOfRoom(db: Store['db'], roomNo: number, until?: string): string | null {
  const before = until === undefined ? null : (getEvent(db, roomNo, until)?.eventNo ?? null);
  return newestEvents(db, roomNo, mostLooked, before).find(isOfRoomItself)?.eventId ?? null;
}

/** Everything up to an event of the room, as far as the room shows it: in the room itself and in its threads. */
export function withShown(
  deps: Pick<RoomsDeps, 'store' | 'ownUserId'> & ShownDeps,
  roomNo: number,
  place: Place,
): readonly Place[] {
  const { db } = deps.store;
  const [placeId, eventId] = place;
  const shown = deps.shownAnswers?.(roomNo, eventId) ?? null;
  if (shown === null || latestOf(db, roomNo, [eventId]) === null) return [place];
  const places = new Map([...shown, place]);
  const above = placeId === 'main' ? null : newestOfRoom(db, roomNo, eventId);
  const isNews =
    above !== null &&
    (getRoom(db, roomNo)?.markedUnread === true ||
      !isReadThere(db, roomNo, deps.ownUserId, above, 'main'));
  if (isNews) places.set('main', above);
  return [...places];
}
