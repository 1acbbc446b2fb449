// Runs transfers in one worker thread, so that ciphers and hashes never delay sync or a view.
import { Worker } from 'node:worker_threads';
import { TransferError } from './worker/exchange';
import type { Progress, TransferErrorData, TransferResult } from './worker/exchange';
import type { TransferJob } from './worker/transfer';

export interface TransferRunner {
  /** Rejects with {@link TransferError}; an aborted one rejects too. */
  run(job: TransferJob, signal: AbortSignal, onProgress: Progress): Promise<TransferResult>;
  close(): Promise<void>;
}

export type ToWorker =
  | { readonly id: number; readonly job: TransferJob }
  | { readonly id: number; readonly abort: true };

export type FromWorker =
  | { readonly id: number; readonly progress: readonly [number, number | null, number?] }
  | { readonly id: number; readonly result: TransferResult }
  | {
      readonly id: number;
      readonly error: TransferErrorData;
    };

interface Waiting {
  readonly resolve: (result: TransferResult) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: Progress;
}

/** `workerFile` is the bundled `worker.ts`. The thread starts with the first job and a dead one is replaced by the next job. */
export function createWorkerRunner(workerFile: string): TransferRunner {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let lastId = 0;

  const failAll = (message: string): void => {
    worker = null;
    for (const job of waiting.values()) job.reject(new TransferError(message));
    waiting.clear();
  };

  const receive = (message: FromWorker): void => {
    const job = waiting.get(message.id);
    if (job === undefined) return;
    if ('progress' in message) {
      job.onProgress(...message.progress);
      return;
    }
    waiting.delete(message.id);
    if ('result' in message) job.resolve(message.result);
    else job.reject(TransferError.of(message.error));
  };

  const start = (): Worker => {
    const created = new Worker(workerFile);
    created.on('message', receive);
    created.on('error', () => failAll('The transfer thread failed'));
    created.on('exit', () => {
      if (worker === created) failAll('The transfer thread ended');
    });
    created.unref();
    return created;
  };

  return {
    async run(job, signal, onProgress) {
      signal.throwIfAborted();
      const id = (lastId += 1);
      const thread = (worker ??= start());
      const abort = (): void => thread.postMessage({ id, abort: true } satisfies ToWorker);
      signal.addEventListener('abort', abort, { once: true });
      try {
        return await new Promise<TransferResult>((resolve, reject) => {
          waiting.set(id, { resolve, reject, onProgress });
          thread.postMessage({ id, job } satisfies ToWorker);
        });
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
    async close() {
      const thread = worker;
      worker = null;
      await thread?.terminate();
      failAll('The transfer thread ended');
    },
  };
}
