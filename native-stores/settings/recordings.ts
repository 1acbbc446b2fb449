// Stores voice messages that are recorded but not sent: their pieces, in order. Rows only.
import { all, get, run, type Database } from '../sqlite/statements';

export interface StoredRecording {
  readonly recordingId: string;
  readonly roomNo: number;
  /** Null: no thread. */
  readonly rootEventId: string | null;
  readonly elapsedMs: number;
  readonly sizeBytes: number;
}

export interface RecordingPiece {
  readonly seq: number;
  /** A pause ends one; each is a file of its own. */
  readonly part: number;
  readonly bytes: Uint8Array;
}

interface Row {
  recording_id: string;
  room_no: number;
  root_event_id: string;
  elapsed_ms: number;
  size_bytes: number;
}

const columns = 'recording_id, room_no, root_event_id, elapsed_ms, size_bytes';

const fromRow = (row: Row): StoredRecording => ({
  recordingId: row.recording_id,
  roomNo: row.room_no,
  rootEventId: row.root_event_id === '' ? null : row.root_event_id,
  elapsedMs: row.elapsed_ms,
  sizeBytes: row.size_bytes,
});

/** The oldest first. */
export const recordingsOf = (
  db: Database,
  roomNo: number,
  rootEventId: string | null,
): StoredRecording[] =>
  all<Row>(
    db,
    `SELECT ${columns} FROM recordings WHERE room_no = ? AND root_event_id = ? ORDER BY created_ms, rowid`,
    roomNo,
    rootEventId ?? '',
  ).map(fromRow);

export function getRecording(db: Database, recordingId: string): StoredRecording | null {
  const row = get<Row>(db, `SELECT ${columns} FROM recordings WHERE recording_id = ?`, recordingId);
  return row === null ? null : fromRow(row);
}

export function insertRecording(
  db: Database,
  { recordingId, roomNo, rootEventId }: Omit<StoredRecording, 'elapsedMs' | 'sizeBytes'>,
  nowMs: number,
): void {
  run(
    db,
    `INSERT INTO recordings(${columns}, created_ms) VALUES (?,?,?,0,0,?)`,
    recordingId,
    roomNo,
    rootEventId ?? '',
    nowMs,
  );
}

/** How many pieces it has: the number of the next one. */
export const countPieces = (db: Database, recordingId: string): number =>
  get<{ count: number }>(
    db,
    'SELECT coalesce(max(seq) + 1, 0) AS count FROM recording_pieces WHERE recording_id = ?',
    recordingId,
  )?.count ?? 0;

export function addPiece(
  db: Database,
  recordingId: string,
  { seq, part, bytes }: RecordingPiece,
  elapsedMs: number,
): void {
  run(
    db,
    'INSERT INTO recording_pieces(recording_id, seq, part, bytes) VALUES (?,?,?,?)',
    recordingId,
    seq,
    part,
    bytes,
  );
  run(
    db,
    'UPDATE recordings SET elapsed_ms = max(elapsed_ms, ?), size_bytes = size_bytes + ? WHERE recording_id = ?',
    elapsedMs,
    bytes.byteLength,
    recordingId,
  );
}

/** From `from` on, as many as `most` bytes hold, one at least. */
export function piecesFrom(
  db: Database,
  recordingId: string,
  from: number,
  most: number,
): RecordingPiece[] {
  const found: RecordingPiece[] = [];
  let size = 0;
  for (let seq = from; ; seq += 1) {
    const piece = get<{ seq: number; part: number; bytes: Uint8Array }>(
      db,
      'SELECT seq, part, bytes FROM recording_pieces WHERE recording_id = ? AND seq = ?',
      recordingId,
      seq,
    );
    if (piece === null || (found.length > 0 && size + piece.bytes.byteLength > most)) return found;
    size += piece.bytes.byteLength;
    found.push(piece);
  }
}

/** Answers whether there was one. */
export function deleteRecording(db: Database, recordingId: string): boolean {
  run(db, 'DELETE FROM recording_pieces WHERE recording_id = ?', recordingId);
  return run(db, 'DELETE FROM recordings WHERE recording_id = ?', recordingId).changes > 0;
}
