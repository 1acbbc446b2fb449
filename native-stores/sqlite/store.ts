// One open store: the connection, its only way to write, and the news of what a commit touched. Knows nothing of Matrix.
import { createCheckpoints } from './checkpoints';
import type { CheckpointThread } from './checkpointThread';
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
  | 'capabilities'
  | 'kept'
  | 'scheduled'
  | 'media'
  | 'presence'
  | 'rooms'
  | 'files'
  | 'transfers'
  | 'calls'
  | 'search'
  | 'mentions';

/** The events of one timeline that a commit touched, by their numbers. An event may stand in two timelines: its room's and a thread's. */
export interface TimelineNews {
  /** New to the timeline, wherever they stand in it. */
  readonly added?: readonly number[];
  /** Content, or what is shown with it: decrypted, redacted, edited, reacted to. */
  readonly changed?: readonly number[];
  readonly removed?: readonly number[];
  /** Somebody's receipt moved. */
  readonly receipts?: boolean;
}

export interface TimelineChange {
  readonly added: ReadonlySet<number>;
  readonly changed: ReadonlySet<number>;
  readonly removed: ReadonlySet<number>;
  readonly receipts: boolean;
  /** Anything may have changed: somebody reported the timeline without naming events. */
  readonly whole: boolean;
}

/** Filled while a transaction runs: what its commit will have touched. */
export interface Changes {
  /** A column of the room or one of its counters. */
  room(roomNo: number): void;
  /** Events, relations, receipts or outbox rows of the room; without `news`, any of them. */
  timeline(roomNo: number, news?: TimelineNews): void;
  members(roomNo: number): void;
  topic(topic: Topic): void;
}

export interface ChangeSet {
  readonly rooms: ReadonlySet<number>;
  /** By room number. */
  readonly timelines: ReadonlyMap<number, TimelineChange>;
  readonly members: ReadonlySet<number>;
  readonly topics: ReadonlySet<Topic>;
}

export interface Store {
  /** Read anywhere; write only inside {@link Store.write}. */
  readonly db: Database;
  /** The profile folder. */
  readonly folder: string;
  /**
   * One durable transaction. Synchronous; a nested call joins the running transaction, and is taken back alone when its `work` throws.
   * Throws what `work` throws, after the rollback; a full disk is a StoreError `disk_full`. `passing`: for what a power cut may undo, because the next start does the same with
   * it; it survives the end of the process, and the next commit makes it durable. Joined to a running transaction it is durable as that is.
   */
  write<T>(work: (changes: Changes) => T, durability?: 'durable' | 'passing'): T;
  /**
   * Called once for each commit, in order. `after`: in a turn of the loop of its own, after `write` returned, so that whoever
   * writes does not pay for those who watch; what was committed meanwhile can be read already. `first`: the same, in the turn in which
   * `write` returned and before all of these, for what somebody looks at. `inside`: before `write` returns, for
   * what must never be seen out of date (a cache) and for what completes a commit with a further write. Returns the disposer.
   */
  onCommit(listener: (changes: ChangeSet) => void, when?: 'after' | 'first' | 'inside'): () => void;
  /** More was committed than is in the file yet. Whoever fills a table in the background waits then, or all others wait for the disk. */
  behind(): boolean;
  /** Writes the log into the file and empties it: a page that was overwritten stands nowhere any more. */
  emptyLog(): void;
  /** Checkpoints, closes the file and gives up the lock. */
  close(): void;
}

interface OpenChanges extends Changes {
  readonly set: ChangeSet;
}

interface OpenTimelineChange {
  readonly added: Set<number>;
  readonly changed: Set<number>;
  readonly removed: Set<number>;
  receipts: boolean;
  whole: boolean;
}

function openChanges(): OpenChanges {
  const rooms = new Set<number>();
  const timelines = new Map<number, OpenTimelineChange>();
  const members = new Set<number>();
  const topics = new Set<Topic>();

  function timeline(roomNo: number, news?: TimelineNews): void {
    let change = timelines.get(roomNo);
    if (change === undefined) {
      const [added, changed, removed] = [new Set<number>(), new Set<number>(), new Set<number>()];
      change = { added, changed, removed, receipts: false, whole: false };
      timelines.set(roomNo, change);
    }
    if (news === undefined) change.whole = true;
    for (const eventNo of news?.added ?? []) change.added.add(eventNo);
    for (const eventNo of news?.changed ?? []) change.changed.add(eventNo);
    for (const eventNo of news?.removed ?? []) change.removed.add(eventNo);
    if (news?.receipts === true) change.receipts = true;
  }

  return {
    room: (roomNo) => void rooms.add(roomNo),
    timeline,
    members: (roomNo) => void members.add(roomNo),
    topic: (topic) => void topics.add(topic),
    set: { rooms, timelines, members, topics },
  };
}

