// Sending and receiving take turns. While the library hands over to-device messages its store holds back what is written for sending, and
// the library waits for that in turn: after 200 ms the store gives in, and an Olm session is saved before the room key that it brought
// (`native-stores/indexeddb`, I2b). A disk that fails just then would cost the key.
import type { Clock } from '../base/types';

export interface Turns {
  /** Starts when nothing is being taken in. Several may run beside each other. */
  send<T>(work: () => Promise<T>): Promise<T>;
  /** Starts when nothing is being sent, but waits no longer than 15 s: a slow network must not keep messages unread. Not beside itself. */
  receive<T>(work: () => Promise<T>): Promise<T>;
}

const mostWaitMs = 15_000;

export function createTurns(clock: Pick<Clock, 'setTimeout'>): Turns {
  let receiving: Promise<unknown> | null = null;
  const sending = new Set<Promise<unknown>>();

  /** Resolves when all that is sent now has ended, well or not. */
  function sent(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.setTimeout(resolve, mostWaitMs);
      void Promise.allSettled(sending).then(() => {
        cancel();
        resolve();
      });
    });
  }

  return {
    async send(work) {
      while (receiving !== null) await receiving;
      const running = work();
      const ended = running.then(
        () => undefined,
        () => undefined,
      );
      sending.add(ended);
      void ended.then(() => sending.delete(ended));
      return running;
    },
    async receive(work) {
      if (sending.size > 0) await sent();
      const running = work();
      const ended = running.then(
        () => undefined,
        () => undefined,
      );
      receiving = ended;
      void ended.then(() => {
        receiving = null;
      });
      return running;
    },
  };
}
