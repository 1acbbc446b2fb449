/*
Copyright 2015, 2016 OpenMarket Ltd
Copyright 2017 New Vector Ltd
Copyright 2019, 2020 The Matrix.org Foundation C.I.C.
Copyright 2021 - 2022 Šimon Brandner <simon.bra.ag@gmail.com>

Adapted from matrix-js-sdk 43.0.0, `src/webrtc/call.ts` (README of `..`). Licensed under the Apache License, Version 2.0, as this repository;
the whole notice stands in `matrixCall.ts`.
*/
// Our microphone and camera in one call: muted, opened later, replaced, and silent while the other side is on hold.
import { SDPStreamMetadataPurpose, metadataKey } from '../callEventTypes';
import { CallErrorCode, CallEvent } from '../callStates';
import { logged } from '../log';
import { createPresses, EventType, setTracksEnabled } from '../utils';
import type { CallCore } from './core';
import type { CallFeeds } from './feeds';
import { setHeld } from './hold';
import type { Senders } from './senders';

const { Usermedia } = SDPStreamMetadataPurpose;

/** A muted track is black, a stopped one stands still: one black picture is to be sent before the camera is closed. */
const blackMs = 120;

export class OwnMedia {
  isRemoteOnHold = false;
  private closeTimer: ReturnType<typeof setTimeout> | undefined;
  // REPAIR: an act that waited for a device undid what was pressed after it.
  private readonly presses = { audio: createPresses(), video: createPresses() };

  constructor(
    private readonly call: CallCore,
    private readonly feeds: CallFeeds,
    private readonly senders: Senders,
  ) {}

  get isMicrophoneMuted(): boolean {
    return this.feeds.own(Usermedia)?.isAudioMuted() ?? false;
  }

  get isVideoMuted(): boolean {
    return this.feeds.own(Usermedia)?.isVideoMuted() ?? false;
  }

  has(kind: 'audio' | 'video'): boolean {
    const tracks = this.feeds.own(Usermedia)?.stream.getTracks() ?? [];
    return tracks.some((track) => track.kind === kind);
  }

  async setMicrophoneMuted(muted: boolean): Promise<void> {
    const isLast = this.presses.audio();
    // REPAIR: without a device nothing could be switched off any more.
    if (!muted && !(await this.call.client.getMediaHandler().hasAudioDevice())) return;
    if (!isLast()) return;
    if (!muted && (this.senders.of(Usermedia, 'audio') === undefined || !this.has('audio')))
      return this.upgrade(true, false);
    this.feeds.own(Usermedia)?.setAudioVideoMuted(muted, null);
    await this.tellMuted();
  }

  async setVideoMuted(muted: boolean): Promise<void> {
    const isLast = this.presses.video();
    // The camera that was to be closed is wanted again.
    if (!muted) clearTimeout(this.closeTimer);
    // REPAIR: without a device nothing could be switched off any more.
    if (!muted && !(await this.call.client.getMediaHandler().hasVideoDevice())) return;
    if (!isLast()) return;
    const feed = this.feeds.own(Usermedia);
    if (!muted && this.senders.of(Usermedia, 'video') === undefined) {
      feed?.setAudioVideoMuted(null, muted);
      return this.upgrade(false, true);
    }
    // REPAIR: a camera that somebody else took while it was off raised an error that nobody handled.
    if (!muted && !this.has('video') && !(await this.reopen())) return;
    if (!isLast()) return this.closeCamera();
    feed?.setAudioVideoMuted(null, muted);
    await this.tellMuted();
    if (!muted) return;
    clearTimeout(this.closeTimer);
    this.closeTimer = setTimeout(() => this.closeCamera(), blackMs);
  }

  /** Whether the camera is open again. */
  private async reopen(): Promise<boolean> {
    try {
      const stream = await this.call.client.getMediaHandler().getUserMediaStream(true, true);
      await this.update(stream);
      return true;
    } catch (thrown) {
      this.tellNoCamera(thrown);
      return false;
    }
  }

  private closeCamera(): void {
    // REPAIR: a camera that was on again before the other side had been told was closed all the same.
    if (!this.isVideoMuted) return;
    const stream = this.feeds.own(Usermedia)?.stream;
    for (const track of stream?.getVideoTracks() ?? []) {
      track.stop();
      stream?.removeTrack(track);
    }
  }

  /** Opens a kind of media that was not opened at first. Not possible if the other side takes only one stream of ours. */
  private async upgrade(audio: boolean, video: boolean): Promise<void> {
    if (!this.feeds.hasMetadata) return;
    try {
      const media = this.call.client.getMediaHandler();
      const [wantsAudio, wantsVideo] = [audio || this.has('audio'), video || this.has('video')];
      // Its tracks are moved into our stream, so the opened stream must not be shared.
      const stream = await media.getUserMediaStream(wantsAudio, wantsVideo, false);
      await this.update(stream, audio, video);
    } catch (thrown) {
      this.tellNoCamera(thrown);
    }
  }

  /**
   * Takes the tracks of `stream` in place of ours; our stream keeps its id, by which the other side knows it.
   * @param audio on, whatever was muted before
   */
  async update(stream: MediaStream, audio = false, video = false): Promise<void> {
    const feed = this.feeds.own(Usermedia);
    if (feed === undefined) throw new Error('The call has no media of ours yet');
    setTracksEnabled(
      stream.getAudioTracks(),
      audio || (!feed.isAudioMuted() && !this.isRemoteOnHold),
    );
    setTracksEnabled(
      stream.getVideoTracks(),
      video || (!feed.isVideoMuted() && !this.isRemoteOnHold),
    );
    for (const track of feed.stream.getTracks()) {
      feed.stream.removeTrack(track);
      track.stop();
    }
    for (const track of stream.getTracks()) feed.stream.addTrack(track);
    for (const track of stream.getTracks())
      await this.senders.replace(track, feed.stream, Usermedia);
  }

  setRemoteOnHold(onHold: boolean): void {
    if (this.isRemoteOnHold === onHold) return;
    this.isRemoteOnHold = onHold;
    setHeld(this.call.connection, onHold);
    void this.tellMuted().catch(logged('tell of a hold'));
    this.call.emit(CallEvent.RemoteHoldUnhold, onHold);
  }

  /** Our tracks as they are to be, and the other side told so. */
  private async tellMuted(): Promise<void> {
    const { isRemoteOnHold, isMicrophoneMuted, isVideoMuted } = this;
    this.feeds.enableLocal(!isMicrophoneMuted && !isRemoteOnHold, !isVideoMuted && !isRemoteOnHold);
    await this.sendMetadata();
  }

  async sendMetadata(): Promise<void> {
    await this.call.sendVoipEvent(EventType.CallSDPStreamMetadataChanged, {
      [metadataKey]: this.feeds.localMetadata(false),
    });
  }

  tellNoCamera = (thrown: unknown): void =>
    this.call.tell(CallErrorCode.NoUserMedia, 'Failed to get camera access: ', thrown);

  stop(): void {
    clearTimeout(this.closeTimer);
  }
}
