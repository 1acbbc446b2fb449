// The only place that knows the SDK's crypto internals: the casts, the callbacks, the wasm. The rest of the engine sees this
// interface.
import { RoomId, UserId } from '@matrix-org/matrix-sdk-crypto-wasm';
import {
  MatrixEvent,
  type MatrixClient,
  type Room,
  type RoomMember,
  type UIAuthCallback,
} from 'matrix-js-sdk';
import type { CryptoApi } from 'matrix-js-sdk/lib/crypto-api';
import type { RawEvent, SenderTrust } from '#stores/events/types';
import type { Store } from '#stores/sqlite/store';
import { isRecord } from '../base/record';
import { isLeavingOut } from '../events/callSignals';
import { createListeners } from '../base/listeners';
import type { InboxContent } from '../sync/cryptoSync';
import type { Clock, Log } from '../base/types';
import { isDecryptionError, type Guard } from './errors';
import type { KeyQueries } from './keyQueries';
import {
  follow,
  forgiveRounds,
  hasDevices,
  hasPrivateKeys,
  isUserId,
  listenToKeys,
  noteBundles,
  replaceIdentity,
  settingsOf,
  silence,
  unconnected,
  type Rust,
} from './library';
import { gateQueries } from './queryGate';
import { gateRecipients, type Recipients } from './recipients/recipients';
import { encryptToDevice } from './recipients/toDevice';
import { createWithheld, type Withheld } from './recipients/withheld';
import { dehydrationLibrary, type DehydrationLibrary } from './health/dehydration';
import { createHealthLibrary, type HealthLibrary } from './health/library';
import { createReach, type Reach } from './health/reach';
import type { CryptoRoom } from './room';
import { judge, mismatchCode, type Judgement } from './trust';
import type { Turns } from './turns';
import { createMachine, type SendInRoom, type VerificationMachine } from './verification/machine';

export type Content = Record<string, unknown>;

export type Decrypted =
  | {
      readonly ok: true;
      readonly type: string;
      readonly content: Content;
      readonly trust: SenderTrust;
    }
  | { readonly ok: false; readonly code: string; readonly text: string };

export interface DeviceAddress {
  readonly userId: string;
  readonly deviceId: string;
}

/** A to-device message after decryption. */
export interface ToDeviceMessage {
  readonly type: string;
  readonly sender: string;
  /** The device whose Olm session it came through; null: not encrypted, from an unknown device, or of a call and unsigned. */
  readonly senderDevice: string | null;
  readonly content: Content;
}

export interface Received {
  /** Rooms for which somebody has sent a bundle of old keys. */
  readonly bundles: readonly string[];
  readonly messages: readonly ToDeviceMessage[];
}

