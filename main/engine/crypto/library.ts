// The type of the SDK's RustCrypto, which the SDK does not export, and small functions on it. Must not keep a state.
import { serverNameOf } from '#contract/plainNames';
import { AsyncLocalStorage } from 'node:async_hooks';
import { initAsync, RoomId, UserId, type OlmMachine } from '@matrix-org/matrix-sdk-crypto-wasm';
import type { MatrixClient, MatrixEvent, RoomMember, UIAuthCallback } from 'matrix-js-sdk';
import { CryptoEvent } from 'matrix-js-sdk/lib/crypto-api';
import type { CryptoBackend } from 'matrix-js-sdk/lib/common-crypto/CryptoBackend';
import type { KeyBackupInfo } from 'matrix-js-sdk/lib/crypto-api';
import { logger as sdkLogger } from 'matrix-js-sdk/lib/logger';

/** Events of the SDK after which the encryption status may differ. */
export const watched = [
  CryptoEvent.KeyBackupStatus,
  CryptoEvent.KeyBackupSessionsRemaining,
  CryptoEvent.KeyBackupDecryptionKeyCached,
  CryptoEvent.KeyBackupFailed,
  CryptoEvent.KeysChanged,
  CryptoEvent.DevicesUpdated,
] as const;

/**
 * The library saves the Olm session of a first message before the room key in that message. A kill between the two would leave a session
 * that has used the message up and refuses it when the inbox is replayed: the room key would be lost. Stores of that early save.
 */
export const savedEarly = { early: ['session', 'devices'], last: 'olm_hashes' };

/** The part of the SDK's logger that can be silenced. */
interface Loglevel {
  methodFactory: () => () => void;
  rebuild(): void;
}

/** The library prints ids and keys (D29): before anything of it runs, its log goes nowhere. Children of the logger inherit this. */
export async function silence(): Promise<void> {
  const root = sdkLogger as unknown as Loglevel;
  root.methodFactory = () => () => undefined;
  root.rebuild();
  await initAsync();
}

/**
 * While it opens, the library asks for the key backup in the background and nothing can wait for the end of that: an answer after `stop`
 * would be an unhandled rejection. We ask ourselves, later.
 */
export async function unconnected<T>({ http }: MatrixClient, work: () => Promise<T>): Promise<T> {
  const { authedRequest } = http;
  http.authedRequest = () => Promise.reject(new Error('not while opening'));
  try {
    return await work();
  } finally {
    http.authedRequest = authedRequest;
  }
}

interface RoomKeyInfo {
  readonly sessionId: string;
}

export type Rust = CryptoBackend & {
  readonly olmMachine: OlmMachine;
  readonly http: MatrixClient['http'];
  onRoomKeysUpdated(keys: RoomKeyInfo[]): Promise<void>;
  onRoomKeysWithheld(keys: RoomKeyInfo[]): Promise<void>;
  onRoomMembership(event: MatrixEvent, member: RoomMember, oldMembership?: string): void;
  readonly roomEncryptors: Readonly<
    Record<string, { prepareForEncryption(blacklist: boolean, isolation: unknown): Promise<void> }>
  >;
  readonly deviceIsolationMode: unknown;
  /** The SDK calls this by name for each verification request that it accepted. */
  onIncomingKeyVerificationRequest(sender: string, flowId: string): void;
  readonly outgoingRequestsManager: { doProcessOutgoingRequests(): Promise<void> };
  /** Its `start` runs timers, asks nobody, and puts a new device over what it could not fetch: it is not called. */
  readonly dehydratedDeviceManager: { resetKey(): Promise<unknown>; delete(): Promise<void> };
  /** Its public methods answer null both for no backup and for a backup that could not be asked for. */
  readonly backupManager: {
    getServerBackupInfo(): Promise<KeyBackupInfo | null | undefined>;
  };
  readonly outgoingRequestProcessor: {
    makeOutgoingRequest(request: unknown, auth?: UIAuthCallback<void>): Promise<void>;
  };
};

/**
 * Reports room keys. The library calls these two methods by name, and knows only events that it failed to decrypt itself since the start.
 */
export function listenToKeys(rust: Rust, tell: (sessionIds: readonly string[]) => void): void {
  const updated = rust.onRoomKeysUpdated.bind(rust);
  const withheld = rust.onRoomKeysWithheld.bind(rust);
  const idsOf = (keys: readonly RoomKeyInfo[]): readonly string[] =>
    keys.map((key) => key.sessionId);
  rust.onRoomKeysUpdated = async (keys) => {
    tell(idsOf(keys));
    await updated(keys);
  };
  rust.onRoomKeysWithheld = async (keys) => {
    tell(idsOf(keys));
    await withheld(keys);
  };
}

