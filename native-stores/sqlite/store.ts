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
  | 'search';

/** What happened to the events of a timeline, by their numbers. An event may stand in two of them. */
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

type Durability = 'durable' | 'passing' | 'gathered';

export interface Store {
  /** Read anywhere; write only inside {@link Store.write}. */
  readonly db: Database;
  /** The profile folder. */
  readonly folder: string;
  /**
   * One durable transaction. Synchronous; a nested call joins the running transaction, and is taken back alone when its `work` throws.
   * Throws what `work` throws, after the rollback; a full disk is a StoreError `disk_full`. `passing`: for what a power cut may undo, because the next start does the same with
   * it; it survives the end of the process, and the next commit makes it durable. Joined to a running transaction it is durable as that is.
   * `gathered`: the end of the process may undo it as well. Many of them share one commit, which comes with {@link Store.settle} or before
   * the next write that is not gathered. Everybody reads and hears of it as if it were committed; when one of them throws, or the
   * commit fails, all that was not settled is taken back, and listeners are told of it once more.
   */
  write<T>(work: (changes: Changes) => T, durability?: Durability): T;
  /** Commits what was gathered. Throws as `write` does. */
  settle(): void;
  /**
   * Called once for each commit, in order. `after`: in a turn of the loop of its own, after `write` returned, so that whoever
   * writes does not pay for those who watch; what was committed meanwhile can be read already. `inside`: before `write` returns, for
   * what must never be seen out of date (a cache) and for what completes a commit with a further write. Returns the disposer.
   */
  onCommit(listener: (changes: ChangeSet) => void, when?: 'after' | 'inside'): () => void;
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

/** What is no more may have been seen: everything of it is read again. */
function addLost(lost: OpenChanges, { rooms, timelines, members, topics }: ChangeSet): void {
  for (const roomNo of rooms) lost.room(roomNo);
  for (const roomNo of timelines.keys()) lost.timeline(roomNo);
  for (const roomNo of members) lost.members(roomNo);
  for (const topic of topics) lost.topic(topic);
}

type Listener = (changes: ChangeSet) => void;

/** Who hears of commits, and when. */
function createListeners(log: StoreLog) {
  const inside = new Set<Listener>();
  const after = new Set<Listener>();
  const waitingInside: ChangeSet[] = [];
  const waitingAfter: ChangeSet[] = [];
  let tellingInside = false;
  let soon: NodeJS.Immediate | null = null;

  function tell(listeners: Iterable<Listener>, set: ChangeSet): void {
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
      tell(inside, set);
    tellingInside = false;
  }

  function tellAfter(): void {
    soon = null;
    // What listeners write now is told in the next turn.
    for (const set of waitingAfter.splice(0)) tell(after, set);
  }

  return {
    add(listener: Listener, when: 'after' | 'inside' = 'after'): () => void {
      const chosen = when === 'inside' ? inside : after;
      chosen.add(listener);
      return () => chosen.delete(listener);
    },
    announce(set: ChangeSet): void {
      waitingInside.push(set);
      waitingAfter.push(set);
      soon ??= setImmediate(tellAfter);
      tellInside();
    },
    clear(): void {
      inside.clear();
      after.clear();
      if (soon !== null) clearImmediate(soon);
    },
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
  const listeners = createListeners(log);
  const { announce } = listeners;
  const checkpoints = createCheckpoints(db, checkpointThread);
  let current: OpenChanges | null = null;
  /** Of the transaction that is open between turns. */
  let gathered: OpenChanges | null = null;
  let first = true;

  /** Whoever catches what it throws goes on with the rest of the transaction, and with nothing of this. */
  function nested<T>(work: (changes: Changes) => T, changes: OpenChanges): T {
    run(db, 'SAVEPOINT nested');
    try {
      const result = work(changes);
      run(db, 'RELEASE nested');
      return result;
    } catch (thrown) {
      // Of some failures of the disk SQLite takes everything back itself.
      if (db.inTransaction) {
        run(db, 'ROLLBACK TO nested');
        run(db, 'RELEASE nested');
      }
      forget(db, null);
      throw thrown;
    }
  }

  function begin(durability: Durability): void {
    if (durability !== 'durable') db.exec('PRAGMA synchronous = NORMAL');
    run(db, 'BEGIN IMMEDIATE');
  }

  function commit(): void {
    run(db, 'COMMIT');
    if (first) {
      first = false;
      // SQLite may fall back to its compiled default for WAL files with the first write.
      db.pragma('synchronous = FULL');
    }
    checkpoints.committed(gathered !== null);
  }

  /** Ends a transaction that failed; what was gathered in it is told once more. */
  function takeBack(): void {
    if (db.inTransaction) run(db, 'ROLLBACK');
    forget(db, null);
    const lost = gathered;
    gathered = null;
    if (lost !== null) announce(lost.set);
  }

  function settle(): void {
    if (gathered === null || current !== null) return;
    try {
      commit();
      gathered = null;
    } catch (thrown) {
      takeBack();
      throw asStoreError(thrown);
    } finally {
      db.exec('PRAGMA synchronous = FULL');
    }
  }

  /** The transaction stays open. */
  function gather<T>(work: (changes: Changes) => T): T {
    const changes = openChanges();
    let result: T;
    try {
      if (gathered === null) begin('gathered');
      gathered ??= openChanges();
      current = changes;
      result = work(changes);
      if (isPromise(result)) throw new Error('a transaction cannot wait');
      // Of some failures of the disk SQLite takes everything back itself.
      if (!db.inTransaction) throw new Error('the transaction has ended');
      addLost(gathered, changes.set);
    } catch (thrown) {
      if (gathered !== null) addLost(gathered, changes.set);
      current = null;
      takeBack();
      db.exec('PRAGMA synchronous = FULL');
      throw asStoreError(thrown);
    } finally {
      current = null;
    }
    announce(changes.set);
    return result;
  }

  function write<T>(work: (changes: Changes) => T, durability: Durability = 'durable'): T {
    if (current !== null) return nested(work, current);
    if (durability === 'gathered') return gather(work);
    settle();
    const changes = openChanges();
    let result: T;
    try {
      begin(durability);
      current = changes;
      result = work(changes);
      if (isPromise(result)) throw new Error('a transaction cannot wait');
      commit();
    } catch (thrown) {
      takeBack();
      throw asStoreError(thrown);
    } finally {
      current = null;
      if (durability === 'passing') db.exec('PRAGMA synchronous = FULL');
    }
    announce(changes.set);
    return result;
  }

  return {
    db,
    folder,
    write,
    settle,
    onCommit: listeners.add,
    emptyLog() {
      settle();
      checkpoints.empty();
    },
    close() {
      if (!db.open) return;
      listeners.clear();
      try {
        settle();
        checkpoints.empty();
      } catch {
        // A full disk: the log stays and is read at the next start.
      }
      db.close();
      release();
    },
  };
}
