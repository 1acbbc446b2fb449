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

// One call: adapted from matrix-js-sdk 43.0.0, `src/webrtc/call.ts` (README of this folder).

import {
  SDPStreamMetadataPurpose,
  metadataKey,
  metadataOf,
  type CallCapabilities,
  type MCallAnswer,
  type MCallAssertedIdentity,
  type MCallCandidates,
  type MCallHangupReject,
  type MCallInviteNegotiate,
  type MCallSDPStreamMetadataChanged,
  type MCallSelectAnswer,
  type SDPStreamMetadata,
} from './callEventTypes';
import { CallFeed } from './callFeed';
import {
  CallDirection,
  CallError,
  CallErrorCode,
  CallEvent,
  CallParty,
  CallState,
  CallType,
  type CallEventMap,
} from './callStates';
import { Emitter } from './emitter';
import { firstCandidate } from './firstCandidate';
import type { CallHost, CallMember, CallSignalEvent, TurnServer } from './host';
import { openMedia } from './openMedia';
import { withOpusOptions } from './opusOptions';
import { EventType, randomText, setTracksEnabled } from './utils';

interface CallOpts {
  // The room ID for this call.
  roomId: string;
  invitee?: string;
  // The Matrix Client instance to send events to.
  client: CallHost;
  /**
   * Whether relay through TURN should be forced.
   * @deprecated use opts.forceTURN when creating the matrix client
   * since it's only possible to set this option on outbound calls.
   */
  forceTURN?: boolean;
  // A list of TURN servers.
  turnServers?: readonly TurnServer[];
  opponentDeviceId?: string;
  opponentSessionId?: string;
  groupCallId?: string;
}

interface AssertedIdentity {
  id: string;
  displayName: string;
}

/**
 * The version field that we set in m.call.* events
 */
const VOIP_PROTO_VERSION = '1';

/** The fallback ICE server to use for STUN or TURN protocols. */
export const FALLBACK_ICE_SERVER = 'stun:turn.matrix.org';

/** What is found in so short a time is sent together. */
const CANDIDATE_BATCH_MS = 20;
/** The length of time a call can be ringing for. */
const CALL_TIMEOUT_MS = 60 * 1000; // ms
/** The time after which we increment callLength */
const CALL_LENGTH_INTERVAL = 1000; // ms
/** The time after which we end the call, if ICE got disconnected */
const ICE_DISCONNECTED_TIMEOUT = 30 * 1000; // ms
/** The time after which we try a ICE restart, if ICE got disconnected */
const ICE_RECONNECTING_TIMEOUT = 2 * 1000; // ms
export function genCallID(): string {
  return Date.now().toString() + randomText(16);
}

// The key of the transceiver map (purpose + media type, separated by ':')
type TransceiverKey = string;

// generates keys for the map of transceivers
// kind is unfortunately a string rather than MediaType as this is the type of
// track.kind
function getTransceiverKey(purpose: SDPStreamMetadataPurpose, kind: TransceiverKey): string {
  return purpose + ':' + kind;
}

export class MatrixCall extends Emitter<CallEventMap> {
  roomId: string;
  callId: string;
  invitee?: string;
  hangupParty?: CallParty;
  hangupReason?: string;
  direction?: CallDirection;
  ourPartyId: string;
  peerConn?: RTCPeerConnection;
  toDeviceSeq = 0;

  // whether this call should have push-to-talk semantics
  // This should be set by the consumer on incoming & outgoing calls.
  isPtt = false;

  private _state: CallState = CallState.Fledgling;
  private readonly client: CallHost;
  private readonly forceTURN?: boolean;
  private readonly turnServers: TurnServer[];
  // A queue for candidates waiting to go out.
  // We try to amalgamate candidates into a single candidate message where
  // possible
  private candidateSendQueue: Array<RTCIceCandidate> = [];
  private candidateSendTries = 0;
  private candidatesEnded = false;
  private feeds: Array<CallFeed> = [];

  // our transceivers for each purpose and type of media
  private transceivers = new Map<TransceiverKey, RTCRtpTransceiver>();

  private inviteOrAnswerSent = false;
  private waitForLocalAVStream = false;
  private successor?: MatrixCall;
  private opponentMember?: CallMember;
  private opponentVersion?: number | string;
  // The party ID of the other side: undefined if we haven't chosen a partner
  // yet, null if we have but they didn't send a party ID.
  private opponentPartyId: string | null | undefined;
  private opponentCaps?: CallCapabilities;
  private iceDisconnectedTimeout?: ReturnType<typeof setTimeout>;
  private iceReconnectionTimeOut?: ReturnType<typeof setTimeout> | undefined;
  private inviteTimeout?: ReturnType<typeof setTimeout>;
  private readonly removeTrackListeners = new Map<MediaStream, () => void>();

  // The logic of when & if a call is on hold is nontrivial and explained in is*OnHold
  // This flag represents whether we want the other party to be on hold
  private remoteOnHold = false;

  // Perfect negotiation state: https://www.w3.org/TR/webrtc/#perfect-negotiation-example
  private makingOffer = false;
  private ignoreOffer = false;
  private isSettingRemoteAnswerPending = false;

  private responsePromiseChain?: Promise<void>;

  // If candidates arrive before we've picked an opponent (which, in particular,
  // will happen if the opponent sends candidates eagerly before the user answers
  // the call) we buffer them up here so we can then add the ones from the party we pick
  private remoteCandidateBuffer = new Map<string, MCallCandidates['candidates']>();

  private remoteAssertedIdentity?: AssertedIdentity;
  private remoteSDPStreamMetadata?: SDPStreamMetadata;

  private callLengthInterval?: ReturnType<typeof setInterval>;
  private callStartTime?: number;

  private opponentDeviceId?: string;
  private opponentSessionId?: string;
  groupCallId?: string;

  // Used to keep the timer for the delay before actually stopping our
  // video track after muting (see setLocalVideoMuted)
  private stopVideoTrackTimer?: ReturnType<typeof setTimeout>;
  /**
   * Construct a new Matrix Call.
   * @param opts - Config options.
   */
  constructor(opts: CallOpts) {
    super();

    this.roomId = opts.roomId;
    this.invitee = opts.invitee;
    this.client = opts.client;

    if (!this.client.deviceId) throw new Error('Client must have a device ID to start calls');

    this.forceTURN = opts.forceTURN ?? false;
    this.ourPartyId = this.client.deviceId;
    this.opponentDeviceId = opts.opponentDeviceId;
    this.opponentSessionId = opts.opponentSessionId;
    this.groupCallId = opts.groupCallId;
    this.turnServers = [...(opts.turnServers ?? [])];
    if (this.turnServers.length === 0 && this.client.isFallbackICEServerAllowed()) {
      this.turnServers.push({ urls: [FALLBACK_ICE_SERVER] });
    }
    this.callId = genCallID();
  }

  /**
   * Place a voice call to this room.
   * @throws If you have not specified a listener for 'error' events.
   */
  async placeVoiceCall(): Promise<void> {
    await this.placeCall(true, false);
  }

  /**
   * Place a video call to this room.
   * @throws If you have not specified a listener for 'error' events.
   */
  async placeVideoCall(): Promise<void> {
    await this.placeCall(true, true);
  }

  /**
   * Create a datachannel using this call's peer connection.
   * @param label - A human readable label for this datachannel
   * @param options - An object providing configuration options for the data channel.
   */
  createDataChannel(label: string, options: RTCDataChannelInit | undefined): RTCDataChannel {
    return this.peerConn!.createDataChannel(label, options);
  }

  getOpponentMember(): CallMember | undefined {
    return this.opponentMember;
  }

  getOpponentDeviceId(): string | undefined {
    return this.opponentDeviceId;
  }

  getOpponentSessionId(): string | undefined {
    return this.opponentSessionId;
  }

  opponentCanBeTransferred(): boolean {
    return Boolean(this.opponentCaps && this.opponentCaps['m.call.transferee']);
  }

  opponentSupportsDTMF(): boolean {
    return Boolean(this.opponentCaps && this.opponentCaps['m.call.dtmf']);
  }

  getRemoteAssertedIdentity(): AssertedIdentity | undefined {
    return this.remoteAssertedIdentity;
  }

  get state(): CallState {
    return this._state;
  }

  private set state(state: CallState) {
    const oldState = this._state;
    this._state = state;
    this.emit(CallEvent.State, state, oldState, this);
  }

  get type(): CallType {
    // we may want to look for a video receiver here rather than a track to match the
    // sender behaviour, although in practice they should be the same thing
    return this.hasUserMediaVideoSender || this.hasRemoteUserMediaVideoTrack
      ? CallType.Video
      : CallType.Voice;
  }

  get hasLocalUserMediaVideoTrack(): boolean {
    return !!this.localUsermediaStream?.getVideoTracks().length;
  }

  get hasRemoteUserMediaVideoTrack(): boolean {
    return this.getRemoteFeeds().some((feed) => {
      return (
        feed.purpose === SDPStreamMetadataPurpose.Usermedia && feed.stream?.getVideoTracks().length
      );
    });
  }

  get hasLocalUserMediaAudioTrack(): boolean {
    return !!this.localUsermediaStream?.getAudioTracks().length;
  }

  get hasRemoteUserMediaAudioTrack(): boolean {
    return this.getRemoteFeeds().some((feed) => {
      return (
        feed.purpose === SDPStreamMetadataPurpose.Usermedia &&
        !!feed.stream?.getAudioTracks().length
      );
    });
  }

  private get hasUserMediaAudioSender(): boolean {
    return Boolean(
      this.transceivers.get(getTransceiverKey(SDPStreamMetadataPurpose.Usermedia, 'audio'))?.sender,
    );
  }

  get hasUserMediaVideoSender(): boolean {
    return Boolean(
      this.transceivers.get(getTransceiverKey(SDPStreamMetadataPurpose.Usermedia, 'video'))?.sender,
    );
  }

  get localUsermediaFeed(): CallFeed | undefined {
    return this.getLocalFeeds().find((feed) => feed.purpose === SDPStreamMetadataPurpose.Usermedia);
  }

