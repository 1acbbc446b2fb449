// The control channel between main and one engine (D14c). Never timeline data.
import { z } from './wire/schema';
import { CallRing, RunningCall } from './areas/callsModels';
import { AppError } from './wire/errors';

/** main → engine, by `type`. `attach` carries one MessagePort. Keys and paths travel here only, never in argv or the environment. */
const toEngine = {
  init: z.object({
    type: z.literal('init'),
    accountId: z.string(),
    profileFolder: z.string(),
    /** 32 bytes. */
    storeKey: z.custom<Uint8Array>((v) => ArrayBuffer.isView(v) && v.byteLength === 32),
    appVersion: z.string(),
    deviceName: z.string(),
    logLevel: z.enum(['error', 'warn', 'info', 'debug']),
    locale: z.string(),
  }),
  attach: z.object({ type: z.literal('attach'), connection: z.number() }),
  detach: z.object({ type: z.literal('detach'), connection: z.number() }),
  ping: z.object({ type: z.literal('ping'), id: z.number() }),
  stop: z.object({ type: z.literal('stop') }),
  /** Power resume, or the network came back: sync retries at once. */
  wake: z.object({ type: z.literal('wake') }),
  file: z.object({
    type: z.literal('file'),
    ticket: z.string(),
    path: z.string(),
    fileName: z.string(),
    sizeBytes: z.number(),
    mimeType: z.string().nullable(),
    direction: z.enum(['read', 'write']),
    /** To read: everything below it. To write: a folder for several files. */
    isFolder: z.boolean(),
  }),
  media: z.object({ type: z.literal('media'), id: z.number(), handle: z.string() }),
  /** Writes the verified plain file to a path of main's choice, within its private folder; answered by `exported`. */
  export: z.object({
    type: z.literal('export'),
    id: z.number(),
    handle: z.string(),
    path: z.string(),
  }),
  /** Where a finished download was saved; answered by `revealed`. */
  reveal: z.object({ type: z.literal('reveal'), id: z.number(), transferId: z.string() }),
  /** The ring window's button. */
  decline: z.object({ type: z.literal('decline'), roomId: z.string(), callId: z.string() }),
};
export type ToEngine = z.infer<(typeof toEngine)[keyof typeof toEngine]>;

const isType = (type: unknown): type is keyof typeof toEngine =>
  typeof type === 'string' && Object.hasOwn(toEngine, type);

/** Null for what is no such message. Only the schema of its own type is made: an engine's start needs two of them. */
export function readToEngine(data: unknown): ToEngine | null {
  const type: unknown =
    typeof data === 'object' && data !== null ? Reflect.get(data, 'type') : null;
  if (!isType(type)) return null;
  const read = toEngine[type].safeParse(data);
  return read.success ? read.data : null;
}

/** engine → main. */
export const FromEngine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  /** The profile cannot be opened; the engine exits by itself afterwards and must not be restarted by a timer. */
  z.object({ type: z.literal('unusable'), error: AppError }),
  z.object({ type: z.literal('pong'), id: z.number() }),
  /** Once per start: a sync answer was committed or a call was answered (D14b). */
  z.object({ type: z.literal('progress') }),
  z.object({
    type: z.literal('notify'),
    roomId: z.string(),
    eventId: z.string(),
    title: z.string(),
    /** Of an invitation the name of who invites; main makes a sentence of it (D13). */
    body: z.string(),
    silent: z.boolean(),
    /** Default: a message. */
    kind: z.enum(['message', 'invite', 'missed_call']).optional(),
  }),
  z.object({ type: z.literal('unnotify'), roomId: z.string() }),
  z.object({ type: z.literal('badge'), unread: z.number(), highlights: z.number() }),
  z.object({
    type: z.literal('profile'),
    signedIn: z.boolean(),
    userId: z.string().nullable(),
    label: z.string().nullable(),
    avatar: z.string().nullable(),
  }),
  z.object({
    type: z.literal('log'),
    level: z.enum(['error', 'warn', 'info', 'debug']),
    line: z.string(),
  }),
  z.object({
    type: z.literal('media'),
    id: z.number(),
    /** Null: unknown handle or not allowed. `iv` is the full 16-byte counter block at offset 0. */
    ticket: z
      .object({
        path: z.string(),
        key: z.custom<Uint8Array>((v) => ArrayBuffer.isView(v)),
        iv: z.custom<Uint8Array>((v) => ArrayBuffer.isView(v)),
        sizeBytes: z.number(),
        mimeType: z.string(),
      })
      .nullable(),
  }),
  /** `error` null: complete, verified and on the disk. */
  z.object({ type: z.literal('exported'), id: z.number(), error: AppError.nullable() }),
  z.object({ type: z.literal('revealed'), id: z.number(), path: z.string().nullable() }),
  /** Taskbar, at most four times a second while something runs, then once with `running` 0. */
  z.object({
    type: z.literal('transferProgress'),
    /** 0 to 1 by bytes; null: not known yet. */
    fraction: z.number().nullable(),
    running: z.number(),
    failed: z.number(),
  }),
  /** The queue ran empty: how many files since it began. */
  z.object({
    type: z.literal('transfersDone'),
    uploaded: z.number(),
    downloaded: z.number(),
    failed: z.number(),
  }),
  /** Who rings now, all of them, after each change; none ends the ringing. */
  z.object({ type: z.literal('rings'), rings: z.array(CallRing) }),
  /** The calls of this account's windows, after each change. */
  z.object({ type: z.literal('calls'), calls: z.array(RunningCall) }),
  z.object({ type: z.literal('stopped') }),
]);
export type FromEngine = z.infer<typeof FromEngine>;
