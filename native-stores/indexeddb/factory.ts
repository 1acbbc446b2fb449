// Owns IDBFactory: opening databases, upgrades, who waits for whom. One SQLite file per database, opened once.
// Must never delete or replace a file: one that cannot be read fails the open and stays as it is.
import { basename, join } from 'node:path';

import { IDBDatabase, type Backend } from './database';
import { idbError, isFatal, isStorageFailure, refuseMembers, toIdbError } from './errors';
import { bubble, notify, IdbEvent, IDBVersionChangeEvent } from './events';
import { IDBOpenDBRequest, IDBRequest } from './request';
import { createSchema } from './schema';
import { createScheduler, type JoinPlan } from './scheduler';
import { openSqliteFile } from './sqliteFile';
import { IDBTransaction } from './transaction';

export interface FactoryOptions {
  readonly directory: string;
  /** The file of a database, a plain name without folders. */
  readonly fileNames: (databaseName: string) => string;
  /** 32 random bytes. */
  readonly key: Uint8Array;
  readonly report: (error: unknown) => void;
  readonly storageFailed: (error: unknown) => void;
}

/** Locks the whole database: no store has an empty name prefix like this. */
const UPGRADE_SCOPE = ['\0upgrade'];

function checkVersion(version: unknown): number | null {
  if (version === undefined) return null;
  const checked = Math.floor(Number(version));
  if (!(checked >= 1 && checked <= Number.MAX_SAFE_INTEGER)) {
    throw new TypeError('not a valid version');
  }
  return checked;
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export class IDBFactory {
  readonly #options: FactoryOptions;
  readonly #backends = new Map<string, Backend>();
  /** Requests on one database are served one after the other. */
  readonly #queues = new Map<string, Promise<void>>();
  #closed = false;

  constructor(options: FactoryOptions) {
    this.#options = options;
  }

  static close(factory: IDBFactory): void {
    factory.#closed = true;
    for (const backend of factory.#backends.values()) {
      for (const connection of backend.connections) connection.abortAll();
      backend.scheduler.close();
      backend.file.close();
    }
    factory.#backends.clear();
  }

  static async join<T>(factory: IDBFactory, plan: JoinPlan, work: () => Promise<T>): Promise<T> {
    const backends = [...factory.#backends.values()];
    const ends = backends.map((backend) => backend.scheduler.join(plan));
    const ended = async (): Promise<void> => {
      if (factory.#closed) throw idbError('InvalidStateError', 'the store is closed');
      await Promise.all(ends.map((end) => end()));
    };
    const [outcome] = await Promise.allSettled([work()]);
    const [end] = await Promise.allSettled([ended()]);
    if (outcome.status === 'rejected') throw outcome.reason;
    if (end.status === 'rejected') throw end.reason;
    return outcome.value;
  }

  open(name: string, version?: unknown): IDBOpenDBRequest {
    const wanted = checkVersion(version);
    const request = new IDBOpenDBRequest(null, null);
    const before = this.#queues.get(name) ?? Promise.resolve();
    this.#queues.set(
      name,
      before.then(() => this.#open(request, name, wanted)),
    );
    return request;
  }

  async #open(request: IDBOpenDBRequest, name: string, wanted: number | null): Promise<void> {
    await nextTurn();
    try {
      const backend = this.#backend(name);
      const current = backend.schema.version();
      const version = wanted ?? (current === 0 ? 1 : current);
      if (version < current) throw idbError('VersionError', `the database has version ${current}`);
      if (version === current) {
        this.#succeed(request, new IDBDatabase(backend));
        return;
      }
      await this.#waitForOthers(request, backend, version);
      if (this.#closed) throw idbError('InvalidStateError', 'the store is closed');
      await this.#upgrade(request, backend, version);
    } catch (error) {
      if (isStorageFailure(error)) this.#options.storageFailed(error);
      if (isFatal(error)) this.#options.report(error);
      this.#fail(request, error);
    }
  }

  #backend(name: string): Backend {
    if (this.#closed) throw idbError('InvalidStateError', 'the store is closed');
    const known = this.#backends.get(name);
    if (known !== undefined) return known;
    const { directory, fileNames, key, report, storageFailed } = this.#options;
    const fileName = fileNames(name);
    if (fileName === '' || fileName !== basename(fileName)) {
      throw idbError('UnknownError', 'not a plain file name');
    }
    const file = openSqliteFile(join(directory, fileName), key);
    const backend: Backend = {
      name,
      file,
      schema: createSchema(file),
      scheduler: createScheduler<IDBTransaction>(file, report, storageFailed),
      storageFailed,
      connections: new Set(),
      // The library's handlers of an error throw when several requests of a transaction end by its abort, as closing makes them.
      report: (error) => {
        if (!this.#closed) report(error);
      },
      onUnused: null,
    };
    this.#backends.set(name, backend);
    return backend;
  }

  async #waitForOthers(
    request: IDBOpenDBRequest,
    backend: Backend,
    newVersion: number,
  ): Promise<void> {
    const init = { oldVersion: backend.schema.version(), newVersion };
    for (const connection of [...backend.connections]) {
      if (connection.isClosing) continue;
      const event = new IDBVersionChangeEvent('versionchange', init);
      notify(event, connection, connection.onversionchange, backend.report);
    }
    await nextTurn();
    if (backend.connections.size === 0) return;
    if ([...backend.connections].some((connection) => !connection.isClosing)) {
      const event = new IDBVersionChangeEvent('blocked', init);
      notify(event, request, request.onblocked, backend.report);
    }
    if (backend.connections.size === 0) return;
    await new Promise<void>((resolve) => {
      backend.onUnused = resolve;
    });
    backend.onUnused = null;
  }

  async #upgrade(request: IDBOpenDBRequest, backend: Backend, version: number): Promise<void> {
    const oldVersion = backend.schema.version();
    const connection = new IDBDatabase(backend);
    const upgrade = new IDBTransaction(connection, UPGRADE_SCOPE, 'versionchange');
    upgrade.prologue = () => {
      backend.schema.setVersion(version);
      connection.version = version;
      connection.upgrade = upgrade;
      IDBRequest.settle(request, connection, null);
      request.transaction = upgrade;
      const event = new IDBVersionChangeEvent('upgradeneeded', { oldVersion, newVersion: version });
      return notify(event, request, request.onupgradeneeded, backend.report);
    };
    const ending = await new Promise<'completed' | 'aborted'>((resolve) => {
      upgrade.afterwards = resolve;
      connection.start(upgrade);
    });
    connection.upgrade = null;
    request.transaction = null;
    backend.file.forgetStatements();
    if (ending === 'completed' && !connection.isClosing) return this.#succeed(request, connection);
    if (ending === 'aborted') connection.version = oldVersion;
    connection.close();
    // IndexedDB 2.0, 4.3: whatever ended the upgrade, the opening was aborted. A failure of the disk keeps its name, as in a browser.
    const name = upgrade.error?.name;
    throw upgrade.error !== null && (name === 'QuotaExceededError' || name === 'UnknownError')
      ? upgrade.error
      : idbError('AbortError', 'the upgrade was aborted');
  }

  #succeed(request: IDBOpenDBRequest, connection: IDBDatabase): void {
    IDBRequest.settle(request, connection, null);
    notify(new IdbEvent('success'), request, request.onsuccess, this.#options.report);
  }

  #fail(request: IDBOpenDBRequest, error: unknown): void {
    IDBRequest.settle(request, undefined, toIdbError(error));
    bubble(new IdbEvent('error', true, true), [request], this.#options.report);
  }
}

refuseMembers(IDBFactory, ['cmp', 'databases', 'deleteDatabase']);
