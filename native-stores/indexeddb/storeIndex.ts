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
import { indexSource } from './records';
import type { IDBRequest } from './request';
import type { IndexSchema } from './schema';

export class IDBIndex {
  readonly name: string;
  readonly keyPath: KeyPath;
  readonly unique: boolean;
  readonly #from: Readable;

  constructor(
    readonly objectStore: IDBObjectStore,
    index: IndexSchema,
  ) {
    this.name = index.name;
    this.keyPath = index.keyPath;
    this.unique = index.unique;
    this.#from = {
      owner: this,
      transaction: objectStore.transaction,
      store: objectStore.schema,
      source: indexSource(objectStore.schema, index),
      isDeleted: () => index.deleted,
    };
  }

  get(query: unknown): IDBRequest {
    return requestGet(this.#from, query);
  }

  getAll(query?: unknown, count?: unknown): IDBRequest {
    return requestGetAll(this.#from, query, count);
  }

  getAllKeys(query?: unknown, count?: unknown): IDBRequest {
    return requestGetAllKeys(this.#from, query, count);
  }

  count(query?: unknown): IDBRequest {
    return requestCount(this.#from, query);
  }

  openCursor(query?: unknown, direction?: unknown): IDBRequest {
    return requestCursor(this.#from, query, direction);
  }
}

refuseMembers(IDBIndex, ['getKey', 'getAllRecords', 'openKeyCursor']);
