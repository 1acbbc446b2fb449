// The host of calls between two: their signals go to the room through the engine, which encrypts.
import type { CallRoom, CallSignal } from '#contract/areas/calls/callsModels';
import type { CallEventHandler } from '../webrtc/callEventHandler';
import type { CallHost } from '../webrtc/host';
import type { MediaHandler } from '../webrtc/mediaHandler';
import { watchDevices, type Devices } from '../media/openDevices';
import { TransportHost, plain } from '../media/transportHost';
import type { CallTransport } from '../media/transport';
import { PlainRoom } from '../media/plain';

export interface CallClient extends Pick<CallTransport, 'mayOpenMicrophone' | 'profile'> {
  /** The host that the call classes use. */
  readonly client: CallHost;
  readonly handler: CallEventHandler;
  readonly media: MediaHandler;
  readonly chooseDevice: Devices['choose'];
  /** Must be called before the signals that need the room. */
  setRoom(room: CallRoom): PlainRoom;
  room(roomId: string): PlainRoom | null;
  /** Vetted by the engine, in order. */
  deliver(signals: readonly CallSignal[]): void;
  stop(): void;
}

const unsupported = async (): Promise<never> => {
  throw new Error('Group calls have a host of their own');
};

class DirectHost extends TransportHost {
  readonly supportsCallTransfer = true;
  readonly rooms = new Map<string, PlainRoom>();
  readonly #transport: CallTransport;

  constructor(transport: CallTransport, opened: (stream: MediaStream) => void) {
    super(transport, opened);
    this.#transport = transport;
  }
  getRoom = (roomId: string): PlainRoom | null => this.rooms.get(roomId) ?? null;
  sendToDevice = unsupported;
  participate = unsupported;
  sendEvent = async (roomId: string, type: string, content: object): Promise<void> => {
    const json = plain(content);
    await this.#transport.send(roomId, type, String(json['call_id']), json);
  };
}

export function createCallClient(transport: CallTransport): CallClient {
  const host = new DirectHost(transport, (stream) => devices.watch(stream));
  const handler = host.callEventHandler;
  const media = host.getMediaHandler();
  const running = () => [...handler.calls.values()].filter((call) => !call.callHasEnded());
  const devices = watchDevices(media, {
    streams: () => running().flatMap((call) => call.localUsermediaFeed?.stream ?? []),
    cameraOff: () => Promise.all(running().map((call) => call.setLocalVideoMuted(true))),
    tell: transport.deviceNews,
  });
  return {
    client: host,
    handler,
    media,
    chooseDevice: devices.choose,
    mayOpenMicrophone: () => transport.mayOpenMicrophone(),
    profile: (userId) => transport.profile(userId),
    setRoom(value) {
      const room = host.rooms.get(value.roomId) ?? new PlainRoom(value.roomId);
      host.rooms.set(value.roomId, room);
      room.apply(value);
      return room;
    },
    room: (roomId) => host.rooms.get(roomId) ?? null,
    deliver: (signals) => host.deliver(signals),
    stop() {
      devices.stop();
      host.stop();
    },
  };
}
