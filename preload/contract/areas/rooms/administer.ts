// Running a room: who may come in, what they may read, which version it has.
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

export const RulesChange = z.object({
  joinRule: z.enum(joinRules).optional(),
  history: z.enum(historyVisibilities).optional(),
  guests: z.enum(guestAccesses).optional(),
});
export type RulesChange = z.infer<typeof RulesChange>;

const RoomRight = z.enum(roomRights);

export const RoomAdministration = z.object({
  /** What the room says of itself; null where it says nothing, whatever it is called then. */
  profile: z.object({
    name: z.string().nullable(),
    topic: z.string().nullable(),
    avatar: MediaHandle.nullable(),
  }),
  rules: RoomRules,
  /** The level that each needs, where several events belong to it the highest; `mayChange` as the server would judge. */
  rights: z.array(z.object({ right: RoomRight, level: z.number(), mayChange: z.boolean() })),
  /** Of members without a level of their own. */
  usualLevel: z.number(),
  /** Of this account; null where nothing limits it. */
  ownLevel: z.number().nullable(),
  version: z.string(),
  encrypted: z.boolean(),
  /** What this account may change. */
  may: z.object({
    name: z.boolean(),
    topic: z.boolean(),
    picture: z.boolean(),
    /** What lies in a space. */
    spaceRooms: z.boolean(),
    joinRule: z.boolean(),
    history: z.boolean(),
    guests: z.boolean(),
    encrypt: z.boolean(),
    upgrade: z.boolean(),
    address: z.boolean(),
    /** Make packs of emoji and stickers. */
    packs: z.boolean(),
  }),
});
export type RoomAdministration = z.infer<typeof RoomAdministration>;

const RoomVersion = z.string().min(1).max(64);

export const administer = contract({
  calls: {
    setRoomRules: call(inRoom.extend({ change: RulesChange }), nothing),
    setRoomRight: call(inRoom.extend({ right: RoomRight, level: z.number().int() }), nothing),
    /** Like `setOwnPicture`: everybody who can see the room can see it, also where the room is encrypted. */
    setRoomPicture: call(inRoom.extend({ ticket: Ticket.nullable() }), nothing),
    /** Puts a room into a space, or takes it out; the room itself stays as it is. */
    setSpaceRoom: call(z.object({ spaceId: RoomId, roomId: RoomId, in: z.boolean() }), nothing),
    /** Cannot be taken back. */
    encryptRoom: call(inRoom, nothing),
    /** Makes the room that takes over, of this version; people follow the tombstone. */
    upgradeRoom: call(inRoom.extend({ version: RoomVersion }), z.object({ roomId: RoomId })),
    /** Asks the server for everything that the room says of itself and for its members; `mended`: how much of it was not so here. */
    reloadRoom: call(inRoom, z.object({ mended: z.number() })),
    /** Whether the room should have another version; what is urgent was asked of the server now. */
    versionNeed: call(
      inRoom,
      z.object({ version: z.string(), needed: z.boolean(), urgent: z.boolean() }),
    ),
  },
  values: {
    roomAdministration: value(inRoom, RoomAdministration),
    /** The versions of rooms that the server knows, as it told last. */
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
