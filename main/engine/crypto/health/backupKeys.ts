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
  /** The backup holds them no more. @throws AppFailure `conflict` where no backup is in use */
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
  readonly backend: Pick<Backend, 'api' | 'health' | 'forgetBackup'>;
  readonly restore: () => Promise<number>;
}

export function createBackupKeys({ client, backend, restore }: BackupKeysDeps): BackupKeys {
  const { api, health } = backend;

  async function inUse(): Promise<string> {
    const version = await api.getActiveSessionBackupVersion();
    if (version === null) throw appFailure('conflict', 'No backup is in use');
    return version;
  }
  async function remove(where: string): Promise<void> {
    const version = await inUse();
    await client.http.authedRequest(Method.Delete, where, { version });
  }

  return {
    forgetKeys: ({ roomId, sessionId }) =>
      remove(
        sessionId === undefined
          ? path`/room_keys/keys/${roomId}`
          : path`/room_keys/keys/${roomId}/${sessionId}`,
      ),
    async refillBackup() {
      await inUse();
      await restore();
      await remove('/room_keys/keys');
      // All keys count as not backed up from here on: stopped now, the library goes on by itself at the next start.
      await backend.forgetBackup();
      await api.checkKeyBackupAndEnable();
      await health.upload();
    },
  };
}
