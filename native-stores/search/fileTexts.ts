// The texts inside files that were on this computer: read once, found with the message that brought the file, and gone with it.
import { all, get, run, type Database } from '../sqlite/statements';

export interface UnreadFile {
  /** Number of the message, or of the version, that brought the file. */
  readonly eventNo: number;
  readonly handle: string;
  readonly isPdf: boolean;
}

/** Files on this disk that may hold text and were not looked at, each with what brought it. */
const unread = `media m CROSS JOIN files f ON f.mxc = m.mxc
     WHERE m.variant = 'full' AND m.verified = 1 AND m.cache_file IS NOT NULL
       AND (f.kind IN ('text', 'markdown', 'code', 'pdf') OR f.extension IN ('csv', 'tsv') OR f.mime_type LIKE 'text/%')
       AND NOT EXISTS (SELECT 1 FROM file_texts t WHERE t.event_no = f.event_no)`;

/** Those that were used last, at most `most`; of chats and of directories. */
export const unreadFiles = (db: Database, most: number): readonly UnreadFile[] =>
  all<{ event_no: number; handle: string; kind: string }>(
    db,
    `SELECT f.event_no, m.handle, f.kind FROM ${unread} ORDER BY m.used_ms DESC LIMIT ? + 0`,
    most,
  ).map((row) => ({ eventNo: row.event_no, handle: row.handle, isPdf: row.kind === 'pdf' }));

/** Whether one of these events names such a file. */
export const bringsUnread = (db: Database, eventNos: readonly number[]): boolean =>
  get(
    db,
    `SELECT 1 FROM (SELECT value AS no FROM json_each(?)) e CROSS JOIN files f ON f.event_no = e.no
     CROSS JOIN media m ON m.mxc = f.mxc AND m.variant = 'full' AND m.verified = 1 AND m.cache_file IS NOT NULL
     WHERE NOT EXISTS (SELECT 1 FROM file_texts t WHERE t.event_no = f.event_no) LIMIT 1`,
    JSON.stringify(eventNos),
  ) !== null;

export const putFileText = (db: Database, eventNo: number, handle: string, text: string): void =>
  void run(
    db,
    'INSERT INTO file_texts(event_no, handle, text) VALUES (?,?,?) ON CONFLICT DO NOTHING',
    eventNo,
    handle,
    text,
  );

export const fileText = (db: Database, eventNo: number): string | null =>
  get<{ text: string }>(
    db,
    `SELECT text FROM file_texts WHERE event_no = ? AND text <> ''`,
    eventNo,
  )?.text ?? null;

/** By handle, of these messages and edits. */
export const fileTexts = (db: Database, eventNos: readonly number[]): ReadonlyMap<string, string> =>
  new Map(
    all<{ handle: string; text: string }>(
      db,
      `SELECT handle, text FROM file_texts WHERE event_no IN (SELECT value FROM json_each(?)) AND text <> ''`,
      JSON.stringify(eventNos),
    ).map(({ handle, text }) => [handle, text]),
  );

export const dropFileTexts = (db: Database, eventNos: readonly number[]): void =>
  void run(
    db,
    'DELETE FROM file_texts WHERE event_no IN (SELECT value FROM json_each(?))',
    JSON.stringify(eventNos),
  );
