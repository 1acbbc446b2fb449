// Owns one encrypted SQLite file: opening, pragmas, format check, prepared statements. Knows nothing of transactions' rules.
// Must never delete, replace or re-create a file that it cannot read.
import Database from 'better-sqlite3';

import { createCheckpoints } from '../sqlite/checkpoints';
import { idbError } from './errors';

type Connection = Database.Database;
export type Statement = Database.Statement<unknown[]>;

/** Format of our tables, not the version of the IndexedDB database in it. */
const FORMAT = 1;
const CACHE_KIB = 32_768;
/** Pages that a large import writes: a checkpoint within its commit would write everything twice. Small logs are written back when quiet. */
const CHECKPOINT_PAGES = 16_384;
const FULL = 2;

const CREATE = `
  CREATE TABLE IF NOT EXISTS meta(k TEXT PRIMARY KEY, v INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS stores(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE);
  CREATE TABLE IF NOT EXISTS indexes(id INTEGER PRIMARY KEY AUTOINCREMENT, store INTEGER NOT NULL,
    name TEXT NOT NULL, key_path TEXT NOT NULL, is_unique INTEGER NOT NULL, UNIQUE(store, name));
  PRAGMA user_version = ${FORMAT};
`;

export interface SqliteFile {
  readonly prepare: (sql: string) => Statement;
  readonly exec: (sql: string) => void;
  readonly inTransaction: () => boolean;
  /** After each commit: the log is written back when no other follows. */
  readonly committed: () => void;
  /** Forgets prepared statements: after a change of the tables. */
  readonly forgetStatements: () => void;
  readonly close: () => void;
}

function unlock(db: Connection, key: Uint8Array): void {
  if (key.length !== 32) throw idbError('InvalidAccessError', 'the key must have 32 bytes');
  const hex = Buffer.from(key.buffer, key.byteOffset, key.length).toString('hex');
  db.pragma(`cipher='chacha20'`);
  db.pragma(`key="x'${hex}'"`);
}

function configure(db: Connection): void {
  const format = Number(db.pragma('user_version', { simple: true }));
  if (format > FORMAT) {
    throw idbError('VersionError', `the file has format ${format}, this version knows ${FORMAT}`);
  }
  // Without this, rolled-back pages go to a temporary file in clear text once they exceed 64 KiB.
  db.pragma('temp_store=MEMORY');
  db.pragma('locking_mode=EXCLUSIVE');
  db.pragma('journal_mode=WAL');
  // After WAL: entering it resets `synchronous` to the library's compile-time default, which is NORMAL.
  db.pragma('synchronous=FULL');
  db.pragma('fullfsync=1');
  db.pragma('checkpoint_fullfsync=1');
  db.pragma(`cache_size=-${CACHE_KIB}`);
  db.pragma(`wal_autocheckpoint=${CHECKPOINT_PAGES}`);
  if (format < FORMAT) db.transaction(() => db.exec(CREATE)).immediate();
  db.exec('BEGIN IMMEDIATE; UPDATE meta SET v = v WHERE 0; COMMIT');
  if (db.pragma('synchronous', { simple: true }) !== FULL) {
    throw idbError('UnknownError', 'commits would not be durable');
  }
}

/** @throws SqliteError: SQLITE_NOTADB for a wrong key, SQLITE_BUSY where another process has the file. */
export function openSqliteFile(path: string, key: Uint8Array): SqliteFile {
  const db = new Database(path, { timeout: 1000 });
  try {
    unlock(db, key);
    configure(db);
  } catch (error) {
    db.close();
    throw error;
  }
  const statements = new Map<string, Statement>();
  const checkpoints = createCheckpoints(db, null, Infinity);
  return {
    prepare(sql) {
      let statement = statements.get(sql);
      if (statement === undefined) {
        statement = db.prepare(sql);
        statements.set(sql, statement);
      }
      return statement;
    },
    exec: (sql) => void db.exec(sql),
    committed: checkpoints.committed,
    inTransaction: () => db.inTransaction,
    forgetStatements: () => statements.clear(),
    close() {
      checkpoints.stop();
      statements.clear();
      db.close();
    },
  };
}
