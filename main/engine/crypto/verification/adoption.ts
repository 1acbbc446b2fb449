// After another device of ours verified this one it sends the private keys of the identity and the key of the backup: this device is unlocked
// without a recovery key. The key of a backup that is made later comes in the same way.
import { CryptoEvent } from 'matrix-js-sdk/lib/crypto-api';
import type { MatrixClient } from 'matrix-js-sdk';
import type { Log } from '../../base/types';
import { reported } from '../../base/unexpected';

export interface AdoptionDeps {
  readonly client: MatrixClient;
  readonly isLocked: () => boolean;
  /** Unlocked in any way, and known to be. */
  readonly isReady: () => boolean;
  /** Answers whether this device holds the identity now. */
  readonly adopt: () => Promise<boolean>;
  readonly hasBackupKey: () => Promise<boolean>;
  /** An act of the user runs: a backup's key comes from that, which fetches the keys itself. */
  readonly isActing: () => boolean;
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
  /** It was locked once. As soon as the keys are here it is not any more, also before they were adopted. */
  let waits = false;
  let looking = false;
  /** Something came while it was looked: the last of several secrets must not be passed over. */
  let again = false;

  async function restoreIfOpen(): Promise<void> {
    if (await deps.hasBackupKey()) await deps.restore();
  }
  const backupOpened = (): void => {
    // While it is locked, the identity may be of somebody else; the keys are fetched once that is known.
    if (waits || deps.isLocked() || deps.isActing()) return;
    restoreIfOpen().catch(reported(log, 'keys of a backup'));
  };
  client.on(CryptoEvent.KeyBackupDecryptionKeyCached, backupOpened);

  async function adoptedNow(): Promise<void> {
    waits = false;
    log.info('another device gave the identity');
    deps.changed();
    await restoreIfOpen();
  }

  async function once(): Promise<void> {
    again = true;
    waits = deps.isLocked() || (waits && !deps.isReady());
    if (looking) return;
    looking = true;
    try {
      while (again && waits) {
        again = false;
        if (await deps.adopt()) await adoptedNow();
      }
    } finally {
      looking = false;
    }
  }

  return {
    look: () => void once().catch(reported(log, 'an identity that was given')),
    stop: () => void client.off(CryptoEvent.KeyBackupDecryptionKeyCached, backupOpened),
  };
}
