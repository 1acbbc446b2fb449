// What people have typed but not sent, one row per room.
import { get, run, type Database } from '../sqlite/statements';

export interface StoredDraft {
  readonly text: string;
  readonly replyTo: string | null;
  readonly editing: string | null;
}

export function getDraft(db: Database, roomNo: number): StoredDraft | null {
  const row = get<{ content: string }>(db, 'SELECT content FROM drafts WHERE room_no = ?', roomNo);
  return row === null ? null : (JSON.parse(row.content) as StoredDraft);
}

/** An empty draft without reply or edit removes the row. */
export function putDraft(db: Database, roomNo: number, draft: StoredDraft, nowMs: number): void {
  if (draft.text === '' && draft.replyTo === null && draft.editing === null) {
    run(db, 'DELETE FROM drafts WHERE room_no = ?', roomNo);
    return;
  }
  run(
    db,
    `INSERT INTO drafts(room_no, content, updated_ms) VALUES (?,?,?)
     ON CONFLICT(room_no) DO UPDATE SET content = excluded.content, updated_ms = excluded.updated_ms`,
    roomNo,
    JSON.stringify({ text: draft.text, replyTo: draft.replyTo, editing: draft.editing }),
    nowMs,
  );
}
