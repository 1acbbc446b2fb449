// The control channel between main and one engine: what main asks of it and shows for it, as a contract that the engine serves, and the
// few messages around it. Never timeline data, never reachable from a window.
import { z } from './wire/schema';
import { CallRing, RunningCall } from './areas/calls/callsModels';
import { PagePlace } from './areas/account/proof';
import { Trust } from './areas/encryption/trust';
import { AppError } from './wire/errorSchemas';
import type { Port } from './wire/port';
import { call, contract, list, value } from './wire/shapes';

const nothing = z.object({});
const bytes = z.custom<Uint8Array>((v) => ArrayBuffer.isView(v));

/** A path that the user chose, under the ticket by which a window names it. */
export const TicketFacts = z.object({
  ticket: z.string(),
  path: z.string(),
  fileName: z.string(),
  sizeBytes: z.number(),
  mimeType: z.string().nullable(),
  direction: z.enum(['read', 'write']),
  /** To read: everything below it. To write: a folder for several files. */
  isFolder: z.boolean(),
});
export type TicketFacts = z.infer<typeof TicketFacts>;

/** Path and keys by which main streams a media file. `iv` is the full 16-byte counter block at offset 0. */
export const MediaTicket = z.object({
  path: z.string(),
  key: bytes,
  iv: bytes,
  sizeBytes: z.number(),
  mimeType: z.string(),
  /** Bytes before this one can be read. Less than all: it is being fetched, nothing of it is verified, and the file gets its name later. */
  readyTo: z.number(),
});
export type MediaTicket = z.infer<typeof MediaTicket>;

export const mostPictureBytes = 262_144;
const PictureBytes = z.custom<Uint8Array>(
  (bytes) => ArrayBuffer.isView(bytes) && bytes.byteLength <= mostPictureBytes,
);

export const Notice = z.object({
  /** Empty: a sign-in of another device, which is about no room. */
  roomId: z.string(),
  eventId: z.string(),
  /** The first message of the thread; absent for a message that is no answer in a thread. */
  threadId: z.string().optional(),
  title: z.string(),
  /** The name of the inviter for `invite`, of the one who asks for `knock`, of the sender for `hidden_message` in a group, the message for `reminder`, nothing for `not_sent`; main makes a sentence of it. */
  body: z.string(),
  /** For `knock`: how many more people ask to be let in. Absent: none. */
  others: z.number().optional(),
  silent: z.boolean(),
  kind: z.enum([
    'message',
    'hidden_message',
    'invite',
    'knock',
    'missed_call',
    'reminder',
    'not_sent',
    'sign_in',
  ]),
  /** Set for messages; absent: `ok`. */
  trust: Trust.optional(),
  /** True for a message whose text is shown, in a room where this account may write. */
  canReply: z.boolean().optional(),
  /** Replaces the shown notification; if that was clicked or dismissed, nothing is shown. */
  replaces: z.boolean().optional(),
  /** Handle of the small picture beside its words, for `noticePicture`. */
  picture: z.string().optional(),
});
export type Notice = z.infer<typeof Notice>;

/** The notice of one room, keyed by its id, or of one reminder, scheduled message or sign-in, keyed by a word that is no room id. */
export const RoomNotice = z.object({
  key: z.string(),
  /** The newest one; null: the room was read, the reminder is done. */
  notice: Notice.nullable(),
});
export type RoomNotice = z.infer<typeof RoomNotice>;

/** The message of a notification, which includes everything before it. */
const ofNotice = z.object({
  roomId: z.string(),
  threadId: z.string().nullable(),
  eventId: z.string(),
});
export type OfNotice = z.infer<typeof ofNotice>;

/** The same numbers as in `AccountRow`. */
export const Badge = z.object({ unread: z.number(), highlights: z.number() });
export type Badge = z.infer<typeof Badge>;

export const Profile = z.object({
  signedIn: z.boolean(),
  userId: z.string().nullable(),
  label: z.string().nullable(),
  avatar: z.string().nullable(),
});
export type Profile = z.infer<typeof Profile>;

/** For the taskbar: at most four times a second while something runs, then once with `running` 0. */
export const TransferProgress = z.object({
  /** 0 to 1 by bytes; null: not known yet. */
  fraction: z.number().nullable(),
  running: z.number(),
  failed: z.number(),
});
export type TransferProgress = z.infer<typeof TransferProgress>;

/** How many files since the queue began. */
export const TransfersDone = z.object({
  uploaded: z.number(),
  downloaded: z.number(),
  failed: z.number(),
});
export type TransfersDone = z.infer<typeof TransfersDone>;

/** An address to open, each turn once: somebody signs in or makes an account. A window of the app goes with the wish. */
export const BrowserWish = z.object({ turn: z.number(), url: z.string(), place: PagePlace });
export type BrowserWish = z.infer<typeof BrowserWish>;

/** An act that cannot be undone, and that a page alone must not do: main asks the user in a dialog of the system. */
export const Question = z.object({
  act: z.enum(['new_password', 'end_account', 'link_device']),
  /** The other user of the server; for `link_device` this account's own. */
  userId: z.string().max(255),
  /** The act signs all their devices out, or erases their messages. */
  isWide: z.boolean(),
  /** The new password for `new_password`: the dialog shows it, so that the person who typed it sees that it is theirs. */
  password: z.string().max(1024).optional(),
});
export type Question = z.infer<typeof Question>;

