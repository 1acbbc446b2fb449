// Uploads that are on their way to a directory, as rows among its files. The queue itself is transfers/'s; this reads its table. No SDK.
import { cleanFileName, extensionOf } from '#stores/files/names';
import { kindOf } from '#stores/files/kinds';
import { all, get } from '#stores/sqlite/statements';
import type { Store } from '#stores/sqlite/store';
import type { FileRow } from '#contract/areas/files/filesModels';
import type { Person } from '#contract/areas/rooms/peopleModels';

type Db = Store['db'];

export interface UploadRow {
  readonly transferId: string;
  readonly name: string;
  readonly sizeBytes: number | null;
  readonly createdMs: number;
}

/** Beyond so many new files on their way a directory shows no rows of them; they are counted. */
const mostRows = 2_000;

interface Row {
  transfer_id: string;
  name: string;
  size_bytes: number | null;
  created_ms: number;
}

const columns = 't.transfer_id, t.name, t.size_bytes, t.created_ms';

/** Its entry stands already: the file itself is shown. */
const entered = `(t.sent IS NOT NULL AND EXISTS
  (SELECT 1 FROM file_entries e WHERE e.room_no = t.room_no AND e.event_id = t.sent))`;

const fromRow = (row: Row): UploadRow => ({
  transferId: row.transfer_id,
  name: cleanFileName(row.name).name,
  sizeBytes: row.size_bytes,
  createdMs: row.created_ms,
});

/** New files on their way to a directory, in the order of the queue. */
export function readUploads(db: Db, roomNo: number): UploadRow[] {
  return all<Row>(
    db,
    `SELECT ${columns} FROM transfers t INDEXED BY transfers_coming
     WHERE t.coming = 1 AND t.room_no = ? AND t.entry_id IS NULL AND NOT ${entered} ORDER BY t.transfer_no LIMIT ? + 0`,
    roomNo,
    mostRows,
  ).map(fromRow);
}

/** New versions on their way: the transfer by the entry that it replaces. */
export function readVersionUploads(db: Db, roomNo: number): Map<string, string> {
  const rows = all<{ transfer_id: string; entry_id: string }>(
    db,
    `SELECT t.transfer_id, t.entry_id FROM transfers t INDEXED BY transfers_coming
     WHERE t.coming = 1 AND t.room_no = ? AND t.entry_id > '' AND NOT ${entered} ORDER BY t.transfer_no`,
    roomNo,
  );
  return new Map(rows.map((row) => [row.entry_id, row.transfer_id]));
}

/** How many new files are on their way, without looking at each. */
export function countUploads(db: Db, roomNo: number): number {
  const count = (sql: string): number => get<{ n: number }>(db, sql, roomNo)?.n ?? 0;
  return (
    count(
      `SELECT count(*) AS n FROM transfers t INDEXED BY transfers_coming
       WHERE t.coming = 1 AND t.room_no = ? AND t.entry_id IS NULL`,
    ) -
    count(
      `SELECT count(*) AS n FROM transfers t INDEXED BY transfers_sent
       WHERE t.coming = 1 AND t.sent IS NOT NULL AND t.room_no = ? AND t.entry_id IS NULL AND ${entered}`,
    )
  );
}

/** How many uploads have not ended, with those into directories that are to be made in it. */
export const countOpenUploads = (db: Db, roomNo: number): number =>
  get<{ n: number }>(
    db,
    `WITH RECURSIVE inside(id) AS (
       SELECT transfer_id FROM transfers WHERE room_no = ?
       UNION SELECT t.transfer_id FROM transfers t JOIN inside i ON t.parent_transfer = i.id)
     SELECT count(*) AS n FROM inside JOIN transfers t ON t.transfer_id = id WHERE t.kind = 'upload' AND t.state <> 'done'`,
    roomNo,
  )?.n ?? 0;

const noActions: FileRow['actions'] = {
  open: false,
  save: false,
  rename: false,
  lock: false,
  unlock: false,
  newVersion: false,
  move: false,
  copy: false,
  delete: false,
  restore: false,
  deleteForever: false,
};

export function uploadAsFile(roomId: string, upload: UploadRow, me: Person): FileRow {
  const extension = extensionOf(upload.name);
  return {
    kind: 'file',
    key: upload.transferId,
    roomId,
    entryId: null,
    name: upload.name,
    extension,
    fileKind: kindOf(extension, null),
    sizeBytes: upload.sizeBytes,
    changedMs: upload.createdMs,
    changedBy: me,
    version: 1,
    lockedBy: null,
    media: null,
    onDisk: { kept: 'no', state: 'none' },
    problem: null,
    warnings: [],
    transferId: upload.transferId,
    deleted: false,
    actions: noActions,
  };
}
