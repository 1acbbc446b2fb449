// Calls by which an administrator of the homeserver manages its users. Each one asks the server; nothing is stored.
import { z } from '../../wire/schema';
import { call, contract } from '../../wire/shapes';
import { ofPerson, UserId, nothing } from '../ids';

export const ServerUser = z.object({
  userId: UserId,
  name: z.string().nullable(),
  isAdmin: z.boolean(),
  isGuest: z.boolean(),
  isDeactivated: z.boolean(),
  createdAtMs: z.number().nullable(),
});
export type ServerUser = z.infer<typeof ServerUser>;

export const ServerUsers = z.object({
  users: z.array(ServerUser),
  total: z.number(),
  /** Token of the next page; null on the last page. */
  next: z.string().nullable(),
});
export type ServerUsers = z.infer<typeof ServerUsers>;

/** One connection of a user, as the server saw it last. */
export const UserSession = z.object({
  ip: z.string().nullable(),
  program: z.string().nullable(),
  lastSeenMs: z.number().nullable(),
});
export type UserSession = z.infer<typeof UserSession>;

export const serverAdmin = contract({
  calls: {
    isServerAdmin: call(nothing, z.object({ isAdmin: z.boolean() })),
    serverUsers: call(
      z.object({ search: z.string().max(255), from: z.string().max(255).nullable() }),
      ServerUsers,
    ),
    serverWhois: call(ofPerson, z.object({ sessions: z.array(UserSession) })),
    /** Not for the own account, which `deactivateAccount` ends. */
    deactivateUser: call(z.object({ userId: UserId, erase: z.boolean() }), nothing),
    resetUserPassword: call(
      z.object({ userId: UserId, password: z.string().min(1).max(512), signOut: z.boolean() }),
      nothing,
    ),
  },
  values: {},
  lists: {},
});
