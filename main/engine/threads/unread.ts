// Counts the unread answers of threads, and tells in which threads this account takes part. Reads only.
import { getEvents, newestEvents, pageOfTimeline, positionOf } from '#stores/events/timeline';
import {
  hasAnswered,
  listThreads,
  roomsWithThreads,
  threadOf,
  type StoredThread,
} from '#stores/events/threads';
import type { StoredEvent } from '#stores/events/types';
import { receiptsOfUser } from '#stores/settings/receipts';
import { getSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import { roomIdOf } from '#stores/rooms/rooms';
import { isUnheard } from '../events/ignored';
import { isMessage } from '../kinds/displayable';
import {
  isAfter,
  isReadThere,
  joiningOf,
  latestOf,
  type Position,
} from '../rooms/unread/readPlace';

type Db = Store['db'];

/** Name of the window's setting that shows answers of threads among the room's messages. */
export const answersInRoomSetting = 'ui.threads.inRoom';

/** Answers that are counted at most; more is shown as "many". */
const mostCounted = 100;
const pageSize = 50;

/** How far this account has read in a room, as far as it concerns its threads. */
export interface ReadThreads {
  readonly roomNo: number;
  readonly ownUserId: string;
  /** Events at which own receipts of a thread stand, by its root; `atMs`: when one was made whose event is not here. */
  readonly threads: ReadonlyMap<
    string,
    { readonly eventIds: ReadonlySet<string>; readonly atMs: number }
  >;
  /** Answers before this position of the room are read. */
  readonly place: Position | null;
  /** The same for answers that stand nowhere in the room's own timeline, epoch ms: a receipt, or the own joining. */
  readonly untilMs: number;
}

export function readThreads(db: Db, roomNo: number, ownUserId: string): ReadThreads {
  const own = receiptsOfUser(db, roomNo, ownUserId).filter(({ threadId }) => threadId !== 'main');
  const here = getEvents(
    db,
    roomNo,
    own.map(({ eventId }) => eventId),
  );
  const threads = new Map<string, { eventIds: Set<string>; atMs: number }>();
  const whole: string[] = [];
  let untilMs = joiningOf(db, roomNo, ownUserId)?.ts ?? 0;
  for (const { eventId, threadId, ts } of own) {
    if (threadId === '') {
      whole.push(eventId);
      untilMs = Math.max(untilMs, ts);
      continue;
    }
    const known = threads.get(threadId) ?? { eventIds: new Set<string>(), atMs: 0 };
    known.eventIds.add(eventId);
    const atMs = here.has(eventId) ? known.atMs : Math.max(known.atMs, ts);
    threads.set(threadId, { ...known, atMs });
  }
  return { roomNo, ownUserId, threads, place: latestOf(db, roomNo, whole), untilMs };
}

function isRead(db: Db, { place, untilMs }: ReadThreads, event: StoredEvent): boolean {
  const at = positionOf(db, event.eventNo);
  if (at === null || place === null) return event.ts <= untilMs;
  return !isAfter(at, place);
}

export type Judge = (event: StoredEvent) => {
  readonly notify: boolean;
  readonly highlight: boolean;
};

export interface UnreadThread {
  readonly unread: number;
  readonly highlights: number;
}

/** Whether everything up to this answer is read. */
function endsUnread(db: Db, rootEventId: string, read: ReadThreads, event: StoredEvent): boolean {
  const own = read.threads.get(rootEventId);
  if (event.sender === read.ownUserId || own?.eventIds.has(event.eventId) === true) return true;
  if (own !== undefined && event.ts <= own.atMs) return true;
  return isRead(db, read, event);
}

/** Answers of a thread, newest first. */
function* newestAnswers(db: Db, roomNo: number, rootEventId: string): Generator<StoredEvent> {
  let before: number | null = null;
  for (;;) {
    const page = pageOfTimeline(db, { roomNo, rootEventId, before, limit: pageSize });
    yield* page.events.toReversed();
    const oldest = page.events[0];
    if (oldest === undefined || !page.hasOlder) return;
    before = oldest.eventNo;
  }
}

/**
 * Answers after the own newest receipt and the own newest answer, whichever is later, newest first; `judge` says whether one counts and
 * whether it calls this account.
 */
export function unreadInThread(
  db: Db,
  rootEventId: string,
  read: ReadThreads,
  judge: Judge,
): UnreadThread {
  let unread = 0;
  let highlights = 0;
  for (const event of newestAnswers(db, read.roomNo, rootEventId)) {
    if (unread >= mostCounted || endsUnread(db, rootEventId, read, event)) break;
    if (event.redactedBy !== null || !isMessage(event) || isUnheard(db, event)) continue;
    const { notify, highlight } = judge(event);
    if (notify) unread += 1;
    if (highlight) highlights += 1;
  }
  return { unread, highlights };
}

/** True when the newest answer is read, or there is none: cheaper than counting. */
export function isThreadRead(db: Db, rootEventId: string, read: ReadThreads): boolean {
  const [newest] = newestEvents(db, read.roomNo, 1, null, rootEventId);
  return newest === undefined || endsUnread(db, rootEventId, read, newest);
}

const beforeAll: Position = { ord: 0, pos: Number.MIN_SAFE_INTEGER };

/** Position of the newest read answer; before all answers when none is read, and null for a thread without answers. */
export function readUpToInThread(
  db: Db,
  roomNo: number,
  rootEventId: string,
  ownUserId: string,
): Position | null {
  return readUpTo(db, rootEventId, readThreads(db, roomNo, ownUserId));
}

/** The same as it was when `read` was taken. */
export function readUpTo(db: Db, rootEventId: string, read: ReadThreads): Position | null {
  let any = false;
  for (const event of newestAnswers(db, read.roomNo, rootEventId)) {
    any = true;
    if (endsUnread(db, rootEventId, read, event)) return positionOf(db, event.eventNo, rootEventId);
  }
  return any ? beforeAll : null;
}

/** Threads of a room whose answers are looked for among what the room shows. */
const mostShown = 100;

/** The newest unread answer of a thread that stands in the room's own timeline, not after `until`. */
function shownUnread(
  db: Db,
  rootEventId: string,
  read: ReadThreads,
  until: Position,
): StoredEvent | null {
  let looked = 0;
  for (const event of newestAnswers(db, read.roomNo, rootEventId)) {
    if (endsUnread(db, rootEventId, read, event) || (looked += 1) > mostCounted) break;
    // The server knows no more that a deleted one was of the thread.
    if (event.redactedBy !== null || isUnheard(db, event)) continue;
    const at = positionOf(db, event.eventNo);
    if (at !== null && !isAfter(at, until)) return event;
  }
  return null;
}

/**
 * The newest unread answer of each thread up to this event of the room, by its root; null where the room does not show answers of
 * threads, too.
 */
export function shownAnswers(
  db: Db,
  roomNo: number,
  ownUserId: string,
  eventId: string,
): ReadonlyMap<string, string> | null {
  if (getSetting(db, answersInRoomSetting) !== true) return null;
  const threads = listThreads(db, roomNo, mostShown);
  const until = threads.length === 0 ? null : latestOf(db, roomNo, [eventId]);
  if (until === null) return new Map();
  const read = readThreads(db, roomNo, ownUserId);
  const found = threads.flatMap(({ rootEventId }): [string, string][] => {
    const event = shownUnread(db, rootEventId, read, until);
    return event === null ? [] : [[rootEventId, event.eventId]];
  });
  return new Map(found);
}

/** Began or answered by this account. */
export function isOwnThread(db: Db, thread: StoredThread, ownUserId: string): boolean {
  const { roomNo, rootEventId } = thread;
  const root = getEvents(db, roomNo, [rootEventId]).get(rootEventId);
  return (
    root?.sender === ownUserId || hasAnswered(db, roomIdOf(db, roomNo), rootEventId, ownUserId)
  );
}

/** Threads of a room that are looked at for what is unread; whoever has more has them in the list. */
const mostThreads = 20;

/** Newest events of a room that are searched for a message of the room itself; more only where so many are answers and state. */
const mostLooked = [20, 200];

function isRoomRead(db: Db, roomNo: number, ownUserId: string): boolean {
  for (const most of mostLooked) {
    const newest = newestEvents(db, roomNo, most).find(
      (event) => threadOf(event) === null && isMessage(event) && !isUnheard(db, event),
    );
    if (newest === undefined) continue;
    // The receipt may stand at what came after it and is no message.
    return (
      newest.sender === ownUserId || isReadThere(db, roomNo, ownUserId, newest.eventId, 'main')
    );
  }
  return false;
}

/** Those of the rooms, all with something unread, that are read themselves: all that they count stands in their threads. */
export function unreadInThreadsAlone(
  db: Db,
  roomNos: readonly number[],
  ownUserId: string,
): ReadonlySet<number> {
  // A missed call, for example, is counted and is no message.
  const isInThread = (roomNo: number): boolean => {
    const read = readThreads(db, roomNo, ownUserId);
    return listThreads(db, roomNo, mostThreads).some(
      ({ rootEventId }) => !isThreadRead(db, rootEventId, read),
    );
  };
  const threaded = [...roomsWithThreads(db, roomNos)];
  return new Set(
    threaded.filter((roomNo) => isRoomRead(db, roomNo, ownUserId) && isInThread(roomNo)),
  );
}

/** Most threads of all rooms that are looked at for unread answers. */
const mostOfAll = 500;

const anyAnswer: Judge = () => ({ notify: true, highlight: false });

/** Rooms with unread answers in threads, by the own receipts, whatever the server counts there. */
export function roomsWithUnreadThreads(db: Db, ownUserId: string): ReadonlySet<number> {
  const found = new Set<number>();
  const reads = new Map<number, ReadThreads>();
  for (const { roomNo, rootEventId } of listThreads(db, null, mostOfAll)) {
    if (found.has(roomNo)) continue;
    const read = reads.get(roomNo) ?? readThreads(db, roomNo, ownUserId);
    reads.set(roomNo, read);
    if (isThreadRead(db, rootEventId, read)) continue;
    if (unreadInThread(db, rootEventId, read, anyAnswer).unread > 0) found.add(roomNo);
  }
  return found;
}

/** Unread answers in the most recently active threads of a room. */
export function unreadInThreads(
  db: Db,
  roomNo: number,
  ownUserId: string,
  judge: Judge,
): UnreadThread {
  const threads = listThreads(db, roomNo, mostThreads);
  if (threads.length === 0) return { unread: 0, highlights: 0 };
  const read = readThreads(db, roomNo, ownUserId);
  let unread = 0;
  let highlights = 0;
  for (const { rootEventId } of threads) {
    const one = unreadInThread(db, rootEventId, read, judge);
    unread += one.unread;
    highlights += one.highlights;
  }
  return { unread, highlights };
}
