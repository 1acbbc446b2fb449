// Uploads that are on their way to a directory, as rows among its files. The queue itself is transfers/'s; this reads its table. No SDK.
import { cleanFileName, extensionOf } from '../../../native-stores/files/names';
import { kindOf } from '../../../native-stores/files/kinds';
import { all } from '../../../native-stores/sqlite/statements';
import type { Store } from '../../../native-stores/sqlite/store';
import type { FileRow } from '../../../preload/contract/fileModels';
import type { Person } from '../../../preload/contract/models';

type Db = Store['db'];

export interface UploadRow {
  readonly transferId: string;
  /** The entry that it becomes a new version of; null for a new file. */
  readonly versionOf: string | null;
  readonly name: string;
  readonly sizeBytes: number | null;
  readonly createdMs: number;
}

/** Unfinished uploads of one directory, in the order of the queue; those whose entry stands already are left out. */
export function readUploads(db: Db, roomNo: number): UploadRow[] {
  return all<{
    transfer_id: string;
    entry_id: string | null;
    name: string;
    size_bytes: number | null;
    created_ms: number;
  }>(
    db,
    `SELECT t.transfer_id, t.entry_id, t.name, t.size_bytes, t.created_ms FROM transfers t
     WHERE t.room_no = ? AND t.state IN ('waiting', 'running', 'paused', 'failed') AND t.kind IN ('upload', 'copy')
       AND NOT EXISTS (SELECT 1 FROM file_entries e WHERE e.room_no = t.room_no AND e.event_id IN
         (json_extract(t.progress, '$.eventId'), json_extract(t.progress, '$.steps.eventId')))
     ORDER BY t.transfer_no`,
    roomNo,
  ).map((row) => ({
    transferId: row.transfer_id,
    versionOf: row.entry_id,
    name: cleanFileName(row.name).name,
    sizeBytes: row.size_bytes,
    createdMs: row.created_ms,
  }));
}

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