  get localScreensharingFeed(): CallFeed | undefined {
    return this.getLocalFeeds().find(
      (feed) => feed.purpose === SDPStreamMetadataPurpose.Screenshare,
    );
  }

  get localUsermediaStream(): MediaStream | undefined {
    return this.localUsermediaFeed?.stream;
  }

  get localScreensharingStream(): MediaStream | undefined {
    return this.localScreensharingFeed?.stream;
  }

  get remoteUsermediaFeed(): CallFeed | undefined {
    return this.getRemoteFeeds().find(
      (feed) => feed.purpose === SDPStreamMetadataPurpose.Usermedia,
    );
  }

  get remoteScreensharingFeed(): CallFeed | undefined {
    return this.getRemoteFeeds().find(
      (feed) => feed.purpose === SDPStreamMetadataPurpose.Screenshare,
    );
  }

  get remoteUsermediaStream(): MediaStream | undefined {
    return this.remoteUsermediaFeed?.stream;
  }

  get remoteScreensharingStream(): MediaStream | undefined {
    return this.remoteScreensharingFeed?.stream;
  }

  private getFeedByStreamId(streamId: string): CallFeed | undefined {
    return this.getFeeds().find((feed) => feed.stream.id === streamId);
  }

  /**
   * Returns an array of all CallFeeds
   * @returns CallFeeds
   */
  getFeeds(): Array<CallFeed> {
    return this.feeds;
  }

  /**
   * Returns an array of all local CallFeeds
   * @returns local CallFeeds
   */
  getLocalFeeds(): Array<CallFeed> {
    return this.feeds.filter((feed) => feed.isLocal());
  }

  /**
   * Returns an array of all remote CallFeeds
   * @returns remote CallFeeds
   */
  getRemoteFeeds(): Array<CallFeed> {
    return this.feeds.filter((feed) => !feed.isLocal());
  }

  /**
   * Generates and returns localSDPStreamMetadata
   * @returns localSDPStreamMetadata
   */
  private getLocalSDPStreamMetadata(updateStreamIds = false): SDPStreamMetadata {
    const metadata: SDPStreamMetadata = {};
    for (const localFeed of this.getLocalFeeds()) {
      if (updateStreamIds) {
        localFeed.sdpMetadataStreamId = localFeed.stream.id;
      }

      metadata[localFeed.sdpMetadataStreamId] = {
        purpose: localFeed.purpose,
        audio_muted: localFeed.isAudioMuted(),
        video_muted: localFeed.isVideoMuted(),
      };
    }
    return metadata;
  }

  /**
   * Returns true if there are no incoming feeds,
   * otherwise returns false
   * @returns no incoming feeds
   */
  noIncomingFeeds(): boolean {
    return !this.feeds.some((feed) => !feed.isLocal());
  }

  private pushRemoteFeed(stream: MediaStream): void {
    // Fallback to old behavior if the other side doesn't support SDPStreamMetadata
    if (!this.opponentSupportsSDPStreamMetadata()) {
      this.pushRemoteFeedWithoutMetadata(stream);
      return;
    }

    const userId = this.getOpponentMember()!.userId;
    // REPAIR CALL-5.8: a stream without an entry raised a TypeError.
    const entry = this.remoteSDPStreamMetadata?.[stream.id];
    const purpose = entry?.purpose;
    const audioMuted = entry?.audio_muted ?? false;
    const videoMuted = entry?.video_muted ?? false;

    if (!purpose) {
      return;
    }

    if (this.getFeedByStreamId(stream.id)) {
      return;
    }

    this.feeds.push(
      new CallFeed({
        client: this.client,
        call: this,
        roomId: this.roomId,
        userId,
        deviceId: this.getOpponentDeviceId(),
        stream,
        purpose,
        audioMuted,
        videoMuted,
      }),
    );

    this.emit(CallEvent.FeedsChanged, this.feeds, this);
  }

  /**
   * This method is used ONLY if the other client doesn't support sending SDPStreamMetadata
   */
  private pushRemoteFeedWithoutMetadata(stream: MediaStream): void {
    const userId = this.getOpponentMember()!.userId;
    // We can guess the purpose here since the other client can only send one stream
    const purpose = SDPStreamMetadataPurpose.Usermedia;
    const oldRemoteStream = this.feeds.find((feed) => !feed.isLocal())?.stream;

    // Note that we check by ID and always set the remote stream: Chrome appears
    // to make new stream objects when transceiver directionality is changed and the 'active'
    // status of streams change - Dave
    // If we already have a stream, check this stream has the same id
    if (oldRemoteStream && stream.id !== oldRemoteStream.id) {
      return;
    }

    if (this.getFeedByStreamId(stream.id)) {
      return;
    }

    this.feeds.push(
      new CallFeed({
        client: this.client,
        call: this,
        roomId: this.roomId,
        audioMuted: false,
        videoMuted: false,
        userId,
        deviceId: this.getOpponentDeviceId(),
        stream,
        purpose,
      }),
    );

    this.emit(CallEvent.FeedsChanged, this.feeds, this);
  }

  private pushNewLocalFeed(
    stream: MediaStream,
    purpose: SDPStreamMetadataPurpose,
    addToPeerConnection = true,
  ): void {
    const userId = this.client.getUserId();

    // Tracks don't always start off enabled, eg. chrome will give a disabled
    // audio track if you ask for user media audio and already had one that
    // you'd set to disabled (presumably because it clones them internally).
    setTracksEnabled(stream.getAudioTracks(), true);
    setTracksEnabled(stream.getVideoTracks(), true);

    if (this.getFeedByStreamId(stream.id)) {
      return;
    }

    this.pushLocalFeed(
      new CallFeed({
        client: this.client,
        roomId: this.roomId,
        audioMuted: false,
        videoMuted: false,
        userId,
        deviceId: this.getOpponentDeviceId(),
        stream,
        purpose,
      }),
      addToPeerConnection,
    );
  }

  /**
   * Pushes supplied feed to the call
   * @param callFeed - to push
   * @param addToPeerConnection - whether to add the tracks to the peer connection
   */
  pushLocalFeed(callFeed: CallFeed, addToPeerConnection = true): void {
    if (this.feeds.some((feed) => callFeed.stream.id === feed.stream.id)) {
      return;
    }

    this.feeds.push(callFeed);

    if (addToPeerConnection) {
      for (const track of callFeed.stream.getTracks()) {
        const tKey = getTransceiverKey(callFeed.purpose, track.kind);
        if (this.transceivers.has(tKey)) {
          // we already have a sender, so we re-use it. We try to re-use transceivers as much
          // as possible because they can't be removed once added, so otherwise they just
          // accumulate which makes the SDP very large very quickly: in fact it only takes
          // about 6 video tracks to exceed the maximum size of an Olm-encrypted
          // Matrix event.
          const transceiver = this.transceivers.get(tKey)!;

          void transceiver.sender.replaceTrack(track).catch(() => undefined);
          // REPAIR: a second screen went out under the name of the first stream, and the other side ignored it as unknown.
          transceiver.sender.setStreams?.(callFeed.stream);
          // set the direction to indicate we're going to start sending again
          // (this will trigger the re-negotiation)
          transceiver.direction = transceiver.direction === 'inactive' ? 'sendonly' : 'sendrecv';
        } else {
          // create a new one. We need to use addTrack rather addTransceiver for this because firefox
          // doesn't yet implement RTCRTPSender.setStreams()
          // (https://bugzilla.mozilla.org/show_bug.cgi?id=1510802) so we'd have no way to group the
          // two tracks together into a stream.
          const newSender = this.peerConn!.addTrack(track, callFeed.stream);

          // now go & fish for the new transceiver
          const newTransceiver = this.peerConn!.getTransceivers().find(
            (t) => t.sender === newSender,
          );
          if (newTransceiver) {
            this.transceivers.set(tKey, newTransceiver);
          }
        }
      }
    }

    this.emit(CallEvent.FeedsChanged, this.feeds, this);
  }

  /**
   * Removes local call feed from the call and its tracks from the peer
   * connection
   * @param callFeed - to remove
   */
  removeLocalFeed(callFeed: CallFeed): void {
    const audioTransceiverKey = getTransceiverKey(callFeed.purpose, 'audio');
    const videoTransceiverKey = getTransceiverKey(callFeed.purpose, 'video');

    for (const transceiverKey of [audioTransceiverKey, videoTransceiverKey]) {
      // this is slightly mixing the track and transceiver API but is basically just shorthand.
      // There is no way to actually remove a transceiver, so this just sets it to inactive
      // (or recvonly) and replaces the source with nothing.
      if (this.transceivers.has(transceiverKey)) {
        const transceiver = this.transceivers.get(transceiverKey)!;
        if (transceiver.sender) this.peerConn!.removeTrack(transceiver.sender);
      }
    }

    if (callFeed.purpose === SDPStreamMetadataPurpose.Screenshare) {
      this.client.getMediaHandler().stopScreensharingStream(callFeed.stream);
    }

    this.deleteFeed(callFeed);
  }

  private deleteAllFeeds(): void {
    for (const feed of this.feeds) {
      if (!feed.isLocal() || !this.groupCallId) {
        feed.dispose();
      }
    }

    this.feeds = [];
    this.emit(CallEvent.FeedsChanged, this.feeds, this);
  }

  private deleteFeedByStream(stream: MediaStream): void {
    const feed = this.getFeedByStreamId(stream.id);
    if (!feed) {
      return;
    }
    this.deleteFeed(feed);
  }

  private deleteFeed(feed: CallFeed): void {
    feed.dispose();
    this.feeds.splice(this.feeds.indexOf(feed), 1);
    this.emit(CallEvent.FeedsChanged, this.feeds, this);
  }

