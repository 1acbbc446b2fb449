// Opens the crypto of a session over its files. Without it the account still works: unencrypted rooms are normal, encrypted events wait.
import { createIndexedDb } from '#stores/indexeddb/index';
import type { Store } from '#stores/sqlite/store';
import type { AppError } from '#contract/wire/errors';
import type { Proofs } from './account/proofs';
import type { EngineDeps } from './deps';
import { createCrypto, type Crypto } from './crypto/crypto';
import type { CryptoNews } from './cryptoNews';
import { cryptoFileName } from './crypto/files';
import { createMissed } from './crypto/health/missed';
import { takeKeptRoomKeys } from './crypto/retireDevice';
import { createSecretKeys } from './crypto/secretKeys';
import { createCryptoStorage, type CryptoStorage } from './crypto/storage';
import type { Http } from './http/http';
import { createMatrixClient } from './http/matrixClient';
import type { Log, StoredSession } from './base/types';
import { recomputeRoom } from './rooms/derive';
import type { MemberLoader } from './rooms/memberLoader';
import { hasRead } from './rooms/unread/readPlace';
import { reported, unexpected } from './base/unexpected';

export interface Opened {
  readonly crypto: Crypto | null;
  readonly failure: AppError | null;
  readonly storage: CryptoStorage;
  close(): void;
}

/** Never rejects: what cannot be opened is said in `failure`. */
export async function openCrypto(
  deps: EngineDeps & { readonly store: Store },
  session: StoredSession,
  http: Http,
  { prove }: Proofs,
  loader: MemberLoader,
  news: CryptoNews,
): Promise<Opened> {
  const { store } = deps;
  const log = deps.log.child('crypto');
  const secrets = createSecretKeys();
  const storage = createCryptoStorage({
    folder: store.folder,
    clock: deps.clock,
    log,
    onBack: () => deps.fatal(new Error('the disk takes data again')),
  });
  const client = createMatrixClient(
    { fetchFn: storage.speaking(http.fetchFn) },
    session,
    secrets.callbacks,
  );
  const indexedDb = createIndexedDb({
    directory: store.folder,
    fileNames: cryptoFileName,
    key: deps.storeKey,
    onFatal: deps.fatal,
    onStorageFailure: storage.failed,
  });
  try {
    const crypto = await createCrypto({
      ...{ client, secrets, prove, store, indexedDb, storage, session },
      clock: deps.clock,
      loadMembers: loader.loadMembers,
      recomputeRoom: (roomNo, changes) =>
        recomputeRoom(store.db, roomNo, session.userId, changes, 'events'),
      onDecrypted: news.decrypted.tell,
      onToDevice: news.toDevice.tell,
      onOwnDevices: news.ownDevices.tell,
      onFatal: deps.fatal,
      log,
    });
    const missed = createMissed({
      ...{ store, clock: deps.clock, log, ownUserId: session.userId },
      ...{ recipients: crypto.recipients, share: crypto.history.share },
      hasRead: (...of) => hasRead(store.db, ...of),
    });
    return {
      crypto,
      failure: null,
      storage,
      close: () => {
        missed.stop();
        storage.stop();
        crypto.stop();
        indexedDb.close();
      },
    };
  } catch (thrown) {
    // Unencrypted rooms still work; encrypted events wait in the inbox and in the decrypt queue, and none is lost.
    const failure = storage.isLost()
      ? storage.notSaved().error
      : unexpected(log, 'opening encryption', thrown);
    log.error('encryption cannot be opened', { code: failure.code });
    indexedDb.close();
    return { crypto: null, failure, storage, close: storage.stop };
  }
}

/** Never rejects: keys that the new device does not import now, it imports at the next start. */
export const keysOfBefore = (store: Store, crypto: Crypto | null, log: Log): Promise<void> =>
  crypto === null
    ? Promise.resolve()
    : takeKeptRoomKeys(store, {
        take: crypto.importRoomKeys,
        retry: () => crypto.retryDecryption(null),
      }).catch(reported(log, 'keys of before'));
