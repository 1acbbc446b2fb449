// Adds the messages that an older build stored to what search looks through: newest first, in short turns with longer pauses, and on from
// where it was after a restart. What comes meanwhile is added where it is stored.
import { putSearchable } from '#stores/search/messages';
import { messagesBelow } from '#stores/search/readable';
import { deleteSetting, getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import type { Clock, Log } from '../base/types';
import { unexpected } from '../base/unexpected';

const setting = 'searchFill';
const turnMs = 8;
const pauseMs = 24;
/** After a turn that failed: the disk may be full. */
const retryMs = 60_000;
const page = 50;

/** Events with numbers below `below` are not looked through yet; `of` is how many there were. */
interface Fill {
  readonly below: number;
  readonly of: number;
}

/** Share of the older events that search knows, 0 to 1; null: all of them. */
export function filledShare(db: Store['db']): number | null {
  const fill = getSetting<Fill>(db, setting);
  return fill === null ? null : Math.max(0, Math.min(1, 1 - fill.below / Math.max(1, fill.of)));
}

export interface SearchFill {
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
  const { db } = store;

  function turn(): void {
    cancel = null;
    let waitMs: number | null;
    try {
      // A power cut may undo it: the mark goes back with the rows.
      waitMs = store.write((changes) => {
        changes.topic('search');
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
    for (let fill = getSetting<Fill>(db, setting); fill !== null;) {
      const { events, next } = messagesBelow(db, fill.below, page);
      for (const event of events) putSearchable(db, event);
      if (next === null) break;
      fill = { ...fill, below: next };
      if (clock.monotonic() < until) continue;
      setSetting(db, setting, fill);
      return true;
    }
    deleteSetting(db, setting);
    return false;
  }

  return {
    start() {
      if (cancel === null && getSetting(db, setting) !== null) cancel = clock.setTimeout(turn, 0);
    },
    stop() {
      cancel?.();
      cancel = null;
    },
  };
}
