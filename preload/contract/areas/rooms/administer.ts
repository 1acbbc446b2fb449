// Administration of a room: join rule, history visibility, permissions, encryption, version.
import { guestAccesses, historyVisibilities, joinRules, roomRights } from '../../plainNames';
import { z } from '../../wire/schema';
import { call, contract, value } from '../../wire/shapes';
import { MediaHandle, RoomId, Ticket, inRoom, nothing } from '../ids';

export const RoomRules = z.object({
  joinRule: z.enum(joinRules),
  history: z.enum(historyVisibilities),
  guests: z.enum(guestAccesses),
});
export type RoomRules = z.infer<typeof RoomRules>;

/** Rooms and spaces whose members are let in. */
export const mostLetIn = 100;

export const RulesChange = z.object({
  joinRule: z.enum(joinRules).optional(),
  /** Rooms and spaces whose members the rules `restricted` and `knock_restricted` let in from now on, or no more. */
  letsIn: z
    .array(z.object({ roomId: RoomId, on: z.boolean() }))
    .max(mostLetIn)
    .optional(),
  history: z.enum(historyVisibilities).optional(),
  guests: z.enum(guestAccesses).optional(),
});
export type RulesChange = z.infer<typeof RulesChange>;

const RoomRight = z.enum(roomRights);

export const RoomAdministration = z.object({
  /** Name, topic and avatar of the room's state; null where the event is missing, whatever name is shown then. */
  profile: z.object({
    name: z.string().nullable(),
    topic: z.string().nullable(),
    avatar: MediaHandle.nullable(),
  }),
  rules: RoomRules,
  /** The join rules that this room's version knows and that can be chosen here, and the present one. */
  joinRules: z.array(z.enum(joinRules)),
  /**
   * Rooms and spaces whose members can be let in: those that the rule names (`on`, also while another rule holds), and the joined spaces
   * that this room stands in. `name` null: nothing is known of it here.
   */
  letsIn: z.array(z.object({ roomId: RoomId, name: z.string().nullable(), on: z.boolean() })),
  /** The power level that each right needs; where several event types belong to it, the highest. A space has its own few (`spaceRights`). `mayChange` as the server would decide. */
  rights: z.array(z.object({ right: RoomRight, level: z.number(), mayChange: z.boolean() })),
  /** Power level of members without an entry of their own (`users_default`). */
  usualLevel: z.number(),
  /** Power level of this account; null where nothing limits it. */
  ownLevel: z.number().nullable(),
  version: z.string(),
  encrypted: z.boolean(),
  /** The state that this account may change. */
  may: z.object({
    name: z.boolean(),
    topic: z.boolean(),
    picture: z.boolean(),
    /** Children of a space. */
    spaceRooms: z.boolean(),
    joinRule: z.boolean(),
    history: z.boolean(),
    guests: z.boolean(),
    encrypt: z.boolean(),
    upgrade: z.boolean(),
    address: z.boolean(),
    /** May make packs of emoji and stickers. */
    packs: z.boolean(),
  }),
});
export type RoomAdministration = z.infer<typeof RoomAdministration>;

const RoomVersion = z.string().min(1).max(64);

export const administer = contract({
  calls: {
    setRoomRules: call(inRoom.extend({ change: RulesChange }), nothing),
    setRoomRight: call(inRoom.extend({ right: RoomRight, level: z.number().int() }), nothing),
    /** Like `setOwnPicture`: uploaded unencrypted, also where the room is encrypted, so that everybody who can see the room can see it. */
    setRoomPicture: call(inRoom.extend({ ticket: Ticket.nullable() }), nothing),
    /** Adds a room to a space, or removes it; the room itself does not change. */
    setSpaceRoom: call(z.object({ spaceId: RoomId, roomId: RoomId, in: z.boolean() }), nothing),
    /** Turns encryption on for ever; refused for a space. */
    encryptRoom: call(inRoom, nothing),
    /** Upgrades the room to this version: makes the new room; members follow the tombstone. */
    upgradeRoom: call(inRoom.extend({ version: RoomVersion }), z.object({ roomId: RoomId })),
    /**
     * Invites everybody who is in the room before this one and never was in this one; `refused`: so many the server did not let this
     * account invite. May take minutes where the server slows it down; what was cut off goes on with the next call.
     */
    inviteLeftBehind: call(inRoom, z.object({ invited: z.number(), refused: z.number() })),
    /** Reads the room's whole state and its members from the server again; `mended`: number of state events that were wrong here. */
    reloadRoom: call(inRoom, z.object({ mended: z.number() })),
    /** Whether the room should be upgraded. The engine has just asked the server whether that is urgent. */
    versionNeed: call(
      inRoom,
      z.object({ version: z.string(), needed: z.boolean(), urgent: z.boolean() }),
    ),
  },
  values: {
    roomAdministration: value(inRoom, RoomAdministration),
    /** The room versions that the server supports, from its last answer. */
    roomVersions: value(
      nothing,
      z.object({
        default: z.string(),
        available: z.array(z.object({ id: z.string(), isStable: z.boolean() })),
      }),
    ),
  },
  lists: {},
});
