// The directories within a directory as rows for display. Only what the window shows is read, and only once until it changes. No SDK.
import { sortKey } from '#stores/files/names';
import { fold } from '#stores/rooms/fold';
import { all } from '#stores/sqlite/statements';
import type { ChangeSet, Store } from '#stores/sqlite/store';
import type { DirectoryItem, FileSort } from '#contract/areas/files/filesModels';
import type { Person } from '#contract/areas/rooms/peopleModels';
import { loadPeople } from '../rooms/people';
import type { ChildLink, Directory, Forest, ForestSource } from './forest';
import type { Kept } from './onDisk';
import { actionsOutside, actionsWithin } from './roles';

type Db = Store['db'];
type Row = Extract<DirectoryItem, { kind: 'directory' }>;

export interface ChildQuery {
  readonly sort: FileSort;
  readonly text: string;
  readonly limit: number;
}

export interface ChildSource {
  /** Filtered and sorted; in the order of the tree for `order`, by name where a directory has no such property. */
  rows(roomId: string, query: ChildQuery, kept: Kept): Row[];
  /** Forgets what the commit may have changed. */
  forget(changes: ChangeSet): void;
}

interface Newest {
  room_no: number;
  files: number;
  changed_ms: number | null;
  changed_by: string | null;
}

interface Facts {
  readonly files: number;
  readonly changedMs: number;
  readonly changedBy: Person | null;
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
const nameOf = (child: ChildLink): string => child.directory?.name ?? child.name;

export function createChildSource(db: Db, forests: ForestSource): ChildSource {
  const known = new Map<number, Facts>();
  const sortKeys = new Map<string, string>();

  function keyOf(name: string): string {
    let key = sortKeys.get(name);
    if (key === undefined) sortKeys.set(name, (key = sortKey(name)));
    return key;
  }

  function learn(children: readonly ChildLink[]): void {
    const missing = children.flatMap(({ directory }) =>
      directory === null || known.has(directory.roomNo) ? [] : [directory],
    );
    if (missing.length === 0) return;
    const newest = newestOf(
      db,
      missing.map((directory) => directory.roomNo),
    );
    for (const directory of missing) {
      const { roomNo, createdMs, creator } = directory;
      const row = newest.get(roomNo);
      const by = row?.changed_by ?? creator;
      known.set(roomNo, {
        files: row?.files ?? 0,
        changedMs: row?.changed_ms ?? createdMs,
        changedBy: by === null ? null : loadPeople(db, roomNo, [by]).get(by),
      });
    }
  }

  const changedMs = ({ directory }: ChildLink): number =>
    (directory === null ? undefined : known.get(directory.roomNo)?.changedMs) ?? 0;

  function sorted(children: readonly ChildLink[], sort: FileSort): readonly ChildLink[] {
    if (sort.by === 'order') return children;
    const byTime = sort.by === 'changed';
    if (byTime) learn(children);
    const sign = sort.descending && (byTime || sort.by === 'name') ? -1 : 1;
    const keyed = children.map((child) => ({
      child,
      key: byTime ? changedMs(child) : keyOf(nameOf(child)),
    }));
    return keyed
      .sort((a, b) => sign * compare(a.key, b.key) || compare(a.child.roomId, b.child.roomId))
      .map(({ child }) => child);
  }

  function rowOf(
    forest: Forest,
    here: Directory,
    child: ChildLink,
    loop: boolean,
    kept: Kept,
  ): Row {
    const { directory, index } = child;
    const rights = forests.rights(directory?.roomNo ?? -1);
    const above = forests.rights(here.roomNo);
    const facts = directory === null ? undefined : known.get(directory.roomNo);
    return {
      kind: 'directory',
      key: child.roomId,
      roomId: child.roomId,
      name: nameOf(child),
      files: 0,
      directories: directory?.children.length ?? 0,
      changedMs: 0,
      changedBy: null,
      ...facts,
      role: rights.role,
      actions: directory === null ? actionsOutside(above) : actionsWithin(rights, above),
      dot: directory !== null && !loop && forest.hasNews(directory),
      onDisk: kept.directory(loop ? null : directory),
      problem: loop ? 'loop' : child.problem,
      index,
    };
  }

  return {
    rows(roomId, { sort, text, limit }, kept) {
      const forest = forests.read();
      const here = forest.byId.get(roomId);
      if (here === undefined) return [];
      const above = new Set([roomId, ...forest.pathOf(roomId).map((one) => one.roomId)]);
      const wanted = fold(text).trim();
      const found =
        wanted === ''
          ? here.children
          : here.children.filter((child) => fold(nameOf(child)).includes(wanted));
      const shown = sorted(found, sort).slice(0, limit);
      learn(shown);
      return shown.map((child) => rowOf(forest, here, child, above.has(child.roomId), kept));
    },
    forget({ rooms, members, topics }) {
      if (topics.has('session')) known.clear();
      for (const set of [rooms, members]) for (const roomNo of set) known.delete(roomNo);
    },
  };
}
