// What stands in files that were on this computer: read once, found with the message that brought the file, and gone with it.
import { all, get, run, type Database } from '../sqlite/statements';

/** Cached files of chats that may be text and were not looked at, by their messages; at most `most`. */
export const unreadFiles = (
  db: Database,
  most: number,
): readonly { readonly eventNo: number; readonly handle: string }[] =>
  all<{ event_no: number; handle: string }>(
    db,
    `SELECT f.event_no, m.handle FROM media m CROSS JOIN files f ON f.mxc = m.mxc CROSS JOIN rooms r ON r.room_no = f.room_no
     WHERE m.variant = 'full' AND m.verified = 1 AND m.cache_file IS NOT NULL AND r.is_tree = 0
       AND (f.kind IN ('text', 'markdown', 'code') OR f.extension IN ('csv', 'tsv') OR f.mime_type LIKE 'text/%')
       AND NOT EXISTS (SELECT 1 FROM file_texts t WHERE t.event_no = f.event_no) ORDER BY m.used_ms DESC LIMIT ? + 0`,
    most,
  ).map((row) => ({ eventNo: row.event_no, handle: row.handle }));

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
