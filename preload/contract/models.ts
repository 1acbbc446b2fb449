// What the window shows, finished for display: names resolved, edits and reactions folded in, dividers as items. The window
// formats (time, language, colour) and derives no meaning.
import { z } from './schema';
import { CallNote, GroupCallNote } from './callNote';
import { AppError } from './errors';

const id = (max: number) => z.string().min(1).max(max);

export const RoomId = id(255).regex(/^!/);
export const EventId = id(255).regex(/^\$/);
export const UserId = id(255).regex(/^@/);
/** Made by the window, 16 to 64 characters; the same id again is the same act (D17). */
export const RequestId = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);
/** Stable identity of a list item: survives local echo, sent, decrypted and edited. */
export const ItemKey = id(400);
export const Ticket = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);
/** Opaque id of a media file; the window loads `/media/<accountId>/<handle>` (D1). */
export const MediaHandle = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);

export const Person = z.object({
  userId: z.string(),
  /** Display name without control and bidi characters; the user id where there is none. */
  name: z.string(),
  /** True when another member of the room shows the same name, so the full id has to be shown too. */
  ambiguous: z.boolean(),
  avatar: MediaHandle.nullable(),
});
export type Person = z.infer<typeof Person>;

// ---------- account ----------

export const EngineInfo = z.object({
  version: z.string(),
  startedAtMs: z.number(),
  state: z.enum(['starting', 'ready', 'stopping']),
});
export type EngineInfo = z.infer<typeof EngineInfo>;

export const Session = z.object({
  state: z.enum(['signed_out', 'signed_in', 'expired']),
  userId: z.string().nullable(),
  deviceId: z.string().nullable(),
  displayName: z.string().nullable(),
  avatar: MediaHandle.nullable(),
  serverName: z.string().nullable(),
  baseUrl: z.string().nullable(),
});
export type Session = z.infer<typeof Session>;

/** `state` is CHAT-4.1's word, `phase` is what the status line says. */
export const SyncStatus = z.object({
  state: z.enum(['ERROR', 'PREPARED', 'STOPPED', 'SYNCING', 'CATCHUP', 'RECONNECTING']),
  phase: z.enum(['signed_out', 'connecting', 'syncing', 'catching_up', 'offline', 'expired']),
  /** When this phase began, epoch ms; for `offline` the last answer of the server. */
  sinceMs: z.number(),
  /** Messages written here that are not yet on the server. */
  waitingMessages: z.number(),
  /** Malformed events that were dropped and counted since the account exists. */
  droppedEvents: z.number(),
  error: AppError.nullable(),
});
export type SyncStatus = z.infer<typeof SyncStatus>;

export const EncryptionStatus = z.object({
  /** `unset`: no secure backup yet. `locked`: exists, this device needs the recovery key. `skipped`: the user chose later. */
  state: z.enum([
    'unknown',
    'setting_up',
    'unset',
    'key_shown',
    'locked',
    'skipped',
    'ready',
    'failed',
  ]),
  deviceVerified: z.boolean(),
  backupEnabled: z.boolean(),
  /** Room keys that only this device has. */
  unbackedKeys: z.number(),
  undecryptable: z.number(),
  /** `locked`, and it was not before: another device has made a new identity. */
  identityReplaced: z.boolean(),
  error: AppError.nullable(),
});
export type EncryptionStatus = z.infer<typeof EncryptionStatus>;

// ---------- rooms ----------

export const RoomSection = z.enum([
  'invites',
  'favourites',
  'people',
  'rooms',
  'spaces',
  'low_priority',
]);
export type RoomSection = z.infer<typeof RoomSection>;

export const MessagePreview = z.object({
  kind: z.enum([
    'text',
    'image',
    'video',
    'audio',
    'file',
    'redacted',
    'undecryptable',
    'draft',
    'notice',
    'call',
    // No message in the room; or none on the disk, which has not all of the room.
    'none',
    'unknown',
  ]),
  /** Of a call: what became of it, where this computer was there. */
  call: CallNote.nullable().optional(),
  /** Of a group call, instead. */
  groupCall: GroupCallNote.nullable().optional(),
  /** Who wrote it; null when the sender needs no naming (a direct room's other person, a draft). */
  senderName: z.string().nullable(),
  mine: z.boolean(),
  /** One line, no markup, at most 200 characters. */
  text: z.string(),
});
export type MessagePreview = z.infer<typeof MessagePreview>;

