// The queue: which row runs when. Rows are the truth; `queueState.ts` is what a restart may forget, `failures.ts` what a failure means.
// Knows no kind of transfer: the work is given.
import { appFailure, type AppError } from '#contract/wire/errors';
import type { Store } from '#stores/sqlite/store';
import {
  getTransfer,
  nextWaiting,
  runningTransfers,
  setTransfer,
  type StoredTransfer,
  type TransferKind,
} from '#stores/transfers/transfers';
import { announce, finishTransfer } from '#stores/transfers/changes';
import { createKeyedQueue, type KeyedQueue } from '../base/keyedQueue';
import { createListeners } from '../base/listeners';
import type { Clock, Log } from '../base/types';
import { expected, unexpected } from '../base/unexpected';
import { retryAfterWithin } from '../http/errors';
import { wait } from '../http/retry';
import { afterFailure } from './failures';
import {
  again,
  emptyState,
  freeSlots,
  halt,
  holdUp,
  isBusy,
  isFull,
  limit,
  newEntry,
  stepOf,
  wakeUnreachable,
  type Entry,
  type QueueState,
  type Running,
  type Slot,
} from './queueState';
import type { Step, Task, Work } from './types';

export interface QueueDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly work: Readonly<Record<TransferKind, Work>>;
  /** Whether the server can be asked now; else what the rows wait for. */
  readonly ready: () => 'ready' | 'network' | 'sign_in';
  /** Whether a row needs one of the three slots for bytes. */
  readonly carriesBytes: (row: StoredTransfer) => boolean;
  /** Whether all that a row with bytes needs is on this computer: it runs without the server. */
  readonly isHere: (row: StoredTransfer) => boolean;
  /** A row that must not run before another one has ended. */
  readonly blocked: (row: StoredTransfer, running: readonly StoredTransfer[]) => boolean;
  readonly onFinished: (row: StoredTransfer, error: AppError | null) => void;
}

export type { Running };

export interface Queue {
  start(): void;
  stop(): Promise<void>;
  /** Something may be able to run now. */
  kick(): void;
  /** The network is back: waits after unreachable servers end. */
  wake(): void;
  running(transferId: string): Running | null;
  allRunning(): readonly Running[];
  /** Whether the server can be asked has changed: who watches looks again. */
  reachChanged(): void;
  /** The present step of an open row, or the thing that it waits for. */
  stepOf(row: StoredTransfer): Step;
  /** Cuts the work on a row; what the row becomes is the caller's to write. */
  abort(transferId: string): void;
  /** Resolves when no work on the row is left. */
  ended(transferId: string): Promise<void>;
  /** Forgets the waits of a row. */
  again(transferId: string): void;
  onProgress(listener: () => void): () => void;
}

const pageRows = 64;
/** A store that takes nothing is asked again after this. */
const storeAgainMs = 3000;

/** The dependencies and the state of the steps below. */
interface Parts extends QueueDeps {
  readonly state: QueueState;
  readonly inOrder: KeyedQueue;
  /** Progress, or what a row waits for, has changed. */
  readonly tell: () => void;
}

function kick(parts: Parts): void {
  const { state } = parts;
  if (state.kicked || !state.live) return;
  state.kicked = true;
  setImmediate(() => {
    state.kicked = false;
    if (state.live) refill(parts);
  });
}

/** A store that takes nothing (a full disk) is no reason to give up: what waits goes on waiting. */
function refill(parts: Parts): void {
  const { state, clock, log } = parts;
  try {
    unstick(parts);
    fill(parts);
  } catch (thrown) {
    log.warn('transfers cannot be noted', { code: unexpected(log, 'transfers', thrown).code });
    state.cancelRefill?.();
    state.cancelRefill = clock.setTimeout(() => kick(parts), storeAgainMs);
  }
}

function unstick({ store, state }: Parts): void {
  const { db } = store;
  const runs = (id: string): boolean => getTransfer(db, id)?.state === 'running';
  const left = [...state.stuck].filter((id) => !state.entries.has(id) && runs(id));
  if (left.length > 0)
    store.write((changes) => {
      for (const id of left) setTransfer(db, id, { state: 'waiting' });
      changes.topic('transfers');
    });
  state.stuck.clear();
}