/**
 * Each encryption starts a round of requests that no caller waits for: a stop during it would be an unhandled rejection, which ends the
 * process.
 */
export function forgiveRounds({ outgoingRequestsManager: manager }: Rust): void {
  const round = manager.doProcessOutgoingRequests.bind(manager);
  manager.doProcessOutgoingRequests = () => {
    const result = round();
    // A caller who waits for the round still gets its failure.
    result.catch(() => undefined);
    return result;
  };
}

export async function hasPrivateKeys(rust: Rust): Promise<boolean> {
  const status = await rust.olmMachine.crossSigningStatus();
  return status.hasMaster && status.hasSelfSigning && status.hasUserSigning;
}

export async function replaceIdentity(
  rust: Rust,
  userId: string,
  upload: UIAuthCallback<void>,
): Promise<void> {
  const requests = await rust.olmMachine.bootstrapCrossSigning(true);
  const made = await rust.olmMachine.exportCrossSigningKeys();
  for (const request of [
    requests.uploadKeysRequest as unknown,
    requests.uploadSigningKeysRequest,
    requests.uploadSignaturesRequest,
  ]) {
    if (request !== undefined)
      await rust.outgoingRequestProcessor.makeOutgoingRequest(request, upload);
  }
  // An answer that was on its way still had the old identity, and removed the private keys of the new one.
  await rust.userHasCrossSigningKeys(userId, true);
  if (made !== undefined && !(await hasPrivateKeys(rust)))
    await rust.olmMachine.importCrossSigningKeys(
      made.masterKey,
      made.self_signing_key,
      made.userSigningKey,
    );
}

/** The settings that the library has for a room; null: it has none. */
export async function settingsOf(
  rust: Rust,
  roomId: string,
): Promise<Record<string, unknown> | null> {
  const known = await rust.olmMachine.getRoomSettings(new RoomId(roomId));
  if (known === undefined) return null;
  return {
    algorithm: 'm.megolm.v1.aes-sha2',
    ...(known.sessionRotationPeriodMs === undefined
      ? {}
      : { rotation_period_ms: known.sessionRotationPeriodMs }),
    ...(known.sessionRotationPeriodMessages === undefined
      ? {}
      : { rotation_period_msgs: known.sessionRotationPeriodMessages }),
  };
}

/**
 * Answers a function that tells whether old keys were sent to a device while `work` ran: it is no failure if there were no keys, or no
 * device to send them to.
 */
export function noteBundles({ olmMachine: machine }: Rust) {
  const noting = new AsyncLocalStorage<{ devices: boolean }>();
  const share: OlmMachine['shareRoomKeyBundleData'] = machine.shareRoomKeyBundleData.bind(machine);
  machine.shareRoomKeyBundleData = async (...bundle) => {
    const requests = await share(...bundle);
    const noted = noting.getStore();
    if (noted !== undefined)
      noted.devices ||= requests.some(({ event_type: type }) => type === 'm.room.encrypted');
    return requests;
  };
  return async (work: () => Promise<void>): Promise<boolean> => {
    const noted = { devices: false };
    await noting.run(noted, work);
    return noted.devices;
  };
}

/** Queries the devices and the identity of a person, now and whenever they change. */
export async function follow(rust: Rust, userId: string): Promise<void> {
  await rust.olmMachine.updateTrackedUsers([new UserId(userId)]);
  await rust.outgoingRequestsManager.doProcessOutgoingRequests();
}

/**
 * Whether a person has a device that can read, by the server's answer; the library knows the devices afterwards. No server reports changes
 * for people who are only invited, so the library's knowledge of them is as old as its last query. Null: their server did not answer.
 */
export async function hasDevices(
  rust: Rust,
  client: MatrixClient,
  userId: string,
): Promise<boolean | null> {
  await follow(rust, userId);
  const { device_keys: devices, failures = {} } = await client.downloadKeysForUsers([userId]);
  if (Object.keys(devices[userId] ?? {}).length === 0)
    return serverNameOf(userId) in failures ? null : false;
  const query = rust.olmMachine.queryKeysForUsers([new UserId(userId)]);
  await rust.outgoingRequestProcessor.makeOutgoingRequest(query);
  return true;
}

/** The library rejects the whole answer when one id in it cannot be parsed. */
export function isUserId(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  try {
    new UserId(value).free();
    return true;
  } catch {
    // It is no Matrix user id.
    return false;
  }
}
