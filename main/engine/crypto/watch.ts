// Passes on what the library and the store tell: changes of devices, identities and members, and keys of a backup. Must not keep a state.
import type { MatrixClient } from 'matrix-js-sdk';
import { CryptoEvent } from 'matrix-js-sdk/lib/crypto-api';
import type { Store } from '#stores/sqlite/store';
import type { Clock } from '../base/types';
import type { Backend } from './backend';
import type { Decryption } from './decrypt';
import { createLaterKeys } from './health/laterKeys';
import { watched } from './library';
import type { CryptoRoom } from './room';
import type { Status } from './status';
import type { Trust } from './trust';

export interface WatchDeps {
  readonly client: MatrixClient;
  readonly clock: Clock;
  readonly status: Pick<Status, 'refreshSoon'>;
  readonly decryption: Pick<Decryption, 'retryNewest'>;
  readonly store: Store;
  readonly state: { readonly rooms: ReadonlyMap<number, CryptoRoom> };
  readonly trust: Trust;
  readonly backend: Pick<Backend, 'recipients'>;
}

/** Listens; answers the function that ends that. */
export function watch(deps: WatchDeps): () => void {
  const { client, clock, status, decryption, store, state, trust, backend } = deps;
  const ownUserId = client.getSafeUserId();
  const laterKeys = createLaterKeys(clock, decryption.retryNewest);
  const changed = (userIds: readonly string[]): void => {
    backend.recipients.changed(userIds);
    trust.changed(userIds);
  };
  const devicesUpdated = (userIds: readonly string[]): void => {
    changed(userIds);
    // A device of ours that has begun to trust the identity uploads its room keys to the backup.
    if (userIds.includes(ownUserId)) laterKeys.begin();
  };
  const identityChanged = (userId: string): void => changed([userId]);
  client.on(CryptoEvent.DevicesUpdated, devicesUpdated);
  client.on(CryptoEvent.UserTrustStatusChanged, identityChanged);
  for (const name of watched) client.on(name, status.refreshSoon);
  const unwatch = store.onCommit(({ members }) => {
    for (const roomNo of members) state.rooms.get(roomNo)?.membersChanged();
  }, 'inside');
  return () => {
    unwatch();
    laterKeys.stop();
    trust.stop();
    client.off(CryptoEvent.DevicesUpdated, devicesUpdated);
    client.off(CryptoEvent.UserTrustStatusChanged, identityChanged);
    for (const name of watched) client.off(name, status.refreshSoon);
  };
}
