// Files of a directory, finished for display. An entry is a message of the room with a branch state event (MSC3089); the id of the event
// names it.
import { fileOrders } from '../../plainNames';
import { z } from '../../wire/schema';
import { AccessRole, Breadcrumb, DirectoryActions, FileProblem, OnDisk } from './directoriesModels';
import { FileKind, FileWarning } from './fileLooks';
import { EventId, ItemKey, RoomId, UserId } from '../ids';
import { Person } from '../rooms/peopleModels';
import { MediaRef } from '../messages/messageModels';
import { Trust } from '../encryption/trust';

export { FileKind, FileWarning };

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

/** A version that whoever made another one did not know. */
export const FileConflict = z.object({
  version: z.number(),
  by: Person,
  /** Neither replaces the other: both stand in the directory. Absent: it was replaced. */
  beside: z.literal(true).optional(),
});
export type FileConflict = z.infer<typeof FileConflict>;

export const FileRow = z.object({
  kind: z.literal('file'),
  /** Stays the same from the start of the upload through versions and renames, where it can. */
  key: ItemKey,
  roomId: RoomId,
  /** Id of the message that the branch names; null while the file is being uploaded. */
  entryId: EventId.nullable(),
  /** The shown name without control and bidi characters, at most 255 characters. */
  name: z.string(),
  /** The extension that counts (lower case, no dot), shown apart when the name hides it. */
  extension: z.string(),
  fileKind: FileKind,
  sizeBytes: z.number().nullable(),
  changedMs: z.number(),
  changedBy: Person.nullable(),
  version: z.number(),
  /** The person who locked the file; null: it is not locked. */
  lockedBy: Person.nullable(),
  /** This account locked it. */
  lockedHere: z.literal(true).optional(),
  /** When it was locked; absent where the room does not tell. */
  lockedMs: z.number().optional(),
  media: MediaRef.nullable(),
  onDisk: OnDisk,
  problem: FileProblem.nullable(),
  warnings: z.array(FileWarning),
  /** Trust in the message that has the file; absent: `ok`. */
  trust: Trust.optional(),
  /** Its upload, while one is running. */
  transferId: z.string().nullable(),
  deleted: z.boolean(),
  /**
   * The directory to which the file was moved; `name` is null where this account cannot see it. Such a row is `deleted` too, and cannot be
   * restored.
   */
  movedTo: z.object({ roomId: RoomId, name: z.string().nullable() }).optional(),
  /** A version that the maker of the present one, `changedBy`, did not know. */
  conflict: FileConflict.optional(),
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
    /** Directories in it, not in those below. */
    directories: z.number(),
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
  by: z.enum(fileOrders),
  descending: z.boolean(),
});
export type FileSort = z.infer<typeof FileSort>;

export const DirectoryQuery = z.object({
  roomId: RoomId,
  sort: FileSort,
  /** Part of the name, case- and accent-insensitive. Empty shows all. */
  text: z.string().max(200),
  /** Shows deleted and moved files instead of the present ones. */
  deleted: z.boolean(),
  limit: z.number().int().min(1).max(20_000),
});

export const FileVersion = z.object({
  eventId: EventId,
  version: z.number(),
  name: z.string(),
  by: Person,
  atMs: z.number(),
  /** The person who moved it here, and says that `by` made it at `atMs`. Absent: the server says so. */
  movedBy: Person.optional(),
  sizeBytes: z.number().nullable(),
  current: z.boolean(),
  media: MediaRef.nullable(),
  problem: FileProblem.nullable(),
  trust: Trust.optional(),
  /** A version that the maker of this one did not know. */
  conflict: FileConflict.optional(),
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

/** A file anywhere: in a directory or sent to a room. */
export const FoundFile = z.object({
  key: ItemKey,
  roomId: RoomId,
  /** The message that shows it. */
  eventId: EventId,
  /** For a message with several files: the event that has the file (it may be an edit), and the position in it. */
  part: z.object({ eventId: EventId, at: z.number() }).optional(),
  inDirectory: z.boolean(),
  name: z.string(),
  extension: z.string(),
  fileKind: FileKind,
  sizeBytes: z.number().nullable(),
  sentAtMs: z.number(),
  sender: Person,
  /** Name of the room, or path of the directory, for the second line. */
  where: z.string(),
  media: MediaRef.nullable(),
  onDisk: OnDisk,
  problem: FileProblem.nullable(),
  warnings: z.array(FileWarning),
  trust: Trust.optional(),
  /**
   * The line of the file's contents around the first hit, when the words are in the contents and not in the name; marks as in
   * `FoundMessage`.
   */
  inside: z
    .object({
      text: z.string(),
      marks: z.array(z.object({ from: z.number(), to: z.number() })),
    })
    .optional(),
});
export type FoundFile = z.infer<typeof FoundFile>;

export const FilesQuery = z.object({
  /** Null: everywhere, in directories and in rooms. */
  roomId: RoomId.nullable(),
  text: z.string().max(200),
  /** Includes files whose contents have all words of `text`, as far as this computer has read their contents. */
  inText: z.boolean().optional(),
  /** Only the file of this message. */
  eventId: EventId.optional(),
  kinds: z.array(FileKind).max(20),
  sender: UserId.nullable(),
  fromMs: z.number().nullable(),
  toMs: z.number().nullable(),
  sort: FileSort,
  limit: z.number().int().min(1).max(20_000),
});

export const OnEntry = z.object({ roomId: RoomId, entryId: EventId });

export const OnEntries = z.object({ roomId: RoomId, entryIds: z.array(EventId).min(1).max(1_000) });
