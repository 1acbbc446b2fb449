// What a device leaves behind when the server has deleted it (hard logout) and its person signs in again: the new device needs a crypto
// store of its own, the old one is kept aside, and nothing that was addressed to the old device is handed to the new one.
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { deleteSetting } from '#stores/settings/settings';
import { run } from '#stores/sqlite/statements';
import type { Store } from '#stores/sqlite/store';
import { cryptoFiles } from './files';

/** The parts that hold the crypto files open have to be stopped. */
export function retireDevice(store: Store, atMs: number): void {
  const folder = join(store.folder, 'retired', String(atMs));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const file of cryptoFiles) {
    const from = join(store.folder, file);
    if (existsSync(from)) renameSync(from, join(folder, file));
  }
  store.write((changes) => {
    deleteSetting(store.db, 'cryptoIdentity');
    deleteSetting(store.db, 'encryptionSetup');
    run(store.db, 'DELETE FROM crypto_inbox');
    changes.topic('encryption');
  });
}
