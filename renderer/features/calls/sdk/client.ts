// The stand-in for MatrixClient that calls between two work with: their signals go to the engine, which encrypts.
import type { MatrixClient } from 'matrix-js-sdk';
import { RoomEvent } from 'matrix-js-sdk/lib/models/room.js';
import type { CallEventHandler } from 'matrix-js-sdk/lib/webrtc/callEventHandler.js';
import type { MediaHandler } from 'matrix-js-sdk/lib/webrtc/mediaHandler.js';
import type { CallRoom, CallSignal } from '#contract/areas/callsModels';
import { CallsFacade, plain, type SharedMembers } from './facade';
import type { CallLine } from './line';
import { PlainRoom } from './plain';
import { repairMedia } from './repairs';
import { screensOf, type Screens } from './screen';
import { watchDevices, type Devices } from './devices';

type ClientForCalls = Pick<
  MatrixClient,
  SharedMembers | 'sendEvent' | 'cancelPendingEvent' | 'getProfileInfo'
>;

export interface CallClient extends Pick<CallLine, 'mayOpenMicrophone'> {
  /** For the SDK's classes. */
  readonly client: MatrixClient;
  readonly handler: CallEventHandler;
  readonly media: MediaHandler;
  readonly chooseDevice: Devices['choose'];
  readonly screens: Screens;
  /** Before the signals that need it. */
  setRoom(room: CallRoom): PlainRoom;
  room(roomId: string): PlainRoom | null;
  /** Vetted by the engine, in order. */
  deliver(signals: readonly CallSignal[]): void;
  stop(): void;
}

const unsupported = (): never => {
  throw new Error('Group calls have a client of their own');
};

class Facade extends CallsFacade {
  /** Said to the other side: asked to talk to somebody else, we can follow. */
  readonly supportsCallTransfer = true;
  readonly rooms = new Map<string, PlainRoom>();
  readonly groupCallEventHandler = { groupCalls: new Map(), getGroupCallById: () => undefined };
  readonly #line: CallLine;

  constructor(line: CallLine) {
    super(line);
    this.#line = line;
  }
  getRoom = (roomId?: string): PlainRoom | null => this.rooms.get(roomId ?? '') ?? null;
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
  const running = () => [...handler.calls.values()].filter((call) => !call.callHasEnded());
  const devices = watchDevices(media, {
    streams: () => running().flatMap((call) => call.localUsermediaFeed?.stream ?? []),
    cameraOff: () => Promise.all(running().map((call) => call.setLocalVideoMuted(true))),
    tell: line.deviceNews,
  });
  repairMedia(media, line, devices.watch);
  handler.start();
  return {
    client: facade as unknown as MatrixClient,
    handler,
    media,
    chooseDevice: devices.choose,
    screens: screensOf(media),
    mayOpenMicrophone: () => line.mayOpenMicrophone(),
    setRoom(value) {
      const room = facade.rooms.get(value.roomId) ?? new PlainRoom(value.roomId);
      facade.rooms.set(value.roomId, room);
      room.apply(value);
      return room;
    },
    room: (roomId) => facade.rooms.get(roomId) ?? null,
    deliver: (signals) => facade.deliver(signals, RoomEvent.Timeline),
    stop() {
      devices.stop();
      facade.stop();
    },
  };
}
