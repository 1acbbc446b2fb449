// Opens the crypto store of this session on our IndexedDB and makes sure that it is the right one (CHAT-8.34). Deletes nothing.
import type { MatrixClient } from 'matrix-js-sdk';
import { installIndexedDb, type IndexedDbHandle } from '#stores/indexeddb/index';
import { getSetting, setSetting } from '#stores/settings/settings';
import type { StoredSession } from '../base/types';
import { openBackend, type Backend, type BackendDeps } from './backend';
import { invalidStore } from './errors';

export interface OpenDeps extends BackendDeps {
  readonly client: MatrixClient;
  readonly indexedDb: IndexedDbHandle;
  readonly session: StoredSession;
}

const prefix = 'trellis';

// Opening reads the IndexedDB of the global object, so two accounts in one process (tests) open one after the other.
// eslint-disable-next-line trellis/module-state -- a lock on the global object of the process, which has one
let opening: Promise<unknown> = Promise.resolve();

export async function openCryptoStore(deps: OpenDeps): Promise<Backend> {
  const result = opening.then(() => openNow(deps));
  // Its caller has the failure.
  opening = result.catch(() => undefined);
  const backend = await result;
  try {
    await backend.settled();
    checkIdentity(deps, backend.identityKey);
    return backend;
  } catch (thrown) {
    backend.stop();
    throw thrown;
  }
}

async function openNow(deps: OpenDeps): Promise<Backend> {
  const restore = installIndexedDb(deps.indexedDb, globalThis);
  try {
    return await openBackend(deps.client, prefix, deps);
  } catch (thrown) {
    restore();
    // The library's words for a store of another device.
    if (/doesn't match the account/.test(String(thrown)))
      throw invalidStore('it belongs to another device');
    throw thrown;
  }
}

interface Identity {
  readonly userId: string;
  readonly deviceId: string;
  readonly identityKey: string;
}

/** A device whose keys changed cannot read messages that were sent to it, and others would take it for an impostor. */
function checkIdentity(deps: OpenDeps, identityKey: string): void {
  const { store, session } = deps;
  const { userId, deviceId } = session;
  const known = getSetting<Identity>(store.db, 'cryptoIdentity');
  if (known !== null && known.userId === userId && known.deviceId === deviceId) {
    if (known.identityKey !== identityKey) throw invalidStore('its device keys are gone');
    return;
  }
  store.write(() => setSetting(store.db, 'cryptoIdentity', { userId, deviceId, identityKey }));
}
