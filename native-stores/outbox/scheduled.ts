// Rows of messages that wait for their time. Rows only: when one goes out is main/engine/scheduled's.
import { all, get, run, type Database } from '../sqlite/statements';

export type ScheduledState = 'waiting' | 'missed' | 'failed';

export interface ScheduledRow {
  readonly requestId: string;
  readonly roomId: string;
  readonly threadId: string | null;
  readonly atMs: number;
  readonly createdMs: number;
  readonly undo: boolean;
  readonly state: ScheduledState;
  /** An AppError as data. */
  readonly error: unknown;
  readonly message: Record<string, unknown>;
}

interface Row {
  request_id: string;
  room_id: string;
  thread_id: string | null;
  at_ms: number;
  created_ms: number;
  undo: number;
  state: ScheduledState;
  error: string | null;
  message: string;
}

const columns = 'request_id, room_id, thread_id, at_ms, created_ms, undo, state, error, message';

const fromRow = (row: Row): ScheduledRow => ({
  requestId: row.request_id,
  roomId: row.room_id,
  threadId: row.thread_id,
  atMs: row.at_ms,
  createdMs: row.created_ms,
  undo: row.undo === 1,
  state: row.state,
  error: row.error === null ? null : (JSON.parse(row.error) as unknown),
  message: JSON.parse(row.message) as Record<string, unknown>,
});

/** The same request again changes nothing. */
export function insertScheduled(db: Database, row: ScheduledRow): void {
  run(
    db,
    `INSERT INTO scheduled_messages(${columns}) VALUES (?,?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING`,
    row.requestId,
    row.roomId,
    row.threadId,
    row.atMs,
    row.createdMs,
    row.undo ? 1 : 0,
    row.state,
    row.error === null ? null : JSON.stringify(row.error),
    JSON.stringify(row.message),
  );
}

/** In the order of sending. */
export const scheduledMessages = (db: Database): ScheduledRow[] =>
  all<Row>(
    db,
    `SELECT ${columns} FROM scheduled_messages ORDER BY at_ms, created_ms, request_id`,
  ).map(fromRow);

/** Whether anything waits in a room. */
export const hasScheduled = (db: Database, roomId: string): boolean =>
  get<{ found: number }>(
    db,
    'SELECT 1 AS found FROM scheduled_messages WHERE room_id = ? LIMIT 1',
    roomId,
  ) !== null;

export function getScheduled(db: Database, requestId: string): ScheduledRow | null {
  const row = get<Row>(
    db,
    `SELECT ${columns} FROM scheduled_messages WHERE request_id = ?`,
    requestId,
  );
  return row === null ? null : fromRow(row);
}

export function setScheduled(
  db: Database,
  requestId: string,
  { atMs, state, error }: Pick<ScheduledRow, 'atMs' | 'state' | 'error'>,
): void {
  run(
    db,
    'UPDATE scheduled_messages SET at_ms = ?, state = ?, error = ?, undo = 0 WHERE request_id = ?',
    atMs,
    state,
    error === null ? null : JSON.stringify(error),
    requestId,
  );
}

export function deleteScheduled(db: Database, requestId: string): void {
  run(db, 'DELETE FROM scheduled_messages WHERE request_id = ?', requestId);
}
