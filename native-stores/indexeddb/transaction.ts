// Owns IDBTransaction: its queue of requests, their execution in slices, its end. When it may run is the scheduler's.
// Must not execute a request in the turn in which it was made, nor let one slice hold the process for long.
import type { IDBDatabase } from './database';
import { idbError, isFatal, isStorageFailure, toIdbError } from './errors';
import { bubble, notify, IdbEvent, IdbTarget, type Handler } from './events';
import { Fifo } from './fifo';
import { IDBObjectStore } from './objectStore';
import { IDBRequest } from './request';
import { rolledBack, type Scheduled } from './scheduler';
import { SLICE_MS, unfinished } from './slices';
import { createStringList, type StringList } from './stringList';

export type TransactionMode = 'readonly' | 'readwrite' | 'versionchange';
type Access = 'read' | 'write';

interface Pending {
  readonly request: IDBRequest;
  readonly access: Access;
  readonly execute: () => unknown;
}

/** 'committing': no more requests are taken. 'ended': what it did is in a group, is durable, or is gone. */
type State = 'live' | 'committing' | 'ended';

export class IDBTransaction extends IdbTarget implements Scheduled {
  oncomplete: Handler = null;
  onabort: Handler = null;
  onerror: Handler = null;
  error: DOMException | null = null;
  blockedOn = 0;
  /** Set by the factory on an upgrade: runs after the last event. */
  afterwards: ((ending: 'completed' | 'aborted') => void) | null = null;
  /** Set by the factory on an upgrade: runs first and returns whether a handler threw. */
  prologue: (() => boolean) | null = null;
  readonly #pending = new Fifo<Pending>();
  readonly #stores = new Map<string, IDBObjectStore>();
  #state: State = 'live';
  #active = true;
  #granted = false;
  #scheduled = false;
  #wrote = false;
  #releaseWhenGranted = false;

  constructor(
    readonly db: IDBDatabase,
    readonly scope: readonly string[],
    readonly mode: TransactionMode,
  ) {
    super();
  }

  get objectStoreNames(): StringList {
    if (this.mode === 'versionchange') return this.db.objectStoreNames;
    return createStringList(this.scope);
  }

  objectStore(name: string): IDBObjectStore {
    if (this.#state === 'ended') throw idbError('InvalidStateError', 'the transaction has ended');
    const schema = this.db.backend.schema.stores.get(name);
    if (schema === undefined || (this.mode !== 'versionchange' && !this.scope.includes(name))) {
      throw idbError('NotFoundError', `no object store ${name} in this transaction`);
    }
    const known = this.#stores.get(name);
    if (known !== undefined && known.schema === schema) return known;
    const store = new IDBObjectStore(this, schema);
    this.#stores.set(name, store);
    return store;
  }

  commit(): void {
    this.assertActive();
    this.#state = 'committing';
    this.#active = false;
    if (this.#granted) this.schedule();
  }

  abort(): void {
    if (this.#state !== 'live') throw idbError('InvalidStateError', 'the transaction has ended');
    this.fail(null);
  }

  assertActive(access: Access = 'read'): void {
    if (!this.#active || this.#state !== 'live') {
      throw idbError('TransactionInactiveError', 'the transaction takes no requests now');
    }
    if (access === 'write' && this.mode === 'readonly') {
      throw idbError('ReadOnlyError', 'the transaction is read-only');
    }
  }

  /** Before a change of the schema, which is made at once and not as a request. */
  beginUpgrade(): void {
    this.assertActive();
    this.#begin();
  }

  /** Queues the work of a request, which is called until it is finished; `again` is the request of a cursor that goes on. */
  request(
    source: object,
    access: Access,
    execute: () => unknown,
    again: IDBRequest | null = null,
  ): IDBRequest {
    const request = again ?? new IDBRequest(source, this);
    request.readyState = 'pending';
    this.#pending.push({ request, access, execute });
    if (this.#granted) this.schedule();
    return request;
  }

  schedule(): void {
    this.#granted = true;
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      // Writers that have everything they need follow each other without a turn of the loop between them.
      for (let next: IDBTransaction | null = this.#step(); next !== null;) next = next.#follow();
    });
  }

  /** Takes back and ends; a null error is an abort that the caller asked for. */
  fail(error: unknown): void {
    if (this.#state === 'ended') return;
    this.#end();
    if (this.#granted) this.#release();
    else this.#releaseWhenGranted = true;
    this.#announceAbort(error);
  }

  settle(error: unknown): void {
    this.#end();
    if (error === null) this.#announceComplete();
    else this.#announceAbort(error);
  }

  #follow(): IDBTransaction | null {
    this.#granted = true;
    return this.#step();
  }

  /** Before each change. */
  #begin(): void {
    const { scheduler } = this.db.backend;
    if (scheduler.isLost()) throw rolledBack();
    if (this.#wrote) return;
    scheduler.beginWriting();
    this.#wrote = true;
  }

  #end(): void {
    this.#state = 'ended';
    this.#active = false;
  }

  #release(): void {
    if (this.mode === 'readonly') this.db.backend.scheduler.finishReader(this);
    else this.db.backend.scheduler.abortWriter(this);
  }

  #step(): IDBTransaction | null {
    if (this.#state === 'ended') {
      if (this.#releaseWhenGranted) this.#release();
      this.#releaseWhenGranted = false;
      return null;
    }
    if (this.prologue !== null) return this.#runPrologue(this.prologue);
    this.#active = false;
    const untilMs = performance.now() + SLICE_MS;
    for (let count = 1; ; count++) {
      const pending = this.#pending.shift();
      if (pending === undefined) return this.#finish();
      const outcome = this.#execute(pending);
      if (outcome === 'unfinished') {
        // First in line again: what was asked after it runs after it.
        this.#pending.unshift(pending);
        this.schedule();
      }
      if (outcome !== 'silent') return null;
      if (count % 16 === 0 && performance.now() > untilMs) {
        this.schedule();
        return null;
      }
    }
  }

  #runPrologue(prologue: () => boolean): null {
    this.prologue = null;
    try {
      this.#begin();
      if (prologue()) this.fail(idbError('AbortError', 'a handler threw'));
    } catch (error) {
      this.#storeFailed(error);
      this.fail(error);
    }
    this.schedule();
    return null;
  }

  #finish(): IDBTransaction | null {
    this.#end();
    if (this.mode !== 'readonly') return this.db.backend.scheduler.finishWriter(this);
    this.db.backend.scheduler.finishReader(this);
    this.settle(null);
    return null;
  }

