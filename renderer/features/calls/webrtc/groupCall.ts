/*
Copyright 2021-2023 The Matrix.org Foundation C.I.C.

Licensed under the Apache License, Version 2.0 (the "License");
you may not use this file except in compliance with the License.
You may obtain a copy of the License at

    http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software
distributed under the License is distributed on an "AS IS" BASIS,
WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
See the License for the specific language governing permissions and
limitations under the License.
*/

import { createNewMatrixCall, type MatrixCall } from './call';
import { CallEventHandlerEvent } from './callEventHandler';
import { SDPStreamMetadataPurpose } from './callEventTypes';
import { CallFeed, SPEAKING_THRESHOLD } from './callFeed';
import { CallErrorCode, CallEvent, CallState } from './callStates';
import { Emitter } from './emitter';
import type { CallHost, CallMember, GroupCallRoomView } from './host';
import { mapsEqual, setTracksEnabled } from './utils';

export const GroupCallIntent = {
  Ring: 'm.ring',
  Prompt: 'm.prompt',
  Room: 'm.room',
} as const;
export type GroupCallIntent = (typeof GroupCallIntent)[keyof typeof GroupCallIntent];

export const GroupCallType = {
  Video: 'm.video',
  Voice: 'm.voice',
} as const;
export type GroupCallType = (typeof GroupCallType)[keyof typeof GroupCallType];

export type CallsByUserAndDevice = Map<string, Map<string, MatrixCall>>;

/**
 * Because event names are just strings, they do need
 * to be unique over all event types of event emitter.
 * Some objects could emit more then one set of events.
 */
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
export type GroupCallEvent = (typeof GroupCallEvent)[keyof typeof GroupCallEvent];

export type GroupCallEventMap = {
  [GroupCallEvent.GroupCallStateChanged]: (
    newState: GroupCallState,
    oldState: GroupCallState,
  ) => void;
  [GroupCallEvent.ActiveSpeakerChanged]: (activeSpeaker: CallFeed | undefined) => void;
  [GroupCallEvent.CallsChanged]: (calls: CallsByUserAndDevice) => void;
  [GroupCallEvent.UserMediaFeedsChanged]: (feeds: CallFeed[]) => void;
  [GroupCallEvent.ScreenshareFeedsChanged]: (feeds: CallFeed[]) => void;
  [GroupCallEvent.LocalScreenshareStateChanged]: (isScreensharing: boolean) => void;
  [GroupCallEvent.LocalMuteStateChanged]: (audioMuted: boolean, videoMuted: boolean) => void;
  [GroupCallEvent.ParticipantsChanged]: (
    participants: Map<CallMember, Map<string, ParticipantState>>,
  ) => void;
  /**
   * Fires whenever an error occurs when call.js encounters an issue with setting up the call.
   * <p>
   * The error given will have a code equal to either `MatrixCall.ERR_LOCAL_OFFER_FAILED` or
   * `MatrixCall.ERR_NO_USER_MEDIA`. `ERR_LOCAL_OFFER_FAILED` is emitted when the local client
   * fails to create an offer. `ERR_NO_USER_MEDIA` is emitted when the user has denied access
   * to their audio/video hardware.
   * @param error - The error raised by MatrixCall.
   * @example
   * ```
   * matrixCall.on("error", function(err){
   *   console.error(err.code, err);
   * });
   * ```
   */
  [GroupCallEvent.Error]: (error: GroupCallError) => void;
};

export const GroupCallErrorCode = {
  NoUserMedia: 'no_user_media',
  UnknownDevice: 'unknown_device',
  PlaceCallFailed: 'place_call_failed',
} as const;
export type GroupCallErrorCode = (typeof GroupCallErrorCode)[keyof typeof GroupCallErrorCode];

export class GroupCallError extends Error {
  code: string;

  constructor(code: GroupCallErrorCode, msg: string, err?: Error) {
    // Still don't think there's any way to have proper nested errors
    if (err) {
      super(msg + ': ' + err);
    } else {
      super(msg);
    }

    this.code = code;
  }
}

export class GroupCallUnknownDeviceError extends GroupCallError {
  constructor(userId: string) {
    super(GroupCallErrorCode.UnknownDevice, 'No device found for ' + userId);
  }
}

export const GroupCallState = {
  LocalCallFeedUninitialized: 'local_call_feed_uninitialized',
  InitializingLocalCallFeed: 'initializing_local_call_feed',
  LocalCallFeedInitialized: 'local_call_feed_initialized',
  Entered: 'entered',
  Ended: 'ended',
} as const;
export type GroupCallState = (typeof GroupCallState)[keyof typeof GroupCallState];

export interface ParticipantState {
  sessionId: string;
  screensharing: boolean;
}

interface ICallHandlers {
  onCallFeedsChanged: (feeds: CallFeed[]) => void;
  onCallStateChanged: (state: CallState, oldState: CallState | undefined) => void;
  onCallHangup: (call: MatrixCall) => void;
  onCallReplaced: (newCall: MatrixCall) => void;
}

const DEVICE_TIMEOUT = 1000 * 60 * 60; // 1 hour

function getCallUserId(call: MatrixCall): string | null {
  return call.getOpponentMember()?.userId || call.invitee || null;
}

/** The loudest on average; whoever is below the threshold counts as silent, also in the oldest sample. Null: nobody speaks. */
export function loudest<Feed extends { readonly speakingVolumeSamples: readonly number[] }>(
  feeds: readonly Feed[],
): Feed | null {
  let top = SPEAKING_THRESHOLD;
  let found: Feed | null = null;
  for (const feed of feeds) {
    const { speakingVolumeSamples: samples } = feed;
    if (samples.length === 0) continue;
    const sum = samples.reduce((all, one) => all + Math.max(one, SPEAKING_THRESHOLD), 0);
    const average = sum / samples.length;
    if (average <= top) continue;
    top = average;
    found = feed;
  }
  return found;
}

