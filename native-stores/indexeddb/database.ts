// Owns IDBDatabase (one connection) and the type of what all connections to one database share.
import { idbError, notSupported } from './errors';
import { IdbTarget, type Handler, type IDBVersionChangeEvent } from './events';
import type { IDBObjectStore } from './objectStore';
import type { Schema } from './schema';
import type { Scheduler } from './scheduler';
import type { SqliteFile } from './sqliteFile';
import { createStringList, type StringList } from './stringList';
import { IDBTransaction } from './transaction';

export interface Backend {
  readonly name: string;
  readonly file: SqliteFile;
  readonly schema: Schema;
  readonly scheduler: Scheduler<IDBTransaction>;
  readonly connections: Set<IDBDatabase>;
  /** Exceptions of handlers, damage of the file. */
  readonly report: (error: unknown) => void;
  readonly storageFailed: (error: unknown) => void;
  /** Called when the last connection has closed. */
  onUnused: (() => void) | null;
}

export class IDBDatabase extends IdbTarget {
  onabort: Handler = null;
  onclose: Handler = null;
  onerror: Handler = null;
  onversionchange: Handler<IDBVersionChangeEvent> = null;
  version: number;
  /** The running upgrade of this connection. */
  upgrade: IDBTransaction | null = null;
  readonly #live = new Set<IDBTransaction>();
  #closing = false;

  constructor(readonly backend: Backend) {
    super();
    this.version = backend.schema.version();
    backend.connections.add(this);
  }

  get name(): string {
    return this.backend.name;
  }

  get isClosing(): boolean {
    return this.#closing;
  }

  get objectStoreNames(): StringList {
    return createStringList(this.backend.schema.stores.keys());
  }

  createObjectStore(
    name: string,
    options: { readonly keyPath?: unknown; readonly autoIncrement?: boolean } = {},
  ): IDBObjectStore {
    const upgrade = this.#assertUpgrade();
    if (options.autoIncrement === true)
      throw notSupported('createObjectStore option autoIncrement');
    if (options.keyPath !== undefined && options.keyPath !== null) {
      throw notSupported('createObjectStore option keyPath');
    }
    upgrade.beginUpgrade();
    this.backend.schema.createStore(name);
    return upgrade.objectStore(name);
  }

  deleteObjectStore(name: string): void {
    const upgrade = this.#assertUpgrade();
    upgrade.beginUpgrade();
    upgrade.request(this, 'write', this.backend.schema.deleteStore(name));
  }

  transaction(
    names: string | Iterable<string>,
    mode: 'readonly' | 'readwrite' = 'readonly',
    options?: unknown,
  ): IDBTransaction {
    if (this.upgrade !== null || this.#closing) {
      throw idbError('InvalidStateError', 'an upgrade is running, or the database is closing');
    }
    if (options !== undefined) throw notSupported('IDBDatabase.transaction options');
    const scope = typeof names === 'string' ? [names] : [...new Set(names)];
    for (const name of scope) {
      if (!this.backend.schema.stores.has(name)) {
        throw idbError('NotFoundError', `no object store ${name}`);
      }
    }
    if (scope.length === 0) throw idbError('InvalidAccessError', 'no object store is named');
    if (mode !== 'readonly' && mode !== 'readwrite') throw new TypeError('not a valid mode');
    return this.start(new IDBTransaction(this, scope, mode));
  }

  start(transaction: IDBTransaction): IDBTransaction {
    this.#live.add(transaction);
    this.backend.scheduler.enqueue(transaction);
    return transaction;
  }

  /** Takes no new transactions; the connection is gone when the running ones have ended. */
  close(): void {
    this.#closing = true;
    this.#leaveIfUnused();
  }

  transactionEnded(transaction: IDBTransaction): void {
    this.#live.delete(transaction);
    this.#leaveIfUnused();
  }

  /** For the end of the process's use of the file: nothing goes on. */
  abortAll(): void {
    this.#closing = true;
    for (const transaction of this.#live) {
      transaction.fail(idbError('AbortError', 'the store is closing'));
    }
  }

  #assertUpgrade(): IDBTransaction {
    if (this.upgrade === null) throw idbError('InvalidStateError', 'no upgrade is running');
    this.upgrade.assertActive();
    return this.upgrade;
  }

  #leaveIfUnused(): void {
    if (!this.#closing || this.#live.size > 0) return;
    this.backend.connections.delete(this);
    if (this.backend.connections.size === 0) this.backend.onUnused?.();
  }
}
