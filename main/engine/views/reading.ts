// How a view works: it composes at once and again when it is asked, fails its subscription instead of its caller, and does nothing once it
// is closed. Values that did not change are not sent; windows of lists grow at their end.
import { framesOf, kindOf } from '#stores/sqlite/frames';
import { retried } from '../base/clock';
import type { Clock, Log } from '../base/types';
import { unexpected } from '../base/unexpected';
import { throttle, type PagedView, type Sink } from './view';

export interface Guarded {
  now(): void;
  close(): void;
}

/** Name and places of what was thrown, for the log. Not its message, which may quote content. */
export const placesOf = (thrown: unknown): string => `${kindOf(thrown)} at ${framesOf(thrown)}`;

/**
 * A view does not fail with the disk: it is composed when that works again. `log` hears of what nobody expected; a failure that was
 * thrown on purpose says all by its code.
 */
export function guarded(
  clock: Pick<Clock, 'setTimeout'>,
  sink: Pick<Sink<never>, 'fail'>,
  compose: () => void,
  log?: Log,
): Guarded {
  const { now, end } = retried(clock, compose, (thrown) =>
    sink.fail(unexpected(log, 'view', thrown)),
  );
  return { now, close: end };
}

export interface Reading extends Guarded {
  /** Soon, and not more often than `throttle` allows; not before `afterMs` from now. */
  ask(afterMs?: number): void;
}

export function reading(
  clock: Clock,
  minMs: number,
  sink: Pick<Sink<never>, 'fail'>,
  compose: () => void,
  log?: Log,
): Reading {
  const { now, close } = guarded(clock, sink, compose, log);
  const paced = throttle(clock, minMs, now);
  return {
    now,
    ask: (afterMs) => paced.ask(afterMs),
    close() {
      close();
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
