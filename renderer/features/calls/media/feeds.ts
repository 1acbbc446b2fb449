// Turns a CallFeed into the pictures and sounds of a snapshot, for calls between two and group calls.
import type { CallPicture } from '../callTypes';
import { CallFeedEvent, type CallFeed } from '../webrtc/callFeed';

/** Each of these events can change the snapshot. */
export const feedEvents = [
  CallFeedEvent.MuteStateChanged,
  CallFeedEvent.NewStream,
  CallFeedEvent.Speaking,
] as const;

export const picture = (feed: CallFeed | undefined): CallPicture | null =>
  feed === undefined || feed.stream.getVideoTracks().length === 0
    ? null
    : { stream: feed.stream, muted: feed.isVideoMuted() };

/** The other side says so in its metadata, or it sends pictures and no sound at all. */
export const onlyListens = (feed: CallFeed | undefined): boolean =>
  feed !== undefined && (feed.listens || (!feed.isLocal() && !feed.hasAudioTrack));

export const soundOf = (stream: MediaStream | undefined): MediaStream | null =>
  stream !== undefined && stream.getAudioTracks().length > 0 ? stream : null;