export const control = contract({
  calls: {
    /** True when the computer was not touched for a while, false when it is touched again. */
    setIdle: call(z.object({ idle: z.boolean() }), nothing),
    /** Power resume, or the network came back: sync retries at once. */
    wake: call(nothing, nothing),
    /** The page of the last open place crashes: the next page begins with the chats, and none open. */
    leavePlace: call(nothing, nothing),
    acceptFile: call(TicketFacts, nothing),
    /**
     * Waits for a running download. Null: unknown handle or not allowed. With `at`, film and sound are given out while they are fetched, as
     * soon as there is something from that byte on.
     */
    mediaTicket: call(
      z.object({ handle: z.string(), at: z.number().nullable() }),
      z.object({ ticket: MediaTicket.nullable() }),
    ),
    /** Writes the verified plain file to a path of main's choice, within its private folder; complete when it resolves. */
    exportFile: call(z.object({ handle: z.string(), path: z.string() }), nothing),
    /** The path of a finished download; null when there is none. */
    savedPath: call(
      z.object({ transferId: z.string() }),
      z.object({ path: z.string().nullable() }),
    ),
    /** Main could not open the address of the value `browser`. */
    browserNotOpened: call(z.object({ turn: z.number() }), nothing),
    /** The page in the window that `browser` asked for went on to another, or the person closed the window. */
    pageNews: call(z.object({ turn: z.number(), news: z.enum(['moved', 'closed']) }), nothing),
    /** The person's answer to the value `question`; an answer to one that is over changes nothing. */
    answerQuestion: call(z.object({ turn: z.number(), yes: z.boolean() }), nothing),
    /** The ring window's button. */
    declineCall: call(z.object({ roomId: z.string(), callId: z.string() }), nothing),
    /** The user replied in a notification: sends it like the composer, once for each `requestId`, and marks the message as read. */
    answerNotice: call(
      ofNotice.extend({ requestId: z.string().max(64), text: z.string().min(1).max(65_536) }),
      nothing,
    ),
    readNotice: call(ofNotice, nothing),
    /** A PNG or JPEG; fetched if it is not here. Null: there is none, or it is too large for a notice. */
    noticePicture: call(
      z.object({ handle: z.string() }),
      z.object({ bytes: PictureBytes.nullable() }),
    ),
    /** The process that `reader` wished for ended. */
    readerGone: call(z.object({ turn: z.number() }), nothing),
  },
  values: {
    profile: value(nothing, Profile),
    /** Null: nothing is to be opened any more. */
    browser: value(nothing, BrowserWish.nullable()),
    /** The question that main asks in a dialog of the system, once for each `turn`. */
    question: value(nothing, Question.extend({ turn: z.number() }).nullable()),
    /** A process that reads files for this engine, a new one each turn; its port comes with the message `reader`. Null: none. */
    reader: value(nothing, z.object({ turn: z.number() }).nullable()),
    /** Null: not counted yet. */
    badge: value(nothing, Badge.nullable()),
    /** All calls that ring now; an empty list ends the ringing. */
    rings: value(nothing, z.array(CallRing)),
    /** The calls of this account's windows. */
    calls: value(nothing, z.array(RunningCall)),
    /** Null: nothing has run yet. */
    transferProgress: value(nothing, TransferProgress.nullable()),
    /** Each time that the queue ran empty; `run` counts them from 1. Null: not yet. */
    transfersDone: value(nothing, TransfersDone.extend({ run: z.number() }).nullable()),
  },
  lists: {
    notices: list(nothing, RoomNotice),
  },
});
export type ControlContract = typeof control;

/** A message of the contract above, wrapped for the control channel. */
const carried = z.object({ type: z.literal('contract'), message: z.unknown() });

/** main → engine, by `type`. `attach` and `reader` carry one MessagePort. Keys and paths travel here only, never in argv or the environment. */
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
  attach: z.object({
    type: z.literal('attach'),
    connection: z.number(),
    /** The page has just begun: its first questions are answered unasked. */
    first: z.boolean(),
  }),
  reader: z.object({ type: z.literal('reader'), turn: z.number() }),
  detach: z.object({ type: z.literal('detach'), connection: z.number() }),
  ping: z.object({ type: z.literal('ping'), id: z.number() }),
  stop: z.object({ type: z.literal('stop') }),
  contract: carried,
};
export type ToEngine = z.infer<(typeof toEngine)[keyof typeof toEngine]>;

const isType = (type: unknown): type is keyof typeof toEngine =>
  typeof type === 'string' && Object.hasOwn(toEngine, type);

/** Null for any other message. Only the schema of its own type is made: an engine's start needs few of them. */
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
  /** Once per start: a sync answer was committed or a call of a window was answered. */
  z.object({ type: z.literal('progress') }),
  z.object({
    type: z.literal('log'),
    level: z.enum(['error', 'warn', 'info', 'debug']),
    line: z.string(),
  }),
  carried,
  z.object({ type: z.literal('stopped') }),
]);
export type FromEngine = z.infer<typeof FromEngine>;

/** The contract's port over the control channel, whose messages its owner gives to `receive`. It lives as long as the process. */
export function controlPort(post: (message: z.infer<typeof carried>) => void): {
  readonly port: Port;
  receive(message: unknown): void;
} {
  const listeners = new Set<(message: unknown) => void>();
  return {
    port: {
      post: (message) => post({ type: 'contract', message }),
      onMessage: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      onClose: () => () => undefined,
      close: () => listeners.clear(),
    },
    receive: (message) => [...listeners].forEach((listener) => listener(message)),
  };
}
