// People: names, roles, presence, and the acts that this account may do to the members of a room.
import { z } from '../../wire/schema';
import { notInvitedReasons } from '../../plainNames';
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

/**
 * Why somebody was not invited. `server`: theirs was not reached by the own one, or lets nobody be invited from it; `version`: it does not know
 * the room's version.
 */
export const NotInvited = z.enum(notInvitedReasons);
export type NotInvited = z.infer<typeof NotInvited>;

export const Uninvited = z.object({ userId: z.string(), reason: NotInvited });
export type Uninvited = z.infer<typeof Uninvited>;

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
  /** This account ignores the person. */
  ignored: z.literal(true).optional(),
  /** The acts that this account may do to the member; `levels`: the power levels that it may give, where null removes the entry. */
  actions: z.object({
    invite: z.boolean(),
    kick: z.boolean(),
    ban: z.boolean(),
    unban: z.boolean(),
    levels: z.array(z.object({ role: MemberRole, level: z.number().nullable() })),
  }),
});
export type MemberRow = z.infer<typeof MemberRow>;

/** A room that both have joined. */
export const SharedRoom = z.object({
  roomId: RoomId,
  name: z.string(),
  avatar: MediaHandle.nullable(),
});
export type SharedRoom = z.infer<typeof SharedRoom>;

/** A person as seen from a room, for a card about them. */
export const PersonCard = z.object({
  person: Person,
  /** Their row in the room; null for somebody who is not in it. */
  member: MemberRow.nullable(),
  /** The direct chat that exists already. */
  directRoomId: RoomId.nullable(),
  /** Other rooms that both have joined, as far as this computer knows, newest activity first, at most 50. */
  sharedRooms: z.array(SharedRoom),
  /** The person is in this account's list of ignored people. */
  ignored: z.boolean(),
});
export type PersonCard = z.infer<typeof PersonCard>;
