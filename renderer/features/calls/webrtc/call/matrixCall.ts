/*
Copyright 2015, 2016 OpenMarket Ltd
Copyright 2017 New Vector Ltd
Copyright 2019, 2020 The Matrix.org Foundation C.I.C.
Copyright 2021 - 2022 Šimon Brandner <simon.bra.ag@gmail.com>

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

// One call between two devices: places, answers and ends it. The parts are in the files beside this one. Adapted from matrix-js-sdk 43.0.0,
// `src/webrtc/call.ts` (README of `..`).
import { SDPStreamMetadataPurpose } from '../callEventTypes';
import { ownFeed, type CallFeed } from '../callFeed';
import {
  CallDirection,
  type EndReason,
  CallErrorCode,
  CallEvent,
  CallParty,
  CallState,
  CallType,
} from '../callStates';
import type { TurnServer } from '../host';
import { logged } from '../log';
import { openMedia } from '../openMedia';
import { EventType, setTracksEnabled } from '../utils';
import { LocalCandidates } from './candidates';
import { CallCore, type CallOpts } from './core';
import { CallFeeds } from './feeds';
import { isHeld, sendTones } from './hold';
import { IceState } from './iceState';
import { IncomingSignals } from './incoming';
import { Negotiation } from './negotiation';
import { OwnMedia } from './ownMedia';
import { OwnScreen } from './screen';
import { Senders } from './senders';

const { Usermedia, Screenshare } = SDPStreamMetadataPurpose;

/** Used if the homeserver has no STUN or TURN server, and the person allows it (CALL-7.16). */
const fallbackIceServer = 'stun:turn.matrix.org';

export class MatrixCall extends CallCore {
  readonly feeds: CallFeeds;
  readonly incoming: IncomingSignals;
  private readonly senders = new Senders(() => this.connection);
  private readonly localCandidates = new LocalCandidates(this, () => this.negotiation.isDescribed);
  private readonly ice: IceState;
  private readonly negotiation: Negotiation;
  private readonly media: OwnMedia;
  private readonly screen: OwnScreen;
  private readonly forceTURN: boolean;
  private readonly turnServers: TurnServer[];
  private waitForLocalAVStream = false;
  private successor?: MatrixCall;

  constructor(opts: CallOpts) {
    super(opts);
    this.forceTURN = opts.forceTURN;
    this.turnServers = [...opts.turnServers];
    if (this.turnServers.length === 0 && this.client.isFallbackICEServerAllowed())
      this.turnServers.push({ urls: [fallbackIceServer] });
    const { senders, localCandidates: candidates } = this;
    this.feeds = new CallFeeds(this, senders);
    this.ice = new IceState(this, candidates, this.feeds);
    this.negotiation = new Negotiation(this, { feeds: this.feeds, senders, candidates });
    this.media = new OwnMedia(this, this.feeds, senders);
    this.screen = new OwnScreen(this, this.feeds, senders);
    this.incoming = new IncomingSignals(this, {
      feeds: this.feeds,
      negotiation: this.negotiation,
      connect: () => this.createConnection(),
    });
  }

  get type(): CallType {
    return this.hasUserMediaVideoSender || this.feeds.remoteHas('video')
      ? CallType.Video
      : CallType.Voice;
  }

  get hasUserMediaVideoSender(): boolean {
    return this.senders.of(Usermedia, 'video') !== undefined;
  }

  get localUsermediaFeed(): CallFeed | undefined {
    return this.feeds.own(Usermedia);
  }

  get localUsermediaStream(): MediaStream | undefined {
    return this.localUsermediaFeed?.stream;
  }

  get localScreensharingFeed(): CallFeed | undefined {
    return this.feeds.own(Screenshare);
  }

  get localScreensharingStream(): MediaStream | undefined {
    return this.localScreensharingFeed?.stream;
  }

  get remoteUsermediaFeed(): CallFeed | undefined {
    return this.feeds.other(Usermedia);
  }

