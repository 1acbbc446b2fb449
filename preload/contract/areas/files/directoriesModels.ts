// Directories, finished for display. A directory is a room (MSC3089); its id names it, never a path on a disk.
import { z } from '../../wire/schema';
import { ItemKey, RequestId, RoomId } from '../ids';
import { Departure } from '../rooms/departureModels';
import { Person } from '../rooms/peopleModels';

/** Every member has exactly one of these three roles (CHAT-1.3). */
export const AccessRole = z.enum(['viewer', 'editor', 'owner']);
export type AccessRole = z.infer<typeof AccessRole>;

/** Problems of a file or a directory; the window has a text and a remedy for each. */
export const FileProblem = z.enum([
  // entries
  'event_missing', // the message is not here yet, or nowhere: 'Failed to find event' (CHAT-8.29)
  'no_address', // 'No HTTP URL available …' (CHAT-8.30)
  'no_keys', // key or hash is missing or unusable
  'sent_in_clear', // in an encrypted directory: anybody on the way may have made it; opened only by who insists, never copied or restored
  'waiting', // its key, or after a join its message, may still come: nothing is wrong yet
  'undecryptable', // no key came
  'not_a_file', // the state entry names a message that is no file
  'removed', // the message was redacted
  'foreign_version', // a version that points into another room, or to no message of this room
  'damaged', // the bytes that came were not the ones that were sent
  // directories
  'loop', // contains itself; shown once, not entered
  'not_a_directory', // a normal room
  'no_via', // the link has no servers to join through
  'no_parent_link', // the child does not name this parent
  'not_joined', // not a member, and no invitation is here
  'not_encrypted',
]);
export type FileProblem = z.infer<typeof FileProblem>;

export const Breadcrumb = z.object({ roomId: RoomId, name: z.string() });
export type Breadcrumb = z.infer<typeof Breadcrumb>;

/** `waiting`: kept offline, but not all bytes are here yet. `inherited`: kept because a directory above is. */
export const OnDisk = z.object({
  kept: z.enum(['no', 'kept', 'inherited']),
  state: z.enum(['none', 'part', 'all', 'loading']),
});
export type OnDisk = z.infer<typeof OnDisk>;

export const TreeSection = z.enum(['invites', 'mine', 'shared']);

export const DirectoryActions = z.object({
  upload: z.boolean(),
  createDirectory: z.boolean(),
  rename: z.boolean(),
  /** May change its position among its siblings; never at the top level (CHAT-5.27). */
  reorder: z.boolean(),
  /** May move into another directory. */
  move: z.boolean(),
  share: z.boolean(),
  setRoles: z.boolean(),
  /** May delete it for everybody, children first (CHAT-5.29, 6.13). */
  delete: z.boolean(),
  leave: z.boolean(),
  /** May take its entry out of the directory above: this account is not in it, and nothing else can be done with it. */
  unlink: z.boolean(),
});
export type DirectoryActions = z.infer<typeof DirectoryActions>;

export const TreeNode = z.object({
  kind: z.literal('directory'),
  /** One key per place: a directory that is linked twice has two. */
  key: ItemKey,
  roomId: RoomId,
  parentId: RoomId.nullable(),
  /** Depth below its tree; 0 for the tree itself. */
  depth: z.number(),
  /** Empty: not known, because this account is not in it. */
  name: z.string(),
  expanded: z.boolean(),
  hasChildren: z.boolean(),
  role: AccessRole.nullable(),
  /** There is something new that this account has not seen, in the directory or below it. */
  dot: z.boolean(),
  onDisk: OnDisk,
  /** Number of other people who are in it. Absent: nobody else, or not known yet. */
  others: z.number().optional(),
  problem: FileProblem.nullable(),
  index: z.number(),
  siblings: z.number(),
  actions: DirectoryActions,
});
export type TreeNode = z.infer<typeof TreeNode>;

export const TreeItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('section'),
    key: ItemKey,
    section: TreeSection,
    total: z.number(),
  }),
  /** One invitation for a whole tree, however many directories it has. */
  z.object({
    kind: z.literal('invite'),
    key: ItemKey,
    roomId: RoomId,
    name: z.string(),
    inviter: Person.nullable(),
    /** Number of directories below it that are invited, too. */
    directories: z.number(),
  }),
  TreeNode,
]);
export type TreeItem = z.infer<typeof TreeItem>;

export const TreesQuery = z.object({ expanded: z.array(RoomId).max(5_000) });

export const DirectoryHeader = z.object({
  roomId: RoomId,
  /** `unknown`: it is not on this disk, or is no directory. */
  membership: z.enum(['join', 'invite', 'knock', 'leave', 'ban', 'unknown']),
  name: z.string(),
  /** From the tree down to the parent. */
  path: z.array(Breadcrumb),
  role: AccessRole.nullable(),
  actions: DirectoryActions,
  /** Set while the membership is `leave` or `ban`. */
  departure: Departure.optional(),
  encrypted: z.boolean(),
  files: z.number(),
  directories: z.number(),
  deletedFiles: z.number(),
  /** Number of files that were moved from here to another directory. */
  movedFiles: z.number(),
  bytes: z.number(),
  people: z.number(),
  /** This account is the only owner. Absent: it is not, or the known members do not tell. */
  runsAlone: z.boolean().optional(),
  onDisk: OnDisk,
  /** The last change in this directory, and its author. */
  activity: z
    .object({
      who: Person,
      what: z.enum([
        ...['added', 'version', 'renamed', 'removed', 'moved', 'moved_here'],
        ...['directory', 'directory_here', 'restored', 'restored_version', 'locked', 'unlocked'],
      ] as const),
      name: z.string(),
      /** The name before it was renamed, if it is known. */
      from: z.string().optional(),
      /** The version that was restored. */
      version: z.number().optional(),
      atMs: z.number(),
    })
    .nullable(),
  /** Files that this account cannot read: they were sent before it joined, and nobody shared their keys. Those that wait do not count. */
  unreadable: z.number(),
  /** `m.upload.size` in bytes; null when the server does not say. */
  uploadLimitBytes: z.number().nullable(),
  problem: FileProblem.nullable(),
});
export type DirectoryHeader = z.infer<typeof DirectoryHeader>;

export const InDirectory = z.object({ roomId: RoomId });

export const DirectoryName = z.string().min(1).max(255);

export const NewTree = z.object({ requestId: RequestId, name: DirectoryName });

export const NewDirectory = NewTree.extend({ parentId: RoomId });

/** Queued: once begun, the move completes, even after a restart. */
export const MoveDirectory = z.object({
  requestId: RequestId,
  roomId: RoomId,
  fromId: RoomId,
  toId: RoomId,
});

export const UnlinkDirectory = z.object({ parentId: RoomId, roomId: RoomId });

export const ReorderDirectory = z.object({
  parentId: RoomId,
  roomId: RoomId,
  /** Clamped to 0..children-1 (CHAT-5.27). */
  index: z.number().int(),
});

export const DeletePlan = z.object({
  directories: z.number(),
  files: z.number(),
  bytes: z.number(),
  /** Uploads that wait to go into them, and are given up. */
  uploads: z.number(),
  /** Number of other people who lose access. */
  people: z.number(),
  /** Paths of directories that this account may not delete; the rest would stay too. */
  refused: z.array(z.string()),
});
