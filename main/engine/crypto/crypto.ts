// End-to-end encryption of one signed-in account: wires the crypto library to our store, our sync and our outbox. One instance per
// engine; after a panic of the wasm the engine has to be restarted.
import type { MatrixClient } from 'matrix-js-sdk';
import { CryptoEvent } from 'matrix-js-sdk/lib/crypto-api';
import { appFailure, toAppError, type AppError } from '#contract/wire/errors';
import type { EncryptionStatus } from '#contract/areas/accountModels';
import type { RawEvent } from '#stores/events/types';
import type { Changes, Store } from '#stores/sqlite/store';
import type { IndexedDbHandle } from '#stores/indexeddb/index';
import type { Clock, Log, StoredSession } from '../base/types';
import type { CryptoSync } from '../sync/cryptoSync';
import type { Content, DeviceAddress, ToDeviceMessage } from './backend';
import { createDecryption } from './decrypt';
import { asFailure, isPanic } from './errors';
import { createHistory, type History } from './history';
import { createInbox } from './inbox';
import { createLaterKeys } from './laterKeys';
import { openCryptoStore } from './open';
import { createCryptoRoom, encryptionSettings, type CryptoRoom } from './room';
import type { SecretKeys } from './secretKeys';
import { createSetup } from './setup';
import { createStatus } from './status';

export interface CryptoDeps {
  /** Unstarted, made with the callbacks of `secrets`. */
  readonly client: MatrixClient;
  readonly secrets: SecretKeys;
  readonly store: Store;
  readonly indexedDb: IndexedDbHandle;
  readonly session: StoredSession;
  readonly clock: Clock;
  /** Fetches the members of a room into the store, once per room (lazy loading). */
  readonly loadMembers: (roomNo: number) => Promise<void>;
  readonly recomputeRoom: (roomNo: number, changes: Changes) => void;
  /** Events that can be read now; `late`: they had failed before. */
  readonly onDecrypted?: (eventNos: readonly number[], late: boolean) => void;
  /** What came to this device alone, after it was taken; may come again after a kill. */
  readonly onToDevice?: (messages: readonly ToDeviceMessage[]) => void;
  /** The machine is lost: the process has to end and start again. */
  readonly onFatal: (thrown: unknown) => void;
  readonly log: Log;
}

export interface Crypto extends CryptoSync {
  /** What an event says that sync has just brought, before it is stored; null: it cannot be read now. */
  peek(roomNo: number, event: RawEvent): Promise<{ type: string; content: Content } | null>;
  /** Throws AppFailure; `data.status` tells whether the server answered (the outbox depends on it). */
  encrypt(
    roomNo: number,
    type: string,
    content: Content,
  ): Promise<{ type: string; content: Content }>;
  /** Somebody is about to send: the room key goes out meanwhile. Never rejects: a failure is that of the sending that follows. */
  prepareToEncrypt(roomNo: number): Promise<void>;
  /** For one device; null: nobody knows it, also after asking the server. */
  encryptToDevice(device: DeviceAddress, type: string, content: Content): Promise<Content | null>;
  /** Keys of old messages for newcomers. */
  readonly history: Pick<History, 'share' | 'accepting' | 'accepted'>;
  status(): EncryptionStatus;
  onStatus(listener: () => void): () => void;
  /** At sign-in with the password just typed, at later starts with null. Never throws: the status says how it went. */
  bootstrap(password: string | null): Promise<void>;
  createRecoveryKey(password: string | null): Promise<{ recoveryKey: string }>;
  confirmRecoveryKey(outcome: 'saved' | 'skipped'): Promise<void>;
  unlock(recoveryKey: string): Promise<void>;
  /** A new identity, without the recovery key of the old one; answers its new key. */
  resetEncryption(password: string | null): Promise<{ recoveryKey: string }>;
  /** Answers how many messages can be read now. */
  retryDecryption(roomNo: number | null): Promise<number>;
  /** All room keys of this device as JSON, and into a device that takes its place. */
  exportRoomKeys(): Promise<string>;
  importRoomKeys(keys: string): Promise<void>;
  /** Counts afresh what would be lost. */
  beforeSignOut(): Promise<{ unbackedKeys: number }>;
  stop(): void;
}

