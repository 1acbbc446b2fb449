// Notification settings of the account: its push rules, which all its devices and other clients share.
import { z } from '../wire/schema';
import { call, contract, list, value } from '../wire/shapes';
import { EventId, ItemKey, nothing, RoomId } from './ids';
import { MessagePreview } from './messages/previewModels';
import { Departure } from './rooms/departureModels';
import { Person } from './rooms/peopleModels';

export const NotificationKind = z.enum([
  'all',
  'direct',
  'rooms',
  'mentions',
  'everybody',
  'invites',
]);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** Sounds that a window plays while one of the account is open; otherwise the system plays its own. */
export const NoticeTone = z.enum(['drop', 'chime', 'knock']);
export type NoticeTone = z.infer<typeof NoticeTone>;

const Keyword = z.string().min(1).max(100);

export const NotificationRules = z.object({
  /** Master switch; false turns all the others off. */
  all: z.boolean(),
  /** Every message of a chat of two people. */
  direct: z.boolean(),
  /** Every message of a larger room. */
  rooms: z.boolean(),
  /** Messages that mention this account or contain its name. */
  mentions: z.boolean(),
  /** Messages that mention everybody (`@room`). */
  everybody: z.boolean(),
  invites: z.boolean(),
  /** Words that count as a mention, in the order of the server. */
  keywords: z.array(z.string()),
});
export type NotificationRules = z.infer<typeof NotificationRules>;

/** An event for which the server notified this account, on any of its devices, or a mention that this computer decrypted. */
export const NotifiedMessage = z.object({
  key: ItemKey,
  roomId: RoomId,
  /** Null: nothing is known of the room. */
  roomName: z.string().nullable(),
  /** Tells the room from another one of the same name; absent when no other has it. */
  address: z.string().optional(),
  /** A chat of two: its name is the other person's. */
  direct: z.boolean(),
  /** The room is a shared directory, which is shown in Files. */
  folder: z.boolean(),
  eventId: EventId,
  /**
   * `invited`: an invitation to this room. `asking`: people ask to be let into it, until they are answered. `moved`: the room
   * was upgraded. `other`: no message, or none that can be shown. `room_gone`: this account is not in the room.
   */
  state: z.enum(['here', 'deleted', 'invited', 'asking', 'moved', 'other', 'room_gone']),
  /** Set with `asking`: how many ask, `sender` the last of them, and how this account may answer. */
  requests: z.object({ count: z.number(), letIn: z.boolean(), decline: z.boolean() }).optional(),
  /** Set with `room_gone` where somebody else took this account out of the room. */
  departure: Departure.optional(),
  sender: Person.nullable(),
  preview: MessagePreview.nullable(),
  /** The words that came with an invitation or with the only request. Absent: there are none. */
  reason: z.string().optional(),
  sentAtMs: z.number(),
  read: z.boolean(),
  /** It is a mention, or contains a word that counts as one. */
  mention: z.boolean(),
});
export type NotifiedMessage = z.infer<typeof NotifiedMessage>;

/** Joined chats with something unread, and folders in which somebody else changed files since this account looked. */
export const News = z.object({ chats: z.number(), folders: z.number() });
export type News = z.infer<typeof News>;

export const notifications = contract({
  calls: {
    /** Asks the server; the value changes when sync has brought the new rule. */
    setNotificationRule: call(z.object({ kind: NotificationKind, on: z.boolean() }), nothing),
    /** Asks the server. Words that differ in case only are the same. */
    setKeyword: call(z.object({ keyword: Keyword, on: z.boolean() }), nothing),
    /** Marks every chat of the room list as read, and every folder as seen; answers how many. Receipts that cannot be sent now are sent later. */
    markAllRead: call(nothing, News),
  },
  values: {
    notificationRules: value(nothing, NotificationRules),
    /** Told soon after it changed, not at once. */
    news: value(nothing, News),
    /** The sound that this window has to play for a notification; `turn` changes with each notification. Null at first. */
    noticeTone: value(nothing, z.object({ turn: z.number(), tone: NoticeTone }).nullable()),
  },
  lists: {
    /**
     * Newest first. Only what is on the disk until it is paged `back`, which asks the server; `reachedStart`: there is nothing older. Paging
     * `forward` is rejected with `bad_request`.
     */
    notificationHistory: list(z.object({ mentions: z.boolean() }), NotifiedMessage),
  },
});
