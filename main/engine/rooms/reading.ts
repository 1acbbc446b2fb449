// Tells the server what was read and that this account is typing. What it may not tell (unsent events) is refused here.
import { appFailure } from '#contract/wire/errors';
import { getEvent, newestEvent, positionOf } from '#stores/events/timeline';
import { getRoom, listRooms, roomNoOf, updateRoom } from '#stores/rooms/rooms';
import { getReceipt, putReceipt } from '#stores/settings/receipts';
import { getSetting, setSetting } from '#stores/settings/settings';
import { reported } from '../base/unexpected';
import { statusOf } from '../http/errors';
import { path } from '../http/url';
import { recomputeRoom } from './derive';
import type { RoomsDeps } from './membership';

export interface Reading {
  /**
   * Receipt and read marker of the newest event seen; clears the mark "unread". The counts go down at once. Receipts only go
   * forward: for an event before the one that was read already, nothing is done.
   */
  markRead(roomId: string, eventId: string): Promise<void>;
  /** Whoever writes here has read what stands in the room, with or without a window that says so. Nothing where nothing is unread. */
  wrote(roomId: string): Promise<void>;
  /** Reads every joined room here at once, and tells the server one after the other; resolves with how many there were. */
  readAll(): Promise<number>;
  /** Marks the room as unread until it is read again, here or elsewhere. Sync brings the mark. */
  markUnread(roomId: string): Promise<void>;
  /** Tells the server what was read while it could not be reached. */
  tellUnsent(): Promise<void>;
  setTyping(roomId: string, typing: boolean, timeoutMs?: number): Promise<void>;
}

interface Read {
  readonly eventId: string;
  /** The room was marked unread; the mark goes too. */
  readonly marked: boolean;
}

const typingMs = 20_000;
const unsentName = 'unsentReads';

export function createReading(
  deps: RoomsDeps & {
    /** Counts an encrypted room afresh after the own receipt moved. */
    readonly onOwnReceipt: (roomNo: number) => void;
  },
): Reading {
  const { http, store, ownUserId } = deps;
  /** Read here, and the server could not be told yet; survives a restart. */
  const unsent = new Map(getSetting<[string, Read][]>(store.db, unsentName) ?? []);
  const keepUnsent = (): void => setSetting(store.db, unsentName, [...unsent]);

  /** Ids of local echoes begin with `~`; keys of pending events are no event ids at all. */
  function refusePending(eventId: string): void {
    if (!eventId.startsWith('$'))
      throw appFailure('bad_request', `Cannot set read marker to a pending event (${eventId})`);
  }

  function place(roomNo: number, eventId: string | undefined) {
    const event = eventId === undefined ? null : getEvent(store.db, roomNo, eventId);
    return event === null ? null : positionOf(store.db, event.eventNo);
  }

  /** True when the receipt of this account stands after the event: a room opened further up, another window, a late call. */
  function isRead(roomNo: number, eventId: string): boolean {
    const asked = place(roomNo, eventId);
    const known = place(roomNo, getReceipt(store.db, roomNo, ownUserId, 'm.read')?.eventId);
    if (asked === null || known === null) return false;
    return known.ord > asked.ord || (known.ord === asked.ord && known.pos > asked.pos);
  }

  /** In the commit that takes the counts down stands that the server has to be told. */
  function noteLocally(roomId: string, read: Read): void {
    const { eventId } = read;
    const roomNo = roomNoOf(store.db, roomId);
    unsent.set(roomId, read);
    if (roomNo === null || getEvent(store.db, roomNo, eventId) === null)
      return store.write(keepUnsent);
    store.write((changes) => {
      putReceipt(store.db, roomNo, {
        userId: ownUserId,
        type: 'm.read',
        threadId: '',
        eventId,
        ts: deps.clock.now(),
      });
      updateRoom(store.db, roomNo, { markedUnread: false, serverUnread: 0, serverHighlights: 0 });
      recomputeRoom(store.db, roomNo, ownUserId, changes);
      changes.timeline(roomNo, { receipts: true });
      changes.room(roomNo);
      keepUnsent();
    });
    deps.onOwnReceipt(roomNo);
  }

  /** Later reads of the room are still to be told. */
  function told(roomId: string, read: Read): void {
    if (unsent.get(roomId)?.eventId === read.eventId && unsent.delete(roomId))
      store.write(keepUnsent);
  }

  const tellMark = (roomId: string, unread: boolean): Promise<unknown> =>
    http.request({
      method: 'PUT',
      path: path`/user/${ownUserId}/rooms/${roomId}/account_data/m.marked_unread`,
      body: { unread },
      retry: 'limited',
    });

  async function tell(roomId: string, read: Read): Promise<void> {
    const { eventId, marked } = read;
    try {
      await http.request({
        method: 'POST',
        path: path`/rooms/${roomId}/read_markers`,
        body: { 'm.fully_read': eventId, 'm.read': eventId },
        retry: 'limited',
      });
      if (marked) await tellMark(roomId, false);
      told(roomId, read);
    } catch (thrown) {
      // A refusal is final.
      if (statusOf(thrown) !== null) told(roomId, read);
      throw thrown;
    }
  }

  async function tellUnsent(): Promise<void> {
    for (const [roomId, read] of [...unsent]) await tell(roomId, read);
  }

  async function markRead(roomId: string, eventId: string): Promise<void> {
    refusePending(eventId);
    const roomNo = roomNoOf(store.db, roomId);
    if (roomNo !== null && isRead(roomNo, eventId)) return;
    const marked = roomNo !== null && getRoom(store.db, roomNo)?.markedUnread === true;
    const read = { eventId, marked: marked || unsent.get(roomId)?.marked === true };
    noteLocally(roomId, read);
    await tell(roomId, read);
  }

  return {
    markRead,
    async wrote(roomId) {
      const roomNo = roomNoOf(store.db, roomId);
      const room = roomNo === null ? null : getRoom(store.db, roomNo);
      if (room === null || (room.unread === 0 && room.highlights === 0 && !room.markedUnread))
        return;
      const newest = newestEvent(store.db, room.roomNo);
      if (newest !== null) await markRead(roomId, newest.eventId);
    },
    async readAll() {
      let count = 0;
      for (const { roomNo, roomId, unread, highlights, markedUnread } of listRooms(
        store.db,
        'join',
      )) {
        const newest = newestEvent(store.db, roomNo);
        if ((unread === 0 && highlights === 0 && !markedUnread) || newest === null) continue;
        noteLocally(roomId, { eventId: newest.eventId, marked: markedUnread });
        count += 1;
        // Each is a transaction: others have their turn between them.
        await new Promise((resolve) => setImmediate(resolve));
      }
      void tellUnsent().catch(reported(deps.log, 'read markers'));
      return count;
    },
    async markUnread(roomId) {
      await tellMark(roomId, true);
    },
    tellUnsent,
    async setTyping(roomId, typing, timeoutMs = typingMs) {
      await http.request({
        method: 'PUT',
        path: path`/rooms/${roomId}/typing/${ownUserId}`,
        body: typing ? { typing, timeout: timeoutMs } : { typing },
        retry: 'none',
      });
    },
  };
}
