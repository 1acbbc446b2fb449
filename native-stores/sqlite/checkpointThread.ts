// Starts the thread that writes the log of a WAL file back into it (`checkpointWorker.ts`): it waits for the disk, whoever writes goes on.
import { Worker } from 'node:worker_threads';

/** Values of the shared state word. */
export const idle = 0;
export const working = 1;
const ended = 2;

const mostWaitMs = 5_000;

/** Data that the thread starts with. */
export interface CheckpointStart {
  readonly file: string;
  readonly key: Uint8Array;
  readonly state: SharedArrayBuffer;
}

export interface CheckpointThread {
  /** Resolves with whether the log, as it stood at the beginning, is in the file. Never rejects: a failing disk is the writer's to tell. */
  run(): Promise<boolean>;
  /** Returns when nothing is being written back, or after five seconds. The next run may begin at once. */
  settle(): void;
  /** Returns when the thread has let go of the file, or after five seconds. Nothing can be run any more. */
  end(): void;
}

/** `threadFile` is the bundle of `checkpointWorker.ts`. The thread starts with the first run; when it dies the next run starts another. */
export function createCheckpointThread(
  threadFile: string,
  file: string,
  key: Uint8Array,
): CheckpointThread {
  const shared = new SharedArrayBuffer(4);
  const state = new Int32Array(shared);
  const ownKey = Uint8Array.from(key);
  let worker: Worker | null = null;
  let running: ((done: boolean) => void) | null = null;

  function answer(done: boolean): void {
    running?.(done);
    running = null;
  }

  function start(): Worker {
    const workerData: CheckpointStart = { file, key: ownKey, state: shared };
    const created = new Worker(threadFile, {
      workerData,
      // It holds one connection for a moment and nothing else.
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
    });
    const gone = (): void => {
      if (worker !== created) return;
      worker = null;
      Atomics.compareExchange(state, 0, working, idle);
      answer(false);
    };
    created.on('message', answer);
    created.on('error', gone);
    created.on('exit', gone);
    created.unref();
    return created;
  }

  return {
    run() {
      if (running !== null || Atomics.load(state, 0) !== idle) return Promise.resolve(false);
      const { promise, resolve } = Promise.withResolvers<boolean>();
      running = resolve;
      worker ??= start();
      worker.postMessage(null);
      return promise;
    },
    settle() {
      Atomics.wait(state, 0, working, mostWaitMs);
    },
    end() {
      const latestMs = performance.now() + mostWaitMs;
      while (
        Atomics.compareExchange(state, 0, idle, ended) === working &&
        performance.now() < latestMs
      )
        Atomics.wait(state, 0, working, latestMs - performance.now());
      Atomics.store(state, 0, ended);
      ownKey.fill(0);
      void worker?.terminate();
      worker = null;
      answer(false);
    },
  };
}
