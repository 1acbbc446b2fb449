// Empties a profile after sign-out: every row, every crypto file, every cached file. The profile itself stays usable for a new sign-in.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { all } from '../../native-stores/sqlite/statements';
import type { Store } from '../../native-stores/sqlite/store';

const cryptoFiles = ['crypto.db', 'crypto-meta.db'].flatMap((file) => [
  file,
  `${file}-wal`,
  `${file}-shm`,
]);

/** The network parts have to be stopped: they hold the crypto files open. */
export function wipeProfile(store: Store): void {
  store.write((changes) => {
    const tables = all<{ name: string }>(
      store.db,
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    );
    // Names of our own migrations, not of anybody else.
    for (const { name } of tables) store.db.exec(`DELETE FROM "${name}"`);
    for (const topic of [
      'session',
      'sync',
      'encryption',
      'settings',
      'drafts',
      'outbox',
      'accountData',
      'media',
      'rooms',
    ] as const)
      changes.topic(topic);
  });
  for (const file of cryptoFiles) rmSync(join(store.folder, file), { force: true });
  for (const folder of ['media', 'staging'])
    for (const file of readdirSync(join(store.folder, folder)))
      rmSync(join(store.folder, folder, file), { force: true });
}
