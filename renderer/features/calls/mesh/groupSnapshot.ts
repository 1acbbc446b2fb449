// A call of many in the one model of a call. Only feeds of devices that the room lists are shown and heard.
import type { GroupCallInfo } from '#contract/areas/calls/groupCallsModels';
import type { CallProblem, CallSnapshot, Participant } from '../callTypes';
import { onlyListens, picture, soundOf } from '../media/feeds';
import type { GroupCall } from '../webrtc/group/groupCall';
import { GroupCallState, type ParticipantDevice } from '../webrtc/group/states';
import { deviceKey } from '../webrtc/utils';
import type { Floor } from './floor';
import type { Gestures } from './gestures';
import type { GroupRoom } from './groupRoom';
import type { Reach } from './peers';

export interface GroupParts {
  readonly groupCall: GroupCall;
  readonly info: GroupCallInfo;
  readonly room: GroupRoom;
  /** Our own key. */
  readonly own: string;
  readonly gestures: Gestures;
  readonly reach: Reach;
  readonly floor: Floor | null;
}

function participantOf(parts: GroupParts, { member, deviceId }: ParticipantDevice): Participant {
  const { groupCall, gestures, reach } = parts;
  const { userId } = member;
  const key = deviceKey(userId, deviceId);
  const own = key === parts.own;
  const feed = own ? groupCall.localCallFeed : groupCall.userMedia.of(userId, deviceId);
  const screen = own ? groupCall.localScreenshareFeed : groupCall.screens.of(userId, deviceId);
  const shown = parts.room.getMember(userId);
  return {
    key,
    userId,
    name: shown?.name ?? userId,
    avatar: shown?.avatar ?? null,
    own,
    leg: own ? 'connected' : reach.of(userId, deviceId),
    camera: picture(feed),
    screen: picture(screen),
    sound: own ? null : (feed?.stream ?? null),
    screenSound: own ? null : soundOf(screen?.stream),
    micMuted: feed?.isAudioMuted() ?? true,
    listens: onlyListens(feed),
    speaking: feed !== undefined && feed.isSpeaking() && !feed.isAudioMuted(),
    handRaised: gestures.handRaised(key),
    reaction: gestures.reaction(key),
    connection: own ? null : (groupCall.legOf(userId, deviceId)?.peerConn ?? null),
    measured: null,
  };
}

/** We first, the others in the order of their keys. */
export const participantsOf = (parts: GroupParts): Participant[] =>
  parts.groupCall.participants
    .map((device) => participantOf(parts, device))
    .sort((a, b) => Number(b.own) - Number(a.own) || (a.key < b.key ? -1 : 1));

const stateWords = {
  [GroupCallState.LocalCallFeedUninitialized]: 'fledgling',
  [GroupCallState.InitializingLocalCallFeed]: 'wait_local_media',
  [GroupCallState.LocalCallFeedInitialized]: 'connecting',
  [GroupCallState.Entered]: 'connected',
  [GroupCallState.Ended]: 'ended',
} as const;

export interface GroupMoment extends Pick<
  CallSnapshot,
  'startedMs' | 'sharing' | 'participants' | 'othersLeft' | 'rings'
> {
  readonly notice: CallProblem | null;
}

export function groupSnapshot(parts: GroupParts, now: GroupMoment): CallSnapshot {
  const { groupCall, info, room, floor } = parts;
  const { activeSpeaker: speaker } = groupCall;
  const speakerKey =
    speaker === undefined ? null : deviceKey(speaker.userId, speaker.deviceId ?? '');
  const isSilent = !now.participants.some(({ key }) => key === speakerKey);
  const hasCamera = (groupCall.localCallFeed?.stream.getVideoTracks().length ?? 0) > 0;
  return {
    ...now,
    callId: info.groupCallId,
    roomId: room.roomId,
    name: room.value.roomName,
    avatar: null,
    userId: null,
    direction: 'out',
    state: stateWords[groupCall.state],
    reconnecting: false,
    media: info.type === 'm.video' ? 'video' : 'voice',
    encrypted: true,
    can: {
      hold: false,
      tones: false,
      transfer: false,
      pushToTalk: info.isPtt,
      camera: true,
      media: true,
      gestures: true,
      many: true,
      endForAll: room.value.call?.canEnd ?? info.canEnd,
    },
    micMuted: groupCall.isMicrophoneMuted(),
    cameraOff: groupCall.isLocalVideoMuted() || !hasCamera,
    activeSpeaker: isSilent ? null : speakerKey,
    onHold: false,
    heldByOther: false,
    floor: floor?.holder() ?? null,
    floorUntilMs: floor?.untilMs() ?? null,
    askedFor: null,
    askedLapsed: false,
    handover: null,
    endReason: null,
    problem: null,
    unanswered: null,
  };
}
