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
  /** The session is a guest's, without an account; `register` turns it into one. */
  guest: z.boolean().optional(),
  /**
   * With `expired`: the server has removed this device, so that what is stored here is shown only after signing in again. Never of a guest, who
   * cannot.
   */
  deviceGone: z.boolean().optional(),
});
export type Session = z.infer<typeof Session>;

/** One provider of a single sign-on; a server that names no providers gets one entry without id and name. */
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

/** The server that discovery found, and the ways to sign in that it offers. */
export const FoundServer = z.object({
  serverName: z.string(),
  baseUrl: z.string(),
  /** Sign-in by OAuth 2.0, through the browser. */
  oauth: z.boolean(),
  /** Its OAuth service makes new accounts. */
  create: z.boolean(),
  /** Its service lets people sign in with a code on another device. */
  device: z.boolean(),
  /** Its service also links two devices by a code (`linking.ts`). */
  link: z.literal(true).optional(),
  sso: z.array(SsoProvider),
  password: z.boolean(),
});
export type FoundServer = z.infer<typeof FoundServer>;

/** A sign-in that goes through the browser. Secrets that only the engine may know are not part of it. */
export const BrowserSignIn = z.discriminatedUnion('state', [
  z.object({ state: z.literal('idle') }),
  /** `foreign`: the engine refused an answer that belongs to another attempt. `not_opened`: there is no browser to open. */
  z.object({
    state: z.literal('waiting'),
    note: z.enum(['foreign', 'not_opened']).nullable(),
  }),
  /** A code that a person types, or reads with a camera, on another device. `wholeUrl` contains the code. */
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

/** `state` is the word of CHAT-4.1, `phase` is for the status line. */
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
  /**
   * When this phase began, epoch ms. For `offline`: when the connection broke, or the server's last answer where one was overdue by then.
   */
  sinceMs: z.number(),
  /** Number of messages, written on this device, that the server does not have yet. */
  waitingMessages: z.number(),
  /** How many of `waitingMessages` are edits, reactions, votes and redactions; absent: none. */
  waitingChanges: z.number().optional(),
  /** Messages that were not sent and wait until the user sends or deletes them, with the room of the oldest one. */
  unsent: z.object({ count: z.number(), roomId: z.string() }).nullable(),
  /** Malformed events that sync has dropped since the account exists. */
  droppedEvents: z.number(),
  /** The server refuses requests until the user agrees to its terms at this address (M_CONSENT_NOT_GIVEN). */
  consentUri: z.string().nullable(),
  error: AppError.nullable(),
  /** The server was restored from an older backup, which was noticed at `atMs`; it has lost the events since `sinceMs`. */
  setBack: z.object({ atMs: z.number(), sinceMs: z.number() }).optional(),
});
export type SyncStatus = z.infer<typeof SyncStatus>;

/** The ways that could unlock this device. */
export const UnlockWays = z.object({
  recoveryKey: z.boolean(),
  /** Another device that the identity has signed. It counts as another device although nobody may have it any more. */
  device: z.boolean(),
  /** The server keeps a backup; null: it could not be asked. */
  backup: z.boolean().nullable(),
});
export type UnlockWays = z.infer<typeof UnlockWays>;

export const EncryptionStatus = z.object({
  /**
   * `unset`: there is no secure backup yet. `locked`: the account has an identity, which this device does not hold; see `ways`. `skipped`: the user chose to set
   * it up later.
   */
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
  /** Room keys that this device has and no backup has. */
  unbackedKeys: z.number(),
  undecryptable: z.number(),
  /** `locked` because another device has made a new identity; before that, this device had the keys. */
  identityReplaced: z.boolean(),
  /** The account has a recovery key: making another one ends it. */
  hasRecoveryKey: z.boolean(),
  /** When it was seen here that another device has replaced the recovery key, until `confirmRecoveryKey`. Absent: none has. */
  keyReplacedMs: z.number().optional(),
  /** Set for a `locked` device; null: the server has not said yet whether there is a recovery key. */
  ways: UnlockWays.nullable(),
  error: AppError.nullable(),
});
export type EncryptionStatus = z.infer<typeof EncryptionStatus>;
