// The directories of this account and how they hang together, read from the rows of rooms and links. Loops, links twice, normal rooms and
// missing halves of a link are kept and named, never followed. Reads only; no SDK.
import { sortKey } from '#stores/files/names';
import { all } from '#stores/sqlite/statements';
import type { ChangeSet, Store } from '#stores/sqlite/store';
import { comingDirectoryNames } from '#stores/transfers/changes';
import type { FileProblem } from '#contract/areas/files/directoriesModels';
import { directoryRights, type DirectoryRights } from './roles';

type Db = Store['db'];

export interface Directory {
  readonly roomNo: number;
  readonly roomId: string;
  /** The one that it will have. */
  readonly name: string;
  readonly joined: boolean;
  readonly encrypted: boolean;
  readonly createdMs: number;
  readonly creator: string | null;
  readonly inviter: string | null;
  /** Other people in it; 0 when they are not known. */
  readonly others: number;
  /** Somebody else changed a file here after this account looked. */
  readonly fresh: boolean;
  /** In the order of `sortSiblings`. */
  readonly children: readonly ChildLink[];
  /** Room ids that it names as parents. */
  readonly parents: ReadonlySet<string>;
}

export interface ChildLink {
  readonly roomId: string;
  /** Null when this account is in no such directory. */
  readonly directory: Directory | null;
  /** Empty where it is not known. */
  readonly name: string;
  readonly order: string | null;
  /** Among its siblings. */
  readonly index: number;
  /** The problem of the link or the child; loops are found elsewhere, because they depend on the path. */
  readonly problem: FileProblem | null;
}

export interface Forest {
  /** By room id: joined directories and invitations to directories. */
  readonly byId: ReadonlyMap<string, Directory>;
  readonly byNo: ReadonlyMap<number, Directory>;
  /** Joined directories without a joined parent that links to them; of a ring of directories its oldest. */
  readonly tops: readonly Directory[];
  /** From the tree down to the parent; empty for a tree. A directory with several places has its first. */
  pathOf(roomId: string): readonly Directory[];
  /** News here or below. */
  hasNews(directory: Directory): boolean;
}

interface RoomRow {
  room_no: number;
  room_id: string;
  name: string;
  membership: string;
  encrypted: number;
  created_ms: number;
  creator: string | null;
  inviter: string | null;
  others: number;
  fresh: number;
}

interface LinkRow {
  room_no: number;
  child_id: string;
  ord: string | null;
  has_via: number;
  child_name: string | null;
  child_membership: string | null;
  child_is_tree: number | null;
  child_created_ms: number | null;
}

type OpenDirectory = Omit<Directory, 'children' | 'parents'> & {
  children: ChildLink[];
  parents: Set<string>;
};

function readDirectories(db: Db, ownUserId: string): OpenDirectory[] {
  const coming = comingDirectoryNames(db);
  return all<RoomRow>(
    db,
    `SELECT r.room_no, r.room_id, r.name, r.membership, r.encryption IS NOT NULL AS encrypted, r.created_ms, r.inviter,
       max(coalesce(r.joined_count, 1) - 1, 0) AS others,
       (SELECT e.sender FROM state s JOIN events e ON e.event_no = s.event_no
        WHERE s.room_no = r.room_no AND s.type = 'm.room.create' AND s.state_key = '') AS creator,
       EXISTS (SELECT 1 FROM file_entries f WHERE f.room_no = r.room_no AND f.active IN (0, 1, 2)
        AND f.changed_ms > r.seen_ms AND f.changed_by <> ?) AS fresh
     FROM rooms r WHERE r.is_tree = 1 AND r.membership IN ('join', 'invite')`,
    ownUserId,
  ).map((row) => ({
    roomNo: row.room_no,
    roomId: row.room_id,
    name: coming.get(row.room_no) ?? row.name,
    joined: row.membership === 'join',
    encrypted: row.encrypted !== 0,
    createdMs: row.created_ms,
    creator: row.creator,
    inviter: row.inviter,
    others: row.others,
    fresh: row.fresh !== 0 && row.membership === 'join',
    children: [],
    parents: new Set<string>(),
  }));
}

const compare = <T>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

interface Sibling {
  readonly order: string | null;
  readonly createdMs: number;
  readonly roomId: string;
}

