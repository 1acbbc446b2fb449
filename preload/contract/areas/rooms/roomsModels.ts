// Rooms: the rows of the room list, the head of an open room, what a space holds.
import { roomNotifications, roomSections } from '../../plainNames';
import { z } from '../../wire/schema';
import { EventId, ItemKey, MediaHandle, RoomId } from '../ids';
import { TextMention } from '../messages/messageModels';
import { MessagePreview } from '../messages/previewModels';
import { Person } from './peopleModels';

export const RoomSection = z.enum(roomSections);
export type RoomSection = z.infer<typeof RoomSection>;

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
  /** Only invitations, rooms with something new, and the one that is open; muted rooms only when they mention this account. */
  unreadOnly: z.boolean().optional(),
});

/** What a room notifies of; `default`: as the account's rules say of all rooms. */
export const RoomNotifications = z.enum(roomNotifications);
export type RoomNotifications = z.infer<typeof RoomNotifications>;

export const RoomPermissions = z.object({
  send: z.boolean(),
  invite: z.boolean(),
  rename: z.boolean(),
  setTopic: z.boolean(),
  redactOthers: z.boolean(),
  pin: z.boolean(),
  /** `@room` calls everybody. */
  notifyRoom: z.boolean(),
  /** Of people below: removing, banning (and taking that back), giving roles. */
  kick: z.boolean(),
  ban: z.boolean(),
  setRoles: z.boolean(),
  /** A live location may be shared; absent: it may not. */
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
  /** Servers that know the room that took over; empty without one. */
  replacementVia: z.array(z.string()),
  /** The room before this one, when it is here and its tombstone names this room. */
  predecessorRoomId: RoomId.nullable(),
  unread: z.number(),
  /** Something is new, counted or not, or it was marked as unread. */
  hasNew: z.boolean(),
  notifications: RoomNotifications,
  /** Holds other rooms; nobody writes there. */
  isSpace: z.boolean(),
  /** Somebody shares where they are: `liveLocations` says who. Absent: nobody. */
  live: z.boolean().optional(),
  /** Something waits for its time here or in a thread of the room: `scheduled` says what. Absent: nothing. */
  scheduled: z.boolean().optional(),
});
export type RoomHeader = z.infer<typeof RoomHeader>;

export const Draft = z.object({
  text: z.string().max(65_536),
  replyTo: EventId.nullable(),
  editing: EventId.nullable(),
  mentions: z.array(TextMention).max(100).optional(),
});
export type Draft = z.infer<typeof Draft>;

/** A room that a space links to, as the server tells it. */
export const SpaceRoom = z.object({
  roomId: RoomId,
  name: z.string(),
  topic: z.string().nullable(),
  avatar: MediaHandle.nullable(),
  isSpace: z.boolean(),
  joinedCount: z.number(),
  membership: z.enum(['join', 'invite', 'knock']).nullable(),
  joinRule: z.string(),
  /** Servers that know the room, for joining. */
  via: z.array(z.string()),
});
export type SpaceRoom = z.infer<typeof SpaceRoom>;

/** A room as the server tells it to people who are not in it. */
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
  /** Anybody may read along without joining. */
  readable: z.boolean(),
});
export type RoomSummary = z.infer<typeof RoomSummary>;

export const SpaceRooms = z.object({
  rooms: z.array(SpaceRoom),
  /** Rooms of it that this account may not see. */
  hidden: z.number(),
});
export type SpaceRooms = z.infer<typeof SpaceRooms>;
