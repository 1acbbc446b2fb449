// People of a room, and what this account may do with them.
import { z } from './schema';
import { ItemKey, Person } from './models';

export const MemberRole = z.enum(['creator', 'admin', 'moderator', 'member']);
export type MemberRole = z.infer<typeof MemberRole>;

export const MemberRow = z.object({
  key: ItemKey,
  person: Person,
  membership: z.enum(['join', 'invite', 'knock', 'leave', 'ban']),
  powerLevel: z.number(),
  role: MemberRole,
  presence: z.enum(['online', 'unavailable', 'offline', 'unknown']),
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
