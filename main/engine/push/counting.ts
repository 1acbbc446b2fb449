// When unread messages of encrypted rooms are counted: in slices, a room at once after a quiet moment and then four times a second.
import type { Changes, Store } from '#stores/sqlite/store';
import { retried } from '../base/clock';
import type { Clock, Log } from '../base/types';
import { unexpected } from '../base/unexpected';

export interface CountingDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** Within a transaction. */
  readonly count: (changes: Changes, roomNo: number) => void;
}

export interface Counting {
  /** Something came into these rooms. */
  later(roomNos: Iterable<number>): void;
  stop(): void;
}

/** Between two slices the engine answers others. */
const sliceMs = 8;
/** A message is counted when it comes and when it is decrypted, and a count looks at everything unread. */
const pauseMs = 250;

export function createCounting({ store, clock, log, count }: CountingDeps): Counting {
  const waiting = new Set<number>();
  /** Counted a moment ago → whether it is to be counted again when that is over. */
  const paused = new Map<number, { readonly cancel: () => void; again: boolean }>();
  let slice: NodeJS.Immediate | null = null;

  function pause(roomNo: number): void {
    paused.get(roomNo)?.cancel();
    const cancel = clock.setTimeout(() => {
      const again = paused.get(roomNo)?.again === true;
      paused.delete(roomNo);
      if (again) later([roomNo]);
    }, pauseMs);
    paused.set(roomNo, { cancel, again: false });
  }

  let taken: number[] = [];

  /** One transaction for many rooms: a first sync brings thousands, and each transaction waits for the disk. */
  function countSlice(): void {
    slice = null;
    if (waiting.size === 0) return;
    const until = clock.monotonic() + sliceMs;
    taken = [];
    store.write((changes) => {
      for (const roomNo of waiting) {
        taken.push(roomNo);
        count(changes, roomNo);
        if (clock.monotonic() >= until) break;
      }
    });
    for (const roomNo of taken) {
      waiting.delete(roomNo);
      pause(roomNo);
    }
    if (waiting.size > 0) slice = setImmediate(counting.now);
  }

  /** Those that the disk did not take wait for it; what fails otherwise is counted again with the next event of the room. */
  const counting = retried(clock, countSlice, (thrown) => {
    for (const roomNo of taken) waiting.delete(roomNo);
    unexpected(log, 'unread messages', thrown);
  });

  function later(roomNos: Iterable<number>): void {
    for (const roomNo of roomNos) {
      const moment = paused.get(roomNo);
      if (moment === undefined) waiting.add(roomNo);
      else moment.again = true;
    }
    if (slice === null && !counting.waits()) counting.now();
  }

  return {
    later,
    stop() {
      for (const { cancel } of paused.values()) cancel();
      paused.clear();
      waiting.clear();
      counting.end();
      if (slice !== null) clearImmediate(slice);
    },
  };
}
