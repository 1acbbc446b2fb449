// Steps that read the disk and then tell the person something: in order, each once; while the disk does not read, they wait.
import { retried } from '../base/clock';
import type { Clock } from '../base/types';

/** Throws before it notifies, or not at all. Answers the following steps. */
export type Step = () => void | readonly Step[];

export interface WhenReadable {
  do(steps: readonly Step[]): void;
  stop(): void;
}

export function createWhenReadable(clock: Clock): WhenReadable {
  let waiting: readonly Step[] = [];
  const steps = retried(
    clock,
    () => {
      for (let [step] = waiting; step !== undefined; [step] = waiting) {
        const next = step() ?? [];
        waiting = [...next, ...waiting.slice(1)];
      }
    },
    (thrown) => {
      waiting = [];
      throw thrown;
    },
  );
  return {
    do(more) {
      waiting = [...waiting, ...more];
      steps.now();
    },
    stop: steps.end,
  };
}
