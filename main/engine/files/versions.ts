// The versions of a file: messages that replace each other (MSC3089), followed from the present one back. Rings and ends in other rooms
// end the walk. No SDK.
import { get } from '../../../native-stores/sqlite/statements';
import type { Store } from '../../../native-stores/sqlite/store';
import { readEntry, readFiles, type EntryRow, type FileDbRow } from './entryRows';

type Db = Store['db'];

const longestChain = 1_000;

function fileOf(db: Db, roomNo: number, eventId: string): FileDbRow | null {
  const row = get<{ event_no: number }>(
    db,
    'SELECT event_no FROM files WHERE room_no = ? AND event_id = ?',
    roomNo,
    eventId,
  );
  return row === null ? null : (readFiles(db, [row.event_no]).get(row.event_no) ?? null);
}

/** The version that stands for a chain now: an active one where there is any. */
export function newestEntry(db: Db, roomNo: number, entryId: string): string {
  const seen = new Set([entryId]);
  let newest = entryId;
  while (seen.size < longestChain) {
    const next = get<{ event_id: string }>(
      db,
      `SELECT n.event_id FROM files n CROSS JOIN file_entries e ON e.room_no = n.room_no AND e.event_id = n.event_id
       WHERE n.room_no = ? AND n.replaces = ? ORDER BY e.active DESC, e.version DESC, n.event_no DESC LIMIT 1`,
      roomNo,
      newest,
    );
    if (next === null || seen.has(next.event_id)) break;
    const active = readEntry(db, roomNo, newest)?.active === 1;
    if (active && readEntry(db, roomNo, next.event_id)?.active !== 1) break;
    seen.add(next.event_id);
    newest = next.event_id;
  }
  return newest;
}

export interface Versions {
  /** Newest first, each with an entry of its own. */
  readonly entries: readonly EntryRow[];
  readonly files: readonly FileDbRow[];
  /** Messages that are not on the disk, though entries are about them. */
  readonly missing: readonly string[];
}

export function readVersions(db: Db, roomNo: number, entryId: string): Versions {
  const entries: EntryRow[] = [];
  const files: FileDbRow[] = [];
  const missing: string[] = [];
  const seen = new Set<string>();
  let at: string | null = entryId;
  while (at !== null && !seen.has(at) && seen.size < longestChain) {
    seen.add(at);
    const entry = readEntry(db, roomNo, at);
    if (entry === null) break;
    entries.push(entry);
    const file = fileOf(db, roomNo, at);
    if (file === null) {
      if (entry.gone === 0) missing.push(at);
      break;
    }
    files.push(file);
    at = file.replaces;
  }
  return { entries, files, missing };
}
