// Who did what last in a directory, from the state that stands there, and up to where it was seen. No SDK.
import { isRecord, type RawEvent } from '#stores/events/types';
import { entryState } from '#stores/files/entries';
import { cleanFileName } from '#stores/files/names';
import { roomNoOf, updateRoom } from '#stores/rooms/rooms';
import { all, get } from '#stores/sqlite/statements';
import type { Store } from '#stores/sqlite/store';
import type { DirectoryHeader } from '#contract/areas/directoriesModels';

type Db = Store['db'];

export interface LastAct {
  readonly userId: string;
  readonly what: NonNullable<DirectoryHeader['activity']>['what'];
  readonly name: string;
  readonly atMs: number;
}

interface ChangedRow {
  name: string;
  active: number;
  version: number;
  changed_ms: number;
  changed_by: string;
  json: string;
  file_name: string | null;
  file_ts: number | null;
}

/** Locking says nothing about a file, so a few changes are looked through. */
const mostLooked = 20;
/** An entry is written right after its message. */
const atOnceMs = 120_000;

function whatOf(row: ChangedRow): LastAct['what'] | null {
  if (row.active === entryState.deleted) return 'removed';
  if (row.active === entryState.moved) return 'moved';
  const event = JSON.parse(row.json) as Partial<RawEvent>;
  const before = isRecord(event.unsigned) ? event.unsigned['prev_content'] : null;
  if (isRecord(before) && Object.keys(before).length > 0) {
    if (before['active'] !== true) return 'added';
    return cleanFileName(before['name']).name === row.name ? null : 'renamed';
  }
  const fresh = row.version > 1 ? 'version' : 'added';
  // The server does not always say what was before: a later change of the entry is a new name or a lock.
  if (row.file_ts === null || row.changed_ms - row.file_ts < atOnceMs) return fresh;
  return row.file_name === row.name ? fresh : 'renamed';
}

function lastOfFiles(db: Db, roomNo: number): LastAct | null {
  const rows = all<ChangedRow>(
    db,
    `SELECT f.name, f.active, f.version, f.changed_ms, f.changed_by, e.json, m.name AS file_name, m.ts AS file_ts
     FROM (SELECT * FROM file_entries WHERE room_no = ? AND active = 1 ORDER BY changed_ms DESC LIMIT ? + 0) f
     JOIN events e ON e.event_no = f.state_event_no LEFT JOIN files m ON m.event_no = f.file_no
     ORDER BY f.changed_ms DESC`,
    roomNo,
    mostLooked,
  );
  const gone = get<ChangedRow>(
    db,
    `SELECT name, active, version, changed_ms, changed_by, '{}' AS json, NULL AS file_name, NULL AS file_ts
     FROM file_entries WHERE room_no = ? AND active IN (?, ?) AND superseded = 0 ORDER BY changed_ms DESC LIMIT 1`,
    roomNo,
    entryState.deleted,
    entryState.moved,
  );
  if (gone !== null) rows.push(gone);
  for (const row of rows.sort((a, b) => b.changed_ms - a.changed_ms)) {
    const what = whatOf(row);
    if (what !== null)
      return { userId: row.changed_by, what, name: row.name, atMs: row.changed_ms };
  }
  return null;
}

function lastDirectory(db: Db, roomNo: number): LastAct | null {
  const row = get<{ sender: string; ts: number; name: string | null }>(
    db,
    `SELECT e.sender, min(e.ts, e.received_ts) AS ts, c.name FROM space_links l JOIN events e ON e.event_no = l.event_no
     LEFT JOIN rooms c ON c.room_id = l.child_id
     WHERE l.room_no = ? AND json_extract(e.json, '$.unsigned.prev_content.via') IS NULL ORDER BY ts DESC LIMIT 1`,
    roomNo,
  );
  if (row === null || row.name === null || row.name === '') return null;
  return { userId: row.sender, what: 'directory', name: row.name, atMs: row.ts };
}

export function lastAct(db: Db, roomNo: number): LastAct | null {
  const acts = [lastOfFiles(db, roomNo), lastDirectory(db, roomNo)];
  let last: LastAct | null = null;
  for (const act of acts) if (act !== null && (last === null || act.atMs > last.atMs)) last = act;
  return last;
}

/** By the newest change that is here, not by this machine's clock: a later one, even of a server that lags, is news. */
export function markSeen({ db, write }: Pick<Store, 'db' | 'write'>, roomId: string): void {
  const roomNo = roomNoOf(db, roomId);
  if (roomNo === null) return;
  const newest = get<{ ms: number | null }>(
    db,
    'SELECT max(changed_ms) AS ms FROM file_entries WHERE room_no = ?',
    roomNo,
  );
  write((changes) => {
    if (updateRoom(db, roomNo, { seenMs: newest?.ms ?? 0 })) changes.room(roomNo);
  });
}
