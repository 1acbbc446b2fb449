// The Files part of the fake engine: trees and directories from flat lists, and acts that change them.
import type { DirectoryHeader, TreeItem, TreeNode } from '#contract/areas/files/directoriesModels';
import type {
  DirectoryItem,
  FileDetails,
  FileRow,
  FileSort,
  FoundFile,
} from '#contract/areas/files/filesModels';
import type { EngineContract } from '#contract/engine';
import type { ListQuery } from '#contract/wire/shapes';
import { fold } from '#stores/rooms/fold';
import { directoryActions, type FakeDirectory, type FakeTreeInvite } from '../filesFixtures';
import { mara } from '../fixtures';

export interface FilesWorld {
  directories: readonly FakeDirectory[];
  treeInvites: readonly FakeTreeInvite[];
}

const childrenOf = (world: FilesWorld, parentId: string | null): readonly FakeDirectory[] =>
  world.directories.filter((one) => one.parentId === parentId && one.departure === undefined);

export const directoryOf = (world: FilesWorld, roomId: string): FakeDirectory | undefined =>
  world.directories.find((one) => one.roomId === roomId);

function nodes(
  world: FilesWorld,
  siblings: readonly FakeDirectory[],
  depth: number,
  open: ReadonlySet<string>,
): TreeNode[] {
  return siblings.flatMap((one, index): TreeNode[] => {
    const children = childrenOf(world, one.roomId);
    const expanded = children.length > 0 && open.has(one.roomId);
    const node: TreeNode = {
      kind: 'directory',
      key: `${one.parentId ?? ''}/${one.roomId}`,
      roomId: one.roomId,
      parentId: one.parentId,
      depth,
      name: one.name,
      expanded,
      hasChildren: children.length > 0,
      role: one.role,
      dot: one.dot,
      onDisk: one.onDisk,
      problem: one.problem,
      index,
      siblings: siblings.length,
      actions: directoryActions(one.role, one.parentId === null),
    };
    return expanded ? [node, ...nodes(world, children, depth + 1, open)] : [node];
  });
}

/** The items of `trees` as the engine would give them. */
export function treeItems(world: FilesWorld, expanded: readonly string[]): readonly TreeItem[] {
  const open = new Set(expanded);
  const items: TreeItem[] = [];
  const invites = world.treeInvites;
  if (invites.length > 0) {
    items.push({ kind: 'section', key: 'invites', section: 'invites', total: invites.length });
    items.push(
      ...invites.map((one) => ({ kind: 'invite' as const, key: `invite-${one.roomId}`, ...one })),
    );
  }
  for (const section of ['mine', 'shared'] as const) {
    const trees = childrenOf(world, null).filter((one) => one.section === section);
    if (trees.length === 0) continue;
    items.push({ kind: 'section', key: section, section, total: trees.length });
    items.push(...nodes(world, trees, 0, open));
  }
  return items;
}

function pathOf(world: FilesWorld, directory: FakeDirectory): DirectoryHeader['path'] {
  const parent = directory.parentId === null ? undefined : directoryOf(world, directory.parentId);
  if (parent === undefined) return [];
  return [...pathOf(world, parent), { roomId: parent.roomId, name: parent.name }];
}

export function directoryHeader(world: FilesWorld, roomId: string): DirectoryHeader {
  const found = directoryOf(world, roomId);
  const role = found?.role ?? null;
  const invite = world.treeInvites.find((one) => one.roomId === roomId);
  const gone = found?.files.filter((file) => file.deleted) ?? [];
  const present = found?.files.filter((file) => !file.deleted) ?? [];
  return {
    roomId,
    membership:
      found?.departure !== undefined
        ? 'leave'
        : found !== undefined
          ? 'join'
          : invite === undefined
            ? 'unknown'
            : 'invite',
    name: found?.name ?? invite?.name ?? '',
    path: found === undefined ? [] : pathOf(world, found),
    role,
    actions: { ...directoryActions(role, found?.parentId === null), ...found?.may },
    encrypted: true,
    files: present.length,
    directories: childrenOf(world, roomId).length,
    deletedFiles: gone.filter((file) => file.movedTo === undefined).length,
    movedFiles: gone.filter((file) => file.movedTo !== undefined).length,
    bytes: present.reduce((sum, file) => sum + (file.sizeBytes ?? 0), 0),
    people: 4,
    ...(found?.departure !== undefined && { departure: found.departure }),
    ...(found?.runsAlone === true && { runsAlone: true }),
    onDisk: found?.onDisk ?? { kept: 'no', state: 'none' },
    activity: null,
    unreadable: 0,
    uploadLimitBytes: 50_000_000,
    problem: found?.problem ?? null,
  };
}

function compare(sort: FileSort) {
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  const sign = sort.descending ? -1 : 1;
  return (a: FileRow, b: FileRow): number => {
    const by = {
      name: collator.compare(a.name, b.name),
      changed: a.changedMs - b.changedMs,
      size: (a.sizeBytes ?? 0) - (b.sizeBytes ?? 0),
      version: a.version - b.version,
      kind: a.fileKind.localeCompare(b.fileKind),
      order: 0,
    }[sort.by];
    return sign * (by === 0 ? collator.compare(a.name, b.name) : by);
  };
}

