// Viewer, editor, owner of a directory, and what this account may do there (CHAT-1.3, 4.31, 4.32, 5.26, 6.7). Own functions instead of
// the SDK's: creators of rooms of version 12 are owners, and an explicit 0 counts as 0. Reads only; roles are written by acts/sharing.ts.
import { getRoom, type StoredRoom } from '#stores/rooms/rooms';
import { countMembers, getState, listMembers } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
import { appFailure } from '#contract/wire/errors';
import { AccessRole } from '#contract/areas/files/directoriesModels';
import type { DirectoryActions } from '#contract/areas/files/directoriesModels';
import type { FileRow } from '#contract/areas/files/filesModels';
import { powerLevels, type PowerLevels } from '../rooms/permissions';

type Db = Store['db'];
type FileActions = FileRow['actions'];

export const branchType = 'org.matrix.msc3089.branch';
const powerLevelsType = 'm.room.power_levels';
/** Default power level for messages in a file tree whose levels leave it out (CHAT-6.3). */
const treeMessageDefault = 50;
const noEventOwner = 100;

export interface Roles {
  of(userId: string): AccessRole;
  /** The level that gives the role; null where a room's levels leave no number for it. */
  levelFor(role: AccessRole): number | null;
  /** The roles that `by` may give to `userId`, the present one among them; empty when `by` may change nothing. */
  mayGive(by: string, userId: string): AccessRole[];
  /** Kicking needs the level for it and a higher one than theirs. */
  mayRemove(by: string, userId: string): boolean;
}

/** @throws AppFailure 'Invalid role: {role}' (CHAT-5.26) */
export function roleNamed(role: string): AccessRole {
  const known = AccessRole.safeParse(role);
  if (!known.success) throw appFailure('bad_request', `Invalid role: ${role}`);
  return known.data;
}

export function rolesIn(db: Db, roomNo: number): Roles {
  return rolesFrom(db, roomNo, powerLevels(db, roomNo, getRoom(db, roomNo)?.version ?? '1'));
}

function rolesFrom(db: Db, roomNo: number, levels: PowerLevels): Roles {
  const content = getState(db, roomNo, powerLevelsType)?.raw.content ?? null;
  const editorLevel = levels.stated.eventsDefault ?? treeMessageDefault;
  const ownerLevel = content === null ? noEventOwner : levels.forState(powerLevelsType);
  const usersDefault = levels.stated.usersDefault ?? 0;
  const viewerLevel = Math.min(usersDefault, editorLevel - 1, ownerLevel - 1);

  function levelFor(role: AccessRole): number | null {
    switch (role) {
      case 'viewer':
        return viewerLevel;
      case 'editor':
        return editorLevel < ownerLevel ? editorLevel : null;
      case 'owner':
        return ownerLevel;
    }
  }

  function of(userId: string): AccessRole {
    const level = levels.of(userId);
    if (level >= ownerLevel) return 'owner';
    return level >= editorLevel ? 'editor' : 'viewer';
  }

  /** Whether there is another owner: lowering the last one would lock everybody out. */
  function otherOwner(userId: string): boolean {
    return listMembers(db, roomNo, { memberships: ['join'], limit: 10_000, offset: 0 }).some(
      (member) => member.userId !== userId && of(member.userId) === 'owner',
    );
  }

  function mayGive(by: string, userId: string): AccessRole[] {
    const mine = levels.of(by);
    if (mine < ownerLevel || levels.isCreator(userId)) return [];
    const peer = by !== userId && (levels.stated.of(userId) ?? -Infinity) >= mine;
    if (peer || (by === userId && !otherOwner(userId))) return [];
    return AccessRole.options.filter((role) => (levelFor(role) ?? Infinity) <= mine);
  }

  return {
    of,
    levelFor,
    mayGive,
    mayRemove: (by, userId) =>
      by !== userId && levels.of(by) >= levels.forAct('kick') && levels.of(by) > levels.of(userId),
  };
}

const noDirectoryActions: DirectoryActions = {
  upload: false,
  createDirectory: false,
  rename: false,
  reorder: false,
  move: false,
  share: false,
  setRoles: false,
  delete: false,
  leave: false,
  unlink: false,
};

interface Mine {
  readonly room: StoredRoom;
  readonly levels: PowerLevels;
  readonly level: number;
}

