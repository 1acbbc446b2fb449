// Runs transfers in the test's own thread: the functions that the worker calls.
import { runTransfer } from '#engine/media/worker/transfer';
import type { TransferRunner } from '#engine/media/transferRunner';

export const createInlineRunner = (): TransferRunner => ({
  run: runTransfer,
  close: async () => undefined,
});
