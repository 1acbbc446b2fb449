// Rows of the transfer queue. Rows only: which state may follow which is main/engine/transfers'.
import { rememberRequest } from '../outbox/outbox';
import { all, get, run, type Database, type SqlValue } from '../sqlite/statements';

export type TransferKind =
  | 'upload'
  | 'download'
  | 'directory'
  | 'zip'
  | 'copy'
  | 'move'
  | 'delete'
  | 'rename'
  | 'lock'
  | 'unlock'
  | 'remove'
  | 'restore';
/** `adding`: its request is not all there yet; it neither runs nor shows. */
export type TransferState = 'adding' | 'waiting' | 'running' | 'paused' | 'failed' | 'done';

export interface StoredTransfer {
  /** The order of the queue. */
  readonly transferNo: number;
  readonly transferId: string;
  readonly requestId: string;
  readonly part: number;
  readonly kind: TransferKind;
  readonly state: TransferState;
  /** Null while the directory it goes to waits to be made. */
  readonly roomNo: number | null;
  readonly parentTransfer: string | null;
  readonly name: string;
  readonly entryId: string | null;
  readonly sizeBytes: number | null;
  /** Source or target of the bytes; paths stay in the engine. */
  readonly source: unknown;
  /** Finished steps, so that a crash repeats nothing. */
  readonly progress: unknown;
  readonly tries: number;
  /** An AppError as data. */
  readonly error: unknown;
  readonly createdMs: number;
  readonly finishedMs: number | null;
}

interface Row {
  transfer_no: number;
  transfer_id: string;
  request_id: string;
  part: number;
  kind: TransferKind;
  state: TransferState;
  room_no: number | null;
  parent_transfer: string | null;
  name: string;
  entry_id: string | null;
  size_bytes: number | null;
  source: string;
  progress: string;
  tries: number;
  error: string | null;
  created_ms: number;
  finished_ms: number | null;
}

/** Without the computed ones. */
const columns =
  'transfer_no, transfer_id, request_id, part, kind, state, room_no, parent_transfer, name, entry_id, size_bytes, source, progress, ' +
  'tries, error, created_ms, finished_ms';

const fromRow = (row: Row): StoredTransfer => ({
  transferNo: row.transfer_no,
  transferId: row.transfer_id,
  requestId: row.request_id,
  part: row.part,
  kind: row.kind,
  state: row.state,
  roomNo: row.room_no,
  parentTransfer: row.parent_transfer,
  name: row.name,
  entryId: row.entry_id,
  sizeBytes: row.size_bytes,
  source: JSON.parse(row.source) as unknown,
  progress: JSON.parse(row.progress) as unknown,
  tries: row.tries,
  error: row.error === null ? null : (JSON.parse(row.error) as unknown),
  createdMs: row.created_ms,
  finishedMs: row.finished_ms,
});

export type NewTransfer = Pick<
  StoredTransfer,
  | 'transferId'
  | 'requestId'
  | 'part'
  | 'kind'
  | 'roomNo'
  | 'parentTransfer'
  | 'name'
  | 'entryId'
  | 'sizeBytes'
  | 'source'
  | 'createdMs'
>;

/** Adds a row at the end of the queue. The same part of the same request is added once. */
export function insertTransfer(
  db: Database,
  row: NewTransfer,
  state: 'waiting' | 'adding' = 'waiting',
): void {
  run(
    db,
    `INSERT INTO transfers(transfer_id, request_id, part, kind, state, room_no, parent_transfer, name, entry_id, size_bytes, source, created_ms)
     VALUES (?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT(request_id, part) DO NOTHING`,
    row.transferId,
    row.requestId,
    row.part,
    row.kind,
    state,
    row.roomNo,
    row.parentTransfer,
    row.name,
    row.entryId,
    row.sizeBytes,
    JSON.stringify(row.source),
    row.createdMs,
  );
}

/** All rows of the request are there: the first `most` of those that waited for that may run. Answers how many. */
export const releaseSomeOf = (db: Database, requestId: string, most: number): number =>
  run(
    db,
    `UPDATE transfers SET state = 'waiting' WHERE transfer_no IN (
       SELECT transfer_no FROM transfers WHERE state = 'adding' AND request_id = ? ORDER BY transfer_no LIMIT ? + 0)`,
    requestId,
    most,
  ).changes;

/** Takes out rows of a request that was cut off. Answers how many. */
export const deleteSomeOf = (db: Database, requestId: string, most: number): number =>
  run(
    db,
    `DELETE FROM transfers WHERE transfer_no IN (
       SELECT transfer_no FROM transfers WHERE state = 'adding' AND request_id = ? ORDER BY transfer_no LIMIT ? + 0)`,
    requestId,
    most,
  ).changes;

export function getTransfer(db: Database, transferId: string): StoredTransfer | null {
  const row = get<Row>(db, `SELECT ${columns} FROM transfers WHERE transfer_id = ?`, transferId);
  return row === null ? null : fromRow(row);
}

const shownStates = ['running', 'waiting', 'failed', 'paused'] as const;