  /**
   * Configure this call from an invite event. Used by CallHost.
   * @param event - The m.call.invite event
   */
  async initWithInvite(event: CallSignalEvent): Promise<void> {
    const invite = event.getContent<MCallInviteNegotiate>();
    this.direction = CallDirection.Inbound;

    // make sure we have valid turn creds. Unless something's gone wrong, it should
    // poll and keep the credentials valid so this should be instant.
    await this.client.checkTurnServers();

    const sdpStreamMetadata = metadataOf(invite);
    if (sdpStreamMetadata) {
      this.updateRemoteSDPStreamMetadata(sdpStreamMetadata);
    }

    this.peerConn = this.createPeerConnection();
    this.emit(CallEvent.PeerConnectionCreated, this.peerConn, this);
    // we must set the party ID before await-ing on anything: the call event
    // handler will start giving us more call events (eg. candidates) so if
    // we haven't set the party ID, we'll ignore them.
    this.chooseOpponent(event);
    try {
      await this.peerConn.setRemoteDescription(invite.offer);

      await this.addBufferedIceCandidates();
    } catch {
      this.terminate(CallParty.Local, CallErrorCode.SetRemoteDescription, false);
      return;
    }

    const remoteStream = this.feeds.find((feed) => !feed.isLocal())?.stream;

    // According to previous comments in this file, firefox at some point did not
    // add streams until media started arriving on them. Testing latest firefox
    // (81 at time of writing), this is no longer a problem, so let's do it the correct way.
    if (!remoteStream || remoteStream.getTracks().length === 0) {
      this.terminate(CallParty.Local, CallErrorCode.SetRemoteDescription, false);
      return;
    }

    this.state = CallState.Ringing;

    // REPAIR CALL-4.17: the origin takes an age of 0 for "unknown" and lets the invitation ring for ever.
    {
      // Time out the call if it's ringing for too long
      const ringingTimer = setTimeout(() => {
        if (this.state === CallState.Ringing) {
          this.hangupParty = CallParty.Remote; // effectively
          this.state = CallState.Ended;
          this.stopAllMedia();
          if (this.peerConn!.signalingState !== 'closed') {
            this.peerConn!.close();
          }
          this.emit(CallEvent.Hangup, this);
        }
      }, invite.lifetime - event.getLocalAge());

      const onState = (state: CallState): void => {
        if (state !== CallState.Ringing) {
          clearTimeout(ringingTimer);
          this.off(CallEvent.State, onState);
        }
      };
      this.on(CallEvent.State, onState);
    }
  }

  /**
   * Configure this call from a hangup or reject event. Used by CallHost.
   */
  initWithHangup(): void {
    // perverse as it may seem, sometimes we want to instantiate a call with a
    // hangup message (because when getting the state of the room on load, events
    // come in reverse order and we want to remember that a call has been hung up)
    this.state = CallState.Ended;
  }

  private shouldAnswerWithMediaType(
    wantedValue: boolean | undefined,
    valueOfTheOtherSide: boolean,
  ): boolean {
    if (wantedValue && !valueOfTheOtherSide) {
      // Nothing can be sent where the other side has no place for it.
      return false;
    } else if (
      wantedValue !== undefined &&
      wantedValue !== valueOfTheOtherSide &&
      !this.opponentSupportsSDPStreamMetadata()
    ) {
      return valueOfTheOtherSide;
    }
    return wantedValue ?? valueOfTheOtherSide;
  }

  /**
   * Answer a call.
   */
  async answer(audio?: boolean, video?: boolean): Promise<void> {
    if (this.inviteOrAnswerSent) return;
    // TODO: Figure out how to do this
    if (audio === false && video === false)
      throw new Error('You CANNOT answer a call without media');

    if (!this.localUsermediaStream && !this.waitForLocalAVStream) {
      const prevState = this.state;
      const answerWithAudio = this.shouldAnswerWithMediaType(
        audio,
        this.hasRemoteUserMediaAudioTrack,
      );
      const answerWithVideo = this.shouldAnswerWithMediaType(
        video,
        this.hasRemoteUserMediaVideoTrack,
      );

      this.state = CallState.WaitLocalMedia;
      this.waitForLocalAVStream = true;

      try {
        // REPAIR: a camera that cannot be opened was not told.
        const stream = await openMedia(
          this.client.getMediaHandler(),
          answerWithAudio,
          answerWithVideo,
          this.tellNoCamera,
        );
        this.waitForLocalAVStream = false;
        const usermediaFeed = new CallFeed({
          client: this.client,
          roomId: this.roomId,
          userId: this.client.getUserId(),
          deviceId: this.client.getDeviceId(),
          stream,
          purpose: SDPStreamMetadataPurpose.Usermedia,
          audioMuted: false,
          videoMuted: false,
        });

        const feeds = [usermediaFeed];

        if (this.localScreensharingFeed) {
          feeds.push(this.localScreensharingFeed);
        }

        this.answerWithCallFeeds(feeds);
      } catch (e) {
        if (answerWithVideo) {
          // Try to answer without video

          this.state = prevState;
          this.waitForLocalAVStream = false;
          await this.answer(answerWithAudio, false);
        } else {
          this.getUserMediaFailed(e as Error);
          return;
        }
      }
    } else if (this.waitForLocalAVStream) {
      this.state = CallState.WaitLocalMedia;
    }
  }

  /** Media of ours are being opened, by this call or, after glare, by the one whose place it takes; they are in no feed yet. */
  get awaitsMedia(): boolean {
    return this.state === CallState.WaitLocalMedia || this.waitForLocalAVStream;
  }

  /** ADDED: answers with what takes the microphone's place until it is open. */
  answerEarly(feed: CallFeed): void {
    this.state = CallState.WaitLocalMedia;
    this.answerWithCallFeeds([feed]);
  }

  /** ADDED: the answer stands and could not be sent. Failing again is told by the error event. */
  async sendAnswerAgain(): Promise<void> {
    this.state = CallState.Connecting;
    await this.sendAnswer().catch(() => undefined);
  }

  answerWithCallFeeds(callFeeds: CallFeed[]): void {
    if (this.inviteOrAnswerSent) return;

    this.queueGotCallFeedsForAnswer(callFeeds);
  }

  /**
   * Replace this call with a new call, e.g. for glare resolution. Used by
   * CallHost.
   * @param newCall - The new call.
   */
  replacedBy(newCall: MatrixCall): void {
    if (this.state === CallState.WaitLocalMedia) {
      newCall.waitForLocalAVStream = true;
    } else if (this.state === CallState.CreateOffer || this.state === CallState.InviteSent) {
      if (newCall.direction === CallDirection.Outbound) {
        newCall.queueGotCallFeedsForAnswer([]);
      } else {
        newCall.queueGotCallFeedsForAnswer(this.getLocalFeeds().map((feed) => feed.clone()));
      }
    }
    this.successor = newCall;
    this.emit(CallEvent.Replaced, newCall, this);
    this.hangup(CallErrorCode.Replaced, true);
  }

  /**
   * Hangup a call.
   * @param reason - The reason why the call is being hung up.
   * @param suppressEvent - True to suppress emitting an event.
   */
  hangup(reason: CallErrorCode, suppressEvent: boolean): void {
    if (this.callHasEnded()) return;

    this.terminate(CallParty.Local, reason, !suppressEvent);
    const content: Omit<MCallHangupReject, 'version' | 'call_id' | 'party_id' | 'conf_id'> = {};
    // Don't send UserHangup reason to older clients
    if (
      (this.opponentVersion && this.opponentVersion !== 0) ||
      reason !== CallErrorCode.UserHangup
    ) {
      content['reason'] = reason;
    }
    void this.sendVoipEvent(EventType.CallHangup, content).catch(() => undefined);
  }

  /**
   * Reject a call
   * This used to be done by calling hangup, but is a separate method and protocol
   * event as of MSC2746.
   */
  reject(): void {
    if (this.state !== CallState.Ringing) {
      throw Error("Call must be in 'ringing' state to reject!");
    }

    if (this.opponentVersion === 0) {
      this.hangup(CallErrorCode.UserHangup, true);
      return;
    }

    this.terminate(CallParty.Local, CallErrorCode.UserHangup, true);
    void this.sendVoipEvent(EventType.CallReject, {}).catch(() => undefined);
  }

  /**
   * Adds an audio and/or video track - upgrades the call
   * @param audio - should add an audio track
   * @param video - should add an video track
   */
  private async upgradeCall(audio: boolean, video: boolean): Promise<void> {
    // We don't do call downgrades
    if (!audio && !video) return;
    if (!this.opponentSupportsSDPStreamMetadata()) return;

    try {
      const getAudio = audio || this.hasLocalUserMediaAudioTrack;
      const getVideo = video || this.hasLocalUserMediaVideoTrack;

      // updateLocalUsermediaStream() will take the tracks, use them as
      // replacement and throw the stream away, so it isn't reusable
      const stream = await this.client
        .getMediaHandler()
        .getUserMediaStream(getAudio, getVideo, false);
      await this.updateLocalUsermediaStream(stream, audio, video);
    } catch (error) {
      this.tellNoCamera(error);
    }
  }

  /**
   * Returns true if this.remoteSDPStreamMetadata is defined, otherwise returns false
   * @returns can screenshare
   */
  opponentSupportsSDPStreamMetadata(): boolean {
    return Boolean(this.remoteSDPStreamMetadata);
  }

  /**
   * If there is a screensharing stream returns true, otherwise returns false
   * @returns is screensharing
   */
  isScreensharing(): boolean {
    return Boolean(this.localScreensharingStream);
  }

  /**
   * Starts/stops screensharing
   * @param enabled - the desired screensharing state
   * @returns new screensharing state
   */
  async setScreensharingEnabled(enabled: boolean): Promise<boolean> {
    // Skip if there is nothing to do
    if (enabled && this.isScreensharing()) {
      return true;
    } else if (!enabled && !this.isScreensharing()) {
      return false;
    }

    // Fallback to replaceTrack()
    if (!this.opponentSupportsSDPStreamMetadata()) {
      return this.setScreensharingEnabledWithoutMetadataSupport(enabled);
    }

    if (enabled) {
      try {
        const stream = await this.client.getMediaHandler().getScreensharingStream();
        if (!stream) return false;
        this.pushNewLocalFeed(stream, SDPStreamMetadataPurpose.Screenshare);
        return true;
      } catch {
        return false;
      }
    } else {
      const audioTransceiver = this.transceivers.get(
        getTransceiverKey(SDPStreamMetadataPurpose.Screenshare, 'audio'),
      );
      const videoTransceiver = this.transceivers.get(
        getTransceiverKey(SDPStreamMetadataPurpose.Screenshare, 'video'),
      );

      for (const transceiver of [audioTransceiver, videoTransceiver]) {
        // this is slightly mixing the track and transceiver API but is basically just shorthand
        // for removing the sender.
        if (transceiver && transceiver.sender) this.peerConn!.removeTrack(transceiver.sender);
      }

      this.client.getMediaHandler().stopScreensharingStream(this.localScreensharingStream!);
      this.deleteFeedByStream(this.localScreensharingStream!);
      return false;
    }
  }

