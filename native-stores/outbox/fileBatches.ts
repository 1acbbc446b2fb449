// Files that were handed over to be sent and are not rows of the outbox yet, by what was sent together: `place` is that of their first row,
// and `roomId` their room. Rows only.
import { deleteSetting, getSetting, setSetting, settingsWithPrefix } from '../settings/settings';
import { get, type Database } from '../sqlite/statements';

const prefix = 'fileBatch.';

/** Takes the place of what stands under this request id. */
export const putFileBatch = (db: Database, requestId: string, batch: unknown): void =>
  setSetting(db, prefix + requestId, batch);

export const deleteFileBatch = (db: Database, requestId: string): void =>
  deleteSetting(db, prefix + requestId);

export const hasFileBatch = (db: Database, requestId: string): boolean =>
  getSetting(db, prefix + requestId) !== null;

/** How many files are in no row of the outbox yet. */
export const countBatchFiles = (db: Database): number =>
  (fileBatches(db) as { readonly files: readonly unknown[] }[]).flatMap(({ files }) => files)
    .length;

/** The last place in the outbox that is kept for files. */
export const lastPlaceOfBatches = (db: Database): number =>
  get<{ place: number | null }>(
    db,
    `SELECT max(json_extract(value, '$.place') + json_array_length(value, '$.files') - 1) AS place
     FROM settings WHERE name >= '${prefix}' AND name < '${prefix}\u{10ffff}'`,
  )?.place ?? 0;

/** Whether files come first that were sent to the room before the row with the place `seq`. */
export const isBehindBatch = (db: Database, roomNo: number, seq: number): boolean =>
  get(
    db,
    `SELECT 1 FROM settings WHERE name >= '${prefix}' AND name < '${prefix}\u{10ffff}'
     AND json_extract(value, '$.roomId') = (SELECT room_id FROM rooms WHERE room_no = ?)
     AND json_extract(value, '$.place') < ? LIMIT 1`,
    roomNo,
    seq,
  ) !== null;

export const fileBatches = (db: Database): unknown[] => [
  ...settingsWithPrefix(db, prefix).values(),
];

/** The copies that their files have already. */
export const stagedOfBatches = (db: Database): string[] =>
  (
    fileBatches(db) as {
      readonly files: readonly { readonly file: { readonly file?: string } }[];
    }[]
  )
    .flatMap(({ files }) => files)
    .flatMap(({ file: { file } }) => (file === undefined ? [] : [file]));