function mineIn(db: Db, roomNo: number, ownUserId: string): Mine | null {
  const room = getRoom(db, roomNo);
  if (room === null || room.membership !== 'join') return null;
  const levels = powerLevels(db, roomNo, room.version);
  return { room, levels, level: levels.of(ownUserId) };
}

/** In an encrypted room messages are judged as `m.room.encrypted`, because that is what the server sees. */
const maySend = ({ room, levels, level }: Mine): boolean =>
  level >= levels.forMessage(room.encryption === null ? 'm.room.message' : 'm.room.encrypted');
const mayState = ({ levels, level }: Mine, type: string): boolean => level >= levels.forState(type);

/** Rights of this account in a directory, the same wherever it is linked, so that a list of thousands reads each directory once. */
export interface DirectoryRights {
  /** Null unless this account is joined. */
  readonly role: AccessRole | null;
  /** The acts that are allowed when it is a tree, which has no parent. */
  readonly actions: DirectoryActions;
  readonly mayNameParent: boolean;
}

export function directoryRights(db: Db, roomNo: number, ownUserId: string): DirectoryRights {
  const mine = mineIn(db, roomNo, ownUserId);
  if (mine === null) return { role: null, actions: noDirectoryActions, mayNameParent: false };
  const others = countMembers(db, roomNo, 'join') + countMembers(db, roomNo, 'invite') > 1;
  return {
    role: rolesFrom(db, roomNo, mine.levels).of(ownUserId),
    actions: {
      upload: mine.room.encryption !== null && maySend(mine) && mayState(mine, branchType),
      createDirectory: mayState(mine, 'm.space.child'),
      rename: mayState(mine, 'm.room.name'),
      reorder: false,
      move: false,
      share: mine.level >= mine.levels.forAct('invite'),
      setRoles: mayState(mine, powerLevelsType),
      // An editor, who removes nobody, could only take out its link: it would stand as a tree at everybody, and no room comes back.
      delete: !others || mine.level >= mine.levels.forAct('kick'),
      leave: true,
      unlink: false,
    },
    mayNameParent: mayState(mine, 'm.space.parent'),
  };
}

/** The same with the place in a directory; null for a tree. */
export function actionsWithin(
  rights: DirectoryRights,
  parent: DirectoryRights | null,
): DirectoryActions {
  if (rights.role === null || parent?.actions.createDirectory !== true) return rights.actions;
  return { ...rights.actions, reorder: true, move: rights.mayNameParent };
}

/** For a place with nothing behind it that this account could reach. */
export const actionsOutside = (parent: DirectoryRights | null): DirectoryActions => ({
  ...noDirectoryActions,
  unlink: parent?.actions.createDirectory === true,
});

/** The acts that the server would allow this account on a directory: none unless it is joined. `parentNo` is null for a tree. */
export function directoryActions(
  db: Db,
  roomNo: number,
  parentNo: number | null,
  ownUserId: string,
): DirectoryActions {
  const parent = parentNo === null ? null : directoryRights(db, parentNo, ownUserId);
  return actionsWithin(directoryRights(db, roomNo, ownUserId), parent);
}

/** The facts of an entry that decide which acts are allowed on it. */
export interface EntryFacts {
  readonly active: boolean;
  readonly locked: boolean;
  /** Somebody else did it. */
  readonly keptOut: boolean;
  /** The file can be read: its message, address and keys are here. */
  readonly readable: boolean;
  /** User id of the sender of its message; null when that is not known. */
  readonly sender: string | null;
}

/** Answers a function, so that a list of thousands of entries reads the levels once. */
export function fileActions(
  db: Db,
  roomNo: number,
  ownUserId: string,
): (entry: EntryFacts) => FileActions {
  const mine = mineIn(db, roomNo, ownUserId);
  const write = mine !== null && mayState(mine, branchType);
  const send = write && maySend(mine);
  const redactOwn = mine !== null && mine.level >= mine.levels.forMessage('m.room.redaction');
  const redactAll = redactOwn && mine.level >= mine.levels.forAct('redact');
  return ({ active, locked, keptOut, readable, sender }) => {
    const change = write && active && !keptOut;
    return {
      open: readable,
      save: readable,
      rename: change,
      lock: change && !locked,
      unlock: write && active && locked,
      newVersion: change && send,
      move: change && readable,
      copy: readable,
      delete: change,
      restore: write && !active && readable,
      deleteForever: write && !keptOut && (sender === ownUserId ? redactOwn : redactAll),
    };
  };
}