  get remoteScreensharingFeed(): CallFeed | undefined {
    return this.feeds.other(Screenshare);
  }

  // Placing

  /** Opens our media and sends the invite. A failure emits the error event and ends the call. */
  async placeCall(audio: boolean, video: boolean): Promise<void> {
    if (!audio) throw new Error('You CANNOT start a call without audio');
    const { calls } = this.client.callEventHandler;
    // REPAIR CALL-4.20: an invitation that crosses while our microphone opens is glare too; the origin knows of the call only after that.
    this.direction = CallDirection.Outbound;
    calls.set(this.callId, this);
    this.enter(CallState.WaitLocalMedia);
    let feed: CallFeed;
    try {
      feed = await this.openFeed(audio, video);
    } catch (thrown) {
      return this.mediaFailed(thrown);
    }
    await this.placeCallWithCallFeeds([feed]).catch((thrown: unknown) => this.placeFailed(thrown));
    if (!this.callHasEnded()) return;
    // REPAIR: what ended meanwhile came back into the list of calls, with a connection that nobody closed.
    calls.delete(this.callId);
    this.peerConn?.close();
  }

  /** @param requestScreenshareFeed whether the other side shares a screen already */
  async placeCallWithCallFeeds(
    callFeeds: readonly CallFeed[],
    requestScreenshareFeed = false,
  ): Promise<void> {
    if (this.listenerCount(CallEvent.Error) === 0)
      throw new Error("You MUST attach an error listener using call.on('error', function() {})");
    this.direction = CallDirection.Outbound;
    this.client.callEventHandler.calls.set(this.callId, this);
    await this.client.checkTurnServers();
    const connection = this.createConnection();
    if (this.successor) return this.successor.queueAnswer(callFeeds);
    if (this.callHasEnded()) return this.feeds.stopMedia();
    for (const feed of callFeeds) this.feeds.add(feed);
    if (requestScreenshareFeed) connection.addTransceiver('video', { direction: 'recvonly' });
    // The browser fires `negotiationneeded` next.
    this.enter(CallState.CreateOffer);
  }

  private createConnection(): RTCPeerConnection {
    const connection = new window.RTCPeerConnection({
      ...(this.forceTURN ? { iceTransportPolicy: 'relay' } : {}),
      ...(this.turnServers.length > 0 ? { iceServers: this.turnServers } : {}),
      bundlePolicy: 'max-bundle',
    });
    connection.addEventListener('iceconnectionstatechange', this.ice.onChange);
    connection.addEventListener('icecandidate', this.localCandidates.onCandidate);
    connection.addEventListener('icegatheringstatechange', this.localCandidates.onGatheringState);
    connection.addEventListener('track', this.feeds.onTrack);
    connection.addEventListener('negotiationneeded', this.negotiation.onNeeded);
    this.peerConn = connection;
    this.emit(CallEvent.PeerConnectionCreated, connection);
    return connection;
  }

  createDataChannel(label: string, options: RTCDataChannelInit | undefined): void {
    this.connection.createDataChannel(label, options);
  }

  /** REPAIR: a camera that cannot be opened ended the call, with words for the microphone. */
  private async openFeed(audio: boolean, video: boolean): Promise<CallFeed> {
    const media = this.client.getMediaHandler();
    const stream = await openMedia(media, audio, video, this.media.tellNoCamera);
    // A track is not always enabled at first: Chromium may clone one that was disabled.
    setTracksEnabled(stream.getTracks(), true);
    // ADDED: a listener is muted from the start.
    const muted = { audio: !media.microphoneAllowed, video: false };
    return ownFeed(this.client, this.roomId, stream, Usermedia, muted);
  }

