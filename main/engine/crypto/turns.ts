// Makes sending and receiving take turns. While the library processes to-device messages its store holds back writes for sending, and the
// library waits for those in turn: after 200 ms the store gives in, and an Olm session is saved before the room key that it brought
// (`native-stores/indexeddb`, I2b). A disk that fails just then would lose the key.
import type { Clock } from '../base/types';
import type { Backend } from './backend';

export interface Turns {
  /** Starts when nothing is being taken in. Several may run beside each other. */
  send<T>(work: () => Promise<T>): Promise<T>;
  /** Starts when nothing is being sent, but waits no longer than 15 s: a slow network must not keep messages unread. Not beside itself. */
  receive<T>(work: () => Promise<T>): Promise<T>;
}

const mostWaitMs = 15_000;

export function createTurns(clock: Pick<Clock, 'setTimeout'>): Turns {
  let sending = 0;
  let receiving: Promise<void> | null = null;
  /** Starts what waits to be taken in. */
  let whenSent = (): void => undefined;

  function take<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    receiving = Promise.allSettled([running]).then(() => {
      receiving = null;
    });
    return running;
  }

  return {
    async send(work) {
      while (receiving !== null) await receiving;
      sending += 1;
      try {
        return await work();
      } finally {
        sending -= 1;
        if (sending === 0) whenSent();
      }
    },
    receive(work) {
      if (sending === 0) return take(work);
      return new Promise((resolve) => {
        // At once, so that nothing begins to be sent in between.
        const start = (): void => {
          cancel();
          whenSent = () => undefined;
          resolve(take(work));
        };
        const cancel = clock.setTimeout(start, mostWaitMs);
        whenSent = start;
      });
    },
  };
}

/** Keys of old messages are left out: their upload may take minutes, and received messages must not wait for it. */
export function sendInTurns(backend: Backend, turns: Turns): Backend {
  return {
    ...backend,
    encrypt: (...message) => turns.send(() => backend.encrypt(...message)),
    prepareToEncrypt: (room) => turns.send(() => backend.prepareToEncrypt(room)),
    encryptToDevice: (...message) => turns.send(() => backend.encryptToDevice(...message)),
  };
}
