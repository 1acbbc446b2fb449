// Decides which of the library's `POST /keys/query` are sent at once. With lazily loaded members a server repeats what it told before, and
// names the same people as changed each time (Synapse: whenever somebody writes in two rooms by turns), so every sync would cost a query.
// Queries that only such an answer caused wait a little, so that several become one; all others are sent at once.
import type { Clock } from '../base/types';
import type { InboxContent } from '../sync/cryptoSync';

export interface KeyQueries {
  /** To be called with the device lists of a sync before the library gets them. */
  noted(lists: InboxContent['deviceLists']): void;
  /** Asked for each query of the library, with the people in it; false: not now, the library offers it again. */
  mayGo(userIds: readonly string[]): boolean;
  /** While this work waits for somebody's devices, all queries are sent at once. */
  urgently<T>(work: () => Promise<T>): Promise<T>;
  stop(): void;
}

/** Milliseconds from one delayed query to the next. */
export const quietMs = 5000;

/** `resume` makes the library offer its queries again. */
export function createKeyQueries(
  clock: Pick<Clock, 'monotonic' | 'setTimeout'>,
  resume: () => void,
): KeyQueries {
  /** People named since the last query for them: `doubtful` by a mere repetition, the others for a reason of their own. */
  const doubtful = new Set<string>();
  const certain = new Set<string>();
  let quietUntil = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;
  let urgent = 0;

  return {
    noted({ changed, retold = [] }) {
      const again = new Set(retold);
      for (const userId of changed) (again.has(userId) ? doubtful : certain).add(userId);
    },
    mayGo(userIds) {
      const now = clock.monotonic();
      const canWait = (userId: string): boolean => doubtful.has(userId) && !certain.has(userId);
      if (urgent === 0 && now < quietUntil && userIds.every(canWait)) {
        cancel ??= clock.setTimeout(() => {
          cancel = null;
          resume();
        }, quietUntil - now);
        return false;
      }
      for (const userId of userIds) {
        doubtful.delete(userId);
        certain.delete(userId);
      }
      quietUntil = now + quietMs;
      return true;
    },
    async urgently(work) {
      urgent += 1;
      if (cancel !== null) {
        cancel();
        cancel = null;
        resume();
      }
      try {
        return await work();
      } finally {
        urgent -= 1;
      }
    },
    stop() {
      cancel?.();
      cancel = null;
    },
  };
}
