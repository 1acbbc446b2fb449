// Owns which object stores and indexes exist: in memory for reading, in the tables `stores` and `indexes` for good.
// An index is a column i<id> of the store's table s<id> with an SQLite index x<id>; generated names come from integers only.
import { idbError } from './errors';
import { indexKey, type KeyPath } from './keyPath';
import { emptying, indexSource, storeSource, type Source } from './records';
import { PAGE, sliced, unfinished } from './slices';
import type { SqliteFile } from './sqliteFile';
import { decodeValue } from './values';

export interface IndexSchema {
  readonly id: number;
  readonly name: string;
  readonly keyPath: KeyPath;
  readonly unique: boolean;
  readonly source: Source;
  deleted: boolean;
}

export interface StoreSchema {
  readonly id: number;
  readonly name: string;
  readonly source: Source;
  /** Replaced, never changed: a waiting put keeps the list of the moment it was called. */
  indexes: readonly IndexSchema[];
  deleted: boolean;
}

export interface Schema {
  readonly version: () => number;
  readonly stores: ReadonlyMap<string, StoreSchema>;
  /** Reads everything again: after the rollback of an upgrade. */
  readonly reload: () => void;
  readonly setVersion: (version: number) => void;
  readonly createStore: (name: string) => StoreSchema;
  /** Forgets the store at once; the returned function drops its records, in its turn among the requests. */
  readonly deleteStore: (name: string) => () => unknown;
  /** Adds the index at once; the returned function fills it, in its turn among the requests. */
  readonly createIndex: (
    store: StoreSchema,
    index: { readonly name: string; readonly keyPath: KeyPath; readonly unique: boolean },
  ) => { readonly index: IndexSchema; readonly fill: () => unknown };
}

interface IndexRow {
  readonly id: number;
  readonly name: string;
  readonly key_path: string;
  readonly is_unique: number;
}

const SELECT_VERSION = "SELECT v FROM meta WHERE k = 'version'";
const SET_VERSION = "INSERT OR REPLACE INTO meta(k, v) VALUES('version', ?)";
const SELECT_STORES = 'SELECT id, name FROM stores';
const SELECT_INDEXES =
  'SELECT id, name, key_path, is_unique FROM indexes WHERE store = ? ORDER BY id';
const INSERT_STORE = 'INSERT INTO stores(name) VALUES(?)';
const DELETE_STORE = 'DELETE FROM stores WHERE id = ?';
const DELETE_INDEXES = 'DELETE FROM indexes WHERE store = ?';
const INSERT_INDEX = 'INSERT INTO indexes(store, name, key_path, is_unique) VALUES(?, ?, ?, ?)';

function readIndexes(file: SqliteFile, storeId: number): readonly IndexSchema[] {
  const rows = file.prepare(SELECT_INDEXES).all(storeId) as IndexRow[];
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    keyPath: JSON.parse(row.key_path) as KeyPath,
    unique: row.is_unique === 1,
    source: indexSource(storeId, row.id, row.is_unique === 1),
    deleted: false,
  }));
}

/** The work of one request: fills the column slice by slice, then makes the index of it. */
function fillingIndex(file: SqliteFile, store: StoreSchema, index: IndexSchema): () => unknown {
  const rows = `SELECT rowid, v FROM s${store.id} WHERE rowid > ? ORDER BY rowid LIMIT ${PAGE}`;
  const update = `UPDATE s${store.id} SET i${index.id} = ? WHERE rowid = ?`;
  let last = -1;
  let filled = false;
  const page = (): boolean => {
    const found = file.prepare(rows).all(last) as { rowid: number; v: string }[];
    for (const { rowid, v } of found) {
      last = rowid;
      const key = indexKey(decodeValue(v), index.keyPath);
      if (key !== null) file.prepare(update).run(key, rowid);
    }
    return found.length === PAGE;
  };
  return () => {
    if (!filled) {
      if (sliced(page) === unfinished) return unfinished;
      filled = true;
      // The statement below, which cannot be cut, has a turn of its own.
      return unfinished;
    }
    const columns = index.unique ? `i${index.id}` : `i${index.id}, k`;
    file.exec(
      `CREATE ${index.unique ? 'UNIQUE ' : ''}INDEX x${index.id} ON s${store.id}(${columns}) WHERE i${index.id} IS NOT NULL`,
    );
    return undefined;
  };
}

/** The work of one request: a table of any size is emptied slice by slice before it goes. */
function dropping(file: SqliteFile, store: StoreSchema): () => unknown {
  const empty = emptying(file, store.source);
  return () => {
    if (empty() === unfinished) return unfinished;
    file.exec(`DROP TABLE s${store.id}`);
    return undefined;
  };
}

export function createSchema(file: SqliteFile): Schema {
  const stores = new Map<string, StoreSchema>();
  let version = 0;

  function reload(): void {
    file.forgetStatements();
    const row = file.prepare(SELECT_VERSION).get() as { v: number } | undefined;
    version = row?.v ?? 0;
    stores.clear();
    for (const { id, name } of file.prepare(SELECT_STORES).all() as {
      id: number;
      name: string;
    }[]) {
      stores.set(name, {
        id,
        name,
        source: storeSource(id),
        indexes: readIndexes(file, id),
        deleted: false,
      });
    }
  }

  reload();
  return {
    version: () => version,
    stores,
    reload,
    setVersion(next) {
      file.prepare(SET_VERSION).run(next);
      version = next;
    },
    createStore(name) {
      if (stores.has(name)) throw idbError('ConstraintError', `object store ${name} exists`);
      const id = Number(file.prepare(INSERT_STORE).run(name).lastInsertRowid);
      // A rowid table: rows of several KiB in a WITHOUT ROWID table are slow at random keys.
      file.exec(`CREATE TABLE s${id}(k BLOB PRIMARY KEY, v TEXT NOT NULL)`);
      const store: StoreSchema = { id, name, source: storeSource(id), indexes: [], deleted: false };
      stores.set(name, store);
      return store;
    },
    deleteStore(name) {
      const store = stores.get(name);
      if (store === undefined) throw idbError('NotFoundError', `no object store ${name}`);
      file.prepare(DELETE_INDEXES).run(store.id);
      file.prepare(DELETE_STORE).run(store.id);
      stores.delete(name);
      store.deleted = true;
      for (const index of store.indexes) index.deleted = true;
      return dropping(file, store);
    },
    createIndex(store, { name, keyPath, unique }) {
      if (store.indexes.some((index) => index.name === name)) {
        throw idbError('ConstraintError', `index ${name} exists`);
      }
      const added = file
        .prepare(INSERT_INDEX)
        .run(store.id, name, JSON.stringify(keyPath), unique ? 1 : 0);
      const id = Number(added.lastInsertRowid);
      file.exec(`ALTER TABLE s${store.id} ADD COLUMN i${id} BLOB`);
      const source = indexSource(store.id, id, unique);
      const index: IndexSchema = { id, name, keyPath, unique, source, deleted: false };
      store.indexes = [...store.indexes, index];
      return { index, fill: fillingIndex(file, store, index) };
    },
  };
}