export class GroupCall extends Emitter<GroupCallEventMap> {
  // Config
  activeSpeakerInterval = 1000;
  retryCallInterval = 5000;
  participantTimeout = 1000 * 15;
  pttMaxTransmitTime = 1000 * 20;

  activeSpeaker?: CallFeed;
  localCallFeed?: CallFeed;
  localScreenshareFeed?: CallFeed;
  readonly userMediaFeeds: CallFeed[] = [];
  readonly screenshareFeeds: CallFeed[] = [];

  private readonly calls = new Map<string, Map<string, MatrixCall>>(); // user_id -> device_id -> MatrixCall
  private callHandlers = new Map<string, Map<string, ICallHandlers>>(); // user_id -> device_id -> ICallHandlers
  private activeSpeakerLoopInterval?: ReturnType<typeof setTimeout>;
  private retryCallLoopInterval?: ReturnType<typeof setTimeout>;
  private retryCallCounts: Map<string, Map<string, number>> = new Map(); // user_id -> device_id -> count
  private transmitTimer: ReturnType<typeof setTimeout> | null = null;
  private participantsExpirationTimer: ReturnType<typeof setTimeout> | null = null;
  private resendMemberStateTimer: ReturnType<typeof setInterval> | null = null;
  private initCallFeedPromise?: Promise<void>;

  private readonly stopRoomUpdates: () => void;

  constructor(
    private readonly client: CallHost,
    private readonly room: GroupCallRoomView,
    readonly type: GroupCallType,
    readonly isPtt: boolean,
    readonly groupCallId: string,
    private readonly dataChannelsEnabled: boolean,
    private readonly dataChannelOptions: RTCDataChannelInit | undefined,
    /** ADDED: whether nobody can encrypt to this device, so that a signal to it cannot be sent. */
    private readonly isUnknownDevice: (userId: string, deviceId: string) => boolean,
  ) {
    super();
    this.updateParticipants();

    this.stopRoomUpdates = room.onUpdate(() => this.updateParticipants());
    this.on(GroupCallEvent.ParticipantsChanged, this.onParticipantsChanged);
    this.on(GroupCallEvent.GroupCallStateChanged, this.onStateChanged);
    this.on(GroupCallEvent.LocalScreenshareStateChanged, this.onLocalFeedsChanged);
  }

  private _state: GroupCallState = GroupCallState.LocalCallFeedUninitialized;

  /**
   * The group call's state.
   */
  get state(): GroupCallState {
    return this._state;
  }

  private set state(value: GroupCallState) {
    const prevValue = this._state;
    if (value !== prevValue) {
      this._state = value;
      this.emit(GroupCallEvent.GroupCallStateChanged, value, prevValue);
    }
  }

  private _participants = new Map<CallMember, Map<string, ParticipantState>>();

  /**
   * The current participants in the call, as a map from members to device IDs
   * to participant info.
   */
  get participants(): Map<CallMember, Map<string, ParticipantState>> {
    return this._participants;
  }

  private set participants(value: Map<CallMember, Map<string, ParticipantState>>) {
    const prevValue = this._participants;
    const participantStateEqual = (x: ParticipantState, y: ParticipantState): boolean =>
      x.sessionId === y.sessionId && x.screensharing === y.screensharing;
    const deviceMapsEqual = (
      x: Map<string, ParticipantState>,
      y: Map<string, ParticipantState>,
    ): boolean => mapsEqual(x, y, participantStateEqual);

    // Only update if the map actually changed
    if (!mapsEqual(value, prevValue, deviceMapsEqual)) {
      this._participants = value;
      this.emit(GroupCallEvent.ParticipantsChanged, value);
    }
  }

  /**
   * Executes the given callback on all calls in this group call.
   * @param f - The callback.
   */
  forEachCall(f: (call: MatrixCall) => void): void {
    for (const deviceMap of this.calls.values()) {
      for (const call of deviceMap.values()) f(call);
    }
  }

  /** REPAIR: to mute threw on a leg that has no feed of ours yet. */
  private forEachReadyCall(f: (call: MatrixCall) => void): void {
    this.forEachCall((call) => {
      if (call.localUsermediaFeed !== undefined) f(call);
    });
  }

  /** ADDED: the leg to a device. */
  legOf(userId: string, deviceId: string): MatrixCall | undefined {
    return this.calls.get(userId)?.get(deviceId);
  }

  /** ADDED: how often the leg to a device was placed again. */
  retriesOf(userId: string, deviceId: string): number {
    return this.retryCallCounts.get(userId)?.get(deviceId) ?? 0;
  }

  getLocalFeeds(): CallFeed[] {
    const feeds: CallFeed[] = [];

    if (this.localCallFeed) feeds.push(this.localCallFeed);
    if (this.localScreenshareFeed) feeds.push(this.localScreenshareFeed);

    return feeds;
  }

  /**
   * Determines whether the given call is one that we were expecting to exist
   * given our knowledge of who is participating in the group call.
   */
  private callExpected(call: MatrixCall): boolean {
    const userId = getCallUserId(call);
    const member = userId === null ? null : this.room.getMember(userId);
    const deviceId = call.getOpponentDeviceId();
    return (
      member !== null &&
      deviceId !== undefined &&
      this.participants.get(member)?.get(deviceId) !== undefined
    );
  }

  async initLocalCallFeed(): Promise<void> {
    if (this.state !== GroupCallState.LocalCallFeedUninitialized) {
      throw new Error(`Cannot initialize local call feed in the "${this.state}" state.`);
    }
    this.state = GroupCallState.InitializingLocalCallFeed;

    // wraps the real method to serialise calls, because we don't want to try starting
    // multiple call feeds at once
    if (this.initCallFeedPromise) return this.initCallFeedPromise;

    try {
      this.initCallFeedPromise = this.initLocalCallFeedInternal();
      await this.initCallFeedPromise;
    } finally {
      this.initCallFeedPromise = undefined;
    }
  }

