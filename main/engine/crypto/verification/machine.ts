// The library's side of verification: its requests, emoji ("SAS") and codes ("QR"), and the sending of its outgoing messages. Must not
// decide which requests count.
import {
  DeviceId,
  DeviceLists,
  EventId,
  OwnUserIdentity,
  Qr,
  QrCodeScan,
  RoomId,
  RoomMessageRequest,
  Sas,
  SignatureUploadRequest,
  UserId,
  VerificationMethod,
  type OtherUserIdentity,
  type VerificationRequest,
} from '@matrix-org/matrix-sdk-crypto-wasm';
import { appFailure } from '#contract/wire/errors';
import type { RawEvent } from '#stores/events/types';
import { createKeyedQueue } from '../../base/keyedQueue';
import type { Log } from '../../base/types';
import { reported, unexpected } from '../../base/unexpected';
import type { Rust } from '../library';
import type { Turns } from '../turns';

type Content = Record<string, unknown>;

/** Sends an event to a room, encrypted where the room is; answers its id. */
export type SendInRoom = (
  roomId: string,
  type: string,
  content: Content,
  txnId: string,
) => Promise<string>;

interface Outgoing {
  readonly type: unknown;
}

/** The ways that both sides support: compare emoji, show a code that the other side reads, read theirs. */
export interface Ways {
  readonly emoji: boolean;
  readonly show: boolean;
  readonly read: boolean;
}

/**
 * `not_a_code`: no QR code of a verification. `other_verification`: of another one. `wrong_keys`: of this one, with keys that differ from
 * those we know.
 */
export type CodeReading = Qr | 'not_a_code' | 'other_verification' | 'wrong_keys';

export interface AskingOwn {
  /** Asked just before the library makes the request: one of theirs may have come meanwhile, and with two the library cancels both. */
  isWanted(): boolean;
  /** Before it leaves. */
  made(request: VerificationRequest): void;
}

export interface VerificationMachine {
  /** Called for each request that came to this device and that the library accepted. */
  onRequest(listener: (sender: string, flowId: string) => void): void;
  find(userId: string, flowId: string): VerificationRequest | null;
  /** Takes a verification event of a room. */
  receive(roomId: string, event: Omit<RawEvent, 'unsigned'>): Promise<void>;
  /** Asks the server for a person's devices and identity. */
  query(userId: string): Promise<void>;
  /** Asks the server for a person's devices unless this one is known. */
  meet(userId: string, deviceId: string): Promise<void>;
  /** Cancels expired requests and forgets ended ones, because with two requests for one person the library cancels both. */
  collect(): Promise<void>;
  /** Asks one of our own devices, or all of them. */
  askOwn(deviceId: string | null, asking: AskingOwn): Promise<void>;
  /** Asks in a room. No answer to it may reach the library before this resolves. */
  askInRoom(userId: string, roomId: string): Promise<VerificationRequest>;
  deviceName(userId: string, deviceId: string): Promise<string | null>;
  accept(request: VerificationRequest): Promise<void>;
  startEmoji(request: VerificationRequest): Promise<void>;
  emojiOf(request: VerificationRequest): Sas | null;
  /** The ways that both sides have announced. */
  waysOf(request: VerificationRequest): Ways;
  /** Null: this side has no keys to show, or the other side cannot read codes. */
  makeCode(request: VerificationRequest): Promise<Qr | null>;
  /** Takes the bytes of a code that was read; a correct one continues the verification and the other side is told. */
  readCode(request: VerificationRequest, bytes: Uint8Array): Promise<CodeReading>;
  /** Resolves when the server has the request. */
  post(outgoing: unknown): Promise<void>;
  /** Sends the outgoing messages that the library has now. */
  pump(): void;
  stop(): void;
}

const methods = [
  VerificationMethod.SasV1,
  VerificationMethod.QrCodeShowV1,
  VerificationMethod.QrCodeScanV1,
  VerificationMethod.ReciprocateV1,
];

/** The library's errors about a code can only be told apart by their texts. */
function faultOf(thrown: unknown): Exclude<CodeReading, Qr> {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  if (text.includes('flow id did not match')) return 'other_verification';
  if (text.includes("keys that are being verified didn't match")) return 'wrong_keys';
  throw thrown;
}

