// The one model of a call, whatever carries it (`backend.ts`): what the screens see of it, and what can be done in it. Types only.
import type { CallMedia } from '#contract/areas/calls/callNote';
import type { CallStateName } from '#contract/areas/calls/callsModels';
import type { ConnectionReport } from './quality/report';

/** Why a call ended or something in it did not work; the window has words for each, with what to do. */
export type CallProblem =
  | 'microphone_refused'
  | 'no_microphone'
  | 'microphone_busy'
  /** Main lends them to the window that is used, and to a call that was placed or accepted. */
  | 'not_in_front'
  | 'camera_refused'
  | 'no_camera'
  | 'camera_busy'
  | 'send_failed'
  /** The engine keeps signals back: an identity has changed and is not accepted, or nobody vouches for the devices that would get them. */
  | 'identity_changed'
  | 'nobody_signed'
  | 'answer_failed'
  | 'no_answer'
  | 'busy'
  | 'declined'
  | 'no_connection'
  | 'no_connection_no_turn'
  | 'other_side'
  | 'signalling_lost'
  | 'unverified_devices'
  | 'not_supported'
  | 'not_allowed'
  /** The server cannot be reached. */
  | 'disconnected'
  /** The engine is not ready. */
  | 'offline'
  | 'share_failed'
  | 'share_refused'
  | 'share_other_side'
  | 'handed_over'
  | 'transfer_failed'
  | 'no_chat'
  /** Push to talk: another participant talks; two began at once; our time is over. */
  | 'floor_taken'
  | 'floor_lost'
  | 'floor_over'
  /** A participant cannot be reached. */
  | 'leg_failed'
  /** The other side of a call between two has no microphone, and did not want to listen alone. */
  | 'other_no_microphone'
  /** A participant accepts verified people only, and we are not. */
  | 'leg_refused'
  /** A call between two: we speak to verified people only, and the other side is not; or the other way round. */
  | 'only_verified'
  | 'not_verified'
  | 'no_such_call'
  | 'members_may_not_join'
  | 'unknown';

export interface Accepting {
  readonly userId: string;
  readonly name: string;
  readonly roomId: string;
  readonly act: 'call' | 'answer' | 'join';
  readonly again: () => void;
}

/** The remedies that are offered when a call could not begin. */
export interface FailedWay {
  /** The failed call would have joined another person's call. */
  readonly joins?: boolean;
  /** Begins it without a microphone. */
  readonly listen?: () => void;
  /** The person to verify before the call can begin. */
  readonly verify?: { readonly userId: string; readonly roomId: string };
  /** The person whose changed identity holds the call back, and the act that goes on once it is accepted. */
  readonly accept?: Accepting;
  /** The person without a chat in which the call could be. */
  readonly chat?: { readonly userId: string; readonly name: string };
}

export type SharePreset = 'text' | 'motion';

export interface ShareChoice {
  readonly name: string;
  readonly preset: SharePreset;
  readonly audio: boolean;
}

export interface Sharing extends ShareChoice {
  readonly paused: boolean;
}

export interface ShareActs {
  /** Shares the screen that the person chose, instead of the one that is shared. False: no screen was opened, and nothing has changed. */
  share(choice: ShareChoice): Promise<boolean>;
  pauseShare(on: boolean): void;
  stopShare(): Promise<void>;
}

export interface TransferTarget {
  readonly userId: string;
  readonly name: string;
}

/** A transfer: the other side asks us to call another person instead. */
export interface Handover extends TransferTarget {
  readonly newCallId: string;
  /** We place the new call; otherwise it comes to us. */
  readonly calls: boolean;
  /** The room in which the other side wants the new call; null: our own chat with this person. */
  readonly roomId: string | null;
  readonly accepted: boolean;
}

export interface CallPicture {
  readonly stream: MediaStream;
  readonly muted: boolean;
}

/** One device of a participant. */
export interface Participant {
  /** User and device, because a person may be in the call with several devices. */
  readonly key: string;
  readonly userId: string;
  readonly name: string;
  readonly avatar: string | null;
  readonly own: boolean;
  /** `failed`: it was tried long enough. `reconnecting`: it was connected before. Always connected for ourselves. */
  /** `left_out`: we speak to verified people alone here, and this person is not verified. `refused`: so do they, and we are not. */
  readonly leg: 'connecting' | 'reconnecting' | 'connected' | 'failed' | 'left_out' | 'refused';
  readonly camera: CallPicture | null;
  readonly screen: CallPicture | null;
  /** Played whatever is shown; null for ourselves. */
  readonly sound: MediaStream | null;
  readonly screenSound: MediaStream | null;
  readonly micMuted: boolean;
  /** The participant has no microphone, and cannot speak before there is one. */
  readonly listens: boolean;
  readonly speaking: boolean;
  readonly handRaised: boolean;
  /** An emoji, for some seconds. */
  readonly reaction: string | null;
  /** The source of the statistics; null for ourselves, before the connection is made and after the end. */
  readonly connection: RTCPeerConnection | null;
  /** The last 10 s of it, where the call measures by itself. */
  readonly measured: ConnectionReport | null;
}

