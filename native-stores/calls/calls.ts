// Rows of the call history. What an outcome means is main/engine/calls' business.
import { all, run, type Database } from '../sqlite/statements';

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

/** Newest first. */
export function listCalls(db: Database, limit: number): StoredCall[] {
  return all<CallDbRow>(db, 'SELECT * FROM calls ORDER BY started_ms DESC LIMIT ?', limit).map(
    (row) => ({
      roomNo: row.room_no,
      callId: row.call_id,
      userId: row.user_id,
      direction: row.direction,
      media: row.media,
      outcome: row.outcome,
      startedMs: row.started_ms,
      connectedMs: row.connected_ms,
      endedMs: row.ended_ms,
    }),
  );
}
