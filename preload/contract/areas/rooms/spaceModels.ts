// The rooms that a space links to.
import { z } from '../../wire/schema';
import { MediaHandle, RoomId } from '../ids';

/** A room that a space links to, as the server describes it or as this computer knows it. */
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

export const SpaceRooms = z.object({
  rooms: z.array(SpaceRoom),
  /** Number of its rooms that this account may not see. */
  hidden: z.number(),
  /** False: the server did not answer, and `rooms` are those that this computer knows. */
  whole: z.boolean(),
  /** Not whole because the server refused: this account may not see what is in the space. */
  refused: z.boolean(),
});
export type SpaceRooms = z.infer<typeof SpaceRooms>;
