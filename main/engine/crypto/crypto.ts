// End-to-end encryption of one signed-in account: wires the crypto library to our store, our sync and our outbox. One instance per
// engine; after a panic of the wasm the engine has to be restarted.
import type { MatrixClient } from 'matrix-js-sdk';
import { appFailure, type AppError } from '#contract/wire/errors';
import type { EncryptionStatus } from '#contract/areas/account/accountModels';
import type { IdentityTrust } from '#contract/areas/encryption/verificationModels';
import type { RawEvent } from '#stores/events/types';
import type { Changes, Store } from '#stores/sqlite/store';
import type { IndexedDbHandle } from '#stores/indexeddb/index';
import type { Clock, Log, StoredSession } from '../base/types';
import type { CryptoSync, MemberNews } from '../sync/cryptoSync';
import type { Backend, ToDeviceMessage } from './backend';
import { createDecryption, type Decryption, type Peeked } from './decrypt';
import { asFailure, createGuard } from './errors';
import { createBackupWatch, type BackupWatch } from './health/backupWatch';
import { createKnownKey } from './health/knownKey';
import { createDehydration, type Dehydration } from './health/dehydration';
import { createRepairs, type Repairs } from './health/repairs';
import type { Reach } from './health/reach';
import { createHistory, type History } from './history';
import { createInbox } from './inbox';
import { openCryptoStore } from './open';
import type { Deciding, Recipients } from './recipients/recipients';
import { createSending, type Sending } from './recipients/sending';
import { createCryptoRoom, encryptionSettings, type CryptoRoom } from './room';
import type { SecretKeys } from './secretKeys';
import type { Prove } from '../http/interactiveAuth';
import { createSetup, type Setup } from './setup';
import { createTrust, identityTrust, ownDevices, type OwnDeviceKeys, type Trust } from './trust';
import { createTurns, sendInTurns, type Turns } from './turns';
import { createStatus, type Status } from './status';
import { savedEarly } from './library';
import type { CryptoStorage } from './storage';
import { createGivenSecrets, type GivenSecrets } from './verification/givenSecrets';
import { joinVerification, type VerificationParts } from './verification/join';
import type { Verifications } from './verification/verification';
import { watch } from './watch';
import { reported, unexpected } from '../base/unexpected';

export interface CryptoDeps {
  /** A client that was not started, made with the callbacks of `secrets`. */
  readonly client: MatrixClient;
  readonly secrets: SecretKeys;
  readonly prove: Prove;
  readonly store: Store;
  readonly indexedDb: IndexedDbHandle;
  readonly storage: CryptoStorage;
  readonly session: StoredSession;
  readonly clock: Clock;
  /** Fetches the members of a room into the store, once per room (lazy loading). */
  readonly loadMembers: (roomNo: number) => Promise<void>;
  readonly recomputeRoom: (roomNo: number, changes: Changes) => void;
  /** Events that were decrypted; `late`: an earlier attempt had failed. */
  readonly onDecrypted?: (eventNos: readonly number[], late: boolean) => void;
  /** To-device messages, after they were processed; they may come again after a kill. */
  readonly onToDevice?: (messages: readonly ToDeviceMessage[]) => void;
  /** The server said that the devices of this account changed. */
  readonly onOwnDevices?: () => void;
  /** The crypto machine is lost: the process has to end and start again. */
  readonly onFatal: (thrown: unknown) => void;
  readonly log: Log;
}

