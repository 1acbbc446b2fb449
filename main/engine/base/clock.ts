// The real clock, what becomes of work that a disk which does not work for now kept from being done, and of damage that a timer meets.
import { damageOf, isPassingFailure, type StoreError } from '#stores/sqlite/errors';
import type { Clock } from './types';

const longestTimerMs = 2 ** 31 - 1;
const againMs = 2_000;
/** A disk that stays away is asked ever more seldom. */
const longestAgainMs = 10_000;

/** Work that is done again, later, when the disk did not work. */
export interface Retried {
  now(): void;
  /** The disk did not work the last time. */
  waits(): boolean;
  /** Stops the work for good. */
  end(): void;
}

/** @param onFailure what else the work throws, damage among it, which no waiting mends; without it that is thrown */
export function retried(
  clock: Pick<Clock, 'setTimeout'>,
  work: () => void,
  onFailure?: (thrown: unknown) => void,
): Retried {
  let pauseMs = againMs;
  let cancel: (() => void) | null = null;
  let ended = false;

  function wait(): void {
    cancel = clock.setTimeout(now, pauseMs);
    pauseMs = Math.min(2 * pauseMs, longestAgainMs);
  }

  function now(): void {
    cancel?.();
    cancel = null;
    if (ended) return;
    try {
      work();
      pauseMs = againMs;
    } catch (thrown) {
      if (isPassingFailure(thrown)) wait();
      else if (onFailure !== undefined) onFailure(thrown);
      else throw thrown;
    }
  }

  return {
    now,
    waits: () => cancel !== null,
    end() {
      ended = true;
      cancel?.();
      cancel = null;
    },
  };
}

/** Node fires after 1 ms what lies further away than its timers reach. */
const timers: Pick<Clock, 'setTimeout'> = {
  setTimeout(work, ms) {
    const timer = setTimeout(work, Math.min(ms, longestTimerMs));
    return () => clearTimeout(timer);
  },
};

/** The same clock, whose timers are done again, later, when the disk did not work. */
export const patient = (clock: Clock): Clock => ({
  ...clock,
  setTimeout(work, ms) {
    let isAtWork = false;
    // Else a disk that does not work would end the engine, and the next one as well.
    const done = retried(clock, () => {
      isAtWork = true;
      try {
        work();
      } finally {
        isAtWork = false;
      }
    });
    const cancel = clock.setTimeout(done.now, ms);
    return () => {
      // Work that takes away its own timer, as many do first, waits for the disk all the same.
      if (isAtWork) return;
      cancel();
      done.end();
    };
  },
});

export const systemClock = (): Clock =>
  patient({
    now: () => Date.now(),
    // The global `performance` would load 5 ms of Node's own code at the start.
    monotonic: () => process.uptime() * 1000,
    ...timers,
  });

export interface EndingClock {
  readonly clock: Clock;
  /** Cancels all timers, also work that waits for the disk and has no timer any more. */
  end(): void;
}

/** The same clock, for parts that end before it does. */
export function endingClock(clock: Clock): EndingClock {
  const cancels = new Set<() => void>();
  let hasEnded = false;
  return {
    clock: {
      ...clock,
      setTimeout(work, ms) {
        if (hasEnded) return () => undefined;
        const cancel = clock.setTimeout(() => {
          cancels.delete(cancel);
          // Work that the disk failed is set again through this clock.
          if (!hasEnded) work();
        }, ms);
        cancels.add(cancel);
        return () => {
          cancels.delete(cancel);
          cancel();
        };
      },
    },
    end() {
      hasEnded = true;
      for (const cancel of cancels) cancel();
      cancels.clear();
    },
  };
}

/** The same clock for an engine: no timer of it throws that the store is damaged, whatever it does; it is said instead. */
export const sayingDamage = (clock: Clock, onDamage: (damage: StoreError) => void): Clock => ({
  ...clock,
  setTimeout: (work, ms) =>
    clock.setTimeout(() => {
      try {
        work();
      } catch (thrown) {
        const damage = damageOf(thrown);
        if (damage === null) throw thrown;
        onDamage(damage);
      }
    }, ms),
});
