// Keys that the server's backup has, taken out of it: of one message, of a room, or all, which are put there anew. Nothing that this device
// has is touched: what was written stays readable here.
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
   * The backup holds them no more, until it is filled anew or replaced. What this device writes from then on has a key of its own, which goes
   * into the backup; what others go on to write with the old one does not. @throws AppFailure `conflict` where no backup is in use
   */
  forgetKeys(where: KeysOfBackup): Promise<void>;
  /**
   * Empties the backup and puts all keys of this device into it; what only the backup had comes here before.
   *
   * @throws AppFailure `conflict` where no backup is in use
   */
  refillBackup(): Promise<void>;
}

export interface BackupKeysDeps {
  readonly client: Pick<MatrixClient, 'http'>;
  readonly backend: Pick<Backend, 'api' | 'health' | 'forgetBackup' | 'discardKey'>;
  /** Fetches the whole backup; answers how many of its keys could be opened, and not be taken here. */
  readonly fetchAll: () => Promise<{ readonly refused: number }>;
  /** Tries again what could not be read. */
  readonly retry: () => Promise<unknown>;
}

/** How often a backup is fetched again that other devices go on changing. */
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

  /** Another one when any device has changed the backup. */
  async function mark(version: string): Promise<string> {
    const where = path`/room_keys/version/${version}`;
    const told = await client.http.authedRequest<{ etag?: unknown; count?: unknown }>(
      Method.Get,
      where,
    );
    return JSON.stringify([told.etag, told.count]);
  }

  /** All that can be opened comes here; afterwards no key counts as backed up, and this device puts none there. */
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
      // What is written from here on has another key: the library puts one into the backup once only.
      await backend.discardKey(roomId);
      await remove(
        sessionId === undefined
          ? path`/room_keys/keys/${roomId}`
          : path`/room_keys/keys/${roomId}/${sessionId}`,
        version,
      );
      // A message that was sent meanwhile began one that is gone, too.
      if (sessionId === undefined) await backend.discardKey(roomId);
    },
    async refillBackup() {
      const version = await inUse();
      try {
        // Stopped from here on, or without an answer, the library puts all keys there by itself.
        await takeAll(version);
        await remove('/room_keys/keys', version);
        // A look at the backup meanwhile may have put keys there that are gone now.
        await backend.forgetBackup();
      } finally {
        await api.checkKeyBackupAndEnable();
      }
      await health.upload();
      await retry();
    },
  };
}
