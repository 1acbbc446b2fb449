// What people have typed but not sent, one row per conversation: a room, or a thread of it.
import { get, run, type Database } from '../sqlite/statements';

export interface StoredDraft {
  readonly text: string;
  readonly replyTo: string | null;
  readonly editing: string | null;
  /** Whom names in the text stand for. */
  readonly mentions?: { readonly userId: string; readonly name: string }[] | undefined;
}

export function getDraft(
  db: Database,
  roomNo: number,
  rootEventId: string | null = null,
): StoredDraft | null {
  const row = get<{ content: string }>(
    db,
    'SELECT content FROM drafts WHERE room_no = ? AND root_event_id = ?',
    roomNo,
    rootEventId ?? '',
  );
  return row === null ? null : (JSON.parse(row.content) as StoredDraft);
}

/** An empty draft without reply or edit removes the row. */
export function putDraft(
  db: Database,
  roomNo: number,
  draft: StoredDraft,
  nowMs: number,
  rootEventId: string | null = null,
): void {
  const root = rootEventId ?? '';
  if (draft.text === '' && draft.replyTo === null && draft.editing === null) {
    run(db, 'DELETE FROM drafts WHERE room_no = ? AND root_event_id = ?', roomNo, root);
    return;
  }
  run(
    db,
    `INSERT INTO drafts(room_no, root_event_id, content, updated_ms) VALUES (?,?,?,?)
     ON CONFLICT(room_no, root_event_id) DO UPDATE SET content = excluded.content, updated_ms = excluded.updated_ms`,
    roomNo,
    root,
    JSON.stringify({
      text: draft.text,
      replyTo: draft.replyTo,
      editing: draft.editing,
      mentions: draft.mentions,
    }),
    nowMs,
  );
}
