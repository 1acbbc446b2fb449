// Empties a profile after sign-out: every row, every crypto file (those of retired devices too), every cached file, every backup of the
// store. The profile itself stays usable for a new sign-in.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { forgetHandles } from '#stores/media/media';
import { all, forget } from '#stores/sqlite/statements';
import type { Store } from '#stores/sqlite/store';
import { cryptoFiles } from './crypto/files';

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
      'files',
      'transfers',
    ] as const)
      changes.topic(topic);
  });
  // What was read from those rows lives on in memory.
  forget(store.db, null);
  forgetHandles(store.db);
  // The log still holds the pages as they were.
  store.db.pragma('wal_checkpoint(TRUNCATE)');
  rmSync(join(store.folder, 'events.db.backup'), { force: true });
  rmSync(join(store.folder, 'retired'), { recursive: true, force: true });
  for (const file of cryptoFiles) rmSync(join(store.folder, file), { force: true });
  for (const folder of ['media', 'staging'])
    for (const file of readdirSync(join(store.folder, folder)))
      rmSync(join(store.folder, folder, file), { force: true });
}
