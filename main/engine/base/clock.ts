// The real clock.
import { isStoreFailure } from '#stores/sqlite/errors';
import type { Clock } from './types';

const longestTimerMs = 2 ** 31 - 1;
/** What a disk that failed kept a timer from doing is done so much later. */
const diskAgainMs = 2_000;

export function systemClock(): Clock {
  return {
    now: () => Date.now(),
    // The global `performance` would load 5 ms of Node's own code at the start.
    monotonic: () => process.uptime() * 1000,
    setTimeout(work, ms) {
      // Node fires after 1 ms what lies further away than its timers reach.
      let timer = setTimeout(fire, Math.min(ms, longestTimerMs));
      function fire(): void {
        try {
          work();
        } catch (thrown) {
          // It would end the engine, and the next one as well while the disk does not read.
          if (!isStoreFailure(thrown)) throw thrown;
          timer = setTimeout(fire, diskAgainMs);
        }
      }
      return () => clearTimeout(timer);
    },
  };
}