  private async initLocalCallFeedInternal(): Promise<void> {
    let stream: MediaStream;

    try {
      stream = await this.client
        .getMediaHandler()
        .getUserMediaStream(true, this.type === GroupCallType.Video);
    } catch (error) {
      this.state = GroupCallState.LocalCallFeedUninitialized;
      throw error;
    }

    // The call could've been disposed while we were waiting, and could
    // also have been started back up again (hello, React 18) so if we're
    // still in this 'initializing' state, carry on, otherwise bail.
    if (this._state !== GroupCallState.InitializingLocalCallFeed) {
      this.client.getMediaHandler().stopUserMediaStream(stream);
      throw new Error('Group call disposed while gathering media stream');
    }

    const callFeed = new CallFeed({
      client: this.client,
      roomId: this.room.roomId,
      userId: this.client.getUserId(),
      deviceId: this.client.getDeviceId(),
      stream,
      purpose: SDPStreamMetadataPurpose.Usermedia,
      audioMuted: stream.getAudioTracks().length === 0 || this.isPtt,
      videoMuted: stream.getVideoTracks().length === 0,
    });

    setTracksEnabled(stream.getAudioTracks(), !callFeed.isAudioMuted());
    setTracksEnabled(stream.getVideoTracks(), !callFeed.isVideoMuted());

    this.localCallFeed = callFeed;
    this.addUserMediaFeed(callFeed);

    this.state = GroupCallState.LocalCallFeedInitialized;
  }

  async updateLocalUsermediaStream(stream: MediaStream): Promise<void> {
    if (this.localCallFeed) {
      const oldStream = this.localCallFeed.stream;
      this.localCallFeed.setNewStream(stream);
      const micShouldBeMuted = this.localCallFeed.isAudioMuted();
      const vidShouldBeMuted = this.localCallFeed.isVideoMuted();

      setTracksEnabled(stream.getAudioTracks(), !micShouldBeMuted);
      setTracksEnabled(stream.getVideoTracks(), !vidShouldBeMuted);
      this.client.getMediaHandler().stopUserMediaStream(oldStream);
    }
  }

  async enter(): Promise<void> {
    if (this.state === GroupCallState.LocalCallFeedUninitialized) {
      await this.initLocalCallFeed();
    } else if (this.state !== GroupCallState.LocalCallFeedInitialized) {
      throw new Error(`Cannot enter call in the "${this.state}" state`);
    }

    this.state = GroupCallState.Entered;

    this.client.callEventHandler.on(CallEventHandlerEvent.Incoming, this.onIncomingCall);

    for (const call of this.client.callEventHandler.calls.values()) {
      this.onIncomingCall(call);
    }

    this.retryCallLoopInterval = setInterval(this.onRetryCallLoop, this.retryCallInterval);

    this.activeSpeaker = undefined;
    this.onActiveSpeakerLoop();
    // By name at every turn: what it does then is its own.
    this.activeSpeakerLoopInterval = setInterval(
      () => this.onActiveSpeakerLoop(),
      this.activeSpeakerInterval,
    );
  }

  private dispose(): void {
    if (this.localCallFeed) {
      this.removeUserMediaFeed(this.localCallFeed);
      this.localCallFeed = undefined;
    }

    if (this.localScreenshareFeed) {
      this.client.getMediaHandler().stopScreensharingStream(this.localScreenshareFeed.stream);
      this.removeScreenshareFeed(this.localScreenshareFeed);
      this.localScreenshareFeed = undefined;
    }

    this.client.getMediaHandler().stopAllStreams();

    if (this.transmitTimer !== null) {
      clearTimeout(this.transmitTimer);
      this.transmitTimer = null;
    }

    if (this.retryCallLoopInterval !== undefined) {
      clearInterval(this.retryCallLoopInterval);
      this.retryCallLoopInterval = undefined;
    }

    if (this.participantsExpirationTimer !== null) {
      clearTimeout(this.participantsExpirationTimer);
      this.participantsExpirationTimer = null;
    }

    if (this.state !== GroupCallState.Entered) {
      return;
    }

    this.forEachCall((call) => call.hangup(CallErrorCode.UserHangup, false));

    this.activeSpeaker = undefined;
    clearInterval(this.activeSpeakerLoopInterval);

    this.retryCallCounts.clear();
    clearInterval(this.retryCallLoopInterval);

    this.client.callEventHandler.off(CallEventHandlerEvent.Incoming, this.onIncomingCall);
  }

  leave(): void {
    this.dispose();
    this.state = GroupCallState.LocalCallFeedUninitialized;
  }

  /** For this window: that it is over for everybody is the engine's to write (CALL-4.4). */
  terminate(): void {
    this.dispose();
    this.stopRoomUpdates();
    this.client.groupCalls.delete(this.room.roomId);
    this.state = GroupCallState.Ended;
  }

  /*
   * Local Usermedia
   */

  isLocalVideoMuted(): boolean {
    if (this.localCallFeed) {
      return this.localCallFeed.isVideoMuted();
    }

    return true;
  }

  isMicrophoneMuted(): boolean {
    if (this.localCallFeed) {
      return this.localCallFeed.isAudioMuted();
    }

    return true;
  }

