// What the Files place shows, finished for display. A directory is a room (MSC3089), an entry is a message of it with a branch state
// entry; both are named by ids of Matrix, never by a path of a disk (D2).
import { z } from './schema';
import { EventId, ItemKey, MediaRef, Person, RequestId, RoomId, UserId } from './models';

/** Exactly one of three (CHAT-1.3). */
export const AccessRole = z.enum(['viewer', 'editor', 'owner']);
export type AccessRole = z.infer<typeof AccessRole>;

/** By the verified bytes where they are here, else by the encrypted part's type and the true extension. */
export const FileKind = z.enum([
  'image',
  'video',
  'audio',
  'pdf',
  'text',
  'code',
  'markdown',
  'document',
  'sheet',
  'slides',
  'archive',
  'design',
  'other',
]);
export type FileKind = z.infer<typeof FileKind>;

/** What is wrong with an entry or a directory; the window has a sentence and a remedy for each. */
export const FileProblem = z.enum([
  // entries
  'event_missing', // the message is not here yet, or nowhere: 'Failed to find event' (CHAT-8.29)
  'no_address', // 'No HTTP URL available …' (CHAT-8.30)
  'no_keys', // key or hash is missing or unusable
  'undecryptable',
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

/** Before somebody opens it. `name`: control or bidi characters were taken out; `type`: extension and type disagree; `runs`: can run programs. */
export const FileWarning = z.enum(['name', 'type', 'runs']);
export type FileWarning = z.infer<typeof FileWarning>;

export const Breadcrumb = z.object({ roomId: RoomId, name: z.string() });
export type Breadcrumb = z.infer<typeof Breadcrumb>;

/** `waiting`: kept offline, not all here yet. `inherited`: because a directory above is kept. */
export const OnDisk = z.object({
  kept: z.enum(['no', 'kept', 'inherited']),
  state: z.enum(['none', 'part', 'all', 'loading']),
});
export type OnDisk = z.infer<typeof OnDisk>;

// ---------- the tree ----------

export const TreeSection = z.enum(['invites', 'mine', 'shared']);

export const DirectoryActions = z.object({
  upload: z.boolean(),
  createDirectory: z.boolean(),
  rename: z.boolean(),
  /** Place among its siblings; never at the top level (CHAT-5.27). */
  reorder: z.boolean(),
  /** Into another directory. */
  move: z.boolean(),
  share: z.boolean(),
  setRoles: z.boolean(),
  /** Deletes it for everybody, children first (CHAT-5.29, 6.13). */
  delete: z.boolean(),
  leave: z.boolean(),
});
export type DirectoryActions = z.infer<typeof DirectoryActions>;

export const TreeNode = z.object({
  kind: z.literal('directory'),
  /** One per place: a directory that is linked twice has two. */
  key: ItemKey,
  roomId: RoomId,
  parentId: RoomId.nullable(),
  /** 0 for a tree. */
  depth: z.number(),
  name: z.string(),
  expanded: z.boolean(),
  hasChildren: z.boolean(),
  role: AccessRole.nullable(),
  /** Something new that this account has not seen, here or below. */
  dot: z.boolean(),
  onDisk: OnDisk,
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
  /** One for a whole tree, however many directories it brings. */
  z.object({
    kind: z.literal('invite'),
    key: ItemKey,
    roomId: RoomId,
    name: z.string(),
    inviter: Person.nullable(),
    /** Directories below that are invited too. */
    directories: z.number(),
  }),
  TreeNode,
]);
export type TreeItem = z.infer<typeof TreeItem>;

export const TreesQuery = z.object({ expanded: z.array(RoomId).max(5_000) });

// ---------- one directory ----------

export const DirectoryHeader = z.object({
  roomId: RoomId,
  /** `unknown`: not on this disk, or no directory. */
  membership: z.enum(['join', 'invite', 'knock', 'leave', 'ban', 'unknown']),
  name: z.string(),
  /** From the tree down to the parent. */
  path: z.array(Breadcrumb),
  role: AccessRole.nullable(),
  actions: DirectoryActions,
  encrypted: z.boolean(),
  files: z.number(),
  directories: z.number(),
  deletedFiles: z.number(),
  bytes: z.number(),
  people: z.number(),
  onDisk: OnDisk,
  /** Who did what last here. */
  activity: z
    .object({
      who: Person,
      what: z.enum(['added', 'version', 'renamed', 'removed', 'directory']),
      name: z.string(),
      atMs: z.number(),
    })
    .nullable(),
  /** History that this account cannot read: files sent before it came, whose keys nobody shared. */
  unreadable: z.number(),
  /** `m.upload.size` in bytes; null when the server does not say. */
  uploadLimitBytes: z.number().nullable(),
  problem: FileProblem.nullable(),
});
export type DirectoryHeader = z.infer<typeof DirectoryHeader>;

export const FileActions = z.object({
  open: z.boolean(),
  save: z.boolean(),
  rename: z.boolean(),
  lock: z.boolean(),
  unlock: z.boolean(),
  newVersion: z.boolean(),
  move: z.boolean(),
  copy: z.boolean(),
  delete: z.boolean(),
  restore: z.boolean(),
  deleteForever: z.boolean(),
});

export const FileRow = z.object({
  kind: z.literal('file'),
  /** Stays the same from the upload's first moment through versions and renames where it can. */
  key: ItemKey,
  roomId: RoomId,
  /** The message the entry names; null while it is being uploaded. */
  entryId: EventId.nullable(),
  /** The shown name without control and bidi characters, at most 255 characters. */
  name: z.string(),
  /** Extension that counts (lower case, no dot), shown apart when the name hides it. */
  extension: z.string(),
  fileKind: FileKind,
  sizeBytes: z.number().nullable(),
  changedMs: z.number(),
  changedBy: Person.nullable(),
  version: z.number(),
  /** Who locked it. */
  lockedBy: Person.nullable(),
  media: MediaRef.nullable(),
  onDisk: OnDisk,
  problem: FileProblem.nullable(),
  warnings: z.array(FileWarning),
  /** Its upload, while there is one. */
  transferId: z.string().nullable(),
  deleted: z.boolean(),
  actions: FileActions,
});
export type FileRow = z.infer<typeof FileRow>;

export const DirectoryItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('directory'),
    key: ItemKey,
    roomId: RoomId,
    name: z.string(),
    files: z.number(),
    changedMs: z.number(),
    changedBy: Person.nullable(),
    role: AccessRole.nullable(),
    dot: z.boolean(),
    onDisk: OnDisk,
    problem: FileProblem.nullable(),
    index: z.number(),
    actions: DirectoryActions,
  }),
  FileRow,
]);
export type DirectoryItem = z.infer<typeof DirectoryItem>;