/** Running first, then waiting, failed, paused, done (newest first), as the panel shows them; no other row is read. */
export function listTransfers(db: Database, limit: number): StoredTransfer[] {
  const rows: Row[] = [];
  for (const state of shownStates)
    if (rows.length < limit)
      rows.push(
        ...all<Row>(
          db,
          `SELECT ${columns} FROM transfers WHERE state = ? ORDER BY transfer_no LIMIT ? + 0`,
          state,
          limit - rows.length,
        ),
      );
  if (rows.length < limit)
    rows.push(
      ...all<Row>(
        db,
        `SELECT ${columns} FROM transfers INDEXED BY transfers_finished WHERE state = 'done' ORDER BY finished_ms DESC LIMIT ? + 0`,
        limit - rows.length,
      ),
    );
  return rows.map(fromRow);
}

/** Rows of which the store says that they run. */
export function runningTransfers(db: Database): StoredTransfer[] {
  return all<Row>(db, `SELECT ${columns} FROM transfers WHERE state = 'running'`).map(fromRow);
}

/** The next waiting rows whose directory is there, after `afterNo`; `light`: only those that carry no bytes, or only those that do. */
export function nextWaiting(
  db: Database,
  afterNo: number,
  limit: number,
  light: boolean | null = null,
): StoredTransfer[] {
  const rows =
    light === null
      ? all<Row>(
          db,
          `SELECT ${columns} FROM transfers INDEXED BY transfers_ready
           WHERE ready = 1 AND transfer_no > ? ORDER BY transfer_no LIMIT ? + 0`,
          afterNo,
          limit,
        )
      : all<Row>(
          db,
          `SELECT ${columns} FROM transfers INDEXED BY transfers_ready_by_weight
           WHERE ready = 1 AND light = ? AND transfer_no > ? ORDER BY transfer_no LIMIT ? + 0`,
          light ? 1 : 0,
          afterNo,
          limit,
        );
  return rows.map(fromRow);
}

/** All rows in the order of the queue, in parts: after `afterNo`. */
export function transfersAfter(db: Database, afterNo: number, limit: number): StoredTransfer[] {
  return all<Row>(
    db,
    `SELECT ${columns} FROM transfers WHERE transfer_no > ? ORDER BY transfer_no LIMIT ? + 0`,
    afterNo,
    limit,
  ).map(fromRow);
}

/** Rows that wait for the directory of `transferId`. */
export function childTransfers(db: Database, transferId: string): StoredTransfer[] {
  return all<Row>(
    db,
    `SELECT ${columns} FROM transfers WHERE parent_transfer = ? ORDER BY transfer_no`,
    transferId,
  ).map(fromRow);
}

/** Rows that bring something into a directory or change it and have not ended well; what saves or deletes it goes on. */
export function openTransfersOf(db: Database, roomNo: number): StoredTransfer[] {
  return all<Row>(
    db,
    `SELECT ${columns} FROM transfers INDEXED BY transfers_by_room
     WHERE room_no = ? AND state IN ('waiting', 'running', 'paused', 'failed') AND kind NOT IN ('delete', 'move', 'zip', 'download') ORDER BY transfer_no`,
    roomNo,
  ).map(fromRow);
}

/** Rows that delete a directory, with all their steps. */
export function deletingTransfers(db: Database): StoredTransfer[] {
  return all<Row>(db, `SELECT ${columns} FROM transfers WHERE kind = 'delete'`).map(fromRow);
}

/** The unfinished row that takes this entry or directory out of its place. */
export function moveOf(db: Database, movedId: string): StoredTransfer | null {
  const row = get<Row>(
    db,
    `SELECT ${columns} FROM transfers INDEXED BY transfers_moves WHERE moves = ? ORDER BY transfer_no DESC LIMIT 1`,
    movedId,
  );
  return row === null ? null : fromRow(row);
}

/** Names that are taken in a directory by what is on its way there, in the order of the queue. */
export const comingNames = (db: Database, roomNo: number): string[] =>
  all<{ name: string }>(
    db,
    `SELECT name FROM transfers WHERE room_no = ? AND state IN ('adding', 'waiting', 'running', 'paused', 'failed')
       AND kind IN ('upload', 'directory', 'copy') ORDER BY transfer_no`,
    roomNo,
  ).map(({ name }) => name);

export type TransferFields = Partial<
  Pick<
    StoredTransfer,
    | 'state'
    | 'roomNo'
    | 'name'
    | 'entryId'
    | 'sizeBytes'
    | 'source'
    | 'progress'
    | 'tries'
    | 'error'
    | 'finishedMs'
  >
>;

