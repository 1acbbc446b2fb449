// Finds out what could unlock a device that does not hold the identity. It reports nothing that the server has not said.
import type { MatrixClient } from 'matrix-js-sdk';
import type { UnlockWays } from '#contract/areas/account/accountModels';
import { getSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import type { Backend } from '../backend';
import { storedSecrets } from './facts';

export interface WaysDeps {
  readonly client: MatrixClient;
  readonly backend: Pick<Backend, 'api' | 'health'>;
  readonly store: Store;
}

/** Before the first answer of sync, which brings the account's data, the server is asked. */
async function hasRecoveryKey({ client, store: { db } }: WaysDeps): Promise<boolean> {
  if (getSetting(db, 'nextBatch') !== null) return storedSecrets(db).key !== null;
  return (await client.secretStorage.getDefaultKeyId()) !== null;
}

/** Another device of the account that its identity signed. A dehydrated device is kept by the server, and confirms nobody. */
export async function hasOtherDevice({
  client,
  backend: { api },
}: Pick<WaysDeps, 'client' | 'backend'>): Promise<boolean> {
  const userId = client.getSafeUserId();
  const known = (await api.getUserDeviceInfo([userId])).get(userId) ?? new Map();
  for (const { deviceId, dehydrated } of known.values()) {
    if (dehydrated || deviceId === client.getDeviceId()) continue;
    const status = await api.getDeviceVerificationStatus(userId, deviceId);
    if (status?.signedByOwner === true) return true;
  }
  return false;
}

/** Null: the server has not said yet whether there is a recovery key. */
export async function unlockWays(deps: WaysDeps): Promise<UnlockWays | null> {
  // Without an answer nothing is said; the next change of the account's data asks again.
  const recoveryKey = await hasRecoveryKey(deps).catch(() => null);
  if (recoveryKey === null) return null;
  const backup = await deps.backend.health.backup();
  return {
    recoveryKey,
    device: await hasOtherDevice(deps),
    backup: backup === undefined ? null : backup !== null,
  };
}
