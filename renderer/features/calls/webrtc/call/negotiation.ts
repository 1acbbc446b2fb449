/*
Copyright 2015, 2016 OpenMarket Ltd
Copyright 2017 New Vector Ltd
Copyright 2019, 2020 The Matrix.org Foundation C.I.C.
Copyright 2021 - 2022 Šimon Brandner <simon.bra.ag@gmail.com>

Adapted from matrix-js-sdk 43.0.0, `src/webrtc/call.ts` (README of `..`). Licensed under the Apache License, Version 2.0, as this repository;
the whole notice stands in `matrixCall.ts`.
*/
// Negotiates the descriptions of one call: offers, answers, and crossing offers. One step runs at a time.
import {
  metadataKey,
  metadataOf,
  type MCallAnswer,
  type MCallInviteNegotiate,
} from '../callEventTypes';
import type { CallFeed } from '../callFeed';
import { CallDirection, CallErrorCode, CallEvent, CallParty, CallState } from '../callStates';
import { SDPStreamMetadataPurpose } from '../callEventTypes';
import { logged } from '../log';
import { EventType } from '../utils';
import type { LocalCandidates } from './candidates';
import type { CallCore } from './core';
import type { CallFeeds } from './feeds';
import { firstCandidate } from './firstCandidate';
import { isHeld } from './hold';
import { withOpusOptions } from './opusOptions';
import type { Senders } from './senders';

/** The lifetime of an invite. */
const lifetimeMs = 60_000;

type Content<Signal> = Omit<Signal, 'version' | 'call_id' | 'party_id' | 'conf_id'>;

export interface NegotiationParts {
  readonly feeds: CallFeeds;
  readonly senders: Senders;
  readonly candidates: LocalCandidates;
}

