// What lies beyond the rooms of this account: rooms that servers list, bridged networks, a room that is looked into, addresses of rooms.
import { AppError } from '../../wire/errorSchemas';
import { z } from '../../wire/schema';
import { MediaHandle, RoomId } from '../ids';

const ServerName = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[\w.:[\]-]+$/);

export const PublicRoomsQuery = z.object({
  /** Null: the own one. */
  server: ServerName.nullable(),
  /** A part of a name, an address or a topic; empty: all. */
  term: z.string().max(200),
  /** A bridged network's rooms only. */
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
  /** Anybody may read along without joining. */
  readable: z.boolean(),
  /** Whoever has no account may join. */
  takesGuests: z.boolean(),
  /** What this account is in it. */
  membership: z.enum(['join', 'invite', 'knock', 'leave', 'ban']).nullable(),
  /** Servers that know the room. */
  via: z.array(z.string()),
});
export type PublicRoom = z.infer<typeof PublicRoom>;

export const PublicRooms = z.object({
  rooms: z.array(PublicRoom),
  /** Where it goes on; null at the end. */
  next: z.string().nullable(),
  /** As the server estimates it. */
  total: z.number().nullable(),
});
export type PublicRooms = z.infer<typeof PublicRooms>;

const BridgeField = z.object({ name: z.string(), example: z.string() });

export const Bridge = z.object({
  protocol: z.string(),
  /** What somebody, or a room, is found by there. */
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
  /** Of a room or a person. */
  address: z.string(),
  /** As it is called there. */
  name: z.string(),
});
export type BridgedPlace = z.infer<typeof BridgedPlace>;

/** A room that is read along without joining. What is said in it is the list `timeline` with `peek`. */
export const Peek = z.object({
  state: z.enum(['opening', 'open', 'failed']),
  error: AppError.nullable(),
  /** False while news does not come: the server could not be asked. */
  live: z.boolean(),
  /** So much was said meanwhile that no more is read; what was read stays until nobody looks. */
  ended: z.boolean(),
  /** How many are in it; null: the server does not say. */
  people: z.number().nullable(),
  /** Its messages can be read by members only. */
  encrypted: z.boolean(),
});
export type Peek = z.infer<typeof Peek>;

export const RoomAddresses = z.object({
  /** The one that the room is known by. */
  main: z.string().nullable(),
  /** What else the room says of itself. */
  others: z.array(z.string()),
  /** Those of the own server, whatever the room says. */
  local: z.array(z.string()),
  /** The own server lists the room for everybody; null: it does not say. */
  listed: z.boolean().nullable(),
});
export type RoomAddresses = z.infer<typeof RoomAddresses>;
