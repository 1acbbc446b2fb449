// Places that are sent, and live locations: who shares where they are.
import { z } from '../../wire/schema';
import { call, contract, list } from '../../wire/shapes';
import { EventId, inConversation, inRoom, ItemKey, nothing, RequestId, RoomId } from '../ids';
import { Person } from '../rooms/peopleModels';

/** Degrees, WGS 84. */
const degrees = {
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
};

/** Where somebody is, as the event that started the sharing and those that followed say. */
export const LiveLocation = z.object({
  eventId: EventId,
  mine: z.boolean(),
  /** By the sender's clock, epoch ms. It may be stopped before `endMs`. */
  startMs: z.number(),
  endMs: z.number(),
  stopped: z.boolean(),
  /** The last one; null before the first. */
  position: z
    .object({
      latitude: z.number(),
      longitude: z.number(),
      uncertaintyM: z.number().nullable(),
      /** When it was taken, by the sender's clock. */
      atMs: z.number(),
    })
    .nullable(),
  /** Positions that cannot be decrypted here. */
  unreadable: z.number(),
});
export type LiveLocation = z.infer<typeof LiveLocation>;

/** A sharing that goes on now. */
export const LiveShare = z.object({
  key: ItemKey,
  roomId: RoomId,
  roomName: z.string(),
  eventId: EventId,
  person: Person,
  mine: z.boolean(),
  endMs: z.number(),
});
export type LiveShare = z.infer<typeof LiveShare>;

const description = z.string().max(1_000);
const key = z.object({ key: ItemKey });

export const locations = contract({
  calls: {
    sendLocation: call(
      z.object({ ...inConversation, requestId: RequestId, ...degrees, text: description }),
      key,
    ),
    /**
     * Tells everybody in the room that this account shares where it is, with a first position. `conflict` while it does already;
     * `forbidden` where it may not write that state. Asks the server; the position is a row of the outbox.
     */
    startLiveLocation: call(
      inRoom.extend({
        ...degrees,
        requestId: RequestId,
        text: description,
        /** At most a week. */
        durationMs: z.number().int().min(60_000).max(604_800_000),
      }),
      z.object({ eventId: EventId }),
    ),
    /** A new position. `conflict` when the sharing has ended. */
    moveLiveLocation: call(
      inRoom.extend({ ...degrees, requestId: RequestId, eventId: EventId }),
      key,
    ),
    /** Whatever device of this account shares there. Asks the server. */
    stopLiveLocation: call(inRoom, nothing),
  },
  values: {},
  lists: {
    /** Who shares in a room now, the one that ends first at the top; null: this account in all rooms. */
    liveLocations: list(z.object({ roomId: RoomId.nullable() }), LiveShare),
  },
});
