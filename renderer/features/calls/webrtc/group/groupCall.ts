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

// A group call in which each device is connected to every other one: its participants, its legs, our own media. The parts are in the files
// beside this one. Adapted from matrix-js-sdk 43.0.0, `src/webrtc/groupCall.ts` (README of `..`).
import type { MatrixCall } from '../call/matrixCall';
import type { CallFeed } from '../callFeed';
import { CallEventHandlerEvent } from '../callEventHandler';
import { Emitter } from '../emitter';
import type { CallHost, GroupCallRoomView } from '../host';
import { logged } from '../log';
import { ActiveSpeaker, FeedList } from './feeds';
import { Legs, type LegRules } from './legs';
import { GroupOwnMedia } from './ownMedia';
import { Participants } from './participants';
import {
  GroupCallEvent,
  GroupCallState,
  type GroupCallError,
  type GroupCallEventMap,
  type GroupCallType,
  type ParticipantDevice,
} from './states';

/** CALL-9.11: our membership is written again before it expires after an hour. */
const resendMs = 45 * 60_000;

export interface GroupCallOpts {
  readonly client: CallHost;
  readonly room: GroupCallRoomView;
  readonly type: GroupCallType;
  readonly isPtt: boolean;
  readonly groupCallId: string;
  /** Null: the legs open no data channel. */
  readonly dataChannel: { readonly options: RTCDataChannelInit | undefined } | null;
  /** ADDED: whether this device cannot be encrypted to, so that a signal to it cannot be sent. */
  readonly isUnknownDevice: (userId: string, deviceId: string) => boolean;
  /** ADDED. */
  readonly rules: LegRules;
}

export class GroupCall extends Emitter<GroupCallEventMap> {
  readonly type: GroupCallType;
  readonly groupCallId: string;
  readonly legs: Legs;
  readonly userMedia: FeedList;
  readonly screens: FeedList;
  private readonly client: CallHost;
  private readonly room: GroupCallRoomView;
  private readonly media: GroupOwnMedia;
  private readonly inCall: Participants;
  private readonly speaker: ActiveSpeaker;
  private readonly stopRoomUpdates: () => void;
  private opening: Promise<void> | undefined;
  private resendTimer: ReturnType<typeof setInterval> | undefined;
  private current: GroupCallState = GroupCallState.LocalCallFeedUninitialized;

  constructor({ client, room, type, isPtt, groupCallId, ...opts }: GroupCallOpts) {
    super();
    this.client = client;
    this.room = room;
    this.type = type;
    this.groupCallId = groupCallId;
    this.userMedia = new FeedList(true, (removed) => {
      this.emit(GroupCallEvent.UserMediaFeedsChanged);
      if (removed !== undefined) this.speaker.removed(removed);
    });
    this.screens = new FeedList(false, () => this.emit(GroupCallEvent.ScreenshareFeedsChanged));
    this.speaker = new ActiveSpeaker(this.userMedia.all, (feed) =>
      this.emit(GroupCallEvent.ActiveSpeakerChanged, feed),
    );
    this.inCall = new Participants({
      client,
      room,
      groupCallId,
      state: () => this.state,
      isScreensharing: () => this.isScreensharing(),
      changed: (all) => {
        this.emit(GroupCallEvent.ParticipantsChanged, all);
        this.legs.participantsChanged(this.state === GroupCallState.Entered);
      },
    });
    const shared = { client, isPtt, userMedia: this.userMedia, screens: this.screens };
    const failed = (error: GroupCallError): void => this.emit(GroupCallEvent.Error, error);
    this.media = new GroupOwnMedia({
      ...shared,
      roomId: room.roomId,
      type,
      failed,
      legs: () => this.legs,
      mutedChanged: (audio, video) => this.emit(GroupCallEvent.LocalMuteStateChanged, audio, video),
      screenChanged: (isShared) => {
        this.emit(GroupCallEvent.LocalScreenshareStateChanged, isShared);
        if (this.state === GroupCallState.Entered) this.writeEntry();
      },
    });
    this.legs = new Legs({
      ...shared,
      ...opts,
      room,
      groupCallId,
      participants: this.inCall,
      localFeeds: () => this.media.feeds,
      giveScreen: (leg) => this.media.giveScreen(leg),
      muted: () => ({ audio: this.isMicrophoneMuted(), video: this.isLocalVideoMuted() }),
      changed: () => this.emit(GroupCallEvent.CallsChanged),
      failed,
    });
    this.inCall.update();
    this.stopRoomUpdates = room.onUpdate(() => this.inCall.update());
  }

  get state(): GroupCallState {
    return this.current;
  }