  private mediaFailed(thrown: unknown): void {
    if (this.successor) return this.successor.mediaFailed(thrown);
    this.waitForLocalAVStream = false;
    this.tell(CallErrorCode.NoUserMedia, noMediaWords, thrown);
    // REPAIR: the origin ends it here and tells nobody, so that whoever calls goes on ringing. It rings on here too: it may be answered again,
    // without a microphone, by another device, or refused with the reason.
    if (this.direction === CallDirection.Inbound) this.enter(CallState.Ringing);
    else this.terminate(CallParty.Local, CallErrorCode.NoUserMedia, false);
  }

  private placeFailed(thrown: unknown): void {
    if (this.successor) return this.successor.placeFailed(thrown);
    const words = "Couldn't start call! Invalid ICE server configuration.";
    this.tell(CallErrorCode.IceFailed, words, thrown);
    this.terminate(CallParty.Local, CallErrorCode.IceFailed, false);
  }

  // Answering

  /** Opens the wanted media as far as the offer has a place for them; undefined: the same kinds as the other side sends. */
  async answer(audio?: boolean, video?: boolean): Promise<void> {
    if (this.negotiation.isDescribed) return;
    if (audio === false && video === false)
      throw new Error('You CANNOT answer a call without media');
    if (this.waitForLocalAVStream) return this.enter(CallState.WaitLocalMedia);
    if (this.localUsermediaFeed !== undefined) return;
    const before = this.state;
    const withAudio = this.answersWith(audio, this.feeds.remoteHas('audio'));
    const withVideo = this.answersWith(video, this.feeds.remoteHas('video'));
    this.enter(CallState.WaitLocalMedia);
    this.waitForLocalAVStream = true;
    let feed: CallFeed;
    try {
      feed = await this.openFeed(withAudio, withVideo);
    } catch (thrown) {
      this.waitForLocalAVStream = false;
      if (!withVideo) return this.mediaFailed(thrown);
      this.enter(before);
      return this.answer(withAudio, false);
    }
    const { localScreensharingFeed: screen } = this;
    this.answerWithCallFeeds(screen === undefined ? [feed] : [feed, screen]);
  }

  private answersWith(wanted: boolean | undefined, theirs: boolean): boolean {
    // Media without a section in the offer cannot be sent; and a side without stream metadata expects the same kinds as it sends.
    if (wanted === undefined || (wanted && !theirs)) return theirs;
    return this.opponentSupportsSDPStreamMetadata() ? wanted : theirs;
  }

  /** Our media are being opened by this call, or after glare by the call that it replaces; they are in no feed yet. */
  get awaitsMedia(): boolean {
    return this.state === CallState.WaitLocalMedia || this.waitForLocalAVStream;
  }

  /** ADDED: answers with a silent feed until the microphone is open. */
  answerEarly(feed: CallFeed): void {
    this.enter(CallState.WaitLocalMedia);
    this.answerWithCallFeeds([feed]);
  }

  /** ADDED: sends an answer again that could not be sent. Another failure emits the error event. */
  async sendAnswerAgain(): Promise<void> {
    this.enter(CallState.Connecting);
    await this.negotiation.sendAnswer();
  }

  answerWithCallFeeds(feeds: readonly CallFeed[]): void {
    if (!this.negotiation.isDescribed) this.queueAnswer(feeds);
  }

  private queueAnswer(feeds: readonly CallFeed[]): void {
    this.waitForLocalAVStream = false;
    this.negotiation.answerWith(feeds);
  }

  /** After glare the other call stays and takes our media. */
  replacedBy(newCall: MatrixCall): void {
    if (this.state === CallState.WaitLocalMedia) {
      newCall.waitForLocalAVStream = true;
    } else if (this.state === CallState.CreateOffer || this.state === CallState.InviteSent) {
      const isOurs = newCall.direction === CallDirection.Outbound;
      newCall.queueAnswer(isOurs ? [] : this.feeds.local.map((feed) => feed.clone()));
    }
    this.successor = newCall;
    this.emit(CallEvent.Replaced, newCall);
    this.hangup(CallErrorCode.Replaced, true);
  }

  // Ending

