// Tells the server what was read and that this account is typing. Refuses events that are not sent yet.
import { appFailure } from '#contract/wire/errors';
import type { ConversationId } from '#contract/areas/ids';
import { relationOf } from '#stores/events/relations';
import { threadOf } from '#stores/events/threads';
import { getEvent, newestEvent, newestEvents } from '#stores/events/timeline';
import type { StoredEvent } from '#stores/events/types';
import {
  getRoom,
  listRooms,
  roomNoOf,
  updateRoom,
  type RoomFields,
  type StoredRoom,
} from '#stores/rooms/rooms';
import { roomsWithNews } from '#stores/rooms/totals';
import { isOfRoom, putReceipt, type ReceiptType } from '#stores/settings/receipts';
import { getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import { expected, reported } from '../../base/unexpected';
import { statusOf } from '../../http/errors';
import { path } from '../../http/url';
import { recomputeRoom } from '../derive';
import { isOverGap, isReadFurther, isReadThere } from './readPlace';
import type { RoomsDeps } from '../membership';

export interface Reading {
  /**
   * Receipt and read marker of the newest event seen; clears the mark "unread". The counts go down at once. Receipts only go
   * forward: for an event before the one that was read already, nothing is done. While messages may be missing in between, the counts wait
   * for the server's answer.
   */
  markRead(conversation: ConversationId, eventId: string): Promise<void>;
  /** Marks the room as read after an own message there: a person who writes has read it, even without a window. Does nothing in a read room. */
  wrote(roomId: string): Promise<void>;
  /** Marks everything in the room as read, whatever is counted there: for a directory, which shows files and no messages. */
  seen(roomId: string): Promise<void>;
  /** Reads every joined room and directory here at once, and tells the server one after the other; resolves with how many rooms had news. */
  readAll(): Promise<number>;
  /** Marks the room as unread until it is read again, here or elsewhere. Sync brings the mark. */
  markUnread(roomId: string): Promise<void>;
  /** Tells the server what was read while it could not be reached; a room that refuses it keeps no other back. Rejects with what failed last. */
  tellUnsent(): Promise<void>;
  setTyping(roomId: string, typing: boolean, timeoutMs?: number): Promise<void>;
}

interface Read {
  readonly eventId: string;
  /** `thread_id` of the receipt: the id of a thread root, `main` for the room without its threads, or empty for an unthreaded receipt. */
  readonly threadId?: string;
  /** Absent: everybody in the room sees it. */
  readonly type?: ReceiptType;
  /** The room was marked unread; the mark goes too. */
  readonly marked: boolean;
}

/** The room and each of its threads are told on their own. */
const keyOf = (roomId: string, threadId: string): string => `${roomId} ${threadId}`;

/** Name of the setting for private receipts: other members do not see how far this account has read. */
const privateSetting = 'ui.receipts.private';

const typingMs = 20_000;
const unsentName = 'unsentReads';

/** This computer has read up to there and has not told it yet. */
export const isReadHere = (db: Store['db'], eventId: string): boolean =>
  (getSetting<[string, Read][]>(db, unsentName) ?? []).some(([, read]) => read.eventId === eventId);

/** Number of newest events to search for one that is in the main timeline and has no relation. */
const mostLooked = 50;

/** Thread that the receipt belongs to: an answer in a thread is read there, also where the room shows it among its messages. */
function placeOf(db: Store['db'], { roomId, threadId }: ConversationId, eventId: string): string {
  const roomNo = roomNoOf(db, roomId);
  const event = roomNo === null ? null : getEvent(db, roomNo, eventId);
  return threadId ?? (event === null ? null : threadOf(event)) ?? 'main';
}

interface ToRead {
  readonly roomId: string;
  /** The newest one. */
  readonly eventId: string;
  readonly marked: boolean;
}

/** Joined rooms with something unread; directories aside. */
export const unreadRooms = (db: Store['db']): ToRead[] =>
  roomsWithNews(db).flatMap((roomNo) => {
    const room = getRoom(db, roomNo);
    const eventId = newestEvent(db, roomNo)?.eventId;
    if (room === null || eventId === undefined) return [];
    return [{ roomId: room.roomId, eventId, marked: room.markedUnread }];
  });

/** Joined directories with something that the server may count; a directory's own news are its files. */
const unreadTrees = (db: Store['db'], ownUserId: string): ToRead[] =>
  listRooms(db, 'join').flatMap(({ roomNo, roomId, markedUnread: marked, isTree }) => {
    const eventId = isTree ? newestEvent(db, roomNo)?.eventId : undefined;
    if (eventId === undefined) return [];
    const isRead = !marked && isReadThere(db, roomNo, ownUserId, eventId);
    return isRead ? [] : [{ roomId, eventId, marked }];
  });

const isOfRoomItself = (event: StoredEvent): boolean => relationOf(event.raw) === null;

const tellMark = ({ http, ownUserId }: RoomsDeps, roomId: string, unread: boolean) =>
  http.request<unknown>({
    method: 'PUT',
    path: path`/user/${ownUserId}/rooms/${roomId}/account_data/m.marked_unread`,
    body: { unread },
    retry: 'limited',
  });

interface UnreadThere {
  readonly unread: number;
  readonly highlights: number;
}

/** The numbers that are left in threads stay: the server says them again only when they change. */
function unreadLeft(room: StoredRoom, { unread, highlights }: UnreadThere): RoomFields {
  const serverUnread = Math.min(room.serverUnread, unread);
  const serverHighlights = Math.min(room.serverHighlights, highlights);
  return {
    ...{ serverUnread, serverHighlights },
    carriedUnread: Math.min(room.carriedUnread, serverUnread),
    carriedHighlights: Math.min(room.carriedHighlights, serverHighlights),
  };
}

const nothing: UnreadThere = { unread: 0, highlights: 0 };

/** The server has answered that it never takes this. */
const isRefusal = (thrown: unknown): boolean =>
  statusOf(thrown) !== null && expected(thrown)?.retryable === false;

export function createReading(
  deps: RoomsDeps & {
    /** Counts an encrypted room afresh after the own receipt moved. */
    readonly onOwnReceipt: (roomNo: number) => void;
    /** Unread answers in the threads of a room: they are read there. */
    readonly inThreads: (roomNo: number) => UnreadThere;
    /** A guest's server is told nothing (CHAT-5.3); what was read is told when the guest has become an account. */
    readonly silent?: boolean;
  },
): Reading {
  const { http, store, ownUserId } = deps;
  /** Reads that the server could not be told yet; they survive a restart. */
  const unsent = new Map(
    (getSetting<[string, Read][]>(store.db, unsentName) ?? []).map(
      ([roomId, read]): [string, [string, Read]] => [
        keyOf(roomId, read.threadId ?? ''),
        [roomId, read],
      ],
    ),
  );
  const keepUnsent = (): void => setSetting(store.db, unsentName, [...unsent.values()]);

  /** The user chooses whether other members see the receipt; own devices see it in any case (CHAT-7.22). */
  const type = (): ReceiptType =>
    getSetting(store.db, privateSetting) === true ? 'm.read.private' : 'm.read';

  /** Ids of local echoes begin with `~`; keys of pending events are no event ids at all. */
  function refusePending(eventId: string): void {
    if (!eventId.startsWith('$'))
      throw appFailure('bad_request', `Cannot set read marker to a pending event (${eventId})`);
  }

  /** The same commit that lowers the counts notes that the server has to be told. */
  function noteLocally(roomId: string, read: Read): void {
    const { eventId, threadId = '', type = 'm.read' } = read;
    const roomNo = roomNoOf(store.db, roomId);
    unsent.set(keyOf(roomId, threadId), [roomId, read]);
    if (roomNo === null || getEvent(store.db, roomNo, eventId) === null)
      return store.write(keepUnsent);
    store.write((changes) => {
      const ts = deps.clock.now();
      putReceipt(store.db, roomNo, { userId: ownUserId, type, threadId, eventId, ts });
      const room = isOfRoom({ threadId }) ? getRoom(store.db, roomNo) : null;
      // Threads are counted only where there is something to be left of.
      const counts = room !== null && (room.serverUnread > 0 || room.serverHighlights > 0);
      const left = counts && threadId === 'main' ? deps.inThreads(roomNo) : nothing;
      if (room !== null)
        updateRoom(store.db, roomNo, { markedUnread: false, ...unreadLeft(room, left) });
      recomputeRoom(store.db, roomNo, ownUserId, changes);
      changes.timeline(roomNo, { receipts: true });
      changes.room(roomNo);
      keepUnsent();
    });
    deps.onOwnReceipt(roomNo);
  }

  /** Later reads of the room are still to be told. */
  function told(roomId: string, read: Read): void {
    const key = keyOf(roomId, read.threadId ?? '');
    if (unsent.get(key)?.[1].eventId === read.eventId && unsent.delete(key))
      store.write(keepUnsent);
  }

  async function tell(roomId: string, read: Read): Promise<void> {
    if (deps.silent === true) return;
    const { eventId, threadId = '', type = 'm.read', marked } = read;
    try {
      // A receipt with a thread is a request of its own; without one it goes with the marker.
      if (threadId !== '')
        await http.request({
          method: 'POST',
          path: path`/rooms/${roomId}/receipt/${type}/${eventId}`,
          body: { thread_id: threadId },
          retry: 'limited',
        });
      if (isOfRoom({ threadId }))
        await http.request({
          method: 'POST',
          path: path`/rooms/${roomId}/read_markers`,
          body: { 'm.fully_read': eventId, ...(threadId === '' && { [type]: eventId }) },
          retry: 'limited',
        });
      if (marked) await tellMark(deps, roomId, false);
      told(roomId, read);
    } catch (thrown) {
      // A server in trouble is told later.
      if (isRefusal(thrown)) told(roomId, read);
      throw thrown;
    }
  }

  async function tellUnsent(): Promise<void> {
    let refusal: unknown = null;
    for (const [roomId, read] of [...unsent.values()])
      await tell(roomId, read).catch((thrown: unknown) => {
        if (!isRefusal(thrown)) throw thrown;
        refusal = thrown;
      });
    if (refusal !== null) throw refusal;
  }

  async function markRead(conversation: ConversationId, eventId: string): Promise<void> {
    refusePending(eventId);
    const { roomId } = conversation;
    // A thread's first message belongs to the room: there is nothing of the thread to be read.
    if (eventId === conversation.threadId) return;
    await readUpTo(roomId, eventId, placeOf(store.db, conversation, eventId));
  }

  /** `threadId` as in {@link Read}. */
  async function readUpTo(roomId: string, eventId: string, threadId: string): Promise<void> {
    const roomNo = roomNoOf(store.db, roomId);
    if (roomNo !== null && isReadFurther(store.db, roomNo, ownUserId, eventId, threadId)) return;
    const ofRoom = isOfRoom({ threadId });
    const room = ofRoom && roomNo !== null ? getRoom(store.db, roomNo) : null;
    const marked = room?.markedUnread === true;
    const before = unsent.get(keyOf(roomId, threadId))?.[1];
    const read = { eventId, threadId, type: type(), marked: marked || before?.marked === true };
    // Without a connection the place of the first unread message would be lost before anybody could see it.
    const isTold =
      deps.silent !== true && room !== null && isOverGap(store.db, room, ownUserId, eventId);
    if (isTold) await tell(roomId, read);
    noteLocally(roomId, read);
    if (isTold) told(roomId, read);
    else await tell(roomId, read);
  }

  return {
    markRead,
    async wrote(roomId) {
      const roomNo = roomNoOf(store.db, roomId);
      const room = roomNo === null ? null : getRoom(store.db, roomNo);
      if (room === null || (room.unread === 0 && room.highlights === 0 && !room.markedUnread))
        return;
      const newest = newestEvents(store.db, room.roomNo, mostLooked).find(isOfRoomItself);
      if (newest !== undefined) await readUpTo(roomId, newest.eventId, 'main');
    },
    async seen(roomId) {
      const roomNo = roomNoOf(store.db, roomId);
      const newest = roomNo === null ? null : newestEvent(store.db, roomNo);
      if (
        roomNo === null ||
        newest === null ||
        isReadThere(store.db, roomNo, ownUserId, newest.eventId)
      )
        return;
      await readUpTo(roomId, newest.eventId, '');
    },
    async readAll() {
      const rooms = unreadRooms(store.db);
      for (const { roomId, eventId, marked } of [...rooms, ...unreadTrees(store.db, ownUserId)]) {
        noteLocally(roomId, { eventId, threadId: '', type: type(), marked });
        // Each is a transaction: others have their turn between them.
        await new Promise((resolve) => setImmediate(resolve));
      }
      void tellUnsent().catch(reported(deps.log, 'read markers'));
      return rooms.length;
    },
    async markUnread(roomId) {
      await tellMark(deps, roomId, true);
    },
    tellUnsent,
    async setTyping(roomId, typing, timeoutMs = typingMs) {
      if (deps.silent === true) return;
      await http.request({
        method: 'PUT',
        path: path`/rooms/${roomId}/typing/${ownUserId}`,
        body: typing ? { typing, timeout: timeoutMs } : { typing },
        retry: 'none',
      });
    },
  };
}