export interface Backend {
  readonly api: CryptoApi;
  readonly identityKey: string;
  readonly recipients: Recipients;
  readonly reach: Reach;
  readonly health: HealthLibrary;
  readonly dehydration: DehydrationLibrary;
  /** Makes the verification machine; to be called once. */
  verifier(sendInRoom: SendInRoom, turns: Pick<Turns, 'send'>, log: Log): VerificationMachine;
  processInbox(content: InboxContent): Promise<Received>;
  /** Encrypts a message about the room. Null: the server knows no such device, or it may get nothing in this room. */
  encryptToDevice(
    roomId: string,
    device: DeviceAddress,
    type: string,
    content: Content,
  ): Promise<Content | null>;
  /** Prepares the room once; later settings are refused by the library, so the first ones stay. */
  configureRoom(room: CryptoRoom, settings: Content): Promise<void>;
  memberChanged(roomId: string, userId: string, membership: string): void;
  /** Makes the library follow the devices of these people; resolves when the server was asked for those that it did not know. */
  track(userIds: readonly string[]): Promise<void>;
  /** Queries the devices of everybody whom the library follows. */
  trackAnew(): Promise<void>;
  syncCompleted(nextBatch: string, catchingUp: boolean): void;
  /** Shares the room key of the next event, if there is one to share. Only for a configured room. */
  prepareToEncrypt(room: CryptoRoom): Promise<void>;
  /** `without`: people who had no device to give the key to. */
  encrypt(
    room: CryptoRoom,
    type: string,
    content: Content,
  ): Promise<{ type: string; content: Content; without: readonly string[] }>;
  /** Sends the keys of the room's old messages to a person who will be invited; false: no keys, or no device to give them to. */
  shareHistory(roomId: string, userId: string): Promise<boolean>;
  /** Takes the keys that the inviter sent; false: none came yet. */
  acceptKeyBundle(roomId: string, inviter: string): Promise<boolean>;
  /** `eventNo` keeps the SDK from collecting one object per attempt; null: there will be no other. */
  decrypt(roomId: string, eventNo: number | null, event: RawEvent): Promise<Decrypted>;
  /** Judges again what a decrypted event proves about its sender. Throws when its session is not known. */
  judge(roomId: string, event: RawEvent): Promise<Judgement>;
  /** Makes a new identity for the server. Secret storage stays as it is, unlike in the SDK's own reset: the server may refuse. */
  replaceIdentity(upload: UIAuthCallback<void>): Promise<void>;
  /** True when this device holds the private keys of the identity. Needs no network. */
  hasPrivateKeys(): Promise<boolean>;
  /** Marks all room keys as not backed up: the next backup needs all of them, whatever an earlier one has. */
  forgetBackup(): Promise<void>;
  /** The next message in the room begins a new room key. */
  discardKey(roomId: string): Promise<void>;
  keyCounts(): Promise<{ total: number; backedUp: number }>;
  /** Megolm sessions that became known or were withheld. Returns the disposer. */
  onRoomKeys(listener: (sessionIds: readonly string[]) => void): () => void;
  /** Resolves when the library's own work after opening has ended, which must not be interrupted. */
  settled(): Promise<void>;
  stop(): void;
}

const mostRememberedFailures = 2000;
const bundleTypes: ReadonlySet<string> = new Set([
  'm.room_key_bundle',
  'io.element.msc4268.room_key_bundle',
]);
const callSignal = /(^|\.)call\./;

export interface BackendDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** For calls into the library that no caller waits for, so that a panic in them is noticed. */
  readonly guard: Guard;
}

/** Opens the crypto store of an unstarted client. `prefix` names the two databases. */
export async function openBackend(
  client: MatrixClient,
  prefix: string,
  { store, clock, log, guard }: BackendDeps,
): Promise<Backend> {
  await silence();
  await unconnected(client, () => client.initRustCrypto({ cryptoDatabasePrefix: prefix }));
  const rust = client.getCrypto() as unknown as Rust;
  const own = { userId: client.getSafeUserId(), deviceId: client.getDeviceId() ?? '' };
  const recipients = gateRecipients(rust, own, store, guard);
  const ask = (userId: string) => guard(hasDevices(rust, client, userId));
  const reach = createReach({ store, ownUserId: own.userId, recipients, ask, clock, log });
  const withheld = createWithheld(client, rust, log);
  return wrap(client, rust, {
    recipients,
    reach,
    withheld,
    keyQueries: gateQueries(rust, clock, log),
  });
}

/** State of the backend that is only in memory. */
interface BackendState {
  /** The event objects that could not be decrypted yet, by event number. */
  readonly failed: Map<number, MatrixEvent>;
  /** Rooms whose settings were given to the library. */
  readonly configured: Set<string>;
}

/** The parts that the following functions share. */
interface Parts {
  readonly client: MatrixClient;
  readonly rust: Rust;
  readonly keyQueries: KeyQueries;
  readonly recipients: Recipients;
  readonly state: BackendState;
}

function remember({ failed }: BackendState, eventNo: number, event: MatrixEvent): void {
  failed.set(eventNo, event);
  const oldest = failed.size > mostRememberedFailures ? failed.keys().next().value : undefined;
  if (oldest !== undefined) failed.delete(oldest);
}

