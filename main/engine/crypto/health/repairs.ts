// The acts that mend encryption without a sign-out. Each act refreshes the status; subscribers of the health see its effect.
import type { MatrixClient } from 'matrix-js-sdk';
import { ImportRoomKeyStage, type ImportRoomKeyProgressData } from 'matrix-js-sdk/lib/crypto-api';
import { appFailure } from '#contract/wire/errors';
import type { Store } from '#stores/sqlite/store';
import type { Log } from '../../base/types';
import type { Backend } from '../backend';
import type { Decryption } from '../decrypt';
import type { SecretKeys } from '../secretKeys';
import type { Setup } from '../setup';
import type { Status } from '../status';
import { asFailure } from '../errors';
import { createBackupKeys, type BackupKeys } from './backupKeys';
import { createDeviceLists } from './deviceLists';
import { gatherFacts, type Facts } from './facts';

/** The acts that the engine does without the user's input. */
export type Fix = 'check' | 'sign_here' | 'ask_devices' | 'upload' | 'restore';

export interface Repairs extends BackupKeys {
  facts(): Promise<Facts>;
  /** Called when keys were uploaded to the backup, or refused. */
  onChange(listener: () => void): () => void;
  /** Asks the server which backup it has. */
  check(): Promise<void>;
  /** Reads all device lists again after the server was set back, because sync does not report those changes. */
  afterSync(): Promise<void>;
  /** Answers how many messages were decrypted. @throws AppFailure */
  run(fix: Fix): Promise<number>;
  /**
   * Makes a new backup in place of the server's; its key goes into the existing secret storage.
   *
   * @throws AppFailure `wrong_recovery_key`, `no_recovery_key`; `conflict` when this device does not hold the identity
   */
  replaceBackup(recoveryKey: string): Promise<void>;
  /** Reads the whole backup and retries failed messages. Never rejects: the messages are shown as their keys come. */
  restoreInPassing(): Promise<void>;
}

export interface RepairsDeps {
  readonly client: MatrixClient;
  readonly backend: Backend;
  readonly setup: Setup;
  readonly secrets: SecretKeys;
  readonly decryption: Decryption;
  readonly status: Pick<Status, 'refreshSoon'>;
  /** Gives the library the rows of the inbox. */
  readonly inbox: () => Promise<void>;
  readonly store: Store;
  readonly guard: <T>(work: Promise<T>) => Promise<T>;
  readonly log: Log;
}

export function createRepairs(deps: RepairsDeps): Repairs {
  const { client, backend, setup, secrets, decryption, status, store, guard, log } = deps;
  const { api, health } = backend;
  const userId = client.getSafeUserId();
  const deviceId = client.getDeviceId() ?? '';

  const check = async (): Promise<void> => void (await guard(api.checkKeyBackupAndEnable()));

  async function fetchAll(): Promise<{ readonly refused: number }> {
    let refused = 0;
    const progressCallback = (now: ImportRoomKeyProgressData): void => {
      if (now.stage === ImportRoomKeyStage.LoadKeys) refused = now.failures;
    };
    const { imported } = await guard(api.restoreKeyBackup({ progressCallback }));
    log.info('keys restored', { imported, refused });
    return { refused };
  }

  const retry = (): Promise<number> => decryption.retry(null);

  async function restore(): Promise<number> {
    await fetchAll();
    return retry();
  }

  const lists = createDeviceLists(deps);
  const fixes: Readonly<Record<Fix, () => Promise<number | void>>> = {
    async check() {
      await check();
      await lists.catchUp();
    },
    sign_here: () => api.crossSignDevice(deviceId),
    ask_devices: health.askForSecrets,
    upload: health.upload,
    async restore() {
      await check();
      return (await api.getSessionBackupPrivateKey()) === null ? retry() : restore();
    },
  };

  async function replaceBackup(recoveryKey: string): Promise<void> {
    const { id, key } = await setup.openKey(recoveryKey);
    if (!(await backend.hasPrivateKeys()))
      throw appFailure('conflict', 'This device has to be unlocked first');
    // All keys of this device go into the new one, whatever an old one has.
    await backend.forgetBackup();
    await secrets.during(id, key, () => api.resetKeyBackup());
    log.info('the backup was replaced');
  }

  return {
    facts: () =>
      guard(
        gatherFacts({
          ...{ backend, db: store.db, userId, deviceId },
          identityReplaced: setup.identityReplaced,
        }),
      ),
    onChange: health.onUpload,
    check,
    afterSync: lists.afterSync,
    run: async (fix) => (await fixes[fix]()) ?? 0,
    replaceBackup,
    ...createBackupKeys({ client, backend, fetchAll, retry }),
    async restoreInPassing() {
      await restore().catch((thrown: unknown) => {
        log.warn('the backup was not read', { code: asFailure(log, thrown).error.code });
      });
      status.refreshSoon();
    },
  };
}
