// Locations that are sent, and live locations of people.
import { z } from '../../wire/schema';
import { call, contract, list } from '../../wire/shapes';
import { EventId, inConversation, inRoom, ItemKey, RequestId, RoomId } from '../ids';
import { Person } from '../rooms/peopleModels';

/** Degrees, WGS 84. */
const degrees = {
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
};

/** A live location: the event that started it, and the positions that followed (MSC3489). */
export const LiveLocation = z.object({
  eventId: EventId,
  mine: z.boolean(),
  /** By the sender's clock, epoch ms. The sharing may be stopped before `endMs`. */
  startMs: z.number(),
  endMs: z.number(),
  stopped: z.boolean(),
  /** The newest position; null before the first. */
  position: z
    .object({
      latitude: z.number(),
      longitude: z.number(),
      uncertaintyM: z.number().nullable(),
      /** When it was taken, by the sender's clock. */
      atMs: z.number(),
    })
    .nullable(),
  /** Number of positions that cannot be decrypted here. */
  unreadable: z.number(),
});
export type LiveLocation = z.infer<typeof LiveLocation>;

/** A live location that is being shared now. */
export const LiveShare = z.object({
  key: ItemKey,
  roomId: RoomId,
  roomName: z.string(),
  eventId: EventId,
  person: Person,
  mine: z.boolean(),
  endMs: z.number(),
  /** This account stopped it here, and the server does not know it yet. */
  stopping: z.boolean().optional(),
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
     * Starts a live location in the room, with a first position. Rejected with `conflict` while one is running, `forbidden` where this
     * account may not send that state event. Asks the server; the position is a row of the outbox.
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
    /** Sends a new position. Rejected with `conflict` when the sharing has ended. */
    moveLiveLocation: call(
      inRoom.extend({ ...degrees, requestId: RequestId, eventId: EventId }),
      key,
    ),
    /**
     * Stops the account's live location in the room, on whichever device it was started. `told` is false where the server cannot be reached:
     * the stop is kept, and told as soon as it can be.
     */
    stopLiveLocation: call(inRoom, z.object({ told: z.boolean() })),
  },
  values: {},
  lists: {
    /**
     * The people who share a live location in a room now, the one that ends first at the top; null: the live locations of this account in
     * all rooms.
     */
    liveLocations: list(z.object({ roomId: RoomId.nullable() }), LiveShare),
  },
});
