/*
Copyright 2021-2023 The Matrix.org Foundation C.I.C.

Adapted from matrix-js-sdk 43.0.0, `src/webrtc/groupCall.ts` (README of `..`). Licensed under the Apache License, Version 2.0, as this
repository; the whole notice stands in `../call/matrixCall.ts`.
*/

// The legs of a group call: one MatrixCall to each other device. The side with the lesser id places it, tries again after a failure, and
// ends it when its participant leaves.
import { unverifiedReason } from '#contract/areas/calls/callNames';
import { createNewMatrixCall } from '../call/create';
import type { MatrixCall } from '../call/matrixCall';
import type { CallFeed } from '../callFeed';
import { CallDirection, CallErrorCode, CallEvent, CallState, type EndReason } from '../callStates';
import type { CallHost, GroupCallRoomView } from '../host';
import { logged } from '../log';
import { deviceKey, setTracksEnabled } from '../utils';
import type { FeedList } from './feeds';
import type { Participants } from './participants';
import { GroupCallError, GroupCallErrorCode, GroupCallUnknownDeviceError } from './states';

/** CALL-9.13. */
const retryMs = 5_000;
const mostRetries = 3;

/** ADDED: decides which legs are allowed, and which ones we place although the ids say otherwise. */
export interface LegRules {
  /** False: we call verified people only, and this one is not. The leg ends, and none is placed or answered. */
  mayReach(userId: string): boolean;
  /** The device accepts verified people only, and we are not: no leg is tried. */
  refuses(device: Address & { readonly sessionId: string }): boolean;
  /** The device was left out before and may not call us: we place the leg. */
  callsBack(device: Address & { readonly sessionId: string }): boolean;
}

export interface LegsDeps {
  readonly client: CallHost;
  readonly room: GroupCallRoomView;
  readonly groupCallId: string;
  readonly isPtt: boolean;
  /** Null: no data channel is opened. */
  readonly dataChannel: { readonly options: RTCDataChannelInit | undefined } | null;
  readonly participants: Participants;
  readonly userMedia: FeedList;
  readonly screens: FeedList;
  readonly localFeeds: () => readonly CallFeed[];
  /** Gives the shared screen to a leg that does not have it. */
  readonly giveScreen: (leg: MatrixCall) => void;
  readonly muted: () => { readonly audio: boolean; readonly video: boolean };
  /** Whether this device cannot be encrypted to, so that a signal to it cannot be sent. */
  readonly isUnknownDevice: (userId: string, deviceId: string) => boolean;
  readonly rules: LegRules;
  readonly changed: () => void;
  readonly failed: (error: GroupCallError) => void;
}

interface Address {
  readonly userId: string;
  readonly deviceId: string;
}

const unanswered: ReadonlySet<CallState> = new Set([
  CallState.Fledgling,
  CallState.WaitLocalMedia,
  CallState.CreateOffer,
  CallState.InviteSent,
]);

/** We are calling the same session that calls us, and it has not answered. */
const isOnItsWay = (ours: MatrixCall, theirs: MatrixCall): boolean =>
  ours.direction === CallDirection.Outbound &&
  unanswered.has(ours.state) &&
  ours.opponent.sessionId === theirs.opponent.sessionId;

function addressOf(leg: MatrixCall): Address {
  const userId = leg.opponent.member?.userId ?? leg.invitee;
  const { deviceId } = leg.opponent;
  if (userId === undefined || deviceId === undefined)
    throw new Error('A leg of a group call has a user and a device');
  return { userId, deviceId };
}

