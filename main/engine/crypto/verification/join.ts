// Wires verification to the rest of crypto.
import type { MatrixClient } from 'matrix-js-sdk';
import type { Store } from '#stores/sqlite/store';
import type { Clock, Log } from '../../base/types';
import type { Backend } from '../backend';
import type { Setup } from '../setup';
import type { Status } from '../status';
import type { Turns } from '../turns';
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
  readonly guard: <T>(work: Promise<T>) => Promise<T>;
  readonly clock: Clock;
  readonly log: Log;
}

export function joinVerification(deps: JoinDeps): VerificationParts {
  const { client, store, backend, setup, status, turns, guard, clock, log } = deps;
  const machine = backend.verifier(createSendInRoom(client, store, deps.encrypt), turns, log);
  const ownUserId = client.getSafeUserId();
  const ownDeviceId = client.getDeviceId() ?? '';
  return {
    verification: createVerifications({
      ...{ machine, store, ownUserId, ownDeviceId, clock, guard, log },
    }),
    adoption: createAdoption({
      client,
      isLocked: () => status.now().state === 'locked',
      isReady: () => status.now().state === 'ready',
      adopt: () => guard(setup.adopt()),
      hasBackupKey: async () => (await backend.api.getSessionBackupPrivateKey()) !== null,
      restore: deps.restore,
      changed: status.refreshSoon,
      log,
    }),
  };
}
