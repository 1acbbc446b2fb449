// The encryption status for the window: stored, compared, announced. It is read from the library after each possible change, never pieced
// together from events.
import type { AppError } from '#contract/wire/errors';
import type { EncryptionStatus } from '#contract/areas/account/accountModels';
import type { Store } from '#stores/sqlite/store';
import { createListeners } from '../base/listeners';
import type { Backend } from './backend';
import { storedSecrets } from './health/facts';
import type { Setup, SetupState } from './setup';
import type { Clock, Log } from '../base/types';
import { reported } from '../base/unexpected';

export interface Status {
  now(): EncryptionStatus;
  set(change: Partial<EncryptionStatus>): void;
  /** Asks the library; `error` not null makes the state `failed`. */
  refresh(error?: AppError | null): Promise<void>;
  /** The same, a little later and once for many calls; not while the set-up runs. */
  refreshSoon(): void;
  onChange(listener: () => void): () => void;
  stop(): void;
}

export interface StatusDeps {
  readonly store: Store;
  readonly backend: Pick<Backend, 'api' | 'keyCounts'>;
  readonly setup: Pick<
    Setup,
    'state' | 'remembered' | 'deviceVerified' | 'identityReplaced' | 'ways' | 'keyReplacedMs'
  >;
  readonly undecryptable: () => number;
  readonly clock: Pick<Clock, 'setTimeout' | 'monotonic'>;
  readonly log: Log;
}

/** Asking counts all keys of the account: not for each message. */
const everyMs = 2000;

/** States of a device that has the keys of the account. */
const hasKeys: ReadonlySet<EncryptionStatus['state']> = new Set(['key_shown', 'skipped', 'ready']);

/** Before anything is known, and where there is nothing to know. */
export const unknownEncryption: EncryptionStatus = {
  state: 'unknown',
  deviceVerified: false,
  backupEnabled: false,
  unbackedKeys: 0,
  undecryptable: 0,
  identityReplaced: false,
  hasRecoveryKey: false,
  ways: null,
  error: null,
};

export function createStatus(deps: StatusDeps): Status {
  const { backend, setup, clock } = deps;
  const { tell, add: onChange, clear } = createListeners();
  let current = unknownEncryption;
  let cancelSoon: (() => void) | null = null;
  let askedMs = Number.NEGATIVE_INFINITY;
  let stopped = false;

  function set(change: Partial<EncryptionStatus>): void {
    const next = { ...current, ...change };
    if (stopped || JSON.stringify(next) === JSON.stringify(current)) return;
    current = next;
    tell();
  }

  /**
   * Another device's keys came to a locked one, and an adoption follows: an account with a recovery key is not asked to make one
   * meanwhile. A reset that was cut short is remembered, and goes on with a new recovery key.
   */
  async function heldBack(state: SetupState): Promise<SetupState> {
    const waits = current.state === 'locked' && state === 'unset';
    if (!waits || storedSecrets(deps.store.db).key === null) return state;
    return (await setup.remembered()) === null ? 'locked' : state;
  }

  async function refresh(error: AppError | null = null): Promise<void> {
    if (stopped) return;
    const counts = await backend.keyCounts();
    const state = error === null ? await heldBack(await setup.state()) : 'failed';
    const replacedMs = hasKeys.has(state) ? setup.keyReplacedMs() : null;
    set({
      state,
      keyReplacedMs: replacedMs ?? undefined,
      deviceVerified: await setup.deviceVerified(),
      backupEnabled: (await backend.api.getActiveSessionBackupVersion()) !== null,
      unbackedKeys: counts.total - counts.backedUp,
      undecryptable: stopped ? 0 : deps.undecryptable(),
      identityReplaced: await setup.identityReplaced(),
      hasRecoveryKey: storedSecrets(deps.store.db).key !== null,
      ways: state === 'locked' ? await setup.ways() : null,
      error,
    });
  }

  function refreshSoon(): void {
    const isEarly = current.state === 'setting_up' || current.state === 'unknown';
    if (cancelSoon !== null || stopped || isEarly) return;
    const waitMs = Math.max(0, askedMs + everyMs - clock.monotonic());
    cancelSoon = clock.setTimeout(() => {
      cancelSoon = null;
      askedMs = clock.monotonic();
      refresh(current.error).catch(reported(deps.log, 'encryption status'));
    }, waitMs);
  }

  let keyId: string | null = null;
  /** For a device that has the keys only another recovery key is news. */
  function isNews(key: { readonly id: string } | null): boolean {
    const before = keyId;
    keyId = key?.id ?? null;
    return current.state !== 'ready' || before !== keyId;
  }

  const unwatch = deps.store.onCommit((changes) => {
    // A recovery key that is made elsewhere comes with the account's data.
    const isNewWay = changes.topics.has('accountData') && isNews(storedSecrets(deps.store.db).key);
    if (changes.topics.has('encryption') || isNewWay) refreshSoon();
  });

  return {
    now: () => current,
    set,
    refresh,
    refreshSoon,
    onChange,
    stop: () => {
      stopped = true;
      cancelSoon?.();
      unwatch();
      clear();
    },
  };
}
