// What sync does when the store cannot take an answer. Knows nothing of the network.
import { appFailure, type AppError } from '#contract/wire/errors';
import { repairTables } from '#stores/ingest/repair';
import { asStoreError, StoreError } from '#stores/sqlite/errors';
import type { Store } from '#stores/sqlite/store';
import type { Log } from '../base/types';
import { unexpected } from '../base/unexpected';
import { BrokenInvariant } from './apply';

const retryMs = 5000;
/** Damage does not go away: the same answer is not asked for again and again. */
const damagedRetryMs = 300_000;

/** How long to wait before the answer is asked for again; null when the failure is not the store's. */
export function storagePauseMs(thrown: unknown): number | null {
  if (thrown instanceof BrokenInvariant) return damagedRetryMs;
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
  run: { repaired: boolean },
): boolean {
  unexpected(log, 'tables that contradict each other', broken.cause);
  const first = !run.repaired;
  run.repaired = true;
  try {
    const removed = store.write(() => repairTables(store.db));
    log.error('the store was repaired', { removed });
    return first;
  } catch (thrown) {
    unexpected(log, 'repairing the store', thrown);
    return false;
  }
}
