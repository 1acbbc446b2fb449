// Transfers of bytes between a disk and a directory: the queue, the disk space, and the inputs of the calls.
import { AppError } from '../../wire/errorSchemas';
import { z } from '../../wire/schema';
import { FileKind, OnEntries } from './filesModels';
import { EventId, ItemKey, MediaHandle, RequestId, RoomId, Ticket } from '../ids';

export const TransferId = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/);

const works = ['upload', 'download', 'directory', 'zip', 'copy', 'move', 'delete'] as const;
const changes = ['rename', 'lock', 'unlock', 'remove', 'restore'] as const;

export const TransferRow = z.object({
  key: ItemKey,
  transferId: TransferId,
  kind: z.enum([...works, ...changes]),
  name: z.string(),
  fileKind: FileKind,
  /** The directory that it uploads to or downloads from; null for a file of a room that is gone, or that this account is out of. */
  roomId: RoomId.nullable(),
  where: z.string(),
  /** The name of who deleted that directory for everybody. Absent: nobody else did. */
  deletedBy: z.string().optional(),
  entryId: EventId.nullable(),
  /** The entry or directory that it moves. */
  moves: z.string().nullable(),
  /** The entry or directory that it renames, locks, unlocks, deletes or brings back, and the new name. */
  changes: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  state: z.enum(['waiting', 'running', 'paused', 'failed', 'done']),
  /** Its present step while it runs, or the thing that it waits for. */
  step: z
    .enum(['turn', 'directory', 'network', 'rate_limit', 'sign_in', 'bytes', 'publish', 'verify'])
    .nullable(),
  bytesDone: z.number(),
  bytesTotal: z.number().nullable(),
  /** Average of the last seconds; null when it does not run or has run too briefly. */
  bytesPerSecond: z.number().nullable(),
  secondsLeft: z.number().nullable(),
  /** When the server's rate limit allows the next request, epoch ms. */
  waitUntilMs: z.number().nullable(),
  error: AppError.nullable(),
  /** The saved file can be shown in its folder. */
  saved: z.boolean(),
  finishedMs: z.number().nullable(),
  /** Its bytes, to be saved elsewhere, where the access to its directory is gone. Absent: the original is at its place. */
  bytesHere: MediaHandle.optional(),
  actions: z.object({
    pause: z.boolean(),
    resume: z.boolean(),
    retry: z.boolean(),
    cancel: z.boolean(),
    dismiss: z.boolean(),
    saveAsNew: z.boolean(),
  }),
});
export type TransferRow = z.infer<typeof TransferRow>;

export const TransferSummary = z.object({
  running: z.number(),
  waiting: z.number(),
  paused: z.number(),
  failed: z.number(),
  /** Without the folders that were made for them. */
  done: z.number(),
  bytesDone: z.number(),
  bytesTotal: z.number(),
  secondsLeft: z.number().nullable(),
  waitUntilMs: z.number().nullable(),
  allPaused: z.boolean(),
  /** Number of done uploads during which another version of the file came. */
  overtook: z.number(),
});
export type TransferSummary = z.infer<typeof TransferSummary>;

export const StorageUse = z.object({
  /** Bytes of ciphertext on this disk. */
  bytes: z.number(),
  keptBytes: z.number(),
  /** Bytes that can be deleted without loss: not kept offline, not waiting to be sent. */
  freeableBytes: z.number(),
  limitBytes: z.number(),
});
export type StorageUse = z.infer<typeof StorageUse>;

/** Asked once for all files of a drop. */
export const Clash = z.enum(['keep_both', 'new_version', 'skip']);
export type Clash = z.infer<typeof Clash>;

export const UploadPlan = z.object({
  files: z.number(),
  directories: z.number(),
  bytes: z.number(),
  clashes: z.array(z.string()),
  /** Folders among the clashes whose name a directory has: it is filled unless both are kept. Absent: none. */
  folders: z.array(z.string()).optional(),
  /** Files among the clashes that somebody else has locked, so that they cannot be replaced. Absent: none. */
  locked: z.array(z.object({ name: z.string(), by: z.string() })).optional(),
  /** Files above the server's limit, which are refused before a byte is sent. */
  tooLarge: z.array(z.string()),
  /** Files that are not regular (links, devices) or not readable. */
  unreadable: z.array(z.string()),
});

export const Upload = z.object({
  requestId: RequestId,
  roomId: RoomId,
  /** Tickets of files and folders; each can be used once. */
  tickets: z.array(Ticket).min(1).max(1_000),
  clash: Clash,
  /** The file becomes a new version of this entry; then there is one ticket only. */
  versionOf: EventId.nullable(),
});

/** Size, duration and blurhash of a picture or film. A window makes them, because only a browser can decode it (D3); sizes in pixels. */
export const AttachmentPreview = z.object({
  width: z.number().int().positive().nullable(),
  height: z.number().int().positive().nullable(),
  durationMs: z.number().nonnegative().nullable(),
  blurhash: z.string().max(100).nullable(),
  thumbnail: z
    .object({
      ticket: Ticket,
      width: z.number().int(),
      height: z.number().int(),
      mimeType: z.string(),
    })
    .nullable(),
});
export type AttachmentPreview = z.infer<typeof AttachmentPreview>;

/** A picture that waits in the upload queue for its preview; the window loads it by its handle and answers with `previewMade`. */
export const WantedPreview = z.object({ key: ItemKey, handle: MediaHandle });
export type WantedPreview = z.infer<typeof WantedPreview>;

/** Files of one directory, and directories in it with everything below. */
export const CopySources = OnEntries.extend({
  entryIds: z.array(EventId).max(1_000),
  directoryIds: z.array(RoomId).max(1_000).optional(),
});

/** Obstacles of a copy or a move, by the names of files and directories. */
export const CopyPlan = z.object({
  /** Names that are taken in the target. */
  clashes: z.array(z.string()),
  /** Those of directories that a directory has. Absent: none. */
  folders: z.array(z.string()).optional(),
  /** Sources that cannot be read. */
  unreadable: z.array(z.string()),
  /** Files of which older versions would stay behind when they are moved. Absent: none. */
  versionsStay: z.array(z.string()).optional(),
});

export const CopyFiles = CopySources.extend({
  requestId: RequestId,
  toId: RoomId,
  /** Removes the source when the copy is there; files only, `moveDirectory` moves directories. */
  move: z.boolean(),
  clash: Clash,
});

/** `moveId`: the `requestId` of the `copyFiles` that moved them. */
export const TakeBackMove = z.object({ requestId: RequestId, moveId: RequestId });

/** The file of a message; `part`: its position in a message that has several, null: all of them, or only the one with this `handle`. */
const SentFile = z.object({
  eventId: EventId,
  part: z.number().int().min(0).nullable(),
  handle: MediaHandle.optional(),
});

export const SaveToDirectory = z.object({
  requestId: RequestId,
  roomId: RoomId,
  files: z.array(SentFile).min(1).max(1_000),
  toId: RoomId,
  clash: Clash,
});

export const TransferAct = z.object({
  /** Null: all of them. */
  transferIds: z.array(TransferId).max(10_000).nullable(),
  act: z.enum(['pause', 'resume', 'retry', 'cancel', 'dismiss', 'save_as_new']),
});

export const KeepOffline = z.object({
  roomId: RoomId,
  /** Null: the whole directory with everything below. */
  entryId: EventId.nullable(),
  keep: z.boolean(),
});

export const SaveFile = z.object({
  handle: MediaHandle,
  ticket: Ticket,
  fileName: z.string().max(255),
});
