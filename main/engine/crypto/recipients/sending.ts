// Encrypts events for a room, shares the room key ahead, and reports people who got no key because they had no device. Must not send.
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
  /** Processes the inbox that sync has stored. */
  readonly inbox: () => Promise<void>;
  readonly isEncrypted: (roomNo: number) => boolean;
  /** The room, prepared for the library. */
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
  /** Shares the room key while the user writes. Never rejects: the send that follows has the failure. */
  prepareToEncrypt(roomNo: number): Promise<void>;
}

export function createSending(deps: SendingDeps): Sending {
  const { backend, guard, decryption, storage, roomOf, log } = deps;

  /** Processes the stored inbox first, so that a device that sync has just reported gets the key. */
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
        // After this, the library knows devices that no sync reported, and gives them the key.
        await backend.reach.unreached(roomNo);
        await guard(backend.prepareToEncrypt(await roomOf(roomNo)));
      } catch (thrown) {
        const { code } = asFailure(log, thrown).error;
        log.debug('a room key could not be shared ahead', { code });
      }
    },
  };
}
