// Rows of the call history. What an outcome means is main/engine/calls' business.
import { all, get, run, type Database } from '../sqlite/statements';

export interface StoredCall {
  readonly roomNo: number;
  readonly callId: string;
  readonly userId: string | null;
  readonly direction: 'in' | 'out';
  readonly media: 'voice' | 'video';
  readonly outcome: string;
  readonly startedMs: number;
  readonly connectedMs: number | null;
  readonly endedMs: number | null;
}

interface CallDbRow {
  room_no: number;
  call_id: string;
  user_id: string | null;
  direction: 'in' | 'out';
  media: 'voice' | 'video';
  outcome: string;
  started_ms: number;
  connected_ms: number | null;
  ended_ms: number | null;
}

/** Older rows go when new ones come. */
const mostKept = 1_000;

/** Writes the row as it is now. */
export function putCall(db: Database, call: StoredCall): void {
  run(
    db,
    `INSERT INTO calls(room_no, call_id, user_id, direction, media, outcome, started_ms, connected_ms, ended_ms)
     VALUES (?,?,?,?,?,?,?,?,?)
     ON CONFLICT(room_no, call_id) DO UPDATE SET user_id = excluded.user_id, media = excluded.media, outcome = excluded.outcome,
       connected_ms = excluded.connected_ms, ended_ms = excluded.ended_ms`,
    call.roomNo,
    call.callId,
    call.userId,
    call.direction,
    call.media,
    call.outcome,
    call.startedMs,
    call.connectedMs,
    call.endedMs,
  );
  run(
    db,
    `DELETE FROM calls WHERE started_ms < (SELECT started_ms FROM calls ORDER BY started_ms DESC LIMIT 1 OFFSET ?)`,
    mostKept,
  );
}

const stored = (row: CallDbRow): StoredCall => ({
  roomNo: row.room_no,
  callId: row.call_id,
  userId: row.user_id,
  direction: row.direction,
  media: row.media,
  outcome: row.outcome,
  startedMs: row.started_ms,
  connectedMs: row.connected_ms,
  endedMs: row.ended_ms,
});

/** Newest first. */
export function listCalls(
  db: Database,
  { limit, missedOnly = false }: { readonly limit: number; readonly missedOnly?: boolean },
): StoredCall[] {
  const rows = missedOnly
    ? all<CallDbRow>(
        db,
        `SELECT * FROM calls WHERE outcome = 'missed' ORDER BY started_ms DESC LIMIT ?`,
        limit,
      )
    : all<CallDbRow>(db, 'SELECT * FROM calls ORDER BY started_ms DESC LIMIT ?', limit);
  return rows.map(stored);
}

export function getCall(db: Database, roomNo: number, callId: string): StoredCall | null {
  const row = get<CallDbRow>(
    db,
    'SELECT * FROM calls WHERE room_no = ? AND call_id = ?',
    roomNo,
    callId,
  );
  return row === null ? null : stored(row);
}

/** The rows of a call of a room, one for each time: the id of a row is that of the call, a blank and more. Oldest first. */
export const timesOfCall = (db: Database, roomNo: number, callId: string): StoredCall[] =>
  all<CallDbRow>(
    db,
    'SELECT * FROM calls WHERE room_no = ? AND call_id > ? AND call_id < ? ORDER BY started_ms',
    roomNo,
    `${callId} `,
    `${callId}!`,
  ).map(stored);

/** Removes a call that another one replaced before it was noticed (glare). */
export function removeCall(db: Database, roomNo: number, callId: string): void {
  run(db, 'DELETE FROM calls WHERE room_no = ? AND call_id = ?', roomNo, callId);
}

/** Number of missed calls that ended after `sinceMs`. */
export function countMissed(db: Database, sinceMs: number): number {
  const row = get<{ n: number }>(
    db,
    `SELECT count(*) AS n FROM calls WHERE outcome = 'missed' AND ended_ms > ?`,
    sinceMs,
  );
  return row?.n ?? 0;
}

/** Calls without an end: of now, or of a run that did not end well. */
export const openCalls = (db: Database): StoredCall[] =>
  all<CallDbRow>(db, `SELECT * FROM calls WHERE outcome IN ('ringing', 'running')`).map(stored);
