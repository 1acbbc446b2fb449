/*
Copyright 2021-2023 The Matrix.org Foundation C.I.C.

Adapted from matrix-js-sdk 43.0.0, `src/webrtc/groupCall.ts` (README of `..`). Licensed under the Apache License, Version 2.0, as this
repository; the whole notice stands in `../call/matrixCall.ts`.
*/

// Our microphone, camera and screen in a group call: opened once, cloned for each leg, muted in all of them.
import type { MatrixCall } from '../call/matrixCall';
import { SDPStreamMetadataPurpose } from '../callEventTypes';
import { ownFeed, type CallFeed } from '../callFeed';
import type { CallHost } from '../host';
import { logged } from '../log';
import { createPresses, setTracksEnabled } from '../utils';
import type { FeedList } from './feeds';
import type { Legs } from './legs';
import { GroupCallType, screenError, type GroupCallError } from './states';

const { Usermedia, Screenshare } = SDPStreamMetadataPurpose;

/** CALL-4.6: the longest turn in push to talk. */
const talkMs = 20_000;

export interface OwnMediaDeps {
  readonly client: CallHost;
  readonly roomId: string;
  readonly type: GroupCallType;
  readonly isPtt: boolean;
  readonly legs: () => Legs;
  readonly userMedia: FeedList;
  readonly screens: FeedList;
  readonly mutedChanged: (audio: boolean, video: boolean) => void;
  readonly screenChanged: (isShared: boolean) => void;
  readonly failed: (error: GroupCallError) => void;
}

export class GroupOwnMedia {
  feed: CallFeed | undefined;
  screen: CallFeed | undefined;
  private talkTimer: ReturnType<typeof setTimeout> | undefined;
  // REPAIR: as in `../call/ownMedia.ts`.
  private readonly presses = { audio: createPresses(), video: createPresses() };

  constructor(private readonly deps: OwnMediaDeps) {}

  get feeds(): CallFeed[] {
    return [this.feed, this.screen].filter((feed) => feed !== undefined);
  }

  get isMicrophoneMuted(): boolean {
    return this.feed?.isAudioMuted() ?? true;
  }

  get isVideoMuted(): boolean {
    return this.feed?.isVideoMuted() ?? true;
  }

  private get media() {
    return this.deps.client.getMediaHandler();
  }

  private get own(): [string, string] {
    return [this.deps.client.getUserId(), this.deps.client.getDeviceId()];
  }

  /** @param isWanted asked once the devices are open; false: the person has left, and they are closed. Rejects with the browser's error. */
  async open(isWanted: () => boolean): Promise<void> {
    const { client, roomId, type, isPtt, userMedia } = this.deps;
    const stream = await this.media.getUserMediaStream(true, type === GroupCallType.Video);
    if (!isWanted()) {
      this.media.stopUserMediaStream(stream);
      throw new Error('Group call disposed while gathering media stream');
    }
    const feed = ownFeed(client, roomId, stream, Usermedia, {
      audio: stream.getAudioTracks().length === 0 || isPtt || !this.media.microphoneAllowed,
      video: stream.getVideoTracks().length === 0,
    });
    this.feed = feed;
    this.enable();
    userMedia.put(...this.own, feed);
  }

  private enable(): void {
    const stream = this.feed?.stream;
    setTracksEnabled(stream?.getAudioTracks() ?? [], !this.isMicrophoneMuted);
    setTracksEnabled(stream?.getVideoTracks() ?? [], !this.isVideoMuted);
  }

  /** Another device was chosen; the legs are given theirs by the media handler. */
  update(stream: MediaStream): void {
    if (this.feed === undefined) return;
    const before = this.feed.stream;
    this.feed.setNewStream(stream);
    this.enable();
    this.media.stopUserMediaStream(before);
  }

  /** Resolves with whether the microphone was switched. Muting waits for no device. */
  async setMicrophoneMuted(muted: boolean): Promise<boolean> {
    const isLast = this.presses.audio();
    if (!muted && !(await this.media.hasAudioDevice())) return false;
    if (!isLast()) return true;
    if (this.deps.isPtt) this.setTalkTimer(muted);
    const legs = this.deps.legs();
    for (const leg of legs.all) leg.localUsermediaFeed?.setAudioVideoMuted(muted, null);
    // A failure is ignored: the next change sends the whole state.
    const tell = () => Promise.allSettled(legs.ready.map((leg) => leg.sendMetadataUpdate()));
    // In push to talk the others are told before the first word is sent.
    const tellsFirst = !muted && this.deps.isPtt;
    if (tellsFirst) await tell();
    if (this.feed !== undefined) {
      if (!muted && !(await this.mayOpenMicrophone(this.feed))) return false;
      if (!isLast()) return true;
      this.feed.setAudioVideoMuted(muted, null);
      setTracksEnabled(this.feed.stream.getAudioTracks(), !muted);
    }
    for (const leg of legs.ready)
      setTracksEnabled(
        leg.localUsermediaStream?.getAudioTracks() ?? [],
        !muted && legs.isExpected(leg),
      );
    this.deps.mutedChanged(muted, this.isVideoMuted);
    if (!tellsFirst) await tell();
    return true;
  }