  /**
   * Starts/stops screensharing
   * Should be used ONLY if the opponent doesn't support SDPStreamMetadata
   * @param enabled - the desired screensharing state
   * @returns new screensharing state
   */
  private async setScreensharingEnabledWithoutMetadataSupport(enabled: boolean): Promise<boolean> {
    if (enabled) {
      try {
        const stream = await this.client.getMediaHandler().getScreensharingStream();
        if (!stream) return false;

        const track = stream.getTracks().find((track) => track.kind === 'video');

        const sender = this.transceivers.get(
          getTransceiverKey(SDPStreamMetadataPurpose.Usermedia, 'video'),
        )?.sender;

        void sender?.replaceTrack(track ?? null).catch(() => undefined);

        this.pushNewLocalFeed(stream, SDPStreamMetadataPurpose.Screenshare, false);

        return true;
      } catch {
        return false;
      }
    } else {
      const track = this.localUsermediaStream?.getTracks().find((track) => track.kind === 'video');
      const sender = this.transceivers.get(
        getTransceiverKey(SDPStreamMetadataPurpose.Usermedia, 'video'),
      )?.sender;
      void sender?.replaceTrack(track ?? null).catch(() => undefined);

      this.client.getMediaHandler().stopScreensharingStream(this.localScreensharingStream!);
      this.deleteFeedByStream(this.localScreensharingStream!);

      return false;
    }
  }

  /**
   * Replaces/adds the tracks from the passed stream to the localUsermediaStream
   * @param stream - to use a replacement for the local usermedia stream
   */
  async updateLocalUsermediaStream(
    stream: MediaStream,
    forceAudio = false,
    forceVideo = false,
  ): Promise<void> {
    const callFeed = this.localUsermediaFeed!;
    const audioEnabled = forceAudio || (!callFeed.isAudioMuted() && !this.remoteOnHold);
    const videoEnabled = forceVideo || (!callFeed.isVideoMuted() && !this.remoteOnHold);

    setTracksEnabled(stream.getAudioTracks(), audioEnabled);
    setTracksEnabled(stream.getVideoTracks(), videoEnabled);

    // We want to keep the same stream id, so we replace the tracks rather
    // than the whole stream.

    // Firstly, we replace the tracks in our localUsermediaStream.
    for (const track of this.localUsermediaStream!.getTracks()) {
      this.localUsermediaStream!.removeTrack(track);
      track.stop();
    }
    for (const track of stream.getTracks()) {
      this.localUsermediaStream!.addTrack(track);
    }

    // Then replace the old tracks, if possible.
    for (const track of stream.getTracks()) {
      const tKey = getTransceiverKey(SDPStreamMetadataPurpose.Usermedia, track.kind);

      const transceiver = this.transceivers.get(tKey);
      const oldSender = transceiver?.sender;
      let added = false;
      if (oldSender) {
        try {
          await oldSender.replaceTrack(track);
          // Set the direction to indicate we're going to be sending.
          // This is only necessary in the cases where we're upgrading
          // the call to video after downgrading it.
          transceiver.direction = transceiver.direction === 'inactive' ? 'sendonly' : 'sendrecv';
          added = true;
        } catch {
          // A new sender takes its place.
        }
      }

      if (!added) {
        const newSender = this.peerConn!.addTrack(track, this.localUsermediaStream!);
        const newTransceiver = this.peerConn!.getTransceivers().find((t) => t.sender === newSender);
        if (newTransceiver) {
          this.transceivers.set(tKey, newTransceiver);
        }
      }
    }
  }

  /**
   * Set whether our outbound video should be muted or not.
   * @param muted - True to mute the outbound video.
   * @returns the new mute state
   */
  async setLocalVideoMuted(muted: boolean): Promise<boolean> {
    // if we were still thinking about stopping and removing the video
    // track: don't, because we want it back.
    if (!muted && this.stopVideoTrackTimer !== undefined) {
      clearTimeout(this.stopVideoTrackTimer);
      this.stopVideoTrackTimer = undefined;
    }

    // REPAIR: without a device nothing could be switched off any more.
    if (!muted && !(await this.client.getMediaHandler().hasVideoDevice())) {
      return this.isLocalVideoMuted();
    }

    if (!this.hasUserMediaVideoSender && !muted) {
      this.localUsermediaFeed?.setAudioVideoMuted(null, muted);
      await this.upgradeCall(false, true);
      return this.isLocalVideoMuted();
    }

    // we may not have a video track - if not, re-request usermedia
    if (!muted && this.localUsermediaStream!.getVideoTracks().length === 0) {
      // REPAIR: a camera that somebody else took while it was off raised an error that nobody handled.
      const stream = await this.client
        .getMediaHandler()
        .getUserMediaStream(true, true)
        .catch((error: unknown) => void this.tellNoCamera(error));
      if (stream === undefined) return this.isLocalVideoMuted();
      await this.updateLocalUsermediaStream(stream);
    }

    this.localUsermediaFeed?.setAudioVideoMuted(null, muted);

    this.updateMuteStatus();
    await this.sendMetadataUpdate();

    // if we're muting video, set a timeout to stop & remove the video track so we release
    // the camera. We wait a short time to do this because when we disable a track, WebRTC
    // will send black video for it. If we just stop and remove it straight away, the video
    // will just freeze which means that when we unmute video, the other side will briefly
    // get a static frame of us from before we muted. This way, the still frame is just black.
    // A very small delay is not always enough so the theory here is that it needs to be long
    // enough for WebRTC to encode a frame: 120ms should be long enough even if we're only
    // doing 10fps.
    if (muted) {
      this.stopVideoTrackTimer = setTimeout(() => {
        for (const t of this.localUsermediaStream!.getVideoTracks()) {
          t.stop();
          this.localUsermediaStream!.removeTrack(t);
        }
      }, 120);
    }

    return this.isLocalVideoMuted();
  }

  /**
   * Check if local video is muted.
   *
   * If there are multiple video tracks, <i>all</i> of the tracks need to be muted
   * for this to return true. This means if there are no video tracks, this will
   * return true.
   * @returns True if the local preview video is muted, else false
   * (including if the call is not set up yet).
   */
  isLocalVideoMuted(): boolean {
    return this.localUsermediaFeed?.isVideoMuted() ?? false;
  }

  /**
   * Set whether the microphone should be muted or not.
   * @param muted - True to mute the mic.
   * @returns the new mute state
   */
  async setMicrophoneMuted(muted: boolean): Promise<boolean> {
    // REPAIR: without a device nothing could be switched off any more.
    if (!muted && !(await this.client.getMediaHandler().hasAudioDevice())) {
      return this.isMicrophoneMuted();
    }

    if (!muted && (!this.hasUserMediaAudioSender || !this.hasLocalUserMediaAudioTrack)) {
      await this.upgradeCall(true, false);
      return this.isMicrophoneMuted();
    }
    this.localUsermediaFeed?.setAudioVideoMuted(muted, null);
    this.updateMuteStatus();
    await this.sendMetadataUpdate();
    return this.isMicrophoneMuted();
  }

  /**
   * Check if the microphone is muted.
   *
   * If there are multiple audio tracks, <i>all</i> of the tracks need to be muted
   * for this to return true. This means if there are no audio tracks, this will
   * return true.
   * @returns True if the mic is muted, else false (including if the call
   * is not set up yet).
   */
  isMicrophoneMuted(): boolean {
    return this.localUsermediaFeed?.isAudioMuted() ?? false;
  }

  /**
   * @returns true if we have put the party on the other side of the call on hold
   * (that is, we are signalling to them that we are not listening)
   */
  isRemoteOnHold(): boolean {
    return this.remoteOnHold;
  }

  setRemoteOnHold(onHold: boolean): void {
    if (this.isRemoteOnHold() === onHold) return;
    this.remoteOnHold = onHold;

    for (const transceiver of this.peerConn!.getTransceivers()) {
      // We don't send hold music or anything so we're not actually
      // sending anything, but sendrecv is fairly standard for hold and
      // it makes it a lot easier to figure out who's put who on hold.
      transceiver.direction = onHold ? 'sendonly' : 'sendrecv';
    }
    this.updateMuteStatus();
    void this.sendMetadataUpdate().catch(() => undefined);

    this.emit(CallEvent.RemoteHoldUnhold, this.remoteOnHold, this);
  }

  /**
   * Indicates whether we are 'on hold' to the remote party (ie. if true,
   * they cannot hear us).
   * @returns true if the other party has put us on hold
   */
  isLocalOnHold(): boolean {
    if (this.state !== CallState.Connected) return false;

    let callOnHold = true;

    // We consider a call to be on hold only if *all* the tracks are on hold
    // (is this the right thing to do?)
    for (const transceiver of this.peerConn!.getTransceivers()) {
      const trackOnHold = ['inactive', 'recvonly'].includes(transceiver.currentDirection!);

      if (!trackOnHold) callOnHold = false;
    }

    return callOnHold;
  }

  /**
   * Sends a DTMF digit to the other party
   * @param digit - The digit (nb. string - '#' and '*' are dtmf too)
   */
  sendDtmfDigit(digit: string): void {
    for (const sender of this.peerConn!.getSenders()) {
      if (sender.track?.kind === 'audio' && sender.dtmf) {
        sender.dtmf.insertDTMF(digit);
        return;
      }
    }

    throw new Error('Unable to find a track to send DTMF on');
  }

