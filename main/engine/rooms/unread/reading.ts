// Tells the server what was read and that this account is typing. Refuses events that are not sent yet.
import { appFailure } from '#contract/wire/errors';
import type { ConversationId } from '#contract/areas/ids';
import { getEvent, newestEvent } from '#stores/events/timeline';
import {
  getRoom,
  listRooms,
  roomNoOf,
  updateRoom,
  type RoomFields,
  type StoredRoom,
} from '#stores/rooms/rooms';
import { roomsWithNews } from '#stores/rooms/totals';
import type { StoredEvent } from '#stores/events/types';
import { isOfRoom, putReceipt, type ReceiptType } from '#stores/settings/receipts';
import { getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import { expected, reported } from '../../base/unexpected';
import { statusOf } from '../../http/errors';
import { path } from '../../http/url';
import { recomputeRoom } from '../derive';
import { isOverGap, isReadFurther, isReadThere } from './readPlace';
import { newestOfRoom, placeOf, withShown, type Place, type ShownDeps } from './shownAnswers';
import type { RoomsDeps } from '../membership';

export interface Reading {
  /**
   * Receipt and read marker of the newest event seen; clears the mark "unread". The counts go down at once. Receipts only go
   * forward: for an event before the one that was read already, nothing is done. While messages may be missing in between, the counts wait
   * for the server's answer. Answers of threads that the room shows are read with it.
   */
  markRead(conversation: ConversationId, eventId: string): Promise<void>;
  /** Marks the room as read after an own message there: a person who writes has read it, even without a window. Does nothing in a read room. */
  wrote(roomId: string): Promise<void>;
  /** Marks everything in the room as read, whatever is counted there: for a directory, which shows files and no messages. */
  seen(roomId: string): Promise<void>;
  /** Marks a chat as read with all of its threads. */
  readRoom(roomId: string): Promise<void>;
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

interface ToRead {
  readonly roomId: string;
  /** The newest one. */
  readonly eventId: string;
  readonly marked: boolean;
}

/** Joined rooms with something unread, `inThreads` those where it is in a thread; directories aside. */
export const unreadRooms = (db: Store['db'], inThreads: ReadonlySet<number>): ToRead[] =>
  [...new Set([...roomsWithNews(db), ...inThreads])].flatMap((roomNo) => {
    const room = getRoom(db, roomNo);
    const eventId = newestEvent(db, roomNo)?.eventId;
    if (room?.membership !== 'join' || room.isTree || eventId === undefined) return [];
    return [{ roomId: room.roomId, eventId, marked: room.markedUnread }];
  });

function newestIn(db: Store['db'], roomId: string): StoredEvent | null {
  const roomNo = roomNoOf(db, roomId);
  return roomNo === null ? null : newestEvent(db, roomNo);
}

/** Joined directories with something that the server may count; a directory's own news are its files. */
const unreadTrees = (db: Store['db'], ownUserId: string): ToRead[] =>
  listRooms(db, 'join').flatMap(({ roomNo, roomId, markedUnread: marked, isTree }) => {
    const eventId = isTree ? newestEvent(db, roomNo)?.eventId : undefined;
    if (eventId === undefined) return [];
    const isRead = !marked && isReadThere(db, roomNo, ownUserId, eventId);
    return isRead ? [] : [{ roomId, eventId, marked }];
  });

const tellMark = ({ http, ownUserId }: RoomsDeps, roomId: string, unread: boolean) =>
  http.request<unknown>({
    method: 'PUT',
    path: path`/user/${ownUserId}/rooms/${roomId}/account_data/m.marked_unread`,
    body: { unread },
    retry: 'limited',
  });

async function tellServer(deps: RoomsDeps, roomId: string, read: Read): Promise<void> {
  const { eventId, threadId = '', type = 'm.read', marked } = read;
  // A receipt with a thread is a request of its own; without one it goes with the marker.
  if (threadId !== '')
    await deps.http.request({
      method: 'POST',
      path: path`/rooms/${roomId}/receipt/${type}/${eventId}`,
      body: { thread_id: threadId },
      retry: 'limited',
    });
  if (isOfRoom({ threadId }))
    await deps.http.request({
      method: 'POST',
      path: path`/rooms/${roomId}/read_markers`,
      body: { 'm.fully_read': eventId, ...(threadId === '' && { [type]: eventId }) },
      retry: 'limited',
    });
  if (marked) await tellMark(deps, roomId, false);
}

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
  deps: RoomsDeps &
    ShownDeps & {
      /** Counts an encrypted room afresh after the own receipt moved. */
      readonly onOwnReceipt: (roomNo: number) => void;
      /** Unread answers in the threads of a room: they are read there. */
      readonly inThreads: (roomNo: number) => UnreadThere;
      /** Rooms with unread answers in threads, whatever their rows count. */
      readonly threadNews?: () => ReadonlySet<number>;
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
  function noteLocally(roomId: string, reads: readonly Read[]): void {
    const roomNo = roomNoOf(store.db, roomId);
    for (const read of reads) unsent.set(keyOf(roomId, read.threadId ?? ''), [roomId, read]);
    const isHere = ({ eventId }: Read): boolean =>
      roomNo !== null && getEvent(store.db, roomNo, eventId) !== null;
    const here = reads.filter(isHere);
    if (roomNo === null || here.length === 0) return store.write(keepUnsent);
    store.write((changes) => {
      const ts = deps.clock.now();
      for (const { eventId, threadId = '', type = 'm.read' } of here)
        putReceipt(store.db, roomNo, { userId: ownUserId, type, threadId, eventId, ts });
      const ofRoom = here.find(({ threadId = '' }) => isOfRoom({ threadId }));
      const room = ofRoom === undefined ? null : getRoom(store.db, roomNo);
      // Threads are counted only where there is something to be left of.
      const counts = room !== null && (room.serverUnread > 0 || room.serverHighlights > 0);
      const left = counts && ofRoom?.threadId === 'main' ? deps.inThreads(roomNo) : nothing;
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
    try {
      await tellServer(deps, roomId, read);
      told(roomId, read);
    } catch (thrown) {
      // A server in trouble is told later.
      if (isRefusal(thrown)) told(roomId, read);
      throw thrown;
    }
  }

  /** One that is refused keeps no other back. */
  async function tellAll(reads: readonly (readonly [string, Read])[]): Promise<void> {
    let refusal: unknown = null;
    for (const [roomId, read] of reads)
      await tell(roomId, read).catch((thrown: unknown) => {
        if (!isRefusal(thrown)) throw thrown;
        refusal = thrown;
      });
    if (refusal !== null) throw refusal;
  }

  async function markRead(conversation: ConversationId, eventId: string): Promise<void> {
    refusePending(eventId);
    const { roomId, threadId } = conversation;
    // A thread's first message belongs to the room: there is nothing of the thread to be read.
    if (eventId === threadId) return;
    const place: Place = [placeOf(store.db, conversation, eventId), eventId];
    const roomNo = threadId === null ? roomNoOf(store.db, roomId) : null;
    await readUpTo(roomId, roomNo === null ? [place] : withShown(deps, roomNo, place));
  }

  /** Each place as in {@link Read}; all are noted before the server is told of the first. */
  async function readUpTo(roomId: string, places: readonly Place[]): Promise<void> {
    const roomNo = roomNoOf(store.db, roomId);
    const room = roomNo === null ? null : getRoom(store.db, roomNo);
    const reads = places.flatMap(([threadId, eventId]): Read[] => {
      if (roomNo !== null && isReadFurther(store.db, roomNo, ownUserId, eventId, threadId))
        return [];
      const before = unsent.get(keyOf(roomId, threadId))?.[1];
      const isMarked = isOfRoom({ threadId }) && room?.markedUnread === true;
      return [{ eventId, threadId, type: type(), marked: isMarked || before?.marked === true }];
    });
    if (reads.length === 0) return;
    // Without a connection the place of the first unread message would be lost before anybody could see it.
    const isOver = ({ eventId }: Read): boolean =>
      deps.silent !== true && room !== null && isOverGap(store.db, room, ownUserId, eventId);
    const first = reads.find((read) => isOfRoom({ threadId: read.threadId ?? '' }) && isOver(read));
    if (first !== undefined) await tell(roomId, first);
    noteLocally(roomId, reads);
    if (first !== undefined) told(roomId, first);
    await tellAll(reads.filter((read) => read !== first).map((read) => [roomId, read] as const));
  }

  return {
    markRead,
    async wrote(roomId) {
      const roomNo = roomNoOf(store.db, roomId);
      const room = roomNo === null ? null : getRoom(store.db, roomNo);
      if (room === null || (room.unread === 0 && room.highlights === 0 && !room.markedUnread))
        return;
      const newest = newestOfRoom(store.db, room.roomNo);
      if (newest === null) return;
      const last = newestEvent(store.db, room.roomNo)?.eventId ?? newest;
      const shown = deps.shownAnswers?.(room.roomNo, last) ?? [];
      await readUpTo(roomId, [...shown, ['main', newest]]);
    },
    async seen(roomId) {
      const newest = newestIn(store.db, roomId);
      if (newest === null) return;
      const isRead = isReadThere(store.db, newest.roomNo, ownUserId, newest.eventId);
      if (!isRead) await readUpTo(roomId, [['', newest.eventId]]);
    },
    async readRoom(roomId) {
      const newest = newestIn(store.db, roomId);
      if (newest !== null) await readUpTo(roomId, [['', newest.eventId]]);
    },
    async readAll() {
      const rooms = unreadRooms(store.db, deps.threadNews?.() ?? new Set());
      for (const { roomId, eventId, marked } of [...rooms, ...unreadTrees(store.db, ownUserId)]) {
        noteLocally(roomId, [{ eventId, threadId: '', type: type(), marked }]);
        // Each is a transaction: others have their turn between them.
        await new Promise((resolve) => setImmediate(resolve));
      }
      void tellAll([...unsent.values()]).catch(reported(deps.log, 'read markers'));
      return rooms.length;
    },
    async markUnread(roomId) {
      await tellMark(deps, roomId, true);
    },
    tellUnsent: () => tellAll([...unsent.values()]),
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
