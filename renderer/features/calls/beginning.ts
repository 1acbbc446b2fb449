// The question before a call begins that would end the part in a call of many, which cannot be put on hold. No React.
import type { CallSnapshot } from './callTypes';
import { leftFor } from './centers';

export interface LeaveFirst {
  /** The name of the call that would be left. */
  readonly name: string;
  readonly answer: (leave: boolean) => void;
}

type Begin<Rest extends readonly unknown[]> = (roomId: string, ...rest: Rest) => Promise<void>;

/** Returns what makes an act that begins a call ask first. A newer act takes the place of one that waits for its answer. */
export function createBeginning(
  running: () => readonly CallSnapshot[],
  ask: (question: LeaveFirst | null) => void,
): <Rest extends readonly unknown[]>(begin: Begin<Rest>) => Begin<Rest> {
  return (begin) =>
    async (roomId, ...rest) => {
      const left = leftFor(running(), roomId);
      if (left !== undefined) {
        const answered = Promise.withResolvers<boolean>();
        ask({ name: left.name, answer: answered.resolve });
        const leaves = await answered.promise;
        ask(null);
        if (!leaves) return;
      }
      await begin(roomId, ...rest);
    };
}