function scanOf(bytes: Uint8Array): QrCodeScan | null {
  try {
    return QrCodeScan.fromBytes(new Uint8ClampedArray(bytes));
  } catch {
    // The bytes are no code of a verification.
    return null;
  }
}

/**
 * The library offers an event for a room again until it was told that the event was sent. These events have a queue of their own:
 * encrypting may wait for the very round of requests in which one is offered.
 */
function inLine(
  rust: Rust,
  sendInRoom: SendInRoom,
  signed: (userIds: readonly string[]) => Promise<void>,
  log: Log,
): (outgoing: unknown) => Promise<void> {
  const processor = rust.outgoingRequestProcessor;
  const plain = processor.makeOutgoingRequest.bind(processor);
  const make: typeof plain = async (request, auth) => {
    await plain(request, auth);
    if (request instanceof SignatureUploadRequest)
      await signed(Object.keys(JSON.parse(request.body) as Content));
  };
  const leaving = new Map<string, Promise<void>>();
  let line: Promise<unknown> = Promise.resolve();

  async function put(request: RoomMessageRequest): Promise<void> {
    const { id, type, room_id, event_type, txn_id, body } = request;
    const eventId = await sendInRoom(room_id, event_type, JSON.parse(body) as Content, txn_id);
    await rust.olmMachine.markRequestAsSent(id, type, JSON.stringify({ event_id: eventId }));
  }

  function leave(request: RoomMessageRequest): Promise<void> {
    const known = leaving.get(request.id);
    if (known !== undefined) return known;
    const { id } = request;
    const result = line.then(() => put(request)).finally(() => leaving.delete(id));
    leaving.set(id, result);
    // The caller gets the failure.
    line = result.catch(() => undefined);
    return result;
  }

  processor.makeOutgoingRequest = async (request, auth) => {
    if (!(request instanceof RoomMessageRequest)) return make(request, auth);
    leave(request).catch(reported(log, 'an event of a verification'));
  };
  return (outgoing) =>
    outgoing instanceof RoomMessageRequest ? leave(outgoing) : make(outgoing as Outgoing);
}

