// A call between two in the one model of a call.
import type { CallProblem, CallSnapshot, Participant } from '../callTypes';
import { onlyListens, picture, soundOf } from '../media/feeds';
import type { ConnectionReport } from '../quality/report';
import type { MatrixCall } from '../webrtc/call/matrixCall';
import type { CallFeed } from '../webrtc/callFeed';
import { CallDirection, CallState, CallType } from '../webrtc/callStates';
import type { CallClient } from './directHost';
import type { CallTransfer } from './transfer';

/** What the call does not know of itself. */
export interface Beside {
  readonly calls: CallClient;
  readonly startedMs: number | null;
  /** Something can be heard. */
  readonly isFlowing: boolean;
  readonly sharing: CallSnapshot['sharing'];
  readonly transfer: CallTransfer;
  readonly measured: ConnectionReport | null;
  readonly problem: CallProblem | null;
  readonly notice: CallProblem | null;
  /** Why the microphone could not be opened for an answer. */
  readonly unanswered: CallProblem | null;
}

/** What the other side calls itself never stands alone: it could be any name. */
function nameBeside(call: MatrixCall, known: string): string {
  const said = call.incoming.assertedIdentity?.displayName;
  return said === undefined || said === known ? known : `${said} (${known})`;
}

/** What is seen and heard of one side. */
const mediaOf = (feed: CallFeed | undefined, screen: CallFeed | undefined) => ({
  camera: picture(feed),
  screen: picture(screen),
  micMuted: feed?.isAudioMuted() ?? false,
  listens: onlyListens(feed),
  speaking: feed?.isSpeaking() ?? false,
  handRaised: false,
  reaction: null,
});

/** Ourselves and the other side. */
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

/** Neither declined nor missed, where the microphone stood in the way. */
function endReasonOf({ hangupReason }: MatrixCall, unanswered: CallProblem | null): string {
  const reason = hangupReason ?? 'user_hangup';
  return unanswered === null || reason === 'answered_elsewhere' ? reason : 'no_user_media';
}

/** Its camera was opened before anything is connected; what is described already is only told to be off. */
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
  // ICE says "connected" before anything can be heard: what counts is that the media's own connection stands.
  const isSoon = call.state === CallState.Connected && !beside.isFlowing;
  const { unanswered } = beside;
  // It rings there, and waits here for the person who has answered it.
  const waits = call.state === CallState.Ringing && unanswered !== null;
  const state = isSoon ? 'connecting' : waits ? 'wait_local_media' : call.state;
  const isUp = state === 'connected' || (startedMs !== null && state === 'connecting');
  const leg = state === 'connected' ? 'connected' : 'connecting';
  return {
    callId: call.callId,
    roomId: call.roomId,
    userId,
    name,
    avatar,
    direction: call.direction === CallDirection.Inbound ? 'in' : 'out',
    state,
    reconnecting: startedMs !== null && state === 'connecting',
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
    askedFor: transfer.askedFor(),
    handover: transfer.handover(),
    endReason: ended ? endReasonOf(call, unanswered) : null,
    problem: beside.problem,
    notice: beside.notice,
    unanswered: waits ? unanswered : null,
    othersLeft: false,
  };
}