  #execute({ request, access, execute }: Pending): 'dispatched' | 'silent' | 'unfinished' {
    try {
      if (access === 'write') this.#begin();
      const result = execute();
      if (result === unfinished) return 'unfinished';
      IDBRequest.settle(request, result, null);
    } catch (error) {
      this.#requestFailed(request, error);
      return 'dispatched';
    }
    if (typeof request.onsuccess !== 'function') return 'silent';
    this.#active = this.#state === 'live';
    if (notify(new IdbEvent('success'), request, request.onsuccess, this.db.backend.report)) {
      this.fail(idbError('AbortError', 'a handler threw'));
    }
    this.schedule();
    return 'dispatched';
  }

  /** Tells the scheduler what the disk refused, and fails the whole group where SQLite took everything back. */
  #storeFailed(error: unknown): void {
    const { scheduler, report } = this.db.backend;
    const lost = scheduler.isLost();
    // A lost group is told by the scheduler.
    if (!lost && isStorageFailure(error)) scheduler.refused(error);
    if (isFatal(error)) report(error);
    if (lost) scheduler.failGroup(toIdbError(error));
  }

  #requestFailed(request: IDBRequest, error: unknown): void {
    const { report } = this.db.backend;
    const reason = toIdbError(error);
    IDBRequest.settle(request, undefined, reason);
    // Before the handlers: a writer of a lost group has nothing left that they could go on with.
    this.#storeFailed(error);
    this.#active = this.#state === 'live';
    const event = new IdbEvent('error', true, true);
    const threw = bubble(event, [request, this, this.db], report);
    if (threw) this.fail(idbError('AbortError', 'a handler threw'));
    else if (!event.defaultPrevented || isStorageFailure(error)) this.fail(reason);
    this.schedule();
  }

  #announceComplete(): void {
    notify(new IdbEvent('complete'), this, this.oncomplete, this.db.backend.report);
    this.db.transactionEnded(this);
    this.afterwards?.('completed');
  }

  #announceAbort(error: unknown): void {
    const { report, schema } = this.db.backend;
    this.error = error === null ? null : toIdbError(error);
    if (this.mode === 'versionchange') schema.reload();
    setImmediate(() => {
      for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift()) {
        const gone = idbError('AbortError', 'the transaction was aborted');
        IDBRequest.settle(next.request, undefined, gone);
        bubble(new IdbEvent('error', true, true), [next.request, this, this.db], report);
      }
      bubble(new IdbEvent('abort', true), [this, this.db], report);
      this.db.transactionEnded(this);
      this.afterwards?.('aborted');
    });
  }
}
