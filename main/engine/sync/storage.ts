// What sync does when the store cannot take an answer. Knows nothing of the network.
import { appFailure, type AppError } from '#contract/wire/errors';
import { repairTables } from '#stores/ingest/repair';
import { asStoreError, StoreError } from '#stores/sqlite/errors';
import type { Store } from '#stores/sqlite/store';
import type { Log } from '../base/types';
import { unexpected } from '../base/unexpected';
import { BrokenInvariant } from './slices';

const retryMs = 5000;
/** Damage does not go away: the same answer is not asked for again and again. */
const damagedRetryMs = 300_000;
const longestRetryMs = 6 * 3_600_000;

/**
 * How long to wait before the answer is asked for again; null when the failure is not the store's.
 *
 * @param repairs how often tables were repaired in this run: what repairing does not cure is tried ever more seldom
 */
export function storagePauseMs(thrown: unknown, repairs = 0): number | null {
  if (thrown instanceof BrokenInvariant)
    return Math.min(damagedRetryMs * 2 ** Math.max(0, repairs - 2), longestRetryMs);
  const failure = asStoreError(thrown);
  if (!(failure instanceof StoreError)) return null;
  return failure.code === 'store_corrupt' ? damagedRetryMs : retryMs;
}

/** As data; what nobody expected is logged. */
export function failureOf(log: Log, thrown: unknown): AppError {
  if (thrown instanceof BrokenInvariant)
    return appFailure('store_corrupt', thrown.message, { retryable: true }).error;
  return unexpected(log, 'sync', thrown);
}

/** True when the tables were repaired, for the first time in this run. A second time it is told, and tried again after a pause. */
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
