// Whether a listed message was read, as this computer knows it: the server's word comes with a page only, and of mentions of encrypted rooms
// never. For one look at the store: what it found for a room or a thread it keeps.
import { threadOf } from '#stores/events/threads';
import { getEvent, positionOf } from '#stores/events/timeline';
import { isOut } from '#stores/rooms/membership';
import type { StoredRoom } from '#stores/rooms/rooms';
import { isOfRoom, receiptsOfUser } from '#stores/settings/receipts';
import type { Store } from '#stores/sqlite/store';
import { isAfter, latestOf, type Position } from '../rooms/unread/readPlace';
import { readUpToInThread } from '../threads/unread';
import type { Entry } from './entries';

interface ReadRoom {
  readonly place: Position | null;
  /** Messages that stand nowhere in the timeline count as read up to this time. */
  readonly untilMs: number;
}

/** By what the server says of it, unless this computer knows better. */
export type ReadHere = (entry: Entry, room: StoredRoom) => boolean;

export function createReadHere(db: Store['db'], ownUserId: string): ReadHere {
  const rooms = new Map<number, ReadRoom>();
  const threads = new Map<string, Position | null>();

  function roomRead(roomNo: number): ReadRoom {
    let read = rooms.get(roomNo);
    if (read === undefined) {
      const own = receiptsOfUser(db, roomNo, ownUserId).filter(isOfRoom);
      const ids = own.map(({ eventId }) => eventId);
      const untilMs = Math.max(0, ...own.map(({ ts }) => ts));
      rooms.set(roomNo, (read = { place: latestOf(db, roomNo, ids), untilMs }));
    }
    return read;
  }

  function threadRead(roomNo: number, root: string): Position | null {
    const key = `${roomNo} ${root}`;
    let read = threads.get(key);
    if (read === undefined)
      threads.set(key, (read = readUpToInThread(db, roomNo, root, ownUserId)));
    return read;
  }

  /** Servers take a receipt of the room for one of its threads too. Null: it is no answer, or the thread is not here. */
  function answerIsRead(
    { facts, act }: Entry,
    { roomNo, isTree, membership }: StoredRoom,
  ): boolean | null {
    if (act !== null || isTree || membership !== 'join') return null;
    const event = getEvent(db, roomNo, facts.eventId);
    const root = event === null ? null : threadOf(event);
    const at = event === null || root === null ? null : positionOf(db, event.eventNo, root);
    if (root === null || at === null) return null;
    const read = threadRead(roomNo, root);
    return read !== null && !isAfter(at, read);
  }

  function messageIsRead({ facts, act }: Entry, room: StoredRoom): boolean {
    if (facts.read) return true;
    // Outside a room no receipt can be sent; an invitation that waits is new.
    if (act !== null) return isOut(room.membership);
    if (room.membership !== 'join') return true;
    const { roomNo, isTree, seenMs, unread, serverUnread, markedUnread } = room;
    if (isTree) return facts.sentAtMs <= seenMs;
    const event = getEvent(db, roomNo, facts.eventId);
    if (event === null) return false;
    const isAnswer = threadOf(event) !== null;
    // The server's number comes with the message, the room's own a moment later.
    if (!isAnswer && unread === 0 && serverUnread === 0 && !markedUnread) return true;
    const { place, untilMs } = roomRead(roomNo);
    const at = isAnswer ? null : positionOf(db, event.eventNo);
    if (at === null) return event.ts <= untilMs;
    return place !== null && !isAfter(at, place);
  }

  return (entry, room) => answerIsRead(entry, room) ?? messageIsRead(entry, room);
}