export const RoomRow = z.object({
  kind: z.literal('room'),
  key: ItemKey,
  roomId: RoomId,
  section: RoomSection,
  name: z.string(),
  avatar: MediaHandle.nullable(),
  /** The other person of a direct room: colours the initials. */
  directUserId: z.string().nullable(),
  membership: z.enum(['join', 'invite', 'knock', 'leave', 'ban']),
  encrypted: z.boolean(),
  muted: z.boolean(),
  preview: MessagePreview,
  /** Time of the latest displayable event, epoch ms (D18); 0 when there is none. */
  activityMs: z.number(),
  unread: z.number(),
  highlights: z.number(),
  /** Something new without a count (a muted room, marked unread by hand). */
  dot: z.boolean(),
  unsent: z.boolean(),
  typing: z.array(z.string()),
});
export type RoomRow = z.infer<typeof RoomRow>;

export const RoomListItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('section'),
    key: ItemKey,
    section: RoomSection,
    /** All rooms of the section, also those beyond the window or collapsed. */
    total: z.number(),
    collapsed: z.boolean(),
  }),
  RoomRow,
]);
export type RoomListItem = z.infer<typeof RoomListItem>;

export const RoomListQuery = z.object({
  /** Filter as you type: case- and accent-insensitive part of the name. Empty shows all. */
  text: z.string().max(200),
  collapsed: z.array(RoomSection),
  limit: z.number().int().min(1).max(500),
});

export const RoomPermissions = z.object({
  send: z.boolean(),
  invite: z.boolean(),
  rename: z.boolean(),
  setTopic: z.boolean(),
  redactOthers: z.boolean(),
});

export const RoomHeader = z.object({
  roomId: RoomId,
  /** `unknown`: not on this disk. */
  membership: z.enum(['join', 'invite', 'knock', 'leave', 'ban', 'unknown']),
  name: z.string(),
  topic: z.string().nullable(),
  avatar: MediaHandle.nullable(),
  directUserId: z.string().nullable(),
  encrypted: z.boolean(),
  public: z.boolean(),
  version: z.string(),
  joinedCount: z.number(),
  invitedCount: z.number(),
  /** Set while invited. */
  inviter: Person.nullable(),
  typing: z.array(Person),
  permissions: RoomPermissions,
  tags: z.array(z.string()),
  /** The room that took over (tombstone), when both ends agree. */
  replacementRoomId: RoomId.nullable(),
  unread: z.number(),
  /** Holds other rooms; nobody writes there. */
  isSpace: z.boolean(),
});
export type RoomHeader = z.infer<typeof RoomHeader>;

export const Draft = z.object({
  text: z.string().max(65_536),
  replyTo: EventId.nullable(),
  editing: EventId.nullable(),
});
export type Draft = z.infer<typeof Draft>;

// ---------- timeline ----------

export const SendStatus = z.enum([
  'sending',
  'queued',
  'encrypting',
  'not_sent',
  'cancelled',
  'sent',
]);
export type SendStatus = z.infer<typeof SendStatus>;

export const MediaRef = z.object({
  handle: MediaHandle,
  thumbnail: MediaHandle.nullable(),
  fileName: z.string(),
  /** From the encrypted part only; null when the sender did not say. */
  mimeType: z.string().nullable(),
  sizeBytes: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  durationMs: z.number().nullable(),
  blurhash: z.string().nullable(),
  encrypted: z.boolean(),
  /** Why it cannot be opened at all (missing key or hash, bad address), else null. */
  broken: z.string().nullable(),
});
export type MediaRef = z.infer<typeof MediaRef>;

export const UndecryptableReason = z.enum([
  'waiting_for_key',
  'sent_before_sign_in',
  'sent_before_sign_in_no_backup',
  'key_in_backup_locked',
  'withheld',
  'sender_identity_changed',
  'unsigned_device',
  'malformed',
  'not_joined_then',
  'unknown',
]);
export type UndecryptableReason = z.infer<typeof UndecryptableReason>;

export const FormattedText = z.object({
  text: z.string(),
  /** Unsanitised `formatted_body`: the window sanitises it once, before use (D6). */
  html: z.string().nullable(),
});
export type FormattedText = z.infer<typeof FormattedText>;

export const MessageBody = z.discriminatedUnion('type', [
  FormattedText.extend({ type: z.enum(['text', 'notice', 'emote']) }),
  z.object({
    type: z.enum(['image', 'video', 'audio', 'file']),
    media: MediaRef,
    caption: FormattedText.nullable(),
  }),
  z.object({ type: z.literal('location'), text: z.string(), geoUri: z.string() }),
  z.object({
    type: z.literal('undecryptable'),
    reason: UndecryptableReason,
    /** '** Unable to decrypt: {reason} **' in the specification's words, for details and copying. */
    text: z.string(),
  }),
  z.object({ type: z.literal('redacted'), by: Person.nullable(), reason: z.string().nullable() }),
  /** A message that breaks the rules (CHAT-3.16: no string body). */
  z.object({ type: z.literal('invalid'), text: z.string() }),
  z.object({ type: z.literal('unsupported'), eventType: z.string(), text: z.string() }),
]);
export type MessageBody = z.infer<typeof MessageBody>;

