// When a starting engine has answered what its windows ask first. Loading the SDK blocks for a moment, so it waits for that, but never
// for long: sync also has to run with no window at all. Knows nothing of what is asked.
import type { Clock } from './base/types';

/** Without any window. */
const unattendedMs = 400;
/** Windows ask in bursts: each question follows from an answer. */
const quietMs = 100;
const mostMs = 1500;

export interface FirstViews {
  /** A window has asked something. */
  asked(): void;
  /** With whether there was a window. */
  passed(): Promise<boolean>;
  /** Nobody may wait any longer. */
  end(): void;
}

export function createFirstViews(clock: Clock): FirstViews {
  const latest = clock.monotonic() + mostMs;
  let done = false;
  let attended = false;
  const { promise: passed, resolve } = Promise.withResolvers<boolean>();
  const end = (): void => {
    done = true;
    cancel();
    resolve(attended);
  };
  let cancel = clock.setTimeout(end, unattendedMs);
  return {
    asked() {
      if (done) return;
      attended = true;
      cancel();
      cancel = clock.setTimeout(end, Math.max(0, Math.min(quietMs, latest - clock.monotonic())));
    },
    passed: () => passed,
    end,
  };
}