  /**
   * Sets the mute state of the local participants's microphone.
   * @param muted - Whether to mute the microphone
   * @returns Whether muting/unmuting was successful
   */
  async setMicrophoneMuted(muted: boolean): Promise<boolean> {
    // hasAudioDevice can block indefinitely if the window has lost focus,
    // and it doesn't make much sense to keep a device from being muted, so
    // we always allow muted = true changes to go through
    if (!muted && !(await this.client.getMediaHandler().hasAudioDevice())) {
      return false;
    }

    const sendUpdatesBefore = !muted && this.isPtt;

    // set a timer for the maximum transmit time on PTT calls
    if (this.isPtt) {
      // Set or clear the max transmit timer
      if (!muted && this.isMicrophoneMuted()) {
        this.transmitTimer = setTimeout(() => {
          void this.setMicrophoneMuted(true).catch(() => undefined);
        }, this.pttMaxTransmitTime);
      } else if (muted && !this.isMicrophoneMuted()) {
        if (this.transmitTimer !== null) clearTimeout(this.transmitTimer);
        this.transmitTimer = null;
      }
    }

    this.forEachCall((call) => call.localUsermediaFeed?.setAudioVideoMuted(muted, null));

    const sendUpdates = async (): Promise<void> => {
      const updates: Promise<void>[] = [];
      this.forEachReadyCall((call) => updates.push(call.sendMetadataUpdate()));

      // Nobody waits for them: the next change tells the whole state.
      await Promise.allSettled(updates);
    };

    if (sendUpdatesBefore) await sendUpdates();

    if (this.localCallFeed) {
      const hasPermission = await this.checkAudioPermissionIfNecessary(muted);

      if (!hasPermission) {
        return false;
      }

      this.localCallFeed.setAudioVideoMuted(muted, null);
      // I don't believe its actually necessary to enable these tracks: they
      // are the one on the GroupCall's own CallFeed and are cloned before being
      // given to any of the actual calls, so these tracks don't actually go
      // anywhere. Let's do it anyway to avoid confusion.
      setTracksEnabled(this.localCallFeed.stream.getAudioTracks(), !muted);
    }

    this.forEachReadyCall((call) =>
      setTracksEnabled(
        call.localUsermediaFeed!.stream.getAudioTracks(),
        !muted && this.callExpected(call),
      ),
    );
    this.emit(GroupCallEvent.LocalMuteStateChanged, muted, this.isLocalVideoMuted());

    if (!sendUpdatesBefore) await sendUpdates();

    return true;
  }

  /**
   * If we allow entering a call without a camera and without video, it can happen that the access rights to the
   * devices have not yet been queried. If a stream does not yet have an audio track, we assume that the rights have
   * not yet been checked.
   *
   * `this.client.getMediaHandler().getUserMediaStream` clones the current stream, so it only wanted to be called when
   * not Audio Track exists.
   * As such, this is a compromise, because, the access rights should always be queried before the call.
   */
  private async checkAudioPermissionIfNecessary(muted: boolean): Promise<boolean> {
    // We needed this here to avoid an error in case user join a call without a device.
    try {
      if (!muted && this.localCallFeed && !this.localCallFeed.hasAudioTrack) {
        const stream = await this.client
          .getMediaHandler()
          .getUserMediaStream(true, !this.localCallFeed.isVideoMuted());
        if (stream?.getTracks().length === 0) {
          // if case permission denied to get a stream stop this here
          return false;
        }
      }
    } catch {
      return false;
    }

    return true;
  }

  /**
   * Sets the mute state of the local participants's video.
   * @param muted - Whether to mute the video
   * @returns Whether muting/unmuting was successful
   */
  async setLocalVideoMuted(muted: boolean): Promise<boolean> {
    // hasAudioDevice can block indefinitely if the window has lost focus,
    // and it doesn't make much sense to keep a device from being muted, so
    // we always allow muted = true changes to go through
    if (!muted && !(await this.client.getMediaHandler().hasVideoDevice())) {
      return false;
    }

    if (this.localCallFeed) {
      try {
        const stream = await this.client.getMediaHandler().getUserMediaStream(true, !muted);
        await this.updateLocalUsermediaStream(stream);
        this.localCallFeed.setAudioVideoMuted(null, muted);
        setTracksEnabled(this.localCallFeed.stream.getVideoTracks(), !muted);
      } catch {
        // No permission to video device
        return false;
      }
    }

    const updates: Promise<unknown>[] = [];
    this.forEachReadyCall((call) => updates.push(call.setLocalVideoMuted(muted)));
    await Promise.all(updates);

    // We setTracksEnabled again, independently from the call doing it
    // internally, since we might not be expecting the call
    this.forEachReadyCall((call) =>
      setTracksEnabled(
        call.localUsermediaFeed!.stream.getVideoTracks(),
        !muted && this.callExpected(call),
      ),
    );

    this.emit(GroupCallEvent.LocalMuteStateChanged, this.isMicrophoneMuted(), muted);

    return true;
  }

  /** Rejects with what the browser says of a screen that cannot be had. */
  async setScreensharingEnabled(enabled: boolean): Promise<boolean> {
    if (enabled === this.isScreensharing()) {
      return enabled;
    }

    if (enabled) {
      try {
        const stream = await this.client.getMediaHandler().getScreensharingStream();

        for (const track of stream.getTracks()) {
          const onTrackEnded = (): void => {
            void this.setScreensharingEnabled(false).catch(() => undefined);
            track.removeEventListener('ended', onTrackEnded);
          };

          track.addEventListener('ended', onTrackEnded);
        }

        this.localScreenshareFeed = new CallFeed({
          client: this.client,
          roomId: this.room.roomId,
          userId: this.client.getUserId(),
          deviceId: this.client.getDeviceId(),
          stream,
          purpose: SDPStreamMetadataPurpose.Screenshare,
          audioMuted: false,
          videoMuted: false,
        });
        this.addScreenshareFeed(this.localScreenshareFeed);

        this.emit(GroupCallEvent.LocalScreenshareStateChanged, true);

        // TODO: handle errors
        this.forEachCall((call) => call.pushLocalFeed(this.localScreenshareFeed!.clone()));

        return true;
      } catch (error) {
        this.emit(
          GroupCallEvent.Error,
          new GroupCallError(
            GroupCallErrorCode.NoUserMedia,
            'Failed to get screen-sharing stream',
            error as Error,
          ),
        );
        throw error;
      }
    } else {
      this.forEachCall((call) => {
        if (call.localScreensharingFeed) call.removeLocalFeed(call.localScreensharingFeed);
      });
      this.client.getMediaHandler().stopScreensharingStream(this.localScreenshareFeed!.stream);
      this.removeScreenshareFeed(this.localScreenshareFeed!);
      this.localScreenshareFeed = undefined;
      this.emit(GroupCallEvent.LocalScreenshareStateChanged, false);
      return false;
    }
  }

