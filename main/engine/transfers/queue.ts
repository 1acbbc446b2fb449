// The queue: which row runs when, how often it is tried, and what a failure means. Rows are the truth; what is kept here is only what a
// restart may forget. Knows no kind of transfer: the work is given.
import { appFailure, AppFailure, toAppError, type AppError } from '#contract/wire/errors';
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
import { wait } from '../http/retry';
import { createListeners } from '../base/listeners';
import type { Clock, Log } from '../base/types';
import { againMs, isUnreachable, sessionCodes } from './failures';
import { createRate, type Rate } from './rate';
import { createTurns } from './turns';
import type { Step, Task, Work } from './types';

export interface QueueDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly work: Readonly<Record<TransferKind, Work>>;
  /** Whether the server can be asked now; else what the rows wait for. */
  readonly ready: () => 'ready' | 'network' | 'sign_in';
  /** Whether a row needs one of the lines that carry bytes. */
  readonly carriesBytes: (row: StoredTransfer) => boolean;
  /** A row that must not run before another one has ended. */
  readonly blocked: (row: StoredTransfer, running: readonly StoredTransfer[]) => boolean;
  readonly onFinished: (row: StoredTransfer, error: AppError | null) => void;
}

/** What only memory knows of a row that runs. */
export interface Running {
  readonly row: StoredTransfer;
  step: Step;
  bytesDone: number;
  bytesTotal: number | null;
  /** The server's limit holds it up. */
  limited: boolean;
  waitUntilMs: number | null;
  readonly rate: Rate;
}

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
  /** What an open row does, or what it waits for. */
  stepOf(row: StoredTransfer): Step;
  /** Cuts the work on a row; what the row becomes is the caller's to write. */
  abort(transferId: string): void;
  /** Resolves when no work on the row is left. */
  ended(transferId: string): Promise<void>;
  /** Forgets the waits of a row. */
  again(transferId: string): void;
  onProgress(listener: () => void): () => void;
}

const byteLines = 3;
const actLines = 4;
/** Those whose bytes are through wait for their turn to be published; more of them would only take memory. */
const mostRunning = 16;
const mostOpen = 64;
const pageRows = 64;
const mostTries = 5;
const unreachableMs = 3000;
const longestUnreachableMs = 60_000;

