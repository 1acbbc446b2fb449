// Encrypts what is sent to a room, shares its key ahead, and says who got no key of a message because they had no device. Must not send.
import type { MissedBy } from '#stores/settings/missed';
import { unexpected } from '../../base/unexpected';
import type { Log } from '../../base/types';
import type { Backend, Content } from '../backend';
import type { Decryption } from '../decrypt';
import { asFailure } from '../errors';
import { isForNewcomers, type CryptoRoom } from '../room';
import type { CryptoStorage } from '../storage';

export interface SendingDeps {
  readonly backend: Pick<Backend, 'encrypt' | 'prepareToEncrypt' | 'reach'>;
  readonly guard: <T>(work: Promise<T>) => Promise<T>;
  readonly decryption: Pick<Decryption, 'remember'>;
  readonly storage: Pick<CryptoStorage, 'isLost' | 'notSaved'>;
  /** Takes what sync has stored. */
  readonly inbox: () => Promise<void>;
  readonly isEncrypted: (roomNo: number) => boolean;
  /** Made ready for the library. */
  readonly roomOf: (roomNo: number) => Promise<CryptoRoom>;
  readonly log: Log;
}

export interface Encrypted {
  readonly type: string;
  readonly content: Content;
  readonly missed: MissedBy;
}

export interface Sending {
  /** Throws AppFailure; `data.status` tells whether the server answered (the outbox depends on it). */
  encrypt(roomNo: number, type: string, content: Content): Promise<Encrypted>;
  /** Somebody is about to send: the room key goes out meanwhile. Never rejects: a failure is that of the sending that follows. */
  prepareToEncrypt(roomNo: number): Promise<void>;
}

export function createSending(deps: SendingDeps): Sending {
  const { backend, guard, decryption, storage, roomOf, log } = deps;

  /** Whom sync told of a new device gives it the key: an answer that is stored and not yet taken comes first. */
  const caughtUp = (): Promise<void> =>
    deps.inbox().catch((thrown: unknown) => {
      const { code } = unexpected(log, 'inbox', thrown);
      log.warn('encrypting without the last news of devices', { code });
    });

  return {
    async encrypt(roomNo, type, content) {
      try {
        if (storage.isLost()) throw storage.notSaved();
        await caughtUp();
        const room = await roomOf(roomNo);
        const hidden = !isForNewcomers(room);
        const { without, ...encrypted } = await guard(backend.encrypt(room, type, content));
        decryption.remember(roomNo, encrypted.content, type, content);
        return { ...encrypted, missed: { userIds: backend.reach.among(roomNo, without), hidden } };
      } catch (thrown) {
        const failure = storage.isLost() ? storage.notSaved() : asFailure(log, thrown);
        log.warn('encrypting failed', { code: failure.error.code });
        throw failure;
      }
    },
    async prepareToEncrypt(roomNo) {
      if (!deps.isEncrypted(roomNo)) return;
      try {
        await caughtUp();
        // A device of theirs that nobody told of is known after that, and gets the key.
        await backend.reach.unreached(roomNo);
        await guard(backend.prepareToEncrypt(await roomOf(roomNo)));
      } catch (thrown) {
        const { code } = asFailure(log, thrown).error;
        log.debug('a room key could not be shared ahead', { code });
      }
    },
  };
}
