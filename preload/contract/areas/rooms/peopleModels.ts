// People: who somebody is, and what this account may do with the members of a room.
import { z } from '../../wire/schema';
import { ItemKey, MediaHandle, RoomId } from '../ids';

export const Person = z.object({
  userId: z.string(),
  /** Display name without control and bidi characters; the user id where there is none. */
  name: z.string(),
  /** True when another member of the room shows the same name, so the full id has to be shown too. */
  ambiguous: z.boolean(),
  avatar: MediaHandle.nullable(),
});
export type Person = z.infer<typeof Person>;

export const MemberRole = z.enum(['creator', 'admin', 'moderator', 'member']);
export type MemberRole = z.infer<typeof MemberRole>;

export const PresenceState = z.enum(['online', 'unavailable', 'offline', 'unknown']);

export const MemberRow = z.object({
  key: ItemKey,
  person: Person,
  membership: z.enum(['join', 'invite', 'knock', 'leave', 'ban']),
  powerLevel: z.number(),
  role: MemberRole,
  presence: PresenceState,
  /** This account ignores them. */
  ignored: z.literal(true).optional(),
  /** What this account may do with them; `levels`: the ones it may give them, null takes their entry out. */
  actions: z.object({
    invite: z.boolean(),
    kick: z.boolean(),
    ban: z.boolean(),
    unban: z.boolean(),
    levels: z.array(z.object({ role: MemberRole, level: z.number().nullable() })),
  }),
});
export type MemberRow = z.infer<typeof MemberRow>;

/** A room in which both are. */
export const SharedRoom = z.object({
  roomId: RoomId,
  name: z.string(),
  avatar: MediaHandle.nullable(),
});
export type SharedRoom = z.infer<typeof SharedRoom>;

/** Somebody as seen from a room, for a card about them. */
export const PersonCard = z.object({
  person: Person,
  /** Their place in the room; null for somebody who is not of it. */
  member: MemberRow.nullable(),
  /** The chat of two that is there already. */
  directRoomId: RoomId.nullable(),
  /** Other rooms in which both are, as far as this computer knows, newest activity first, at most 50. */
  sharedRooms: z.array(SharedRoom),
  /** Stands on this account's list of ignored people. */
  ignored: z.boolean(),
});
export type PersonCard = z.infer<typeof PersonCard>;
