// What the screens are told of a feed, in a call of two as of many.
import type { CallPicture } from '../callTypes';
import { CallFeedEvent, type CallFeed } from '../webrtc/callFeed';

/** After each of these a snapshot may be another. */
export const feedEvents = [
  CallFeedEvent.MuteStateChanged,
  CallFeedEvent.NewStream,
  CallFeedEvent.Speaking,
] as const;

export const picture = (feed: CallFeed | undefined): CallPicture | null =>
  feed === undefined || feed.stream.getVideoTracks().length === 0
    ? null
    : { stream: feed.stream, muted: feed.isVideoMuted() };

/** It says so, or it sends pictures and no sound at all. */
export const onlyListens = (feed: CallFeed | undefined): boolean =>
  feed !== undefined && (feed.listens || (!feed.isLocal() && !feed.hasAudioTrack));

export const soundOf = (stream: MediaStream | undefined): MediaStream | null =>
  stream !== undefined && stream.getAudioTracks().length > 0 ? stream : null;
