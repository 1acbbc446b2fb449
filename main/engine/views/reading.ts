// How a view works: it composes at once and again when it is asked, fails its subscription instead of its caller, and does nothing once it
// is closed. Values that did not change are not sent; windows of lists grow at their end.
import { isStoreFailure } from '#stores/sqlite/errors';
import { framesOf, kindOf } from '#stores/sqlite/frames';
import type { Clock, Log } from '../base/types';
import { unexpected } from '../base/unexpected';
import { throttle, unreadableMs, type PagedView, type Sink } from './view';

export interface Guarded {
  now(): void;
  close(): void;
}

/** Name and places of what was thrown, for the log. Not its message, which may quote content. */
export const placesOf = (thrown: unknown): string => `${kindOf(thrown)} at ${framesOf(thrown)}`;

/** `log` hears of what nobody expected; a failure that was thrown on purpose says all by its code. */
export function guarded(sink: Pick<Sink<never>, 'fail'>, compose: () => void, log?: Log): Guarded {
  let closed = false;
  return {
    now() {
      if (closed) return;
      try {
        compose();
      } catch (thrown) {
        sink.fail(unexpected(log, 'view', thrown));
      }
    },
    close: () => void (closed = true),
  };
}

export interface Reading extends Guarded {
  /** Soon, and not more often than `throttle` allows. */
  ask(): void;
}

export function reading(
  clock: Clock,
  minMs: number,
  sink: Pick<Sink<never>, 'fail'>,
  compose: () => void,
  log?: Log,
): Reading {
  let cancelAgain = (): void => undefined;
  const { now, close } = guarded(
    sink,
    () => {
      try {
        compose();
      } catch (thrown) {
        if (!isStoreFailure(thrown)) throw thrown;
        // The list does not fail with the disk: it is read when that reads again.
        cancelAgain();
        cancelAgain = clock.setTimeout(now, unreadableMs);
      }
    },
    log,
  );
  const paced = throttle(clock, minMs, now);
  return {
    now,
    ask: () => paced.ask(),
    close() {
      close();
      cancelAgain();
      paced.close();
    },
  };
}

/** Sets only values that differ from the one before. */
export function differing<T>(sink: Sink<T>): (value: T) => void {
  let last: string | null = null;
  return (value) => {
    const written = JSON.stringify(value);
    if (written === last) return;
    last = written;
    sink.set(value);
  };
}

/** The first rows of a list. */
export interface GrowingWindow {
  limit: number;
  /** There are no more rows. */
  complete: boolean;
}

/** The `paginate` of a list that begins with its first row. */
export const growing =
  (window: GrowingWindow, now: () => void): PagedView['paginate'] =>
  async (direction, count) => {
    if (direction === 'forward' && !window.complete) {
      window.limit += count;
      now();
    }
    return { reachedStart: true, reachedEnd: window.complete };
  };
