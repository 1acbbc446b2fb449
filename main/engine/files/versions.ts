// The versions of a file: messages that replace each other (MSC3089), followed from the present one back. Rings and ends in other rooms
// end the walk. No SDK.
import { entryState } from '#stores/files/entries';
import { relationsOf } from '#stores/events/relations';
import { get } from '#stores/sqlite/statements';
import type { Store } from '#stores/sqlite/store';
import { readEntry, readFiles, type EntryRow, type FileDbRow } from './entryRows';

type Db = Store['db'];

const longestChain = 10_000;
const mostShown = 1_000;

function fileOf(db: Db, roomNo: number, eventId: string): FileDbRow | null {
  const row = get<{ event_no: number }>(
    db,
    'SELECT event_no FROM files WHERE room_no = ? AND event_id = ?',
    roomNo,
    eventId,
  );
  return row === null ? null : (readFiles(db, [row.event_no]).get(row.event_no) ?? null);
}

/** Entries whose messages replace this one; the relation of an encrypted message can be read without its key. */
export const laterVersions = (db: Db, roomNo: number, eventId: string): EntryRow[] =>
  relationsOf(db, roomNo, eventId, 'm.replace')
    .filter((event) => event.eventId !== eventId)
    .flatMap((event) => readEntry(db, roomNo, event.eventId) ?? []);

const stands = (one: EntryRow, other: EntryRow): number =>
  Number(other.server_active === entryState.present) -
    Number(one.server_active === entryState.present) || other.version - one.version;

/**
 * The version that stands for a chain now: an active one where there is any, else the newest. Somebody else may have made a version
 * meanwhile; a deleted later version does not stand for one that was restored. All as the server has it.
 */
export function newestVersion(db: Db, roomNo: number, entryId: string): string {
  const seen = new Set([entryId]);
  let newest = entryId;
  while (seen.size < longestChain) {
    const later = laterVersions(db, roomNo, newest).filter((entry) => !seen.has(entry.event_id));
    const [next] = later.reverse().sort(stands);
    if (next === undefined) break;
    if (readEntry(db, roomNo, newest)?.server_active === 1 && next.server_active !== 1) break;
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
  while (at !== null && !seen.has(at) && seen.size < mostShown) {
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
