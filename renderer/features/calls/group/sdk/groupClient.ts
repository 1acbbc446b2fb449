// The stand-in for MatrixClient that group calls work with: signals to single devices and our own entry in the room go to the engine. Its own
// media handler and its own book of legs, so that a call between two and a group never mix.
import type { MatrixClient } from 'matrix-js-sdk';
import { ClientEvent } from 'matrix-js-sdk/lib/client.js';
import type { CallEventHandler } from 'matrix-js-sdk/lib/webrtc/callEventHandler.js';
import type { MatrixCall } from 'matrix-js-sdk/lib/webrtc/call.js';
import { GroupCallEvent, type GroupCall } from 'matrix-js-sdk/lib/webrtc/groupCall.js';
import type { MediaHandler } from 'matrix-js-sdk/lib/webrtc/mediaHandler.js';
import type { CallSignal } from '#contract/areas/callsModels';
import { memberType } from '#contract/areas/callNames';
import type { GroupCallFeed } from '#contract/areas/groupCallsModels';
import { CallsFacade, plain, type SharedMembers } from '../../sdk/facade';
import type { CallLine } from '../../sdk/line';
import { repairMedia } from '../../sdk/repairs';
import { screensOf, type Screens } from '../../sdk/screen';
import { watchDevices, type Devices } from '../../sdk/devices';
import type { GroupRoom } from './groupRoom';

export interface DeviceAddress {
  readonly userId: string;
  readonly deviceId: string;
  readonly sessionId: string;
}

/** What group calls need of the engine, beside what calls between two need. */
export interface GroupLine extends Omit<CallLine, 'send' | 'profile'> {
  sendToDevice(
    to: DeviceAddress,
    type: string,
    callId: string,
    content: Record<string, unknown>,
  ): Promise<void>;
  /** Null: out of it. */
  participate(feeds: readonly GroupCallFeed[] | null): Promise<void>;
  /** Our own entry could not be written. */
  refused(thrown: unknown): void;
}

type ClientForGroups = Pick<
  MatrixClient,
  SharedMembers | 'useLivekitForGroupCalls' | 'sendStateEvent'
>;

type Content = Record<string, unknown>;

interface Opening {
  getUserMediaStreamInternal(
    audio: boolean,
    video: boolean,
    reusable: boolean,
  ): Promise<MediaStream>;
}

class GroupFacade extends CallsFacade {
  readonly supportsCallTransfer = false;
  readonly useLivekitForGroupCalls = false;
  readonly groupCallEventHandler = {
    groupCalls: new Map<string, GroupCall>(),
    getGroupCallById: (id: string): GroupCall | undefined =>
      [...this.groupCallEventHandler.groupCalls.values()].find((one) => one.groupCallId === id),
  };
  readonly #line: GroupLine;
  readonly #room: GroupRoom;

  constructor(line: GroupLine, room: GroupRoom) {
    super(line);
    this.#line = line;
    this.#room = room;
  }
  getRoom = (roomId?: string): GroupRoom | null =>
    roomId === this.#room.roomId ? this.#room : null;
  sendEvent = (): never => {
    throw new Error('A leg of a group call speaks to its device only');
  };
  sendToDevice = async (
    type: string,
    messages: Map<string, Map<string, object>>,
  ): Promise<object> => {
    for (const [userId, devices] of messages) {
      for (const [deviceId, message] of devices) {
        const content = plain(message);
        const sessionId = String(content['dest_session_id']);
        const callId = String(content['call_id']);
        await this.#line.sendToDevice({ userId, deviceId, sessionId }, type, callId, content);
      }
    }
    return {};
  };
  /** Of the whole event that the SDK would write, only our own device counts: the engine merges it. */
  sendStateEvent = async (
    _roomId: string,
    type: string,
    content: object,
  ): Promise<{ event_id: string }> => {
    if (type !== memberType) throw new Error(`Not a window's to write: ${type}`);
    try {
      await this.#line.participate(ownFeeds(content as Content, this.deviceId));
    } catch (thrown) {
      this.#line.refused(thrown);
    }
    return { event_id: '' };
  };
}

// Fails to compile when the facade lacks a member that the call classes read.
const complete: Exclude<keyof ClientForGroups, keyof GroupFacade> extends never ? true : never =
  true;
void complete;

interface OwnDevice {
  readonly device_id: string;
  readonly feeds: readonly GroupCallFeed[];
}

function ownFeeds(content: Content, deviceId: string): readonly GroupCallFeed[] | null {
  const calls = content['m.calls'] as readonly { readonly 'm.devices': readonly OwnDevice[] }[];
  const own = calls
    .flatMap((call) => call['m.devices'])
    .find((device) => device.device_id === deviceId);
  return own?.feeds.map(({ purpose }) => ({ purpose })) ?? null;
}

export interface GroupClient {
  readonly client: MatrixClient;
  readonly groupCalls: Map<string, GroupCall>;
  readonly handler: CallEventHandler;
  readonly media: MediaHandler;
  readonly chooseDevice: Devices['choose'];
  /** Whether a camera may be opened at all: somebody may join a video call with sound only. */
  allowCamera(on: boolean): void;
  readonly screens: Screens;
  deliver(signals: readonly CallSignal[]): void;
  stop(): void;
}

function legsOf(groupCall: GroupCall): MatrixCall[] {
  const legs: MatrixCall[] = [];
  groupCall.forEachCall((leg) => legs.push(leg));
  return legs;
}

const sentBy = (groupCalls: readonly GroupCall[]): MediaStream[] =>
  groupCalls
    .flatMap((one) => [one.localCallFeed, ...legsOf(one).map((leg) => leg.localUsermediaFeed)])
    .flatMap((feed) => feed?.stream ?? []);

/** Without opening anything anew, as the SDK would. */
async function showNothing(groupCall: GroupCall): Promise<void> {
  groupCall.localCallFeed?.setAudioVideoMuted(null, true);
  groupCall.emit(GroupCallEvent.LocalMuteStateChanged, groupCall.isMicrophoneMuted(), true);
  const legs = legsOf(groupCall).filter((leg) => leg.localUsermediaFeed !== undefined);
  await Promise.all(legs.map((leg) => leg.setLocalVideoMuted(true)));
}

export function createGroupClient(line: GroupLine, room: GroupRoom): GroupClient {
  const facade = new GroupFacade(line, room);
  const handler = facade.callEventHandler;
  const media = facade.getMediaHandler();
  let camera = true;
  const { groupCalls } = facade.groupCallEventHandler;
  const devices = watchDevices(media, {
    streams: () => sentBy([...groupCalls.values()]),
    async cameraOff() {
      camera = false;
      await Promise.all([...groupCalls.values()].map(showNothing));
    },
    tell: line.deviceNews,
  });
  repairMedia(media, line, devices.watch);
  const opened = media as unknown as Opening;
  const internal = opened.getUserMediaStreamInternal.bind(media);
  opened.getUserMediaStreamInternal = (audio, video, reusable) =>
    internal(audio, video && camera, reusable);
  handler.start();
  return {
    client: facade as unknown as MatrixClient,
    groupCalls,
    handler,
    media,
    chooseDevice: devices.choose,
    allowCamera: (on) => (camera = on),
    screens: screensOf(media),
    deliver: (signals) => facade.deliver(signals, ClientEvent.ToDeviceEvent),
    stop() {
      devices.stop();
      facade.stop();
    },
  };
}