/** What may change the status. */
const watched = [
  CryptoEvent.KeyBackupStatus,
  CryptoEvent.KeyBackupSessionsRemaining,
  CryptoEvent.KeyBackupDecryptionKeyCached,
  CryptoEvent.KeysChanged,
  CryptoEvent.DevicesUpdated,
] as const;

/** A panic of the wasm ends the engine, unless it is stopping anyway. */
function createGuard(
  { log, onFatal }: CryptoDeps,
  stopped: () => boolean,
): <T>(work: Promise<T>) => Promise<T> {
  return async (work) => {
    try {
      return await work;
    } catch (thrown) {
      if (isPanic(thrown) && !stopped()) {
        log.error('the crypto library is lost');
        onFatal(thrown);
      }
      throw thrown;
    }
  };
}

/**
 * The library saves the Olm session of a first message before the room key in that message. A kill between the two would leave a session
 * that has used the message up and refuses it when the inbox is replayed: the room key would be lost. Stores of that early save.
 */
const savedEarly = ['session', 'devices'];

export async function createCrypto(deps: CryptoDeps): Promise<Crypto> {
  const { client, store, log } = deps;
  const backend = await openCryptoStore(deps);
  const rooms = new Map<number, CryptoRoom>();
  let stopped = false;
  let started = false;

  const guard = createGuard(deps, () => stopped);

  const setup = createSetup({ client, backend, secrets: deps.secrets, store, log });
  const shared = { store, backend, guard, log };
  const decryption = createDecryption({
    ...shared,
    recomputeRoom: deps.recomputeRoom,
    onDecrypted: (eventNos, late) => deps.onDecrypted?.(eventNos, late),
  });
  const history = createHistory({ ...shared, roomOf: configure, retry: decryption.retry });
  const inbox = createInbox({
    store,
    process: async (content) => {
      const work = deps.indexedDb.join(savedEarly, () => backend.processInbox(content));
      const { bundles, messages } = await guard(work);
      history.arrived(bundles);
      if (messages.length > 0) deps.onToDevice?.(messages);
    },
    log,
  });

  /** Whom sync told of a new device gives it the key: an answer that is stored and not yet taken comes first. */
  const caughtUp = (): Promise<void> =>
    inbox().catch(() => log.warn('encrypting without the last news of devices'));

  const status = createStatus({
    store,
    backend,
    setup,
    undecryptable: () => decryption.undecryptable(),
  });

  async function configure(roomNo: number): Promise<CryptoRoom> {
    let room = rooms.get(roomNo);
    if (room === undefined) {
      room = createCryptoRoom(store, roomNo, deps.loadMembers);
      rooms.set(roomNo, room);
    }
    const settings = encryptionSettings(store, roomNo);
    if (settings === null) throw appFailure('bad_request', 'The room is not encrypted');
    await guard(backend.configureRoom(room, settings));
    return room;
  }

  /** Set while the set-up waits for the server; the password stays in memory until then (D14). */
  let unfinished: { readonly password: string | null } | null = null;

  async function bootstrap(password: string | null): Promise<void> {
    unfinished = null;
    const known = await setup.remembered().catch(() => null);
    status.set({ state: known ?? 'setting_up', error: null });
    let error: AppError | null = null;
    try {
      await guard(setup.bootstrap(password));
      await guard(backend.api.checkKeyBackupAndEnable());
    } catch (thrown) {
      error = toAppError(asFailure(thrown));
      log.warn('encryption set-up failed', { code: error.code });
      if (typeof error.data?.['status'] !== 'number' && error.retryable) unfinished = { password };
    }
    // Without the network, what this device knows still holds.
    await status.refresh(known === null ? error : null).catch(() => undefined);
  }

  async function restoreAll(): Promise<void> {
    try {
      const { imported } = await backend.api.restoreKeyBackup();
      log.info('keys restored', { imported });
      await decryption.retry(null);
    } catch (thrown) {
      log.warn('the backup was not read', { code: asFailure(thrown).error.code });
    }
    status.refreshSoon();
  }

  /** Runs one of the user's acts; afterwards the status is fresh whatever happened. */
  async function act<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await guard(work());
    } catch (thrown) {
      throw asFailure(thrown);
    } finally {
      await status.refresh().catch(() => undefined);
    }
  }

  const laterKeys = createLaterKeys(client.getSafeUserId(), deps.clock, decryption.retryNewest);
  client.on(CryptoEvent.DevicesUpdated, laterKeys.devicesUpdated);
  for (const name of watched) client.on(name, status.refreshSoon);

  return {
    processInbox: inbox,
    roomEncryption: async (roomNo) => {
      if (encryptionSettings(store, roomNo) !== null) await configure(roomNo);
    },
    membersChanged: (roomNo, events: readonly RawEvent[]) => {
      const room = rooms.get(roomNo);
      if (room === undefined) {
        // Not prepared in this process: preparing it looks at all joined members.
        if (encryptionSettings(store, roomNo) !== null)
          configure(roomNo).catch(() => log.warn('a room could not be prepared'));
        return;
      }
      for (const { state_key: userId, content } of events) {
        const { membership } = content;
        if (userId !== undefined && typeof membership === 'string')
          backend.memberChanged(room.roomId, userId, membership);
      }
    },
    syncCompleted: (nextBatch, catchingUp) => {
      backend.syncCompleted(nextBatch, catchingUp);
      if (unfinished !== null) void bootstrap(unfinished.password);
      if (!started) {
        history.afterStart();
        decryption.retryNewest();
      }
      started = true;
    },
    decryptQueue: (wanted) => decryption.drain(wanted),
    peek: decryption.peek,
    encrypt: async (roomNo, type, content) => {
      try {
        await caughtUp();
        const room = await configure(roomNo);
        const encrypted = await guard(backend.encrypt(room, type, content));
        decryption.remember(encrypted.content, type, content);
        return encrypted;
      } catch (thrown) {
        const failure = asFailure(thrown);
        log.warn('encrypting failed', { code: failure.error.code });
        throw failure;
      }
    },
    prepareToEncrypt: async (roomNo) => {
      if (encryptionSettings(store, roomNo) === null) return;
      try {
        await caughtUp();
        await guard(backend.prepareToEncrypt(await configure(roomNo)));
      } catch {
        log.debug('a room key could not be shared ahead');
      }
    },
    encryptToDevice: async (device, type, content) => {
      try {
        return await guard(backend.encryptToDevice(device, type, content));
      } catch (thrown) {
        throw asFailure(thrown);
      }
    },
    history,
    status: status.now,
    onStatus: status.onChange,
    bootstrap,
    createRecoveryKey: (password) => act(() => setup.createRecoveryKey(password)),
    confirmRecoveryKey: (outcome) => act(async () => setup.confirm(outcome)),
    unlock: async (recoveryKey) => {
      await act(() => setup.unlock(recoveryKey));
      void restoreAll();
    },
    resetEncryption: (password) => act(() => setup.resetEncryption(password)),
    retryDecryption: (roomNo) => decryption.retry(roomNo),
    exportRoomKeys: () => guard(backend.api.exportRoomKeysAsJson()),
    importRoomKeys: async (keys) => {
      await guard(backend.api.importRoomKeysAsJson(keys));
      await decryption.retry(null);
    },
    beforeSignOut: async () => {
      await status.refresh(status.now().error);
      return { unbackedKeys: status.now().unbackedKeys };
    },
    stop: () => {
      stopped = true;
      laterKeys.stop();
      client.off(CryptoEvent.DevicesUpdated, laterKeys.devicesUpdated);
      for (const name of watched) client.off(name, status.refreshSoon);
      status.stop();
      decryption.stop();
      backend.stop();
    },
  };
}
