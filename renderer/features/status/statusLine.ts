// Chooses the text of the status line: only one, the most important first. Pure.
import type { EncryptionStatus, Session, SyncStatus } from '#contract/areas/account/accountModels';
import type { Connection } from '#app/line/connection';

/** `confirm`: as `unlock`, where no recovery key is known of. `setUpAnew`: there is no way to unlock this device. */
export type StatusAction =
  | 'signIn'
  | 'unlock'
  | 'confirm'
  | 'setUpAnew'
  | 'setUpBackup'
  | 'openTerms'
  | 'showUnsent'
  | 'tryNow';

export interface Status {
  readonly kind:
    | 'restarting'
    | 'starting'
    | 'expired'
    | 'accountLocked'
    | 'diskFull'
    | 'diskFailed'
    | 'storeDamaged'
    | 'consent'
    | 'offline'
    | 'connecting'
    | 'catching_up'
    | 'waiting'
    | 'unsent'
    | 'locked'
    | 'replaced'
    | 'unset'
    | 'encryptionFailed';
  readonly tone: 'warning' | 'quiet';
  /** Number of messages written here that the server does not have yet. */
  readonly waiting: number;
  /** Number of edits and other changes, made here, to messages that the server has. */
  readonly changes: number;
  /** Number of messages that failed and wait for their author. */
  readonly unsent: number;
  readonly sinceMs: number;
  readonly action: StatusAction | null;
}

export interface StatusInput {
  readonly connection: Connection['state'];
  readonly session: Session | undefined;
  readonly sync: SyncStatus | undefined;
  readonly encryption: EncryptionStatus | undefined;
}

const status = (kind: Status['kind'], more: Partial<Status> = {}): Status => ({
  kind,
  tone: 'quiet',
  waiting: 0,
  changes: 0,
  unsent: 0,
  sinceMs: 0,
  action: null,
  ...more,
});

/** Null: there is nothing to report. */
export function statusOf({ connection, session, sync, encryption }: StatusInput): Status | null {
  if (connection === 'down') return status('restarting', { tone: 'warning' });
  if (sync === undefined) return status('starting');
  const { waitingMessages, waitingChanges: changes = 0 } = sync;
  const waiting = { waiting: waitingMessages - changes, changes };
  const sinceMs = sync.sinceMs;
  if (session?.state === 'expired' || sync.phase === 'expired') {
    // The bar for guests reports it, because no password opens such a session again.
    if (session?.guest === true) return null;
    return status('expired', { tone: 'warning', ...waiting, action: 'signIn' });
  }
  if (sync.consentUri !== null)
    return status('consent', { tone: 'warning', ...waiting, action: 'openTerms' });
  switch (sync.phase) {
    case 'offline':
      return status('offline', { tone: 'warning', ...waiting, sinceMs, action: 'tryNow' });
    case 'storage':
      return status(storageKind(sync.error?.code), { tone: 'warning', ...waiting });
    case 'locked':
      return status('accountLocked', { tone: 'warning', ...waiting });
    case 'connecting':
      return status('connecting', waiting);
    case 'catching_up':
      return status('catching_up', waiting);
    case 'signed_out':
      return null;
    case 'syncing':
      if (sync.unsent !== null) {
        const { count: unsent } = sync.unsent;
        return status('unsent', { tone: 'warning', ...waiting, unsent, action: 'showUnsent' });
      }
      return waitingMessages > 0 ? status('waiting', waiting) : ofEncryption(encryption);
    default:
      return sync.phase satisfies never;
  }
}

function storageKind(code: string | undefined): Status['kind'] {
  if (code === 'disk_full') return 'diskFull';
  return code === 'disk_failed' ? 'diskFailed' : 'storeDamaged';
}

function unlocking(ways: EncryptionStatus['ways']): StatusAction {
  if (ways?.recoveryKey === true) return 'unlock';
  return ways?.device === false ? 'setUpAnew' : 'confirm';
}

function ofEncryption(encryption: EncryptionStatus | undefined): Status | null {
  switch (encryption?.state) {
    case 'locked':
      return status(encryption.identityReplaced ? 'replaced' : 'locked', {
        tone: 'warning',
        action: unlocking(encryption.ways),
      });
    case 'unset':
    case 'key_shown':
      return status('unset', { tone: 'warning', action: 'setUpBackup' });
    case 'failed':
      return status('encryptionFailed', { tone: 'warning', action: 'setUpBackup' });
    default:
      return null;
  }
}

/** Short phases show only if they last, so that the line does not flicker. */
export function showsAfterMs(kind: Status['kind']): number {
  switch (kind) {
    case 'restarting':
    case 'expired':
    case 'accountLocked':
    case 'diskFull':
    case 'diskFailed':
    case 'storeDamaged':
    case 'consent':
    case 'offline':
    case 'locked':
    case 'replaced':
    case 'unset':
    case 'encryptionFailed':
    case 'unsent':
      return 0;
    case 'waiting':
      return 2_000;
    default:
      return 1_000;
  }
}
