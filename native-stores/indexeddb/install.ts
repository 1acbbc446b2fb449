// Owns the way in: an IndexedDB over encrypted SQLite files, as far as the crypto library uses one, and its place among
// the globals. Must not know what is stored.
import { IDBCursor, IDBCursorWithValue } from './cursor';
import { IDBDatabase } from './database';
import { IDBVersionChangeEvent } from './events';
import { IDBFactory } from './factory';
import { IDBKeyRange } from './keyRange';
import { IDBObjectStore } from './objectStore';
import { IDBOpenDBRequest, IDBRequest } from './request';
import type { JoinPlan } from './scheduler';
import { IDBIndex } from './storeIndex';
import { IDBTransaction } from './transaction';

export interface IndexedDbOptions {
  readonly directory: string;
  /** The file of an IndexedDB database: a plain name without folders. */
  readonly fileNames: (databaseName: string) => string;
  /** 32 random bytes; a wrong key fails the open and changes nothing. */
  readonly key: Uint8Array;
  /** A damaged or undecryptable file, or an exception of a handler (a crash of the library). Default: thrown uncaught. */
  readonly onFatal?: (error: unknown) => void;
  /** A commit failed, for whatever reason, or the disk refused a write: the transaction was aborted, and its writer may know more than the file. */
  readonly onStorageFailure?: (error: unknown) => void;
}

export interface IndexedDbHandle {
  readonly factory: IDBFactory;
  /** Properties that `installIndexedDb` sets on the global object. */
  readonly globals: Readonly<Record<string, unknown>>;
  /**
   * While `work` runs, a transaction over nothing but the `early` stores counts as complete before it is durable, and becomes durable
   * in one commit with the next one over the store `last`: after a kill both are there or neither. When it resolves, everything is
   * durable; it rejects when a commit failed. What the disk refuses meanwhile takes the joined along. One at a time.
   */
  readonly join: <T>(plan: JoinPlan, work: () => Promise<T>) => Promise<T>;
  /** Commits what is finished, aborts what is not, closes the files. Idempotent. */
  readonly close: () => void;
}

function throwUncaught(error: unknown): void {
  process.nextTick(() => {
    throw error;
  });
}

export function createIndexedDb(options: IndexedDbOptions): IndexedDbHandle {
  const { directory, fileNames, key, onFatal, onStorageFailure } = options;
  const factory = new IDBFactory({
    directory,
    fileNames,
    key,
    report: onFatal ?? throwUncaught,
    storageFailed: onStorageFailure ?? (() => undefined),
  });
  return {
    factory,
    globals: {
      indexedDB: factory,
      IDBCursor,
      IDBCursorWithValue,
      IDBDatabase,
      IDBFactory,
      IDBIndex,
      IDBKeyRange,
      IDBObjectStore,
      IDBOpenDBRequest,
      IDBRequest,
      IDBTransaction,
      IDBVersionChangeEvent,
    },
    join: (plan, work) => IDBFactory.join(factory, plan, work),
    close: () => IDBFactory.close(factory),
  };
}

/** Puts the globals on `target`; the returned function puts back what was there. */
export function installIndexedDb(handle: IndexedDbHandle, target: object = globalThis): () => void {
  const before = new Map<string, PropertyDescriptor | undefined>();
  for (const [name, value] of Object.entries(handle.globals)) {
    before.set(name, Object.getOwnPropertyDescriptor(target, name));
    Object.defineProperty(target, name, { value, configurable: true, writable: true });
  }
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(target, name);
      else Object.defineProperty(target, name, descriptor);
    }
  };
}
