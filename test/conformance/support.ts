// Helpers of the conformance tests: a store in a temporary folder, requests as promises.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  createIndexedDb,
  type IndexedDbHandle,
  type IndexedDbOptions,
} from '#stores/indexeddb/index';

export type Factory = IndexedDbHandle['factory'];
export type OpenRequest = ReturnType<Factory['open']>;
export type Request = Pick<OpenRequest, 'result' | 'error' | 'onsuccess' | 'onerror'>;

export interface TestStore {
  readonly handle: IndexedDbHandle;
  readonly directory: string;
  readonly key: Buffer;
  readonly fatal: unknown[];
  /** Times that the disk refused. */
  readonly refused: () => number;
  /** Closes and opens the same files again. */
  readonly reopen: (changes?: Partial<IndexedDbOptions>) => IndexedDbHandle;
  readonly remove: () => void;
}

export function createTestStore(): TestStore {
  const directory = mkdtempSync(join(tmpdir(), 'trellis-idb-'));
  const key = randomBytes(32);
  const fatal: unknown[] = [];
  let refused = 0;
  const options: IndexedDbOptions = {
    directory,
    fileNames: (name) => `${name.replace(/\W/g, '_')}.db`,
    key,
    onFatal: (error) => fatal.push(error),
    onStorageFailure: () => (refused += 1),
  };
  let handle = createIndexedDb(options);
  return {
    get handle() {
      return handle;
    },
    directory,
    key,
    fatal,
    refused: () => refused,
    reopen(changes = {}) {
      handle.close();
      handle = createIndexedDb({ ...options, ...changes });
      return handle;
    },
    remove() {
      handle.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export function settled<T = unknown>(request: Request): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T);
    request.onerror = (event) => {
      event.preventDefault();
      reject(request.error);
    };
  });
}

interface Transaction {
  oncomplete: unknown;
  onabort: unknown;
  readonly error: unknown;
}

/** Resolves with 'complete', or with the name of what made it abort. */
export function ended(transaction: Transaction): Promise<string> {
  return new Promise((resolve) => {
    transaction.oncomplete = () => resolve('complete');
    transaction.onabort = () => {
      const { error } = transaction;
      resolve(error instanceof DOMException ? error.name : 'abort');
    };
  });
}

type Database = InstanceType<typeof import('#stores/indexeddb/database').IDBDatabase>;

export function openDatabase(
  factory: Factory,
  version?: number,
  upgrade?: (db: Database, oldVersion: number) => void,
  name = 'db',
): Promise<Database> {
  const request = factory.open(name, version);
  request.onupgradeneeded = (event) => upgrade?.(request.result as Database, event.oldVersion);
  return settled<Database>(request);
}

export function errorName(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof Error || error instanceof DOMException) return error.name;
    throw error;
  }
  return 'none';
}
