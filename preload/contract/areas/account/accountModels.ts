// The account: its process, its session, the state of sync, and what its encryption can do.
import { AppError } from '../../wire/errorSchemas';
import { z } from '../../wire/schema';
import { MediaHandle } from '../ids';

export const EngineInfo = z.object({
  version: z.string(),
  startedAtMs: z.number(),
  state: z.enum(['starting', 'ready', 'stopping']),
});
export type EngineInfo = z.infer<typeof EngineInfo>;

export const Session = z.object({
  state: z.enum(['signed_out', 'signed_in', 'expired']),
  userId: z.string().nullable(),
  deviceId: z.string().nullable(),
  displayName: z.string().nullable(),
  avatar: MediaHandle.nullable(),
  serverName: z.string().nullable(),
  baseUrl: z.string().nullable(),
  /** The page of the sign-in service where the account is managed; null: this server has no such page. */
  accountPage: z.string().nullable(),
  /** A guest of the server, without an account; `register` makes it one. */
  guest: z.boolean().optional(),
});
export type Session = z.infer<typeof Session>;

/** One provider of a single sign-on; a server that names none has one without id and name. */
export const SsoProvider = z.object({
  kind: z.enum(['sso', 'cas']),
  id: z.string().nullable(),
  name: z.string().nullable(),
  icon: z.string().nullable(),
});
export type SsoProvider = z.infer<typeof SsoProvider>;

/** A small raster picture. */
export const ProviderPicture = z.object({
  bytes: z.custom<Uint8Array>((value) => ArrayBuffer.isView(value)),
  mimeType: z.string(),
});

/** A server that was found, and how it lets people sign in. */
export const FoundServer = z.object({
  serverName: z.string(),
  baseUrl: z.string(),
  /** OAuth 2.0, through the browser. */
  oauth: z.boolean(),
  /** Its service makes new accounts. */
  create: z.boolean(),
  /** Its service lets people sign in with a code on another device. */
  device: z.boolean(),
  /** And with a code between two devices (`linking.ts`). */
  link: z.literal(true).optional(),
  sso: z.array(SsoProvider),
  password: z.boolean(),
});
export type FoundServer = z.infer<typeof FoundServer>;

/** A sign-in that goes through the browser. What only the engine may know of it is not here. */
export const BrowserSignIn = z.discriminatedUnion('state', [
  z.object({ state: z.literal('idle') }),
  /** `foreign`: an answer was refused that is not of this attempt. `not_opened`: there is no browser to open. */
  z.object({
    state: z.literal('waiting'),
    note: z.enum(['foreign', 'not_opened']).nullable(),
  }),
  /** To be typed, or read, on another device. `wholeUrl` has the code in it. */
  z.object({
    state: z.literal('code'),
    userCode: z.string(),
    url: z.string(),
    wholeUrl: z.string().nullable(),
    expiresAtMs: z.number(),
  }),
  z.object({ state: z.literal('finishing') }),
  z.object({ state: z.literal('failed'), error: AppError }),
]);
export type BrowserSignIn = z.infer<typeof BrowserSignIn>;

/** `state` is CHAT-4.1's word, `phase` is what the status line says. */
export const SyncStatus = z.object({
  state: z.enum(['ERROR', 'PREPARED', 'STOPPED', 'SYNCING', 'CATCHUP', 'RECONNECTING']),
  phase: z.enum([
    'signed_out',
    'connecting',
    'syncing',
    'catching_up',
    'offline',
    'storage',
    'locked',
    'expired',
  ]),
  /** When this phase began, epoch ms. For `offline` the break, or the server's last answer where one was overdue by then. */
  sinceMs: z.number(),
  /** What was written here and is on its way to the server. */
  waitingMessages: z.number(),
  /** How many of these are edits, reactions, votes and removals; absent: none. */
  waitingChanges: z.number().optional(),
  /** Those that were not sent and are left to their author, and the room of the oldest. */
  unsent: z.object({ count: z.number(), roomId: z.string() }).nullable(),
  /** Malformed events that were dropped and counted since the account exists. */
  droppedEvents: z.number(),
  /** The server serves nothing more until its terms were agreed to at this address (M_CONSENT_NOT_GIVEN). */
  consentUri: z.string().nullable(),
  error: AppError.nullable(),
  /** The server was set back to an earlier state of itself at `atMs`, as was seen then; what was written since `sinceMs` is missing there. */
  setBack: z.object({ atMs: z.number(), sinceMs: z.number() }).optional(),
});
export type SyncStatus = z.infer<typeof SyncStatus>;

export const EncryptionStatus = z.object({
  /** `unset`: no secure backup yet. `locked`: exists, this device needs the recovery key. `skipped`: the user chose later. */
  state: z.enum([
    'unknown',
    'setting_up',
    'unset',
    'key_shown',
    'locked',
    'skipped',
    'ready',
    'failed',
  ]),
  deviceVerified: z.boolean(),
  backupEnabled: z.boolean(),
  /** Room keys that only this device has. */
  unbackedKeys: z.number(),
  undecryptable: z.number(),
  /** `locked`, and it was not before: another device has made a new identity. */
  identityReplaced: z.boolean(),
  error: AppError.nullable(),
});
export type EncryptionStatus = z.infer<typeof EncryptionStatus>;
