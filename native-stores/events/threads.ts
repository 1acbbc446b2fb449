// The timelines of threads, as rows. A thread has one chunk; what its token says stands below. Reads only.
import { all, get, type Database } from '../sqlite/statements';
import { eventHash } from './eventHash';
import { timelineOf } from './chunks';
import { relationOf } from './relations';
import type { StoredEvent } from './types';

/** Number of the one chunk of a thread's timeline. */
export const threadChunk = 1;

/** Token of a thread of which nothing was asked yet, or whose newest answers may be missing: /relations is asked from the newest on. */
export const fromNewest = '';

/** The first message of the thread that an event belongs to, as its clear part says; null for redacted events and for the room itself. */
export function threadOf(event: Pick<StoredEvent, 'raw' | 'stateKey'>): string | null {
  if (event.stateKey !== null) return null;
  const relation = relationOf(event.raw);
  if (relation?.relType !== 'm.thread') return null;
  const { targetId } = relation;
  // A server that gives out the ids could name an event as its own beginning.
  if (targetId === event.raw.event_id) return null;
  return targetId.startsWith('$') && targetId.length <= 255 ? targetId : null;
}

export const newestChunkNo = (db: Database, roomNo: number): number | null =>
  get<{ chunk_no: number }>(
    db,
    'SELECT chunk_no FROM chunks WHERE timeline_no = ? ORDER BY ord DESC LIMIT 1',
    timelineOf(db, roomNo),
  )?.chunk_no ?? null;

/** The event stands in the piece of the room's timeline that reaches to now, so that everything that came after it is here. */
export function reachesToNow(db: Database, roomNo: number, eventId: string): boolean {
  const row = get<{ chunk_no: number }>(
    db,
    `SELECT t.chunk_no FROM rooms r CROSS JOIN events e ON e.event_hash = ? AND e.event_id = ? AND e.room_no = r.room_no
     CROSS JOIN timeline t ON t.timeline_no = ? AND t.event_no = e.event_no WHERE r.room_no = ?`,
    eventHash(roomIdOf(db, roomNo), eventId),
    eventId,
    timelineOf(db, roomNo),
    roomNo,
  );
  return row !== null && row.chunk_no === newestChunkNo(db, roomNo);
}

const roomIdOf = (db: Database, roomNo: number): string =>
  get<{ room_id: string }>(db, 'SELECT room_id FROM rooms WHERE room_no = ?', roomNo)?.room_id ??
  '';

export interface ThreadGap {
  /** Token for the next /relations request; {@link fromNewest} begins with the newest answer. */
  readonly token: string;
  /** The answer at which everything older is here; null: the walk goes on to the first one. */
  readonly untilEventId: string | null;
}

/** The gap of a thread; null when all answers are stored. */
export function gapOfThread(db: Database, roomNo: number, rootEventId: string): ThreadGap | null {
  const timelineNo = timelineOf(db, roomNo, rootEventId);
  if (timelineNo === null)
    return reachesToNow(db, roomNo, rootEventId) ? null : { token: fromNewest, untilEventId: null };
  const row = get<{ prev_token: string | null; since_token: string | null }>(
    db,
    'SELECT prev_token, since_token FROM chunks WHERE timeline_no = ?',
    timelineNo,
  );
  if (row === null || row.prev_token === null) return null;
  return { token: row.prev_token, untilEventId: row.since_token };
}

export interface StoredThread {
  readonly roomNo: number;
  readonly rootEventId: string;
  /** Time of the newest answer, epoch ms; 0 while there is none. */
  readonly activeMs: number;
  /** Answers that the server counted when it was last asked. */
  readonly serverCount: number;
}

interface ThreadRow {
  room_no: number;
  root_event_id: string;
  active_ms: number;
  server_count: number;
}

const fromRow = (row: ThreadRow): StoredThread => ({
  roomNo: row.room_no,
  rootEventId: row.root_event_id,
  activeMs: row.active_ms,
  serverCount: row.server_count,
});

const columns = 'room_no, root_event_id, active_ms, server_count';

/** Threads that were answered, the last active one first; of all rooms where `roomNo` is null. */
export function listThreads(db: Database, roomNo: number | null, limit: number): StoredThread[] {
  const rows =
    roomNo === null
      ? all<ThreadRow>(
          db,
          `SELECT ${columns} FROM timelines WHERE active_ms > 0 ORDER BY active_ms DESC LIMIT ? + 0`,
          limit,
        )
      : all<ThreadRow>(
          db,
          `SELECT ${columns} FROM timelines INDEXED BY threads_of_room WHERE room_no = ? AND active_ms > 0
           ORDER BY active_ms DESC LIMIT ? + 0`,
          roomNo,
          limit,
        );
  return rows.map(fromRow);
}

/** Those of the rooms that have threads which were answered. */
export function roomsWithThreads(db: Database, roomNos: readonly number[]): ReadonlySet<number> {
  if (roomNos.length === 0) return new Set();
  const rows = all<{ room_no: number }>(
    db,
    `SELECT DISTINCT room_no FROM timelines INDEXED BY threads_of_room
     WHERE room_no IN (SELECT value FROM json_each(?)) AND active_ms > 0`,
    JSON.stringify(roomNos),
  );
  return new Set(rows.map((row) => row.room_no));
}

/** Ids of the events among `eventIds` that are thread roots. */
export function threadsAmong(
  db: Database,
  roomNo: number,
  eventIds: readonly string[],
): Map<string, StoredThread> {
  const rows = all<ThreadRow>(
    db,
    `SELECT ${columns} FROM timelines
     WHERE room_no = ? AND active_ms > 0 AND root_event_id IN (SELECT value FROM json_each(?))`,
    roomNo,
    JSON.stringify(eventIds),
  );
  return new Map(rows.map((row) => [row.root_event_id, fromRow(row)]));
}

/** Answers that are here and were not deleted. */
export function countAnswers(
  db: Database,
  roomNo: number,
  rootEventId: string,
  without: ReadonlySet<string>,
): number {
  const row = get<{ count: number }>(
    db,
    `SELECT count(*) AS count FROM timeline t CROSS JOIN events e ON e.event_no = t.event_no
     WHERE t.timeline_no = ? AND e.redacted_by IS NULL AND e.sender NOT IN (SELECT value FROM json_each(?))`,
    timelineOf(db, roomNo, rootEventId),
    JSON.stringify([...without]),
  );
  return row?.count ?? 0;
}

/** User ids of those who answered, in no order; at most `limit`. */
export const answerers = (
  db: Database,
  roomId: string,
  rootEventId: string,
  limit: number,
): string[] =>
  all<{ sender: string }>(
    db,
    `SELECT DISTINCT sender FROM relations WHERE target_hash = ? AND rel_type = 'm.thread' LIMIT ? + 0`,
    eventHash(roomId, rootEventId),
    limit,
  ).map((row) => row.sender);

/** Whether somebody answered in the thread. */
export const hasAnswered = (
  db: Database,
  roomId: string,
  rootEventId: string,
  userId: string,
): boolean =>
  get(
    db,
    `SELECT 1 FROM relations WHERE target_hash = ? AND rel_type = 'm.thread' AND sender = ? LIMIT 1`,
    eventHash(roomId, rootEventId),
    userId,
  ) !== null;
