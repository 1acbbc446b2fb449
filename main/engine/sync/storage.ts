// Reacts to a store that cannot take an answer: repairs the tables, or waits. It must not ask the server.
import { appFailure, type AppError } from '#contract/wire/errors';
import { repairTables } from '#stores/ingest/repair';
import { asStoreError, StoreError } from '#stores/sqlite/errors';
import type { Store } from '#stores/sqlite/store';
import type { Log } from '../base/types';
import { unexpected } from '../base/unexpected';
import { pauseMs } from '../http/retry';
import { BrokenInvariant } from './slices';

/**
 * How long to wait before the answer is asked for again; null when the failure is not the store's.
 *
 * @param repairs how often tables were repaired in this run: damage that a repair does not mend is retried ever more seldom
 */
export function storagePauseMs(thrown: unknown, repairs = 0): number | null {
  if (thrown instanceof BrokenInvariant) return pauseMs('damagedDisk', Math.max(1, repairs - 1));
  const failure = asStoreError(thrown);
  if (!(failure instanceof StoreError)) return null;
  // Damage does not go away: the same answer is not asked for again and again.
  return pauseMs(failure.code === 'store_corrupt' ? 'damagedDisk' : 'disk', 1);
}

/** The failure as data; unexpected ones are logged. */
export function failureOf(log: Log, thrown: unknown): AppError {
  if (thrown instanceof BrokenInvariant)
    return appFailure('store_corrupt', thrown.message, { retryable: true }).error;
  return unexpected(log, 'sync', thrown);
}

/** True when the tables were repaired, for the first time in this run. The second failure is reported, and retried after a pause. */
export function repaired(
  store: Store,
  log: Log,
  broken: BrokenInvariant,
  run: { repairs: number },
): boolean {
  unexpected(log, 'tables that contradict each other', broken.cause);
  run.repairs += 1;
  try {
    const removed = store.write(() => repairTables(store.db));
    log.error('the store was repaired', { removed });
    return run.repairs === 1;
  } catch (thrown) {
    unexpected(log, 'repairing the store', thrown);
    return false;
  }
}
