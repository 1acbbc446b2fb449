// One open store: the connection, its only way to write, and the news of what a commit touched. Knows nothing of Matrix.
import { asStoreError } from './errors';
import { framesOf, kindOf } from './frames';
import type { Database, StoreLog } from './statements';
import { forget, run } from './statements';

export type Topic =
  | 'session'
  | 'sync'
  | 'encryption'
  | 'settings'
  | 'drafts'
  | 'outbox'
  | 'accountData'
  | 'media'
  | 'presence'
  | 'rooms'
  | 'files'
  | 'transfers'
  | 'calls';

/** Filled while a transaction runs: what its commit will have touched. */
export interface Changes {
  /** A column of the room or one of its counters. */
  room(roomNo: number): void;
  /** Events, relations, receipts or outbox rows of the room. */
  timeline(roomNo: number): void;
  members(roomNo: number): void;
  topic(topic: Topic): void;
}

export interface ChangeSet {
  readonly rooms: ReadonlySet<number>;
  readonly timelines: ReadonlySet<number>;
  readonly members: ReadonlySet<number>;
  readonly topics: ReadonlySet<Topic>;
}

export interface Store {
  /** Read anywhere; write only inside {@link Store.write}. */
  readonly db: Database;
  /** The profile folder. */
  readonly folder: string;
  /**
   * One durable transaction. Synchronous; a nested call joins the running transaction. Throws what `work` throws, after the
   * rollback; a full disk is a StoreError `disk_full`. `passing`: for what a power cut may undo, because the next start does the same with
   * it; it survives the end of the process, and the next commit makes it durable. Joined to a running transaction it is durable as that is.
   */
  write<T>(work: (changes: Changes) => T, durability?: 'durable' | 'passing'): T;
  /**
   * Called after each commit, in order, before `write` returns. `first`: before all others, for what completes a commit with a
   * further write that no view should be without; the others then hear of both, one after the other. Returns the disposer.
   */
  onCommit(listener: (changes: ChangeSet) => void, place?: 'first' | 'last'): () => void;
  /** Checkpoints, closes the file and gives up the lock. */
  close(): void;
}

interface OpenChanges extends Changes {
  readonly set: ChangeSet;
}

function openChanges(): OpenChanges {
  const rooms = new Set<number>();
  const timelines = new Set<number>();
  const members = new Set<number>();
  const topics = new Set<Topic>();
  return {
    room: (roomNo) => void rooms.add(roomNo),
    timeline: (roomNo) => void timelines.add(roomNo),
    members: (roomNo) => void members.add(roomNo),
    topic: (topic) => void topics.add(topic),
    set: { rooms, timelines, members, topics },
  };
}

const isPromise = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'then' in value;

/** Wraps an open connection; `release` gives up what belongs to it. */
export function createStore(
  db: Database,
  folder: string,
  log: StoreLog,
  release: () => void,
): Store {
  const firstListeners = new Set<(changes: ChangeSet) => void>();
  const listeners = new Set<(changes: ChangeSet) => void>();
  const waiting: ChangeSet[] = [];
  let current: OpenChanges | null = null;
  let telling = false;
  let first = true;

  function tell(): void {
    // A listener that writes adds to the queue; the outer loop brings its news in order.
    if (telling) return;
    telling = true;
    try {
      for (let set = waiting.shift(); set !== undefined; set = waiting.shift()) {
        for (const listener of [...firstListeners, ...listeners]) {
          try {
            listener(set);
          } catch (thrown) {
            log.error('commit listener failed', {
              name: kindOf(thrown),
              stack: framesOf(thrown),
            });
          }
        }
      }
    } finally {
      telling = false;
    }
  }

  function write<T>(
    work: (changes: Changes) => T,
    durability: 'durable' | 'passing' = 'durable',
  ): T {
    if (current !== null) return work(current);
    const changes = openChanges();
    let result: T;
    if (durability === 'passing') db.exec('PRAGMA synchronous = NORMAL');
    try {
      run(db, 'BEGIN IMMEDIATE');
      current = changes;
      result = work(changes);
      if (isPromise(result)) throw new Error('a transaction cannot wait');
      run(db, 'COMMIT');
    } catch (thrown) {
      if (db.inTransaction) run(db, 'ROLLBACK');
      forget(db, null);
      throw asStoreError(thrown);
    } finally {
      current = null;
      if (durability === 'passing') db.exec('PRAGMA synchronous = FULL');
    }
    if (first) {
      first = false;
      // SQLite may fall back to its compiled default for WAL files with the first write.
      db.pragma('synchronous = FULL');
    }
    waiting.push(changes.set);
    tell();
    return result;
  }

  return {
    db,
    folder,
    write,
    onCommit(listener, place = 'last') {
      const chosen = place === 'first' ? firstListeners : listeners;
      chosen.add(listener);
      return () => chosen.delete(listener);
    },
    close() {
      if (!db.open) return;
      firstListeners.clear();
      listeners.clear();
      try {
        db.pragma('wal_checkpoint(TRUNCATE)');
      } catch {
        // A full disk: the log stays and is read at the next start.
      }
      db.close();
      release();
    },
  };
}