const isPromise = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'then' in value;

export interface StoreParts {
  readonly db: Database;
  /** The profile folder. */
  readonly folder: string;
  readonly log: StoreLog;
  readonly checkpointThread: CheckpointThread | null;
  /** Gives up what belongs to the connection. */
  readonly release: () => void;
}

/** Wraps an open connection. */
export function createStore(parts: StoreParts): Store {
  const { db, folder, log, checkpointThread, release } = parts;
  const told = {
    inside: new Set<(changes: ChangeSet) => void>(),
    first: new Set<(changes: ChangeSet) => void>(),
    after: new Set<(changes: ChangeSet) => void>(),
  };
  const waitingInside: ChangeSet[] = [];
  const waitingFirst: ChangeSet[] = [];
  const waitingAfter: ChangeSet[] = [];
  const checkpoints = createCheckpoints(db, checkpointThread);
  let current: OpenChanges | null = null;
  let tellingInside = false;
  let soon: NodeJS.Immediate | null = null;
  let isFirstWrite = true;

  function tell(listeners: Iterable<(changes: ChangeSet) => void>, set: ChangeSet): void {
    for (const listener of [...listeners]) {
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

  /** A listener that writes adds to the queue; the outer loop brings its news in order. */
  function tellInside(): void {
    if (tellingInside) return;
    tellingInside = true;
    for (let set = waitingInside.shift(); set !== undefined; set = waitingInside.shift())
      tell(told.inside, set);
    tellingInside = false;
  }

  function tellFirst(): void {
    for (const set of waitingFirst.splice(0)) tell(told.first, set);
  }

  function tellAfter(): void {
    soon = null;
    // A commit that a listener makes here is told in the next turn.
    for (const set of waitingAfter.splice(0)) tell(told.after, set);
  }

  /** A `write` within a `write`: when it throws, only its own changes are undone, and a caller that catches may go on. */
  function nested<T>(work: (changes: Changes) => T, changes: OpenChanges): T {
    run(db, 'SAVEPOINT nested');
    try {
      const result = work(changes);
      run(db, 'RELEASE nested');
      return result;
    } catch (thrown) {
      // After some failures of the disk SQLite has rolled back the whole transaction itself.
      if (db.inTransaction) {
        run(db, 'ROLLBACK TO nested');
        run(db, 'RELEASE nested');
      }
      forget(db, null);
      throw thrown;
    }
  }

  /** Why the work failed is what is told; what cannot be taken back now is, before the next work begins. */
  function takeBack(): void {
    try {
      if (db.inTransaction) run(db, 'ROLLBACK');
    } catch {
      // The disk fails, as whoever asked hears by what failed before.
      log.error('a transaction could not be taken back');
    }
  }

  function write<T>(
    work: (changes: Changes) => T,
    durability: 'durable' | 'passing' = 'durable',
  ): T {
    if (current !== null) return nested(work, current);
    const changes = openChanges();
    let result: T;
    takeBack();
    if (durability === 'passing') db.exec('PRAGMA synchronous = NORMAL');
    try {
      run(db, 'BEGIN IMMEDIATE');
      current = changes;
      result = work(changes);
      if (isPromise(result)) throw new Error('a transaction cannot wait');
      run(db, 'COMMIT');
    } catch (thrown) {
      forget(db, null);
      takeBack();
      throw asStoreError(thrown);
    } finally {
      current = null;
      if (durability === 'passing' && !db.inTransaction) db.exec('PRAGMA synchronous = FULL');
    }
    if (isFirstWrite) {
      isFirstWrite = false;
      // SQLite may fall back to its compiled default for WAL files with the first write.
      db.pragma('synchronous = FULL');
    }
    checkpoints.committed();
    waitingInside.push(changes.set);
    waitingAfter.push(changes.set);
    soon ??= setImmediate(tellAfter);
    if (waitingFirst.push(changes.set) === 1) queueMicrotask(tellFirst);
    tellInside();
    return result;
  }

  return {
    db,
    folder,
    write,
    onCommit(listener, when = 'after') {
      told[when].add(listener);
      return () => told[when].delete(listener);
    },
    behind: checkpoints.behind,
    emptyLog: checkpoints.empty,
    close() {
      if (!db.open) return;
      for (const listeners of Object.values(told)) listeners.clear();
      if (soon !== null) clearImmediate(soon);
      try {
        checkpoints.empty();
      } catch {
        // A full disk: the log stays and is read at the next start.
      }
      db.close();
      release();
    },
  };
}