const updates: Readonly<Record<keyof TransferFields, string>> = {
  state: 'UPDATE transfers SET state = ? WHERE transfer_id = ?',
  roomNo: 'UPDATE transfers SET room_no = ? WHERE transfer_id = ?',
  name: 'UPDATE transfers SET name = ? WHERE transfer_id = ?',
  entryId: 'UPDATE transfers SET entry_id = ? WHERE transfer_id = ?',
  sizeBytes: 'UPDATE transfers SET size_bytes = ? WHERE transfer_id = ?',
  source: 'UPDATE transfers SET source = ? WHERE transfer_id = ?',
  progress: 'UPDATE transfers SET progress = ? WHERE transfer_id = ?',
  tries: 'UPDATE transfers SET tries = ? WHERE transfer_id = ?',
  error: 'UPDATE transfers SET error = ? WHERE transfer_id = ?',
  finishedMs: 'UPDATE transfers SET finished_ms = ? WHERE transfer_id = ?',
};

function written(field: keyof TransferFields, value: unknown): SqlValue {
  if (field === 'source' || field === 'progress') return JSON.stringify(value);
  if (field === 'error') return value === null ? null : JSON.stringify(value);
  return value as SqlValue;
}

/** Changes the given fields only; null is a value. */
export function setTransfer(db: Database, transferId: string, fields: TransferFields): void {
  for (const [field, value] of Object.entries(fields) as [keyof TransferFields, unknown][])
    if (value !== undefined) run(db, updates[field], written(field, value), transferId);
}

/** The directory is there: its children have a place. */
export function placeChildren(db: Database, transferId: string, roomNo: number): void {
  run(db, 'UPDATE transfers SET room_no = ? WHERE parent_transfer = ?', roomNo, transferId);
}

export function deleteTransfer(db: Database, transferId: string): void {
  run(db, 'DELETE FROM transfers WHERE transfer_id = ?', transferId);
}

/** Finished rows are a history, not an archive: the newest ones stay. */
export function trimDone(db: Database, keep: number): void {
  run(
    db,
    `DELETE FROM transfers WHERE transfer_no IN (
       SELECT transfer_no FROM transfers INDEXED BY transfers_finished WHERE state = 'done'
       ORDER BY finished_ms DESC LIMIT -1 OFFSET ? + 0)`,
    keep,
  );
}

export interface TransferCounts {
  readonly running: number;
  readonly waiting: number;
  readonly paused: number;
  readonly failed: number;
  readonly done: number;
  /** Bytes of the unfinished rows. */
  readonly unfinishedBytes: number;
}

export function countTransfers(db: Database): TransferCounts {
  const rows = all<{ state: TransferState; n: number; bytes: number }>(
    db,
    'SELECT state, n, bytes FROM transfer_counts',
  );
  const of = (state: TransferState): number => rows.find((row) => row.state === state)?.n ?? 0;
  const open = rows.filter(({ state }) => state !== 'done' && state !== 'failed');
  return {
    running: of('running'),
    waiting: of('waiting') + of('adding'),
    paused: of('paused'),
    failed: of('failed'),
    done: of('done'),
    unfinishedBytes: open.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** Counts among what is done: uploads that replaced a version of somebody else unseen, and folders that were made. */
export const countFinished = (db: Database): { overtook: number; folders: number } =>
  get<{ overtook: number; folders: number }>(
    db,
    `SELECT coalesce(sum(kind IN ('upload', 'copy') AND error IS NOT NULL), 0) AS overtook, coalesce(sum(kind = 'directory'), 0) AS folders
     FROM transfers INDEXED BY transfers_finished WHERE state = 'done'`,
  ) ?? { overtook: 0, folders: 0 };

/** True when the request has rows or had them once. */
export function requestKnown(db: Database, requestId: string): boolean {
  return (
    get<{ x: number }>(
      db,
      `SELECT 1 AS x FROM transfers WHERE request_id = ? UNION ALL SELECT 1 FROM sent_requests WHERE request_id = ? LIMIT 1`,
      requestId,
      requestId,
    ) !== null
  );
}

/** Remembers the request beyond its rows, so that a call repeated after a restart adds nothing. */
export const rememberTransferRequest = (db: Database, requestId: string, atMs: number): void =>
  rememberRequest(db, requestId, `transfers:${requestId}`, atMs);

/** Names of active entries of a directory, folded, with the entry they belong to; without those whose move has reached its target. */
export function entryNames(db: Database, roomNo: number): Map<string, string> {
  const rows = all<{ event_id: string; name_folded: string }>(
    db,
    `SELECT event_id, name_folded FROM file_entries WHERE room_no = ? AND active = 1 AND NOT EXISTS (
       SELECT 1 FROM transfers INDEXED BY transfers_moves WHERE moves = event_id AND state IN ('waiting', 'running')
         AND json_extract(progress, '$.steps.entered') = 1)`,
    roomNo,
  );
  return new Map(rows.map((row) => [row.name_folded, row.event_id]));
}

/** Staged copies that unfinished uploads still need: of what was pasted, and of small pictures. */
export function stagedOfTransfers(db: Database): string[] {
  return all<{ file: string | null; small: string | null }>(
    db,
    `SELECT json_extract(source, '$.staged.file') AS file, json_extract(progress, '$.thumbnail.staged.file') AS small
     FROM transfers INDEXED BY transfers_staged WHERE staged = 1`,
  ).flatMap(({ file, small }) => [file, small].filter((one) => one !== null));
}
