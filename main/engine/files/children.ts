// The directories within a directory as rows for display. What did not change is not read again. No SDK.
import { sortKey } from '../../../native-stores/files/names';
import { fold } from '../../../native-stores/rooms/fold';
import { all } from '../../../native-stores/sqlite/statements';
import type { ChangeSet, Store } from '../../../native-stores/sqlite/store';
import type { DirectoryItem, FileSort } from '../../../preload/contract/fileModels';
import { loadPeople } from '../views/people';
import type { ChildLink, Directory, Forest } from './forest';
import type { Kept } from './onDisk';
import { directoryActions, rolesIn } from './roles';

type Db = Store['db'];
type Row = Extract<DirectoryItem, { kind: 'directory' }>;
type Facts = Pick<Row, 'files' | 'changedMs' | 'changedBy' | 'role' | 'actions'>;

export interface ChildSource {
  /** Filtered and sorted; in the order of the tree for `order`, by name where a directory has no such property. */
  rows(
    forest: Forest,
    roomId: string,
    query: { readonly sort: FileSort; readonly text: string },
    kept: Kept,
  ): Row[];
  /** Forgets what the commit may have changed. */
  forget(changes: ChangeSet): void;
}

interface Newest {
  room_no: number;
  files: number;
  changed_ms: number | null;
  changed_by: string | null;
}

function newestOf(db: Db, roomNos: readonly number[]): Map<number, Newest> {
  const rows = all<Newest>(
    db,
    `SELECT j.value AS room_no, (SELECT count(*) FROM file_entries e WHERE e.room_no = j.value AND e.active = 1) AS files,
       n.changed_ms, n.changed_by
     FROM json_each(?) j LEFT JOIN file_entries n ON n.room_no = j.value AND n.event_id = (
       SELECT e.event_id FROM file_entries e WHERE e.room_no = j.value AND e.active = 1 ORDER BY e.changed_ms DESC LIMIT 1)`,
    JSON.stringify(roomNos),
  );
  return new Map(rows.map((row) => [row.room_no, row]));
}

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

export function createChildSource(db: Db, ownUserId: string): ChildSource {
  const known = new Map<number, Facts>();
  let parent = -1;

  function learn(parentNo: number | null, directories: readonly Directory[]): void {
    if (parentNo !== parent) known.clear();
    parent = parentNo ?? -1;
    const missing = directories.filter((directory) => !known.has(directory.roomNo));
    if (missing.length === 0) return;
    const newest = newestOf(
      db,
      missing.map((directory) => directory.roomNo),
    );
    for (const directory of missing) {
      const { roomNo, joined, createdMs, creator } = directory;
      const row = newest.get(roomNo);
      const by = row?.changed_by ?? creator;
      known.set(roomNo, {
        files: row?.files ?? 0,
        changedMs: row?.changed_ms ?? createdMs,
        changedBy: by === null ? null : loadPeople(db, roomNo, [by]).get(by),
        role: joined ? rolesIn(db, roomNo).of(ownUserId) : null,
        actions: directoryActions(db, roomNo, parentNo, ownUserId),
      });
    }
  }

  function rowOf(forest: Forest, child: ChildLink, index: number, loop: boolean, kept: Kept): Row {
    const { directory } = child;
    const facts = directory === null ? undefined : known.get(directory.roomNo);
    return {
      kind: 'directory',
      key: child.roomId,
      roomId: child.roomId,
      name: directory?.name ?? child.name,
      files: 0,
      changedMs: 0,
      changedBy: null,
      role: null,
      actions: noActions(db, ownUserId),
      ...facts,
      dot: directory !== null && !loop && forest.hasNews(directory),
      onDisk: kept.directory(loop ? null : directory),
      problem: loop ? 'loop' : child.problem,
      index,
    };
  }

  return {
    rows(forest, roomId, { sort, text }, kept) {
      const here = forest.byId.get(roomId);
      if (here === undefined) return [];
      const { children } = here;
      const above = new Set([roomId, ...forest.pathOf(roomId).map((one) => one.roomId)]);
      learn(
        here.roomNo,
        children.flatMap((child) => child.directory ?? []),
      );
      const wanted = fold(text).trim();
      const rows = children
        .map((child, index) => rowOf(forest, child, index, above.has(child.roomId), kept))
        .filter((row) => fold(row.name).includes(wanted));
      if (sort.by === 'order') return rows;
      const sign = sort.descending && (sort.by === 'name' || sort.by === 'changed') ? -1 : 1;
      const keys = new Map(
        rows.map((row) => [row, sort.by === 'changed' ? row.changedMs : sortKey(row.name)]),
      );
      return rows.sort(
        (a, b) =>
          sign * compare(keys.get(a) ?? '', keys.get(b) ?? '') || compare(a.roomId, b.roomId),
      );
    },
    forget({ rooms, members, topics }) {
      if (topics.has('session') || rooms.has(parent)) known.clear();
      for (const set of [rooms, members]) for (const roomNo of set) known.delete(roomNo);
    },
  };
}

/** Of a room that is not here. */
const noActions = (db: Db, ownUserId: string): Row['actions'] =>
  directoryActions(db, -1, null, ownUserId);