export interface Crypto extends CryptoSync, Sending {
  /** Decrypts an event that sync has just brought, before it is stored; null: it cannot be decrypted now. */
  peek(roomNo: number, event: RawEvent): Promise<Peeked | null>;
  /** Encrypts for one device, about the room; null: it is unknown, also after a query, or it may get nothing in this room. */
  encryptToDevice: Backend['encryptToDevice'];
  /** Keys of old messages for newcomers. */
  readonly history: Pick<History, 'share' | 'accepting' | 'accepted'>;
  /** The rules for who gets the keys of our messages. */
  readonly recipients: Pick<
    Recipients,
    Deciding | 'standing' | 'leavesOut' | 'isVerified' | 'forVerifying'
  >;
  readonly reach: Reach;
  readonly verifications: Verifications;
  /** The facts that encryption depends on, and the acts that mend it. */
  readonly repairs: Omit<Repairs, 'restoreInPassing'>;
  readonly dehydration: Pick<Dehydration, 'state' | 'turnOn' | 'turnOff'>;
  /** The trust in a person's identity. */
  identityTrust(userId: string): Promise<IdentityTrust>;
  /** The account's devices that have keys: whether its identity signed them. */
  ownDevices(): Promise<ReadonlyMap<string, OwnDeviceKeys>>;
  status(): EncryptionStatus;
  onStatus(listener: () => void): () => void;
  /** Called at sign-in with the password just typed, at later starts with null. Never throws: the status has the result. */
  bootstrap(password: string | null): Promise<void>;
  createRecoveryKey: Setup['createRecoveryKey'];
  confirmRecoveryKey(outcome: 'saved' | 'skipped'): Promise<void>;
  unlock(recoveryKey: string): Promise<void>;
  readonly given: GivenSecrets;
  /** Makes a new identity, without the recovery key of the old one; answers its new key. */
  resetEncryption(password: string | null): Promise<{ recoveryKey: string }>;
  /** Answers how many messages were decrypted. */
  retryDecryption(roomNo: number | null): Promise<number>;
  /** All room keys of this device as JSON, also for a device that takes its place. */
  exportRoomKeys(): Promise<string>;
  /** Imports the keys; `retryDecryption` then tries the messages that they open. */
  importRoomKeys(keys: string): Promise<void>;
  /** Counts again how many keys would be lost. */
  beforeSignOut(): Promise<{ unbackedKeys: number }>;
  stop(): void;
}

/** State that is only in memory. */
interface CryptoState {
  /** A sync has ended. */
  started: boolean;
  stopped: boolean;
  readonly rooms: Map<number, CryptoRoom>;
  /** Set while the set-up waits for the server; the password stays in memory until then (D14). */
  unfinished: { readonly password: string | null } | null;
  /** The bootstrap that is running or has run; it never rejects. */
  making: Promise<void> | null;
  /** How many of the user's acts run. */
  acts: number;
}

interface Opened extends CryptoDeps {
  readonly state: CryptoState;
  readonly backend: Backend;
  readonly turns: Turns;
  readonly guard: <T>(work: Promise<T>) => Promise<T>;
}

interface Parts extends Opened, VerificationParts {
  readonly setup: Setup;
  readonly status: Status;
  readonly decryption: Decryption;
  readonly history: History;
  readonly inbox: () => Promise<void>;
  readonly trust: Trust;
  readonly repairs: Repairs;
  readonly backupWatch: BackupWatch;
  readonly dehydration: Dehydration;
  readonly sending: Sending;
}

async function configure(
  { state, store, loadMembers, guard, backend }: Opened,
  roomNo: number,
): Promise<CryptoRoom> {
  let room = state.rooms.get(roomNo);
  if (room === undefined) {
    room = createCryptoRoom(store, roomNo, loadMembers, (userIds) => guard(backend.track(userIds)));
    state.rooms.set(roomNo, room);
  }
  const settings = encryptionSettings(store, roomNo);
  if (settings === null) throw appFailure('bad_request', 'The room is not encrypted');
  await guard(backend.configureRoom(room, settings));
  return room;
}

