// The application as the call classes see it, in calls between two and in group calls: our user id, TURN servers, devices. It must not hold
// a token or a key, nor use the network itself.
import type { CallSignal, CallTurn } from '#contract/areas/calls/callsModels';
import { CallEventHandler } from '../webrtc/callEventHandler';
import type { GroupCall } from '../webrtc/group/groupCall';
import type { CallHost, CallMembers } from '../webrtc/host';
import { MediaHandler } from '../webrtc/mediaHandler';
import type { CallTransport } from './transport';
import { SignalEvent } from './plain';

type HostTransport = Pick<
  CallTransport,
  'userId' | 'deviceId' | 'sessionId' | 'turn' | 'options' | 'refreshTurn' | 'openDevices'
>;

export abstract class TransportHost implements CallHost {
  readonly deviceId: string;
  readonly callEventHandler: CallEventHandler;
  readonly groupCalls = new Map<string, GroupCall>();
  abstract readonly supportsCallTransfer: boolean;
  readonly #transport: HostTransport;
  readonly #media: MediaHandler;

  /** @param opened after a camera or a microphone was opened */
  constructor(transport: HostTransport, opened: (stream: MediaStream) => void) {
    this.#transport = transport;
    this.deviceId = transport.deviceId;
    this.#media = new MediaHandler({
      client: this,
      openDevices: (wants) => transport.openDevices(wants),
      options: () => transport.options(),
      opened,
    });
    this.callEventHandler = new CallEventHandler(this);
  }
  get forceTURN(): boolean {
    return this.#transport.options().relayOnly;
  }
  getUserId = (): string => this.#transport.userId;
  getDeviceId = (): string => this.#transport.deviceId;
  getSessionId = (): string => this.#transport.sessionId;
  getMediaHandler = (): MediaHandler => this.#media;
  getTurnServers = (): CallTurn['servers'] => this.#transport.turn().servers;
  checkTurnServers = async (): Promise<boolean> =>
    (await this.#transport.refreshTurn()).problem === null;
  isFallbackICEServerAllowed = (): boolean => this.#transport.options().publicStun;

  abstract getRoom(roomId: string): CallMembers | null;
  abstract sendEvent: CallHost['sendEvent'];
  abstract sendToDevice: CallHost['sendToDevice'];
  abstract participate: CallHost['participate'];

  deliver(signals: readonly CallSignal[]): void {
    this.callEventHandler.deliver(signals.map((signal) => new SignalEvent(signal)));
  }
  stop(): void {
    this.#media.stopAllStreams();
  }
}

/** Removes undefined members and class instances: only JSON crosses the port. */
export const plain = (value: object): Record<string, unknown> =>
  JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
