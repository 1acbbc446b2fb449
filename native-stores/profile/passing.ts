// A store that stands in memory alone and ends with its process: for what is looked at and must not be kept. It has the same tables, so
// that everything that reads a store reads this one.
import BetterSqlite from 'better-sqlite3';
import { migrations } from '../migrations/all';
import { createStore, type Store } from '../sqlite/store';
import type { StoreLog } from '../sqlite/statements';

/** Opens a store in memory that never writes to the disk, neither its pages nor SQLite's temporary tables. */
export function openPassingStore(log: StoreLog): Store {
  const db = new BetterSqlite(':memory:');
  db.pragma('temp_store = MEMORY');
  db.exec('BEGIN');
  for (const { sql } of migrations) db.exec(sql);
  db.exec('COMMIT');
  return createStore({
    ...{ db, folder: '', log, checkpointThread: null },
    release: () => undefined,
  });
}
