// Removes keys from the server's backup: of one message, of a room, or all, which are then uploaded again. It deletes no key of this
// device: messages stay readable here.
import { Method, type MatrixClient } from 'matrix-js-sdk';
import { appFailure } from '#contract/wire/errors';
import { path } from '../../http/url';
import type { Backend } from '../backend';

/** `sessionId`: the key of one message, which opens its neighbours too. */
export interface KeysOfBackup {
  readonly roomId: string;
  readonly sessionId?: string;
}

export interface BackupKeys {
  /**
   * Removes keys from the backup until it is refilled or replaced. Messages that this device sends afterwards have a new key, which is
   * backed up; messages that others send with a removed key are not. @throws AppFailure `conflict` where no backup is in use
   */
  forgetKeys(where: KeysOfBackup): Promise<void>;
  /**
   * Empties the backup and uploads all keys of this device; keys that only the backup had are fetched before.
   *
   * @throws AppFailure `conflict` where no backup is in use
   */
  refillBackup(): Promise<void>;
}

export interface BackupKeysDeps {
  readonly client: Pick<MatrixClient, 'http'>;
  readonly backend: Pick<Backend, 'api' | 'health' | 'forgetBackup' | 'discardKey'>;
  /** Fetches the whole backup; answers how many of its keys could be decrypted and not imported. */
  readonly fetchAll: () => Promise<{ readonly refused: number }>;
  /** Retries events that could not be decrypted. */
  readonly retry: () => Promise<unknown>;
}

/** How often a backup is fetched again while other devices keep changing it. */
const mostFetches = 5;

export function createBackupKeys(deps: BackupKeysDeps): BackupKeys {
  const { client, backend, fetchAll, retry } = deps;
  const { api, health } = backend;

  async function inUse(): Promise<string> {
    const version = await api.getActiveSessionBackupVersion();
    if (version === null) throw appFailure('conflict', 'No backup is in use');
    return version;
  }
  async function remove(where: string, version: string): Promise<void> {
    await client.http.authedRequest(Method.Delete, where, { version });
  }

  /** The etag and count of the backup; it changes when any device changes the backup. */
  async function mark(version: string): Promise<string> {
    const where = path`/room_keys/version/${version}`;
    const told = await client.http.authedRequest<{ etag?: unknown; count?: unknown }>(
      Method.Get,
      where,
    );
    return JSON.stringify([told.etag, told.count]);
  }

  /** Imports all keys that can be decrypted; afterwards no key counts as backed up, and this device uploads none. */
  async function takeAll(version: string): Promise<void> {
    for (let left = mostFetches; left > 0; left -= 1) {
      const before = await mark(version);
      const { refused } = await fetchAll();
      if (refused > 0)
        throw appFailure('conflict', 'Keys of the backup were not taken', { retryable: true });
      await backend.forgetBackup();
      if ((await mark(version)) === before) return;
    }
    throw appFailure('conflict', 'The backup changes all the time', { retryable: true });
  }

  return {
    async forgetKeys({ roomId, sessionId }) {
      const version = await inUse();
      // New messages get another key, because the library uploads each key only once.
      await backend.discardKey(roomId);
      await remove(
        sessionId === undefined
          ? path`/room_keys/keys/${roomId}`
          : path`/room_keys/keys/${roomId}/${sessionId}`,
        version,
      );
      // A message sent meanwhile has started a key that was deleted, too.
      if (sessionId === undefined) await backend.discardKey(roomId);
    },
    async refillBackup() {
      const version = await inUse();
      try {
        // If the process is stopped after this, or the answer is lost, the library uploads all keys by itself.
        await takeAll(version);
        await remove('/room_keys/keys', version);
        // A check of the backup meanwhile may have uploaded keys that are deleted now.
        await backend.forgetBackup();
      } finally {
        await api.checkKeyBackupAndEnable();
      }
      await health.upload();
      await retry();
    },
  };
}
