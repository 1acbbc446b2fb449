/*
Copyright 2021-2023 The Matrix.org Foundation C.I.C.

Adapted from matrix-js-sdk 43.0.0, `src/webrtc/groupCall.ts` (README of `..`). Licensed under the Apache License, Version 2.0, as this
repository; the whole notice stands in `../call/matrixCall.ts`.
*/

// The streams of a group call, of all devices with ours: cameras with microphones, and screens. Who speaks is found by how loud they are.
import { SPEAKING_THRESHOLD, type CallFeed } from '../callFeed';

/** The feed with the loudest average. Samples below the threshold count as silence. Null: nobody speaks. */
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

export class FeedList {
  readonly all: CallFeed[] = [];

  /** @param isHeard how loud it is, is measured */
  constructor(
    private readonly isHeard: boolean,
    private readonly changed: (removed?: CallFeed) => void,
  ) {}

  of(userId: string, deviceId: string): CallFeed | undefined {
    return this.all.find((feed) => feed.userId === userId && feed.deviceId === deviceId);
  }

  /** Replaces the feed of this device by `next`; undefined removes it. */
  put(userId: string, deviceId: string, next: CallFeed | undefined): void {
    const before = this.of(userId, deviceId);
    if (before === next) return;
    if (before === undefined) this.all.push(...(next === undefined ? [] : [next]));
    else this.all.splice(this.all.indexOf(before), 1, ...(next === undefined ? [] : [next]));
    before?.dispose();
    if (this.isHeard) next?.measureVolumeActivity(true);
    this.changed(before);
  }
}

/** CALL-9.12. */
const lookMs = 1_000;

export class ActiveSpeaker {
  feed: CallFeed | undefined;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly feeds: readonly CallFeed[],
    private readonly changed: (feed: CallFeed | undefined) => void,
  ) {}

  start(): void {
    this.feed = undefined;
    this.look();
    this.timer = setInterval(() => this.look(), lookMs);
  }

  /** REPAIR: one moment of digital silence as the oldest sample hid the speaker. */
  private look(): void {
    const others = this.feeds.filter((feed) => !feed.isLocal());
    const next = loudest(others.length > 0 ? others : this.feeds);
    if (next !== null) this.set(next);
  }

  /** Called when the stream of the feed has ended. */
  removed(feed: CallFeed): void {
    if (this.feed === feed) this.set(this.feeds[0]);
  }

  private set(feed: CallFeed | undefined): void {
    if (feed === this.feed) return;
    this.feed = feed;
    this.changed(feed);
  }

  stop(): void {
    this.feed = undefined;
    clearInterval(this.timer);
  }
}
