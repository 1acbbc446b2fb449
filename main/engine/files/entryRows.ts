// Reads the entries of a directory: sorted, filtered and counted by SQLite, so that a window costs what it shows. No SDK.
import { sortKey } from '#stores/files/names';
import { fold } from '#stores/rooms/fold';
import { all, get } from '#stores/sqlite/statements';
import type { Store } from '#stores/sqlite/store';
import { comingChanges } from '#stores/transfers/changes';
import type { FileSort } from '#contract/areas/files/filesModels';
import { unreadVersions, type UnreadVersions } from './unread';

type Db = Store['db'];

export interface EntryRow {
  event_id: string;
  active: number;
  server_active: number;
  name: string;
  odd_name: number;
  sort_key: string;
  locked: number;
  locked_by: string | null;
  version: number;
  changed_ms: number;
  changed_by: string;
  state_event_no: number;
  file_no: number | null;
  kind: string;
  size_bytes: number | null;
  superseded: number;
  gone: number;
}

const columns = `event_id, active, server_active, name, odd_name, sort_key, locked, locked_by, version, changed_ms, changed_by, state_event_no,
  file_no, kind, size_bytes, superseded, gone`;

/** The ends of these orders follow the indexes, so that they need no sorting. */
const orders: Readonly<Record<FileSort['by'], readonly [up: string, down: string]>> = {
  name: ['sort_key, event_id', 'sort_key DESC, event_id DESC'],
  order: ['sort_key, event_id', 'sort_key, event_id'],
  changed: ['changed_ms, changed_by, event_id', 'changed_ms DESC, changed_by DESC, event_id DESC'],
  size: ['size_bytes, event_id', 'size_bytes DESC, event_id DESC'],
  version: ['version, sort_key, event_id', 'version DESC, sort_key, event_id'],
  kind: ['kind, sort_key, event_id', 'kind DESC, sort_key, event_id'],
};

/** Deleted: inactive, not the earlier version of another entry, and the message still there. */
const deletedOnes = 'active = 0 AND superseded = 0 AND gone = 0';
/** Moved: as above, but the file goes on in another directory. */
const movedOnes = 'active = 2 AND superseded = 0 AND gone = 0';
const goneOnes = 'active IN (0, 2) AND superseded = 0 AND gone = 0';
/** Not the earlier version of one that cannot be read: the ids of these are given as JSON. */
const notReplaced = 'event_id NOT IN (SELECT value FROM json_each(?))';

export interface EntryQuery {
  readonly sort: FileSort;
  readonly text: string;
  readonly deleted: boolean;
  readonly limit: number;
}

/** Names on their way to the server, as SQLite sorts and seeks by them: `[entry id, sort key, folded name]`. */
function comingNames(db: Db, roomNo: number): [id: string, key: string, folded: string][] {
  return [...comingChanges(db, roomNo)].flatMap(([id, { name }]) =>
    name === undefined ? [] : [[id, sortKey(name), fold(name)]],
  );
}

/** A name that is on its way already counts, for the order and for what is sought. */
export function readEntries(db: Db, roomNo: number, query: EntryQuery): EntryRow[] {
  const text = fold(query.text).trim();
  const { by, descending } = query.sort;
  // A file that is to be deleted goes after all that the server has deleted.
  const last = descending ? 'server_active = 1 DESC, ' : 'server_active = 1, ';
  const order = `${query.deleted && by === 'changed' ? last : ''}${orders[by][descending ? 1 : 0]}`;
  const which = query.deleted ? `${goneOnes} AND ${notReplaced}` : 'active = 1';
  const fits = `room_no = ? AND ${which} AND ${text === '' ? "? = ''" : 'instr(name_folded, ?) > 0'}`;
  const replaced = query.deleted ? [JSON.stringify(unreadVersions(db, roomNo).replaced)] : [];
  const values = [roomNo, ...replaced, text];
  const page = `ORDER BY ${order} LIMIT ? + 0`;
  const coming = comingNames(db, roomNo);
  if (coming.length === 0)
    return all<EntryRow>(
      db,
      `SELECT ${columns} FROM file_entries WHERE ${fits} ${page}`,
      ...[...values, query.limit],
    );
  const named = columns.replace('sort_key', 'key AS sort_key');
  return all<EntryRow>(
    db,
    `WITH coming AS (SELECT value ->> 0 AS id, value ->> 1 AS key, value ->> 2 AS folded FROM json_each(?)),
       named AS (SELECT ${named}, room_no, folded AS name_folded FROM coming CROSS JOIN file_entries ON room_no = ? AND event_id = id)
     SELECT * FROM (
       SELECT * FROM (SELECT ${columns} FROM file_entries WHERE ${fits} AND event_id NOT IN (SELECT id FROM coming) ${page})
       UNION ALL SELECT ${columns} FROM named WHERE ${fits}) ${page}`,
    ...[JSON.stringify(coming), roomNo, ...values, query.limit],
    ...[...values, query.limit],
  );
}

