// Owns IDBObjectStore: keys out of line, no key generator. Values and index keys are taken at the moment of the call.
import { idbError, notSupported, refuseMembers } from './errors';
import { checkKeyPath, indexKey } from './keyPath';
import { toRange } from './keyRange';
import { decodeKey, encodeKey } from './keys';
import {
  requestCount,
  requestCursor,
  requestGet,
  requestGetAll,
  requestGetAllKeys,
  type Readable,
} from './reading';
import {
  deleteRecords,
  emptying,
  writeRecord,
  writeSql,
  type Source,
  type WriteMode,
} from './records';
import type { IDBRequest } from './request';
import type { StoreSchema } from './schema';
import { IDBIndex } from './storeIndex';
import { createStringList, type StringList } from './stringList';
import type { IDBTransaction } from './transaction';
import { encodeValue } from './values';

export class IDBObjectStore implements Readable {
  readonly name: string;
  readonly source: Source;

  constructor(
    readonly transaction: IDBTransaction,
    readonly schema: StoreSchema,
  ) {
    this.name = schema.name;
    this.source = schema.source;
  }

  isDeleted(): boolean {
    return this.schema.deleted;
  }

  get indexNames(): StringList {
    return createStringList(this.schema.indexes.map((index) => index.name));
  }

  put(value: unknown, key?: unknown): IDBRequest {
    return this.#write('put', value, key);
  }

  add(value: unknown, key?: unknown): IDBRequest {
    return this.#write('add', value, key);
  }

  delete(query: unknown): IDBRequest {
    this.#assertWritable();
    const range = toRange(query, 'key required');
    const { source, transaction } = this;
    return transaction.request(this, 'write', () => {
      deleteRecords(transaction.db.backend.file, source, range);
    });
  }

  clear(): IDBRequest {
    this.#assertWritable();
    const { source, transaction } = this;
    return transaction.request(this, 'write', emptying(transaction.db.backend.file, source));
  }

  get(query: unknown): IDBRequest {
    return requestGet(this, query);
  }

  getAll(query?: unknown, count?: unknown): IDBRequest {
    return requestGetAll(this, query, count);
  }

  getAllKeys(query?: unknown, count?: unknown): IDBRequest {
    return requestGetAllKeys(this, query, count);
  }

  count(query?: unknown): IDBRequest {
    return requestCount(this, query);
  }

  openCursor(query?: unknown, direction?: unknown): IDBRequest {
    return requestCursor(this, query, direction);
  }

  index(name: string): IDBIndex {
    const index = this.schema.indexes.find((candidate) => candidate.name === name);
    if (this.schema.deleted) throw idbError('InvalidStateError', 'the object store was deleted');
    if (index === undefined) throw idbError('NotFoundError', `no index ${name}`);
    return new IDBIndex(this, index);
  }

  createIndex(
    name: string,
    keyPath: unknown,
    options: { readonly unique?: boolean; readonly multiEntry?: boolean } = {},
  ): IDBIndex {
    const { transaction, schema } = this;
    if (transaction.mode !== 'versionchange' || schema.deleted) {
      throw idbError('InvalidStateError', 'indexes are created in an upgrade only');
    }
    transaction.assertActive();
    if (options.multiEntry === true) throw notSupported('createIndex option multiEntry');
    const path = checkKeyPath(keyPath);
    transaction.beginUpgrade();
    const unique = options.unique === true;
    const created = transaction.db.backend.schema.createIndex(schema, {
      name,
      keyPath: path,
      unique,
    });
    transaction.request(this, 'write', created.fill);
    return new IDBIndex(this, created.index);
  }

  #assertWritable(): void {
    if (this.schema.deleted) throw idbError('InvalidStateError', 'the object store was deleted');
    this.transaction.assertActive('write');
  }

  #write(mode: WriteMode, value: unknown, key: unknown): IDBRequest {
    this.#assertWritable();
    const { schema, transaction } = this;
    if (key === undefined) throw idbError('DataError', 'a key is required');
    const encoded = encodeKey(key);
    const text = encodeValue(value);
    const indexKeys = schema.indexes.map((index) => indexKey(value, index.keyPath));
    const sql = writeSql(schema, mode);
    return transaction.request(this, 'write', () => {
      writeRecord(transaction.db.backend.file, sql, { key: encoded, text, indexKeys });
      return typeof key === 'string' ? key : decodeKey(encoded);
    });
  }
}

refuseMembers(IDBObjectStore, ['deleteIndex', 'getKey', 'getAllRecords', 'openKeyCursor']);
