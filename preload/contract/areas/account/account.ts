// Signing in and out, the session, the state of sync.
import { z } from '../../wire/schema';
import { call, contract, value } from '../../wire/shapes';
import {
  BrowserSignIn,
  EngineInfo,
  FoundServer,
  ProviderPicture,
  Session,
  SyncStatus,
} from './accountModels';
import { Ticket, ofPerson, nothing } from '../ids';

export const account = contract({
  calls: {
    discoverServer: call(z.object({ server: z.string().min(1).max(500) }), FoundServer),
    /** Null: what the server has there is no picture. */
    providerPicture: call(
      z.object({ server: z.string().max(500), icon: z.string().max(500) }),
      z.object({ picture: ProviderPicture.nullable() }),
    ),
    signIn: call(
      z.object({
        server: z.string().min(1).max(500),
        user: z.string().min(1).max(255),
        password: z.string().min(1).max(1024),
      }),
      ofPerson,
    ),
    /** Without an account. `guest_forbidden`: the server takes no guests. */
    enterAsGuest: call(z.object({ server: z.string().min(1).max(500) }), ofPerson),
    /** Resolves when the browser was asked for; `browserSignIn` tells the rest. What was under way before is given up. */
    signInByBrowser: call(
      z.object({
        server: z.string().min(1).max(500),
        /** `device`: with a code on another device; `browserSignIn` shows it. */
        way: z.enum(['oauth', 'create', 'sso', 'device']),
        /** Of `sso`: one that `discoverServer` named. */
        providerId: z.string().max(255).nullable(),
      }),
      nothing,
    ),
    openBrowserAgain: call(nothing, nothing),
    cancelBrowserSignIn: call(nothing, nothing),
    /** What others see; an empty name takes it away. Asks the server. */
    setDisplayName: call(z.object({ name: z.string().max(255) }), nothing),
    /** A picture that may be shown (`shownTypes.ts`), square; null takes it away. Uploaded in clear, as pictures of people are. */
    setOwnPicture: call(z.object({ ticket: Ticket.nullable() }), nothing),
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
    browserSignIn: value(nothing, BrowserSignIn),
    sync: value(nothing, SyncStatus),
  },
  lists: {},
});