export interface DirectoryQueryLike {
  readonly roomId: string;
  readonly sort: FileSort;
  readonly text: string;
  readonly deleted: boolean;
  readonly limit: number;
}

/** Directories first, then files. */
export function directoryItems(
  world: FilesWorld,
  query: DirectoryQueryLike,
): readonly DirectoryItem[] {
  const wanted = (name: string) => name.toLowerCase().includes(query.text.toLowerCase());
  const below = query.deleted ? [] : childrenOf(world, query.roomId);
  const directories = below
    .filter((one) => wanted(one.name))
    .map((one, index): DirectoryItem => ({
      kind: 'directory',
      key: `d-${one.roomId}`,
      roomId: one.roomId,
      name: one.name,
      files: one.fileCount ?? one.files.length,
      directories: childrenOf(world, one.roomId).length,
      changedMs: one.changedMs,
      changedBy: one.changedBy,
      role: one.role,
      dot: one.dot,
      onDisk: one.onDisk,
      problem: one.problem,
      index,
      actions: directoryActions(one.role, false),
    }));
  const files = (directoryOf(world, query.roomId)?.files ?? [])
    .filter((file) => file.deleted === query.deleted && wanted(file.name))
    .slice()
    .sort(compare(query.sort));
  return [...directories, ...files].slice(0, query.limit);
}

export function fileDetails(
  world: FilesWorld,
  roomId: string,
  entryId: string,
): FileDetails | null {
  const directory = directoryOf(world, roomId);
  const file = directory?.files.find((one) => one.entryId === entryId);
  if (directory === undefined || file === undefined) return null;
  const by = file.changedBy ?? mara;
  return {
    file,
    path: [...pathOf(world, directory), { roomId, name: directory.name }],
    addedMs: file.changedMs - 6 * 86_400_000,
    addedBy: by,
    versions: Array.from({ length: file.version }, (_, index) => ({
      eventId: index === 0 ? entryId : `${entryId}-v${file.version - index}`,
      version: file.version - index,
      name: file.name,
      by: index === 1 ? (file.conflict?.by ?? by) : by,
      ...(index === 0 && file.conflict !== undefined && { conflict: file.conflict }),
      atMs: file.changedMs - index * 86_400_000,
      sizeBytes: file.sizeBytes,
      current: index === 0,
      media: file.media,
      problem: null,
      canRestore: index > 0,
    })),
  };
}

// ---------- acts: a new world for each ----------

const change = (
  world: FilesWorld,
  roomId: string,
  edit: (one: FakeDirectory) => FakeDirectory,
): Pick<FilesWorld, 'directories'> => ({
  directories: world.directories.map((one) => (one.roomId === roomId ? edit(one) : one)),
});

export const renamed = (world: FilesWorld, roomId: string, name: string) =>
  change(world, roomId, (one) => ({ ...one, name }));

export const fileChanged = (
  world: FilesWorld,
  roomId: string,
  entryIds: readonly string[],
  more: Partial<FileRow>,
) =>
  change(world, roomId, (one) => ({
    ...one,
    files: one.files.map((file) =>
      entryIds.includes(file.entryId ?? '') ? { ...file, ...more } : file,
    ),
  }));

export const filesGone = (world: FilesWorld, roomId: string, entryIds: readonly string[]) =>
  change(world, roomId, (one) => ({
    ...one,
    files: one.files.filter((file) => !entryIds.includes(file.entryId ?? '')),
  }));

export const added = (world: FilesWorld, directory: FakeDirectory) => ({
  directories: [...world.directories, directory],
});

export const without = (world: FilesWorld, roomId: string) => ({
  directories: world.directories.filter((one) => one.roomId !== roomId),
});

export const moved = (world: FilesWorld, roomId: string, toId: string) =>
  change(world, roomId, (one) => ({ ...one, parentId: toId }));

/** The directory at its new place among its siblings. */
export function reordered(world: FilesWorld, parentId: string, roomId: string, index: number) {
  const siblings = childrenOf(world, parentId);
  const one = siblings.find((other) => other.roomId === roomId);
  if (one === undefined) return { directories: world.directories };
  const others = siblings.filter((other) => other !== one);
  const to = Math.max(0, Math.min(others.length, index));
  const next = [...others.slice(0, to), one, ...others.slice(to)];
  return {
    directories: [...world.directories.filter((other) => other.parentId !== parentId), ...next],
  };
}

/** By name, or by the line in which they have the words where the query asks for texts. */
export function foundFiles(
  { found }: { readonly found: readonly FoundFile[] },
  { text, inText, eventId, roomId, kinds, sender, fromMs }: ListQuery<EngineContract, 'files'>,
): readonly FoundFile[] {
  const has = (line: string): boolean => fold(line).includes(fold(text));
  return found.flatMap(({ inside, ...one }) => {
    const isNamed = has(one.name);
    const isInside = inText === true && inside !== undefined && has(inside.text);
    return (isNamed || isInside) &&
      (eventId === undefined || one.eventId === eventId) &&
      (roomId === null || one.roomId === roomId) &&
      (kinds.length === 0 || kinds.includes(one.fileKind)) &&
      (sender === null || one.sender.userId === sender) &&
      (fromMs === null || one.sentAtMs >= fromMs)
      ? { ...one, ...(!isNamed && { inside }) }
      : [];
  });
}
