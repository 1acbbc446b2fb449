// A call as the screens see it. Shared by the light part and the lazily loaded one; types only.
import type { CallMedia } from '#contract/areas/callNote';
import type { CallStateName } from '#contract/areas/callsModels';
import type { ConnectionReport } from './quality/report';

/** Why a call ended or something in it did not work; the window has words for each, with what to do. */
export type CallProblem =
  | 'microphone_refused'
  | 'no_microphone'
  | 'microphone_busy'
  | 'camera_refused'
  | 'no_camera'
  | 'camera_busy'
  | 'send_failed'
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
  | 'unknown';

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
  /** Opens what the person chose, in place of what is shared already; false: nothing was opened, and nothing has changed. */
  share(choice: ShareChoice): Promise<boolean>;
  pauseShare(on: boolean): void;
  stopShare(): Promise<void>;
}

export interface TransferTarget {
  readonly userId: string;
  readonly name: string;
}

/** The other side wants us to talk to somebody else in place of it. */
export interface Handover extends TransferTarget {
  readonly newCallId: string;
  /** We place the new call; otherwise it comes to us. */
  readonly calls: boolean;
  /** Where the other side would have it; null: in a chat of our own with this person. */
  readonly roomId: string | null;
  readonly accepted: boolean;
}

export interface CallPicture {
  readonly stream: MediaStream;
  readonly muted: boolean;
}

export interface CallSnapshot {
  readonly callId: string;
  readonly roomId: string;
  readonly userId: string | null;
  readonly name: string;
  readonly avatar: string | null;
  readonly direction: 'in' | 'out';
  readonly state: CallStateName;
  /** Connected once and now again on the way. */
  readonly reconnecting: boolean;
  readonly media: CallMedia;
  /** Epoch, ms; when media first flowed. */
  readonly connectedMs: number | null;
  readonly micMuted: boolean;
  readonly cameraOff: boolean;
  /** We have put the other side on hold. */
  readonly onHold: boolean;
  /** The other side has put us on hold. */
  readonly heldByOther: boolean;
  readonly otherMicMuted: boolean;
  readonly otherSpeaking: boolean;
  readonly canTone: boolean;
  /** The other side follows when it is asked to talk to somebody else. */
  readonly canTransfer: boolean;
  /** Whom we asked the other side to talk to. */
  readonly askedFor: string | null;
  readonly handover: Handover | null;
  readonly ownCamera: CallPicture | null;
  readonly otherCamera: CallPicture | null;
  readonly otherScreen: CallPicture | null;
  /** What we share, and its picture. */
  readonly sharing: Sharing | null;
  readonly ownScreen: CallPicture | null;
  /** Sound of the other side, and of the screen that it shares, to be played whatever is shown. */
  readonly sound: MediaStream | null;
  readonly screenSound: MediaStream | null;
  /** For the statistics; null before there is one and after the end. */
  readonly connection: RTCPeerConnection | null;
  /** The last 10 s of it; null before they were measured. */
  readonly measured: ConnectionReport | null;
  /** The specification's word for the end (CALL-4.18); null while it runs. */
  readonly endReason: string | null;
  /** Ended by whom and why; null while it runs, and after an ordinary end. */
  readonly problem: CallProblem | null;
  /** Something that did not work, in a call that goes on. */
  readonly notice: CallProblem | null;
}

/** What became of a camera or a microphone that was pulled out, or chosen and not opened. */
export type DeviceNews =
  | 'microphone_replaced'
  | 'microphone_gone'
  | 'microphone_back'
  | 'microphone_kept'
  | 'camera_gone'
  | 'camera_kept';

export type DeviceKind = 'audioinput' | 'videoinput' | 'audiooutput';

export interface CallActs extends ShareActs {
  answer(video: boolean): Promise<void>;
  /** Declines while it rings. */
  hangUp(): void;
  setMicrophone(on: boolean): Promise<void>;
  setCamera(on: boolean): Promise<void>;
  setHold(on: boolean): void;
  tone(digit: string): void;
  /** Asks the other side to talk to this person instead. */
  transfer(target: TransferTarget): Promise<void>;
  declineHandover(): void;
  dismissNotice(): void;
}
