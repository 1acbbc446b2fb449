// The fake engine's answers to the acts of the Files place.
import type { EngineContract } from '#contract/engine';
import type { CallArgs, CallOutput } from '#contract/wire/shapes';
import { appFailure } from '#contract/wire/errors';
import {
  added,
  directoryOf,
  fileChanged,
  filesGone,
  moved,
  renamed,
  reordered,
  without,
  type FilesWorld,
} from './fakeFiles';
import { directory, type FakeDirectory } from '../filesFixtures';
import { mara } from '../fixtures';

export const fileCallNames = [
  'createTree',
  'createDirectory',
  'renameDirectory',
  'reorderDirectory',
  'moveDirectory',
  'unlinkDirectory',
  'deletePlan',
  'deleteDirectory',
  'leaveTree',
  'acceptTreeInvite',
  'declineTreeInvite',
  'markDirectorySeen',
  'renameFile',
  'lockFile',
  'deleteFiles',
  'restoreFile',
  'deleteForever',
  'restoreVersion',
  'copyPlan',
  'copyFiles',
  'takeBackMove',
  'saveToDirectory',
  'sharingPlan',
  'setSharing',
  'uploadPlan',
  'upload',
  'saveFile',
  'saveDirectoryZip',
  'transfers',
  'keepOffline',
  'freeSpace',
] as const;

export type FileCallName = (typeof fileCallNames)[number];

interface FilesContext {
  readonly world: FilesWorld;
  readonly update: (change: Partial<FilesWorld>) => void;
}

type FileDefaults = {
  [K in FileCallName]: (
    input: CallArgs<EngineContract, K>,
    context: FilesContext,
  ) => CallOutput<EngineContract, K>;
};

const nothing = () => ({});
let made = 0;

const make = (
  { world, update }: FilesContext,
  name: string,
  parentId: string | null,
  more: Partial<FakeDirectory> = {},
): { roomId: string } => {
  made += 1;
  const one = { ...directory(`made${made}`, name, null, more), parentId };
  update(added(world, one));
  return { roomId: one.roomId };
};

export const fileDefaults: FileDefaults = {
  createTree: ({ name }, context) => make(context, name, null),
  createDirectory: ({ name, parentId }, context) => make(context, name, parentId),
  renameDirectory: ({ roomId, name }, { world, update }) => {
    update(renamed(world, roomId, name));
    return {};
  },
  reorderDirectory: ({ parentId, roomId, index }, { world, update }) => {
    update(reordered(world, parentId, roomId, index));
    return {};
  },
  moveDirectory: ({ roomId, toId }, { world, update }) => {
    if (roomId === toId) throw appFailure('conflict', 'Into itself');
    update(moved(world, roomId, toId));
    return {};
  },
  unlinkDirectory: ({ roomId }, { world, update }) => {
    update(without(world, roomId));
    return {};
  },
  deletePlan: ({ roomId }, { world }) => {
    const files = directoryOf(world, roomId)?.files ?? [];
    return {
      directories: 1 + world.directories.filter((one) => one.parentId === roomId).length,
      files: files.length,
      bytes: files.reduce((sum, file) => sum + (file.sizeBytes ?? 0), 0),
      uploads: 2,
      people: 4,
      refused: [],
    };
  },
  deleteDirectory: ({ roomId }, { world, update }) => {
    update(without(world, roomId));
    return {};
  },
  leaveTree: ({ roomId }, { world, update }) => {
    update(without(world, roomId));
    return {};
  },
  acceptTreeInvite: ({ roomId }, { world, update }) => {
    const invite = world.treeInvites.find((one) => one.roomId === roomId);
    const one = {
      ...directory('accepted', invite?.name ?? '', null, { section: 'shared', role: 'editor' }),
      roomId,
    };
    update({
      treeInvites: world.treeInvites.filter((other) => other.roomId !== roomId),
      ...added(world, one),
    });
    return {};
  },
  declineTreeInvite: ({ roomId }, { world, update }) => {
    update({ treeInvites: world.treeInvites.filter((one) => one.roomId !== roomId) });
    return {};
  },
  markDirectorySeen: nothing,
  renameFile: ({ roomId, entryId, name }, { world, update }) => {
    update(fileChanged(world, roomId, [entryId], { name }));
    return {};
  },
  lockFile: ({ roomId, entryId, locked }, { world, update }) => {
    const lock = locked ? { lockedBy: mara, lockedHere: true as const } : { lockedBy: null };
    update(fileChanged(world, roomId, [entryId], lock));
    return {};
  },
  deleteFiles: ({ roomId, entryIds }, { world, update }) => {
    update(fileChanged(world, roomId, entryIds, { deleted: true }));
    return {};
  },
  restoreFile: ({ roomId, entryId }, { world, update }) => {
    update(fileChanged(world, roomId, [entryId], { deleted: false }));
    const files = directoryOf(world, roomId)?.files ?? [];
    return { name: files.find((file) => file.entryId === entryId)?.name ?? '' };
  },
  deleteForever: ({ roomId, entryIds }, { world, update }) => {
    update(filesGone(world, roomId, entryIds));
    return {};
  },
  restoreVersion: nothing,
  copyPlan: ({ roomId, entryIds, directoryIds = [], toId }, { world }) => {
    const files = (directoryOf(world, roomId)?.files ?? []).filter((file) =>
      entryIds.includes(file.entryId ?? ''),
    );
    const directories = world.directories.filter((one) => directoryIds.includes(one.roomId));
    const names = [...directories, ...files].map(({ name }) => name);
    const there = new Set((directoryOf(world, toId)?.files ?? []).map((file) => file.name));
    return { clashes: names.filter((name) => there.has(name)), unreadable: [] };
  },
  copyFiles: ({ roomId, entryIds, toId, move }, { world, update }) => {
    const files = (directoryOf(world, roomId)?.files ?? []).filter((file) =>
      entryIds.includes(file.entryId ?? ''),
    );
    const next = move ? { ...world, ...filesGone(world, roomId, entryIds) } : world;
    update({
      directories: next.directories.map((one) =>
        one.roomId === toId
          ? { ...one, files: [...one.files, ...files.map((file) => ({ ...file, roomId: toId }))] }
          : one,
      ),
    });
    return {};
  },
  saveToDirectory: nothing,
  takeBackMove: nothing,
  sharingPlan: ({ roomId, userIds, role }, { world }) => ({
    steps: [
      {
        roomId,
        userId: userIds[0] ?? '',
        path: directoryOf(world, roomId)?.name ?? '',
        from: null,
        to: role,
        refused: null,
      },
    ],
  }),
  setSharing: () => ({ steps: [] }),
  uploadPlan: ({ tickets }) => ({
    files: tickets.length,
    directories: 0,
    bytes: 1000 * tickets.length,
    clashes: [],
    tooLarge: [],
    unreadable: [],
  }),
  upload: nothing,
  saveFile: nothing,
  saveDirectoryZip: nothing,
  transfers: nothing,
  keepOffline: nothing,
  freeSpace: () => ({ freedBytes: 0 }),
};
