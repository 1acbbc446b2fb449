// Owns which transaction may run: one queue per object store, first come first served, readers together, a writer alone.
// Cost per transaction is its number of stores, however many wait (comparing scopes pairwise was quadratic).
import { Fifo } from './fifo';

export interface Lockable {
  readonly scope: readonly string[];
  readonly mode: 'readonly' | 'readwrite' | 'versionchange';
  /** Stores that still have to let it in. Only this file writes it. */
  blockedOn: number;
}

interface StoreLock<T> {
  readonly waiting: Fifo<T>;
  readers: number;
  writing: boolean;
  /** Written by a transaction that is finished but not committed yet: closed to readers, open to writers. */
  dirty: boolean;
}

export interface StoreLocks<T extends Lockable> {
  readonly acquire: (transaction: T) => void;
  readonly releaseReader: (transaction: T) => void;
  readonly releaseWriter: (transaction: T, wrote: 'wrote' | 'nothing') => void;
  /** To be called when the writes are on the disk, or rolled back: readers may start. */
  readonly clean: () => void;
}

/** @param granted called for each transaction when all of its stores have let it in; it must not run it synchronously. */
export function createStoreLocks<T extends Lockable>(
  granted: (transaction: T) => void,
): StoreLocks<T> {
  const locks = new Map<string, StoreLock<T>>();
  const dirty = new Set<StoreLock<T>>();

  function lockOf(store: string): StoreLock<T> {
    let lock = locks.get(store);
    if (lock === undefined) {
      lock = { waiting: new Fifo<T>(), readers: 0, writing: false, dirty: false };
      locks.set(store, lock);
    }
    return lock;
  }

  function admit(lock: StoreLock<T>): void {
    for (;;) {
      const next = lock.waiting.peek();
      if (next === undefined || lock.writing) return;
      if (next.mode === 'readonly') {
        if (lock.dirty) return;
        lock.readers += 1;
      } else {
        if (lock.readers > 0) return;
        lock.writing = true;
      }
      lock.waiting.shift();
      next.blockedOn -= 1;
      if (next.blockedOn === 0) granted(next);
    }
  }

  return {
    acquire(transaction) {
      transaction.blockedOn = transaction.scope.length;
      const wanted = transaction.scope.map(lockOf);
      for (const lock of wanted) lock.waiting.push(transaction);
      for (const lock of wanted) admit(lock);
    },
    releaseReader(transaction) {
      for (const lock of transaction.scope.map(lockOf)) {
        lock.readers -= 1;
        admit(lock);
      }
    },
    releaseWriter(transaction, wrote) {
      const held = transaction.scope.map(lockOf);
      for (const lock of held) {
        lock.writing = false;
        if (wrote === 'wrote') {
          lock.dirty = true;
          dirty.add(lock);
        }
      }
      for (const lock of held) admit(lock);
    },
    clean() {
      const cleaned = [...dirty];
      dirty.clear();
      for (const lock of cleaned) lock.dirty = false;
      for (const lock of cleaned) admit(lock);
    },
  };
}