interface Entry extends Running {
  line: 'bytes' | 'acts' | 'free' | 'echo';
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

export function createQueue(deps: QueueDeps): Queue {
  const { store, clock, log } = deps;
  const { db } = store;
  const entries = new Map<string, Entry>();
  const turns = createTurns();
  /** Rows that wait before their next try. */
  const pauses = new Map<string, { cancel: () => void; step: Step }>();
  const unreachable = new Map<string, number>();
  const listeners = createListeners();
  const disposers: (() => void)[] = [];
  /** Rows of which the store still says that they run, though nothing works on them. */
  const stuck = new Set<string>();
  let limitedUntilMs = 0;
  let kicked = false;
  let cancelAgain: (() => void) | null = null;
  let live = false;

  const { tell } = listeners;

  function kick(): void {
    if (kicked || !live) return;
    kicked = true;
    setImmediate(() => {
      kicked = false;
      if (live) tryToFill();
    });
  }

  /** A store that takes nothing (a full disk) is no reason to give up: what waits goes on waiting. */
  function tryToFill(): void {
    try {
      unstick();
      fill();
    } catch (thrown) {
      log.warn('transfers cannot be noted', { code: toAppError(thrown).code });
      cancelAgain?.();
      cancelAgain = clock.setTimeout(kick, unreachableMs);
    }
  }

  function unstick(): void {
    const runs = (id: string): boolean => getTransfer(db, id)?.state === 'running';
    const left = [...stuck].filter((id) => !entries.has(id) && runs(id));
    if (left.length > 0)
      store.write((changes) => {
        for (const id of left) setTransfer(db, id, { state: 'waiting' });
        changes.topic('transfers');
      });
    stuck.clear();
  }

  const inLine = (line: Entry['line']): number =>
    [...entries.values()].filter((entry) => entry.line === line).length;

  const isFull = (): boolean =>
    entries.size >= mostOpen || entries.size - inLine('echo') >= mostRunning;

  /** Starts what may run, in the order of the queue. */
  function fill(): void {
    if (deps.ready() !== 'ready') return;
    let after = 0;
    for (;;) {
      const lines = { bytes: inLine('bytes') < byteLines, acts: inLine('acts') < actLines };
      if (isFull() || (!lines.bytes && !lines.acts)) return;
      // What no line is free for is not looked at, however many rows of it wait.
      const light = lines.bytes && lines.acts ? null : lines.acts;
      const rows = nextWaiting(db, after, pageRows, light);
      for (const row of rows) {
        const free = { bytes: byteLines - inLine('bytes'), acts: actLines - inLine('acts') };
        if (isFull() || (free.bytes <= 0 && free.acts <= 0)) return;
        const line = deps.carriesBytes(row) ? 'bytes' : 'acts';
        if (free[line] <= 0 || entries.has(row.transferId) || pauses.has(row.transferId)) continue;
        const running = [...entries.values()].map((entry) => entry.row);
        if (!deps.blocked(row, running)) begin(row, line);
      }
      if (rows.length < pageRows) return;
      after = rows.at(-1)?.transferNo ?? 0;
    }
  }

  function begin(row: StoredTransfer, line: 'bytes' | 'acts'): void {
    store.write((changes) => {
      setTransfer(db, row.transferId, { state: 'running', error: null });
      changes.topic('transfers');
    });
    const entry: Omit<Entry, 'done'> & { done?: Promise<void> } = {
      row,
      line,
      step: line === 'bytes' ? 'bytes' : 'publish',
      bytesDone: 0,
      bytesTotal: row.sizeBytes,
      limited: false,
      waitUntilMs: null,
      rate: createRate(),
      controller: new AbortController(),
    };
    const running = entry as Entry;
    entries.set(row.transferId, running);
    entry.done = deps.work[row.kind](taskOf(running))
      .then(
        () => finished(running),
        (thrown: unknown) => failed(running, thrown),
      )
      .catch((thrown: unknown) => {
        // The store could not take it (a full disk): the row is tried again.
        log.warn('a transfer could not be noted', { code: toAppError(thrown).code });
        stuck.add(row.transferId);
        hold(row.transferId, unreachableMs, 'turn');
      })
      .finally(() => {
        entries.delete(row.transferId);
        tell();
        kick();
      });
  }

  function use(entry: Entry, line: Entry['line']): void {
    entry.line = line;
    kick();
  }

  function taskOf(entry: Entry): Task {
    const { row, controller } = entry;
    const { signal } = controller;
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
          setTransfer(db, row.transferId, { progress });
          changes.topic('transfers');
        });
      },
      limited: (work) => limited(entry, work),
      waits: (untilMs) => waits(entry, untilMs),
      inTurn: (key, work) => turns.take(key, signal, work),
      freeLine: () => use(entry, 'free'),
      published: () => use(entry, 'echo'),
    };
  }

  /** A limit holds for everybody who asks the server: all rows wait until the latest that was named. */
  async function limited<T>(entry: Entry, work: () => Promise<T>): Promise<T> {
    for (;;) {
      const waitMs = limitedUntilMs - clock.now();
      if (waitMs > 0) await sitOut(entry, waitMs);
      try {
        return await work();
      } catch (thrown) {
        const error = toAppError(thrown);
        if (error.code !== 'rate_limited') throw thrown;
        limitedUntilMs = Math.max(limitedUntilMs, clock.now() + (error.retryAfterMs ?? 5000));
        log.info('transfers wait for the rate limit', { ms: limitedUntilMs - clock.now() });
      }
    }
  }

  function waits(entry: Entry, untilMs: number | null): void {
    entry.limited = untilMs !== null;
    entry.waitUntilMs = untilMs;
    if (untilMs !== null) limitedUntilMs = Math.max(limitedUntilMs, untilMs);
    tell();
  }

  async function sitOut(entry: Entry, waitMs: number): Promise<void> {
    waits(entry, clock.now() + waitMs);
    try {
      await wait(clock, waitMs, entry.controller.signal);
    } finally {
      waits(entry, null);
    }
  }

  function finished({ row }: Entry): void {
    const { transferId } = row;
    unreachable.delete(transferId);
    // Cancelled in the very moment in which it was done.
    if (getTransfer(db, transferId) === null) return;
    store.write((changes) => {
      finishTransfer(db, row, clock.now());
      announce(changes, row.kind);
    });
    const done = getTransfer(db, transferId);
    if (done !== null) deps.onFinished(done, null);
  }

  function failed(entry: Entry, thrown: unknown): void {
    const { transferId } = entry.row;
    const row = getTransfer(db, transferId);
    // Paused or cancelled: whoever did that has written what it became.
    if (row === null || row.state !== 'running' || !live) return;
    const error = asError(thrown, entry.controller.signal);
    if (sessionCodes.has(error.code)) return waitAgain(row, row.tries, 0, 'sign_in');
    if (isUnreachable(error) || (error.code === 'timeout' && deps.ready() !== 'ready')) {
      const times = (unreachable.get(transferId) ?? 0) + 1;
      unreachable.set(transferId, times);
      const ms = Math.min(unreachableMs * 2 ** (times - 1), longestUnreachableMs);
      return waitAgain(row, row.tries, ms, 'network');
    }
    const tries = row.tries + 1;
    const again = error.retryable && tries < mostTries;
    log.info('transfer failed', { kind: row.kind, code: error.code, tries, again });
    if (again) return waitAgain(row, tries, againMs(error, tries), 'turn');
    store.write((changes) => {
      setTransfer(db, transferId, { state: 'failed', tries, error, finishedMs: clock.now() });
      announce(changes, row.kind);
    });
    deps.onFinished(row, error);
  }

  function waitAgain(row: StoredTransfer, tries: number, ms: number, step: Step): void {
    store.write((changes) => {
      setTransfer(db, row.transferId, { state: 'waiting', tries });
      changes.topic('transfers');
    });
    if (ms > 0) hold(row.transferId, ms, step);
  }

  function hold(transferId: string, ms: number, step: Step): void {
    if (!live) return;
    const cancel = clock.setTimeout(() => {
      pauses.delete(transferId);
      kick();
    }, ms);
    pauses.set(transferId, { cancel, step });
  }

  function asError(thrown: unknown, signal: AbortSignal): AppError {
    if (thrown instanceof AppFailure) return thrown.error;
    if (signal.aborted) return appFailure('cancelled', 'The transfer was cut').error;
    log.error('transfer failed unexpectedly', { error: stackOf(thrown) });
    return toAppError(thrown);
  }

  function again(transferId: string): void {
    pauses.get(transferId)?.cancel();
    pauses.delete(transferId);
    unreachable.delete(transferId);
  }

  return {
    start() {
      live = true;
      for (const { transferId } of runningTransfers(db)) stuck.add(transferId);
      tryToFill();
      disposers.push(
        store.onCommit((changes) => {
          if (changes.topics.has('transfers')) kick();
        }),
      );
      kick();
    },
    async stop() {
      live = false;
      for (const dispose of disposers.splice(0)) dispose();
      for (const { cancel } of pauses.values()) cancel();
      cancelAgain?.();
      pauses.clear();
      stuck.clear();
      const all = [...entries.values()];
      for (const entry of all) entry.controller.abort();
      await Promise.allSettled(all.map((entry) => entry.done));
    },
    kick,
    wake() {
      for (const [transferId, pause] of pauses) if (pause.step === 'network') again(transferId);
      kick();
    },
    running: (transferId) => entries.get(transferId) ?? null,
    allRunning: () => [...entries.values()],
    reachChanged: tell,
    stepOf({ transferId, roomNo, parentTransfer }) {
      const running = entries.get(transferId);
      if (running?.limited === true) return 'rate_limit';
      if (running?.rate.moves(clock.monotonic()) === true) return running.step;
      if (roomNo === null && parentTransfer !== null) return 'directory';
      const ready = deps.ready();
      if (ready !== 'ready') return ready;
      return running?.step ?? pauses.get(transferId)?.step ?? 'turn';
    },
    abort: (transferId) => entries.get(transferId)?.controller.abort(),
    ended: async (transferId) => entries.get(transferId)?.done,
    again,
    onProgress: (listener) => listeners.add(listener),
  };
}

const stackOf = (thrown: unknown): string =>
  (thrown instanceof Error && thrown.stack) || typeof thrown;
