// The interface of the application for the call classes: our user id, rooms, TURN servers, devices, and the sending of signals. It replaces
// the whole client of the SDK.
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
  /** Milliseconds since the signal was sent. */
  getLocalAge(): number;
}

export interface CallMembers {
  getMember(userId: string): CallMember | null;
}

/** A device that is listed in the group call. */
export interface ListedDevice {
  readonly userId: string;
  readonly deviceId: string;
  readonly sessionId: string;
  readonly expiresMs: number;
  readonly screensharing: boolean;
}

export interface GroupCallRoomView extends CallMembers {
  readonly roomId: string;
  /** The devices that the room state lists for `groupCallId`. */
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
  /** Media use relays only. */
  readonly forceTURN: boolean;
  /** Sent to the other side: we can follow a transfer. */
  readonly supportsCallTransfer: boolean;
  readonly callEventHandler: CallEventHandler;
  /** Group calls by room id. */
  readonly groupCalls: Map<string, GroupCall>;
  getUserId(): string;
  getDeviceId(): string;
  getSessionId(): string;
  getRoom(roomId: string): CallMembers | null;
  getMediaHandler(): MediaHandler;
  getTurnServers(): readonly TurnServer[];
  /** Gets new credentials if the old ones have expired; false: there are none. */
  checkTurnServers(): Promise<boolean>;
  /** Whether a public STUN server may be used if the homeserver has no server. */
  isFallbackICEServerAllowed(): boolean;
  /** Sends to everybody in the room. Rejects if the event could not be sent. */
  sendEvent(roomId: string, type: string, content: object): Promise<void>;
  /** Sends to one device; the implementation encrypts. Rejects if the event could not be sent. */
  sendToDevice(userId: string, deviceId: string, type: string, content: object): Promise<void>;
  /** Writes the membership of our own device in the room's group call; null: we are not in it. */
  participate(feeds: readonly { purpose: SDPStreamMetadataPurpose }[] | null): Promise<void>;
}