/** Starts what may run, in the order of the queue. */
function fill(parts: Parts): void {
  const { store, state, ready } = parts;
  if (ready() !== 'ready') return fillHere(parts);
  state.lookedTo = 0;
  let after = 0;
  while (!isFull(state)) {
    const { bytes, acts } = freeSlots(state);
    // Rows of a kind without a free slot are not read, however many of them wait.
    const light = bytes > 0 && acts > 0 ? null : acts > 0;
    const rows = nextWaiting(store.db, after, pageRows, light);
    for (const row of rows) {
      if (isFull(state)) return;
      const slot = parts.carriesBytes(row) ? 'bytes' : 'acts';
      if (freeSlots(state)[slot] === 0 || isBusy(state, row.transferId)) continue;
      const running = [...state.entries.values()].map((entry) => entry.row);
      if (!parts.blocked(row, running)) begin(parts, row, slot);
    }
    if (rows.length < pageRows) return;
    after = rows.at(-1)?.transferNo ?? 0;
  }
}

/** Starts what needs no server. A turn looks at one page, and at each row once until something has happened to one. */
function fillHere(parts: Parts): void {
  const { store, state } = parts;
  const rows = nextWaiting(store.db, state.lookedTo, pageRows, false);
  for (const row of rows) {
    if (isFull(state) || freeSlots(state).bytes === 0) return;
    state.lookedTo = row.transferNo;
    if (!isBusy(state, row.transferId) && parts.isHere(row)) begin(parts, row, 'bytes', true);
  }
  if (rows.length === pageRows) kick(parts);
}

function begin(parts: Parts, row: StoredTransfer, slot: 'bytes' | 'acts', isHere = false): void {
  const { store, state, log } = parts;
  store.write((changes) => {
    setTransfer(store.db, row.transferId, { state: 'running', error: null });
    changes.topic('transfers');
  });
  const entry = newEntry(row, slot, isHere);
  state.entries.set(row.transferId, entry);
  entry.done = parts.work[row.kind](taskOf(parts, entry))
    .then(
      () => finished(parts, entry),
      (thrown: unknown) => failed(parts, entry, thrown),
    )
    .catch((thrown: unknown) => {
      // The store could not take it (a full disk): the row is tried again.
      const { code } = unexpected(log, 'transfer', thrown);
      log.warn('a transfer could not be noted', { code });
      state.stuck.add(row.transferId);
      pause(parts, row.transferId, storeAgainMs, 'turn');
    })
    .finally(() => {
      state.entries.delete(row.transferId);
      parts.tell();
      kick(parts);
    });
}

/** The queue as the work on one row sees it. */
function taskOf(parts: Parts, entry: Entry): Task {
  const { store, clock, tell } = parts;
  const { row, controller } = entry;
  const { signal } = controller;
  const moveTo = (slot: Slot): void => {
    entry.slot = slot;
    kick(parts);
  };
  return {
    row,
    signal,
    step(step) {
      entry.step = step;
      tell();
    },
    bytes(done, total) {
      entry.bytesDone = done;
      entry.bytesTotal = total ?? entry.bytesTotal;
      entry.rate.add(clock.monotonic(), done);
      tell();
    },
    save(progress) {
      store.write((changes) => {
        setTransfer(store.db, row.transferId, { progress });
        changes.topic('transfers');
      });
    },
    limited: (work) => limited(parts, entry, work),
    waits: (untilMs) => waits(parts, entry, untilMs),
    inOrder: (key, work) => parts.inOrder(key, work, signal),
    freeSlot: () => moveTo('free'),
    published: () => moveTo('echo'),
  };
}

/** A limit holds for everybody who asks the server: all rows wait until the latest that was named. */
async function limited<T>(parts: Parts, entry: Entry, work: () => Promise<T>): Promise<T> {
  const { state, clock, log } = parts;
  for (;;) {
    const waitMs = state.limitedUntilMs - clock.now();
    // A clock that was set back by hours makes no wait of hours: the longest that a server is obeyed for.
    if (waitMs > 0) await sitOut(parts, entry, retryAfterWithin(waitMs));
    try {
      return await work();
    } catch (thrown) {
      const error = expected(thrown);
      if (error?.code !== 'rate_limited') throw thrown;
      limit(state, clock.now() + (error.retryAfterMs ?? 5000));
      log.info('transfers wait for the rate limit', {
        ms: state.limitedUntilMs - clock.now(),
      });
    }
  }
}

function waits({ state, tell }: Parts, entry: Entry, untilMs: number | null): void {
  holdUp(state, entry, untilMs);
  tell();
}