export class Negotiation {
  /** An invite or an answer was sent. */
  isDescribed = false;
  // Perfect negotiation: https://www.w3.org/TR/webrtc/#perfect-negotiation-example
  private makingOffer = false;
  private isSettingRemoteAnswerPending = false;
  private working: Promise<void> | null = null;
  private inviteTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly call: CallCore,
    private readonly parts: NegotiationParts,
  ) {}

  /** The first step starts at once. */
  private queue(work: () => Promise<void>): void {
    const start = (): Promise<void> => work().catch(logged('negotiate'));
    this.working = this.working === null ? start() : this.working.then(start);
  }

  stop(): void {
    clearTimeout(this.inviteTimer);
  }

  // Offers of ours

  onNeeded = (): void => {
    const { state, opponent } = this.call;
    if (state !== CallState.CreateOffer && opponent.version === 0) return;
    this.queue(async () => {
      this.makingOffer = true;
      try {
        await this.gotLocalOffer();
      } catch (thrown) {
        this.call.tell(CallErrorCode.LocalOfferFailed, 'Failed to get local offer!', thrown);
        this.call.terminate(CallParty.Local, CallErrorCode.LocalOfferFailed, false);
      } finally {
        this.makingOffer = false;
      }
    });
  };

  private async gotLocalOffer(): Promise<void> {
    const { call } = this;
    if (call.callHasEnded()) return;
    const { connection } = call;
    const offer = await this.describe('offer');
    if (offer === null || !(await this.setLocal(offer))) return;
    // REPAIR CALL-9.4: the origin asks for "gathering", which in Chromium is still "new" here, and waits 200 ms in any case.
    if (connection.iceGatheringState !== 'complete') await candidateOf(connection);
    // REPAIR CALL-4.19: an offer of the other side rolled this one back. The origin sent the description from before once more.
    if (call.callHasEnded() || connection.signalingState !== 'have-local-offer') return;
    const isFirst = call.state === CallState.CreateOffer;
    const type = isFirst ? EventType.CallInvite : EventType.CallNegotiate;
    const content = { ...this.said(), capabilities: this.capabilities(), lifetime: lifetimeMs };
    const description = this.description();
    const whole = isFirst
      ? { ...content, offer: description, ...(call.invitee ? { invitee: call.invitee } : {}) }
      : { ...content, description };
    this.parts.candidates.discardDescribed();
    try {
      await call.sendVoipEvent(type, whole);
    } catch (thrown) {
      const code = call.tellUnsent(
        isFirst ? CallErrorCode.SendInvite : CallErrorCode.SignallingFailed,
        isFirst ? 'Failed to send invite' : 'Signalling failed',
        thrown,
      );
      return call.terminate(CallParty.Local, code, false);
    }
    void this.parts.candidates.send().catch(logged('send candidates'));
    if (call.state === CallState.CreateOffer) this.invited();
  }

  private invited(): void {
    const { call } = this;
    this.isDescribed = true;
    call.enter(CallState.InviteSent);
    this.inviteTimer = setTimeout(() => {
      if (call.state === CallState.InviteSent) call.hangup(CallErrorCode.InviteTimeout, false);
    }, lifetimeMs);
  }

  // The first answer of ours

  answerWith(feeds: readonly CallFeed[]): void {
    this.queue(() => this.answerNow(feeds));
  }

  private async answerNow(feeds: readonly CallFeed[]): Promise<void> {
    const { call } = this;
    if (call.callHasEnded()) return;
    for (const feed of feeds) this.parts.feeds.add(feed);
    call.enter(CallState.CreateAnswer);
    const answer = await this.describe('answer');
    if (answer === null || !(await this.setLocal(answer)) || call.callHasEnded()) return;
    call.enter(CallState.Connecting);
    // REPAIR CALL-9.4: the origin waits 200 ms in any case; here they are the most, for the first local candidate.
    await candidateOf(call.connection);
    // REPAIR: an answer that could not be sent left a rejection that nobody handled; the error event tells.
    if (!call.callHasEnded()) await this.sendAnswer();
  }

  /** If the answer cannot be sent, the call rings again, and the answer may be sent again. */
  async sendAnswer(): Promise<void> {
    const { call } = this;
    const content: Content<MCallAnswer> = {
      answer: this.description(),
      ...this.said(),
      capabilities: this.capabilities(),
    };
    this.parts.candidates.discardDescribed();
    try {
      await call.sendVoipEvent(EventType.CallAnswer, content);
    } catch (thrown) {
      call.enter(CallState.Ringing);
      call.tellUnsent(CallErrorCode.SendAnswer, 'Failed to send answer', thrown);
      return;
    }
    this.isDescribed = true;
    // Sends the candidates that were found while an earlier try failed.
    void this.parts.candidates.send().catch(logged('send candidates'));
  }

  // Descriptions of the other side

  /** Takes the answer to our invite. Returns whether the call goes on. */
  async takeAnswer({ answer }: MCallAnswer): Promise<boolean> {
    try {
      this.isSettingRemoteAnswerPending = true;
      await this.call.connection.setRemoteDescription(answer);
      return true;
    } catch (thrown) {
      logged('take an answer')(thrown);
      this.call.terminate(CallParty.Local, CallErrorCode.SetRemoteDescription, false);
      return false;
    } finally {
      this.isSettingRemoteAnswerPending = false;
    }
  }

  async takeNegotiation(content: MCallInviteNegotiate): Promise<void> {
    const { call } = this;
    const { description } = content;
    if (!description?.sdp || !description.type) return;
    const { connection } = call;
    // The called side is the polite one (CALL-4.19): of two crossing invites one call is left, so each side has another direction.
    const isPolite = call.direction === CallDirection.Inbound;
    // REPAIR: a caller could have an offer answered, and so see the address of this computer, while it still rang.
    if (isPolite && connection.localDescription === null) return;
    const isReady =
      !this.makingOffer &&
      (connection.signalingState === 'stable' || this.isSettingRemoteAnswerPending);
    if (!isPolite && description.type === 'offer' && !isReady) return;
    const isOnHold = (): boolean => call.state === CallState.Connected && isHeld(connection);
    const wasOnHold = isOnHold();
    this.parts.feeds.takeMetadata(metadataOf(content));
    try {
      this.isSettingRemoteAnswerPending = description.type === 'answer';
      // This call rolls our own offer back if necessary.
      await connection.setRemoteDescription(description);
      this.isSettingRemoteAnswerPending = false;
      if (description.type === 'offer') await this.answerOffer();
    } catch (thrown) {
      this.isSettingRemoteAnswerPending = false;
      logged('take a description')(thrown);
    }
    const onHold = isOnHold();
    if (wasOnHold !== onHold) call.emit(CallEvent.LocalHoldUnhold, onHold);
  }

  private async answerOffer(): Promise<void> {
    const { call } = this;
    const answer = await this.describe('answer');
    if (answer === null) return;
    await call.connection.setLocalDescription(answer);
    const content = { lifetime: lifetimeMs, description: this.description(), ...this.said() };
    void call.sendVoipEvent(EventType.CallNegotiate, content).catch(logged('answer an offer'));
  }

  /**
   * REPAIR CALL-4.19: whether our offer failed because one of the other side came first; in the origin that ended the call. The
   * connection asks for an offer again once theirs is answered.
   */
  private isCrossed = (type: RTCSdpType, thrown: unknown): boolean =>
    type === 'offer' &&
    this.call.state !== CallState.CreateOffer &&
    this.call.connection.signalingState === 'have-remote-offer' &&
    (thrown as Partial<Error> | null)?.name === 'InvalidStateError';

  // The current description

  /** Null: the description could not be made, and the call has ended, or an offer of the other side came first. */
  private async describe(type: 'offer' | 'answer'): Promise<RTCSessionDescriptionInit | null> {
    const { call } = this;
    try {
      this.parts.senders.keepRtxFrom(SDPStreamMetadataPurpose.Screenshare);
      const made = await (type === 'offer'
        ? call.connection.createOffer()
        : call.connection.createAnswer());
      return { ...made, sdp: withOpusOptions(made.sdp ?? '', call.isPtt) };
    } catch (thrown) {
      if (this.isCrossed(type, thrown)) return null;
      logged(`make an ${type}`)(thrown);
      const code = type === 'offer' ? CallErrorCode.CreateOffer : CallErrorCode.CreateAnswer;
      call.terminate(CallParty.Local, code, true);
      return null;
    }
  }

  /** Returns whether it is used: the call goes on, and no offer of the other side came first. */
  private async setLocal(description: RTCSessionDescriptionInit): Promise<boolean> {
    try {
      await this.call.connection.setLocalDescription(description);
      return true;
    } catch (thrown) {
      if (this.isCrossed(description.type, thrown)) return false;
      logged('use a description')(thrown);
      this.call.terminate(CallParty.Local, CallErrorCode.SetLocalDescription, true);
      return false;
    }
  }

  private description(): Pick<RTCSessionDescription, 'type' | 'sdp'> {
    const { localDescription } = this.call.connection;
    if (localDescription === null) throw new Error('Nothing is described yet');
    return { type: localDescription.type, sdp: localDescription.sdp };
  }

  private said = () => ({ [metadataKey]: this.parts.feeds.localMetadata(true) });

  private capabilities = () => ({
    'm.call.transferee': this.call.client.supportsCallTransfer,
    'm.call.dtmf': false,
  });
}

const candidateOf = (connection: RTCPeerConnection): Promise<void> =>
  new Promise((resolve) => firstCandidate(connection, resolve));
