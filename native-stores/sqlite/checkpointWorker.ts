// The entry of the thread that writes the log of a WAL file back into it, over a connection of its own that is open only meanwhile.
import { parentPort, workerData } from 'node:worker_threads';
import { idle, working, type CheckpointStart } from './checkpointThread';
import { connect } from './connect';

/** False when the disk refused: the log stays as it is. */
function checkpoint({ file, key }: CheckpointStart): boolean {
  try {
    const db = connect(file, key);
    try {
      db.pragma('checkpoint_fullfsync = ON');
      db.pragma('synchronous = FULL');
      const [row] = db.pragma('wal_checkpoint(PASSIVE)') as { busy: number }[];
      return row?.busy === 0;
    } finally {
      db.close();
    }
  } catch {
    // A full disk, or one that fails.
    return false;
  }
}

const start = workerData as CheckpointStart;
const state = new Int32Array(start.state);
parentPort?.on('message', () => {
  // The thread was ended, and its owner expects no open file any more.
  if (Atomics.compareExchange(state, 0, idle, working) !== idle) return;
  const done = checkpoint(start);
  Atomics.store(state, 0, idle);
  Atomics.notify(state, 0);
  parentPort?.postMessage(done);
});
