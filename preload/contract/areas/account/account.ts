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
    /** `picture` is null when what the server has at this address is not a picture. */
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
    /** Signs in as a guest, without an account. Rejected with `guest_forbidden` where the server takes no guests. */
    enterAsGuest: call(z.object({ server: z.string().min(1).max(500) }), ofPerson),
    /**
     * Resolves when the browser was asked to open; `browserSignIn` says how it goes on. Cancels a browser sign-in that is still running.
     */
    signInByBrowser: call(
      z.object({
        server: z.string().min(1).max(500),
        /** `device`: with a code on another device; `browserSignIn` shows it. */
        way: z.enum(['oauth', 'create', 'sso', 'device']),
        /** With `sso`: the id of one of the providers that `discoverServer` answered. */
        providerId: z.string().max(255).nullable(),
      }),
      nothing,
    ),
    openBrowserAgain: call(nothing, nothing),
    cancelBrowserSignIn: call(nothing, nothing),
    /** Asks the server at once instead of after the usual pause; resolves when it has answered, or could not be reached. */
    tryNow: call(nothing, nothing),
    /** Sets the display name that others see; an empty name removes it. Asks the server. */
    setDisplayName: call(z.object({ name: z.string().max(255) }), nothing),
    /**
     * Sets the square picture that others see, of a type of `shownTypes.ts`; null removes it. It is uploaded unencrypted, as all avatars
     * are.
     */
    setOwnPicture: call(z.object({ ticket: Ticket.nullable() }), nothing),
    signOutCheck: call(
      nothing,
      z.object({
        unsentMessages: z.number(),
        /** Conversations with a text or a recording that was begun: both are on this computer only. */
        drafts: z.number(),
        unbackedKeys: z.number(),
        /** False: the server cannot be reached now, and lists the device until somebody signs it out from another one. */
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
