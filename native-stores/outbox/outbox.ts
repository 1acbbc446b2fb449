// Rows of messages that are on their way. Rows only: which status may follow which is main/engine/send's.
import { all, get, run, type Database } from '../sqlite/statements';
import { lastPlaceOfBatches } from './fileBatches';

export type OutboxStatus = 'sending' | 'queued' | 'encrypting' | 'not_sent' | 'cancelled' | 'sent';

export interface OutboxRow {
  readonly localKey: string;
  readonly requestId: string;
  readonly roomNo: number;
  readonly seq: number;
  readonly txnId: string;
  readonly status: OutboxStatus;
  /** Before encryption; `m.room.redaction` for a redaction. */
  readonly type: string;
  /** Final; for a redaction `{redacts, reason}`. */
  readonly content: Record<string, unknown>;
  /** Staged file and preview until it is uploaded. */
  readonly attachment: unknown;
  readonly waitsFor: string | null;
  readonly tries: number;
  /** An AppError as data. */
  readonly error: unknown;
  readonly eventId: string | null;
  readonly createdMs: number;
  /** A request for it went out and no answer came: the server may have it. Only the same device can ask again without a double. */
  readonly unanswered: boolean;
}

interface Row {
  local_key: string;
  request_id: string;
  room_no: number;
  seq: number;
  txn_id: string;
  status: OutboxStatus;
  type: string;
  content: string;
  attachment: string | null;
  waits_for: string | null;
  tries: number;
  error: string | null;
  event_id: string | null;
  created_ms: number;
  unanswered: 0 | 1;
}

const columns =
  'local_key, request_id, room_no, seq, txn_id, status, type, content, attachment, waits_for, tries, error, event_id, created_ms, unanswered';

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));
const written = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

const fromRow = (row: Row): OutboxRow => ({
  localKey: row.local_key,
  requestId: row.request_id,
  roomNo: row.room_no,
  seq: row.seq,
  txnId: row.txn_id,
  status: row.status,
  type: row.type,
  content: JSON.parse(row.content) as Record<string, unknown>,
  attachment: parsed(row.attachment),
  waitsFor: row.waits_for,
  tries: row.tries,
  error: parsed(row.error),
  eventId: row.event_id,
  createdMs: row.created_ms,
  unanswered: row.unanswered === 1,
});

/** Grows over all rooms, so that it orders rows everywhere; behind the places that are kept for files. Call it in the transaction that inserts. */
export function nextSeq(db: Database): number {
  const row = get<{ seq: number }>(db, 'SELECT coalesce(max(seq), 0) + 1 AS seq FROM outbox');
  return Math.max(row?.seq ?? 1, lastPlaceOfBatches(db) + 1);
}

export function insertOutbox(db: Database, row: Omit<OutboxRow, 'unanswered'>): void {
  run(
    db,
    `INSERT INTO outbox(${columns}) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,0)`,
    row.localKey,
    row.requestId,
    row.roomNo,
    row.seq,
    row.txnId,
    row.status,
    row.type,
    JSON.stringify(row.content),
    written(row.attachment),
    row.waitsFor,
    row.tries,
    written(row.error),
    row.eventId,
    row.createdMs,
  );
}

export function getOutbox(db: Database, localKey: string): OutboxRow | null {
  const row = get<Row>(db, `SELECT ${columns} FROM outbox WHERE local_key = ?`, localKey);
  return row === null ? null : fromRow(row);
}

/** In the order of sending. */
export function outboxOfRoom(db: Database, roomNo: number): OutboxRow[] {
  return all<Row>(db, `SELECT ${columns} FROM outbox WHERE room_no = ? ORDER BY seq`, roomNo).map(
    fromRow,
  );
}

/** The rows of all rooms that were added last, at most `most`, in the order of sending. */
export function newestInOutbox(db: Database, most: number): OutboxRow[] {
  return all<Row>(db, `SELECT ${columns} FROM outbox ORDER BY seq DESC LIMIT ?`, most)
    .map(fromRow)
    .reverse();
}

/** All rows that are not `sent`, in the order of sending. */
export function outboxPending(db: Database): OutboxRow[] {
  return all<Row>(db, `SELECT ${columns} FROM outbox WHERE status <> 'sent' ORDER BY seq`).map(
    fromRow,
  );
}

/** On their way: neither `sent` nor left to their author. */
export function countPending(db: Database): number {
  return (
    get<{ n: number }>(
      db,
      `SELECT count(*) AS n FROM outbox WHERE status NOT IN ('sent', 'not_sent')`,
    )?.n ?? 0
  );
}

/** Number of pending rows that change stored messages: edits, reactions, votes, redactions. */
export function countPendingChanges(db: Database): number {
  return (
    get<{ n: number }>(
      db,
      `SELECT count(*) AS n FROM outbox WHERE status NOT IN ('sent', 'not_sent')
       AND (type IN ('m.reaction', 'm.room.redaction', 'org.matrix.msc3381.poll.response')
         OR json_extract(content, '$."m.relates_to".rel_type') = 'm.replace')`,
    )?.n ?? 0
  );
}

