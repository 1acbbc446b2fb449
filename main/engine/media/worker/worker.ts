// The worker thread of the transfers; all of its work is in transfer.ts.
import { parentPort } from 'node:worker_threads';
import { createRelief } from './relief';
import { TransferError } from './exchange';
import { runTransfer } from './transfer';
import type { FromWorker, ToWorker } from '../transferRunner';

const progressEveryMs = 100;
const running = new Map<number, AbortController>();
const relieve = createRelief();
const post = (message: FromWorker): void => parentPort?.postMessage(message);

async function work(id: number, { job }: Extract<ToWorker, { job: unknown }>): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  let reportedAt = 0;
  let seen = 0;
  try {
    const result = await runTransfer(job, controller.signal, (done, total, written) => {
      relieve(done - seen);
      seen = done;
      const now = performance.now();
      if (now - reportedAt < progressEveryMs && done !== total) return;
      reportedAt = now;
      post({ id, progress: [done, total, written] });
    });
    post({ id, result });
  } catch (thrown) {
    const error = thrown instanceof TransferError ? thrown : new TransferError(String(thrown));
    post({ id, error: error.data() });
  } finally {
    running.delete(id);
  }
}

parentPort?.on('message', (message: ToWorker) => {
  if ('abort' in message) running.get(message.id)?.abort();
  else void work(message.id, message);
});
