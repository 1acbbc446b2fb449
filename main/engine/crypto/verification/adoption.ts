// After another device of ours verified this one it sends the private keys of the identity and the key of the backup: this device is unlocked
// without a recovery key.
import { CryptoEvent } from 'matrix-js-sdk/lib/crypto-api';
import type { MatrixClient } from 'matrix-js-sdk';
import type { Log } from '../../base/types';
import { reported } from '../../base/unexpected';

export interface AdoptionDeps {
  readonly client: MatrixClient;
  readonly isLocked: () => boolean;
  /** Answers whether this device holds the identity now. */
  readonly adopt: () => Promise<boolean>;
  readonly hasBackupKey: () => Promise<boolean>;
  /** Fetches the keys of old messages. */
  readonly restore: () => Promise<void>;
  readonly changed: () => void;
  readonly log: Log;
}

export interface Adoption {
  /** Something came to this device alone. */
  look(): void;
  stop(): void;
}

export function createAdoption(deps: AdoptionDeps): Adoption {
  const { client, log } = deps;
  let adopted = false;
  let looking = false;

  async function restoreIfOpen(): Promise<void> {
    if (adopted && (await deps.hasBackupKey())) await deps.restore();
  }
  const backupOpened = (): void => void restoreIfOpen().catch(reported(log, 'keys of a backup'));
  client.on(CryptoEvent.KeyBackupDecryptionKeyCached, backupOpened);

  async function once(): Promise<void> {
    if (looking || !deps.isLocked()) return;
    looking = true;
    try {
      if (!(await deps.adopt())) return;
      adopted = true;
      log.info('another device gave the identity');
      deps.changed();
      await restoreIfOpen();
    } finally {
      looking = false;
    }
  }

  return {
    look: () => void once().catch(reported(log, 'an identity that was given')),
    stop: () => void client.off(CryptoEvent.KeyBackupDecryptionKeyCached, backupOpened),
  };
}