async function processInbox(
  { rust, keyQueries, recipients }: Parts,
  content: InboxContent,
): Promise<Received> {
  keyQueries.noted(content.deviceLists);
  const received = await rust.processSyncChanges({
    toDeviceEvents: [...content.toDeviceEvents],
    deviceLists: {
      changed: content.deviceLists.changed.filter(isUserId),
      left: content.deviceLists.left.filter(isUserId),
    },
    oneTimeKeysCounts: { ...content.oneTimeKeysCounts },
    ...(content.unusedFallbackKeys === null
      ? {}
      : { unusedFallbackKeys: [...content.unusedFallbackKeys] }),
  });
  const bundles = received.flatMap(({ message, encryptionInfo }) => {
    const roomId: unknown = message.content['room_id'];
    const bundle = encryptionInfo !== null && bundleTypes.has(message.type);
    return bundle && typeof roomId === 'string' ? [roomId] : [];
  });
  const messages = await Promise.all(
    received.map(async ({ message: { type, sender, content: told }, encryptionInfo }) => {
      const from = encryptionInfo?.sender === sender ? encryptionInfo.senderDevice : undefined;
      // A device that the server made up can encrypt as well as any other.
      const proven =
        from !== undefined &&
        (!callSignal.test(type) || (await recipients.mayReceive(sender, from)));
      return { type, sender, senderDevice: proven ? from : null, content: told as Content };
    }),
  );
  return { bundles, messages };
}

async function configureRoom(
  { rust, state }: Parts,
  room: CryptoRoom,
  settings: Content,
): Promise<void> {
  if (state.configured.has(room.roomId)) return;
  const content = (await settingsOf(rust, room.roomId)) ?? settings;
  const event = new MatrixEvent({
    type: 'm.room.encryption',
    room_id: room.roomId,
    state_key: '',
    content,
  });
  await rust.onCryptoEvent(room as unknown as Room, event);
  if (content['algorithm'] === 'm.megolm.v1.aes-sha2') state.configured.add(room.roomId);
}

async function decrypt(
  { rust, state }: Parts,
  roomId: string,
  eventNo: number | null,
  raw: RawEvent,
): Promise<Decrypted> {
  const known = eventNo === null ? undefined : state.failed.get(eventNo);
  const event = known ?? new MatrixEvent({ ...raw, room_id: roomId });
  try {
    const { clearEvent } = await rust.decryptEvent(event);
    if (eventNo !== null) state.failed.delete(eventNo);
    if (!isRecord(clearEvent.content) || typeof clearEvent.type !== 'string')
      return { ok: false, code: 'MISSING_FIELDS', text: '' };
    const trust = await judge(rust, roomId, raw);
    // The key belongs to somebody else, and so does the text: it is not shown under this sender.
    if (trust === 'sender_mismatch') return { ok: false, code: mismatchCode, text: '' };
    return { ok: true, type: clearEvent.type, content: clearEvent.content, trust };
  } catch (thrown) {
    if (!isDecryptionError(thrown)) throw thrown;
    if (eventNo !== null) remember(state, eventNo, event);
    return { ok: false, code: thrown.code, text: thrown.message };
  }
}

interface Around {
  readonly recipients: Recipients;
  readonly reach: Reach;
  readonly withheld: Withheld;
  readonly keyQueries: KeyQueries;
}

