// Rows of the queue that give an entry or a directory another name, lock or unlock an entry: what is asked for is shown before the
// server has it. `room_no` and `entry_id` name what they change; without an entry it is the directory itself.
import { all, get, run, type Database } from '../sqlite/statements';
import type { Changes } from '../sqlite/store';
import { deleteTransfer, setTransfer, trimDone, type TransferKind } from './transfers';

const changeKinds = ['rename', 'lock', 'unlock'] as const;
export type ChangeKind = (typeof changeKinds)[number];

export const isChange = (kind: TransferKind): kind is ChangeKind =>
  changeKinds.some((one) => one === kind);

/** `source` of a rename. */
export interface RenameSource {
  readonly name: string;
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
}

const comingOf = (kind: ChangeKind, name: string | null): Coming =>
  kind === 'rename' ? (name === null ? {} : { name }) : { locked: kind === 'lock' };

/** By entry, of one directory. */
export function comingChanges(db: Database, roomNo: number): Map<string, Coming> {
  const coming = new Map<string, Coming>();
  const rows = all<{ entry_id: string; kind: ChangeKind; name: string | null }>(
    db,
    `SELECT entry_id, kind, json_extract(source, '$.name') AS name FROM transfers INDEXED BY transfers_changing
     WHERE changing = 1 AND room_no = ? AND entry_id > '' ORDER BY transfer_no`,
    roomNo,
  );
  for (const { entry_id: id, kind, name } of rows)
    coming.set(id, { ...coming.get(id), ...comingOf(kind, name) });
  return coming;
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

/** Names replace names, locks replace locks: what stands there for the same is no longer wanted, also when it failed. */
export function dropReplaced(db: Database, { roomNo, entryId }: Changed, kind: ChangeKind): void {
  const same = changeKinds.filter((one) => (one === 'rename') === (kind === 'rename'));
  run(
    db,
    `DELETE FROM transfers WHERE room_no = ? AND entry_id IS ? AND state IN ('waiting', 'running', 'failed')
       AND kind IN (SELECT value FROM json_each(?))`,
    roomNo,
    entryId,
    JSON.stringify(same),
  );
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
