// Owns IDBIndex: reading through an index. Indexes are written with their records, see records.ts.
import { refuseMembers } from './errors';
import type { KeyPath } from './keyPath';
import type { IDBObjectStore } from './objectStore';
import {
  requestCount,
  requestCursor,
  requestGet,
  requestGetAll,
  requestGetAllKeys,
  type Readable,
} from './reading';
import type { Source } from './records';
import type { IDBRequest } from './request';
import type { IndexSchema, StoreSchema } from './schema';
import type { IDBTransaction } from './transaction';

export class IDBIndex implements Readable {
  readonly name: string;
  readonly keyPath: KeyPath;
  readonly unique: boolean;
  readonly source: Source;
  readonly transaction: IDBTransaction;
  readonly schema: StoreSchema;
  readonly #index: IndexSchema;

  constructor(
    readonly objectStore: IDBObjectStore,
    index: IndexSchema,
  ) {
    this.name = index.name;
    this.keyPath = index.keyPath;
    this.unique = index.unique;
    this.#index = index;
    this.source = index.source;
    this.schema = objectStore.schema;
    this.transaction = objectStore.transaction;
  }

  isDeleted(): boolean {
    return this.#index.deleted;
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
}

refuseMembers(IDBIndex, ['getKey', 'getAllRecords', 'openKeyCursor']);