  private updateMuteStatus(): void {
    const micShouldBeMuted = this.isMicrophoneMuted() || this.remoteOnHold;
    const vidShouldBeMuted = this.isLocalVideoMuted() || this.remoteOnHold;

    setTracksEnabled(this.localUsermediaStream!.getAudioTracks(), !micShouldBeMuted);
    setTracksEnabled(this.localUsermediaStream!.getVideoTracks(), !vidShouldBeMuted);
  }

  async sendMetadataUpdate(): Promise<void> {
    await this.sendVoipEvent(EventType.CallSDPStreamMetadataChanged, {
      [metadataKey]: this.getLocalSDPStreamMetadata(),
    });
  }

  private gotCallFeedsForInvite(callFeeds: CallFeed[], requestScreenshareFeed = false): void {
    if (this.successor) {
      this.successor.queueGotCallFeedsForAnswer(callFeeds);
      return;
    }
    if (this.callHasEnded()) {
      this.stopAllMedia();
      return;
    }

    for (const feed of callFeeds) {
      this.pushLocalFeed(feed);
    }

    if (requestScreenshareFeed) {
      this.peerConn!.addTransceiver('video', {
        direction: 'recvonly',
      });
    }

    this.state = CallState.CreateOffer;

    // Now we wait for the negotiationneeded event
  }

  private async sendAnswer(): Promise<void> {
    const answerContent: Omit<MCallAnswer, 'version' | 'call_id' | 'party_id' | 'conf_id'> = {
      answer: {
        sdp: this.peerConn!.localDescription!.sdp,
        // type is now deprecated as of Matrix VoIP v1, but
        // required to still be sent for backwards compat
        type: this.peerConn!.localDescription!.type,
      },
      [metadataKey]: this.getLocalSDPStreamMetadata(true),
    };

    answerContent.capabilities = {
      'm.call.transferee': this.client.supportsCallTransfer,
      'm.call.dtmf': false,
    };

    // We have just taken the local description from the peerConn which will
    // contain all the local candidates added so far, so we can discard any candidates
    // we had queued up because they'll be in the answer.
    this.discardDuplicateCandidates();

    try {
      await this.sendVoipEvent(EventType.CallAnswer, answerContent);
      // If this isn't the first time we've tried to send the answer,
      // we may have candidates queued up, so send them now.
      this.inviteOrAnswerSent = true;
    } catch (error) {
      // We've failed to answer: back to the ringing state
      this.state = CallState.Ringing;

      let code: CallErrorCode = CallErrorCode.SendAnswer;
      let message = 'Failed to send answer';
      if ((error as Error).name === 'UnknownDeviceError') {
        code = CallErrorCode.UnknownDevices;
        message = 'Unknown devices present in the room';
      }
      this.emit(CallEvent.Error, new CallError(code, message, error as Error), this);
      throw error;
    }

    // error handler re-throws so this won't happen on error, but
    // we don't want the same error handling on the candidate queue
    void this.sendCandidateQueue().catch(() => undefined);
  }

  private queueGotCallFeedsForAnswer(callFeeds: CallFeed[]): void {
    // Ensure only one negotiate/answer event is being processed at a time.
    if (this.responsePromiseChain) {
      this.responsePromiseChain = this.responsePromiseChain.then(() =>
        this.gotCallFeedsForAnswer(callFeeds),
      );
    } else {
      this.responsePromiseChain = this.gotCallFeedsForAnswer(callFeeds);
    }
  }

  private async createOffer(): Promise<RTCSessionDescriptionInit> {
    const offer = await this.peerConn!.createOffer();
    return { ...offer, sdp: withOpusOptions(offer.sdp ?? '', this.isPtt) };
  }

  private async createAnswer(): Promise<RTCSessionDescriptionInit> {
    const answer = await this.peerConn!.createAnswer();
    return { ...answer, sdp: withOpusOptions(answer.sdp ?? '', this.isPtt) };
  }

  private async gotCallFeedsForAnswer(callFeeds: CallFeed[]): Promise<void> {
    if (this.callHasEnded()) return;

    this.waitForLocalAVStream = false;

    for (const feed of callFeeds) {
      this.pushLocalFeed(feed);
    }

    this.state = CallState.CreateAnswer;

    let answer: RTCSessionDescriptionInit;
    try {
      this.getRidOfRTXCodecs();
      answer = await this.createAnswer();
    } catch {
      this.terminate(CallParty.Local, CallErrorCode.CreateAnswer, true);
      return;
    }

    try {
      await this.peerConn!.setLocalDescription(answer);

      // make sure we're still going
      if (this.callHasEnded()) return;

      this.state = CallState.Connecting;

      // REPAIR CALL-9.4: the origin waits 200 ms in any case; here they are the most, for the first local candidate.
      await new Promise<void>((resolve) => firstCandidate(this.peerConn!, resolve));

      // make sure the call hasn't ended before we continue
      if (this.callHasEnded()) return;

      // REPAIR: an answer that could not be sent left a rejection that nobody handled; the error event tells.
      this.sendAnswer().catch(() => undefined);
    } catch {
      this.terminate(CallParty.Local, CallErrorCode.SetLocalDescription, true);
      return;
    }
  }

  /**
   * Internal
   */
  private gotLocalIceCandidate = (event: RTCPeerConnectionIceEvent): void => {
    if (event.candidate) {
      if (this.callHasEnded()) return;

      // As with the offer, note we need to make a copy of this object, not
      // pass the original: that broke in Chrome ~m43.
      if (event.candidate.candidate === '') {
        this.queueCandidate(null);
      } else {
        this.queueCandidate(event.candidate);
      }
    }
  };

  private onIceGatheringStateChange = (): void => {
    if (this.peerConn?.iceGatheringState === 'complete') {
      this.queueCandidate(null); // We should leave it to WebRTC to announce the end
    }
  };

  async onRemoteIceCandidatesReceived(ev: CallSignalEvent): Promise<void> {
    if (this.callHasEnded()) {
      //debuglog("Ignoring remote ICE candidate because call has ended");
      return;
    }

    const content = ev.getContent<MCallCandidates>();
    const candidates = content.candidates;
    if (!candidates) {
      return;
    }

    const fromPartyId = content.version === 0 ? null : content.party_id || null;

    if (this.opponentPartyId === undefined) {
      // we haven't picked an opponent yet so save the candidates
      if (fromPartyId) {
        const bufferedCandidates = this.remoteCandidateBuffer.get(fromPartyId) || [];
        bufferedCandidates.push(...candidates);
        this.remoteCandidateBuffer.set(fromPartyId, bufferedCandidates);
      }
      return;
    }

    if (!this.partyIdMatches(content)) {
      return;
    }

    await this.addIceCandidates(candidates);
  }

  /**
   * Used by CallHost.
   */
  async onAnswerReceived(event: CallSignalEvent): Promise<void> {
    const content = event.getContent<MCallAnswer>();

    if (this.callHasEnded()) {
      return;
    }

    if (this.opponentPartyId !== undefined) {
      return;
    }

    this.chooseOpponent(event);
    await this.addBufferedIceCandidates();

    this.state = CallState.Connecting;

    const sdpStreamMetadata = metadataOf(content);
    if (sdpStreamMetadata) {
      this.updateRemoteSDPStreamMetadata(sdpStreamMetadata);
    }

    try {
      this.isSettingRemoteAnswerPending = true;
      await this.peerConn!.setRemoteDescription(content.answer);
      this.isSettingRemoteAnswerPending = false;
    } catch {
      this.isSettingRemoteAnswerPending = false;
      this.terminate(CallParty.Local, CallErrorCode.SetRemoteDescription, false);
      return;
    }

    // REPAIR CALL-5.9: the origin looks for remote tracks in the invitation only.
    if (!this.getRemoteFeeds().some((feed) => feed.stream.getTracks().length > 0)) {
      this.hangup(CallErrorCode.SetRemoteDescription, false);
      return;
    }

    // If the answer we selected has a party_id, send a select_answer event
    // We do this after setting the remote description since otherwise we'd block
    // call setup on it
    if (this.opponentPartyId !== null) {
      try {
        await this.sendVoipEvent(EventType.CallSelectAnswer, {
          selected_party_id: this.opponentPartyId!,
        });
      } catch {
        // This isn't fatal, and will just mean that if another party has raced to answer
        // the call, they won't know they got rejected, so we carry on & don't retry.
      }
    }
  }

  async onSelectAnswerReceived(event: CallSignalEvent): Promise<void> {
    if (this.direction !== CallDirection.Inbound) {
      return;
    }

    const selectedPartyId = event.getContent<MCallSelectAnswer>().selected_party_id;

    if (selectedPartyId === undefined || selectedPartyId === null) {
      return;
    }

    if (selectedPartyId !== this.ourPartyId) {
      // The other party has picked somebody else's answer
      this.terminate(CallParty.Remote, CallErrorCode.AnsweredElsewhere, true);
    }
  }

