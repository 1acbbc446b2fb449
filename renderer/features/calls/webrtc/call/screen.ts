/*
Copyright 2015, 2016 OpenMarket Ltd
Copyright 2017 New Vector Ltd
Copyright 2019, 2020 The Matrix.org Foundation C.I.C.
Copyright 2021 - 2022 Šimon Brandner <simon.bra.ag@gmail.com>

Adapted from matrix-js-sdk 43.0.0, `src/webrtc/call.ts` (README of `..`). Licensed under the Apache License, Version 2.0, as this repository;
the whole notice stands in `matrixCall.ts`.
*/
// Our screen in one call: in a stream of its own, or in the place of the camera where the other side knows of one stream only.
import { SDPStreamMetadataPurpose } from '../callEventTypes';
import { ownFeed } from '../callFeed';
import { logged } from '../log';
import { setTracksEnabled } from '../utils';
import type { CallCore } from './core';
import type { CallFeeds } from './feeds';
import type { Senders } from './senders';

const { Usermedia, Screenshare } = SDPStreamMetadataPurpose;

export class OwnScreen {
  private isUntold = false;

  constructor(
    private readonly call: CallCore,
    private readonly feeds: CallFeeds,
    private readonly senders: Senders,
  ) {}

  get isShared(): boolean {
    return this.feeds.own(Screenshare) !== undefined;
  }

  /** Throws where no screen was given to the media handler. */
  async share(): Promise<void> {
    if (this.isShared) return;
    const { client, roomId } = this.call;
    const stream = await client.getMediaHandler().getScreensharingStream();
    // A track does not always begin enabled: Chromium may clone one that was off.
    setTracksEnabled(stream.getTracks(), true);
    const { hasMetadata } = this.feeds;
    if (!hasMetadata) this.showInPlaceOfCamera(stream.getVideoTracks()[0]);
    this.feeds.add(ownFeed(client, roomId, stream, Screenshare), hasMetadata);
  }

  stop(): void {
    const feed = this.feeds.own(Screenshare);
    if (feed === undefined) return;
    if (this.senders.of(Screenshare, 'video') !== undefined) this.senders.remove(Screenshare);
    else this.showInPlaceOfCamera(this.feeds.own(Usermedia)?.stream.getVideoTracks()[0]);
    this.call.client.getMediaHandler().stopScreensharingStream(feed.stream);
    this.feeds.delete(feed);
  }

  /** ADDED: no picture and no sound of it. Returns whether the other side is to be told: it would take the black for a fault. */
  pause(on: boolean): boolean {
    const feed = this.feeds.own(Screenshare);
    if (feed === undefined || feed.isVideoMuted() === on) return false;
    feed.setAudioVideoMuted(on, on);
    setTracksEnabled(feed.stream.getTracks(), !on);
    this.isUntold = !this.feeds.hasMetadata;
    return this.feeds.hasMetadata;
  }

  /** ADDED: whether it was paused, or went on, since an offer was sent that is answered now. */
  takeUntold(): boolean {
    if (!this.isUntold || !this.feeds.hasMetadata) return false;
    this.isUntold = false;
    return this.isShared;
  }

  private showInPlaceOfCamera(track: MediaStreamTrack | undefined): void {
    const sender = this.senders.of(Usermedia, 'video');
    void sender?.replaceTrack(track ?? null).catch(logged('replace the camera'));
  }
}
