// What the call classes need of the application: who we are, rooms, TURN servers, devices, and the way to the other side. In place of the
// origin's whole client.
import type { CallEventHandler } from './callEventHandler';
import type { SDPStreamMetadataPurpose } from './callEventTypes';
import type { GroupCall } from './group/groupCall';
import type { MediaHandler } from './mediaHandler';

/** One object per person and room as long as the room is known: members are keys of maps. */
export interface CallMember {
  readonly userId: string;
  readonly membership: string;
}

/** An incoming signal. */
export interface CallSignalEvent {
  getType(): string;
  getSender(): string;
  getContent<T = Record<string, unknown>>(): T;
  getRoomId(): string;
  /** How long ago it was sent, ms. */
  getLocalAge(): number;
}

export interface CallMembers {
  getMember(userId: string): CallMember | null;
}

/** A device that says it is in the group call. */
export interface ListedDevice {
  readonly userId: string;
  readonly deviceId: string;
  readonly sessionId: string;
  readonly expiresMs: number;
  readonly screensharing: boolean;
}

export interface GroupCallRoomView extends CallMembers {
  readonly roomId: string;
  /** Devices that the state of `groupCallId` lists. */
  devicesOf(groupCallId: string): readonly ListedDevice[];
  onUpdate(listener: () => void): () => void;
}

export interface TurnServer {
  urls: string[];
  username?: string;
  credential?: string;
}

export interface CallHost {
  readonly deviceId: string;
  /** Media go through relays only. */
  readonly forceTURN: boolean;
  /** Told to the other side: asked to talk to somebody else, we can follow. */
  readonly supportsCallTransfer: boolean;
  readonly callEventHandler: CallEventHandler;
  /** By room. */
  readonly groupCalls: Map<string, GroupCall>;
  getUserId(): string;
  getDeviceId(): string;
  getSessionId(): string;
  getRoom(roomId: string): CallMembers | null;
  getMediaHandler(): MediaHandler;
  getTurnServers(): readonly TurnServer[];
  /** Asks for new credentials where the old ones have expired; false: there are none. */
  checkTurnServers(): Promise<boolean>;
  /** A public STUN server may stand in where the homeserver has none. */
  isFallbackICEServerAllowed(): boolean;
  /** To everybody in the room. Rejects when it could not be sent. */
  sendEvent(roomId: string, type: string, content: object): Promise<void>;
  /** To one device; whoever implements it encrypts. Rejects when it could not be sent. */
  sendToDevice(userId: string, deviceId: string, type: string, content: object): Promise<void>;
  /** Our own device's entry in the room's group call; null: we are not in it. */
  participate(feeds: readonly { purpose: SDPStreamMetadataPurpose }[] | null): Promise<void>;
}