export function createMachine(
  rust: Rust,
  sendInRoom: SendInRoom,
  turns: Pick<Turns, 'send'>,
  log: Log,
): VerificationMachine {
  const { olmMachine: machine } = rust;
  const queue = createKeyedQueue();
  /** People with whom a comparison of emoji began and whose identity was not signed yet. */
  const verifying = new Set<string>();
  // Queries a person who was just signed: for people in no encrypted room with us the server reports no changes.
  const signed = async (userIds: readonly string[]): Promise<void> => {
    for (const userId of userIds) if (verifying.delete(userId)) await query(userId);
  };
  const post = inLine(rust, sendInRoom, signed, log);
  let stopped = false;

  async function query(userId: string): Promise<void> {
    await post(machine.queryKeysForUsers([new UserId(userId)]));
  }

  /**
   * The library computes the next state of a request from the state when the call began. It would overwrite a change that came meanwhile,
   * so no two calls run at once.
   */
  const apart = <T>(work: () => Promise<T>): Promise<T> => queue('', () => turns.send(work));

  async function knowDevice({ otherUserId, otherDeviceId }: VerificationRequest): Promise<void> {
    const known =
      otherDeviceId !== undefined && (await machine.getDevice(otherUserId, otherDeviceId));
    if (known === undefined) await query(otherUserId.toString());
  }

  function pump(): void {
    if (stopped) return;
    rust.outgoingRequestsManager.doProcessOutgoingRequests().catch((thrown: unknown) => {
      // The library is gone then, with its outgoing messages.
      if (!stopped) unexpected(log, 'what a verification sends', thrown);
    });
  }

  async function askOwn(deviceId: string | null, { isWanted, made }: AskingOwn): Promise<void> {
    const userId = machine.userId;
    // The library writes only to devices that it knows, and does not know one that has just signed in.
    await query(userId.toString());
    verifying.add(userId.toString());
    if (deviceId === null) {
      const identity = await machine.getIdentity(userId);
      if (!(identity instanceof OwnUserIdentity)) throw noIdentity();
      if (!isWanted()) return;
      const [request, outgoing] = await identity.requestVerification(methods);
      made(request);
      return post(outgoing);
    }
    const device = await machine.getDevice(userId, new DeviceId(deviceId), 5);
    if (device === undefined) throw appFailure('not_found', 'There is no such device');
    if (!isWanted()) return;
    const [request, outgoing] = device.requestVerification(methods);
    made(request);
    await post(outgoing);
  }

  async function askInRoom(userId: string, roomId: string): Promise<VerificationRequest> {
    await query(userId);
    verifying.add(userId);
    const identity = (await machine.getIdentity(new UserId(userId))) as
      OtherUserIdentity | undefined;
    if (identity === undefined) throw noIdentity();
    const content = {
      ...(JSON.parse(identity.verificationRequestContent(methods)) as Content),
      // The library omits this field (matrix-rust-sdk 5643).
      msgtype: 'm.key.verification.request',
    };
    const txnId = crypto.randomUUID();
    const eventId = await sendInRoom(roomId, 'm.room.message', content, txnId);
    return identity.requestVerification(new RoomId(roomId), new EventId(eventId), methods);
  }

  return {
    onRequest(listener) {
      rust.onIncomingKeyVerificationRequest = listener;
    },
    find: (userId, flowId) => machine.getVerificationRequest(new UserId(userId), flowId) ?? null,
    receive: (roomId, event) =>
      queue('', () => machine.receiveVerificationEvent(JSON.stringify(event), new RoomId(roomId))),
    query,
    async meet(userId, deviceId) {
      const device = await machine.getDevice(new UserId(userId), new DeviceId(deviceId));
      if (device === undefined) await query(userId);
    },
    async collect() {
      // This form passes an empty sync: an empty list of key counts would mean that no one-time keys are left.
      await machine.receiveSyncChangesMsc4186('[]', new DeviceLists(), new Map());
      pump();
    },
    askOwn,
    askInRoom,
    async deviceName(userId, deviceId) {
      const device = await machine.getDevice(new UserId(userId), new DeviceId(deviceId));
      return device?.displayName ?? null;
    },
    async accept(request) {
      // The emoji need the other device's keys.
      const userId = request.otherUserId.toString();
      await query(userId);
      verifying.add(userId);
      const outgoing = request.acceptWithMethods(methods);
      if (outgoing !== undefined) await post(outgoing);
    },
    async startEmoji(request) {
      await knowDevice(request);
      // Theirs may have begun meanwhile: the library would make a second exchange, and cancel both.
      const started = await apart(async () =>
        request.getVerification() instanceof Sas ? undefined : request.startSas(),
      );
      if (started !== undefined) await post(started[1]);
    },
    emojiOf(request) {
      const verification = request.getVerification();
      return verification instanceof Sas ? verification : null;
    },
    waysOf({ theirSupportedMethods: theirs }) {
      const has = (method: VerificationMethod): boolean => theirs?.includes(method) === true;
      const reciprocal = has(VerificationMethod.ReciprocateV1);
      return {
        emoji: theirs === undefined || has(VerificationMethod.SasV1),
        show: reciprocal && has(VerificationMethod.QrCodeScanV1),
        read: reciprocal && has(VerificationMethod.QrCodeShowV1),
      };
    },
    async makeCode(request) {
      await knowDevice(request);
      // Emoji may have begun meanwhile, or the request may have ended: the library would go back to the code.
      return apart(async () => (request.isReady() ? await request.generateQrCode() : null) ?? null);
    },
    async readCode(request, bytes) {
      const scan = scanOf(bytes);
      if (scan === null) return 'not_a_code';
      await knowDevice(request);
      const qr = await apart(() => request.scanQrCode(scan).catch(faultOf));
      const outgoing = qr instanceof Qr ? qr.reciprocate() : undefined;
      if (outgoing !== undefined) await post(outgoing);
      return qr;
    },
    post,
    pump,
    stop: () => {
      stopped = true;
    },
  };
}

const noIdentity = () =>
  appFailure('no_identity', 'There is no identity that could be compared with');
