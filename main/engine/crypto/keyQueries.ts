// Which of the library's `POST /keys/query` go out at once. With lazily loaded members a server repeats what it told before, and names the
// same people as changed each time (Synapse: whenever somebody writes in two rooms by turns). Every answer of sync would then cost a
// query. What such an answer alone suggests waits a little, so that several become one; all other queries are never held up.
import type { Clock } from '../base/types';
import type { InboxContent } from '../sync/cryptoSync';

export interface KeyQueries {
  /** To be called with the lists of an answer before the library takes them. */
  noted(lists: InboxContent['deviceLists']): void;
  /** Asked for each query of the library, by the people in it; false: not now, it offers it again. */
  mayGo(userIds: readonly string[]): boolean;
  /** Nothing is held up while this work waits for somebody's devices. */
  urgently<T>(work: () => Promise<T>): Promise<T>;
  stop(): void;
}

/** From one query to the next of those that can wait. */
export const quietMs = 5000;

/** `resume` has to make the library offer its queries again. */
export function createKeyQueries(
  clock: Pick<Clock, 'monotonic' | 'setTimeout'>,
  resume: () => void,
): KeyQueries {
  /** Named since the last query for them: for no better reason than that something was told again, or for a reason of their own. */
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
