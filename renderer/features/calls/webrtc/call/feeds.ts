/*
Copyright 2015, 2016 OpenMarket Ltd
Copyright 2017 New Vector Ltd
Copyright 2019, 2020 The Matrix.org Foundation C.I.C.
Copyright 2021 - 2022 Šimon Brandner <simon.bra.ag@gmail.com>

Adapted from matrix-js-sdk 43.0.0, `src/webrtc/call.ts` (README of `..`). Licensed under the Apache License, Version 2.0, as this repository;
the whole notice stands in `matrixCall.ts`.
*/

// The streams of one call, ours and those of the other side, with the metadata that each side sends about its own: purpose and mute state.
import { listeningKey } from '#contract/areas/calls/callNames';
import { SDPStreamMetadataPurpose, type SDPStreamMetadata } from '../callEventTypes';
import { CallFeed } from '../callFeed';
import { CallEvent } from '../callStates';
import { setTracksEnabled } from '../utils';
import type { CallCore } from './core';
import type { Senders } from './senders';

export class CallFeeds {
  all: CallFeed[] = [];
  private remoteMetadata: SDPStreamMetadata | undefined;
  private readonly removeTrackListeners = new Map<MediaStream, () => void>();

  constructor(
    private readonly call: CallCore,
    private readonly senders: Senders,
  ) {}

  get local(): CallFeed[] {
    return this.all.filter((feed) => feed.isLocal());
  }

  get remote(): CallFeed[] {
    return this.all.filter((feed) => !feed.isLocal());
  }

  /** The other side sends stream metadata, and can have several streams. */
  get hasMetadata(): boolean {
    return this.remoteMetadata !== undefined;
  }

  own(purpose: SDPStreamMetadataPurpose): CallFeed | undefined {
    return this.local.find((feed) => feed.purpose === purpose);
  }

  other(purpose: SDPStreamMetadataPurpose): CallFeed | undefined {
    return this.remote.find((feed) => feed.purpose === purpose);
  }

  remoteHas(kind: 'audio' | 'video'): boolean {
    return this.remote.some(
      ({ purpose, stream }) =>
        purpose === SDPStreamMetadataPurpose.Usermedia &&
        stream.getTracks().some((track) => track.kind === kind),
    );
  }

  private of(streamId: string): CallFeed | undefined {
    return this.all.find((feed) => feed.stream.id === streamId);
  }

  /** @param isSent false: the stream is shown here only */
  add(feed: CallFeed, isSent = true): void {
    if (this.of(feed.stream.id) !== undefined) return;
    this.all.push(feed);
    if (isSent)
      for (const track of feed.stream.getTracks())
        this.senders.add(track, feed.stream, feed.purpose);
    this.changed();
  }

  delete(feed: CallFeed): void {
    feed.dispose();
    this.all.splice(this.all.indexOf(feed), 1);
    this.changed();
  }

  /** Adds a stream of the other side; it is removed with its last track. */
  onTrack = ({ streams: [stream] }: RTCTrackEvent): void => {
    if (stream === undefined) return;
    this.addRemote(stream);
    if (this.removeTrackListeners.has(stream)) return;
    const onRemoveTrack = (): void => {
      if (stream.getTracks().length > 0) return;
      const feed = this.of(stream.id);
      if (feed !== undefined) this.delete(feed);
      stream.removeEventListener('removetrack', onRemoveTrack);
      this.removeTrackListeners.delete(stream);
    };
    stream.addEventListener('removetrack', onRemoveTrack);
    this.removeTrackListeners.set(stream, onRemoveTrack);
  };

  private addRemote(stream: MediaStream): void {
    const { call } = this;
    // REPAIR CALL-5.8: a stream without an entry raised a TypeError.
    const entry = this.remoteMetadata?.[stream.id];
    // Without metadata the other side has one stream only, which may come as a new object with the same id.
    const usual = this.hasMetadata ? undefined : SDPStreamMetadataPurpose.Usermedia;
    const purpose = entry?.purpose ?? usual;
    const before = this.hasMetadata ? undefined : this.remote[0];
    const isAnother = before !== undefined && before.stream.id !== stream.id;
    const { member } = call.opponent;
    if (purpose === undefined || isAnother || member === undefined) return;
    if (this.of(stream.id) !== undefined) return;
    const feed = new CallFeed({
      client: call.client,
      call,
      roomId: call.roomId,
      userId: member.userId,
      deviceId: call.opponent.deviceId,
      stream,
      purpose,
      audioMuted: entry?.audio_muted ?? false,
      videoMuted: entry?.video_muted ?? false,
    });
    feed.listens = entry?.[listeningKey] === true;
    this.all.push(feed);
    this.changed();
  }

  /** @param isInDescription whether the metadata go with a description of the streams as they are now */
  localMetadata(isInDescription: boolean): SDPStreamMetadata {
    const metadata: SDPStreamMetadata = {};
    const isSilent = !this.call.client.getMediaHandler().microphoneAllowed;
    for (const feed of this.local) {
      if (isInDescription) feed.sdpMetadataStreamId = feed.stream.id;
      const listens = isSilent && feed.purpose === SDPStreamMetadataPurpose.Usermedia;
      metadata[feed.sdpMetadataStreamId] = {
        purpose: feed.purpose,
        audio_muted: feed.isAudioMuted(),
        video_muted: feed.isVideoMuted(),
        ...(listens ? { [listeningKey]: true } : {}),
      };
    }
    return metadata;
  }

  takeMetadata(metadata: SDPStreamMetadata | undefined): void {
    if (!metadata) return;
    const known: SDPStreamMetadata = { ...this.remoteMetadata };
    for (const [streamId, entry] of Object.entries(metadata))
      if (entry) known[streamId] = { ...known[streamId], [listeningKey]: false, ...entry };
    this.remoteMetadata = known;
    for (const feed of this.remote) {
      const entry = known[feed.stream.id];
      if (entry !== undefined) feed.listens = entry[listeningKey] === true;
      feed.setAudioVideoMuted(entry?.audio_muted ?? null, entry?.video_muted ?? null);
      if (entry !== undefined) feed.purpose = entry.purpose;
    }
  }

  /** Mutes the other side's feeds while it cannot be reached. */
  muteRemote(): void {
    for (const feed of this.remote) feed.setAudioVideoMuted(true, true);
  }

  enableLocal(microphone: boolean, camera: boolean): void {
    const stream = this.own(SDPStreamMetadataPurpose.Usermedia)?.stream;
    setTracksEnabled(stream?.getAudioTracks() ?? [], microphone);
    setTracksEnabled(stream?.getVideoTracks() ?? [], camera);
  }

  /** Stops our tracks and theirs. A leg of a group call has clones of our streams, so that the other legs go on. */
  stopMedia(): void {
    const media = this.call.client.getMediaHandler();
    for (const feed of this.all) {
      if (!feed.isLocal()) for (const track of feed.stream.getTracks()) track.stop();
      else if (feed.purpose === SDPStreamMetadataPurpose.Usermedia)
        media.stopUserMediaStream(feed.stream);
      else media.stopScreensharingStream(feed.stream);
    }
  }

  deleteAll(): void {
    for (const [stream, listener] of this.removeTrackListeners)
      stream.removeEventListener('removetrack', listener);
    this.removeTrackListeners.clear();
    for (const feed of this.all) if (!feed.isLocal() || !this.call.groupCallId) feed.dispose();
    this.all = [];
    this.changed();
  }

  private changed(): void {
    this.call.emit(CallEvent.FeedsChanged, this.all);
  }
}
