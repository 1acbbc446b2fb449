// The SDK's RustCrypto as we use it, whose type is internal to the SDK, and small questions to it. Must not keep a state.
import { RoomId, UserId, type OlmMachine } from '@matrix-org/matrix-sdk-crypto-wasm';
import type { MatrixEvent, RoomMember, UIAuthCallback } from 'matrix-js-sdk';
import { CryptoEvent } from 'matrix-js-sdk/lib/crypto-api';
import type { CryptoBackend } from 'matrix-js-sdk/lib/common-crypto/CryptoBackend';

/** What may change the status. */
export const watched = [
  CryptoEvent.KeyBackupStatus,
  CryptoEvent.KeyBackupSessionsRemaining,
  CryptoEvent.KeyBackupDecryptionKeyCached,
  CryptoEvent.KeysChanged,
  CryptoEvent.DevicesUpdated,
] as const;

interface RoomKeyInfo {
  readonly sessionId: string;
}

export type Rust = CryptoBackend & {
  readonly olmMachine: OlmMachine;
  onRoomKeysUpdated(keys: RoomKeyInfo[]): Promise<void>;
  onRoomKeysWithheld(keys: RoomKeyInfo[]): Promise<void>;
  onRoomMembership(event: MatrixEvent, member: RoomMember, oldMembership?: string): void;
  readonly roomEncryptors: Readonly<
    Record<string, { prepareForEncryption(blacklist: boolean, isolation: unknown): Promise<void> }>
  >;
  readonly deviceIsolationMode: unknown;
  /** Called by name for each request for verification that was taken. */
  onIncomingKeyVerificationRequest(sender: string, flowId: string): void;
  readonly outgoingRequestsManager: { doProcessOutgoingRequests(): Promise<void> };
  readonly outgoingRequestProcessor: {
    makeOutgoingRequest(request: unknown, auth?: UIAuthCallback<void>): Promise<void>;
  };
};

/** Tells of room keys. The library calls these two by name, and knows only events that it failed to decrypt itself since the start. */
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

/** Whoever encrypts starts a round of requests that nobody waits for: stopped in it, the library would end the process. */
export function forgiveRounds({ outgoingRequestsManager: manager }: Rust): void {
  const round = manager.doProcessOutgoingRequests.bind(manager);
  manager.doProcessOutgoingRequests = () => {
    const result = round();
    // Who waits for it still has the failure.
    result.catch(() => undefined);
    return result;
  };
}

export async function hasPrivateKeys(rust: Rust): Promise<boolean> {
  const status = await rust.olmMachine.crossSigningStatus();
  return status.hasMaster && status.hasSelfSigning && status.hasUserSigning;
}

/** The settings that the library has for a room; null: it was not told of it. */
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

/** Asks for the devices and the identity of somebody, now and whenever they change. */
export async function follow(rust: Rust, userId: string): Promise<void> {
  await rust.olmMachine.updateTrackedUsers([new UserId(userId)]);
  await rust.outgoingRequestsManager.doProcessOutgoingRequests();
}

/** The library throws the whole answer away when one id in it cannot be parsed. */
export function isUserId(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  try {
    new UserId(value).free();
    return true;
  } catch {
    // No Matrix id.
    return false;
  }
}
