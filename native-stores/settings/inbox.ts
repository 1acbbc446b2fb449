// The end-to-end encryption part of sync answers until the crypto library has taken it over (D16).
import { all, get, run, type Database } from '../sqlite/statements';

export interface InboxRow {
  readonly inboxNo: number;
  readonly content: Record<string, unknown>;
}

export function pushInbox(db: Database, content: Record<string, unknown>): number {
  return run(db, 'INSERT INTO crypto_inbox(content) VALUES (?)', JSON.stringify(content)).lastNo;
}

/** Oldest first. */
export function readInbox(db: Database, limit: number): InboxRow[] {
  return all<{ inbox_no: number; content: string }>(
    db,
    'SELECT inbox_no, content FROM crypto_inbox ORDER BY inbox_no LIMIT ? + 0',
    limit,
  ).map((row) => ({
    inboxNo: row.inbox_no,
    content: JSON.parse(row.content) as Record<string, unknown>,
  }));
}

export function countInbox(db: Database): number {
  return get<{ n: number }>(db, 'SELECT count(*) AS n FROM crypto_inbox')?.n ?? 0;
}

export function deleteInbox(db: Database, inboxNo: number): void {
  run(db, 'DELETE FROM crypto_inbox WHERE inbox_no = ?', inboxNo);
}
