// Signing in and out, the session, the state of sync.
import { z } from '../wire/schema';
import { call, contract, value } from '../wire/shapes';
import { EngineInfo, Session, SyncStatus } from './accountModels';
import { UserId, nothing } from './ids';

export const account = contract({
  calls: {
    discoverServer: call(
      z.object({ server: z.string().min(1).max(500) }),
      z.object({
        serverName: z.string(),
        baseUrl: z.string(),
        password: z.boolean(),
        sso: z.boolean(),
      }),
    ),
    signIn: call(
      z.object({
        server: z.string().min(1).max(500),
        user: z.string().min(1).max(255),
        password: z.string().min(1).max(1024),
      }),
      z.object({ userId: UserId }),
    ),
    signOutCheck: call(
      nothing,
      z.object({
        unsentMessages: z.number(),
        unbackedKeys: z.number(),
        /** False: the server cannot be told now, and keeps the device until it is ended elsewhere. */
        serverHears: z.boolean(),
      }),
    ),
    /** Ends the session at the server (best effort when offline) and empties the profile. */
    signOut: call(nothing, nothing),
  },
  values: {
    engine: value(nothing, EngineInfo),
    session: value(nothing, Session),
    sync: value(nothing, SyncStatus),
  },
  lists: {},
});