  isScreensharing(): boolean {
    return !!this.localScreenshareFeed;
  }

  /*
   * Call Setup
   *
   * There are two different paths for calls to be created:
   * 1. Incoming calls triggered by the Call.incoming event.
   * 2. Outgoing calls to the initial members of a room or new members
   *    as they are observed by the RoomState.members event.
   */

  private onIncomingCall = (newCall: MatrixCall): void => {
    // The incoming calls may be for another room, which we will ignore.
    if (newCall.roomId !== this.room.roomId) {
      return;
    }

    if (newCall.state !== CallState.Ringing) {
      return;
    }

    if (!newCall.groupCallId || newCall.groupCallId !== this.groupCallId) {
      newCall.reject();
      return;
    }

    const opponentUserId = newCall.getOpponentMember()?.userId;
    if (opponentUserId === undefined) {
      return;
    }

    const deviceMap = this.calls.get(opponentUserId) ?? new Map<string, MatrixCall>();
    const prevCall = deviceMap.get(newCall.getOpponentDeviceId()!);

    if (prevCall?.callId === newCall.callId) return;

    if (prevCall) prevCall.hangup(CallErrorCode.Replaced, false);
    // We must do this before we start initialising / answering the call as we
    // need to know it is the active call for this user+deviceId and to not ignore
    // events from it.
    deviceMap.set(newCall.getOpponentDeviceId()!, newCall);
    this.calls.set(opponentUserId, deviceMap);

    this.initCall(newCall);

    const feeds = this.getLocalFeeds().map((feed) => feed.clone());
    if (!this.callExpected(newCall)) {
      // Disable our tracks for users not explicitly participating in the
      // call but trying to receive the feeds
      for (const feed of feeds) {
        setTracksEnabled(feed.stream.getAudioTracks(), false);
        setTracksEnabled(feed.stream.getVideoTracks(), false);
      }
    }
    newCall.answerWithCallFeeds(feeds);

    this.emit(GroupCallEvent.CallsChanged, this.calls);
  };

  /**
   * Determines whether a given participant expects us to call them (versus
   * them calling us).
   * @param userId - The participant's user ID.
   * @param deviceId - The participant's device ID.
   * @returns Whether we need to place an outgoing call to the participant.
   */
  private wantsOutgoingCall(userId: string, deviceId: string): boolean {
    const localUserId = this.client.getUserId();
    const localDeviceId = this.client.getDeviceId();
    return (
      // If a user's ID is less than our own, they'll call us
      userId >= localUserId &&
      // If this is another one of our devices, compare device IDs to tell whether it'll call us
      (userId !== localUserId || deviceId > localDeviceId)
    );
  }

  /**
   * Places calls to all participants that we're responsible for calling.
   */
  private placeOutgoingCalls(): void {
    let callsChanged = false;

    for (const [{ userId }, participantMap] of this.participants) {
      const callMap = this.calls.get(userId) ?? new Map<string, MatrixCall>();

      for (const [deviceId, participant] of participantMap) {
        const prevCall = callMap.get(deviceId);

        if (
          prevCall?.getOpponentSessionId() !== participant.sessionId &&
          this.wantsOutgoingCall(userId, deviceId)
        ) {
          callsChanged = true;

          if (prevCall !== undefined) {
            prevCall.hangup(CallErrorCode.NewSession, false);
          }

          const newCall = createNewMatrixCall(this.client, this.room.roomId, {
            invitee: userId,
            opponentDeviceId: deviceId,
            opponentSessionId: participant.sessionId,
            groupCallId: this.groupCallId,
          });

          if (newCall === null) {
            callMap.delete(deviceId);
          } else {
            this.initCall(newCall);
            callMap.set(deviceId, newCall);

            newCall
              .placeCallWithCallFeeds(
                this.getLocalFeeds().map((feed) => feed.clone()),
                participant.screensharing,
              )
              .then(() => {
                if (this.dataChannelsEnabled) {
                  newCall.createDataChannel('datachannel', this.dataChannelOptions);
                }
              })
              .catch(() => {
                this.emit(GroupCallEvent.Error, this.placeFailure(userId, deviceId));
                newCall.hangup(CallErrorCode.SignallingFailed, false);
                if (callMap.get(deviceId) === newCall) callMap.delete(deviceId);
              });
          }
        }
      }

      if (callMap.size > 0) {
        this.calls.set(userId, callMap);
      } else {
        this.calls.delete(userId);
      }
    }

    if (callsChanged) this.emit(GroupCallEvent.CallsChanged, this.calls);
  }

  /*
   * Room Member State
   */