  async onNegotiateReceived(event: CallSignalEvent): Promise<void> {
    const content = event.getContent<MCallInviteNegotiate>();
    const description = content.description;
    if (!description || !description.sdp || !description.type) {
      return;
    }
    // REPAIR: a caller could have an offer answered, and so see the address of this computer, while it still rang.
    if (this.direction === CallDirection.Inbound && this.peerConn!.localDescription === null)
      return;
    // Politeness always follows the direction of the call: in a glare situation,
    // we pick either the inbound or outbound call, so one side will always be
    // inbound and one outbound
    const polite = this.direction === CallDirection.Inbound;

    // Here we follow the perfect negotiation logic from
    // https://w3c.github.io/webrtc-pc/#perfect-negotiation-example
    const readyForOffer =
      !this.makingOffer &&
      (this.peerConn!.signalingState === 'stable' || this.isSettingRemoteAnswerPending);

    const offerCollision = description.type === 'offer' && !readyForOffer;

    this.ignoreOffer = !polite && offerCollision;
    if (this.ignoreOffer) {
      return;
    }

    const prevLocalOnHold = this.isLocalOnHold();

    const sdpStreamMetadata = metadataOf(content);
    if (sdpStreamMetadata) {
      this.updateRemoteSDPStreamMetadata(sdpStreamMetadata);
    }

    try {
      this.isSettingRemoteAnswerPending = description.type === 'answer';
      await this.peerConn!.setRemoteDescription(description); // SRD rolls back as needed
      this.isSettingRemoteAnswerPending = false;

      if (description.type === 'offer') {
        let answer: RTCSessionDescriptionInit;
        try {
          this.getRidOfRTXCodecs();
          answer = await this.createAnswer();
        } catch {
          this.terminate(CallParty.Local, CallErrorCode.CreateAnswer, true);
          return;
        }

        await this.peerConn!.setLocalDescription(answer);

        void this.sendVoipEvent(EventType.CallNegotiate, {
          lifetime: CALL_TIMEOUT_MS,
          description: this.peerConn!.localDescription?.toJSON() as RTCSessionDescription,
          [metadataKey]: this.getLocalSDPStreamMetadata(true),
        }).catch(() => undefined);
      }
    } catch {
      this.isSettingRemoteAnswerPending = false;
    }

    const newLocalOnHold = this.isLocalOnHold();
    if (prevLocalOnHold !== newLocalOnHold) {
      this.emit(CallEvent.LocalHoldUnhold, newLocalOnHold, this);
    }
  }

  private updateRemoteSDPStreamMetadata(metadata: SDPStreamMetadata): void {
    const known: SDPStreamMetadata = { ...this.remoteSDPStreamMetadata };
    for (const [streamId, entry] of Object.entries(metadata))
      if (entry) known[streamId] = { ...known[streamId], ...entry };
    this.remoteSDPStreamMetadata = known;
    for (const feed of this.getRemoteFeeds()) {
      const streamId = feed.stream.id;
      const metadata = this.remoteSDPStreamMetadata[streamId];

      feed.setAudioVideoMuted(metadata?.audio_muted ?? null, metadata?.video_muted ?? null);
      if (metadata !== undefined) feed.purpose = metadata.purpose;
    }
  }

  onSDPStreamMetadataChangedReceived(event: CallSignalEvent): void {
    const content = event.getContent<MCallSDPStreamMetadataChanged>();
    const metadata = metadataOf(content);
    if (metadata) {
      this.updateRemoteSDPStreamMetadata(metadata);
    }
  }

  async onAssertedIdentityReceived(event: CallSignalEvent): Promise<void> {
    const content = event.getContent<MCallAssertedIdentity>();
    if (!content.asserted_identity) return;

    this.remoteAssertedIdentity = {
      id: content.asserted_identity.id,
      displayName: content.asserted_identity.display_name,
    };
    this.emit(CallEvent.AssertedIdentityChanged, this);
  }

  callHasEnded(): boolean {
    // This exists as workaround to typescript trying to be clever and erroring
    // when putting if (this.state === CallState.Ended) return; twice in the same
    // function, even though that function is async.
    return this.state === CallState.Ended;
  }

  private queueGotLocalOffer(): void {
    // Ensure only one negotiate/answer event is being processed at a time.
    if (this.responsePromiseChain) {
      this.responsePromiseChain = this.responsePromiseChain.then(() => this.wrappedGotLocalOffer());
    } else {
      this.responsePromiseChain = this.wrappedGotLocalOffer();
    }
  }

  private async wrappedGotLocalOffer(): Promise<void> {
    this.makingOffer = true;
    try {
      // to handle most of its exceptions itself and terminate the call. I'm not entirely
      // sure it would ever throw, so I can't add a test for these lines.
      // Also the tense is different between "gotLocalOffer" and "getLocalOfferFailed" so
      // it's not entirely clear whether getLocalOfferFailed is just misnamed or whether
      // they've been cross-polinated somehow at some point.
      await this.gotLocalOffer();
    } catch (e) {
      this.getLocalOfferFailed(e as Error);
      return;
    } finally {
      this.makingOffer = false;
    }
  }

  private async gotLocalOffer(): Promise<void> {
    if (this.callHasEnded()) {
      return;
    }

    let offer: RTCSessionDescriptionInit;
    try {
      this.getRidOfRTXCodecs();
      offer = await this.createOffer();
    } catch {
      this.terminate(CallParty.Local, CallErrorCode.CreateOffer, true);
      return;
    }

    try {
      await this.peerConn!.setLocalDescription(offer);
    } catch {
      this.terminate(CallParty.Local, CallErrorCode.SetLocalDescription, true);
      return;
    }

    // REPAIR CALL-9.4: the origin asks for "gathering", but in Chromium it is still "new" here, so that the offer never waited.
    if (this.peerConn!.iceGatheringState !== 'complete') {
      // REPAIR CALL-9.4: the origin waits 200 ms in any case; here they are the most, for the first local candidate.
      await new Promise<void>((resolve) => firstCandidate(this.peerConn!, resolve));
    }

    if (this.callHasEnded()) return;

    const eventType =
      this.state === CallState.CreateOffer ? EventType.CallInvite : EventType.CallNegotiate;

    const content = {
      lifetime: CALL_TIMEOUT_MS,
    } as MCallInviteNegotiate;

    if (eventType === EventType.CallInvite && this.invitee) {
      content.invitee = this.invitee;
    }

    // clunky because TypeScript can't follow the types through if we use an expression as the key
    if (this.state === CallState.CreateOffer) {
      content.offer = this.peerConn!.localDescription?.toJSON() as RTCSessionDescription;
    } else {
      content.description = this.peerConn!.localDescription?.toJSON() as RTCSessionDescription;
    }

    content.capabilities = {
      'm.call.transferee': this.client.supportsCallTransfer,
      'm.call.dtmf': false,
    };

    content[metadataKey] = this.getLocalSDPStreamMetadata(true);

    // Get rid of any candidates waiting to be sent: they'll be included in the local
    // description we just got and will send in the offer.
    this.discardDuplicateCandidates();

    try {
      await this.sendVoipEvent(eventType, content);
    } catch (error) {
      let code: CallErrorCode = CallErrorCode.SignallingFailed;
      let message = 'Signalling failed';
      if (this.state === CallState.CreateOffer) {
        code = CallErrorCode.SendInvite;
        message = 'Failed to send invite';
      }
      if ((error as Error).name === 'UnknownDeviceError') {
        code = CallErrorCode.UnknownDevices;
        message = 'Unknown devices present in the room';
      }

      this.emit(CallEvent.Error, new CallError(code, message, error as Error), this);
      this.terminate(CallParty.Local, code, false);

      // no need to carry on & send the candidate queue, but we also
      // don't want to rethrow the error
      return;
    }

    void this.sendCandidateQueue().catch(() => undefined);
    if (this.state === CallState.CreateOffer) {
      this.inviteOrAnswerSent = true;
      this.state = CallState.InviteSent;
      this.inviteTimeout = setTimeout(() => {
        this.inviteTimeout = undefined;
        if (this.state === CallState.InviteSent) {
          this.hangup(CallErrorCode.InviteTimeout, false);
        }
      }, CALL_TIMEOUT_MS);
    }
  }

  private tellNoCamera = (error: unknown): void => {
    const told = new CallError(
      CallErrorCode.NoUserMedia,
      'Failed to get camera access: ',
      error as Error,
    );
    this.emit(CallEvent.Error, told, this);
  };

  private getLocalOfferFailed = (err: Error): void => {
    this.emit(
      CallEvent.Error,
      new CallError(CallErrorCode.LocalOfferFailed, 'Failed to get local offer!', err),
      this,
    );
    this.terminate(CallParty.Local, CallErrorCode.LocalOfferFailed, false);
  };

  private getUserMediaFailed = (err: Error): void => {
    if (this.successor) {
      this.successor.getUserMediaFailed(err);
      return;
    }

    this.emit(
      CallEvent.Error,
      new CallError(
        CallErrorCode.NoUserMedia,
        "Couldn't start capturing media! Is your microphone set up and does this app have permission?",
        err,
      ),
      this,
    );
    this.terminate(CallParty.Local, CallErrorCode.NoUserMedia, false);
  };

  private placeCallFailed = (err: Error): void => {
    if (this.successor) {
      this.successor.placeCallFailed(err);
      return;
    }

    this.emit(
      CallEvent.Error,
      new CallError(
        CallErrorCode.IceFailed,
        "Couldn't start call! Invalid ICE server configuration.",
        err,
      ),
      this,
    );
    this.terminate(CallParty.Local, CallErrorCode.IceFailed, false);
  };

  private onIceConnectionStateChanged = (): void => {
    if (this.callHasEnded()) {
      return; // because ICE can still complete as we're ending the call
    }

    // ideally we'd consider the call to be connected when we get media but
    // chrome doesn't implement any of the 'onstarted' events yet
    if (['connected', 'completed'].includes(this.peerConn?.iceConnectionState ?? '')) {
      clearTimeout(this.iceDisconnectedTimeout);
      this.iceDisconnectedTimeout = undefined;
      if (this.iceReconnectionTimeOut) {
        clearTimeout(this.iceReconnectionTimeOut);
      }
      this.state = CallState.Connected;

      if (!this.callLengthInterval && !this.callStartTime) {
        this.callStartTime = Date.now();

        this.callLengthInterval = setInterval(() => {
          this.emit(
            CallEvent.LengthChanged,
            Math.round((Date.now() - this.callStartTime!) / 1000),
            this,
          );
        }, CALL_LENGTH_INTERVAL);
      }
    } else if (this.peerConn?.iceConnectionState === 'failed') {
      this.candidatesEnded = false;
      // Firefox for Android does not yet have support for restartIce()
      // (the types say it's always defined though, so we have to cast
      // to prevent typescript from warning).
      if (this.peerConn?.restartIce as (() => void) | null) {
        this.candidatesEnded = false;

        this.peerConn.restartIce();
      } else {
        this.hangup(CallErrorCode.IceFailed, false);
      }
    } else if (this.peerConn?.iceConnectionState === 'disconnected') {
      this.candidatesEnded = false;
      // REPAIR CALL-4.12: a second "disconnected" forgot the first timers, which then ended a call that had recovered.
      clearTimeout(this.iceReconnectionTimeOut);
      this.iceReconnectionTimeOut = setTimeout((): void => {
        if (this.peerConn?.restartIce as (() => void) | null) {
          this.candidatesEnded = false;
          this.peerConn!.restartIce();
        }
        this.iceReconnectionTimeOut = undefined;
      }, ICE_RECONNECTING_TIMEOUT);

      this.iceDisconnectedTimeout ??= setTimeout((): void => {
        this.hangup(CallErrorCode.IceFailed, false);
      }, ICE_DISCONNECTED_TIMEOUT);
      this.state = CallState.Connecting;
    }

    // In PTT mode, override feed status to muted when we lose connection to
    // the peer, since we don't want to block the line if they're not saying anything.
    // Experimenting in Chrome, this happens after 5 or 6 seconds, which is probably
    // fast enough.
    if (this.isPtt && ['failed', 'disconnected'].includes(this.peerConn!.iceConnectionState)) {
      for (const feed of this.getRemoteFeeds()) {
        feed.setAudioVideoMuted(true, true);
      }
    }
  };

