// How far back search sees: how much of the disk is in the index, and how much of a room is on the disk.
import { timelineOf } from '../events/chunks';
import { all, get, type Database } from '../sqlite/statements';

export interface JoinedRoom {
  readonly roomNo: number;
  readonly roomId: string;
  readonly name: string;
  readonly nameFolded: string;
  /** Its messages are files. */
  readonly isTree: boolean;
}

/** Joined rooms, and directories of files. */
export const joinedRooms = (db: Database): readonly JoinedRoom[] => roomsWith(db, 'false');

/** The joined rooms, and those that somebody removed this account from. */
export const savedRooms = (db: Database): readonly JoinedRoom[] =>
  roomsWith(db, `section = 'removed'`);

const roomsWith = (db: Database, orElse: string): readonly JoinedRoom[] =>
  all<{ room_no: number; room_id: string; name: string; name_folded: string; is_tree: number }>(
    db,
    `SELECT room_no, room_id, name, name_folded, is_tree FROM rooms WHERE membership = 'join' OR ${orElse}`,
  ).map((row) => ({
    roomNo: row.room_no,
    roomId: row.room_id,
    name: row.name,
    nameFolded: row.name_folded,
    isTree: row.is_tree !== 0,
  }));

export interface NewestGap {
  /** Null: nothing of the room is here. */
  readonly chunkNo: number | null;
  /** From when on nothing is missing; null: not known. */
  readonly sinceMs: number | null;
}

/** The gap in a room's timeline that search meets first; null: the whole room is here. */
export function newestGap(db: Database, roomNo: number): NewestGap | null {
  const timelineNo = timelineOf(db, roomNo, null);
  if (timelineNo === null) return { chunkNo: null, sinceMs: null };
  const chunk = get<{ chunk_no: number }>(
    db,
    'SELECT chunk_no FROM chunks WHERE timeline_no = ? AND prev_token IS NOT NULL ORDER BY ord DESC LIMIT 1',
    timelineNo,
  );
  if (chunk === null) return null;
  const first = get<{ ts: number }>(
    db,
    `SELECT e.ts FROM timeline t CROSS JOIN events e ON e.event_no = t.event_no
     WHERE t.timeline_no = ? AND t.chunk_no = ? ORDER BY t.pos LIMIT 1`,
    timelineNo,
    chunk.chunk_no,
  );
  return { chunkNo: chunk.chunk_no, sinceMs: first?.ts ?? null };
}