export class Legs {
  private readonly legs = new Map<string, MatrixCall>();
  private readonly retries = new Map<string, number>();
  private readonly watched = new Map<MatrixCall, () => void>();
  private retryTimer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly deps: LegsDeps) {}

  get all(): MatrixCall[] {
    return [...this.legs.values()];
  }

  of(userId: string, deviceId: string): MatrixCall | undefined {
    return this.legs.get(deviceKey(userId, deviceId));
  }

  retriesOf(userId: string, deviceId: string): number {
    return this.retries.get(deviceKey(userId, deviceId)) ?? 0;
  }

  start(): void {
    this.retryTimer = setInterval(() => this.retry(), retryMs);
  }

  stop(): void {
    clearInterval(this.retryTimer);
    for (const leg of this.all) leg.hangup(CallErrorCode.UserHangup, false);
    this.retries.clear();
  }

  /** The room lists the leg's device, and the rules let it hear us. */
  isExpected(leg: MatrixCall): boolean {
    const { userId, deviceId } = addressOf(leg);
    return this.deps.rules.mayReach(userId) && this.deps.participants.has(userId, deviceId);
  }

  // Incoming legs

  /** Listens to the incoming calls of the whole client. */
  onIncoming = (leg: MatrixCall): void => {
    const { room, groupCallId } = this.deps;
    if (leg.roomId !== room.roomId || leg.state !== CallState.Ringing) return;
    if (leg.groupCallId !== groupCallId) return leg.reject();
    const { member, deviceId } = leg.opponent;
    if (member === undefined || deviceId === undefined) return;
    // A hang-up would mean nothing to a side that waits for an answer.
    if (!this.deps.rules.mayReach(member.userId)) return leg.reject(unverifiedReason);
    const before = this.of(member.userId, deviceId);
    if (before?.callId === leg.callId) return;
    // Both sides call each other at the same time: both keep the same one of the two legs.
    if (before !== undefined && isOnItsWay(before, leg) && this.isOursToPlace(addressOf(before)))
      return leg.reject();
    if (before !== undefined) this.replace(before);
    // The leg is added before it is answered, so that its events count as those of this device.
    this.add(leg);
    const feeds = this.cloneFeeds();
    // A device that is not listed may connect, but gets no sound and no picture of us.
    if (!this.isExpected(leg))
      for (const { stream } of feeds) setTracksEnabled(stream.getTracks(), false);
    leg.answerWithCallFeeds(feeds);
    this.deps.changed();
  };

  private replace(before: MatrixCall): void {
    before.hangup(CallErrorCode.Replaced, false);
    this.unwatch(before);
  }

  private cloneFeeds = (): CallFeed[] => this.deps.localFeeds().map((feed) => feed.clone());

  // Outgoing legs

  private isOursToPlace({ userId, deviceId }: Address): boolean {
    const ownUserId = this.deps.client.getUserId();
    if (userId !== ownUserId) return userId > ownUserId;
    return deviceId > this.deps.client.getDeviceId();
  }

  /** Devices without a leg to their current session that we have to place. */
  private missing(): (Address & { sessionId: string; screensharing: boolean })[] {
    return this.deps.participants.all
      .map(({ member, ...device }) => ({ userId: member.userId, ...device }))
      .filter(
        (device) =>
          this.deps.rules.mayReach(device.userId) &&
          !this.deps.rules.refuses(device) &&
          (this.isOursToPlace(device) || this.deps.rules.callsBack(device)) &&
          this.of(device.userId, device.deviceId)?.opponent.sessionId !== device.sessionId,
      );
  }

  placeMissing(): void {
    const missing = this.missing();
    for (const device of missing) {
      this.of(device.userId, device.deviceId)?.hangup(CallErrorCode.NewSession, false);
      const leg = createNewMatrixCall(this.deps.client, this.deps.room.roomId, {
        invitee: device.userId,
        opponentDeviceId: device.deviceId,
        opponentSessionId: device.sessionId,
        groupCallId: this.deps.groupCallId,
      });
      if (leg === null) continue;
      this.add(leg);
      void this.place(leg, device.screensharing);
    }
    if (missing.length > 0) this.deps.changed();
  }

  private async place(leg: MatrixCall, screensharing: boolean): Promise<void> {
    const { dataChannel } = this.deps;
    try {
      await leg.placeCallWithCallFeeds(this.cloneFeeds(), screensharing);
      // The screen may have been shared while the leg waited for its connection.
      this.deps.giveScreen(leg);
      if (dataChannel !== null) leg.createDataChannel('datachannel', dataChannel.options);
    } catch (thrown) {
      logged('place a leg')(thrown);
      this.deps.failed(this.placeFailure(addressOf(leg)));
      leg.hangup(CallErrorCode.SignallingFailed, false);
      this.delete(leg);
    }
  }

  private retry(): void {
    const due = this.missing().filter(
      ({ userId, deviceId }) => this.retriesOf(userId, deviceId) < mostRetries,
    );
    for (const { userId, deviceId } of due)
      this.retries.set(deviceKey(userId, deviceId), this.retriesOf(userId, deviceId) + 1);
    if (due.length > 0) this.placeMissing();
  }

  /** REPAIR CALL-8.2: the origin names unknown devices for incoming signals only. */
  private placeFailure({ userId, deviceId }: Address): GroupCallError {
    return this.deps.isUnknownDevice(userId, deviceId)
      ? new GroupCallUnknownDeviceError(userId)
      : new GroupCallError(GroupCallErrorCode.PlaceCallFailed, `Failed to place call to ${userId}`);
  }

  // Events of the legs

  private add(leg: MatrixCall): void {
    const { userId, deviceId } = addressOf(leg);
    this.legs.set(deviceKey(userId, deviceId), leg);
    const onFeeds = (): void => this.feedsChanged(leg);
    const onState = (state: CallState): void => this.stateChanged(leg, state);
    const onHangup = (): void => this.ended(leg);
    const onReplaced = (next: MatrixCall): void => {
      this.replace(leg);
      this.add(next);
      this.deps.changed();
    };
    leg.on(CallEvent.FeedsChanged, onFeeds);
    leg.on(CallEvent.State, onState);
    leg.on(CallEvent.Hangup, onHangup);
    leg.on(CallEvent.Replaced, onReplaced);
    // A leg that fails ends, and `ended` handles its end.
    leg.on(CallEvent.Error, logged('reach a device'));
    this.watched.set(leg, () => {
      leg.off(CallEvent.FeedsChanged, onFeeds);
      leg.off(CallEvent.State, onState);
      leg.off(CallEvent.Hangup, onHangup);
      leg.off(CallEvent.Replaced, onReplaced);
    });
    leg.isPtt = this.deps.isPtt;
    onFeeds();
  }

  private unwatch(leg: MatrixCall): void {
    this.watched.get(leg)?.();
    this.watched.delete(leg);
  }

  private isCurrent(leg: MatrixCall): boolean {
    const { userId, deviceId } = addressOf(leg);
    return this.of(userId, deviceId) === leg;
  }

  private feedsChanged(leg: MatrixCall): void {
    // A replaced leg must not remove the streams of its successor.
    if (!this.isCurrent(leg)) return;
    const { userId, deviceId } = addressOf(leg);
    this.deps.userMedia.put(userId, deviceId, leg.remoteUsermediaFeed);
    this.deps.screens.put(userId, deviceId, leg.remoteScreensharingFeed);
  }

  private stateChanged(leg: MatrixCall, state: CallState): void {
    if (state === CallState.Ended) return queueMicrotask(() => this.sweepSilentEnd(leg));
    const { audio, video } = this.deps.muted();
    if (leg.localUsermediaFeed !== undefined) {
      if (leg.isMicrophoneMuted() !== audio)
        void leg.setMicrophoneMuted(audio).catch(logged('mute a leg'));
      if (leg.isLocalVideoMuted() !== video)
        void leg.setLocalVideoMuted(video).catch(logged('mute a leg'));
    }
    void leg.tellPause().catch(logged('tell of a paused screen'));
    const { userId, deviceId } = addressOf(leg);
    if (state === CallState.Connected) this.retries.delete(deviceKey(userId, deviceId));
  }

  /** REPAIR CALL-9.13: a leg whose invitation could not be sent ended without a word, kept its place, and so was never tried again. */
  private sweepSilentEnd(leg: MatrixCall): void {
    if (!this.isCurrent(leg)) return;
    this.ended(leg);
    this.deps.failed(this.placeFailure(addressOf(leg)));
  }

  private ended(leg: MatrixCall): void {
    if (leg.hangupReason === CallErrorCode.Replaced || !this.isCurrent(leg)) return;
    this.delete(leg);
    this.deps.changed();
  }

  private delete(leg: MatrixCall): void {
    if (!this.isCurrent(leg)) return;
    const { userId, deviceId } = addressOf(leg);
    this.unwatch(leg);
    this.legs.delete(deviceKey(userId, deviceId));
    this.deps.userMedia.put(userId, deviceId, undefined);
    this.deps.screens.put(userId, deviceId, undefined);
  }

  // All legs

  /** New participants may hear and see us, and those who left may not; a leg to an unlisted device ends. */
  participantsChanged(isIn: boolean): void {
    for (const leg of this.all) this.enableTracks(leg);
    if (isIn) this.placeMissing();
    // REPAIR: a leg whose device is not listed any more lived on for half a minute with a frozen picture.
    for (const leg of this.all)
      if (!leg.callHasEnded() && !this.isExpected(leg)) leg.hangup(this.reasonFor(leg), false);
  }

  private reasonFor(leg: MatrixCall): EndReason {
    return this.deps.rules.mayReach(addressOf(leg).userId)
      ? CallErrorCode.UserHangup
      : unverifiedReason;
  }

  private enableTracks(leg: MatrixCall): void {
    const isExpected = this.isExpected(leg);
    for (const feed of leg.feeds.local) {
      setTracksEnabled(feed.stream.getAudioTracks(), !feed.isAudioMuted() && isExpected);
      setTracksEnabled(feed.stream.getVideoTracks(), !feed.isVideoMuted() && isExpected);
    }
  }

  /** REPAIR: to mute threw on a leg that has no feed of ours yet. */
  get ready(): MatrixCall[] {
    return this.all.filter((leg) => leg.localUsermediaFeed !== undefined);
  }
}
