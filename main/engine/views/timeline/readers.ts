// Places the read receipts of a room or thread at the messages of a window.
import type { StoredEvent } from '#stores/events/types';
import type { StoredRoom } from '#stores/rooms/rooms';
import { ignoredUsers } from '#stores/settings/accountData';
import { isOfRoom, receiptsAt } from '#stores/settings/receipts';
import type { TimelineMemory } from './timelineMemory';
import type { ViewDeps } from '../view';

interface ReadersOf {
  readonly room: StoredRoom;
  readonly ownUserId: string;
  /** Id of the thread; null for the room's main timeline. */
  readonly threadId: string | null;
  /** Receipts that it holds are not read from the store again. */
  readonly memory: TimelineMemory;
}

/**
 * Readers by event number. Each person stands once, at the newest event that they read or wrote, but not at their own message. The receipt of
 * an event that is not shown, e.g. `m.call.candidates`, counts for the message before it.
 */
export function readersOf(
  deps: ViewDeps,
  { room, ownUserId, threadId, memory }: ReadersOf,
  events: readonly StoredEvent[],
  shown: ReadonlySet<number>,
): Map<number, string[]> {
  const index = new Map(events.map((event, at) => [event.eventId, at]));
  const newest = new Map<string, number>();
  const ignored = ignoredUsers(deps.store.db);
  const unread = [...index.keys()].filter((eventId) => !memory.receiptsOf.has(eventId));
  if (unread.length > 0) memory.receipts.push(...receiptsAt(deps.store.db, room.roomNo, unread));
  for (const eventId of unread) memory.receiptsOf.add(eventId);
  for (const receipt of memory.receipts) {
    if (receipt.type !== 'm.read' || receipt.userId === ownUserId) continue;
    if (ignored.has(receipt.userId)) continue;
    if (threadId === null ? !isOfRoom(receipt) : receipt.threadId !== threadId) continue;
    const at = index.get(receipt.eventId) ?? -1;
    if (at > (newest.get(receipt.userId) ?? -1)) newest.set(receipt.userId, at);
  }
  for (const [at, event] of events.entries())
    if (at >= (newest.get(event.sender) ?? Infinity)) newest.set(event.sender, at);
  const readers = new Map<number, string[]>();
  for (const [userId, at] of newest) {
    let place = at;
    while (place >= 0 && !shown.has(events[place]?.eventNo ?? -1)) place -= 1;
    const event = events[place];
    if (event === undefined || event.sender === userId) continue;
    const known = readers.get(event.eventNo);
    if (known === undefined) readers.set(event.eventNo, [userId]);
    else known.push(userId);
  }
  return readers;
}
