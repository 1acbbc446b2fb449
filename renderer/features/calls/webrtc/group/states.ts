/*
Copyright 2021-2023 The Matrix.org Foundation C.I.C.

Adapted from matrix-js-sdk 43.0.0, `src/webrtc/groupCall.ts` (README of `..`). Licensed under the Apache License, Version 2.0, as this
repository; the whole notice stands in `../call/matrixCall.ts`.
*/

// The words of a group call: its states, its errors, what it tells.
import type { CallFeed } from '../callFeed';
import type { CallMember } from '../host';

export const GroupCallType = {
  Video: 'm.video',
  Voice: 'm.voice',
} as const;
export type GroupCallType = (typeof GroupCallType)[keyof typeof GroupCallType];

export const GroupCallState = {
  LocalCallFeedUninitialized: 'local_call_feed_uninitialized',
  InitializingLocalCallFeed: 'initializing_local_call_feed',
  LocalCallFeedInitialized: 'local_call_feed_initialized',
  Entered: 'entered',
  Ended: 'ended',
} as const;
export type GroupCallState = (typeof GroupCallState)[keyof typeof GroupCallState];

export const GroupCallEvent = {
  GroupCallStateChanged: 'group_call_state_changed',
  ActiveSpeakerChanged: 'active_speaker_changed',
  CallsChanged: 'calls_changed',
  UserMediaFeedsChanged: 'user_media_feeds_changed',
  ScreenshareFeedsChanged: 'screenshare_feeds_changed',
  LocalScreenshareStateChanged: 'local_screenshare_state_changed',
  LocalMuteStateChanged: 'local_mute_state_changed',
  ParticipantsChanged: 'participants_changed',
  Error: 'group_call_error',
} as const;

/** A device that is in the call. */
export interface ParticipantDevice {
  readonly member: CallMember;
  readonly deviceId: string;
  readonly sessionId: string;
  readonly screensharing: boolean;
}

export type GroupCallEventMap = {
  [GroupCallEvent.GroupCallStateChanged]: (now: GroupCallState, before: GroupCallState) => void;
  [GroupCallEvent.ActiveSpeakerChanged]: (activeSpeaker: CallFeed | undefined) => void;
  [GroupCallEvent.CallsChanged]: () => void;
  [GroupCallEvent.UserMediaFeedsChanged]: () => void;
  [GroupCallEvent.ScreenshareFeedsChanged]: () => void;
  [GroupCallEvent.LocalScreenshareStateChanged]: (isScreensharing: boolean) => void;
  [GroupCallEvent.LocalMuteStateChanged]: (audioMuted: boolean, videoMuted: boolean) => void;
  [GroupCallEvent.ParticipantsChanged]: (participants: readonly ParticipantDevice[]) => void;
  [GroupCallEvent.Error]: (error: GroupCallError) => void;
};

export const GroupCallErrorCode = {
  NoUserMedia: 'no_user_media',
  UnknownDevice: 'unknown_device',
  PlaceCallFailed: 'place_call_failed',
} as const;
export type GroupCallErrorCode = (typeof GroupCallErrorCode)[keyof typeof GroupCallErrorCode];

/** A leg or a device of ours that failed; the call goes on (CALL-8.1 to 8.3). */
export class GroupCallError extends Error {
  constructor(
    readonly code: GroupCallErrorCode,
    message: string,
    thrown?: unknown,
  ) {
    super(thrown === undefined ? message : `${message}: ${String(thrown)}`);
  }
}

export class GroupCallUnknownDeviceError extends GroupCallError {
  constructor(userId: string) {
    super(GroupCallErrorCode.UnknownDevice, `No device found for ${userId}`);
  }
}

/** A screen that cannot be had. */
export const screenError = (thrown: unknown): GroupCallError =>
  new GroupCallError(GroupCallErrorCode.NoUserMedia, 'Failed to get screen-sharing stream', thrown);
