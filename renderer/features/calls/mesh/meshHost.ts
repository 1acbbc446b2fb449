// The host of group calls: it sends to-device signals and our own membership through the engine. It has a media handler and a list of legs
// of its own, so that calls between two and group calls never mix.
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

/** The services that group calls take from the engine, beside those of calls between two. */
export interface MeshTransport extends Omit<CallTransport, 'send' | 'profile'> {
  sendToDevice(
    to: DeviceAddress,
    type: string,
    callId: string,
    content: Record<string, unknown>,
  ): Promise<void>;
  /** Writes our feeds into the call's state in the room; null removes us from the call. */
  participate(feeds: readonly GroupCallFeed[] | null): Promise<void>;
  /** Called when our membership could not be written. */
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
  /** Whether a camera may be opened: a person may join a video call with sound only. */
  allowCamera(on: boolean): void;
  /** Opens no microphone: the person only listens. */
  onlyListen(): void;
  deliver(signals: readonly CallSignal[]): void;
  stop(): void;
}

const sentBy = (groupCalls: readonly GroupCall[]): MediaStream[] =>
  groupCalls
    .flatMap((one) => [one.localCallFeed, ...one.legs.all.map((leg) => leg.localUsermediaFeed)])
    .flatMap((feed) => feed?.stream ?? []);

/** Mutes the camera without opening a device again, as the SDK would. */
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