async function sitOut(parts: Parts, entry: Entry, waitMs: number): Promise<void> {
  waits(parts, entry, parts.clock.now() + waitMs);
  try {
    await wait(parts.clock, waitMs, entry.controller.signal);
  } finally {
    waits(parts, entry, null);
  }
}

function finished({ store, state, clock, onFinished }: Parts, { row }: Entry): void {
  const { transferId } = row;
  state.unreachable.delete(transferId);
  // Cancelled in the very moment in which it was done.
  if (getTransfer(store.db, transferId) === null) return;
  store.write((changes) => {
    finishTransfer(store.db, row, clock.now());
    announce(changes, row.kind);
  });
  const done = getTransfer(store.db, transferId);
  if (done !== null) onFinished(done, null);
}

function failed(parts: Parts, entry: Entry, thrown: unknown): void {
  const { store, state, log } = parts;
  const { transferId } = entry.row;
  const row = getTransfer(store.db, transferId);
  // Paused or cancelled: whoever did that has written what it became.
  if (row === null || row.state !== 'running' || !state.live) return;
  const error = errorOf(log, thrown, entry.controller.signal);
  const unreachable = state.unreachable.get(transferId) ?? 0;
  const outcome = afterFailure(error, {
    tries: row.tries,
    unreachable,
    isOnline: parts.ready() === 'ready',
  });
  const isTry = outcome.tries !== row.tries;
  if (isTry) {
    const { tries, next } = outcome;
    log.info('transfer failed', {
      kind: row.kind,
      code: error.code,
      tries,
      again: next === 'waiting',
    });
  }
  if (outcome.next === 'failed') return giveUp(parts, row, outcome.tries, error);
  if (outcome.step === 'network') state.unreachable.set(transferId, unreachable + 1);
  store.write((changes) => {
    setTransfer(store.db, transferId, { state: 'waiting', tries: outcome.tries });
    changes.topic('transfers');
  });
  state.lookedTo = 0;
  if (outcome.ms > 0) pause(parts, transferId, outcome.ms, outcome.step);
}

function giveUp(parts: Parts, row: StoredTransfer, tries: number, error: AppError): void {
  const { store, clock } = parts;
  store.write((changes) => {
    const fields = { state: 'failed', tries, error, finishedMs: clock.now() } as const;
    setTransfer(store.db, row.transferId, fields);
    announce(changes, row.kind);
  });
  parts.onFinished(row, error);
}

function pause(parts: Parts, transferId: string, ms: number, step: Step): void {
  const { state, clock } = parts;
  if (!state.live) return;
  const cancel = clock.setTimeout(() => {
    state.pauses.delete(transferId);
    state.lookedTo = 0;
    kick(parts);
  }, ms);
  state.pauses.set(transferId, { cancel, step });
}

function errorOf(log: Log, thrown: unknown, signal: AbortSignal): AppError {
  if (signal.aborted && expected(thrown) === null)
    return appFailure('cancelled', 'The transfer was cut').error;
  return unexpected(log, 'transfer', thrown);
}

export function createQueue(deps: QueueDeps): Queue {
  const { store, clock, ready } = deps;
  const state = emptyState();
  const listeners = createListeners();
  const { tell } = listeners;
  const parts: Parts = { ...deps, state, inOrder: createKeyedQueue(), tell };
  let unwatch = (): void => undefined;
  return {
    start() {
      state.live = true;
      for (const { transferId } of runningTransfers(store.db)) state.stuck.add(transferId);
      refill(parts);
      unwatch = store.onCommit((changes) => {
        if (changes.topics.has('transfers')) kick(parts);
      });
      kick(parts);
    },
    async stop() {
      unwatch();
      await Promise.allSettled(halt(state).map((entry) => entry.done));
    },
    kick: () => kick(parts),
    wake() {
      wakeUnreachable(state);
      kick(parts);
    },
    running: (transferId) => state.entries.get(transferId) ?? null,
    allRunning: () => [...state.entries.values()],
    reachChanged: tell,
    stepOf: (row) => stepOf(state, row, clock.monotonic(), ready),
    abort: (transferId) => state.entries.get(transferId)?.controller.abort(),
    ended: async (transferId) => state.entries.get(transferId)?.done,
    again: (transferId) => again(state, transferId),
    onProgress: (listener) => listeners.add(listener),
  };
}
