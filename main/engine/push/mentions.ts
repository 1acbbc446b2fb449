// Judges decrypted messages, new ones at once and what older builds stored afterwards, in short turns: those that mention this account are
// listed with the server's notifications, and stay there.
import { isAnyUnjudged, judgeSome } from '#stores/ingest/mentions';
import type { StoredEvent } from '#stores/events/types';
import { StoreError } from '#stores/sqlite/errors';
import type { Store } from '#stores/sqlite/store';
import { retried } from '../base/clock';
import type { Clock, Log } from '../base/types';
import { unexpected } from '../base/unexpected';
import { isMessage } from '../kinds/displayable';

const turnMs = 8;
const pauseMs = 24;

export interface MentionsDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly isHighlight: (event: StoredEvent) => boolean;
}

export interface Mentions {
  /** Reads nothing itself: the disk may not work now. Does nothing while it is at work. */
  look(): void;
  stop(): void;
}

export function createMentions({ store, clock, log, isHighlight }: MentionsDeps): Mentions {
  const { db } = store;
  let cancel: (() => void) | null = null;

  /** One message on which a rule fails must not hold up the others. */
  function mentions(event: StoredEvent): boolean {
    try {
      return isMessage(event) && isHighlight(event);
    } catch (thrown) {
      if (thrown instanceof StoreError) throw thrown;
      unexpected(log, 'judging a message', thrown);
      return false;
    }
  }

  function turn(): void {
    cancel = null;
    if (!isAnyUnjudged(db)) return;
    const until = clock.monotonic() + turnMs;
    // A power cut may undo it: then those that were judged wait again.
    const isLeft = store.write((changes) => {
      while (isAnyUnjudged(db)) {
        if (clock.monotonic() >= until) return true;
        if (judgeSome(db, mentions)) changes.topic('mentions');
      }
      return false;
    }, 'passing');
    if (isLeft) cancel = clock.setTimeout(turning.now, pauseMs);
  }

  const turning = retried(clock, turn, (thrown) => unexpected(log, 'mentions', thrown));

  return {
    look() {
      if (cancel === null && !turning.waits()) cancel = clock.setTimeout(turning.now, 0);
    },
    stop() {
      cancel?.();
      cancel = null;
      turning.end();
    },
  };
}
