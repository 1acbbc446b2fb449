// Inserts the rows of a request into the queue. A few go in one transaction, tens of thousands in slices of `sliceRows`, so that no other
// call waits for them. None of them runs before all are inserted; after a kill in between, `resume` inserts them anew.
import { deleteSetting, setSetting, settingsWithPrefix } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import {
  deleteSomeOf,
  insertTransfer,
  releaseSomeOf,
  rememberTransferRequest,
  requestKnown,
  type NewTransfer,
} from '#stores/transfers/transfers';
import type { Clock, Log } from '../base/types';
import { unexpected } from '../base/unexpected';

export interface RowInserter {
  /**
   * Durable when it resolves; all or none. A repeated request adds nothing. `again`: what `resume` hands to its function when a kill cut
   * the request off; null: the rows that are there are deleted then.
   */
  insert(requestId: string, rows: Iterable<NewTransfer>, again?: object | null): Promise<void>;
  /** To be called at a start, before the queue begins. `enqueueAnew` inserts the rows of a request that was cut off. */
  resume(enqueueAnew: (requestId: string, again: object) => Promise<void>): Promise<void>;
}

export const sliceRows = 200;
const prefix = 'adding.';
/** Stored instead of `again` once all rows are inserted: only their release is left. */
const complete = true;

/** Lets everybody else have a turn. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Each has `most` of them, the last one what is left; none is empty. */
export function* slicesOf<T>(all: Iterable<T>, most: number): Generator<T[], void> {
  let slice: T[] = [];
  for (const one of all) {
    slice.push(one);
    if (slice.length < most) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}

export function createRowInserter(deps: {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
}): RowInserter {
  const { store, clock, log } = deps;
  const { db } = store;

  async function insertSlices(
    requestId: string,
    first: readonly NewTransfer[],
    others: Iterable<readonly NewTransfer[]>,
    again: object | null,
  ): Promise<void> {
    const insertAll = (rows: readonly NewTransfer[]): void =>
      rows.forEach((row) => insertTransfer(db, row, 'adding'));
    store.write(() => {
      setSetting(db, prefix + requestId, again);
      insertAll(first);
    });
    try {
      for (const rows of others) {
        await turn();
        store.write(() => insertAll(rows));
      }
      store.write(() => {
        setSetting(db, prefix + requestId, complete);
        rememberTransferRequest(db, requestId, clock.now());
      });
    } catch (thrown) {
      await each(requestId, deleteSomeOf);
      throw thrown;
    }
    await each(requestId, releaseSomeOf);
  }

  /** Calls `some` until no row is left, in the order of the queue: a directory before the files in it. */
  async function each(requestId: string, some: typeof releaseSomeOf): Promise<void> {
    for (let more = true; more; await turn())
      more = store.write((changes) => {
        const left = some(db, requestId, sliceRows) > 0;
        if (!left) deleteSetting(db, prefix + requestId);
        changes.topic('transfers');
        return left;
      });
  }

  return {
    async insert(requestId, rows, again = null) {
      if (requestKnown(db, requestId)) return;
      const slices = slicesOf(rows, sliceRows);
      const first: NewTransfer[] = slices.next().value ?? [];
      if (first.length === sliceRows) return insertSlices(requestId, first, slices, again);
      store.write((changes) => {
        first.forEach((row) => insertTransfer(db, row));
        rememberTransferRequest(db, requestId, clock.now());
        changes.topic('transfers');
      });
    },

    async resume(enqueueAnew) {
      for (const [requestId, again] of settingsWithPrefix(db, prefix)) {
        if (again === complete) {
          await each(requestId, releaseSomeOf);
          continue;
        }
        await each(requestId, deleteSomeOf);
        if (typeof again !== 'object' || again === null) continue;
        await enqueueAnew(requestId, again).catch((thrown: unknown) => {
          const { code } = unexpected(log, 'drop that was cut off', thrown);
          log.warn('a drop that was cut off is given up', { code });
        });
      }
    },
  };
}