/** Those left to their author, and the room of the oldest; null: none. */
export function unsentSummary(db: Database): { count: number; roomId: string } | null {
  const row = get<{ count: number; roomId: string | null }>(
    db,
    `SELECT count(*) AS count, (SELECT r.room_id FROM outbox o JOIN rooms r ON r.room_no = o.room_no
       WHERE o.status = 'not_sent' ORDER BY o.seq LIMIT 1) AS roomId
     FROM outbox WHERE status = 'not_sent'`,
  );
  return row === null || row.roomId === null ? null : { count: row.count, roomId: row.roomId };
}

/** The first row of a room that is not `sent`; costs the same however many wait behind it. */
export function firstPending(db: Database, roomNo: number): OutboxRow | null {
  const row = get<Row>(
    db,
    `SELECT ${columns} FROM outbox WHERE room_no = ? AND status <> 'sent' ORDER BY seq LIMIT 1`,
    roomNo,
  );
  return row === null ? null : fromRow(row);
}

/** Rooms with a row that is not `sent`, the longest waiting first; steps from room to room, not from row to row. */
export function roomsPending(db: Database): number[] {
  return all<{ room_no: number }>(
    db,
    `WITH RECURSIVE pending(room_no) AS (
       SELECT min(room_no) FROM outbox WHERE status <> 'sent'
       UNION ALL
       SELECT (SELECT min(o.room_no) FROM outbox o WHERE o.room_no > p.room_no AND o.status <> 'sent')
       FROM pending p WHERE p.room_no IS NOT NULL)
     SELECT p.room_no FROM pending p WHERE p.room_no IS NOT NULL
     ORDER BY (SELECT min(o.seq) FROM outbox o WHERE o.room_no = p.room_no AND o.status <> 'sent')`,
  ).map((row) => row.room_no);
}

/** Whether a row of the room is left to its author that comes before the place `seq`. */
export function hasFailedBefore(db: Database, roomNo: number, seq: number): boolean {
  const sql = `SELECT 1 FROM outbox WHERE room_no = ? AND status = 'not_sent' AND seq < ? LIMIT 1`;
  return get(db, sql, roomNo, seq) !== null;
}

/** Rows that wait until the row with this key has its event id. */
export function dependentsOf(db: Database, localKey: string): OutboxRow[] {
  return all<Row>(
    db,
    `SELECT ${columns} FROM outbox WHERE waits_for = ? ORDER BY seq`,
    localKey,
  ).map(fromRow);
}

/** Keys of rows that only wait for their echo. */
export function sentKeys(db: Database): string[] {
  return all<{ local_key: string }>(
    db,
    `SELECT local_key FROM outbox WHERE status = 'sent' ORDER BY local_key`,
  ).map((row) => row.local_key);
}

export type OutboxFields = Partial<
  Pick<
    OutboxRow,
    | 'status'
    | 'type'
    | 'content'
    | 'attachment'
    | 'waitsFor'
    | 'tries'
    | 'error'
    | 'eventId'
    | 'seq'
    | 'unanswered'
  >
>;

/** Changes the given fields only; null is a value. */
export function setOutbox(db: Database, localKey: string, fields: OutboxFields): void {
  const old = getOutbox(db, localKey);
  if (old === null) return;
  const row: OutboxRow = { ...old, ...fields };
  run(
    db,
    `UPDATE outbox SET status = ?, type = ?, content = ?, attachment = ?, waits_for = ?, tries = ?, error = ?, event_id = ?, seq = ?, unanswered = ?
     WHERE local_key = ?`,
    row.status,
    row.type,
    JSON.stringify(row.content),
    written(row.attachment),
    row.waitsFor,
    row.tries,
    written(row.error),
    row.eventId,
    row.seq,
    row.unanswered ? 1 : 0,
    localKey,
  );
}

/** Removes the row and keeps its request id, so that a late retry of the window does not send twice. */
export function deleteOutbox(db: Database, localKey: string, atMs: number): void {
  run(
    db,
    `INSERT INTO sent_requests(request_id, local_key, at_ms)
     SELECT request_id, local_key, ? FROM outbox WHERE local_key = ? ON CONFLICT DO NOTHING`,
    atMs,
    localKey,
  );
  run(db, 'DELETE FROM outbox WHERE local_key = ?', localKey);
}

/** Remembers what a request was answered with beyond its rows. */
export function rememberRequest(
  db: Database,
  requestId: string,
  localKey: string,
  atMs: number,
): void {
  run(
    db,
    'INSERT INTO sent_requests(request_id, local_key, at_ms) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    requestId,
    localKey,
    atMs,
  );
}

/** The local key that an earlier call with this request id was answered with. */
export function findRequest(db: Database, requestId: string): { localKey: string } | null {
  const row = get<{ local_key: string }>(
    db,
    `SELECT local_key FROM outbox WHERE request_id = ?
     UNION ALL SELECT local_key FROM sent_requests WHERE request_id = ? LIMIT 1`,
    requestId,
    requestId,
  );
  return row === null ? null : { localKey: row.local_key };
}

/** Forgets request ids from before `beforeMs`. */
export function forgetRequests(db: Database, beforeMs: number): void {
  run(db, 'DELETE FROM sent_requests WHERE at_ms < ?', beforeMs);
}
