// Finds the last act in a directory and who did it, from the present state, and notes up to where it was seen. No SDK.
import { isRecord, type RawEvent } from '#stores/events/types';
import { newestOfTypes } from '#stores/events/timeline';
import {
  branchType,
  entryState,
  movedHereKey,
  movedTo,
  restoredFromKey,
} from '#stores/files/entries';
import { cleanFileName } from '#stores/files/names';
import { roomIdOf, roomNoOf, updateRoom } from '#stores/rooms/rooms';
import { getState } from '#stores/rooms/state';
import { all, get } from '#stores/sqlite/statements';
import type { Store } from '#stores/sqlite/store';
import type { DirectoryHeader } from '#contract/areas/files/directoriesModels';
import { directoryMark } from './acts/create';
import type { UnreadVersions } from './unread';

type Db = Store['db'];

export interface LastAct {
  readonly userId: string;
  readonly what: NonNullable<DirectoryHeader['activity']>['what'];
  readonly name: string;
  /** The name before, if it is known. */
  readonly from?: string;
  /** That was brought back. */
  readonly version?: number;
  readonly atMs: number;
}

interface ChangedRow {
  name: string;
  active: number;
  version: number;
  /** Time of the act, not of the content: renaming a file does not change what it holds. */
  at_ms: number;
  by: string;
  json: string;
  file_name: string | null;
  file_ts: number | null;
}

/** Files whose content changed last, and as many of the room's newest acts. */
const mostLooked = 20;
const newestActs = { within: 100, limit: mostLooked };
/** An entry is written right after its message. */
const atOnceMs = 120_000;

type What = Pick<LastAct, 'what' | 'from' | 'version'>;

/** How a file came that was not here before. */
const cameAs = (now: Readonly<Record<string, unknown>>): What => ({
  what: now[movedHereKey] === true ? 'moved_here' : 'added',
});

/** The act that turned the earlier content of an entry into the present one; null when nothing that is shown changed. */
function changeOf(
  before: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
  name: string,
): What | null {
  if (before['active'] !== true)
    return movedTo(before) === null ? { what: 'restored' } : cameAs(now);
  const from = cleanFileName(before['name']).name;
  if (from !== name) return { what: 'renamed', from };
  const locked = now['locked'] === true;
  if ((before['locked'] === true) === locked) return null;
  return { what: locked ? 'locked' : 'unlocked' };
}

function whatOf(row: ChangedRow): What | null {
  if (row.active === entryState.deleted) return { what: 'removed' };
  if (row.active === entryState.moved) return { what: 'moved' };
  const { unsigned, content } = JSON.parse(row.json) as Partial<RawEvent>;
  const now = isRecord(content) ? content : {};
  const before = isRecord(unsigned) ? unsigned['prev_content'] : null;
  if (isRecord(before) && Object.keys(before).length > 0) return changeOf(before, now, row.name);
  const version = now[restoredFromKey];
  if (typeof version === 'number') return { what: 'restored_version', version };
  const fresh: What =
    row.version > 1 && now[movedHereKey] !== true ? { what: 'version' } : cameAs(now);
  // The server does not always say what was before: a later change of the entry is a new name or a lock.
  if (row.file_ts === null || row.at_ms - row.file_ts < atOnceMs) return fresh;
  return row.file_name === row.name ? fresh : { what: 'renamed' };
}

function lastOfFiles(db: Db, roomNo: number, unread: UnreadVersions): LastAct | null {
  const acts = newestOfTypes(db, roomNo, [branchType], newestActs).map(({ eventNo }) => eventNo);
  const rows = all<ChangedRow>(
    db,
    `SELECT f.name, f.active, f.version, min(e.ts, e.received_ts) AS at_ms, e.sender AS by, e.json, m.name AS file_name,
       m.ts AS file_ts
     FROM (SELECT * FROM file_entries WHERE room_no = ? AND active = 1 AND server_active = 1 ORDER BY changed_ms DESC LIMIT ? + 0) f
     JOIN events e ON e.event_no = f.state_event_no LEFT JOIN files m ON m.event_no = f.file_no
     UNION SELECT f.name, f.active, f.version, min(e.ts, e.received_ts), e.sender, e.json, m.name, m.ts
     FROM json_each(?) j JOIN events e ON e.event_no = j.value
     JOIN file_entries f ON f.room_no = ? AND f.event_id = e.state_key AND f.state_event_no = e.event_no AND f.active = 1 AND f.server_active = 1
     LEFT JOIN files m ON m.event_no = f.file_no`,
    roomNo,
    mostLooked,
    JSON.stringify(acts),
    roomNo,
  );
  const gone = get<ChangedRow>(
    db,
    `SELECT name, active, version, changed_ms AS at_ms, changed_by AS by, '{}' AS json, NULL AS file_name, NULL AS file_ts
     FROM file_entries WHERE room_no = ? AND active IN (?, ?) AND server_active <> 1 AND superseded = 0
       AND event_id NOT IN (SELECT value FROM json_each(?)) AND version + 1 NOT IN (SELECT value FROM json_each(?))
     ORDER BY changed_ms DESC LIMIT 1`,
    roomNo,
    entryState.deleted,
    entryState.moved,
    JSON.stringify(unread.replaced),
    // One of these may be the next version of a file that seems to be deleted.
    JSON.stringify(unread.unknown),
  );
  if (gone !== null) rows.push(gone);
  for (const row of rows.sort((a, b) => b.at_ms - a.at_ms)) {
    const what = whatOf(row);
    if (what !== null) return { userId: row.by, ...what, name: row.name, atMs: row.at_ms };
  }
  return null;
}

interface LinkedRow {
  readonly sender: string;
  readonly ts: number;
  readonly room_no: number | null;
  readonly name: string | null;
  readonly made_ms: number | null;
  /** It was linked here before. */
  readonly again: number;
}

/** Its own mark says where a directory was made; without one, it was made elsewhere if it is linked long after. */
function cameFromElsewhere(db: Db, roomNo: number, row: LinkedRow): boolean {
  if (row.again !== 0) return true;
  const made = row.room_no === null ? null : getState(db, row.room_no, 'm.room.create');
  const mark = made?.raw.content[directoryMark];
  if (isRecord(mark)) return mark['parent'] !== roomIdOf(db, roomNo);
  return row.made_ms !== null && row.made_ms > 0 && row.ts - row.made_ms > atOnceMs;
}

function lastDirectory(db: Db, roomNo: number): LastAct | null {
  const row = get<LinkedRow>(
    db,
    `SELECT e.sender, min(e.ts, e.received_ts) AS ts, c.room_no, c.name, c.created_ms AS made_ms,
       json_type(e.json, '$.unsigned.prev_content') IS NOT NULL AS again FROM space_links l JOIN events e ON e.event_no = l.event_no
     LEFT JOIN rooms c ON c.room_id = l.child_id
     WHERE l.room_no = ? AND json_extract(e.json, '$.unsigned.prev_content.via') IS NULL ORDER BY ts DESC LIMIT 1`,
    roomNo,
  );
  if (row === null || row.name === null || row.name === '') return null;
  const what = cameFromElsewhere(db, roomNo, row) ? 'directory_here' : 'directory';
  return { userId: row.sender, what, name: row.name, atMs: row.ts };
}

export function lastAct(db: Db, roomNo: number, unread: UnreadVersions): LastAct | null {
  const acts = [lastOfFiles(db, roomNo, unread), lastDirectory(db, roomNo)];
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
