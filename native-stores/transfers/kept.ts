// Stores the choice of directories and single entries to keep offline; a directory includes everything below it.
import { all, run, type Database } from '../sqlite/statements';

export interface KeptRow {
  readonly roomNo: number;
  /** Null: the directory with everything below. */
  readonly entryId: string | null;
}

export function keptRows(db: Database): KeptRow[] {
  return all<{ room_no: number; entry_id: string }>(
    db,
    'SELECT room_no, entry_id FROM kept_offline',
  ).map((row) => ({ roomNo: row.room_no, entryId: row.entry_id === '' ? null : row.entry_id }));
}

export function setKept(db: Database, { roomNo, entryId }: KeptRow, keep: boolean): void {
  const id = entryId ?? '';
  if (keep)
    run(
      db,
      'INSERT INTO kept_offline(room_no, entry_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
      roomNo,
      id,
    );
  else run(db, 'DELETE FROM kept_offline WHERE room_no = ? AND entry_id = ?', roomNo, id);
}
