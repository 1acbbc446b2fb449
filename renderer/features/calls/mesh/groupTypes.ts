// A group call as the screens see it. Shared by the light part and the lazily loaded one; types only.
import type { CallPicture, CallProblem, ShareActs, Sharing } from '../callTypes';

/** Something that did not work, in a call that goes on. */
export type GroupNotice = CallProblem | 'floor_taken' | 'floor_lost' | 'floor_over' | 'leg_failed';

/** One device of somebody in the call. */
export interface Participant {
  /** User and device: one person may be in it twice. */
  readonly key: string;
  readonly userId: string;
  readonly deviceId: string;
  readonly name: string;
  readonly avatar: string | null;
  readonly own: boolean;
  /** `failed`: after the tries of CALL-9.13. Always connected for ourselves. */
  readonly leg: 'connecting' | 'connected' | 'failed';
  readonly camera: CallPicture | null;
  readonly screen: CallPicture | null;
  readonly sound: MediaStream | null;
  readonly screenSound: MediaStream | null;
  readonly micMuted: boolean;
  readonly speaking: boolean;
  readonly handRaised: boolean;
  /** An emoji, for some seconds. */
  readonly reaction: string | null;
  /** Others' connection, for the statistics. */
  readonly connection: RTCPeerConnection | null;
}

export interface GroupSnapshot {
  readonly groupCallId: string;
  readonly roomId: string;
  readonly roomName: string;
  readonly encrypted: boolean;
  readonly type: 'm.voice' | 'm.video';
  readonly isPtt: boolean;
  readonly canEnd: boolean;
  /** CALL-4.1. */
  readonly state:
    | 'local_call_feed_uninitialized'
    | 'initializing_local_call_feed'
    | 'local_call_feed_initialized'
    | 'entered'
    | 'ended';
  readonly enteredMs: number | null;
  readonly micMuted: boolean;
  readonly cameraOff: boolean;
  readonly sharing: Sharing | null;
  /** We first, the others in the order of their keys. */
  readonly participants: readonly Participant[];
  readonly activeSpeaker: string | null;
  /** Push to talk: who has the floor now, and until when we have it. */
  readonly floor: string | null;
  readonly floorUntilMs: number | null;
  readonly notice: GroupNotice | null;
}

export interface GroupActs extends ShareActs {
  setMicrophone(on: boolean): Promise<void>;
  setCamera(on: boolean): Promise<void>;
  setHand(raised: boolean): void;
  react(emoji: string): void;
  dismissNotice(): void;
}
