// The account: its process, its session, the state of sync, and what its encryption can do.
import { AppError } from '../wire/errors';
import { z } from '../wire/schema';
import { MediaHandle } from './ids';

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
});
export type Session = z.infer<typeof Session>;

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
  /** When this phase began, epoch ms; for `offline` the last answer of the server. */
  sinceMs: z.number(),
  /** Messages written here that are not yet on the server. */
  waitingMessages: z.number(),
  /** Malformed events that were dropped and counted since the account exists. */
  droppedEvents: z.number(),
  /** The server serves nothing more until its terms were agreed to at this address (M_CONSENT_NOT_GIVEN). */
  consentUri: z.string().nullable(),
  error: AppError.nullable(),
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
