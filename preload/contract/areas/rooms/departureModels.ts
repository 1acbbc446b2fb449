// The end of a stay in a room: how, by whom and why.
import { z } from '../../wire/schema';
import { RoomId } from '../ids';
import { Person } from './peopleModels';

/** How this account came out of a room. */
export const Departure = z.object({
  /** `declined`, `withdrawn`: the invitation. `refused`, `unasked` (by this account): the request to join. `unknown`: this computer cannot tell. */
  how: z.enum([
    'left',
    'declined',
    'removed',
    'banned',
    'unbanned',
    'withdrawn',
    'refused',
    'unasked',
    'unknown',
  ]),
  /** The person who did it; null where this account did it itself, or nothing tells. */
  by: Person.nullable(),
  /** The words of who did it. Absent: there are none. */
  reason: z.string().optional(),
  /** A shared folder that was deleted for everybody. Absent: it was not. */
  deleted: z.literal(true).optional(),
  /** The room lets in only who is invited, or who asks first. Absent: anybody, or this computer does not know. */
  entry: z.enum(['invite', 'ask']).optional(),
  /** The room stands in the list until it is removed from this computer. */
  listed: z.boolean(),
});
export type Departure = z.infer<typeof Departure>;

/** A room, or a shared folder, that somebody else took this account out of, or did not let it into. */
export const Removal = z.object({
  roomId: RoomId,
  name: z.string(),
  folder: z.boolean(),
  departure: Departure,
  /** Somebody did it whom this account ignores: nothing announces it. */
  silent: z.boolean(),
});
export type Removal = z.infer<typeof Removal>;

/** A folder that hangs below another is left out. */
export const Removals = z.object({ removals: z.array(Removal) });
export type Removals = z.infer<typeof Removals>;
