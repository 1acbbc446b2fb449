// The stand-in for MatrixClient: what matrix-js-sdk's call classes really touch. Signals go to the engine, which encrypts; there is no
// token, no network and no key here.
import type { MatrixClient } from 'matrix-js-sdk';
import { ClientEvent } from 'matrix-js-sdk/lib/client.js';
import { RoomEvent } from 'matrix-js-sdk/lib/models/room.js';
import { TypedEventEmitter } from 'matrix-js-sdk/lib/models/typed-event-emitter.js';
import { SyncState } from 'matrix-js-sdk/lib/sync.js';
import { CallState } from 'matrix-js-sdk/lib/webrtc/call.js';
import { CallEventHandler } from 'matrix-js-sdk/lib/webrtc/callEventHandler.js';
import { MediaHandler } from 'matrix-js-sdk/lib/webrtc/mediaHandler.js';
import type { CallRoom, CallSignal, CallTurn } from '../../../../preload/contract/callModels';
import { PlainRoom, SignalEvent } from './plain';
import { repairMedia } from './repairs';
import { screensOf, type Screens } from './screen';

/** What the call classes need of the engine. */
export interface CallLine {
  readonly userId: string;
  readonly deviceId: string;
  readonly sessionId: string;
  send(
    roomId: string,
    type: string,
    callId: string,
    content: Record<string, unknown>,
  ): Promise<string | null>;
  turn(): CallTurn;
  /** The person's choice: only through relays; and whether a public STUN server may stand in where the server has none (CALL-7.16). */
  options(): { readonly relayOnly: boolean; readonly publicStun: boolean };
  refreshTurn(): Promise<CallTurn>;
  /** Before camera or microphone are opened; throws an error called NotAllowedError where they may not be. */
  openDevices(wants: { readonly microphone: boolean; readonly camera: boolean }): Promise<void>;
  /** Nothing is open any more. */
  closeDevices(): void;
  profile(userId: string): Promise<{ displayName: string | null; avatarMxc: string | null }>;
}

/** Exactly the members that call.ts, callEventHandler.ts, callFeed.ts and mediaHandler.ts read. */
type ClientForCalls = Pick<
  MatrixClient,
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
  | 'sendEvent'
  | 'sendToDevice'
  | 'decryptEventIfNeeded'
  | 'cancelPendingEvent'
  | 'getProfileInfo'
  | 'on'
  | 'off'
  | 'removeListener'
  | 'emit'
>;

export interface CallClient {
  /** For the SDK's classes. */
  readonly client: MatrixClient;
  readonly handler: CallEventHandler;
  readonly media: MediaHandler;
  readonly screens: Screens;
  /** Before the signals that need it. */
  setRoom(room: CallRoom): PlainRoom;
  room(roomId: string): PlainRoom | null;
  /** Vetted by the engine, in order. */
  deliver(signals: readonly CallSignal[]): void;
  stop(): void;
}

type Listeners = Record<string, (...args: never[]) => void>;

/** Without undefined members and class instances: what crosses the port is JSON. */
const plain = (value: object): Record<string, unknown> =>
  JSON.parse(JSON.stringify(value)) as Record<string, unknown>;

const unsupported = (): never => {
  throw new Error('Group calls have a client of their own');
};

class Facade extends TypedEventEmitter<string, Listeners> {
  readonly credentials: { userId: string };
  readonly deviceId: string;
  readonly iceCandidatePoolSize = 0;
  /** Said to the other side: asked to talk to somebody else, we can follow. */
  readonly supportsCallTransfer = true;
  readonly isVoipWithNoMediaAllowed = false;
  readonly rooms = new Map<string, PlainRoom>();
  readonly callEventHandler: CallEventHandler;
  readonly groupCallEventHandler = { groupCalls: new Map(), getGroupCallById: () => undefined };
  /** Nobody listens for call events on the client. */
  readonly reEmitter = { reEmit: (): void => undefined };
  readonly #line: CallLine;
  readonly #media: MediaHandler;

  constructor(line: CallLine) {
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
  getRoom = (roomId?: string): PlainRoom | null => this.rooms.get(roomId ?? '') ?? null;
  getMediaHandler = (): MediaHandler => this.#media;
  getTurnServers = (): CallTurn['servers'] => this.#line.turn().servers;
  getTurnServersExpiry = (): number => this.#line.turn().expiresAtMs ?? 0;
  checkTurnServers = async (): Promise<boolean> => {
    const turn = await this.#line.refreshTurn();
    return turn.problem === null;
  };
  isFallbackICEServerAllowed = (): boolean => this.#line.options().publicStun;
  getUseE2eForGroupCall = (): boolean => false;
  getCrypto = (): undefined => undefined;
  decryptEventIfNeeded = async (): Promise<void> => undefined;
  cancelPendingEvent = (): void => undefined;
  sendToDevice = unsupported;
  getProfileInfo = async (
    userId: string,
  ): Promise<{ displayname?: string; avatar_url?: string }> => {
    const { displayName, avatarMxc } = await this.#line.profile(userId);
    return {
      ...(displayName === null ? {} : { displayname: displayName }),
      ...(avatarMxc === null ? {} : { avatar_url: avatarMxc }),
    };
  };
  sendEvent = async (
    roomId: string,
    type: string,
    content: object,
  ): Promise<{ event_id: string }> => {
    const json = plain(content);
    const eventId = await this.#line.send(roomId, type, String(json['call_id']), json);
    return { event_id: eventId ?? '' };
  };
}

// Fails to compile when the facade lacks a member that the call classes read.
const complete: Exclude<keyof ClientForCalls, keyof Facade> extends never ? true : never = true;
void complete;

export function createCallClient(line: CallLine): CallClient {
  const facade = new Facade(line);
  const handler = facade.callEventHandler;
  const media = facade.getMediaHandler();
  repairMedia(media, (wants) => line.openDevices(wants));
  handler.start();
  return {
    client: facade as unknown as MatrixClient,
    handler,
    media,
    screens: screensOf(media),
    setRoom(value) {
      const room = facade.rooms.get(value.roomId) ?? new PlainRoom(value.roomId);
      facade.rooms.set(value.roomId, room);
      room.apply(value);
      return room;
    },
    room: (roomId) => facade.rooms.get(roomId) ?? null,
    deliver(signals) {
      for (const signal of signals)
        facade.emit(RoomEvent.Timeline, ...([new SignalEvent(signal)] as never[]));
      // The handler gathers events until a sync is over.
      facade.emit(ClientEvent.Sync, ...([SyncState.Syncing] as never[]));
      // A hang-up leaves an ended call behind in the SDK's book.
      for (const [callId, call] of handler.calls)
        if (call.state === CallState.Ended) handler.calls.delete(callId);
    },
    stop() {
      handler.stop();
      media.stopAllStreams();
    },
  };
}
