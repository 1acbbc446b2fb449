// Empties a profile after sign-out: every row, every crypto file (those of retired devices too), every cached file, every backup of the
// store. The commit that ends the session marks the profile, and only an empty one has no mark: a start that finds a mark deletes the files
// before it serves a window, so nobody gets data that an interrupted sign-out left.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { lockProfile } from '#stores/profile/open';
import { forgetHandles } from '#stores/media/media';
import { getSetting } from '#stores/settings/settings';
import { all, forget, get } from '#stores/sqlite/statements';
import type { Store } from '#stores/sqlite/store';
import { emptyingMark } from './account/session';
import { cryptoFiles } from './crypto/files';

const fileFolders = ['media', 'staging'];

/** All files with a person's data in a profile folder, in the order in which they are deleted: the file with the mark is last. */
export function profileFiles(folder: string): readonly string[] {
  const store = 'events.db';
  return [
    ...fileFolders,
    'retired',
    ...cryptoFiles,
    `${store}.backup.part`,
    `${store}.backup`,
    `${store}-wal`,
    `${store}-shm`,
    store,
  ].map((name) => join(folder, name));
}

/** True also for the data of an earlier build, which set no mark. */
const isLeftBehind = ({ db }: Store): boolean =>
  getSetting<boolean>(db, emptyingMark) === true ||
  (getSetting(db, 'session') === null &&
    get(db, 'SELECT 1 AS one WHERE EXISTS (SELECT 1 FROM rooms)') !== null);

/** Opens the store of a profile; it is emptied first if the user has signed out. Throws like `open`. */
export function openEmptied(open: () => Store): Store {
  const found = open();
  if (!isLeftBehind(found)) return found;
  found.close();
  const unlock = lockProfile(found.folder);
  try {
    for (const path of profileFiles(found.folder)) rmSync(path, { recursive: true, force: true });
  } finally {
    unlock();
  }
  return open();
}

/**
 * Deletes every row except the settings. Triggers are dropped meanwhile, so that a full-text index is emptied as a whole and not row by
 * row. The tables behind a full-text index are emptied by its own command (SQLite: FTS5, 'delete-all').
 */
function emptyTables(db: Store['db']): void {
  const triggers = all<{ name: string; sql: string }>(
    db,
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'",
  );
  const tables = all<{ name: string; type: string }>(
    db,
    "SELECT name, type FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%' AND name <> 'settings'",
  );
  // These are names from our own migrations.
  for (const { name } of triggers) db.exec(`DROP TRIGGER "${name}"`);
  for (const { name, type } of tables)
    if (type === 'virtual') db.exec(`INSERT INTO "${name}"("${name}") VALUES ('delete-all')`);
    else if (type === 'table') db.exec(`DELETE FROM "${name}"`);
  for (const { sql } of triggers) db.exec(sql);
}

/**
 * Empties the profile of an engine that continues to run with it. The network parts have to be stopped, because they hold the crypto files
 * open. After a failure the mark is still there and the process has to end.
 */
export function wipeProfile(store: Store): void {
  const { db, folder } = store;
  // The pages are freed without being overwritten; the file is rewritten below, without them.
  db.pragma('secure_delete = OFF');
  store.write((changes) => {
    emptyTables(db);
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
  // Drops the caches of these rows in memory.
  forget(db, null);
  forgetHandles(db);
  const open = ['events.db', 'events.db-wal', 'events.db-shm', ...fileFolders];
  const kept = new Set(open.map((name) => join(folder, name)));
  for (const path of profileFiles(folder))
    if (!kept.has(path)) rmSync(path, { recursive: true, force: true });
  for (const name of fileFolders) {
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
    for (const file of readdirSync(join(folder, name)))
      rmSync(join(folder, name, file), { recursive: true, force: true });
  }
  // Last, because the mark is one of the settings.
  store.write((changes) => {
    db.exec('DELETE FROM settings');
    changes.topic('settings');
  });
  db.exec('VACUUM');
  db.pragma('secure_delete = ON');
  // The write-ahead log still has the old pages.
  store.emptyLog();
}
