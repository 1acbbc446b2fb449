// Requests to join a room, for those who may answer them.
import { z } from '../../wire/schema';
import { Person } from './peopleModels';

/** Requests to join, put together. */
export const RowAsking = z.object({
  count: z.number(),
  /** Name of the one who asked last. */
  name: z.string(),
  /** The room was not looked at since. */
  unseen: z.boolean(),
  /** Set where the room was looked at, and a message is newer: the line of the row is that message's. */
  behind: z.literal(true).optional(),
});

/** Somebody who asks to be let into a room. */
export const Asking = z.object({
  person: Person,
  /** Their own words. */
  reason: z.string().nullable(),
});
export type Asking = z.infer<typeof Asking>;
