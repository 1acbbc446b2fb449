// A call between two in the one model of a call.
import type { CallProblem, CallSnapshot, Participant } from '../callTypes';
import { onlyListens, picture, soundOf } from '../media/feeds';
import type { ConnectionReport } from '../quality/report';
import type { MatrixCall } from '../webrtc/call/matrixCall';
import type { CallFeed } from '../webrtc/callFeed';
import { CallDirection, CallState, CallType } from '../webrtc/callStates';
import type { CallClient } from './directHost';
import type { CallTransfer } from './transfer';

/** The values of a snapshot that the MatrixCall does not have. */
export interface Beside {
  readonly calls: CallClient;
  readonly startedMs: number | null;
  /** The other side can be heard. */
  readonly isFlowing: boolean;
  readonly sharing: CallSnapshot['sharing'];
  readonly transfer: CallTransfer;
  readonly measured: ConnectionReport | null;
  readonly problem: CallProblem | null;
  readonly notice: CallProblem | null;
  /** The reason why the microphone could not be opened for an answer. */
  readonly unanswered: CallProblem | null;
}

/** A name from `m.call.asserted_identity` is always shown with the known name: the other side can choose any name. */
function nameBeside(call: MatrixCall, known: string): string {
  const said = call.incoming.assertedIdentity?.displayName;
  return said === undefined || said === known ? known : `${said} (${known})`;
}

/** The media of one participant: camera, screen, microphone. */
const mediaOf = (feed: CallFeed | undefined, screen: CallFeed | undefined) => ({
  camera: picture(feed),
  screen: picture(screen),
  micMuted: feed?.isAudioMuted() ?? false,
  listens: onlyListens(feed),
  speaking: feed?.isSpeaking() ?? false,
  handRaised: false,
  reaction: null,
});

/** Both participants: ourselves and the other side. */
function sidesOf(
  call: MatrixCall,
  { calls, measured }: Beside,
  them: Pick<Participant, 'userId' | 'name' | 'avatar' | 'leg'>,
): readonly Participant[] {
  const ownId = calls.client.getUserId();
  const me = calls.room(call.roomId)?.getMember(ownId);
  return [
    {
      key: 'own',
      userId: ownId,
      name: me?.name ?? ownId,
      avatar: me?.avatar ?? null,
      own: true,
      leg: 'connected',
      ...mediaOf(call.localUsermediaFeed, call.localScreensharingFeed),
      sound: null,
      screenSound: null,
      connection: null,
      measured: null,
    },
    {
      ...them,
      key: them.userId,
      own: false,
      ...mediaOf(call.remoteUsermediaFeed, call.remoteScreensharingFeed),
      sound: call.remoteUsermediaFeed?.stream ?? null,
      screenSound: soundOf(call.remoteScreensharingFeed?.stream),
      connection: call.callHasEnded() ? null : (call.peerConn ?? null),
      measured,
    },
  ];
}

/** A call that failed for lack of a microphone counts neither as declined nor as missed. */
function endReasonOf({ hangupReason }: MatrixCall, unanswered: CallProblem | null): string {
  const reason = hangupReason ?? 'user_hangup';
  return unanswered === null || reason === 'answered_elsewhere' ? reason : 'no_user_media';
}

/** The camera is open before the call connects. A stream that was described already can only be marked as muted. */
const mayHideCamera = (call: MatrixCall): boolean =>
  call.hasUserMediaVideoSender &&
  (call.state === CallState.InviteSent ||
    call.state === CallState.Connecting ||
    call.state === CallState.Connected);

export function snapshotOf(call: MatrixCall, beside: Beside): CallSnapshot {
  const { calls, startedMs, transfer } = beside;
  const ended = call.callHasEnded();
  const room = calls.room(call.roomId);
  const userId = call.opponent.member?.userId ?? call.invitee ?? room?.directUserId ?? null;
  const member = userId === null ? null : (room?.getMember(userId) ?? null);
  const name = nameBeside(call, member?.name ?? userId ?? '');
  const avatar = member?.avatar ?? null;
  // ICE is connected before anything can be heard: the call counts as connected once its `connectionState` is.
  const isSoon = call.state === CallState.Connected && !beside.isFlowing;
  const { unanswered } = beside;
  // The call still rings for the other side; here it waits for the person, who has answered it.
  const waits = call.state === CallState.Ringing && unanswered !== null;
  const state = isSoon ? 'connecting' : waits ? 'wait_local_media' : call.state;
  const reconnecting = startedMs !== null && state === 'connecting';
  const isUp = state === 'connected' || reconnecting;
  const leg = state === 'connected' ? 'connected' : reconnecting ? 'reconnecting' : 'connecting';
  return {
    callId: call.callId,
    roomId: call.roomId,
    userId,
    name,
    avatar,
    direction: call.direction === CallDirection.Inbound ? 'in' : 'out',
    state,
    reconnecting,
    media: call.type === CallType.Video ? 'video' : 'voice',
    encrypted: null,
    startedMs,
    can: {
      hold: true,
      tones: !ended && startedMs !== null,
      transfer: startedMs !== null && transfer.canTransfer(),
      pushToTalk: false,
      camera: isUp || mayHideCamera(call),
      media: isUp,
      gestures: false,
      many: false,
      endForAll: false,
    },
    micMuted: call.isMicrophoneMuted(),
    cameraOff: call.isLocalVideoMuted() || !call.hasLocalTrack('video'),
    sharing: beside.sharing,
    participants: sidesOf(call, beside, { userId: userId ?? call.roomId, name, avatar, leg }),
    activeSpeaker: null,
    onHold: call.isRemoteOnHold(),
    heldByOther: !ended && call.isLocalOnHold(),
    floor: null,
    floorUntilMs: null,
    askedFor: ended ? transfer.lastAsked() : transfer.askedFor(),
    askedLapsed: transfer.hasLapsed(),
    handover: transfer.handover(),
    endReason: ended ? endReasonOf(call, unanswered) : null,
    problem: beside.problem,
    notice: beside.notice,
    unanswered: waits ? unanswered : null,
    othersLeft: false,
    rings: false,
  };
}
