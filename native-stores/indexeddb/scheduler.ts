// Owns the order of transactions on one file and the group commit: finished writers share one durable COMMIT, and none
// is told `complete` before it. Each writer works inside a SAVEPOINT, so that its abort undoes its own writes only.
import { idbError, isFatal, toIdbError } from './errors';
import { Fifo } from './fifo';
import { createStoreLocks, type Lockable } from './locks';
import type { SqliteFile } from './sqliteFile';

/** How long finished writers may wait for more of them before the commit. */
const GROUP_MS = 8;
const GROUP_SIZE = 512;

/** Longer than a join takes between its first and its last write, unless it waits for a write that this delay holds back. */
const HOLD_MS = 200;

/** A transaction over the `early` stores alone is committed together with the next one over the store `last`. */
export interface JoinPlan {
  readonly early: readonly string[];
  readonly last: string;
}

export interface Scheduled extends Lockable {
  /** May run now; must do so in a later macrotask. */
  readonly schedule: () => void;
  /** It is durable (null) or lost (the error). */
  readonly settle: (error: unknown) => void;
}

export interface Scheduler<T extends Scheduled> {
  readonly enqueue: (transaction: T) => void;
  /** Before a writer's first change. */
  readonly beginWriting: () => void;
  /** The writer is done. Returns the next writer where it should run at once, in the same group. */
  readonly finishWriter: (transaction: T) => T | null;
  /** Takes back what the writer did. */
  readonly abortWriter: (transaction: T) => void;
  readonly finishReader: (transaction: T) => void;
  /**
   * SQLite itself rolled everything back, as it does when any statement fails for want of memory or of the disk, also one that only reads:
   * the whole group fails, the running writer with it. What is written now would be written alone, and at once.
   */
  readonly isLost: () => boolean;
  readonly failGroup: (error: unknown) => void;
  /** The disk refused a request, whose transaction ends alone. */
  readonly refused: (error: unknown) => void;
  /** Commits what is finished; what is joined without its last write is given up, as by a kill. */
  readonly close: () => void;
  /**
   * Until the returned function is called, what goes into these stores alone is committed with what follows it ({@link join} of the
   * handle). That resolves when it is durable, and rejects when it is lost.
   */
  readonly join: (plan: JoinPlan) => () => Promise<void>;
}

/** The error for a group that SQLite rolled back because of another transaction's failure. */
export const rolledBack = (): DOMException =>
  idbError('UnknownError', 'SQLite rolled the transaction back');

/** Tracks transactions that are called complete before they are durable, from the first write of a join to its last. */
function createJoins(flush: () => void) {
  let joining: JoinPlan | null = null;
  /** A transaction that was called complete waits for the next commit. */
  let joined = false;
  /** The error that lost the joined writes; the end of the join throws it. */
  let lost: unknown = null;
  /** Callbacks of ended joins that wait for that commit. */
  let waiting: ((error: unknown) => void)[] = [];
  let holding: NodeJS.Timeout | null = null;
  let isOverdue = false;

  async function end(): Promise<void> {
    joining = null;
    if (lost !== null) throw toIdbError(lost);
    if (!joined) return;
    const durable = new Promise<void>((resolve, reject) => {
      waiting.push((error) => (error === null ? resolve() : reject(toIdbError(error))));
    });
    // A writer in the middle of its work commits it with its own.
    flush();
    await durable;
  }

  return {
    begin(plan: JoinPlan): () => Promise<void> {
      joining = plan;
      lost = null;
      return end;
    },
    isPending: () => joined,
    /** True when the writer wrote into stores of the early save alone, and is complete with that. */
    takes(scope: readonly string[]): boolean {
      const early = joining?.early;
      const isTaken = early !== undefined && scope.every((store) => early.includes(store));
      joined ||= isTaken;
      return isTaken;
    },
    /** True while the joined writes wait for the write over `last`; a group of other transactions alone does not commit them. */
    isHeld(members: readonly Scheduled[]): boolean {
      if (!joined || joining === null || isOverdue) return false;
      const { last } = joining;
      if (members.some((member) => member.scope.includes(last))) return false;
      if (members.length > 0)
        holding ??= setTimeout(() => {
          isOverdue = true;
          flush();
        }, HOLD_MS);
      return true;
    },
    /** It is durable (null) or lost. */
    settle(error: unknown): void {
      if (holding !== null) clearTimeout(holding);
      holding = null;
      isOverdue = false;
      if (joined) lost ??= error;
      joined = false;
      const all = waiting;
      waiting = [];
      for (const tell of all) tell(error);
    },
  };
}

