// When the log of a WAL file is written back: never inside a commit, which somebody waits for. A thread does it where there is one; without
// it, and where the thread fails, it is done here in a turn of its own.
import type { CheckpointThread } from './checkpointThread';
import type { Database } from './statements';

/** Pages; 4 KiB each. So many take 7 ms of processor time beside a million events, a thousand of them 26 ms. */
const worthHere = 250;
/** By a thread nobody waits for it: more at a time write fewer pages twice. */
const worthInThread = 1_000;
/**
 * A log begins anew only when all of it is in the file. While one commit follows another the thread never gets there: at this length what
 * it left is written here.
 */
const longLog = 8_000;
/** Pages from which a writer waits for a checkpoint of its own: the log must not fill the disk (128 MB). */
const longestLog = 32_000;
/** With so much not in the file whoever is in no hurry waits: writing it here takes 85 ms. */
const farBehind = 3_000;
/** So long nothing was written. */
const quietMs = 200;
/** While there is no quiet, the log is looked at after so many commits. */
const usualCommitsPerLook = 8;

export interface Checkpoints {
  /** After each commit. */
  committed(): void;
  /** More was written than is written back: who can wait should. */
  behind(): boolean;
  stop(): void;
  /** Stops, writes all of the log into the file and empties it; no thread has the file open afterwards. Throws when the disk refuses. */
  empty(): void;
}

interface Log {
  /** Pages in it. */
  readonly length: number;
  /** Pages of the log that are not in the file yet. */
  readonly waiting: number;
}

/** Writes nothing. */
function logOf(db: Database): Log {
  const [row] = db.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[];
  return row === undefined
    ? { length: 0, waiting: 0 }
    : { length: row.log, waiting: row.log - row.checkpointed };
}

/** `thread` null: everything is done here. `commitsPerLook` Infinity: only when it is quiet. */
export function createCheckpoints(
  db: Database,
  thread: CheckpointThread | null,
  commitsPerLook = usualCommitsPerLook,
): Checkpoints {
  let timer: NodeJS.Timeout | null = null;
  let soon: NodeJS.Immediate | null = null;
  let commits = 0;
  let underWay = false;
  /** The thread could not; the next one is written here. */
  let refused = false;

  function inThread(by: CheckpointThread): void {
    underWay = true;
    void by.run().then((done) => {
      underWay = false;
      refused = !done;
      if (db.open && logOf(db).length >= longLog) soon ??= setImmediate(work);
    });
  }

  function work(): void {
    soon = null;
    if (!db.open || db.inTransaction) return;
    try {
      const { length, waiting } = logOf(db);
      if (length >= longestLog) {
        thread?.settle();
        db.pragma('wal_checkpoint(PASSIVE)');
        return;
      }
      if (underWay) return;
      const isLong = length >= longLog;
      const isLeft = isLong && waiting < worthHere;
      if (thread !== null && !refused && !isLeft) {
        if (isLong || waiting >= worthInThread) inThread(thread);
      } else if (waiting >= worthHere || (isLeft && waiting > 0)) {
        refused = false;
        db.pragma('wal_checkpoint(PASSIVE)');
      }
    } catch {
      // A full disk, or one that fails: the log stays and is written back later.
    }
  }

  function stop(): void {
    if (timer !== null) clearTimeout(timer);
    if (soon !== null) clearImmediate(soon);
    timer = soon = null;
    // Later writes are checkpointed on this thread.
    thread?.end();
  }

  return {
    stop,
    behind: () => logOf(db).waiting >= farBehind,
    committed() {
      commits += 1;
      if (commits % commitsPerLook === 0) soon ??= setImmediate(work);
      if (timer === null) {
        timer = setTimeout(work, quietMs);
        timer.unref();
      } else timer.refresh();
    },
    empty() {
      stop();
      db.pragma('wal_checkpoint(TRUNCATE)');
    },
  };
}
