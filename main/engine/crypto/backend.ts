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

/** What came to this device alone, readable now. */
export interface ToDeviceMessage {
  readonly type: string;
  readonly sender: string;
  /** The device whose Olm session it came through; null when it came in clear, from a device that nobody knows, or of a call and unsigned. */
  readonly senderDevice: string | null;
  readonly content: Content;
}

export interface Received {
  /** Rooms whose old keys somebody sent. */
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
  /** To be called once. */
  verifier(sendInRoom: SendInRoom, turns: Pick<Turns, 'send'>, log: Log): VerificationMachine;
  processInbox(content: InboxContent): Promise<Received>;
  /** About the room. Null: nobody knows the device, also after asking the server, or it may get nothing in this room. */
  encryptToDevice(
    roomId: string,
    device: DeviceAddress,
    type: string,
    content: Content,
  ): Promise<Content | null>;
  /** Prepares the room once; later settings are refused by the library, so the first ones stay. */
  configureRoom(room: CryptoRoom, settings: Content): Promise<void>;
  memberChanged(roomId: string, userId: string, membership: string): void;
  /** From now on the library knows the devices of these people; resolves when the server was asked for those that it did not know. */
  track(userIds: readonly string[]): Promise<void>;
  /** Asks for the devices of everybody whose devices are known. */
  trackAnew(): Promise<void>;
  syncCompleted(nextBatch: string, catchingUp: boolean): void;
  /** Shares the room key of the next event, if there is one to share. Only for a configured room. */
  prepareToEncrypt(room: CryptoRoom): Promise<void>;
  /** `without`: who had no device to give the key to. */
  encrypt(
    room: CryptoRoom,
    type: string,
    content: Content,
  ): Promise<{ type: string; content: Content; without: readonly string[] }>;
  /** Sends the keys of the room's old messages to somebody who is about to be invited; false: there were none, or nobody to give them to. */
  shareHistory(roomId: string, userId: string): Promise<boolean>;
  /** Takes the keys that the inviter sent; false: none came yet. */
  acceptKeyBundle(roomId: string, inviter: string): Promise<boolean>;
  /** `eventNo` keeps the SDK from collecting one object per attempt; null: there will be no other. */
  decrypt(roomId: string, eventNo: number | null, event: RawEvent): Promise<Decrypted>;
  /** What an event that was decrypted proves about its sender now. Throws when its session is not known. */
  judge(roomId: string, event: RawEvent): Promise<Judgement>;
  /** A new identity for the server. Secret storage stays as it is, unlike in the SDK's own reset: the server may refuse. */
  replaceIdentity(upload: UIAuthCallback<void>): Promise<void>;
  /** True when this device holds the private keys of the identity. Needs no network. */
  hasPrivateKeys(): Promise<boolean>;
  /** All room keys count as not backed up: what an earlier backup has does not help whoever opens the next. */
  forgetBackup(): Promise<void>;
  /** The next message in the room begins a new room key. */
  discardKey(roomId: string): Promise<void>;
  keyCounts(): Promise<{ total: number; backedUp: number }>;
  /** Megolm sessions that became known or were withheld. Returns the disposer. */
  onRoomKeys(listener: (sessionIds: readonly string[]) => void): () => void;
  /** The library does some work of its own after opening, and cannot bear to be stopped in it. */
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
  /** For what is asked of the library when nobody waits who would look after a panic. */
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
  return wrap(client, rust, recipients, gateQueries(rust, clock, log), reach);
}

/** What only memory knows, as one record. */
interface BackendState {
  /** Event → its object, as long as it cannot be read. */
  readonly failed: Map<number, MatrixEvent>;
  /** Rooms that the library was told of. */
  readonly configured: Set<string>;
}

/** What the steps below work on. */
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

async function encryptToDevice(
  { rust, recipients }: Parts,
  roomId: string,
  device: DeviceAddress,
  type: string,
  content: Content,
): Promise<Content | null> {
  const once = async (): Promise<Content | null> => {
    const { batch } = await rust.encryptToDeviceMessages(type, [device], content);
    return (batch[0]?.payload as Content | undefined) ?? null;
  };
  if (!isUserId(device.userId)) return null;
  const allowed = async (): Promise<boolean> =>
    (await recipients.mayReceive(device.userId, device.deviceId)) &&
    !(await recipients.leavesOut(roomId, device.userId));
  const known = await once();
  if (known !== null) return (await allowed()) ? known : null;
  // Whoever shares no encrypted room with us is not followed yet.
  await follow(rust, device.userId);
  const payload = await once();
  return payload !== null && (await allowed()) ? payload : null;
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
    // The key is somebody else's, so the words are: nothing of them is shown under this name.
    if (trust === 'sender_mismatch') return { ok: false, code: mismatchCode, text: '' };
    return { ok: true, type: clearEvent.type, content: clearEvent.content, trust };
  } catch (thrown) {
    if (!isDecryptionError(thrown)) throw thrown;
    if (eventNo !== null) remember(state, eventNo, event);
    return { ok: false, code: thrown.code, text: thrown.message };
  }
}

function wrap(
  client: MatrixClient,
  rust: Rust,
  recipients: Recipients,
  keyQueries: KeyQueries,
  reach: Reach,
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
    encryptToDevice: (...message) => encryptToDevice(parts, ...message),
    configureRoom: (room, settings) => configureRoom(parts, room, settings),
    decrypt: (roomId, eventNo, event) => decrypt(parts, roomId, eventNo, event),
    judge: (roomId, event) => judge(rust, roomId, event),
    // The library tells of a change only when the server told of it.
    replaceIdentity: (upload) =>
      replaceIdentity(rust, userId, upload).finally(() => recipients.changed([userId])),
    identityKey: rust.olmMachine.identityKeys.ed25519.toBase64(),
    // Each look at the own identity waits up to a second for a query that is put off.
    shareHistory: (roomId, invitee) =>
      keyQueries.urgently(async () => {
        // The library would do nothing, and say nothing, for a device or a person that nobody vouches for.
        const own = await rust.getUserVerificationStatus(userId);
        if (!own.isCrossSigningVerified() || !isUserId(invitee)) return false;
        // Whoever shares no encrypted room with us is not followed yet.
        await follow(rust, invitee);
        // Old keys never go to an identity that nobody has looked at since it changed.
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
    // Not the library's own method of that name: nobody could catch its failure.
    prepareToEncrypt: async ({ roomId }) =>
      rust.roomEncryptors[roomId]?.prepareForEncryption(
        rust.globalBlacklistUnverifiedDevices,
        rust.deviceIsolationMode,
      ),
    encrypt: async (room, type, content) => {
      const event = new MatrixEvent({ type, room_id: room.roomId, sender: userId, content });
      const encrypting = (): Promise<void> => rust.encryptEvent(event, room as unknown as Room);
      const forAll = isForAll(type, content);
      const without = await recipients.without(() =>
        forAll ? recipients.forVerifying(encrypting) : encrypting(),
      );
      // Whatever happens inside the library: clear text never leaves by this way.
      if (event.getWireType() !== 'm.room.encrypted')
        throw new Error('the event was not encrypted');
      return { type: event.getWireType(), content: event.getWireContent(), without };
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

/** What those hear, too, who get no keys because they are not verified. */
const isForAll = (type: string, content: Content): boolean =>
  isLeavingOut(type, content) ||
  `${type} ${String(content['msgtype'])}`.includes('m.key.verification.');
