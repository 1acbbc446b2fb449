// Notices a key backup that another device of the account made, and asks the own devices for its key. Where the account has no backup, it
// has the library ask them for each room key that is missing: the library answers and believes only devices that our identity signed.
import type { EncryptionStatus } from '#contract/areas/account/accountModels';
import { account, getAccountData } from '#stores/settings/accountData';
import type { Database } from '#stores/sqlite/statements';
import type { Store } from '#stores/sqlite/store';
import type { Clock, Log } from '../../base/types';
import { unexpected } from '../../base/unexpected';
import type { Backend } from '../backend';
import type { Setup } from '../setup';
import type { Status } from '../status';
import { secretTypes } from './facts';

export interface BackupWatch {
  /** Looks again if the last look got no answer of the server, or failed: once at the next sync, then after ever longer pauses. */
  afterSync(): void;
  stop(): void;
}

export interface BackupWatchDeps {
  readonly backend: Pick<Backend, 'api' | 'health'>;
  readonly setup: Pick<Setup, 'adopt' | 'hasOtherDevice'>;
  readonly status: Pick<Status, 'now' | 'onChange' | 'refreshSoon'>;
  readonly store: Store;
  /** Asks the server which backup it has. */
  readonly check: () => Promise<void>;
  /** Retries the newest events that could not be decrypted. */
  readonly retry: () => void;
  /** An act of the user runs, which may be making a backup. */
  readonly isActing: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
}

const firstPauseMs = 30_000;
const longestPauseMs = 3_600_000;

/** Milliseconds before the next look after so many failed ones. */
const pauseAfter = (failures: number): number =>
  failures < 2 ? 0 : Math.min(firstPauseMs * 2 ** (failures - 2), longestPauseMs);

/** Changes when another device stores a backup's key, or a new key of secret storage. */
const markOf = (db: Database): string =>
  JSON.stringify([
    getAccountData(db, account, secretTypes.backup),
    getAccountData(db, account, 'm.secret_storage.default_key'),
  ]);

/** Others give keys only to a device that is signed. */
const mayAsk = ({ state, deviceVerified }: EncryptionStatus): boolean =>
  deviceVerified && (state === 'unset' || state === 'skipped' || state === 'ready');

export function createBackupWatch(deps: BackupWatchDeps): BackupWatch {
  const { setup, status, store } = deps;
  const { api, health } = deps.backend;
  let seen = markOf(store.db);
  let due = false;
  let looking = false;
  let asksForRoomKeys = false;
  let askedFor: string | null = null;
  let failures = 0;
  let notBeforeMs = 0;

  function askForRoomKeys(asks: boolean): void {
    health.askForRoomKeys(asks);
    // The library asks for a key only when an event that needs it is tried.
    if (asks && !asksForRoomKeys) deps.retry();
    asksForRoomKeys = asks;
  }

  function failed(): void {
    due = true;
    failures += 1;
    notBeforeMs = deps.clock.monotonic() + pauseAfter(failures);
  }

  async function once(): Promise<void> {
    await deps.check();
    const info = await health.backup();
    if (info === undefined) return failed();
    await lookAt(info);
    failures = 0;
  }

  async function lookAt(info: Awaited<ReturnType<typeof health.backup>>): Promise<void> {
    askForRoomKeys(info === null && (await setup.hasOtherDevice()));
    if (info?.version === undefined) return;
    const { trusted, matchesDecryptionKey } = await api.isKeyBackupTrusted(info);
    // The recovery key was made elsewhere: there is nothing to set up here any more.
    if ((trusted || matchesDecryptionKey) && status.now().state === 'unset' && !deps.isActing()) {
      await setup.adopt();
      status.refreshSoon();
    }
    if (matchesDecryptionKey || askedFor === info.version) return;
    await health.askForSecrets();
    askedFor = info.version;
    // From now on they wait for this backup.
    deps.retry();
  }

  function look(): void {
    due = true;
    if (looking || !mayAsk(status.now()) || deps.isActing()) return;
    looking = true;
    due = false;
    void once()
      .catch((thrown: unknown) => {
        failed();
        unexpected(deps.log, 'a backup of another device', thrown);
      })
      .finally(() => {
        looking = false;
      });
  }

  let mayAlready = false;
  const unwatchStatus = status.onChange(() => {
    const may = mayAsk(status.now());
    if (may && !mayAlready) look();
    mayAlready = may;
  });
  const unwatchStore = store.onCommit(({ topics }) => {
    if (!topics.has('accountData')) return;
    const now = markOf(store.db);
    if (now !== seen) look();
    seen = now;
  });
  return {
    afterSync: () => {
      if (due && deps.clock.monotonic() >= notBeforeMs) look();
    },
    stop() {
      unwatchStatus();
      unwatchStore();
    },
  };
}