export const FileSort = z.object({
  by: z.enum(['name', 'changed', 'size', 'version', 'kind', 'order']),
  descending: z.boolean(),
});
export type FileSort = z.infer<typeof FileSort>;

export const DirectoryQuery = z.object({
  roomId: RoomId,
  sort: FileSort,
  /** Part of the name, case- and accent-insensitive. Empty shows all. */
  text: z.string().max(200),
  /** The deleted ones instead of the present ones. */
  deleted: z.boolean(),
  limit: z.number().int().min(1).max(20_000),
});

export const FileVersion = z.object({
  eventId: EventId,
  version: z.number(),
  name: z.string(),
  by: Person,
  atMs: z.number(),
  sizeBytes: z.number().nullable(),
  current: z.boolean(),
  media: MediaRef.nullable(),
  problem: FileProblem.nullable(),
  canRestore: z.boolean(),
});
export type FileVersion = z.infer<typeof FileVersion>;

export const FileDetails = z.object({
  file: FileRow,
  path: z.array(Breadcrumb),
  addedMs: z.number().nullable(),
  addedBy: Person.nullable(),
  /** Newest first. */
  versions: z.array(FileVersion),
});
export type FileDetails = z.infer<typeof FileDetails>;

/** Somebody of a directory. `canBecome`: the roles that this account may give them here. */
export const SharingRow = z.object({
  key: ItemKey,
  person: Person,
  membership: z.enum(['join', 'invite', 'knock']),
  role: AccessRole,
  mine: z.boolean(),
  canBecome: z.array(AccessRole),
  canRemove: z.boolean(),
});
export type SharingRow = z.infer<typeof SharingRow>;

/** What a change of access would do, directory by directory, before it is done. */
export const SharingStep = z.object({
  roomId: RoomId,
  path: z.string(),
  from: AccessRole.nullable(),
  to: AccessRole.nullable(),
  /** Why it will not happen here; null when it will. */
  refused: z.enum(['not_allowed', 'not_joined', 'cannot_lower']).nullable(),
});
export type SharingStep = z.infer<typeof SharingStep>;

// ---------- files of rooms, search ----------

/** A file wherever it is: in a directory or sent to a room. */
export const FoundFile = z.object({
  key: ItemKey,
  roomId: RoomId,
  eventId: EventId,
  inDirectory: z.boolean(),
  name: z.string(),
  extension: z.string(),
  fileKind: FileKind,
  sizeBytes: z.number().nullable(),
  sentAtMs: z.number(),
  sender: Person,
  /** Name of the room, or the path of the directory, for the second line. */
  where: z.string(),
  media: MediaRef.nullable(),
  onDisk: OnDisk,
  problem: FileProblem.nullable(),
  warnings: z.array(FileWarning),
});
export type FoundFile = z.infer<typeof FoundFile>;

export const FilesQuery = z.object({
  /** Null: everywhere, trees and rooms. */
  roomId: RoomId.nullable(),
  text: z.string().max(200),
  kinds: z.array(FileKind).max(20),
  sender: UserId.nullable(),
  fromMs: z.number().nullable(),
  toMs: z.number().nullable(),
  sort: FileSort,
  limit: z.number().int().min(1).max(20_000),
});

// ---------- inputs ----------

export const InDirectory = z.object({ roomId: RoomId });
export const OnEntry = z.object({ roomId: RoomId, entryId: EventId });
export const OnEntries = z.object({ roomId: RoomId, entryIds: z.array(EventId).min(1).max(1_000) });
export const DirectoryName = z.string().min(1).max(255);
export const NewTree = z.object({ requestId: RequestId, name: DirectoryName });
export const NewDirectory = NewTree.extend({ parentId: RoomId });
/** Done by the queue: once begun, it ends by itself however often it is cut. */
export const MoveDirectory = z.object({
  requestId: RequestId,
  roomId: RoomId,
  fromId: RoomId,
  toId: RoomId,
});
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
  /** Others who lose access. */
  people: z.number(),
  /** Directories (by path) that this account may not delete; the rest would stay too. */
  refused: z.array(z.string()),
});

export const SharingChange = z.object({
  roomId: RoomId,
  userIds: z.array(UserId).min(1).max(50),
  /** Null: no access any more. */
  role: AccessRole.nullable(),
  /** Also in the directories below. */
  below: z.boolean(),
});