  private set state(next: GroupCallState) {
    const before = this.current;
    if (next === before) return;
    this.current = next;
    this.emit(GroupCallEvent.GroupCallStateChanged, next, before);
    const { Entered, Ended } = GroupCallState;
    if (next !== Entered && before !== Entered && next !== Ended) return;
    this.inCall.update();
    this.writeEntry();
  }

  get participants(): readonly ParticipantDevice[] {
    return this.inCall.all;
  }

  get activeSpeaker(): CallFeed | undefined {
    return this.speaker.feed;
  }

  get localCallFeed(): CallFeed | undefined {
    return this.media.feed;
  }

  get localScreenshareFeed(): CallFeed | undefined {
    return this.media.screen;
  }

  get localFeeds(): readonly CallFeed[] {
    return this.media.feeds;
  }

  // Entering and leaving

  /** Opens microphone and camera. Throws in every state but the first. */
  async initLocalCallFeed(): Promise<void> {
    const { LocalCallFeedUninitialized, InitializingLocalCallFeed } = GroupCallState;
    if (this.state !== LocalCallFeedUninitialized)
      throw new Error(`Cannot initialize local call feed in the "${this.state}" state.`);
    this.state = InitializingLocalCallFeed;
    // If the person leaves and enters again while the devices open, the same opening is used.
    this.opening ??= this.media
      .open(() => this.state === InitializingLocalCallFeed)
      .then(() => void (this.state = GroupCallState.LocalCallFeedInitialized))
      .finally(() => (this.opening = undefined));
    try {
      await this.opening;
    } catch (thrown) {
      if (this.state === InitializingLocalCallFeed) this.state = LocalCallFeedUninitialized;
      throw thrown;
    }
  }

  async enter(): Promise<void> {
    if (this.state === GroupCallState.LocalCallFeedUninitialized) await this.initLocalCallFeed();
    else if (this.state !== GroupCallState.LocalCallFeedInitialized)
      throw new Error(`Cannot enter call in the "${this.state}" state`);
    this.state = GroupCallState.Entered;
    const { callEventHandler } = this.client;
    callEventHandler.on(CallEventHandlerEvent.Incoming, this.legs.onIncoming);
    for (const call of callEventHandler.calls.values()) this.legs.onIncoming(call);
    this.legs.start();
    this.speaker.start();
  }

  private close(): void {
    this.media.close();
    this.inCall.stop();
    if (this.state !== GroupCallState.Entered) return;
    this.legs.stop();
    this.speaker.stop();
    this.client.callEventHandler.off(CallEventHandlerEvent.Incoming, this.legs.onIncoming);
  }

  /** Leaves the call; `enter` joins it again. */
  leave(): void {
    this.close();
    this.state = GroupCallState.LocalCallFeedUninitialized;
  }

  /** Ends the call in this window; the engine writes the end for everybody (CALL-4.4). */
  terminate(): void {
    this.close();
    this.stopRoomUpdates();
    this.client.groupCalls.delete(this.room.roomId);
    this.state = GroupCallState.Ended;
  }

  /** Writes our membership in the room; the engine merges it with those of other devices and calls. The host is told of a refusal. */
  private writeEntry(): void {
    clearInterval(this.resendTimer);
    const isIn = this.state === GroupCallState.Entered;
    const write = (): void => {
      const feeds = isIn ? this.media.feeds.map(({ purpose }) => ({ purpose })) : null;
      void this.client.participate(feeds).catch(logged('write our entry'));
    };
    write();
    if (isIn) this.resendTimer = setInterval(write, resendMs);
  }

  // Our media

  isMicrophoneMuted = (): boolean => this.media.isMicrophoneMuted;
  isLocalVideoMuted = (): boolean => this.media.isVideoMuted;
  isScreensharing = (): boolean => this.media.screen !== undefined;
  /** Resolves with whether the microphone was switched. */
  setMicrophoneMuted = (muted: boolean): Promise<boolean> => this.media.setMicrophoneMuted(muted);
  /** Resolves with whether the camera was switched. */
  setLocalVideoMuted = (muted: boolean): Promise<boolean> => this.media.setVideoMuted(muted);
  updateLocalUsermediaStream = (stream: MediaStream): void => this.media.update(stream);
  /** Rejects if the media handler was given no screen. */
  shareScreen = (): Promise<void> => this.media.shareScreen();
  stopScreen = (): void => this.media.stopScreen();
  pauseScreen = (on: boolean): void => this.media.pauseScreen(on);

  /** The leg to a device. */
  legOf = (userId: string, deviceId: string): MatrixCall | undefined =>
    this.legs.of(userId, deviceId);
}