  private onRetryCallLoop = (): void => {
    let needsRetry = false;

    for (const [{ userId }, participantMap] of this.participants) {
      const callMap = this.calls.get(userId);
      let retriesMap = this.retryCallCounts.get(userId);

      for (const [deviceId, participant] of participantMap) {
        const call = callMap?.get(deviceId);
        const retries = retriesMap?.get(deviceId) ?? 0;

        if (
          call?.getOpponentSessionId() !== participant.sessionId &&
          this.wantsOutgoingCall(userId, deviceId) &&
          retries < 3
        ) {
          if (retriesMap === undefined) {
            retriesMap = new Map();
            this.retryCallCounts.set(userId, retriesMap);
          }
          retriesMap.set(deviceId, retries + 1);
          needsRetry = true;
        }
      }
    }

    if (needsRetry) this.placeOutgoingCalls();
  };

  private initCall(call: MatrixCall): void {
    const opponentMemberId = getCallUserId(call);

    if (!opponentMemberId) {
      throw new Error('Cannot init call without user id');
    }

    const onCallFeedsChanged = (): void => this.onCallFeedsChanged(call);
    const onCallStateChanged = (state: CallState, oldState?: CallState): void =>
      this.onCallStateChanged(call, state, oldState);
    const onCallHangup = this.onCallHangup;
    const onCallReplaced = (newCall: MatrixCall): void => this.onCallReplaced(call, newCall);

    let deviceMap = this.callHandlers.get(opponentMemberId);
    if (deviceMap === undefined) {
      deviceMap = new Map();
      this.callHandlers.set(opponentMemberId, deviceMap);
    }

    deviceMap.set(call.getOpponentDeviceId()!, {
      onCallFeedsChanged,
      onCallStateChanged,
      onCallHangup,
      onCallReplaced,
    });

    call.on(CallEvent.FeedsChanged, onCallFeedsChanged);
    call.on(CallEvent.State, onCallStateChanged);
    call.on(CallEvent.Hangup, onCallHangup);
    call.on(CallEvent.Replaced, onCallReplaced);

    call.isPtt = this.isPtt;

    // A leg that fails ends, and its end is looked at.
    call.on(CallEvent.Error, () => undefined);
    call.on(CallEvent.State, (state) => {
      if (state === CallState.Ended) queueMicrotask(() => this.sweepSilentEnd(call));
    });

    onCallFeedsChanged();
  }

  /** REPAIR CALL-9.13: a leg whose invitation could not be sent ended without a word, kept its place, and so was never tried again. */
  private sweepSilentEnd(call: MatrixCall): void {
    const userId = getCallUserId(call) ?? '';
    const deviceId = call.getOpponentDeviceId() ?? '';
    if (this.legOf(userId, deviceId) !== call) return;
    this.onCallHangup(call);
    this.emit(GroupCallEvent.Error, this.placeFailure(userId, deviceId));
  }

  /** REPAIR CALL-8.2: the origin names unknown devices for incoming signals only. */
  private placeFailure(userId: string, deviceId: string): GroupCallError {
    return this.isUnknownDevice(userId, deviceId)
      ? new GroupCallUnknownDeviceError(userId)
      : new GroupCallError(GroupCallErrorCode.PlaceCallFailed, `Failed to place call to ${userId}`);
  }

  private disposeCall(call: MatrixCall): void {
    const opponentMemberId = getCallUserId(call);
    const opponentDeviceId = call.getOpponentDeviceId()!;

    if (!opponentMemberId) {
      throw new Error('Cannot dispose call without user id');
    }

    const deviceMap = this.callHandlers.get(opponentMemberId)!;
    const { onCallFeedsChanged, onCallStateChanged, onCallHangup, onCallReplaced } =
      deviceMap.get(opponentDeviceId)!;

    call.off(CallEvent.FeedsChanged, onCallFeedsChanged);
    call.off(CallEvent.State, onCallStateChanged);
    call.off(CallEvent.Hangup, onCallHangup);
    call.off(CallEvent.Replaced, onCallReplaced);

    // REPAIR: the origin looks for the handlers of a leg under the person, so that they stay for ever.
    deviceMap.delete(opponentDeviceId);
    if (deviceMap.size === 0) this.callHandlers.delete(opponentMemberId);

    if (call.hangupReason === CallErrorCode.Replaced) {
      return;
    }

    const usermediaFeed = this.getUserMediaFeed(opponentMemberId, opponentDeviceId);

    if (usermediaFeed) {
      this.removeUserMediaFeed(usermediaFeed);
    }

    const screenshareFeed = this.getScreenshareFeed(opponentMemberId, opponentDeviceId);

    if (screenshareFeed) {
      this.removeScreenshareFeed(screenshareFeed);
    }
  }

  private onCallFeedsChanged = (call: MatrixCall): void => {
    const opponentMemberId = getCallUserId(call);
    const opponentDeviceId = call.getOpponentDeviceId()!;

    if (!opponentMemberId) {
      throw new Error('Cannot change call feeds without user id');
    }

    const currentUserMediaFeed = this.getUserMediaFeed(opponentMemberId, opponentDeviceId);
    const remoteUsermediaFeed = call.remoteUsermediaFeed;
    const remoteFeedChanged = remoteUsermediaFeed !== currentUserMediaFeed;

    const deviceMap = this.calls.get(opponentMemberId);
    const currentCallForUserDevice = deviceMap?.get(opponentDeviceId);
    if (currentCallForUserDevice?.callId !== call.callId) {
      // the call in question is not the current call for this user/deviceId
      // so ignore feed events from it otherwise we'll remove our real feeds
      return;
    }

    if (remoteFeedChanged) {
      if (!currentUserMediaFeed && remoteUsermediaFeed) {
        this.addUserMediaFeed(remoteUsermediaFeed);
      } else if (currentUserMediaFeed && remoteUsermediaFeed) {
        this.replaceUserMediaFeed(currentUserMediaFeed, remoteUsermediaFeed);
      } else if (currentUserMediaFeed && !remoteUsermediaFeed) {
        this.removeUserMediaFeed(currentUserMediaFeed);
      }
    }

    const currentScreenshareFeed = this.getScreenshareFeed(opponentMemberId, opponentDeviceId);
    const remoteScreensharingFeed = call.remoteScreensharingFeed;
    const remoteScreenshareFeedChanged = remoteScreensharingFeed !== currentScreenshareFeed;

    if (remoteScreenshareFeedChanged) {
      if (!currentScreenshareFeed && remoteScreensharingFeed) {
        this.addScreenshareFeed(remoteScreensharingFeed);
      } else if (currentScreenshareFeed && remoteScreensharingFeed) {
        this.replaceScreenshareFeed(currentScreenshareFeed, remoteScreensharingFeed);
      } else if (currentScreenshareFeed && !remoteScreensharingFeed) {
        this.removeScreenshareFeed(currentScreenshareFeed);
      }
    }
  };

