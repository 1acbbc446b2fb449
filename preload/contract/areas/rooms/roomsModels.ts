// Rooms: the rows of the room list, the header of an open room.
import { roomNotifications, roomSections } from '../../plainNames';
import { z } from '../../wire/schema';
import { EventId, ItemKey, MediaHandle, OwnMessageId, RoomId } from '../ids';
import { TextMention } from '../messages/messageModels';
import { MessagePreview } from '../messages/previewModels';
import { Asking, RowAsking } from './askingModels';
import { Departure } from './departureModels';
import { Person } from './peopleModels';

export const RoomSection = z.enum(roomSections);
export type RoomSection = z.infer<typeof RoomSection>;

/** The news in the rooms of a space, those of the spaces in it included, each room once. */
export const SpaceNews = z.object({
  /** Number of its rooms with something new; of the muted ones those that mention this account. */
  rooms: z.number(),
  /** Mentions of this account in them. */
  highlights: z.number(),
});
export type SpaceNews = z.infer<typeof SpaceNews>;

export const RoomRow = z.object({
  kind: z.literal('room'),
  key: ItemKey,
  roomId: RoomId,
  section: RoomSection,
  name: z.string(),
  avatar: MediaHandle.nullable(),
  /** The other person of a direct room: colours the initials. */
  directUserId: z.string().nullable(),
  /** Tells it from another room of the list of the same name; absent when no other has it. */
  address: z.string().optional(),
  membership: z.enum(['join', 'invite', 'knock', 'leave', 'ban']),
  encrypted: z.boolean(),
  muted: z.boolean(),
  /** Muted, and quiet for mentions, too. */
  silent: z.literal(true).optional(),
  preview: MessagePreview,
  /** Time of the latest displayable event, epoch ms (D18); 0 when there is none. */
  activityMs: z.number(),
  unread: z.number(),
  highlights: z.number(),
  /** All that is unread stands in threads: the room itself is read. */
  inThreads: z.literal(true).optional(),
  /** Something new without a count (a muted room, or marked unread by hand). */
  dot: z.boolean(),
  /** A space has it while something is new in it. */
  inside: SpaceNews.optional(),
  unsent: z.boolean(),
  typing: z.array(z.string()),
  /** Requests to join that this account may answer, until they are answered. Absent: none. */
  asking: RowAsking.optional(),
  /** In the section `removed`: somebody declined the request to join, or withdrew the invitation that answered it. Absent: neither. */
  departed: z.enum(['refused', 'withdrawn']).optional(),
});
export type RoomRow = z.infer<typeof RoomRow>;

export const RoomListItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('section'),
    key: ItemKey,
    section: RoomSection,
    /** Number of rooms in the section, including those beyond the window or collapsed. */
    total: z.number(),
    collapsed: z.boolean(),
    /** The news in the rooms of a collapsed section, which have no row. Absent: none. */
    news: SpaceNews.optional(),
  }),
  RoomRow,
]);
export type RoomListItem = z.infer<typeof RoomListItem>;

export const RoomListQuery = z.object({
  /** Part of the name, case- and accent-insensitive. Empty shows all. */
  text: z.string().max(200),
  collapsed: z.array(RoomSection),
  limit: z.number().int().min(1).max(500),
  /** Only invitations, rooms with something new, and the one that is open; muted rooms only when they mention this account. */
  unreadOnly: z.boolean().optional(),
  /**
   * Only what stands in this space and in the spaces in it. Null, and a space that is not joined: all rooms, and the spaces that stand in no
   * other. Absent: all rooms and all spaces.
   */
  spaceId: RoomId.nullable().optional(),
});

/** The notification setting of a room; `default`: the account's push rules for all rooms apply. */
export const RoomNotifications = z.enum(roomNotifications);
export type RoomNotifications = z.infer<typeof RoomNotifications>;

