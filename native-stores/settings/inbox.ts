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
  run(db, 'DELETE FROM crypto_inbox_panics WHERE inbox_no = ?', inboxNo);
}

/** A part of a row that the library never took. */
export interface GivenUp {
  readonly content: Record<string, unknown>;
  /** The kind of the failure; its text may hold what it was about. */
  readonly reason: string;
  /** Epoch, milliseconds. */
  readonly failedMs: number;
}

export function keepGivenUp(db: Database, { content, reason, failedMs }: GivenUp): void {
  run(
    db,
    'INSERT INTO crypto_inbox_failed(content, reason, failed_ms) VALUES (?,?,?)',
    JSON.stringify(content),
    reason,
    failedMs,
  );
}

/** The library broke while it took this part; the count outlives the process. */
export function notePanic(db: Database, inboxNo: number, part: number): void {
  run(
    db,
    `INSERT INTO crypto_inbox_panics(inbox_no, part, times) VALUES (?,?,1)
     ON CONFLICT(inbox_no, part) DO UPDATE SET times = times + 1`,
    inboxNo,
    part,
  );
}

export function panicsOf(db: Database, inboxNo: number): ReadonlyMap<number, number> {
  const rows = all<{ part: number; times: number }>(
    db,
    'SELECT part, times FROM crypto_inbox_panics WHERE inbox_no = ?',
    inboxNo,
  );
  return new Map(rows.map(({ part, times }) => [part, times]));
}
