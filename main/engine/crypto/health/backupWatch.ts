// Notices a key backup that another device of the account made, and asks the own devices for its key. Where the account has no backup, it
// has the library ask them for each room key that is missing: the library answers and believes only devices that our identity signed.
import type { EncryptionStatus } from '#contract/areas/account/accountModels';
import { account, getAccountData } from '#stores/settings/accountData';
import type { Database } from '#stores/sqlite/statements';
import type { Store } from '#stores/sqlite/store';
import type { Log } from '../../base/types';
import { unexpected } from '../../base/unexpected';
import type { Backend } from '../backend';
import type { Setup } from '../setup';
import type { Status } from '../status';
import { secretTypes } from './facts';

export interface BackupWatch {
  /** Looks again if the last look got no answer of the server, or failed. */
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
  readonly log: Log;
}

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

  function askForRoomKeys(asks: boolean): void {
    health.askForRoomKeys(asks);
    // The library asks for a key only when an event that needs it is tried.
    if (asks && !asksForRoomKeys) deps.retry();
    asksForRoomKeys = asks;
  }

  async function once(): Promise<void> {
    await deps.check();
    const info = await health.backup();
    if (info === undefined) {
      due = true;
      return;
    }
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
        due = true;
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
      if (due) look();
    },
    stop() {
      unwatchStatus();
      unwatchStore();
    },
  };
}
