// Rows of chunks: pieces of a timeline without holes. The newest has the greatest `ord`; one with a token has a gap before it.
import { get, run, type Database } from '../sqlite/statements';

export interface ChunkRow {
  chunk_no: number;
  ord: number;
  prev_token: string | null;
}

export function newestChunk(db: Database, roomNo: number): ChunkRow | null {
  return get<ChunkRow>(
    db,
    'SELECT chunk_no, ord, prev_token FROM chunks WHERE room_no = ? ORDER BY ord DESC LIMIT 1',
    roomNo,
  );
}

export function addChunk(
  db: Database,
  roomNo: number,
  ord: number,
  prevToken: string | null,
): number {
  const row = get<{ no: number }>(
    db,
    'SELECT coalesce(max(chunk_no), 0) + 1 AS no FROM chunks WHERE room_no = ?',
    roomNo,
  );
  const chunkNo = row?.no ?? 1;
  run(
    db,
    'INSERT INTO chunks(room_no, chunk_no, ord, prev_token) VALUES (?,?,?,?)',
    roomNo,
    chunkNo,
    ord,
    prevToken,
  );
  return chunkNo;
}

export function lastPos(db: Database, roomNo: number, chunkNo: number): number {
  const row = get<{ pos: number }>(
    db,
    'SELECT pos FROM timeline WHERE room_no = ? AND chunk_no = ? ORDER BY pos DESC LIMIT 1',
    roomNo,
    chunkNo,
  );
  return row?.pos ?? 0;
}

export function firstPos(db: Database, roomNo: number, chunkNo: number): number | null {
  const row = get<{ pos: number }>(
    db,
    'SELECT pos FROM timeline WHERE room_no = ? AND chunk_no = ? ORDER BY pos LIMIT 1',
    roomNo,
    chunkNo,
  );
  return row?.pos ?? null;
}

export function ordOf(db: Database, roomNo: number, chunkNo: number): number | null {
  const row = get<{ ord: number }>(
    db,
    'SELECT ord FROM chunks WHERE room_no = ? AND chunk_no = ?',
    roomNo,
    chunkNo,
  );
  return row?.ord ?? null;
}

export const setToken = (
  db: Database,
  roomNo: number,
  chunkNo: number,
  token: string | null,
): void =>
  void run(
    db,
    'UPDATE chunks SET prev_token = ? WHERE room_no = ? AND chunk_no = ?',
    token,
    roomNo,
    chunkNo,
  );