/** CHAT-5.28: those with an order first, by it; ties by the time they were made, then by id. */
export function compareSiblings(a: Sibling, b: Sibling): number {
  if ((a.order === null) !== (b.order === null)) return a.order === null ? 1 : -1;
  return (
    compare(a.order ?? '', b.order ?? '') ||
    compare(a.createdMs, b.createdMs) ||
    compare(a.roomId, b.roomId)
  );
}

/** By name, `2` before `10`. */
const compareNames = (a: string, b: string): number => compare(sortKey(a), sortKey(b));

/** CHAT-5.28 where somebody has put one of them into its place; by name, as lists show them, where nobody has. */
export function sortSiblings<T extends Sibling & { readonly name: string }>(
  siblings: readonly T[],
): T[] {
  const arranged = siblings.some(({ order }) => order !== null);
  const byNames = (a: T, b: T): number =>
    compareNames(a.name, b.name) || compare(a.roomId, b.roomId);
  return [...siblings].sort(arranged ? compareSiblings : byNames);
}

function problemOf(row: LinkRow, parent: Directory, child: Directory | null): FileProblem | null {
  if (row.child_membership === 'join' && row.child_is_tree === 0) return 'not_a_directory';
  if (child === null) return row.has_via === 0 ? 'no_via' : 'not_joined';
  if (row.has_via === 0) return 'no_via';
  if (!child.joined) return null;
  if (!child.encrypted) return 'not_encrypted';
  return child.parents.has(parent.roomId) ? null : 'no_parent_link';
}

function link(db: Db, byNo: ReadonlyMap<number, OpenDirectory>, byId: Map<string, OpenDirectory>) {
  const parents = all<{ room_no: number; parent_id: string }>(
    db,
    `SELECT p.room_no, p.parent_id FROM rooms r CROSS JOIN space_parents p ON p.room_no = r.room_no
     WHERE r.is_tree = 1 AND r.membership = 'join' AND p.has_via = 1`,
  );
  for (const row of parents) byNo.get(row.room_no)?.parents.add(row.parent_id);
  const links = all<LinkRow>(
    db,
    `SELECT l.room_no, l.child_id, l.ord, l.has_via, c.name AS child_name, c.membership AS child_membership,
       c.is_tree AS child_is_tree, c.created_ms AS child_created_ms
     FROM rooms r CROSS JOIN space_links l ON l.room_no = r.room_no LEFT JOIN rooms c ON c.room_id = l.child_id
     WHERE r.is_tree = 1 AND r.membership IN ('join', 'invite')`,
  );
  const siblings = new Map<
    number,
    (Sibling & { readonly row: LinkRow; readonly name: string })[]
  >();
  for (const row of links) {
    const list = siblings.get(row.room_no) ?? [];
    const known = row.child_created_ms !== null && row.child_created_ms > 0;
    const createdMs = known ? (row.child_created_ms ?? 0) : Number.MAX_SAFE_INTEGER;
    const roomId = row.child_id;
    const name = row.child_name ?? '';
    list.push({ row, name, order: row.ord, createdMs, roomId });
    siblings.set(row.room_no, list);
  }
  for (const [roomNo, list] of siblings) {
    const parent = byNo.get(roomNo);
    if (parent === undefined) continue;
    for (const [index, { row, name }] of sortSiblings(list).entries()) {
      const child = byId.get(row.child_id) ?? null;
      parent.children.push({
        roomId: row.child_id,
        directory: child,
        name,
        order: row.ord,
        index,
        problem: problemOf(row, parent, child),
      });
    }
  }
}

const older = (a: Directory, b: Directory): number =>
  compare(a.createdMs, b.createdMs) || compare(a.roomId, b.roomId);
const byName = (a: Directory, b: Directory): number =>
  compareNames(a.name, b.name) || compare(a.roomId, b.roomId);

