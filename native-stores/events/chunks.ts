// Rows of timelines and of their chunks. A conversation, which is a room and the root of a thread or no thread, has one timeline; chunks are
// its pieces without holes. The newest has the greatest `ord`; one with a token has a gap before it.
import { get, run, type Database } from '../sqlite/statements';

/** The timeline's number; null while nothing was put into it. */
export function timelineOf(
  db: Database,
  roomNo: number,
  rootEventId: string | null = null,
): number | null {
  const row =
    rootEventId === null
      ? get<{ timeline_no: number }>(
          db,
          'SELECT timeline_no FROM timelines WHERE room_no = ? AND root_event_id IS NULL',
          roomNo,
        )
      : get<{ timeline_no: number }>(
          db,
          'SELECT timeline_no FROM timelines WHERE room_no = ? AND root_event_id = ?',
          roomNo,
          rootEventId,
        );
  return row?.timeline_no ?? null;
}

/** The same; makes it when it is missing. */
export const ensureTimeline = (
  db: Database,
  roomNo: number,
  rootEventId: string | null = null,
): number =>
  timelineOf(db, roomNo, rootEventId) ??
  run(db, 'INSERT INTO timelines(room_no, root_event_id) VALUES (?,?)', roomNo, rootEventId).lastNo;

export interface ChunkRow {
  chunk_no: number;
  ord: number;
  prev_token: string | null;
}

/** The fields of a chunk that filling the gap before it needs. */
export interface WalkedChunk extends ChunkRow {
  /** The gap ends there; null: not known, or it reaches to the room's first event. */
  since_token: string | null;
  /** History around an event, placed by time (1) until a walk brings its events in order. */
  by_time: number;
}

const walked = 'chunk_no, ord, prev_token, since_token, by_time';

export const chunkOf = (db: Database, timelineNo: number, chunkNo: number): WalkedChunk | null =>
  get<WalkedChunk>(
    db,
    `SELECT ${walked} FROM chunks WHERE timeline_no = ? AND chunk_no = ?`,
    timelineNo,
    chunkNo,
  );

export function newestChunk(db: Database, timelineNo: number): WalkedChunk | null {
  return get<WalkedChunk>(
    db,
    `SELECT ${walked} FROM chunks WHERE timeline_no = ? ORDER BY ord DESC LIMIT 1`,
    timelineNo,
  );
}

export function addChunk(
  db: Database,
  timelineNo: number,
  ord: number,
  prevToken: string | null,
  more: { readonly since?: string | null; readonly byTime?: boolean } = {},
): number {
  const row = get<{ no: number }>(
    db,
    'SELECT coalesce(max(chunk_no), 0) + 1 AS no FROM chunks WHERE timeline_no = ?',
    timelineNo,
  );
  const chunkNo = row?.no ?? 1;
  run(
    db,
    'INSERT INTO chunks(timeline_no, chunk_no, ord, prev_token, since_token, by_time) VALUES (?,?,?,?,?,?)',
    timelineNo,
    chunkNo,
    ord,
    prevToken,
    more.since ?? null,
    more.byTime === true ? 1 : 0,
  );
  return chunkNo;
}

export function lastPos(db: Database, timelineNo: number, chunkNo: number): number {
  const row = get<{ pos: number }>(
    db,
    'SELECT pos FROM timeline WHERE timeline_no = ? AND chunk_no = ? ORDER BY pos DESC LIMIT 1',
    timelineNo,
    chunkNo,
  );
  return row?.pos ?? 0;
}

export function firstPos(db: Database, timelineNo: number, chunkNo: number): number | null {
  const row = get<{ pos: number }>(
    db,
    'SELECT pos FROM timeline WHERE timeline_no = ? AND chunk_no = ? ORDER BY pos LIMIT 1',
    timelineNo,
    chunkNo,
  );
  return row?.pos ?? null;
}

export const setToken = (
  db: Database,
  timelineNo: number,
  chunkNo: number,
  token: string | null,
): void =>
  void run(
    db,
    'UPDATE chunks SET prev_token = ? WHERE timeline_no = ? AND chunk_no = ?',
    token,
    timelineNo,
    chunkNo,
  );

/** Marks the stored events as placed by time: backfill requests all of them again, and puts them in the server's order. */
export const standByTime = (db: Database, timelineNo: number): void =>
  void run(db, 'UPDATE chunks SET by_time = 1 WHERE timeline_no = ?', timelineNo);

/**
 * The newest chunk with a gap before it that stands behind this event: what came between may be missing. Null when nothing can be; 0 for
 * an event that stands in no timeline.
 */
export function gapAfter(db: Database, roomNo: number, eventNo: number): number | null {
  const place = get<{ timeline_no: number; ord: number }>(
    db,
    `SELECT l.timeline_no, c.ord FROM timelines l
     CROSS JOIN timeline t ON t.timeline_no = l.timeline_no AND t.event_no = ?
     CROSS JOIN chunks c ON c.timeline_no = t.timeline_no AND c.chunk_no = t.chunk_no
     WHERE l.room_no = ? AND l.root_event_id IS NULL`,
    eventNo,
    roomNo,
  );
  if (place === null) return 0;
  const row = get<{ chunk_no: number }>(
    db,
    `SELECT chunk_no FROM chunks WHERE timeline_no = ? AND ord > ? AND prev_token IS NOT NULL
     ORDER BY ord DESC LIMIT 1`,
    place.timeline_no,
    place.ord,
  );
  return row?.chunk_no ?? null;
}