  hangup(reason: EndReason, suppressEvent: boolean): void {
    if (this.callHasEnded()) return;
    this.terminate(CallParty.Local, reason, !suppressEvent);
    // Version 0 has no `user_hangup` reason.
    const isTold = this.opponent.version || reason !== CallErrorCode.UserHangup;
    void this.sendVoipEvent(EventType.CallHangup, isTold ? { reason } : {}).catch(
      logged('send a hang-up'),
    );
  }

  /** Throws unless the call rings. `reason`: ADDED, sent to the other side. */
  reject(reason?: EndReason): void {
    if (this.state !== CallState.Ringing) throw Error("Call must be in 'ringing' state to reject!");
    if (this.opponent.version === 0) return this.hangup(reason ?? CallErrorCode.UserHangup, true);
    this.terminate(CallParty.Local, reason ?? CallErrorCode.UserHangup, true);
    const told = reason === undefined ? {} : { reason };
    void this.sendVoipEvent(EventType.CallReject, told).catch(logged('send a rejection'));
  }

  terminate(party: CallParty, reason: EndReason, shouldEmit: boolean): void {
    if (this.callHasEnded()) return;
    this.hangupParty = party;
    this.hangupReason = reason;
    this.enter(CallState.Ended);
    this.negotiation.stop();
    this.ice.stop();
    this.media.stop();
    // The media are stopped before the feeds that hold them are deleted.
    this.feeds.stopMedia();
    this.feeds.deleteAll();
    if (this.peerConn?.signalingState !== 'closed') this.peerConn?.close();
    if (shouldEmit) this.emit(CallEvent.Hangup);
    this.client.callEventHandler.calls.delete(this.callId);
  }

  // Media of ours

  opponentSupportsSDPStreamMetadata(): boolean {
    return this.feeds.hasMetadata;
  }

  /** Adds a feed of a group call. */
  pushLocalFeed(feed: CallFeed): void {
    this.feeds.add(feed);
  }

  stopScreen = (): void => this.screen.stop();
  isScreensharing = (): boolean => this.screen.isShared;
  /** Throws if the media handler was given no screen. */
  shareScreen = (): Promise<void> => this.screen.share();
  /** Rejects where the other side could not be told; the screen is paused all the same. */
  pauseScreen = async (on: boolean): Promise<void> => {
    if (this.screen.pause(on)) await this.sendMetadataUpdate();
  };
  /** ADDED: tells of a pause that came before the answer. */
  tellPause = async (): Promise<void> => {
    if (this.screen.takeUntold()) await this.sendMetadataUpdate();
  };

  isMicrophoneMuted = (): boolean => this.media.isMicrophoneMuted;
  isLocalVideoMuted = (): boolean => this.media.isVideoMuted;
  hasLocalTrack = (kind: 'audio' | 'video'): boolean => this.media.has(kind);
  setMicrophoneMuted = (muted: boolean): Promise<void> => this.media.setMicrophoneMuted(muted);
  setLocalVideoMuted = (muted: boolean): Promise<void> => this.media.setVideoMuted(muted);
  updateLocalUsermediaStream = (stream: MediaStream): Promise<void> => this.media.update(stream);
  sendMetadataUpdate = (): Promise<void> => this.media.sendMetadata();

  /** Puts the other side on hold: neither side hears the other. */
  setRemoteOnHold = (onHold: boolean): void => this.media.setRemoteOnHold(onHold);
  isRemoteOnHold = (): boolean => this.media.isRemoteOnHold;
  /** Whether the other side has put us on hold. */
  isLocalOnHold = (): boolean => this.state === CallState.Connected && isHeld(this.connection);

  /** Throws if the call sends no sound. */
  sendDtmfDigit = (digits: string): void => sendTones(this.peerConn, digits);
}

/** The message for media that could not be opened; the browser's reason follows. */
export const noMediaWords =
  "Couldn't start capturing media! Is your microphone set up and does this app have permission?";