/** Every joined directory is reached from a top; who is in a ring without an entrance gets one. */
function findTops(joined: readonly Directory[]): {
  tops: Directory[];
  parentOf: Map<string, Directory | null>;
} {
  const linked = new Set<string>();
  for (const parent of joined)
    for (const child of parent.children)
      if (child.roomId !== parent.roomId) linked.add(child.roomId);
  const tops: Directory[] = [];
  const parentOf = new Map<string, Directory | null>();
  const enter = (top: Directory): void => {
    tops.push(top);
    parentOf.set(top.roomId, null);
    const queue = [top];
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      for (const { directory } of at.children) {
        if (directory === null || parentOf.has(directory.roomId)) continue;
        parentOf.set(directory.roomId, at);
        queue.push(directory);
      }
    }
  };
  for (const directory of joined) if (!linked.has(directory.roomId)) enter(directory);
  for (const directory of [...joined].sort(older))
    if (!parentOf.has(directory.roomId)) enter(directory);
  return { tops: tops.sort(byName), parentOf };
}

/** Directories with news, and all above them. */
function spreadNews(joined: readonly Directory[]): ReadonlySet<string> {
  const above = new Map<string, Directory[]>();
  for (const parent of joined)
    for (const { roomId } of parent.children) {
      const list = above.get(roomId);
      if (list === undefined) above.set(roomId, [parent]);
      else list.push(parent);
    }
  const news = new Set<string>();
  const queue = joined.filter((directory) => directory.fresh);
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    if (news.has(at.roomId)) continue;
    news.add(at.roomId);
    queue.push(...(above.get(at.roomId) ?? []));
  }
  return news;
}

export function readForest(db: Db, ownUserId: string): Forest {
  const directories = readDirectories(db, ownUserId);
  const byNo = new Map(directories.map((directory) => [directory.roomNo, directory]));
  const byId = new Map(directories.map((directory) => [directory.roomId, directory]));
  link(db, byNo, byId);
  const joined = directories.filter((directory) => directory.joined);
  const { tops, parentOf } = findTops(joined);
  const news = spreadNews(joined);
  return {
    byId,
    byNo,
    tops,
    pathOf(roomId) {
      const path: Directory[] = [];
      for (let at = parentOf.get(roomId) ?? null; at !== null;) {
        path.unshift(at);
        at = parentOf.get(at.roomId) ?? null;
      }
      return path;
    },
    hasNews: (directory) => news.has(directory.roomId),
  };
}

/** Invited directories, without what hangs below a directory that is here or invited: it comes with that. */
export function invitedTops(forest: Pick<Forest, 'byId'>): readonly Directory[] {
  const known = [...forest.byId.values()];
  const below = new Set(
    known.flatMap((parent) =>
      parent.children.map((child) => child.roomId).filter((id) => id !== parent.roomId),
    ),
  );
  return known.filter(({ joined, roomId }) => !joined && !below.has(roomId));
}

export interface ForestSource {
  read(): Forest;
  /** Whether a commit may have changed what {@link read} answers. */
  concerns(changes: ChangeSet): boolean;
  /** The rights of this account there, read once until the room changes. */
  rights(roomNo: number): DirectoryRights;
}

/** More changed rooms than this are not looked at one by one. */
const mostLooked = 50;

/** One forest for all views, read again after a commit that concerns it. */
export function createForestSource(store: Store, ownUserId: () => string | null): ForestSource {
  const { db } = store;
  let forest: Forest | null = null;
  let readFor: string | null = null;
  const rights = new Map<number, DirectoryRights>();

  const isTree = (roomNo: number): boolean =>
    all(db, 'SELECT 1 FROM rooms WHERE room_no = ? AND is_tree = 1', roomNo).length > 0;

  function concerns({ topics, rooms }: ChangeSet): boolean {
    if (topics.has('files') || topics.has('session') || rooms.size > mostLooked) return true;
    for (const roomNo of rooms)
      if (forest?.byNo.has(roomNo) === true || isTree(roomNo)) return true;
    return false;
  }

  store.onCommit((changes) => {
    if (forest !== null && concerns(changes)) forest = null;
    if (changes.topics.has('session')) rights.clear();
    for (const set of [changes.rooms, changes.members])
      for (const roomNo of set) rights.delete(roomNo);
  }, 'inside');

  return {
    read() {
      const userId = ownUserId() ?? '';
      if (forest === null || readFor !== userId) forest = readForest(db, userId);
      readFor = userId;
      return forest;
    },
    concerns,
    rights(roomNo) {
      let known = rights.get(roomNo);
      if (known === undefined) {
        known = directoryRights(db, roomNo, ownUserId() ?? '');
        rights.set(roomNo, known);
      }
      return known;
    },
  };
}
