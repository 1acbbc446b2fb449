// The real clock.
import type { Clock } from './types';

export function systemClock(): Clock {
  return {
    now: () => Date.now(),
    // The global `performance` would load 5 ms of Node's own code at the start.
    monotonic: () => process.uptime() * 1000,
    setTimeout(work, ms) {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
  };
}