  private onCallStateChanged = (
    call: MatrixCall,
    state: CallState,
    _oldState: CallState | undefined,
  ): void => {
    if (state === CallState.Ended) return;

    const audioMuted = this.localCallFeed!.isAudioMuted();

    if (call.localUsermediaStream && call.isMicrophoneMuted() !== audioMuted) {
      void call.setMicrophoneMuted(audioMuted).catch(() => undefined);
    }

    const videoMuted = this.localCallFeed!.isVideoMuted();

    if (call.localUsermediaStream && call.isLocalVideoMuted() !== videoMuted) {
      void call.setLocalVideoMuted(videoMuted).catch(() => undefined);
    }

    const opponentUserId = call.getOpponentMember()?.userId;
    if (state === CallState.Connected && opponentUserId) {
      const retriesMap = this.retryCallCounts.get(opponentUserId);
      retriesMap?.delete(call.getOpponentDeviceId()!);
      if (retriesMap?.size === 0) this.retryCallCounts.delete(opponentUserId);
    }
  };

  private onCallHangup = (call: MatrixCall): void => {
    if (call.hangupReason === CallErrorCode.Replaced) return;

    const opponentUserId =
      call.getOpponentMember()?.userId ?? this.room.getMember(call.invitee!)!.userId;
    const deviceMap = this.calls.get(opponentUserId);

    // Sanity check that this call is in fact in the map
    if (deviceMap?.get(call.getOpponentDeviceId()!) === call) {
      this.disposeCall(call);
      deviceMap.delete(call.getOpponentDeviceId()!);
      if (deviceMap.size === 0) this.calls.delete(opponentUserId);
      this.emit(GroupCallEvent.CallsChanged, this.calls);
    }
  };

  private onCallReplaced = (prevCall: MatrixCall, newCall: MatrixCall): void => {
    const opponentUserId = prevCall.getOpponentMember()!.userId;

    let deviceMap = this.calls.get(opponentUserId);
    if (deviceMap === undefined) {
      deviceMap = new Map();
      this.calls.set(opponentUserId, deviceMap);
    }

    prevCall.hangup(CallErrorCode.Replaced, false);
    this.initCall(newCall);
    deviceMap.set(prevCall.getOpponentDeviceId()!, newCall);
    this.emit(GroupCallEvent.CallsChanged, this.calls);
  };

  /*
   * UserMedia CallFeed Event Handlers
   */

  getUserMediaFeed(userId: string, deviceId: string): CallFeed | undefined {
    return this.userMediaFeeds.find((f) => f.userId === userId && f.deviceId === deviceId);
  }

  private addUserMediaFeed(callFeed: CallFeed): void {
    this.userMediaFeeds.push(callFeed);
    callFeed.measureVolumeActivity(true);
    this.emit(GroupCallEvent.UserMediaFeedsChanged, this.userMediaFeeds);
  }

  private replaceUserMediaFeed(existingFeed: CallFeed, replacementFeed: CallFeed): void {
    const feedIndex = this.userMediaFeeds.findIndex(
      (f) => f.userId === existingFeed.userId && f.deviceId === existingFeed.deviceId,
    );

    if (feedIndex === -1) {
      throw new Error("Couldn't find user media feed to replace");
    }

    this.userMediaFeeds.splice(feedIndex, 1, replacementFeed);

    existingFeed.dispose();
    replacementFeed.measureVolumeActivity(true);
    this.emit(GroupCallEvent.UserMediaFeedsChanged, this.userMediaFeeds);
  }

  private removeUserMediaFeed(callFeed: CallFeed): void {
    const feedIndex = this.userMediaFeeds.findIndex(
      (f) => f.userId === callFeed.userId && f.deviceId === callFeed.deviceId,
    );

    if (feedIndex === -1) {
      throw new Error("Couldn't find user media feed to remove");
    }

    this.userMediaFeeds.splice(feedIndex, 1);

    callFeed.dispose();
    this.emit(GroupCallEvent.UserMediaFeedsChanged, this.userMediaFeeds);

    if (this.activeSpeaker === callFeed) {
      this.activeSpeaker = this.userMediaFeeds[0];
      this.emit(GroupCallEvent.ActiveSpeakerChanged, this.activeSpeaker);
    }
  }

  /** REPAIR: one moment of digital silence as the oldest sample hid the speaker. */
  private onActiveSpeakerLoop(): void {
    const others = this.userMediaFeeds.filter((feed) => !feed.isLocal());
    const next = loudest(others.length > 0 ? others : this.userMediaFeeds);
    if (next === null || next === this.activeSpeaker) return;
    this.activeSpeaker = next;
    this.emit(GroupCallEvent.ActiveSpeakerChanged, next);
  }

  /*
   * Screenshare Call Feed Event Handlers
   */

  getScreenshareFeed(userId: string, deviceId: string): CallFeed | undefined {
    return this.screenshareFeeds.find((f) => f.userId === userId && f.deviceId === deviceId);
  }

