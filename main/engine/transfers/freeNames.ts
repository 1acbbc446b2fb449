// Names in a directory: which are taken, by entries and by what is still on its way, and which one is free. Two names are the same when
// they look alike.
import { appFailure } from '#contract/wire/errors';
import { extensionOf } from '#stores/files/names';
import { fold } from '#stores/rooms/fold';
import { all } from '#stores/sqlite/statements';
import type { Store } from '#stores/sqlite/store';
import { comingChanges } from '#stores/transfers/changes';
import { comingNames, entryNames } from '#stores/transfers/transfers';

type Db = Store['db'];

/** The owner of a taken name: a present entry or directory, or a pending transfer. */
export type Taken =
  | { readonly kind: 'entry'; readonly entryId: string }
  | { readonly kind: 'directory'; readonly roomNo: number }
  | { readonly kind: 'coming' };

export interface Names {
  taken(name: string): Taken | null;
  /** The name, or "name (2).ext" and so on; taken from now on. */
  claim(name: string): string;
}

function childDirectories(db: Db, roomNo: number): { name: string; room_no: number }[] {
  return all<{ name: string; room_no: number }>(
    db,
    `SELECT r.name_folded AS name, r.room_no FROM space_links l JOIN rooms r ON r.room_id = l.child_id
     WHERE l.room_no = ? AND l.has_via = 1 AND r.membership = 'join' AND r.is_tree = 1`,
    roomNo,
  );
}

/** `roomNo` null: a directory that is still to be made, so nothing is there. */
export function createNames(db: Db, roomNo: number | null): Names {
  const names = new Map<string, Taken>();
  if (roomNo !== null) {
    for (const [name, entryId] of entryNames(db, roomNo))
      names.set(name, { kind: 'entry', entryId });
    // One that will be deleted as well takes no name.
    for (const [entryId, { name, removedMs = null }] of comingChanges(db, roomNo))
      if (name !== undefined && removedMs === null)
        names.set(fold(name), { kind: 'entry', entryId });
    for (const child of childDirectories(db, roomNo))
      names.set(child.name, { kind: 'directory', roomNo: child.room_no });
    for (const name of comingNames(db, roomNo).map(fold))
      if (!names.has(name)) names.set(name, { kind: 'coming' });
  }
  return {
    taken: (name) => names.get(fold(name)) ?? null,
    claim(name) {
      const free = freeName(name, (other) => names.has(fold(other)));
      names.set(fold(free), { kind: 'coming' });
      return free;
    },
  };
}

/**
 * For another name of what is in the directory already: what still comes finds a free name by itself.
 * @param ownId event id of the file, or number of the directory, that gets the name: it may be written otherwise
 * @throws AppFailure `conflict` with the reason `name`: another file or directory has it
 */
export function assertNameFree(db: Db, roomNo: number, name: string, ownId: string | number): void {
  const taken = createNames(db, roomNo).taken(name);
  if (taken === null || taken.kind === 'coming' || ownerOf(taken) === ownId) return;
  throw appFailure('conflict', 'The name is taken', { data: { reason: 'name' } });
}

/** The name, or a free one where something else than this file has it, or will have it. @param entryId of the file */
export function freeNameFor(db: Db, roomNo: number, name: string, entryId: string): string {
  const names = createNames(db, roomNo);
  const taken = names.taken(name);
  return taken !== null && ownerOf(taken) === entryId ? name : names.claim(name);
}

const ownerOf = (taken: Taken): string | number | null =>
  taken.kind === 'entry' ? taken.entryId : taken.kind === 'directory' ? taken.roomNo : null;

/** The directories that a directory stands in. */
export const parentsOf = (db: Db, roomId: string): number[] =>
  all<{ room_no: number }>(
    db,
    `SELECT l.room_no FROM space_links l JOIN rooms r ON r.room_no = l.room_no
     WHERE l.child_id = ? AND l.has_via = 1 AND r.membership = 'join' AND r.is_tree = 1`,
    roomId,
  ).map((row) => row.room_no);

/** "name (2).ext", "name (3).ext" and so on, as long as somebody has it. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  const extension = extensionOf(name);
  const end = extension === '' ? '' : name.slice(-extension.length - 1);
  const stem = end === '' ? name : name.slice(0, -end.length);
  for (let n = 2; ; n += 1) {
    const other = `${stem} (${n})${end}`;
    if (!isTaken(other)) return other;
  }
}

/** Tries names on a disk until one is free: "Name", "Name (2)" and so on. `take` answers false for a name that is taken. */
export async function firstFree(
  name: string,
  take: (name: string) => Promise<boolean>,
): Promise<string> {
  const taken = new Set<string>();
  for (;;) {
    const free = freeName(name, (other) => taken.has(other));
    if (await take(free)) return free;
    taken.add(free);
  }
}
