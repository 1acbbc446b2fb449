// A clock that only moves when a test says so. Real time never passes in it.
import type { Clock } from '#engine/base/types';

export interface TestClock extends Clock {
  /** Fires every timer that is due until then, in order. */
  advance(ms: number): void;
  /** Resolves as soon as a timer of exactly this length (or one the predicate takes) is waiting, and fires it. */
  pass(length: number | ((ms: number) => boolean)): Promise<number>;
  /** Lengths of the waiting timers. */
  waiting(): number[];
}

interface Timer {
  readonly at: number;
  readonly length: number;
  readonly work: () => void;
}

export function createTestClock(startMs = Date.UTC(2026, 0, 1)): TestClock {
  let elapsed = 0;
  const timers = new Set<Timer>();
  const waiters = new Set<() => void>();

  function advance(ms: number): void {
    const until = elapsed + ms;
    for (;;) {
      const due = [...timers].filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      timers.delete(due);
      elapsed = Math.max(elapsed, due.at);
      due.work();
    }
    elapsed = until;
  }

  return {
    now: () => startMs + elapsed,
    monotonic: () => elapsed,
    setTimeout(work, ms) {
      const timer: Timer = { at: elapsed + ms, length: ms, work };
      timers.add(timer);
      [...waiters].forEach((waiter) => waiter());
      return () => timers.delete(timer);
    },
    advance,
    pass(length) {
      const fits = typeof length === 'number' ? (ms: number) => ms === length : length;
      return new Promise((resolve) => {
        const look = () => {
          const timer = [...timers].find((one) => fits(one.length));
          if (timer === undefined) return;
          waiters.delete(look);
          // Not within the call that sets it: its caller has not got the disposer yet.
          queueMicrotask(() => {
            advance(timer.at - elapsed);
            resolve(timer.length);
          });
        };
        waiters.add(look);
        look();
      });
    },
    waiting: () => [...timers].map((timer) => timer.length),
  };
}
