// Running a room: who may come in, what they may read, which version it has.
import { guestAccesses, historyVisibilities, joinRules } from '../plainNames';
import { z } from '../wire/schema';
import { call, contract, value } from '../wire/shapes';
import { RoomId, inRoom, nothing } from './ids';

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

export const RoomAdministration = z.object({
  rules: RoomRules,
  version: z.string(),
  /** What this account may change. */
  may: z.object({
    joinRule: z.boolean(),
    history: z.boolean(),
    guests: z.boolean(),
    upgrade: z.boolean(),
    address: z.boolean(),
  }),
});
export type RoomAdministration = z.infer<typeof RoomAdministration>;

const RoomVersion = z.string().min(1).max(64);

export const administer = contract({
  calls: {
    setRoomRules: call(inRoom.extend({ change: RulesChange }), nothing),
    /** Makes the room that takes over, of this version; people follow the tombstone. */
    upgradeRoom: call(inRoom.extend({ version: RoomVersion }), z.object({ roomId: RoomId })),
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
