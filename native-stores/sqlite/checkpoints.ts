// When the log of a WAL file is written back: never inside a commit, which somebody waits for, but in a turn of its own.
import type { Database } from './statements';

/** Pages; 4 KiB each. So many take 7 ms of processor time beside a million events, a thousand of them 26 ms. */
const worthIt = 250;
/** So long nothing was written. */
const quietMs = 200;
/** While there is no quiet, the log is looked at after so many commits. */
const commitsPerLook = 8;

export interface Checkpoints {
  /** After each commit. */
  committed(): void;
  stop(): void;
}

/** Pages in the log that are not in the file. Writes nothing. */
function waiting(db: Database): number {
  const [row] = db.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[];
  return row === undefined ? 0 : row.log - row.checkpointed;
}

export function createCheckpoints(db: Database): Checkpoints {
  let timer: NodeJS.Timeout | null = null;
  let soon: NodeJS.Immediate | null = null;
  let commits = 0;

  function work(): void {
    soon = null;
    if (!db.open || db.inTransaction) return;
    try {
      if (waiting(db) >= worthIt) db.pragma('wal_checkpoint(PASSIVE)');
    } catch {
      // A full disk, or one that fails: the log stays and is written back later.
    }
  }

  return {
    committed() {
      commits += 1;
      if (commits % commitsPerLook === 0) soon ??= setImmediate(work);
      if (timer === null) {
        timer = setTimeout(work, quietMs);
        timer.unref();
      } else timer.refresh();
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      if (soon !== null) clearImmediate(soon);
      timer = soon = null;
    },
  };
}
