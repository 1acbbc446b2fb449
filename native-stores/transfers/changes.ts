// Rows of the queue that give an entry or a directory another name, lock, unlock, delete or bring back an entry: what is asked for is
// shown before the server has it. `room_no` and `entry_id` name what they change; without an entry it is the directory itself.
import { all, get, type Database } from '../sqlite/statements';
import type { Changes } from '../sqlite/store';
import {
  deleteTransfer,
  setTransfer,
  trimDone,
  type TransferKind,
  type TransferState,
} from './transfers';

/** The ones of a group take the place of each other. */
const groups = {
  name: ['rename'],
  lock: ['lock', 'unlock'],
  presence: ['remove', 'restore'],
} as const;
const changeKinds = [...groups.name, ...groups.lock, ...groups.presence] as const;
export type ChangeKind = (typeof changeKinds)[number];

export const isChange = (kind: TransferKind): kind is ChangeKind =>
  changeKinds.some((one) => one === kind);

/** `source` of a rename. */
export interface RenameSource {
  readonly name: string;
}

/** `source` of any of them; `undoes`: the server may have heard of the change that it takes the place of. */
export interface Undoing {
  readonly undoes?: true;
}

/** `progress`: a request has gone out, and perhaps reached the server, whatever became of its answer. */
export interface ChangeProgress {
  readonly asked?: true;
}

export interface Changed {
  /** The entry or directory. */
  readonly roomNo: number;
  readonly entryId: string | null;
}

/** Beside the queue, the row concerns lists of files. */
export function announce(changes: Changes, kind: TransferKind): void {
  changes.topic('transfers');
  if (isChange(kind)) changes.topic('files');
}

/** The new values of an entry; an absent one stays as it is. */
export interface Coming {
  readonly name?: string;
  readonly locked?: boolean;
  /** To be deleted, since then (epoch, ms). The entry's row is so already. */
  readonly removedMs?: number | null;
}

interface ComingRow {
  readonly entry_id: string;
  readonly kind: ChangeKind;
  readonly name: string | null;
  readonly created_ms: number;
}

function comingOf({ kind, name, created_ms: createdMs }: ComingRow): Coming {
  if (kind === 'rename') return name === null ? {} : { name };
  if (kind === 'lock' || kind === 'unlock') return { locked: kind === 'lock' };
  return { removedMs: kind === 'remove' ? createdMs : null };
}

/** By entry, of one directory. */
export function comingChanges(db: Database, roomNo: number): Map<string, Coming> {
  const coming = new Map<string, Coming>();
  const rows = all<ComingRow>(
    db,
    `SELECT entry_id, kind, json_extract(source, '$.name') AS name, created_ms FROM transfers INDEXED BY transfers_changing
     WHERE changing = 1 AND room_no = ? AND entry_id > '' ORDER BY transfer_no`,
    roomNo,
  );
  for (const row of rows)
    coming.set(row.entry_id, { ...coming.get(row.entry_id), ...comingOf(row) });
  return coming;
}

/** The name that an entry has when the renames in the queue are done; null for what is no entry. */
export function comingName(db: Database, roomNo: number, entryId: string): string | null {
  const coming = comingChanges(db, roomNo).get(entryId)?.name;
  if (coming !== undefined) return coming;
  const row = get<{ name: string }>(
    db,
    'SELECT name FROM file_entries WHERE room_no = ? AND event_id = ?',
    roomNo,
    entryId,
  );
  return row?.name ?? null;
}

/** Names that directories will have, by their room. */
export const comingDirectoryNames = (db: Database): Map<number, string> =>
  new Map(
    all<{ room_no: number; name: string }>(
      db,
      `SELECT room_no, json_extract(source, '$.name') AS name FROM transfers INDEXED BY transfers_changing
       WHERE changing = 1 AND entry_id IS NULL ORDER BY transfer_no`,
    ).map((row) => [row.room_no, row.name]),
  );

/** Whether a change of the same entry or directory has to be made before. */
export const changesBefore = (
  db: Database,
  { roomNo, entryId }: Changed,
  transferNo: number,
): boolean =>
  get(
    db,
    `SELECT 1 AS x FROM transfers INDEXED BY transfers_changing
     WHERE changing = 1 AND room_no = ? AND entry_id IS ? AND transfer_no < ? LIMIT 1`,
    roomNo,
    entryId,
    transferNo,
  ) !== null;

/** Whether a version of the entry has to be sent before. */
export const versionsBefore = (
  db: Database,
  { roomNo, entryId }: Changed,
  transferNo: number,
): boolean =>
  get(
    db,
    `SELECT 1 AS x FROM transfers INDEXED BY transfers_coming
     WHERE coming = 1 AND room_no = ? AND entry_id = ? AND transfer_no < ? AND state IN ('waiting', 'running') LIMIT 1`,
    roomNo,
    entryId,
    transferNo,
  ) !== null;

/**
 * Names replace names, locks replace locks: what stands there for the same is no longer wanted, also when it failed. Answers whether the
 * server may have heard of one of them, so that the row of the entry does not say what it will be.
 */
export function dropReplaced(
  db: Database,
  { roomNo, entryId }: Changed,
  kind: ChangeKind,
): boolean {
  const same = Object.values(groups).find((group) => group.some((one) => one === kind)) ?? [];
  // Each of the two finds its rows, however many others are on their way into the directory.
  const dropped = ['INDEXED BY transfers_changing WHERE changing = 1', `WHERE state = 'failed'`]
    .map(
      (which) => `DELETE FROM transfers ${which} AND room_no = ? AND entry_id IS ?
       AND kind IN (SELECT value FROM json_each(?)) RETURNING state, json_extract(progress, '$.asked') AS asked`,
    )
    .flatMap((sql) =>
      all<{ state: TransferState; asked: number | null }>(
        db,
        sql,
        roomNo,
        entryId,
        JSON.stringify(same),
      ),
    );
  return dropped.some(({ state, asked }) => state === 'running' || asked === 1);
}

/** Rows of changes that wait or run. */
export const openChanges = (db: Database): string[] =>
  all<{ transfer_id: string }>(
    db,
    'SELECT transfer_id FROM transfers INDEXED BY transfers_changing WHERE changing = 1',
  ).map((row) => row.transfer_id);

const keptDone = 2000;

/** A change is seen where it was made; everything else stays as a history of the newest ones. */
export function finishTransfer(
  db: Database,
  row: { readonly transferId: string; readonly kind: TransferKind },
  finishedMs: number,
): void {
  if (isChange(row.kind)) return deleteTransfer(db, row.transferId);
  setTransfer(db, row.transferId, { state: 'done', finishedMs, tries: 0 });
  trimDone(db, keptDone);
}

/** Ids of the rows of one request, in the order of the queue. */
export const transfersOfRequest = (db: Database, requestId: string): string[] =>
  all<{ id: string }>(
    db,
    'SELECT transfer_id AS id FROM transfers WHERE request_id = ? ORDER BY transfer_no',
    requestId,
  ).map(({ id }) => id);
