// Rooms outside the account's own list: public rooms of servers, bridged networks, previews of rooms, addresses of rooms.
import { AppError } from '../../wire/errorSchemas';
import { z } from '../../wire/schema';
import { MediaHandle, RoomId } from '../ids';

const ServerName = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[\w.:[\]-]+$/);

export const PublicRoomsQuery = z.object({
  /** Null: the account's homeserver. */
  server: ServerName.nullable(),
  /** A part of a name, an address or a topic; empty: all. */
  term: z.string().max(200),
  /** Only rooms of this bridged network. */
  network: z.string().min(1).max(255).nullable(),
  /** `next` of the page before. */
  since: z.string().max(2000).nullable(),
});
export type PublicRoomsQuery = z.infer<typeof PublicRoomsQuery>;

export const PublicRoom = z.object({
  roomId: RoomId,
  alias: z.string().nullable(),
  /** The alias or the id where the room has no name. */
  name: z.string(),
  topic: z.string().nullable(),
  avatar: MediaHandle.nullable(),
  joinedCount: z.number(),
  isSpace: z.boolean(),
  joinRule: z.string(),
  /** Anybody can read the room without joining. */
  readable: z.boolean(),
  /** Guests may join. */
  takesGuests: z.boolean(),
  /** Membership of this account in the room; null: none. */
  membership: z.enum(['join', 'invite', 'knock', 'leave', 'ban']).nullable(),
  /** Servers that know the room. */
  via: z.array(z.string()),
});
export type PublicRoom = z.infer<typeof PublicRoom>;

export const PublicRooms = z.object({
  rooms: z.array(PublicRoom),
  /** Token of the next page; null on the last page. */
  next: z.string().nullable(),
  /** The server's estimate. */
  total: z.number().nullable(),
});
export type PublicRooms = z.infer<typeof PublicRooms>;

const BridgeField = z.object({ name: z.string(), example: z.string() });

export const Bridge = z.object({
  protocol: z.string(),
  /** The fields by which a user of the network, or a room, can be found. */
  userFields: z.array(BridgeField),
  placeFields: z.array(BridgeField),
  networks: z.array(z.object({ id: z.string(), name: z.string(), icon: MediaHandle.nullable() })),
});
export type Bridge = z.infer<typeof Bridge>;

export const BridgedFind = z.object({
  what: z.enum(['place', 'user']),
  protocol: z.string().min(1).max(255),
  fields: z.record(z.string(), z.string().max(255)),
});
export type BridgedFind = z.infer<typeof BridgedFind>;

export const BridgedPlace = z.object({
  /** Matrix id of a user, or address of a room. */
  address: z.string(),
  /** Name of the user or room on the network. */
  name: z.string(),
});
export type BridgedPlace = z.infer<typeof BridgedPlace>;

/** The preview of a room without joining (peeking). Its messages are the list `timeline` with `peek`. */
export const Peek = z.object({
  state: z.enum(['opening', 'open', 'failed']),
  error: AppError.nullable(),
  /** False while the server cannot be reached, so that no new messages come. */
  live: z.boolean(),
  /** The room had so many new messages that the preview has stopped; the messages that were read stay until it is closed. */
  ended: z.boolean(),
  /** Number of members; null: the server does not say. */
  people: z.number().nullable(),
  /** Only members can read its messages. */
  encrypted: z.boolean(),
});
export type Peek = z.infer<typeof Peek>;

export const RoomAddresses = z.object({
  /** The canonical alias of the room. */
  main: z.string().nullable(),
  /** The other aliases in the room's `m.room.canonical_alias`. */
  others: z.array(z.string()),
  /** The aliases of the account's homeserver, whatever the room's state says. */
  local: z.array(z.string()),
  /** The homeserver lists the room in its public directory; null: it does not say. */
  listed: z.boolean().nullable(),
});
export type RoomAddresses = z.infer<typeof RoomAddresses>;
