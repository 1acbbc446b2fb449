// The real clock.
import type { Clock } from './types';

const longestTimerMs = 2 ** 31 - 1;

export function systemClock(): Clock {
  return {
    now: () => Date.now(),
    // The global `performance` would load 5 ms of Node's own code at the start.
    monotonic: () => process.uptime() * 1000,
    setTimeout(work, ms) {
      // Node fires after 1 ms what lies further away than its timers reach.
      const timer = setTimeout(work, Math.min(ms, longestTimerMs));
      return () => clearTimeout(timer);
    },
  };
}
