// Rows into the queue. A few stand there in one transaction; of tens of thousands a slice at a time, so that nobody waits for them: none
// runs before all are there, and what a kill cuts off is put there anew.
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

export interface Putting {
  /**
   * Durable when it resolves; all or none. A repeated request adds nothing. `again`: what `resume` is given to ask for the rows anew when
   * they were cut off; null: then there are none.
   */
  put(requestId: string, rows: Iterable<NewTransfer>, again?: object | null): Promise<void>;
  /** After a start, before the queue's. `ask` puts the rows of a request anew. */
  resume(ask: (requestId: string, again: object) => Promise<void>): Promise<void>;
}

export const sliceRows = 200;
const prefix = 'adding.';
/** Instead of `again`: all rows are there. */
const complete = true;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function* slicesOf<T>(all: Iterable<T>): Generator<T[]> {
  let slice: T[] = [];
  for (const one of all) {
    slice.push(one);
    if (slice.length < sliceRows) continue;
    yield slice;
    slice = [];
  }
  yield slice;
}

export function createPutting(deps: {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
}): Putting {
  const { store, clock, log } = deps;
  const { db } = store;

  async function putSlices(
    requestId: string,
    first: readonly NewTransfer[],
    others: Iterable<readonly NewTransfer[]>,
    again: object | null,
  ): Promise<void> {
    const insert = (rows: readonly NewTransfer[]): void =>
      rows.forEach((row) => insertTransfer(db, row, 'adding'));
    store.write(() => {
      setSetting(db, prefix + requestId, again);
      insert(first);
    });
    try {
      for (const rows of others) {
        await turn();
        store.write(() => insert(rows));
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

  /** Until none is left, in the order of the queue: a directory comes before what lies in it. */
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
    async put(requestId, rows, again = null) {
      if (requestKnown(db, requestId)) return;
      const slices = slicesOf(rows);
      const first: NewTransfer[] = slices.next().value ?? [];
      if (first.length === sliceRows) return putSlices(requestId, first, slices, again);
      store.write((changes) => {
        first.forEach((row) => insertTransfer(db, row));
        rememberTransferRequest(db, requestId, clock.now());
        changes.topic('transfers');
      });
    },

    async resume(ask) {
      for (const [requestId, again] of settingsWithPrefix(db, prefix)) {
        if (again === complete) {
          await each(requestId, releaseSomeOf);
          continue;
        }
        await each(requestId, deleteSomeOf);
        if (typeof again !== 'object' || again === null) continue;
        await ask(requestId, again).catch((thrown: unknown) => {
          const { code } = unexpected(log, 'drop that was cut off', thrown);
          log.warn('a drop that was cut off is given up', { code });
        });
      }
    },
  };
}
