// The items of a timeline, finished for display: names resolved, edits and reactions folded in, dividers as items. The window
// formats (time, language, colour) and derives no meaning.
import { AppError } from '../../wire/errorSchemas';
import { z } from '../../wire/schema';
import { EventId, ItemKey, MediaHandle, RoomId } from '../ids';
import { MessageBody, TextMention } from './messageModels';
import { NoticeItem } from './noticeModels';
import { MessagePreview } from './previewModels';
import { Person } from '../rooms/peopleModels';
import { Trust } from '../encryption/trust';

export const SendStatus = z.enum([
  'sending',
  'queued',
  'encrypting',
  'not_sent',
  'cancelled',
  'sent',
]);
export type SendStatus = z.infer<typeof SendStatus>;

/** Picture and shortcode of a custom emoji, whose address is the `key`; absent for a plain emoji. */
const customEmoji = {
  picture: z.object({ handle: MediaHandle, shortcode: z.string() }).optional(),
};

export const Reaction = z.object({
  key: z.string(),
  ...customEmoji,
  count: z.number(),
  /** Event id of my own reaction, to take it back; a pending one carries its item key. */
  mine: z.string().nullable(),
  senders: z.array(z.string()),
});
export type Reaction = z.infer<typeof Reaction>;

/** Everybody who reacted with one emoji, 500 people at most; `count` counts all. */
export const Reactors = z.object({
  key: z.string(),
  ...customEmoji,
  count: z.number(),
  people: z.array(Person),
});
export type Reactors = z.infer<typeof Reactors>;

/** `readAtMs`: of their newest receipt in the conversation, or of the newest message that they wrote in it. */
export const MessageReader = z.object({ person: Person, readAtMs: z.number() });
export type MessageReader = z.infer<typeof MessageReader>;

export const ReplyQuote = z.object({
  eventId: EventId,
  /** The message is in a thread; without a reply inside it, the quote is the thread's first message. */
  inThread: z.boolean(),
  sender: Person.nullable(),
  /** Taken from the event itself, never from a fallback in the body; null while it is not on the disk. */
  preview: MessagePreview.nullable(),
});
export type ReplyQuote = z.infer<typeof ReplyQuote>;

/** The answers to a message that stand in a thread of their own. */
export const ThreadSummary = z.object({
  /** Without deleted ones. */
  count: z.number(),
  /** Answers of others that this account has not read, 100 at most; `mentions`: one of them calls it. */
  unread: z.number(),
  mentions: z.boolean(),
  /** The newest answer; null while it is not on the disk. */
  last: z.object({ sender: Person, preview: MessagePreview, sentAtMs: z.number() }).nullable(),
  /** Some of those who answered. */
  people: z.array(Person).max(3),
});
export type ThreadSummary = z.infer<typeof ThreadSummary>;

export const MessageActions = z.object({
  react: z.boolean(),
  reply: z.boolean(),
  /** Answers may be written, or read, in a thread of it. */
  thread: z.boolean(),
  edit: z.boolean(),
  redact: z.boolean(),
  forward: z.boolean(),
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
  /** A copy of a message that stood elsewhere, as its sender says. */
  forwarded: z.boolean().optional(),
  /** A moderator hid it from the others; this account sees it all the same. */
  hidden: z.object({ reason: z.string().nullable() }).optional(),
  /** Markdown to start an edit from; null when it cannot be edited by this account. */
  editText: z.string().nullable(),
  /** Mentions in `editText`; absent where there are none. */
  editMentions: z.array(TextMention).optional(),
  reactions: z.array(Reaction),
  /** Absent while the thread has no reply. */
  thread: ThreadSummary.optional(),
  /** The number of answers, set on the first message of a thread in the list of that thread. */
  answers: z.number().int().optional(),
  /** People whose newest receipt is here, without this account. */
  readBy: z.array(Person),
  /** Null for events of the server; `sent` until the sync echo took over. While an edit or a deletion of it waits, the status of that. */
  status: SendStatus.nullable(),
  /**
   * Those in this small room who had no device to read this message of this account with when it was sent, and are not known to be able to
   * read it since; absent where there is nobody.
   */
  missed: z.array(Person).optional(),
  error: AppError.nullable(),
  /** Upload progress of an attachment, 0 to 1. */
  progress: z.number().nullable(),
  /** True when the message mentions this account. */
  highlight: z.boolean(),
  trust: Trust,
  actions: MessageActions,
  /** People whose ids are in the text and whose names are known; absent where there are none. */
  mentions: z.array(Person).optional(),
});
export type MessageItem = z.infer<typeof MessageItem>;

/** A thread in a list of threads. */
export const ThreadItem = z.object({
  key: ItemKey,
  roomId: RoomId,
  roomName: z.string(),
  threadId: EventId,
  /** These are of the first message, null while it is not on the disk. */
  sender: Person.nullable(),
  preview: MessagePreview.nullable(),
  sentAtMs: z.number().nullable(),
  summary: ThreadSummary,
  /** The beginning of an answer that I have not sent, as one line; absent where there is none. */
  draft: z.string().optional(),
});
export type ThreadItem = z.infer<typeof ThreadItem>;

/** A message that somebody pinned; not its place in the timeline. */
export const PinnedMessage = z.object({
  key: ItemKey,
  eventId: EventId,
  /** These are null while the message is not on the disk. */
  sender: Person.nullable(),
  preview: MessagePreview.nullable(),
  sentAtMs: z.number().nullable(),
});
export type PinnedMessage = z.infer<typeof PinnedMessage>;

/** The place up to which the user has read a room, and the unread messages after it. */
export const UnreadPlace = z.object({
  /** Unread messages, as the room list counts them. */
  count: z.number(),
  mentions: z.number(),
  /** The last event that was read, or the own joining; null when neither is known. */
  after: EventId.nullable(),
  /** When that was, epoch ms; null when it is not on the disk. */
  sinceMs: z.number().nullable(),
});
export type UnreadPlace = z.infer<typeof UnreadPlace>;

export const TimelineItem = z.discriminatedUnion('kind', [
  MessageItem,
  NoticeItem,
  /** Midnight of the day, local time, epoch ms. */
  z.object({ kind: z.literal('day'), key: ItemKey, dayMs: z.number() }),
  /**
   * Key `unread`: the messages after it were unread when the list was opened. Another key: only messages that came while the reader was
   * away.
   */
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
  /** The last item while the list ends before the newest event; paging forward continues. */
  z.object({ kind: z.literal('newer'), key: ItemKey }),
]);
export type TimelineItem = z.infer<typeof TimelineItem>;
