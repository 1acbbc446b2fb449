// Tells the server what was read and that this account is typing. What it may not tell (unsent events) is refused here.
import { appFailure } from '#contract/wire/errors';
import type { ConversationId } from '#contract/areas/ids';
import { relationOf } from '#stores/events/relations';
import { threadOf } from '#stores/events/threads';
import { getEvent, newestEvent, newestEvents } from '#stores/events/timeline';
import type { StoredEvent } from '#stores/events/types';
import { getRoom, listCounted, listRooms, roomNoOf, updateRoom } from '#stores/rooms/rooms';
import { isIgnored } from '#stores/settings/accountData';
import { isOfRoom, putReceipt, type ReceiptType } from '#stores/settings/receipts';
import { getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import { expected, reported } from '../../base/unexpected';
import { statusOf } from '../../http/errors';
import { path } from '../../http/url';
import { recomputeRoom, saidSince } from '../derive';
import { isReadFurther, isReadThere } from './readPlace';
import type { RoomsDeps } from '../membership';

export interface Reading {
  /**
   * Receipt and read marker of the newest event seen; clears the mark "unread". The counts go down at once. Receipts only go
   * forward: for an event before the one that was read already, nothing is done.
   */
  markRead(conversation: ConversationId, eventId: string): Promise<void>;
  /** Whoever writes here has read what stands in the room, with or without a window that says so. Nothing where nothing is unread. */
  wrote(roomId: string): Promise<void>;
  /** All that stands in the room has been seen, whatever is counted there: of a directory, which shows files and no messages. */
  seen(roomId: string): Promise<void>;
  /** Reads every joined room and directory here at once, and tells the server one after the other; resolves with how many there were. */
  readAll(): Promise<number>;
  /**
   * Reads the rooms in which nothing is unread but what this person said; nobody else sees that. To be called before they are ignored: the
   * server takes no receipt there afterwards, and counts it on every device.
   */
  readAllOf(userId: string): Promise<void>;
  /** Marks the room as unread until it is read again, here or elsewhere. Sync brings the mark. */
  markUnread(roomId: string): Promise<void>;
  /** Tells the server what was read while it could not be reached. */
  tellUnsent(): Promise<void>;
  setTyping(roomId: string, typing: boolean, timeoutMs?: number): Promise<void>;
}

interface Read {
  readonly eventId: string;
  /** Of a receipt: a thread's first message, `main` for the room without its threads, and the empty word for all of them. */
  readonly threadId?: string;
  /** Absent: everybody in the room sees it. */
  readonly type?: ReceiptType;
  /** The room was marked unread; the mark goes too. */
  readonly marked: boolean;
}

/** What is read of a room and of each of its threads is told on its own. */
const keyOf = (roomId: string, threadId: string): string => `${roomId} ${threadId}`;

/** Of the window: others do not see how far this account has read. */
const privateSetting = 'ui.receipts.private';

const typingMs = 20_000;
const unsentName = 'unsentReads';

/** Of the newest events, to find one that is neither of a thread nor speaks of another. */
const mostLooked = 50;

/** Rooms in which this person said all that is unread, besides others who are ignored, and what they said last. */
function roomsOnlyOf(
  db: Store['db'],
  ownUserId: string,
  userId: string,
): [roomId: string, read: Read][] {
  return listCounted(db).flatMap((room): [string, Read][] => {
    const { said, isWhole } = saidSince(db, room, ownUserId);
    const newest = said.find((event) => threadOf(event) === null);
    const isAll = isWhole || said.length >= room.serverUnread;
    const isTheirs = said.every(({ sender }) => sender === userId || isIgnored(db, sender));
    if (room.markedUnread || !isAll || !isTheirs || newest === undefined) return [];
    const { eventId } = newest;
    return [[room.roomId, { eventId, threadId: 'main', type: 'm.read.private', marked: false }]];
  });
}

/** Answers in threads are read there, also where the room shows them among its messages. */
function placeOf(db: Store['db'], { roomId, threadId }: ConversationId, eventId: string): string {
  const roomNo = roomNoOf(db, roomId);
  const event = roomNo === null ? null : getEvent(db, roomNo, eventId);
  return threadId ?? (event === null ? null : threadOf(event)) ?? 'main';
}

/** Joined rooms and directories with something unread, each with its newest event. */
function unreadRooms(
  db: Store['db'],
  ownUserId: string,
): { roomId: string; eventId: string; marked: boolean }[] {
  return listRooms(db, 'join').flatMap((room) => {
    const { roomNo, roomId, unread, highlights, markedUnread: marked, isTree } = room;
    const eventId = newestEvent(db, roomNo)?.eventId;
    if (eventId === undefined) return [];
    const isCounted = unread > 0 || highlights > 0 || marked;
    // What a directory holds is counted by the server alone.
    const isUnseen = isTree && !isReadThere(db, roomNo, ownUserId, eventId);
    return isCounted || isUnseen ? [{ roomId, eventId, marked }] : [];
  });
}

const isOfRoomItself = (event: StoredEvent): boolean => relationOf(event.raw) === null;

export function createReading(
  deps: RoomsDeps & {
    /** Counts an encrypted room afresh after the own receipt moved. */
    readonly onOwnReceipt: (roomNo: number) => void;
    /** A guest's server is told nothing (CHAT-5.3); what was read is told when the guest has become an account. */
    readonly silent?: boolean;
  },
): Reading {
  const { http, store, ownUserId } = deps;
  /** Read here, and the server could not be told yet; survives a restart. */
  const unsent = new Map(
    (getSetting<[string, Read][]>(store.db, unsentName) ?? []).map(
      ([roomId, read]): [string, [string, Read]] => [
        keyOf(roomId, read.threadId ?? ''),
        [roomId, read],
      ],
    ),
  );
  const keepUnsent = (): void => setSetting(store.db, unsentName, [...unsent.values()]);

  /** What others see of it is the reader's choice; own devices know in any case (CHAT-7.22). */
  const type = (): ReceiptType =>
    getSetting(store.db, privateSetting) === true ? 'm.read.private' : 'm.read';

  /** Ids of local echoes begin with `~`; keys of pending events are no event ids at all. */
  function refusePending(eventId: string): void {
    if (!eventId.startsWith('$'))
      throw appFailure('bad_request', `Cannot set read marker to a pending event (${eventId})`);
  }

  /** In the commit that takes the counts down stands that the server has to be told. */
  function noteLocally(roomId: string, read: Read): void {
    const { eventId, threadId = '', type = 'm.read' } = read;
    const roomNo = roomNoOf(store.db, roomId);
    unsent.set(keyOf(roomId, threadId), [roomId, read]);
    if (roomNo === null || getEvent(store.db, roomNo, eventId) === null)
      return store.write(keepUnsent);
    store.write((changes) => {
      const ts = deps.clock.now();
      putReceipt(store.db, roomNo, { userId: ownUserId, type, threadId, eventId, ts });
      if (isOfRoom({ threadId }))
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
    const key = keyOf(roomId, read.threadId ?? '');
    if (unsent.get(key)?.[1].eventId === read.eventId && unsent.delete(key))
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
      if (marked) await tellMark(roomId, false);
      told(roomId, read);
    } catch (thrown) {
      // A refusal is final; a server in trouble is told later.
      if (statusOf(thrown) !== null && expected(thrown)?.retryable === false) told(roomId, read);
      throw thrown;
    }
  }

  async function tellUnsent(): Promise<void> {
    for (const [roomId, read] of [...unsent.values()]) await tell(roomId, read);
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
    const marked = ofRoom && roomNo !== null && getRoom(store.db, roomNo)?.markedUnread === true;
    const before = unsent.get(keyOf(roomId, threadId))?.[1];
    const read = { eventId, threadId, type: type(), marked: marked || before?.marked === true };
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
      let count = 0;
      for (const { roomId, eventId, marked } of unreadRooms(store.db, ownUserId)) {
        noteLocally(roomId, { eventId, threadId: '', type: type(), marked });
        count += 1;
        // Each is a transaction: others have their turn between them.
        await new Promise((resolve) => setImmediate(resolve));
      }
      void tellUnsent().catch(reported(deps.log, 'read markers'));
      return count;
    },
    async readAllOf(userId) {
      const reads = roomsOnlyOf(store.db, ownUserId, userId).filter(
        ([roomId]) => !unsent.has(keyOf(roomId, 'main')),
      );
      for (const [roomId, read] of reads) noteLocally(roomId, read);
      // What cannot be told now is told no more: devices that have the room count it themselves.
      await Promise.allSettled(reads.map(([roomId, read]) => tell(roomId, read)));
    },
    async markUnread(roomId) {
      await tellMark(roomId, true);
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