  private onTrack = (ev: RTCTrackEvent): void => {
    const stream = ev.streams[0];
    if (stream === undefined) return;

    this.pushRemoteFeed(stream);

    if (!this.removeTrackListeners.has(stream)) {
      const onRemoveTrack = (): void => {
        if (stream.getTracks().length === 0) {
          this.deleteFeedByStream(stream);
          stream.removeEventListener('removetrack', onRemoveTrack);
          this.removeTrackListeners.delete(stream);
        }
      };
      stream.addEventListener('removetrack', onRemoveTrack);
      this.removeTrackListeners.set(stream, onRemoveTrack);
    }
  };

  /**
   * This method removes all video/rtx codecs from screensharing video
   * transceivers. This is necessary since they can cause problems. Without
   * this the following steps should produce an error:
   *   Chromium calls Firefox
   *   Firefox answers
   *   Firefox starts screen-sharing
   *   Chromium starts screen-sharing
   *   Call crashes for Chromium with:
   *       [96685:23:0518/162603.933321:ERROR:webrtc_video_engine.cc(3296)] RTX codec (PT=97) mapped to PT=96 which is not in the codec list.
   *       [96685:23:0518/162603.933377:ERROR:webrtc_video_engine.cc(1171)] GetChangedRecvParameters called without any video codecs.
   *       [96685:23:0518/162603.933430:ERROR:sdp_offer_answer.cc(4302)] Failed to set local video description recv parameters for m-section with mid='2'. (INVALID_PARAMETER)
   */
  private getRidOfRTXCodecs(): void {
    // RTCRtpReceiver.getCapabilities and RTCRtpSender.getCapabilities don't seem to be supported on FF before v113
    if (!RTCRtpReceiver.getCapabilities || !RTCRtpSender.getCapabilities) return;

    const screenshareVideoTransceiver = this.transceivers.get(
      getTransceiverKey(SDPStreamMetadataPurpose.Screenshare, 'video'),
    );

    // setCodecPreferences isn't supported on FF (as of v113)
    if (!screenshareVideoTransceiver || !screenshareVideoTransceiver.setCodecPreferences) return;

    const recvCodecs = RTCRtpReceiver.getCapabilities('video')!.codecs;
    const sendCodecs = RTCRtpSender.getCapabilities('video')!.codecs;
    const codecs = [];

    for (const codec of [...recvCodecs, ...sendCodecs]) {
      if (codec.mimeType !== 'video/rtx') {
        codecs.push(codec);
        try {
          screenshareVideoTransceiver.setCodecPreferences(codecs);
        } catch {
          // Specifically, Chrome around version 125 and Electron 30 (which is Chromium 124) return an H.264 codec in
          // the sender's capabilities but throw when you try to set it. Hence... this mess.
          // Specifically, that codec is:
          // {
          //   clockRate: 90000,
          //   mimeType: "video/H264",
          //   sdpFmtpLine: "level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=640034",
          // }

          codecs.pop();
        }
      }
    }
  }

  private onNegotiationNeeded = async (): Promise<void> => {
    if (this.state !== CallState.CreateOffer && this.opponentVersion === 0) {
      return;
    }

    this.queueGotLocalOffer();
  };

  onHangupReceived = (msg: MCallHangupReject): void => {
    // party ID must match (our chosen partner hanging up the call) or be undefined (we haven't chosen
    // a partner yet but we're treating the hangup as a reject as per VoIP v0)
    if (this.partyIdMatches(msg) || this.state === CallState.Ringing) {
      // default reason is user_hangup
      this.terminate(CallParty.Remote, msg.reason || CallErrorCode.UserHangup, true);
    }
  };

  onRejectReceived = (msg: MCallHangupReject): void => {
    // No need to check party_id for reject because if we'd received either
    // an answer or reject, we wouldn't be in state InviteSent

    const shouldTerminate =
      // reject events also end the call if it's ringing: it's another of
      // our devices rejecting the call.
      this.state === CallState.InviteSent ||
      this.state === CallState.Ringing ||
      // also if we're in the init state and it's an inbound call, since
      // this means we just haven't entered the ringing state yet
      (this.state === CallState.Fledgling && this.direction === CallDirection.Inbound);

    if (shouldTerminate) {
      this.terminate(CallParty.Remote, msg.reason || CallErrorCode.UserHangup, true);
    }
  };

  onAnsweredElsewhere = (): void => {
    this.terminate(CallParty.Remote, CallErrorCode.AnsweredElsewhere, true);
  };

  /** Rejects when it could not be sent. */
  async sendVoipEvent(type: string, content: object): Promise<void> {
    const realContent = {
      ...content,
      version: VOIP_PROTO_VERSION,
      call_id: this.callId,
      party_id: this.ourPartyId,
      conf_id: this.groupCallId,
    };
    if (this.opponentDeviceId === undefined) {
      await this.client.sendEvent(this.roomId, type, realContent);
      return;
    }
    const userId = this.invitee ?? this.getOpponentMember()?.userId ?? '';
    await this.client.sendToDevice(userId, this.opponentDeviceId, type, {
      ...realContent,
      device_id: this.client.deviceId,
      sender_session_id: this.client.getSessionId(),
      dest_session_id: this.opponentSessionId,
      seq: this.toDeviceSeq++,
      'org.matrix.msgid': globalThis.crypto.randomUUID(),
    });
  }

  /**
   * Queue a candidate to be sent
   * @param content - The candidate to queue up, or null if candidates have finished being generated
   *                and end-of-candidates should be signalled
   */
  private queueCandidate(content: RTCIceCandidate | null): void {
    // We partially de-trickle candidates by waiting for `delay` before sending them
    // amalgamated, in order to avoid sending too many m.call.candidates events and hitting
    // rate limits in Matrix.
    // In practice, it'd be better to remove rate limits for m.call.*

    // N.B. this deliberately lets you queue and send blank candidates, which MSC2746
    // currently proposes as the way to indicate that candidate gathering is complete.
    // This will hopefully be changed to an explicit rather than implicit notification
    // shortly.
    if (content) {
      this.candidateSendQueue.push(content);
    } else {
      this.candidatesEnded = true;
    }

    // Don't send the ICE candidates yet if the call is in the ringing state: this
    // means we tried to pick (ie. started generating candidates) and then failed to
    // send the answer and went back to the ringing state. Queue up the candidates
    // to send if we successfully send the answer.
    // Equally don't send if we haven't yet sent the answer because we can send the
    // first batch of candidates along with the answer
    if (this.state === CallState.Ringing || !this.inviteOrAnswerSent) return;

    // MSC2746 recommends these values (can be quite long when calling because the
    // callee will need a while to answer the call)
    // REPAIR CALL-9.2: 500 and 2000 ms are the most; a relay candidate that comes late leaves at once.
    const delay = CANDIDATE_BATCH_MS;

    if (this.candidateSendTries === 0) {
      setTimeout(() => {
        void this.sendCandidateQueue().catch(() => undefined);
      }, delay);
    }
  }

  /** Before an invitation or an answer, which have them; the mark of their end stays. */
  private discardDuplicateCandidates(): void {
    this.candidateSendQueue = this.candidateSendQueue.filter(({ candidate }) => candidate === '');
  }

  private terminate(
    hangupParty: CallParty,
    hangupReason: CallErrorCode,
    shouldEmit: boolean,
  ): void {
    if (this.callHasEnded()) return;

    this.hangupParty = hangupParty;
    this.hangupReason = hangupReason;
    this.state = CallState.Ended;

    if (this.inviteTimeout) {
      clearTimeout(this.inviteTimeout);
      this.inviteTimeout = undefined;
    }
    if (this.iceDisconnectedTimeout !== undefined) {
      clearTimeout(this.iceDisconnectedTimeout);
      this.iceDisconnectedTimeout = undefined;
    }
    if (this.callLengthInterval) {
      clearInterval(this.callLengthInterval);
      this.callLengthInterval = undefined;
    }
    if (this.stopVideoTrackTimer !== undefined) {
      clearTimeout(this.stopVideoTrackTimer);
      this.stopVideoTrackTimer = undefined;
    }

    for (const [stream, listener] of this.removeTrackListeners) {
      stream.removeEventListener('removetrack', listener);
    }
    this.removeTrackListeners.clear();

    // Order is important here: first we stopAllMedia() and only then we can deleteAllFeeds()
    this.stopAllMedia();
    this.deleteAllFeeds();

    if (this.peerConn && this.peerConn.signalingState !== 'closed') {
      this.peerConn.close();
    }

    if (shouldEmit) {
      this.emit(CallEvent.Hangup, this);
    }

    this.client.callEventHandler.calls.delete(this.callId);
  }

