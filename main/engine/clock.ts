// The real clock.
import type { Clock } from './parts';

export function systemClock(): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    setTimeout(work, ms) {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
  };
}
