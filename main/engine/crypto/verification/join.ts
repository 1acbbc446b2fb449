// Wires verification to the rest of crypto.
import type { MatrixClient } from 'matrix-js-sdk';
import type { Store } from '#stores/sqlite/store';
import type { Clock, Log } from '../../base/types';
import type { Backend } from '../backend';
import type { Setup } from '../setup';
import type { Status } from '../status';
import type { Turns } from '../turns';
import { createLaterKeys } from '../health/laterKeys';
import { createAdoption, type Adoption } from './adoption';
import { createSendInRoom, type Encrypt } from './sendInRoom';
import { createVerifications, type VerificationEngine } from './verification';

export interface VerificationParts {
  readonly verification: VerificationEngine;
  readonly adoption: Adoption;
}

export interface JoinDeps {
  readonly client: MatrixClient;
  readonly store: Store;
  readonly backend: Backend;
  readonly setup: Setup;
  readonly status: Status;
  readonly encrypt: Encrypt;
  readonly turns: Pick<Turns, 'send'>;
  /** Fetches the keys of old messages. */
  readonly restore: () => Promise<void>;
  /** How many events cannot be decrypted. */
  readonly undecryptable: () => number;
  readonly isActing: () => boolean;
  readonly guard: <T>(work: Promise<T>) => Promise<T>;
  readonly clock: Clock;
  readonly log: Log;
}

export function joinVerification(deps: JoinDeps): VerificationParts {
  const { client, store, backend, setup, status, turns, guard, clock, log } = deps;
  const machine = backend.verifier(createSendInRoom(client, store, deps.encrypt), turns, log);
  const ownUserId = client.getSafeUserId();
  const ownDeviceId = client.getDeviceId() ?? '';
  // The device that made the backup may still be uploading.
  const laterKeys = createLaterKeys(clock, () => {
    if (deps.undecryptable() > 0) void deps.restore();
  });
  const adoption = createAdoption({
    client,
    isLocked: () => status.now().state === 'locked',
    isReady: () => status.now().state === 'ready',
    isActing: deps.isActing,
    adopt: () => guard(setup.adopt()),
    hasBackupKey: async () => (await backend.api.getSessionBackupPrivateKey()) !== null,
    restore: () => {
      laterKeys.begin();
      return deps.restore();
    },
    changed: status.refreshSoon,
    log,
  });
  return {
    verification: createVerifications({
      ...{ machine, store, ownUserId, ownDeviceId, clock, guard, log },
    }),
    adoption: {
      ...adoption,
      stop() {
        laterKeys.stop();
        adoption.stop();
      },
    },
  };
}