function join(opened: Opened): Parts {
  const { client, store, log, backend, guard, secrets, prove } = opened;
  const dehydration = createDehydration(opened);
  const known = createKnownKey(store, opened.clock);
  const setup = createSetup({ client, backend, secrets, store, log, prove, dehydration, known });
  const shared = { store, backend, guard, log };
  const decryption = createDecryption({
    ...shared,
    ownUserId: client.getSafeUserId(),
    recomputeRoom: opened.recomputeRoom,
    onDecrypted: (eventNos, late) => {
      verification.decrypted(eventNos);
      opened.onDecrypted?.(eventNos, late);
    },
  });
  const roomOf = (roomNo: number): Promise<CryptoRoom> => configure(opened, roomNo);
  const history = createHistory({
    ...shared,
    clock: opened.clock,
    roomOf,
    retry: decryption.retry,
  });
  const inbox = createInbox({
    store,
    process: async (stored) => {
      const toDeviceEvents = await verification.admit(stored.toDeviceEvents);
      const content = { ...stored, toDeviceEvents };
      const handOver = () => opened.indexedDb.join(savedEarly, () => backend.processInbox(content));
      const { bundles, messages } = await guard(opened.turns.receive(handOver));
      history.arrived(bundles);
      if (stored.deviceLists.changed.includes(client.getSafeUserId())) opened.onOwnDevices?.();
      if (messages.length === 0) return;
      opened.onToDevice?.(messages);
      adoption.look();
    },
    storage: opened.storage,
    now: opened.clock.now,
    log,
  });
  const sending = createSending({
    ...{ ...shared, storage: opened.storage, decryption, inbox, roomOf },
    isEncrypted: (roomNo) => encryptionSettings(store, roomNo) !== null,
  });
  const status = createStatus({ ...shared, ...decryption, setup, clock: opened.clock });
  const trust = createTrust({
    ...shared,
    judge: (roomId, event) => guard(backend.judge(roomId, event)),
    recomputeRoom: opened.recomputeRoom,
    onTrusted: (eventNos) => opened.onDecrypted?.(eventNos, true),
    onRetracted: decryption.retrySessions,
  });
  const repairs = createRepairs({ ...shared, client, setup, secrets, decryption, status, inbox });
  const made = { setup, status, decryption, history, inbox, trust, repairs, dehydration, sending };
  const parts: Parts = { ...opened, ...made, ...joinOwnDevices({ ...opened, ...made }) };
  const { verification, adoption } = parts;
  return parts;
}

/** The parts that deal with what other devices of the account give. */
function joinOwnDevices(
  made: Omit<Parts, keyof VerificationParts | 'backupWatch'>,
): VerificationParts & Pick<Parts, 'backupWatch'> {
  const { repairs, decryption, sending, state } = made;
  const isActing = (): boolean => state.acts > 0;
  return {
    backupWatch: createBackupWatch({
      ...{ ...made, isActing },
      check: repairs.check,
      retry: decryption.retryNewest,
    }),
    ...joinVerification({
      ...{ ...made, isActing },
      encrypt: sending.encrypt,
      restore: repairs.restoreInPassing,
      undecryptable: decryption.undecryptable,
    }),
  };
}

async function bootstrap(parts: Parts, password: string | null): Promise<void> {
  const { log, setup, status, guard, backend, state } = parts;
  state.unfinished = null;
  const known = await setup.remembered().catch((thrown: unknown) => {
    unexpected(log, 'set-up that is remembered', thrown);
    return null;
  });
  status.set({ state: known ?? 'setting_up', error: null });
  let error: AppError | null = null;
  try {
    // The user's questions do not wait until the identity is made.
    await guard(
      setup.bootstrap(password, () => {
        if (known === null) status.set({ state: 'unset' });
      }),
    );
    await guard(backend.api.checkKeyBackupAndEnable());
  } catch (thrown) {
    error = asFailure(log, thrown).error;
    log.warn('encryption set-up failed', { code: error.code });
    if (typeof error.data?.['status'] !== 'number' && error.retryable)
      state.unfinished = { password };
  }
  // Without the network, what this device knows still holds.
  await status.refresh(known === null ? error : null).catch(reported(log, 'encryption status'));
}

/** The bootstrap, for which acts of this device wait. */
function makeIdentity(parts: Parts, password: string | null): Promise<void> {
  const making = bootstrap(parts, password);
  parts.state.making = making;
  return making;
}

/** Runs one of the user's acts; afterwards the status is refreshed, also after a failure. */
async function act<T>(parts: Parts, work: () => Promise<T>): Promise<T> {
  const { log, status, guard, state } = parts;
  state.acts += 1;
  try {
    return await guard(work());
  } catch (thrown) {
    throw asFailure(log, thrown);
  } finally {
    state.acts -= 1;
    await status.refresh().catch(reported(log, 'encryption status'));
  }
}

/** An act that the user started while the identity was still being made: it waits for the identity. */
const actAfterSetup = <T>(parts: Parts, work: () => Promise<T>): Promise<T> =>
  act(parts, async () => {
    await parts.state.making;
    return work();
  });

function membersChanged(parts: Parts, roomNo: number, changed: readonly MemberNews[]): void {
  const { state, store, log, backend } = parts;
  const room = state.rooms.get(roomNo);
  if (room === undefined) {
    // Not prepared in this process: preparing it looks at all joined members.
    if (encryptionSettings(store, roomNo) !== null)
      configure(parts, roomNo).catch(reported(log, 'preparing a room'));
    return;
  }
  for (const { userId, membership } of changed)
    backend.memberChanged(room.roomId, userId, membership);
}

