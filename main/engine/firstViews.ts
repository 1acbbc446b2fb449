// Says when a starting engine has answered the first questions of its windows. Loading the SDK blocks for a moment, so it waits for that,
// but never for long: sync also has to run with no window at all. Must not look at the questions.
import type { Clock } from './base/types';

/** The wait for a first question, in case that no window comes. */
const unattendedMs = 400;
/** Without a question for so long the first ones are over. Windows ask in bursts, because each answer leads to the next question. */
const quietMs = 100;
const mostMs = 1500;

export interface FirstViews {
  /** To be called with each question of a window. */
  asked(): void;
  /** Resolves when the first questions are answered: true when a window had asked one. */
  passed(): Promise<boolean>;
  /** Resolves `passed` at once: the engine stops, or is wiped. */
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