export const RoomPermissions = z.object({
  send: z.boolean(),
  invite: z.boolean(),
  rename: z.boolean(),
  setTopic: z.boolean(),
  redactOthers: z.boolean(),
  pin: z.boolean(),
  /** May notify everybody by `@room`. */
  notifyRoom: z.boolean(),
  /** For members of a lower power level: may remove them, ban and unban them, change their roles. */
  kick: z.boolean(),
  ban: z.boolean(),
  setRoles: z.boolean(),
  /** May share a live location; absent: may not. */
  shareLive: z.boolean().optional(),
});

export const RoomHeader = z.object({
  roomId: RoomId,
  /** `unknown`: not on this disk. */
  membership: z.enum(['join', 'invite', 'knock', 'leave', 'ban', 'unknown']),
  name: z.string(),
  topic: z.string().nullable(),
  avatar: MediaHandle.nullable(),
  directUserId: z.string().nullable(),
  /** The other person of a chat of two, whom this account ignores. Absent: it does not. */
  blocked: Person.optional(),
  /** People who ask to be let in, the newest first, at most twenty, where this account may answer. Absent: nobody. */
  asking: z.array(Asking).optional(),
  /** How many ask, also beyond those twenty. Absent: nobody. */
  askingCount: z.number().optional(),
  /** The same address as in its row of the list. */
  address: z.string().optional(),
  encrypted: z.boolean(),
  public: z.boolean(),
  version: z.string(),
  joinedCount: z.number(),
  invitedCount: z.number(),
  /** Set while this account is invited. */
  inviter: Person.nullable(),
  /** The words of the inviter. Absent: there are none. */
  inviteReason: z.string().optional(),
  /** Invited again, or out of the room: this disk has messages of an earlier stay. Absent: it has none. */
  wasHere: z.boolean().optional(),
  /** Set while the membership is `leave` or `ban`. */
  departure: Departure.optional(),
  typing: z.array(Person),
  permissions: RoomPermissions,
  tags: z.array(z.string()),
  /** The room that replaces this one (tombstone), when both rooms confirm it. */
  replacementRoomId: RoomId.nullable(),
  /** Servers that know the replacement room; empty without one. */
  replacementVia: z.array(z.string()),
  /** The room before this one, when it is here and its tombstone names this room. */
  predecessorRoomId: RoomId.nullable(),
  /** Somebody of that room never came here and needs an invitation, and this account looks after the room: see `inviteLeftBehind`. */
  leftBehind: z.object({ names: z.array(z.string()), count: z.number() }).optional(),
  unread: z.number(),
  /** There is something new, counted or not, or the room was marked as unread. */
  hasNew: z.boolean(),
  notifications: RoomNotifications,
  /** A space: it holds other rooms and nobody writes in it. */
  isSpace: z.boolean(),
  /** No other member, present or invited, may give roles. Absent: others may, this account may not, or the known members do not tell. */
  runsAlone: z.boolean().optional(),
  /** Somebody shares a live location: see `liveLocations`. Absent: nobody. */
  live: z.boolean().optional(),
  /** A scheduled message waits in the room or in one of its threads: see `scheduled`. Absent: none. */
  scheduled: z.boolean().optional(),
});
export type RoomHeader = z.infer<typeof RoomHeader>;

const draftText = z.string().max(65_536);
const draftMentions = z.array(TextMention).max(100);
export const Draft = z.object({
  text: draftText,
  replyTo: EventId.nullable(),
  /** New words of a message, beside the text; `eventId` is its key while it is being sent. */
  editing: z.object({ eventId: OwnMessageId, text: draftText, mentions: draftMentions }).nullable(),
  mentions: draftMentions.optional(),
});
export type Draft = z.infer<typeof Draft>;

/** A room as the server describes it to people who have not joined. */
export const RoomSummary = z.object({
  roomId: RoomId,
  name: z.string().nullable(),
  topic: z.string().nullable(),
  avatar: MediaHandle.nullable(),
  isSpace: z.boolean(),
  joinedCount: z.number(),
  /** `public` when the server does not say. */
  joinRule: z.string(),
  encrypted: z.boolean(),
  /** Anybody can read the room without joining. */
  readable: z.boolean(),
});
export type RoomSummary = z.infer<typeof RoomSummary>;
