// Opens the store of one profile folder: lock, key, pragmas, migrations. Whatever cannot be read is reported and left alone:
// nothing here ever deletes or replaces a file of the user.
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { forgetRequests } from '../outbox/outbox';
import { migrations as known, type Migration } from '../migrations/all';
import { createCheckpointThread } from '../sqlite/checkpointThread';
import { connect } from '../sqlite/connect';
import { asStoreError, isBusy, isUnreadable, StoreError } from '../sqlite/errors';
import { dropOldBackup, migrate, refuseNewer, versionOf } from './migrate';
import { logSlowStatements, type Database, type StoreLog } from '../sqlite/statements';
import { createStore, type Store } from '../sqlite/store';

/** Far longer than a window repeats a request. */
const requestsKeptMs = 30 * 86_400_000;

export interface OpenOptions {
  readonly folder: string;
  /** 32 random bytes. The caller may overwrite them afterwards. */
  readonly key: Uint8Array;
  readonly log: StoreLog;
  /** Epoch, milliseconds; with it, old request ids are forgotten at the start. */
  readonly now?: () => number;
  /** The bundle of `sqlite/checkpointWorker.ts`: a thread writes the log back. Without it the writer does. */
  readonly checkpointWorker?: string;
  /** For the tests of migrations. */
  readonly migrations?: readonly Migration[];
}

/** A killed process holds its lock a moment longer than its parent lives. */
const lockWaitMs = 2000;

/** Holds an exclusive transaction on lock.db: it dies with the process; a second opener waits 2 s and is refused (D7). */
export function lockProfile(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const file = join(folder, 'lock.db');
  ensurePrivate(file);
  const lock = new BetterSqlite(file, { timeout: lockWaitMs });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (thrown) {
    lock.close();
    if (isBusy(thrown)) throw new StoreError('store_locked', 'The profile is already open', thrown);
    throw asStoreError(thrown);
  }
  return () => lock.close();
}

/** SQLite gives its -wal and -shm files the mode of the main file, so this one call settles all three. */
function ensurePrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
}

/** Settings of every connection of the store; also for crypto.db. */
export function setPragmas(db: Database): void {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('checkpoint_fullfsync = ON');
  // `checkpoints.ts` does it, in turns of its own.
  db.pragma('wal_autocheckpoint = 0');
  db.pragma('journal_size_limit = 16777216');
  db.pragma('cache_size = -65536');
  db.pragma('mmap_size = 0');
  db.pragma('foreign_keys = OFF');
  // Sorting on the disk would put clear text into temporary files.
  db.pragma('temp_store = MEMORY');
  db.pragma('secure_delete = ON');
}

/**
 * Bytes 16 to 23 of page 1 stay readable in this cipher. If they are sound the key does not fit, else the file is damaged; SQLite
 * itself cannot tell the two apart.
 */
function looksHealthy(file: string): boolean {
  const header = Buffer.alloc(24);
  const handle = openSync(file, 'r');
  try {
    if (readSync(handle, header, 0, 24, 0) < 24) return false;
  } finally {
    closeSync(handle);
  }
  const pageSize = header.readUInt16BE(16);
  const powerOfTwo = pageSize === 1 || (pageSize >= 512 && (pageSize & (pageSize - 1)) === 0);
  const sizeFits = statSync(file).size % (pageSize === 1 ? 65_536 : pageSize) === 0;
  const payloadFractions = header[21] === 64 && header[22] === 32 && header[23] === 32;
  return powerOfTwo && sizeFits && payloadFractions;
}

function unreadable(file: string, thrown: unknown): StoreError {
  return looksHealthy(file)
    ? new StoreError('key_unavailable', 'The store key does not open this store', thrown)
    : new StoreError('store_corrupt', 'The store is damaged', thrown);
}

function hasContent(file: string): boolean {
  return existsSync(file) && statSync(file).size > 0;
}

/** Checks key and version; reads only. */
function inspect(db: Database, file: string, migrations: readonly Migration[]): void {
  try {
    db.prepare('SELECT count(*) FROM sqlite_master').get();
  } catch (thrown) {
    throw isUnreadable(thrown) ? unreadable(file, thrown) : thrown;
  }
  refuseNewer(versionOf(db), migrations);
}

/** Closing a connection writes a left-over log into the file, so that one is looked at without the right to write. */
function inspectReadonly(file: string, key: Uint8Array, migrations: readonly Migration[]): void {
  const db = connect(file, key, true);
  try {
    inspect(db, file, migrations);
  } finally {
    db.close();
  }
}

/** Opens (or makes) one encrypted database file with the store's settings. The caller holds the profile's lock. */
export function openDatabase(
  file: string,
  key: Uint8Array,
  migrations: readonly Migration[],
  log: StoreLog,
): Database {
  const existed = hasContent(file);
  if (existed && hasContent(`${file}-wal`)) inspectReadonly(file, key, migrations);
  if (!existed && (hasContent(`${file}.backup`) || hasContent(`${file}-wal`)))
    throw new StoreError('store_corrupt', 'The store is empty but was not before');
  ensurePrivate(file);
  const db = connect(file, key);
  try {
    if (existed) inspect(db, file, migrations);
    setPragmas(db);
    migrate(db, file, migrations, log);
    db.pragma('synchronous = FULL');
    logSlowStatements(db, log);
    return db;
  } catch (thrown) {
    db.close();
    throw asStoreError(thrown);
  }
}

/**
 * Opens `events.db` of a profile. Throws a StoreError: `store_locked` (another process), `store_newer`, `key_unavailable`,
 * `store_corrupt`, `disk_full`; the files are then as they were.
 */
export function openStore(options: OpenOptions): Store {
  const { folder, key, log } = options;
  const unlock = lockProfile(folder);
  try {
    const file = join(folder, 'events.db');
    const db = openDatabase(file, key, options.migrations ?? known, log);
    if (options.now !== undefined) {
      forgetRequests(db, options.now() - requestsKeptMs);
      dropOldBackup(file, options.now());
    }
    const { checkpointWorker } = options;
    const thread =
      checkpointWorker === undefined ? null : createCheckpointThread(checkpointWorker, file, key);
    return createStore({ db, folder, log, checkpointThread: thread, release: unlock });
  } catch (thrown) {
    unlock();
    throw asStoreError(thrown);
  }
}
