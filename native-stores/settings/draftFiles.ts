// Files that wait in a composer for their message, by the ticket that sends them. Rows only.
import { deleteSetting, getSetting, setSetting, settingsWithPrefix } from './settings';
import { all, get, run, type Database } from '../sqlite/statements';

const prefix = 'draftFile.';
const mine = `settings.name >= '${prefix}' AND settings.name < '${prefix}\u{10ffff}'`;

export interface DraftFileRow<File> {
  readonly roomId: string;
  /** Null: no thread. */
  readonly threadId: string | null;
  /** The place among all of them: the order in which they were laid into the message. */
  readonly place: number;
  readonly sizeBytes: number;
  readonly file: File;
}

/** Behind those that are there, in this order. */
export function putDraftFiles<File>(
  db: Database,
  files: readonly (Omit<DraftFileRow<File>, 'place'> & { readonly ticket: string })[],
): void {
  const last = get<{ place: number | null }>(
    db,
    `SELECT max(json_extract(value, '$.place')) AS place FROM settings WHERE ${mine}`,
  );
  for (const [index, { ticket, ...row }] of files.entries())
    setSetting(db, prefix + ticket, { ...row, place: (last?.place ?? 0) + 1 + index });
}

export const draftFileOf = <File>(db: Database, ticket: string): DraftFileRow<File> | null =>
  getSetting<DraftFileRow<File>>(db, prefix + ticket);

export const deleteDraftFile = (db: Database, ticket: string): void =>
  deleteSetting(db, prefix + ticket);

/** In their order, with their tickets. */
export const draftFiles = <File>(
  db: Database,
): readonly (DraftFileRow<File> & { readonly ticket: string })[] =>
  [...settingsWithPrefix(db, prefix)]
    .map(([ticket, row]) => ({ ...(row as DraftFileRow<File>), ticket }))
    .sort((a, b) => a.place - b.place);

/** The copies that they have already. */
export const stagedOfDrafts = (db: Database): string[] =>
  draftFiles<{ readonly file?: string }>(db).flatMap(({ file: { file } }) =>
    file === undefined ? [] : [file],
  );

/** Selects the conversations that have some: `room_no`, `root_event_id`. */
export const draftFileRooms = `SELECT r.room_no, coalesce(json_extract(settings.value, '$.threadId'), '')
  FROM settings JOIN rooms r ON r.room_id = json_extract(settings.value, '$.roomId') WHERE ${mine}`;

/** The names of the files that wait in the rooms themselves, in their order: one row a file. */
export const draftFileNames = (
  db: Database,
): readonly { readonly roomNo: number; readonly name: string }[] =>
  all<{ room_no: number; name: string }>(
    db,
    `SELECT r.room_no, coalesce(json_extract(settings.value, '$.file.fileName'), '') AS name
     FROM settings JOIN rooms r ON r.room_id = json_extract(settings.value, '$.roomId')
     WHERE ${mine} AND json_extract(settings.value, '$.threadId') IS NULL ORDER BY json_extract(settings.value, '$.place')`,
  ).map((row) => ({ roomNo: row.room_no, name: row.name }));

/** Those of the room itself; `toNo` null: nobody will send them. */
export function moveDraftFiles(db: Database, roomNo: number, toNo: number | null): void {
  const ofRoom = `${mine} AND json_extract(value, '$.roomId') = (SELECT room_id FROM rooms WHERE room_no = ?)`;
  if (toNo === null) run(db, `DELETE FROM settings WHERE ${ofRoom}`, roomNo);
  else
    run(
      db,
      `UPDATE settings SET value = json_set(value, '$.roomId', (SELECT room_id FROM rooms WHERE room_no = ?))
       WHERE ${ofRoom} AND json_extract(value, '$.threadId') IS NULL`,
      toNo,
      roomNo,
    );
}