function syncCompleted(parts: Parts, nextBatch: string, catchingUp: boolean): void {
  const { state, backend, history, decryption, repairs, backupWatch, adoption, log } = parts;
  backend.syncCompleted(nextBatch, catchingUp);
  repairs.afterSync().catch(reported(log, 'device lists'));
  if (state.unfinished !== null) void makeIdentity(parts, state.unfinished.password);
  backupWatch.afterSync();
  // An adoption that the server cut short, or keys that came after the look at them.
  if (parts.status.now().state === 'locked') adoption.look();
  if (!state.started) {
    history.afterStart();
    decryption.retryNewest();
  }
  state.started = true;
}

export async function createCrypto(deps: CryptoDeps): Promise<Crypto> {
  const state: CryptoState = {
    started: false,
    stopped: false,
    rooms: new Map(),
    unfinished: null,
    making: null,
    acts: 0,
  };
  const turns = createTurns(deps.clock);
  const guard = createGuard(deps, () => state.stopped);
  const backend = sendInTurns(await openCryptoStore({ ...deps, guard }), turns);
  const parts = join({ ...deps, state, backend, turns, guard });
  const { store, log, setup, status, decryption, history, inbox, repairs } = parts;
  const unwatch = watch(parts);
  return {
    processInbox: inbox,
    roomEncryption: async (roomNo) => {
      if (encryptionSettings(store, roomNo) !== null) await configure(parts, roomNo);
    },
    membersChanged: (roomNo, changed) => membersChanged(parts, roomNo, changed),
    syncCompleted: (nextBatch, catchingUp) => syncCompleted(parts, nextBatch, catchingUp),
    decryptQueue: (wanted) => decryption.drain(wanted),
    onWaiting: decryption.onWaiting,
    peek: decryption.peek,
    ...parts.sending,
    encryptToDevice: (...message) =>
      guard(backend.encryptToDevice(...message)).catch((thrown: unknown) => {
        throw asFailure(log, thrown);
      }),
    history,
    recipients: backend.recipients,
    reach: backend.reach,
    verifications: parts.verification,
    repairs: {
      ...repairs,
      run: (fix) => act(parts, () => repairs.run(fix)),
      replaceBackup: (recoveryKey) => act(parts, () => repairs.replaceBackup(recoveryKey)),
      refillBackup: () => act(parts, repairs.refillBackup),
      forgetKeys: (where) => act(parts, () => repairs.forgetKeys(where)),
    },
    dehydration: parts.dehydration,
    found: parts.verification.found,
    identityTrust: (userId) => guard(identityTrust(backend.api, backend.recipients, userId)),
    ownDevices: () => guard(ownDevices(backend.api, parts.client.getSafeUserId())),
    status: status.now,
    onStatus: status.onChange,
    bootstrap: (password) => makeIdentity(parts, password),
    createRecoveryKey: (...how) => actAfterSetup(parts, () => setup.createRecoveryKey(...how)),
    confirmRecoveryKey: (outcome) => actAfterSetup(parts, async () => setup.confirm(outcome)),
    unlock: async (recoveryKey) => {
      await act(parts, () => setup.unlock(recoveryKey));
      void repairs.restoreInPassing();
    },
    given: createGivenSecrets({ ...parts, act: (work) => act(parts, work) }),
    resetEncryption: (password) => act(parts, () => setup.resetEncryption(password)),
    retryDecryption: (roomNo) => decryption.retry(roomNo),
    exportRoomKeys: () => guard(backend.api.exportRoomKeysAsJson()),
    importRoomKeys: (keys) => guard(backend.api.importRoomKeysAsJson(keys)),
    beforeSignOut: async () => {
      const { total, backedUp } = await backend.keyCounts();
      return { unbackedKeys: total - backedUp };
    },
    stop: () => {
      state.stopped = true;
      unwatch();
      const { verification, adoption, dehydration, backupWatch } = parts;
      const first = [verification, adoption, dehydration, backupWatch];
      for (const part of [...first, status, decryption, backend]) part.stop();
    },
  };
}
