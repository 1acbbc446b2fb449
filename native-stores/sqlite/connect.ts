// A connection that can read encrypted pages.
import BetterSqlite from 'better-sqlite3';
import { StoreError } from './errors';
import type { Database } from './statements';

/** Opens the file without reading or writing it. `key`: 32 bytes, else a StoreError `key_unavailable`. */
export function connect(file: string, key: Uint8Array, readonly = false): Database {
  if (key.byteLength !== 32)
    throw new StoreError('key_unavailable', 'The store key has a wrong size');
  const db = new BetterSqlite(file, { readonly });
  db.pragma(`cipher = 'chacha20'`);
  // A raw key is used as it is; anything else would be derived anew at each start.
  db.pragma(`key = "raw:${Buffer.from(key).toString('hex')}"`);
  return db;
}