  private setTalkTimer(muted: boolean): void {
    if (muted === this.isMicrophoneMuted) return;
    clearTimeout(this.talkTimer);
    if (muted) return;
    this.talkTimer = setTimeout(
      () => void this.setMicrophoneMuted(true).catch(logged('end a talk')),
      talkMs,
    );
  }

  /** The person may have joined without a microphone, so that it was not opened yet. */
  private async mayOpenMicrophone(feed: CallFeed): Promise<boolean> {
    if (!this.media.microphoneAllowed) return this.listensNoMore();
    if (feed.hasAudioTrack) return true;
    try {
      const stream = await this.media.getUserMediaStream(true, !feed.isVideoMuted());
      return stream.getTracks().length > 0;
    } catch (thrown) {
      logged('open the microphone')(thrown);
      return false;
    }
  }

  /** ADDED: replaces silence by the microphone. Returns whether it is open. */
  private async listensNoMore(): Promise<boolean> {
    try {
      await this.media.stopListening();
      return true;
    } catch (thrown) {
      logged('open the microphone')(thrown);
      return false;
    }
  }

  /** Resolves with whether the camera was switched. */
  async setVideoMuted(muted: boolean): Promise<boolean> {
    const isLast = this.presses.video();
    if (!muted && !(await this.media.hasVideoDevice())) return false;
    if (!isLast()) return true;
    if (this.feed !== undefined) {
      try {
        const stream = await this.media.getUserMediaStream(true, !muted);
        if (!isLast()) {
          this.media.stopUserMediaStream(stream);
          return true;
        }
        this.update(stream);
      } catch (thrown) {
        logged('open the camera')(thrown);
        return false;
      }
      this.feed.setAudioVideoMuted(null, muted);
      setTracksEnabled(this.feed.stream.getVideoTracks(), !muted);
    }
    const legs = this.deps.legs();
    await Promise.all(legs.ready.map((leg) => leg.setLocalVideoMuted(muted)));
    // A press in the meantime counts. The leg does not know whether its device is listed, so it is asked here.
    const isOn = !this.isVideoMuted;
    for (const leg of legs.ready)
      setTracksEnabled(
        leg.localUsermediaStream?.getVideoTracks() ?? [],
        isOn && legs.isExpected(leg),
      );
    this.deps.mutedChanged(this.isMicrophoneMuted, !isOn);
    return true;
  }

  /** Rejects if the media handler was given no screen. */
  async shareScreen(): Promise<void> {
    if (this.screen !== undefined) return;
    const { client, roomId, screens } = this.deps;
    let stream: MediaStream;
    try {
      stream = await this.media.getScreensharingStream();
    } catch (thrown) {
      this.deps.failed(screenError(thrown));
      throw thrown;
    }
    for (const track of stream.getTracks())
      track.addEventListener('ended', () => this.stopScreen(), { once: true });
    const feed = ownFeed(client, roomId, stream, Screenshare);
    this.screen = feed;
    screens.put(...this.own, feed);
    this.deps.screenChanged(true);
    for (const leg of this.deps.legs().all) this.giveScreen(leg);
  }

  /** REPAIR: one leg that could not take it kept it from all; one that had no connection yet, too. */
  giveScreen(leg: MatrixCall): void {
    if (leg.peerConn === undefined || leg.isScreensharing() || leg.callHasEnded()) return;
    try {
      if (this.screen !== undefined) leg.pushLocalFeed(this.screen.clone());
    } catch (thrown) {
      logged('share a screen with a device')(thrown);
    }
  }

  /** A leg that connects later is given the screen as it is then. */
  pauseScreen(on: boolean): void {
    const { screen } = this;
    if (screen === undefined) return;
    screen.setAudioVideoMuted(on, on);
    setTracksEnabled(screen.stream.getTracks(), !on);
    const legs = this.deps.legs();
    for (const leg of legs.all) {
      void leg.pauseScreen(on).catch(logged('tell of a paused screen'));
      if (!legs.isExpected(leg))
        setTracksEnabled(leg.localScreensharingStream?.getTracks() ?? [], false);
    }
  }

  stopScreen(): void {
    const { screen } = this;
    if (screen === undefined) return;
    for (const leg of this.deps.legs().all) leg.stopScreen();
    this.media.stopScreensharingStream(screen.stream);
    this.screen = undefined;
    this.deps.screens.put(...this.own, undefined);
    this.deps.screenChanged(false);
  }

  /** Stops all our media. */
  close(): void {
    clearTimeout(this.talkTimer);
    const { screen } = this;
    this.feed = undefined;
    this.screen = undefined;
    this.deps.userMedia.put(...this.own, undefined);
    if (screen !== undefined) this.media.stopScreensharingStream(screen.stream);
    this.deps.screens.put(...this.own, undefined);
    this.media.stopAllStreams();
  }
}
