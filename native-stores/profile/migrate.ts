// Brings a file to the newest schema: one backup, one transaction. Refuses what a newer build wrote.
import {
  closeSync,
  copyFileSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import type { Migration } from '../migrations/all';
import { StoreError } from '../sqlite/errors';
import type { Database, StoreLog } from '../sqlite/statements';

export const versionOf = (db: Database): number =>
  Number(db.pragma('user_version', { simple: true }));

export const newest = (migrations: readonly Migration[]): number => migrations.at(-1)?.version ?? 0;

export function refuseNewer(version: number, migrations: readonly Migration[]): void {
  if (version > newest(migrations))
    throw new StoreError('store_newer', `The store was written by a newer build (${version})`);
}

/** Copies the (encrypted) file beside itself; the one before it is replaced only when the copy is complete. */
function backUp(db: Database, file: string): void {
  db.pragma('wal_checkpoint(TRUNCATE)');
  const part = `${file}.backup.part`;
  copyFileSync(file, part);
  const handle = openSync(part, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(part, `${file}.backup`);
}

/** Long enough to notice what a migration did wrong; no longer, because what is removed in the store since then is still in it. */
const backupKeptMs = 7 * 86_400_000;

/** With a store that opened: an old backup goes, and so does half of one. */
export function dropOldBackup(file: string, nowMs: number): void {
  rmSync(`${file}.backup.part`, { force: true });
  const backup = statSync(`${file}.backup`, { throwIfNoEntry: false });
  if (backup !== undefined && nowMs - backup.mtimeMs > backupKeptMs)
    rmSync(`${file}.backup`, { force: true });
}

/** All missing steps in one transaction; a failure leaves the file as it was. */
export function migrate(
  db: Database,
  file: string,
  migrations: readonly Migration[],
  log: StoreLog,
): void {
  const from = versionOf(db);
  refuseNewer(from, migrations);
  const missing = migrations.filter((step) => step.version > from);
  if (missing.length === 0) return;
  if (from > 0) backUp(db, file);
  db.exec('BEGIN IMMEDIATE');
  try {
    for (const step of missing) {
      db.exec(step.sql);
      db.pragma(`user_version = ${step.version}`);
    }
    if (from > 0) for (const step of missing) step.fill?.(db);
    db.exec('COMMIT');
  } catch (thrown) {
    if (db.inTransaction) db.exec('ROLLBACK');
    throw thrown;
  }
  log.info('migrated', { from, to: newest(migrations) });
}
