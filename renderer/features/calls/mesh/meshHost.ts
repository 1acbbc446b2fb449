// The host of group calls: signals to single devices and our own entry in the room go to the engine. Its own
// media handler and its own book of legs, so that a call between two and a group never mix.
import type { CallSignal } from '#contract/areas/calls/callsModels';
import type { GroupCallFeed } from '#contract/areas/calls/groupCallsModels';
import { watchDevices, type Devices } from '../media/openDevices';
import { TransportHost, plain } from '../media/transportHost';
import type { CallTransport } from '../media/transport';
import type { GroupCall } from '../webrtc/group/groupCall';
import { GroupCallEvent } from '../webrtc/group/states';
import type { CallHost } from '../webrtc/host';
import type { MediaHandler } from '../webrtc/mediaHandler';
import type { GroupRoom } from './groupRoom';

export interface DeviceAddress {
  readonly userId: string;
  readonly deviceId: string;
  readonly sessionId: string;
}

/** What group calls need of the engine, beside what calls between two need. */
export interface MeshTransport extends Omit<CallTransport, 'send' | 'profile'> {
  sendToDevice(
    to: DeviceAddress,
    type: string,
    callId: string,
    content: Record<string, unknown>,
  ): Promise<void>;
  /** Writes our entry into the call's state with these feeds; null takes us out of the call. */
  participate(feeds: readonly GroupCallFeed[] | null): Promise<void>;
  /** Our own entry could not be written. */
  refused(thrown: unknown): void;
}

class GroupHost extends TransportHost {
  readonly supportsCallTransfer = false;
  readonly #transport: MeshTransport;
  readonly #room: GroupRoom;

  constructor(transport: MeshTransport, room: GroupRoom, opened: (stream: MediaStream) => void) {
    super(transport, opened);
    this.#transport = transport;
    this.#room = room;
  }
  getRoom = (roomId: string): GroupRoom | null =>
    roomId === this.#room.roomId ? this.#room : null;
  sendEvent = async (): Promise<never> => {
    throw new Error('A leg of a group call speaks to its device only');
  };
  sendToDevice = async (
    userId: string,
    deviceId: string,
    type: string,
    message: object,
  ): Promise<void> => {
    const content = plain(message);
    const sessionId = String(content['dest_session_id']);
    const callId = String(content['call_id']);
    await this.#transport.sendToDevice({ userId, deviceId, sessionId }, type, callId, content);
  };
  participate: CallHost['participate'] = async (feeds) => {
    try {
      await this.#transport.participate(feeds);
    } catch (thrown) {
      this.#transport.refused(thrown);
    }
  };
}

export interface GroupClient {
  readonly client: CallHost;
  readonly groupCalls: Map<string, GroupCall>;
  readonly media: MediaHandler;
  readonly chooseDevice: Devices['choose'];
  /** Whether a camera may be opened at all: somebody may join a video call with sound only. */
  allowCamera(on: boolean): void;
  /** Without a microphone: somebody may only listen. */
  onlyListen(): void;
  deliver(signals: readonly CallSignal[]): void;
  stop(): void;
}

const sentBy = (groupCalls: readonly GroupCall[]): MediaStream[] =>
  groupCalls
    .flatMap((one) => [one.localCallFeed, ...one.legs.all.map((leg) => leg.localUsermediaFeed)])
    .flatMap((feed) => feed?.stream ?? []);

/** Without opening anything anew, as the SDK would. */
async function showNothing(groupCall: GroupCall): Promise<void> {
  groupCall.localCallFeed?.setAudioVideoMuted(null, true);
  groupCall.emit(GroupCallEvent.LocalMuteStateChanged, groupCall.isMicrophoneMuted(), true);
  await Promise.all(groupCall.legs.ready.map((leg) => leg.setLocalVideoMuted(true)));
}

export function createGroupClient(transport: MeshTransport, room: GroupRoom): GroupClient {
  const host = new GroupHost(transport, room, (stream) => devices.watch(stream));
  const media = host.getMediaHandler();
  const { groupCalls } = host;
  const devices = watchDevices(media, {
    streams: () => sentBy([...groupCalls.values()]),
    async cameraOff() {
      media.cameraAllowed = false;
      await Promise.all([...groupCalls.values()].map(showNothing));
    },
    tell: transport.deviceNews,
  });
  return {
    client: host,
    groupCalls,
    media,
    chooseDevice: devices.choose,
    allowCamera: (on) => (media.cameraAllowed = on),
    onlyListen: () => (media.microphoneAllowed = false),
    deliver: (signals) => host.deliver(signals),
    stop() {
      devices.stop();
      host.stop();
    },
  };
}