function wrap(
  client: MatrixClient,
  rust: Rust,
  { recipients, reach, withheld, keyQueries }: Around,
): Backend {
  const roomKeys = createListeners<[sessionIds: readonly string[]]>();
  const userId = client.getSafeUserId();
  const state: BackendState = { failed: new Map(), configured: new Set() };
  const parts: Parts = { client, rust, keyQueries, recipients, state };
  listenToKeys(rust, roomKeys.tell);
  forgiveRounds(rust);
  const left = noteBundles(rust);

  return {
    api: rust,
    recipients,
    reach,
    health: createHealthLibrary(rust),
    dehydration: dehydrationLibrary(rust),
    verifier: (sendInRoom, turns, log) => createMachine(rust, sendInRoom, turns, log),
    processInbox: (content) => processInbox(parts, content),
    encryptToDevice: (...message) => encryptToDevice(rust, recipients, ...message),
    configureRoom: (room, settings) => configureRoom(parts, room, settings),
    decrypt: (roomId, eventNo, event) => decrypt(parts, roomId, eventNo, event),
    judge: (roomId, event) => judge(rust, roomId, event),
    // The library reports a change only when the server has reported it.
    replaceIdentity: (upload) =>
      replaceIdentity(rust, userId, upload).finally(() => recipients.changed([userId])),
    identityKey: rust.olmMachine.identityKeys.ed25519.toBase64(),
    // Each look at the own identity waits up to a second for a query that is put off.
    shareHistory: (roomId, invitee) =>
      keyQueries.urgently(async () => {
        // The library would do nothing, without an error, for a device or a person that nobody vouches for.
        const own = await rust.getUserVerificationStatus(userId);
        if (!own.isCrossSigningVerified() || !isUserId(invitee)) return false;
        // The library does not follow the devices of a person who shares no encrypted room with us.
        await follow(rust, invitee);
        // Old keys never go to an identity that the user has not accepted since it changed.
        recipients.changed([invitee]);
        if ((await recipients.standing(invitee)) !== 'signed') return false;
        if (await recipients.leavesOut(roomId, invitee)) return false;
        return left(() => rust.shareRoomHistoryWithUser(roomId, invitee));
      }),
    acceptKeyBundle: (roomId, inviter) => rust.maybeAcceptKeyBundle(roomId, inviter),
    memberChanged: (roomId, memberId, membership) => {
      if (!isUserId(memberId)) return;
      const event = new MatrixEvent({
        type: 'm.room.member',
        room_id: roomId,
        state_key: memberId,
      });
      rust.onRoomMembership(event, { userId: memberId, membership } as RoomMember);
    },
    track: (userIds) =>
      keyQueries.urgently(async () => {
        await rust.olmMachine.updateTrackedUsers(
          userIds.filter(isUserId).map((one) => new UserId(one)),
        );
        await rust.outgoingRequestsManager.doProcessOutgoingRequests();
      }),
    trackAnew: () =>
      keyQueries.urgently(async () => {
        await rust.olmMachine.markAllTrackedUsersAsDirty();
        await rust.outgoingRequestsManager.doProcessOutgoingRequests();
      }),
    syncCompleted: (nextBatch, catchingUp) =>
      rust.onSyncCompleted({ nextSyncToken: nextBatch, catchingUp }),
    // Not the library's own method of that name: its failure could not be caught.
    prepareToEncrypt: async ({ roomId }) =>
      rust.roomEncryptors[roomId]?.prepareForEncryption(
        rust.globalBlacklistUnverifiedDevices,
        rust.deviceIsolationMode,
      ),
    encrypt: async (room, type, content) => {
      const event = new MatrixEvent({ type, room_id: room.roomId, sender: userId, content });
      const encrypting = (): Promise<void> => rust.encryptEvent(event, room as unknown as Room);
      const forAll = isForAll(type, content);
      const { none, unverified } = await recipients.without(() =>
        forAll ? recipients.forVerifying(encrypting) : encrypting(),
      );
      // Whatever happens inside the library: plaintext is never sent by this way.
      if (event.getWireType() !== 'm.room.encrypted')
        throw new Error('the event was not encrypted');
      const encrypted = event.getWireContent();
      await withheld.tell(room.roomId, encrypted['session_id'], unverified);
      return { type: event.getWireType(), content: encrypted, without: none };
    },
    hasPrivateKeys: () => hasPrivateKeys(rust),
    forgetBackup: () => rust.olmMachine.disableBackup(),
    discardKey: async (roomId) =>
      void (await rust.olmMachine.invalidateGroupSession(new RoomId(roomId))),
    keyCounts: async () => {
      const counts = await rust.olmMachine.roomKeyCounts();
      return { total: counts.total, backedUp: counts.backedUp };
    },
    onRoomKeys: roomKeys.add,
    settled: async () => {
      await rust.olmMachine.getSecretsFromInbox('m.megolm_backup.v1');
      await rust.olmMachine.deleteSecretsFromInbox('none');
      await new Promise(setImmediate);
    },
    stop: () => {
      roomKeys.clear();
      keyQueries.stop();
      rust.stop();
    },
  };
}

/** Messages that also go to people who get no keys because they are not verified. */
const isForAll = (type: string, content: Content): boolean =>
  isLeavingOut(type, content) ||
  `${type} ${String(content['msgtype'])}`.includes('m.key.verification.');