/**
 * @param report is told of a commit that failed because of the file, not of a full disk
 * @param storageFailed is told of each group that was lost, and of each request that the disk refused
 */
export function createScheduler<T extends Scheduled>(
  file: SqliteFile,
  report: (error: unknown) => void,
  storageFailed: (error: unknown) => void,
): Scheduler<T> {
  const ready = new Fifo<T>();
  const run = (sql: string): void => void file.prepare(sql).run();
  let members: T[] = [];
  let writer: T | null = null;
  let writing = false;
  let commitScheduled = false;
  let groupSinceMs = 0;
  /**
   * Why the disk refused a write, once it has: who wrote knows more than the file from then on. Nothing is written any more, also when the
   * disk takes data again: a used-up Olm session must not be saved after the room key that it brought was lost.
   */
  let refusal: unknown = null;
  const joins = createJoins(() => flush());

  const locks = createStoreLocks<T>((transaction) => {
    if (transaction.mode === 'readonly') return transaction.schedule();
    ready.push(transaction);
    if (writer === null) setImmediate(startNext);
  });

  function startNext(): void {
    if (writer !== null) return;
    writer = ready.shift() ?? null;
    writer?.schedule();
  }

  const isLost = (): boolean =>
    (writing || members.length > 0 || joins.isPending()) && !file.inTransaction();

  function scheduleCommit(): void {
    if (commitScheduled) return;
    commitScheduled = true;
    setImmediate(() => {
      commitScheduled = false;
      if (!writing) flush();
    });
  }

  function failGroup(error: unknown): void {
    const lost = members;
    const open = writer;
    // Whatever the reason: who wrote in the group goes on with a memory that is ahead of the file.
    refusal ??= error;
    storageFailed(error);
    joins.settle(error);
    members = [];
    writer = null;
    writing = false;
    if (file.inTransaction()) run('ROLLBACK');
    if (open !== null) locks.releaseWriter(open, 'nothing');
    locks.clean();
    for (const transaction of lost) transaction.settle(error);
    // It may have read what is gone now.
    open?.settle(error);
    startNext();
  }

  /** False: it failed, and the group with it. */
  function survives(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      failGroup(error);
      if (isFatal(error)) report(error);
      return false;
    }
  }

  function flush(): void {
    if (writing) return;
    const done = members;
    if (refusal !== null && (done.length > 0 || joins.isPending())) return failGroup(refusal);
    if (isLost()) return failGroup(rolledBack());
    if (joins.isHeld(done)) return startNext();
    const end = done.length === 0 && !joins.isPending() ? 'ROLLBACK' : 'COMMIT';
    if (file.inTransaction()) {
      if (!survives(() => run(end))) return;
      if (end === 'COMMIT') file.committed();
    }
    members = [];
    joins.settle(null);
    locks.clean();
    for (const transaction of done) transaction.settle(null);
    startNext();
  }

  return {
    enqueue: (transaction) => locks.acquire(transaction),
    beginWriting() {
      if (refusal !== null) throw refusal as Error;
      if (!file.inTransaction()) run('BEGIN IMMEDIATE');
      run('SAVEPOINT w');
      writing = true;
    },
    finishWriter(transaction) {
      if (writing && !survives(() => run('RELEASE w'))) return null;
      const isJoined = writing && joins.takes(transaction.scope);
      const shares = !isJoined && (writing || members.length > 0);
      writing = false;
      writer = null;
      if (shares) {
        if (members.length === 0) groupSinceMs = performance.now();
        members.push(transaction);
      }
      locks.releaseWriter(transaction, shares ? 'wrote' : 'nothing');
      if (!shares) transaction.settle(null);
      const full = members.length >= GROUP_SIZE || performance.now() - groupSinceMs > GROUP_MS;
      if (members.length > 0 && full) {
        flush();
        return null;
      }
      if (members.length > 0) scheduleCommit();
      writer ??= ready.shift() ?? null;
      return writer;
    },
    abortWriter(transaction) {
      if (transaction !== writer) return;
      const wrote = writing;
      writing = false;
      writer = null;
      locks.releaseWriter(transaction, 'nothing');
      const takeBack = (): void => {
        run('ROLLBACK TO w');
        run('RELEASE w');
      };
      if (wrote && !survives(takeBack)) return;
      scheduleCommit();
      setImmediate(startNext);
    },
    finishReader: (transaction) => locks.releaseReader(transaction),
    isLost,
    failGroup,
    refused(error) {
      refusal ??= error;
      storageFailed(error);
    },
    close() {
      flush();
      joins.settle(idbError('InvalidStateError', 'the store is closed'));
    },
    join: joins.begin,
  };
}