  private addScreenshareFeed(callFeed: CallFeed): void {
    this.screenshareFeeds.push(callFeed);
    this.emit(GroupCallEvent.ScreenshareFeedsChanged, this.screenshareFeeds);
  }

  private replaceScreenshareFeed(existingFeed: CallFeed, replacementFeed: CallFeed): void {
    const feedIndex = this.screenshareFeeds.findIndex(
      (f) => f.userId === existingFeed.userId && f.deviceId === existingFeed.deviceId,
    );

    if (feedIndex === -1) {
      throw new Error("Couldn't find screenshare feed to replace");
    }

    this.screenshareFeeds.splice(feedIndex, 1, replacementFeed);

    existingFeed.dispose();
    this.emit(GroupCallEvent.ScreenshareFeedsChanged, this.screenshareFeeds);
  }

  private removeScreenshareFeed(callFeed: CallFeed): void {
    const feedIndex = this.screenshareFeeds.findIndex(
      (f) => f.userId === callFeed.userId && f.deviceId === callFeed.deviceId,
    );

    if (feedIndex === -1) {
      throw new Error("Couldn't find screenshare feed to remove");
    }

    this.screenshareFeeds.splice(feedIndex, 1);

    callFeed.dispose();
    this.emit(GroupCallEvent.ScreenshareFeedsChanged, this.screenshareFeeds);
  }

  /**
   * Recalculates and updates the participant map to match the room state.
   */
  private updateParticipants(): void {
    const localMember = this.room.getMember(this.client.getUserId());
    if (!localMember) {
      // The client hasn't fetched enough of the room state to get our own member
      // event. This probably shouldn't happen, but sanity check & exit for now.

      return;
    }

    if (this.participantsExpirationTimer !== null) {
      clearTimeout(this.participantsExpirationTimer);
      this.participantsExpirationTimer = null;
    }

    if (this.state === GroupCallState.Ended) {
      this.participants = new Map();
      return;
    }

    const participants = new Map<CallMember, Map<string, ParticipantState>>();
    const now = Date.now();
    const entered = this.state === GroupCallState.Entered;
    let nextExpiration = Infinity;

    for (const device of this.room.devicesOf(this.groupCallId)) {
      const { userId, deviceId, sessionId, expiresMs, screensharing } = device;
      const member = this.room.getMember(userId);
      // Whoever is listed has to be in the room, and to have said so lately.
      if (member?.membership !== 'join' || expiresMs <= now) continue;
      // The room may still list us as we were before a reload.
      const isOwn = member === localMember && deviceId === this.client.getDeviceId();
      if (isOwn && !entered) continue;
      const deviceMap = participants.get(member) ?? new Map<string, ParticipantState>();
      participants.set(member, deviceMap);
      deviceMap.set(deviceId, { sessionId, screensharing });
      nextExpiration = Math.min(nextExpiration, expiresMs);
    }

    // Apply local echo for the entered case
    if (entered) {
      let deviceMap = participants.get(localMember);
      if (deviceMap === undefined) {
        deviceMap = new Map();
        participants.set(localMember, deviceMap);
      }

      if (!deviceMap.has(this.client.getDeviceId())) {
        deviceMap.set(this.client.getDeviceId(), {
          sessionId: this.client.getSessionId(),
          screensharing: this.getLocalFeeds().some(
            (f) => f.purpose === SDPStreamMetadataPurpose.Screenshare,
          ),
        });
      }
    }

    this.participants = participants;
    if (nextExpiration < Infinity) {
      this.participantsExpirationTimer = setTimeout(
        () => this.updateParticipants(),
        nextExpiration - now,
      );
    }
  }

  /** Our own entry in the room; the engine merges it with those of other devices and calls, and keeps it from growing stale. */
  private async updateMemberState(): Promise<void> {
    if (this.resendMemberStateTimer !== null) {
      clearInterval(this.resendMemberStateTimer);
      this.resendMemberStateTimer = null;
    }
    if (this.state !== GroupCallState.Entered) return this.client.participate(null);
    const tell = (): Promise<void> =>
      this.client.participate(this.getLocalFeeds().map(({ purpose }) => ({ purpose })));
    await tell();
    this.resendMemberStateTimer = setInterval(
      () => void tell().catch(() => undefined),
      (DEVICE_TIMEOUT * 3) / 4,
    );
  }

  private onParticipantsChanged = (): void => {
    // Re-run setTracksEnabled on all calls, so that participants that just
    // left get denied access to our media, and participants that just
    // joined get granted access
    this.forEachCall((call) => {
      const expected = this.callExpected(call);
      for (const feed of call.getLocalFeeds()) {
        setTracksEnabled(feed.stream.getAudioTracks(), !feed.isAudioMuted() && expected);
        setTracksEnabled(feed.stream.getVideoTracks(), !feed.isVideoMuted() && expected);
      }
    });

    if (this.state === GroupCallState.Entered) this.placeOutgoingCalls();

    // REPAIR: a leg whose device is not listed any more lived on for half a minute with a frozen picture.
    this.forEachCall((call) => {
      if (call.state !== CallState.Ended && !this.callExpected(call))
        call.hangup(CallErrorCode.UserHangup, false);
    });
  };

  private onStateChanged = (newState: GroupCallState, oldState: GroupCallState): void => {
    if (
      newState === GroupCallState.Entered ||
      oldState === GroupCallState.Entered ||
      newState === GroupCallState.Ended
    ) {
      // We either entered, left, or ended the call
      this.updateParticipants();
      // The host hears of a refusal itself.
      void this.updateMemberState().catch(() => undefined);
    }
  };

  private onLocalFeedsChanged = (): void => {
    if (this.state === GroupCallState.Entered) {
      // The host hears of a refusal itself.
      void this.updateMemberState().catch(() => undefined);
    }
  };
}
