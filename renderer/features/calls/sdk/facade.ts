// What calls of two and of many see of MatrixClient alike: who we are, TURN servers, devices, the SDK's own book of calls. There is no token, no
// network and no key here.
import type { MatrixClient } from 'matrix-js-sdk';
import { ClientEvent } from 'matrix-js-sdk/lib/client.js';
import { TypedEventEmitter } from 'matrix-js-sdk/lib/models/typed-event-emitter.js';
import { SyncState } from 'matrix-js-sdk/lib/sync.js';
import { CallState } from 'matrix-js-sdk/lib/webrtc/call.js';
import { CallEventHandler } from 'matrix-js-sdk/lib/webrtc/callEventHandler.js';
import { MediaHandler } from 'matrix-js-sdk/lib/webrtc/mediaHandler.js';
import type { CallSignal, CallTurn } from '#contract/areas/callsModels';
import type { CallLine } from './line';
import { SignalEvent } from './plain';

/** The members that call.ts, callEventHandler.ts, callFeed.ts and mediaHandler.ts read in both. */
export type SharedMembers =
  | 'getUserId'
  | 'getSafeUserId'
  | 'getDeviceId'
  | 'getSessionId'
  | 'deviceId'
  | 'credentials'
  | 'getCrypto'
  | 'getRoom'
  | 'getSyncState'
  | 'getMediaHandler'
  | 'callEventHandler'
  | 'groupCallEventHandler'
  | 'getTurnServers'
  | 'getTurnServersExpiry'
  | 'checkTurnServers'
  | 'isFallbackICEServerAllowed'
  | 'forceTURN'
  | 'iceCandidatePoolSize'
  | 'supportsCallTransfer'
  | 'isVoipWithNoMediaAllowed'
  | 'getUseE2eForGroupCall'
  | 'sendToDevice'
  | 'decryptEventIfNeeded'
  | 'on'
  | 'off'
  | 'removeListener'
  | 'emit';

type Listeners = Record<string, (...args: never[]) => void>;
type FacadeLine = Pick<
  CallLine,
  'userId' | 'deviceId' | 'sessionId' | 'turn' | 'options' | 'refreshTurn'
>;

export class CallsFacade extends TypedEventEmitter<string, Listeners> {
  readonly credentials: { userId: string };
  readonly deviceId: string;
  readonly iceCandidatePoolSize = 0;
  readonly isVoipWithNoMediaAllowed = false;
  readonly callEventHandler: CallEventHandler;
  /** Nobody listens for call events on the client. */
  readonly reEmitter = { reEmit: (): void => undefined };
  readonly #line: FacadeLine;
  readonly #media: MediaHandler;

  constructor(line: FacadeLine) {
    super();
    this.#line = line;
    this.credentials = { userId: line.userId };
    this.deviceId = line.deviceId;
    const self = this as unknown as MatrixClient;
    this.#media = new MediaHandler(self);
    this.callEventHandler = new CallEventHandler(self);
  }
  get forceTURN(): boolean {
    return this.#line.options().relayOnly;
  }
  getUserId = (): string => this.#line.userId;
  getSafeUserId = (): string => this.#line.userId;
  getDeviceId = (): string => this.#line.deviceId;
  getSessionId = (): string => this.#line.sessionId;
  getSyncState = (): SyncState => SyncState.Syncing;
  getMediaHandler = (): MediaHandler => this.#media;
  getTurnServers = (): CallTurn['servers'] => this.#line.turn().servers;
  getTurnServersExpiry = (): number => this.#line.turn().expiresAtMs ?? 0;
  checkTurnServers = async (): Promise<boolean> =>
    (await this.#line.refreshTurn()).problem === null;
  isFallbackICEServerAllowed = (): boolean => this.#line.options().publicStun;
  /** The engine encrypts every signal; the SDK's own way of doing it throws (CALL-7.12). */
  getUseE2eForGroupCall = (): boolean => false;
  getCrypto = (): undefined => undefined;
  decryptEventIfNeeded = async (): Promise<void> => undefined;

  /** @param event what the SDK's book of calls hears a signal by: of the room, or to this device alone */
  deliver(signals: readonly CallSignal[], event: string): void {
    for (const signal of signals) this.emit(event, ...([new SignalEvent(signal)] as never[]));
    // The handler gathers events until a sync is over.
    this.emit(ClientEvent.Sync, ...([SyncState.Syncing] as never[]));
    // A hang-up leaves an ended call behind in the SDK's book.
    const { calls } = this.callEventHandler;
    for (const [callId, call] of calls) if (call.state === CallState.Ended) calls.delete(callId);
  }
  stop(): void {
    this.callEventHandler.stop();
    this.#media.stopAllStreams();
  }
}

/** Without undefined members and class instances: what crosses the port is JSON. */
export const plain = (value: object): Record<string, unknown> =>
  JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