  private stopAllMedia(): void {
    for (const feed of this.feeds) {
      // Slightly awkward as local feed need to go via the correct method on
      // the MediaHandler so they get removed from MediaHandler (remote tracks
      // don't)
      // NB. We clone local streams when passing them to individual calls in a group
      // call, so we can (and should) stop the clones once we no longer need them:
      // the other clones will continue fine.
      if (feed.isLocal() && feed.purpose === SDPStreamMetadataPurpose.Usermedia) {
        this.client.getMediaHandler().stopUserMediaStream(feed.stream);
      } else if (feed.isLocal() && feed.purpose === SDPStreamMetadataPurpose.Screenshare) {
        this.client.getMediaHandler().stopScreensharingStream(feed.stream);
      } else if (!feed.isLocal()) {
        for (const track of feed.stream.getTracks()) {
          track.stop();
        }
      }
    }
  }

  private checkForErrorListener(): void {
    if (this.listenerCount(CallEvent.Error) === 0) {
      throw new Error("You MUST attach an error listener using call.on('error', function() {})");
    }
  }

  private async sendCandidateQueue(): Promise<void> {
    if (this.candidateSendQueue.length === 0 || this.callHasEnded()) {
      return;
    }

    const candidates = this.candidateSendQueue;
    this.candidateSendQueue = [];
    ++this.candidateSendTries;
    const content: Pick<MCallCandidates, 'candidates'> = {
      candidates: candidates.map((candidate) => candidate.toJSON()),
    };
    if (this.candidatesEnded) {
      // If there are no more candidates, signal this by adding an empty string candidate
      content.candidates.push({
        candidate: '',
      });
    }

    try {
      await this.sendVoipEvent(EventType.CallCandidates, content);
      // reset our retry count if we have successfully sent our candidates
      // otherwise queueCandidate() will refuse to try to flush the queue
      this.candidateSendTries = 0;

      // Try to send candidates again just in case we received more candidates while sending.
      void this.sendCandidateQueue().catch(() => undefined);
    } catch (error) {
      // don't retry this event: we'll send another one later as we might
      // have more candidates by then.

      // put all the candidates we failed to send back in the queue
      this.candidateSendQueue.push(...candidates);

      if (this.candidateSendTries > 5) {
        const code = CallErrorCode.SignallingFailed;
        const message = 'Signalling failed';

        this.emit(CallEvent.Error, new CallError(code, message, error as Error), this);
        this.hangup(code, false);

        return;
      }

      // REPAIR CALL-9.3: the origin counts every failure twice.
      const delayMs = 500 * Math.pow(2, this.candidateSendTries);

      setTimeout(() => {
        void this.sendCandidateQueue().catch(() => undefined);
      }, delayMs);
    }
  }

  /**
   * Place a call to this room.
   * @throws if you have not specified a listener for 'error' events.
   * @throws if have passed audio=false.
   */
  async placeCall(audio: boolean, video: boolean): Promise<void> {
    if (!audio) {
      throw new Error('You CANNOT start a call without audio');
    }
    // REPAIR CALL-4.20: an invitation that crosses while our microphone opens is glare too; the origin knows of the call only after that.
    this.direction = CallDirection.Outbound;
    this.client.callEventHandler.calls.set(this.callId, this);
    this.state = CallState.WaitLocalMedia;

    let callFeed: CallFeed;
    try {
      // REPAIR: a camera that cannot be opened ended the call, with words for the microphone.
      const stream = await openMedia(
        this.client.getMediaHandler(),
        audio,
        video,
        this.tellNoCamera,
      );

      // make sure all the tracks are enabled (same as pushNewLocalFeed -
      // we probably ought to just have one code path for adding streams)
      setTracksEnabled(stream.getAudioTracks(), true);
      setTracksEnabled(stream.getVideoTracks(), true);

      callFeed = new CallFeed({
        client: this.client,
        roomId: this.roomId,
        userId: this.client.getUserId(),
        deviceId: this.client.getDeviceId(),
        stream,
        purpose: SDPStreamMetadataPurpose.Usermedia,
        audioMuted: false,
        videoMuted: false,
      });
    } catch (e) {
      this.getUserMediaFailed(e as Error);
      return;
    }

    try {
      await this.placeCallWithCallFeeds([callFeed]);
    } catch (e) {
      this.placeCallFailed(e as Error);
    }
    if (!this.callHasEnded()) return;
    // REPAIR: what ended meanwhile came back into the list of calls, with a connection that nobody closed.
    this.client.callEventHandler.calls.delete(this.callId);
    this.peerConn?.close();
  }

  /**
   * Place a call to this room with call feed.
   * @param callFeeds - to use
   * @throws if you have not specified a listener for 'error' events.
   * @throws if have passed audio=false.
   */
  async placeCallWithCallFeeds(
    callFeeds: CallFeed[],
    requestScreenshareFeed = false,
  ): Promise<void> {
    this.checkForErrorListener();
    this.direction = CallDirection.Outbound;

    // XXX Find a better way to do this
    this.client.callEventHandler.calls.set(this.callId, this);

    // make sure we have valid turn creds. Unless something's gone wrong, it should
    // poll and keep the credentials valid so this should be instant.
    await this.client.checkTurnServers();

    // create the peer connection now so it can be gathering candidates while we get user
    // media (assuming a candidate pool size is configured)
    this.peerConn = this.createPeerConnection();
    this.emit(CallEvent.PeerConnectionCreated, this.peerConn, this);
    this.gotCallFeedsForInvite(callFeeds, requestScreenshareFeed);
  }

  private createPeerConnection(): RTCPeerConnection {
    const pc = new window.RTCPeerConnection({
      iceTransportPolicy: this.forceTURN ? 'relay' : undefined,
      iceServers: this.turnServers.length ? this.turnServers : undefined,
      bundlePolicy: 'max-bundle',
    });

    // 'connectionstatechange' would be better, but firefox doesn't implement that.
    pc.addEventListener('iceconnectionstatechange', this.onIceConnectionStateChanged);
    pc.addEventListener('icecandidate', this.gotLocalIceCandidate);
    pc.addEventListener('icegatheringstatechange', this.onIceGatheringStateChange);
    pc.addEventListener('track', this.onTrack);
    pc.addEventListener('negotiationneeded', this.onNegotiationNeeded);
    return pc;
  }

  partyIdMatches(msg: { readonly version?: unknown; readonly party_id?: unknown }): boolean {
    // They must either match or both be absent (in which case opponentPartyId will be null)
    // Also we ignore party IDs on the invite/offer if the version is 0, so we must do the same
    // here and use null if the version is 0 (woe betide any opponent sending messages in the
    // same call with different versions)
    const msgPartyId = msg.version === 0 ? null : msg.party_id || null;
    return msgPartyId === this.opponentPartyId;
  }

  // Commits to an opponent for the call
  // ev: An invite or answer event
  private chooseOpponent(ev: CallSignalEvent): void {
    // I choo-choo-choose you
    const msg = ev.getContent<MCallInviteNegotiate | MCallAnswer>();

    this.opponentVersion = msg.version;
    if (this.opponentVersion === 0) {
      // set to null to indicate that we've chosen an opponent, but because
      // they're v0 they have no party ID (even if they sent one, we're ignoring it)
      this.opponentPartyId = null;
    } else {
      // set to their party ID, or if they're naughty and didn't send one despite
      // not being v0, set it to null to indicate we picked an opponent with no
      // party ID
      this.opponentPartyId = msg.party_id || null;
    }
    this.opponentCaps = msg.capabilities || ({} as CallCapabilities);
    this.opponentMember = this.client.getRoom(this.roomId)!.getMember(ev.getSender()!) ?? undefined;
  }

  private async addBufferedIceCandidates(): Promise<void> {
    const bufferedCandidates = this.remoteCandidateBuffer.get(this.opponentPartyId!);
    if (bufferedCandidates) {
      await this.addIceCandidates(bufferedCandidates);
    }
    this.remoteCandidateBuffer.clear();
  }

  private async addIceCandidates(
    candidates: RTCIceCandidate[] | MCallCandidates['candidates'],
  ): Promise<void> {
    for (const candidate of candidates) {
      try {
        await this.peerConn!.addIceCandidate(candidate);
      } catch {
        // One way that cannot be used leaves the others.
      }
    }
  }

  get hasPeerConnection(): boolean {
    return Boolean(this.peerConn);
  }
}

export function supportsMatrixCall(): boolean {
  // typeof prevents Node from erroring on an undefined reference
  if (typeof window === 'undefined' || typeof document === 'undefined') {
    // NB. We don't log here as apps try to create a call object as a test for
    // whether calls are supported, so we shouldn't fill the logs up.
    return false;
  }

  // Firefox throws on so little as accessing the RTCPeerConnection when operating in a secure mode.
  // There's some information at https://bugzilla.mozilla.org/show_bug.cgi?id=1542616 though the concern
  // is that the browser throwing a SecurityError will brick the client creation process.
  try {
    const supported = Boolean(
      window.RTCPeerConnection ??
      window.RTCSessionDescription ??
      window.RTCIceCandidate ??
      navigator.mediaDevices,
    );
    if (!supported) {
      // eslint-disable-next-line no-console -- CALL-8.13: whoever looks into it finds out why there are no calls
      console.error('WebRTC is not supported in this browser / environment');
      return false;
    }
  } catch {
    return false;
  }

  return true;
}

/** Null where the browser cannot call. */
export function createNewMatrixCall(
  client: CallHost,
  roomId: string,
  options?: Pick<
    CallOpts,
    'forceTURN' | 'invitee' | 'opponentDeviceId' | 'opponentSessionId' | 'groupCallId'
  >,
): MatrixCall | null {
  if (!supportsMatrixCall()) return null;

  const optionsForceTURN = options ? options.forceTURN : false;

  const opts: CallOpts = {
    client: client,
    roomId: roomId,
    invitee: options?.invitee,
    turnServers: client.getTurnServers(),
    // call level options
    forceTURN: client.forceTURN || optionsForceTURN,
    opponentDeviceId: options?.opponentDeviceId,
    opponentSessionId: options?.opponentSessionId,
    groupCallId: options?.groupCallId,
  };
  return new MatrixCall(opts);
}
