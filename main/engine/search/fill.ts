// Adds the messages that an older build or a first sync stored to what search looks through: newest first, in short turns with longer
// pauses, and on from where it was after a restart. What comes meanwhile is added where it is stored.
import { fillingOf, neighboursFrom, setFilling } from '#stores/search/filling';
import { putMissingNeighbours, putSearchable } from '#stores/search/messages';
import { messagesBelow } from '#stores/search/readable';
import type { Store } from '#stores/sqlite/store';
import type { Clock, Log } from '../base/types';
import { unexpected } from '../base/unexpected';

const turnMs = 8;
const pauseMs = 24;
/** While what was written before is not in the file yet: the index writes more pages than anything else. */
const behindMs = 100;
/** Ten seconds. */
const mostWaits = 100;
/** After a turn that failed: the disk may be full. */
const retryMs = 60_000;
const page = 50;

/** Share of the older events that search knows, 0 to 1; null: all of them. */
export function filledShare(db: Store['db']): number | null {
  const fill = fillingOf(db);
  return fill === null ? null : Math.max(0, Math.min(1, 1 - fill.below / Math.max(1, fill.of)));
}

export interface SearchFill {
  /** Does nothing while nothing is left, or it is at work. */
  start(): void;
  stop(): void;
}

export function createSearchFill({
  store,
  clock,
  log,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
}): SearchFill {
  let cancel: (() => void) | null = null;
  let waits = 0;
  const { db } = store;

  function turn(): void {
    cancel = null;
    let waitMs: number | null;
    try {
      // Not for ever: with no other commit nothing writes the log back.
      if (store.behind() && waits < mostWaits) {
        waits += 1;
        cancel = clock.setTimeout(turn, behindMs);
        return;
      }
      waits = 0;
      // A power cut may undo it: the mark goes back with the rows.
      waitMs = store.write((changes) => {
        // Neighbouring words make nothing found that is not.
        if (fillingOf(db) !== null) changes.topic('search');
        return fillSome() ? pauseMs : null;
      }, 'passing');
    } catch (thrown) {
      unexpected(log, 'filling search', thrown);
      waitMs = retryMs;
    }
    if (waitMs !== null) cancel = clock.setTimeout(turn, waitMs);
  }

  /** Answers whether anything is left. */
  function fillSome(): boolean {
    const until = clock.monotonic() + turnMs;
    for (let fill = fillingOf(db); fill !== null;) {
      const { events, next } = messagesBelow(db, fill.below, page);
      // Oldest first: the index begins a segment anew where a row stands before the one that came last.
      for (const event of events.toReversed()) putSearchable(db, event);
      if (next === null) break;
      fill = { below: next, of: Math.max(fill.of, next) };
      if (clock.monotonic() < until) continue;
      setFilling(db, fill);
      return true;
    }
    if (fillingOf(db) !== null) setFilling(db, null);
    return neighboursToo(until);
  }

  function neighboursToo(until: number): boolean {
    while (neighboursFrom(db) > 0) {
      const more = putMissingNeighbours(db, page);
      if (more && clock.monotonic() >= until) return true;
    }
    return false;
  }

  return {
    start() {
      const isLeft = fillingOf(db) !== null || neighboursFrom(db) > 0;
      if (cancel === null && isLeft) cancel = clock.setTimeout(turn, 0);
    },
    stop() {
      cancel?.();
      cancel = null;
    },
  };
}
