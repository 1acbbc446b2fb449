// Signals on their way that what the other side says makes needless. It speaks of a call: then the invitation has arrived, whatever became
// of the server's word for it. Sends nothing itself.
import type { CallSignal } from '#contract/areas/callsModels';
import { isRecord } from '../base/record';
import type { Clock } from '../base/types';

export type Words = Pick<CallSignal, 'type' | 'callId'> & {
  readonly content: Readonly<Record<string, unknown>>;
};

export interface Underway {
  /** Resolves as `send` does, or with null once it is needless; `send` is told by then. */
  send<T>(own: Words, send: (enough: AbortSignal) => Promise<T>): Promise<T | null>;
  /**
   * What the other side says, to be given to the window by `pass`: at once, or right after the window has heard that its own signal is there.
   * @param polite in a collision of offers ours gives way (CALL-4.19)
   */
  hear(theirs: Words, polite: boolean, pass: () => void): void;
}

interface Way {
  readonly own: Words;
  readonly enough: AbortController;
  readonly waiting: (() => void)[];
}

const descriptionOf = ({ content: { description } }: Words): unknown =>
  isRecord(description) ? description['type'] : null;

function isNeedless(own: Words, theirs: Words, polite: boolean): boolean {
  if (own.type === 'm.call.invite') return true;
  if (own.type !== 'm.call.negotiate' || theirs.type !== own.type) return false;
  if (descriptionOf(own) !== 'offer') return false;
  // The window rolls its offer back, and what is sent of it afterwards would be answered.
  return descriptionOf(theirs) === 'answer' || polite;
}

export function createUnderway(clock: Clock): Underway {
  const ways = new Set<Way>();
  return {
    async send(own, send) {
      const way: Way = { own, enough: new AbortController(), waiting: [] };
      ways.add(way);
      const needless = new Promise<null>((resolve) =>
        way.enough.signal.addEventListener('abort', () => resolve(null), { once: true }),
      );
      try {
        return await Promise.race([send(way.enough.signal), needless]);
      } finally {
        // In a turn of its own, after the answer to the window has left.
        clock.setTimeout(() => {
          ways.delete(way);
          way.waiting.forEach((pass) => pass());
        }, 0);
      }
    },
    hear(theirs, polite, pass) {
      // Behind one that waits already: nothing that the other side says overtakes what it said before.
      const way = [...ways].find(
        ({ own, waiting }) =>
          own.callId === theirs.callId && (waiting.length > 0 || isNeedless(own, theirs, polite)),
      );
      if (way === undefined) return pass();
      way.waiting.push(pass);
      way.enough.abort();
    },
  };
}
