// Owns the signals in flight that a message of the peer has made unnecessary, e.g. our invite once the peer answers: the answer proves that the
// invite arrived, whether or not the server has confirmed it. It must not send anything itself.
import type { CallSignal } from '#contract/areas/calls/callsModels';
import { isRecord } from '../base/record';
import type { Clock } from '../base/types';

export type SignalBody = Pick<CallSignal, 'type' | 'callId'> & {
  readonly content: Readonly<Record<string, unknown>>;
};

export interface SignalsInFlight {
  /** Resolves as `send` does, or with null once it is unnecessary; `send` is told by then. */
  send<T>(own: SignalBody, send: (unneeded: AbortSignal) => Promise<T>): Promise<T | null>;
  /**
   * Takes a message of the peer and gives it to the window by `pass`: at once, or right after the window was told that its own signal has
   * arrived.
   * @param polite true: in a collision of offers ours gives way (CALL-4.19)
   */
  receive(theirs: SignalBody, polite: boolean, pass: () => void): void;
}

interface InFlight {
  readonly own: SignalBody;
  readonly unneeded: AbortController;
  readonly waiting: (() => void)[];
}

const descriptionOf = ({ content: { description } }: SignalBody): unknown =>
  isRecord(description) ? description['type'] : null;

function isUnneeded(own: SignalBody, theirs: SignalBody, polite: boolean): boolean {
  if (own.type === 'm.call.invite') return true;
  if (own.type !== 'm.call.negotiate' || theirs.type !== own.type) return false;
  if (descriptionOf(own) !== 'offer') return false;
  // The window rolls its offer back, and an offer that is sent afterwards would be answered.
  return descriptionOf(theirs) === 'answer' || polite;
}

export function createSignalsInFlight(clock: Clock): SignalsInFlight {
  const inFlight = new Set<InFlight>();
  return {
    async send(own, send) {
      const one: InFlight = { own, unneeded: new AbortController(), waiting: [] };
      inFlight.add(one);
      const unneededPromise = new Promise<null>((resolve) =>
        one.unneeded.signal.addEventListener('abort', () => resolve(null), { once: true }),
      );
      try {
        return await Promise.race([send(one.unneeded.signal), unneededPromise]);
      } finally {
        // In a turn of its own, after the answer to the window was sent.
        clock.setTimeout(() => {
          inFlight.delete(one);
          one.waiting.forEach((pass) => pass());
        }, 0);
      }
    },
    receive(theirs, polite, pass) {
      // A message of the peer waits behind an earlier one that waits, so that their order stays.
      const one = [...inFlight].find(
        ({ own, waiting }) =>
          own.callId === theirs.callId && (waiting.length > 0 || isUnneeded(own, theirs, polite)),
      );
      if (one === undefined) return pass();
      one.waiting.push(pass);
      one.unneeded.abort();
    },
  };
}
