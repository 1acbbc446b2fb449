// Rows of messages that wait for their time. Rows only: when one goes out is main/engine/scheduled's.
import { all, get, run, type Database } from '../sqlite/statements';

/** `unsure`: the server was to send it, and nobody knows whether it did. */
export type ScheduledState = 'waiting' | 'missed' | 'failed' | 'unsure';

/** State of the delayed event at the server: `asking` without an answer yet, `held` by it, `leaving` while it is being cancelled. */
export interface ServerHold {
  readonly state: 'asking' | 'held' | 'leaving';
  readonly delayId: string | null;
  /** Transaction id of this request, the same when it is repeated; another request has another id. */
  readonly txnId: string;
  /** When the server sends it. */
  readonly atMs: number;
  /** It was asked more than once: a request that seemed lost may still come. */
  readonly again: boolean;
}

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
  /** Null: this computer sends it. */
  readonly server: ServerHold | null;
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
  server: string | null;
  message: string;
}

const columns =
  'request_id, room_id, thread_id, at_ms, created_ms, undo, state, error, message, server';

const fromRow = (row: Row): ScheduledRow => ({
  requestId: row.request_id,
  roomId: row.room_id,
  threadId: row.thread_id,
  atMs: row.at_ms,
  createdMs: row.created_ms,
  undo: row.undo === 1,
  state: row.state,
  error: row.error === null ? null : (JSON.parse(row.error) as unknown),
  server: row.server === null ? null : (JSON.parse(row.server) as ServerHold),
  message: JSON.parse(row.message) as Record<string, unknown>,
});

/** The same request again changes nothing. */
export function insertScheduled(db: Database, row: ScheduledRow): void {
  run(
    db,
    `INSERT INTO scheduled_messages(${columns}) VALUES (?,?,?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING`,
    row.requestId,
    row.roomId,
    row.threadId,
    row.atMs,
    row.createdMs,
    row.undo ? 1 : 0,
    row.state,
    row.error === null ? null : JSON.stringify(row.error),
    JSON.stringify(row.message),
    row.server === null ? null : JSON.stringify(row.server),
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

/** Into another room, where what it answers and its thread are not. */
export function carryScheduled(db: Database, requestId: string, toRoomId: string): void {
  run(
    db,
    `UPDATE scheduled_messages SET room_id = ?, thread_id = NULL, message = json_set(message, '$.replyTo', NULL)
     WHERE request_id = ?`,
    toRoomId,
    requestId,
  );
}

/** Replaces the message; its time and state stay. */
export function setScheduledMessage(
  db: Database,
  requestId: string,
  message: ScheduledRow['message'],
): void {
  run(
    db,
    'UPDATE scheduled_messages SET message = ? WHERE request_id = ?',
    JSON.stringify(message),
    requestId,
  );
}

/** `unsure`: nobody knows whether it was sent. */
export function setServerHold(
  db: Database,
  requestId: string,
  server: ServerHold | null,
  unsure: boolean,
): void {
  run(
    db,
    `UPDATE scheduled_messages SET server = ?, state = CASE WHEN ? THEN 'unsure' ELSE state END WHERE request_id = ?`,
    server === null ? null : JSON.stringify(server),
    unsure ? 1 : 0,
    requestId,
  );
}

/** How many would not be sent without this computer. */
export const countOwnScheduled = (db: Database): number =>
  get<{ count: number }>(
    db,
    "SELECT count(*) AS count FROM scheduled_messages WHERE server IS NULL OR json_extract(server, '$.state') <> 'held'",
  )?.count ?? 0;

export function deleteScheduled(db: Database, requestId: string): void {
  run(db, 'DELETE FROM scheduled_messages WHERE request_id = ?', requestId);
}