/** The acts that a call allows now. Screens ask for these, never for the back end that carries the call. */
export interface CallAbilities {
  /** Put on hold and taken up again. */
  readonly hold: boolean;
  /** The keys of a telephone. */
  readonly tones: boolean;
  /** The other side supports a transfer (`m.call.replaces`). */
  readonly transfer: boolean;
  /** Push to talk: one participant talks at a time, while a button is held; there are no cameras. */
  readonly pushToTalk: boolean;
  /** The camera can go on and off now: one that was opened, already before the other side has answered. */
  readonly camera: boolean;
  /** The screen can be shared, and the other side be put on hold. */
  readonly media: boolean;
  /** Raised hands and reactions. */
  readonly gestures: boolean;
  /** Any number of people: tiles in a grid or one in the spotlight, a loudness for each, more people through the room. */
  readonly many: boolean;
  /** Ended for everybody, not only left. */
  readonly endForAll: boolean;
}

export interface CallSnapshot {
  readonly callId: string;
  readonly roomId: string;
  /** The name of the other side; of the room for a call of many. */
  readonly name: string;
  readonly avatar: string | null;
  /** The other side of a call between two. */
  readonly userId: string | null;
  readonly direction: 'in' | 'out';
  /** The words of CALL-4.8; a call of many that we are in is connected. */
  readonly state: CallStateName;
  /** Connected once and now again on the way. */
  readonly reconnecting: boolean;
  readonly media: CallMedia;
  /** Null: as its room is. */
  readonly encrypted: boolean | null;
  /** Epoch, ms; when media first flowed, or we came in. */
  readonly startedMs: number | null;
  readonly can: CallAbilities;
  readonly micMuted: boolean;
  readonly cameraOff: boolean;
  readonly sharing: Sharing | null;
  /** We first, the others in the order of their keys. */
  readonly participants: readonly Participant[];
  /** The key of the participant who speaks. */
  readonly activeSpeaker: string | null;
  /** We have put the other side on hold. */
  readonly onHold: boolean;
  /** The other side has put us on hold. */
  readonly heldByOther: boolean;
  /** Push to talk: who talks now, by key, and until when we may (epoch, ms). */
  readonly floor: string | null;
  readonly floorUntilMs: number | null;
  /** The name of the person whom we asked the other side to call instead. */
  readonly askedFor: string | null;
  /** The other side has not followed that request for a minute. */
  readonly askedLapsed: boolean;
  readonly handover: Handover | null;
  /** The specification's word for the end (CALL-4.18); null while it runs. */
  readonly endReason: string | null;
  /** Why it ended; null while it runs, and after an ordinary end. */
  readonly problem: CallProblem | null;
  /** Something that did not work, in a call that goes on. */
  readonly notice: CallProblem | null;
  /** Why the microphone could not be opened for an answer: the call rings on there until this side chooses (`answerAgain`). */
  readonly unanswered: CallProblem | null;
  /** A call of many: we are alone in it, and were not. */
  readonly othersLeft: boolean;
  /** A call of many that we started: it rings at the others now. */
  readonly rings: boolean;
}

export const ownOf = ({ participants }: CallSnapshot): Participant | undefined =>
  participants.find(({ own }) => own);

/** The other side of a call between two. */
export const otherOf = ({ participants }: CallSnapshot): Participant | undefined =>
  participants.find(({ own }) => !own);

/** The outcomes when a camera or microphone was pulled out, or chosen and could not be opened. */
export type DeviceNews =
  | 'microphone_replaced'
  | 'microphone_gone'
  | 'microphone_back'
  | 'microphone_kept'
  | 'camera_gone'
  | 'camera_kept';

export type DeviceKind = 'audioinput' | 'videoinput' | 'audiooutput';

/** The acts of a call. Optional ones are there where `CallAbilities` allows them. */
export interface CallActs extends ShareActs {
  /** Declines while it rings; leaves one that goes on without us. */
  hangUp(): void;
  setMicrophone(on: boolean): Promise<void>;
  setCamera(on: boolean): Promise<void>;
  dismissNotice(): void;
  setHold?(on: boolean): void;
  tone?(digit: string): void;
  /** Answers a call that is `unanswered` again, with the microphone or (`listening`) without. */
  answerAgain?(listening: boolean): Promise<void>;
  /** Asks the other side to talk to this person instead. */
  transfer?(target: TransferTarget): Promise<void>;
  declineHandover?(): void;
  /** Shows no longer that we asked the other side to call somebody else. */
  closeAsked?(): void;
  setHand?(raised: boolean): void;
  react?(emoji: string): void;
  endForAll?(): Promise<void>;
}
