// The question before a call begins that would end the part in a call of many, which cannot be put on hold. No React.
import type { CallSnapshot } from './callTypes';
import { leftFor } from './centers';

export interface LeaveFirst {
  /** The name of the call that would be left. */
  readonly name: string;
  /** The way into the other call: a person is called, a call of many is started or joined, one is taken up again, or a transfer is followed. */
  readonly act: BeginAct;
  /** The room of that call. */
  readonly roomId: string;
  /** The name of the person or room that is meant; null: the room's. */
  readonly other: string | null;
  readonly answer: (leave: boolean) => void;
}

export type BeginAct = 'call' | 'start' | 'join' | 'resume' | 'talk';

export type Begin<Rest extends readonly unknown[]> = (
  roomId: string,
  ...rest: Rest
) => Promise<void>;

/** Returns what makes an act that begins a call ask first. A newer act takes the place of one that waits for its answer. */
export function createBeginning(
  running: () => readonly CallSnapshot[],
  ask: (question: LeaveFirst | null) => void,
): <Rest extends readonly unknown[]>(
  act: BeginAct,
  begin: Begin<Rest>,
  other?: string,
) => Begin<Rest> {
  return (act, begin, other) =>
    async (roomId, ...rest) => {
      const left = leftFor(running(), roomId);
      if (left !== undefined) {
        const answered = Promise.withResolvers<boolean>();
        ask({
          ...{ name: left.name, act, roomId, other: other ?? null },
          answer: answered.resolve,
        });
        const leaves = await answered.promise;
        ask(null);
        if (!leaves) return;
      }
      await begin(roomId, ...rest);
    };
}
