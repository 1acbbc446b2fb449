// What this account is told of, on all its devices: its push rules, as other clients read and write them.
import { z } from '../wire/schema';
import { call, contract, list, value } from '../wire/shapes';
import { EventId, ItemKey, nothing, RoomId } from './ids';
import { MessagePreview } from './messages/previewModels';
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

/** Made in a window, where one of the account is open; else the system's own sound is heard. */
export const NoticeTone = z.enum(['drop', 'chime', 'knock']);
export type NoticeTone = z.infer<typeof NoticeTone>;

const Keyword = z.string().min(1).max(100);

export const NotificationRules = z.object({
  /** Anything at all, over all the others. */
  all: z.boolean(),
  /** Every message of a chat of two people. */
  direct: z.boolean(),
  /** Every message of a larger room. */
  rooms: z.boolean(),
  /** What mentions this account or says its name. */
  mentions: z.boolean(),
  /** What calls everybody (`@room`). */
  everybody: z.boolean(),
  invites: z.boolean(),
  /** Words that count as a mention; in the order of the server. */
  keywords: z.array(z.string()),
});
export type NotificationRules = z.infer<typeof NotificationRules>;

/** What the server announced to this account, on whichever device. */
export const NotifiedMessage = z.object({
  key: ItemKey,
  roomId: RoomId,
  /** Null: nothing is known of the room. */
  roomName: z.string().nullable(),
  /** A chat of two: its name is the other person. */
  direct: z.boolean(),
  /** A shared folder: it stands in Files. */
  folder: z.boolean(),
  eventId: EventId,
  /** `invited`: into this room. `other`: it is no message, or none that can be shown. `room_gone`: this account is not in the room. */
  state: z.enum(['here', 'deleted', 'invited', 'other', 'room_gone']),
  sender: Person.nullable(),
  preview: MessagePreview.nullable(),
  sentAtMs: z.number(),
  read: z.boolean(),
  /** A mention, or a word that counts as one. */
  mention: z.boolean(),
});
export type NotifiedMessage = z.infer<typeof NotifiedMessage>;

export const notifications = contract({
  calls: {
    /** Asks the server; the value follows when sync has brought it. */
    setNotificationRule: call(z.object({ kind: NotificationKind, on: z.boolean() }), nothing),
    /** Asks the server. What differs in case only is one word. */
    setKeyword: call(z.object({ keyword: Keyword, on: z.boolean() }), nothing),
    /** Every chat of the list. What the server cannot be told now is told later. */
    markAllRead: call(nothing, z.object({ rooms: z.number() })),
  },
  values: {
    notificationRules: value(nothing, NotificationRules),
    /** A notice is announced with a sound of ours, which this window shall make; `turn` differs from the one before. Null at first. */
    noticeTone: value(nothing, z.object({ turn: z.number(), tone: NoticeTone }).nullable()),
  },
  lists: {
    /**
     * Newest first. Empty until it is paged `back`, which asks the server; `reachedStart` says that there is nothing older. Paged `forward`
     * it answers `bad_request`.
     */
    notificationHistory: list(z.object({ mentions: z.boolean() }), NotifiedMessage),
  },
});
