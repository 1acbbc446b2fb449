// The real crypto library on the store: what it is for.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  DeviceId,
  EncryptionSettings,
  initAsync,
  Migration,
  OlmMachine,
  RoomId,
  StoreHandle,
  UserId,
} from '@matrix-org/matrix-sdk-crypto-wasm';

import { installIndexedDb } from '../../native-stores/indexeddb';
import { createTestStore, type TestStore } from './support';

const user = '@alice:example.org';
const room = '!room:example.org';

async function withMachine<T>(
  store: TestStore,
  use: (machine: OlmMachine) => Promise<T>,
): Promise<T> {
  const uninstall = installIndexedDb(store.handle);
  const handle = await StoreHandle.open('account', undefined);
  const machine = await OlmMachine.initFromStore(new UserId(user), new DeviceId('DEVICE'), handle);
  try {
    return await use(machine);
  } finally {
    machine.close();
    uninstall();
  }
}

describe('the crypto library', () => {
  let store: TestStore;
  beforeAll(() => initAsync());
  beforeEach(() => {
    store = createTestStore();
  });
  afterEach(() => store.remove());

  test('keeps its identity over close and reopen', async () => {
    const first = await withMachine(store, async (machine) =>
      machine.identityKeys.ed25519.toBase64(),
    );
    store.reopen();
    const second = await withMachine(store, async (machine) =>
      machine.identityKeys.ed25519.toBase64(),
    );
    expect(second).toBe(first);
    expect(
      readdirSync(store.directory).filter((name) => name.endsWith('.db')).length,
    ).toBeGreaterThan(0);
    expect(store.fatal).toEqual([]);
  });
});