export function readEntry(db: Db, roomNo: number, entryId: string): EntryRow | null {
  return get<EntryRow>(
    db,
    `SELECT ${columns} FROM file_entries WHERE room_no = ? AND event_id = ?`,
    roomNo,
    entryId,
  );
}

export interface EntryCounts {
  readonly files: number;
  readonly bytes: number;
  readonly deleted: number;
  readonly moved: number;
}

export function countEntries(db: Db, roomNo: number, unread: UnreadVersions): EntryCounts {
  const active = get<{ n: number; bytes: number | null }>(
    db,
    'SELECT count(*) AS n, sum(size_bytes) AS bytes FROM file_entries WHERE room_no = ? AND active = 1',
    roomNo,
  );
  const replaced = JSON.stringify(unread.replaced);
  const deleted = get<{ n: number }>(
    db,
    `SELECT count(*) AS n FROM file_entries WHERE room_no = ? AND ${deletedOnes} AND ${notReplaced}`,
    roomNo,
    replaced,
  );
  const moved = get<{ n: number }>(
    db,
    `SELECT count(*) AS n FROM file_entries WHERE room_no = ? AND ${movedOnes} AND ${notReplaced}`,
    roomNo,
    replaced,
  );
  return {
    files: active?.n ?? 0,
    bytes: active?.bytes ?? 0,
    deleted: deleted?.n ?? 0,
    moved: moved?.n ?? 0,
  };
}

export interface FileDbRow {
  event_no: number;
  room_no: number;
  event_id: string;
  sender: string;
  ts: number;
  name: string;
  odd_name: number;
  extension: string;
  kind: string;
  mime_type: string | null;
  size_bytes: number | null;
  mxc: string | null;
  replaces: string | null;
  problem: 'no_address' | 'no_keys' | null;
}

const fileColumns = `f.event_no, f.room_no, f.event_id, f.sender, f.ts, f.name, f.odd_name, f.extension, f.kind, f.mime_type,
  f.size_bytes, f.mxc, f.replaces, f.problem`;

/** By event number. */
export function readFiles(db: Db, fileNos: readonly number[]): Map<number, FileDbRow> {
  const rows = all<FileDbRow>(
    db,
    `SELECT ${fileColumns} FROM json_each(?) j CROSS JOIN files f ON f.event_no = j.value`,
    JSON.stringify(fileNos),
  );
  return new Map(rows.map((row) => [row.event_no, row]));
}

/** Longer chains are cut: nobody makes that many versions, but somebody may make a ring. */
const longestChain = 1_000;

/** The first message of each version chain, by the entry that was asked for. */
export function firstVersions(
  db: Db,
  roomNo: number,
  eventIds: readonly string[],
): Map<string, string> {
  const rows = all<{ start: string; id: string; n: number }>(
    db,
    `WITH RECURSIVE chain(start, id, n) AS (
       SELECT value, value, 0 FROM json_each(?) UNION ALL
       SELECT c.start, f.replaces, c.n + 1 FROM chain c CROSS JOIN files f ON f.room_no = ? AND f.event_id = c.id
       WHERE f.replaces IS NOT NULL AND c.n < ?)
     SELECT start, id, max(n) AS n FROM chain GROUP BY start`,
    JSON.stringify(eventIds),
    roomNo,
    longestChain,
  );
  return new Map(rows.map((row) => [row.start, row.n >= longestChain ? row.start : row.id]));
}

/** Ids that no entry of this room is about: a version that names one of them points nowhere, or into another room. */
export function withoutEntry(db: Db, roomNo: number, eventIds: readonly string[]): Set<string> {
  const rows = all<{ id: string }>(
    db,
    `SELECT j.value AS id FROM json_each(?) j WHERE NOT EXISTS (SELECT 1 FROM state s
       WHERE s.room_no = ? AND s.type = 'org.matrix.msc3089.branch' AND s.state_key = j.value)`,
    JSON.stringify(eventIds),
    roomNo,
  );
  return new Set(rows.map((row) => row.id));
}