export const Reaction = z.object({
  key: z.string(),
  count: z.number(),
  /** Event id of my own reaction, to take it back; a pending one carries its item key. */
  mine: z.string().nullable(),
  senders: z.array(z.string()),
});
export type Reaction = z.infer<typeof Reaction>;

export const ReplyQuote = z.object({
  eventId: EventId,
  /** The message stands in a thread; without an answer inside it, the quote is the thread's first message. */
  inThread: z.boolean(),
  sender: Person.nullable(),
  /** Taken from the event itself, never from a fallback in the body; null while it is not on the disk. */
  preview: MessagePreview.nullable(),
});
export type ReplyQuote = z.infer<typeof ReplyQuote>;

export const MessageActions = z.object({
  react: z.boolean(),
  reply: z.boolean(),
  edit: z.boolean(),
  redact: z.boolean(),
  retry: z.boolean(),
  cancel: z.boolean(),
});

export const MessageItem = z.object({
  kind: z.literal('message'),
  key: ItemKey,
  eventId: EventId.nullable(),
  sender: Person,
  mine: z.boolean(),
  sentAtMs: z.number(),
  /** Belongs to the group above: same sender within five minutes, nothing in between. */
  continuation: z.boolean(),
  body: MessageBody,
  reply: ReplyQuote.nullable(),
  edited: z.boolean(),
  /** Markdown to start an edit from; null when it cannot be edited by this account. */
  editText: z.string().nullable(),
  reactions: z.array(Reaction),
  /** People whose newest receipt is here, without this account. */
  readBy: z.array(Person),
  /** Null for events of the server; `sent` until the sync echo took over. */
  status: SendStatus.nullable(),
  error: AppError.nullable(),
  /** Upload progress of an attachment, 0 to 1. */
  progress: z.number().nullable(),
  /** True when the message mentions this account. */
  highlight: z.boolean(),
  /** In an encrypted room: `plain` arrived in clear, `unverified` from a device that its owner has not signed. */
  trust: z.enum(['ok', 'plain', 'unverified']),
  actions: MessageActions,
  /** People whose address stands in the text and whose name is known; absent where there are none. */
  mentions: z.array(Person).optional(),
});
export type MessageItem = z.infer<typeof MessageItem>;

/** State changes; the window has one sentence per `what`. */
export const NoticeItem = z.object({
  kind: z.literal('notice'),
  key: ItemKey,
  eventId: EventId.nullable(),
  what: z.enum([
    'created',
    'joined',
    'left',
    'invited',
    'invite_declined',
    'invite_withdrawn',
    'kicked',
    'banned',
    'unbanned',
    'knocked',
    'named',
    'name_changed',
    'avatar_changed',
    'renamed_self',
    'topic_changed',
    'room_avatar_changed',
    'encrypted',
    'join_rule_changed',
    'history_visibility_changed',
    'power_levels_changed',
    'upgraded',
    'call',
    'group_call',
    'other_state',
  ]),
  actor: Person,
  target: Person.nullable(),
  /** New name, topic, rule, or the reason; plain text. */
  detail: z.string().nullable(),
  sentAtMs: z.number(),
  call: CallNote.optional(),
  groupCall: GroupCallNote.optional(),
});
export type NoticeItem = z.infer<typeof NoticeItem>;

export const TimelineItem = z.discriminatedUnion('kind', [
  MessageItem,
  NoticeItem,
  /** Midnight of the day, local time, epoch ms. */
  z.object({ kind: z.literal('day'), key: ItemKey, dayMs: z.number() }),
  z.object({ kind: z.literal('unread'), key: ItemKey }),
  /** The first event of the room is on the disk. */
  z.object({
    kind: z.literal('start'),
    key: ItemKey,
    roomName: z.string(),
    encrypted: z.boolean(),
  }),
  /** Events are missing here; paging fills it. */
  z.object({ kind: z.literal('gap'), key: ItemKey }),
  /** The last item while the window ends before the newest event; paging forward goes on. */
  z.object({ kind: z.literal('newer'), key: ItemKey }),
]);
export type TimelineItem = z.infer<typeof TimelineItem>;
