/*
Copyright 2015, 2016 OpenMarket Ltd
Copyright 2017 New Vector Ltd
Copyright 2019, 2020 The Matrix.org Foundation C.I.C.
Copyright 2021 - 2022 Šimon Brandner <simon.bra.ag@gmail.com>

Adapted from matrix-js-sdk 43.0.0, `src/webrtc/call.ts` (README of `..`). Licensed under the Apache License, Version 2.0, as this repository;
the whole notice stands in `matrixCall.ts`.
*/

// Applies the incoming signals of one call to its parts. `../callEventHandler` has checked before to which call they belong.
import {
  metadataOf,
  type MCallAnswer,
  type MCallAssertedIdentity,
  type MCallCandidates,
  type MCallHangupReject,
  type MCallInviteNegotiate,
  type MCallSDPStreamMetadataChanged,
  type MCallSelectAnswer,
} from '../callEventTypes';
import { CallDirection, CallErrorCode, CallEvent, CallParty, CallState } from '../callStates';
import type { CallSignalEvent } from '../host';
import { logged } from '../log';
import { EventType } from '../utils';
import { RemoteCandidates } from './candidates';
import type { CallCore } from './core';
import type { CallFeeds } from './feeds';
import type { Negotiation } from './negotiation';

interface AssertedIdentity {
  readonly id: string;
  readonly displayName: string;
}

export interface IncomingParts {
  readonly feeds: CallFeeds;
  readonly negotiation: Negotiation;
  /** Creates the connection of the call. */
  readonly connect: () => RTCPeerConnection;
}

export class IncomingSignals {
  /** The identity that the other side asserts (`m.call.asserted_identity`). */
  assertedIdentity?: AssertedIdentity;
  private readonly early: RemoteCandidates;

  constructor(
    private readonly call: CallCore,
    private readonly parts: IncomingParts,
  ) {
    this.early = new RemoteCandidates(call);
  }

  /** Lets the call ring, or ends it if the invite cannot be used. */
  async invitation(event: CallSignalEvent): Promise<void> {
    const { call } = this;
    const invite = event.getContent<MCallInviteNegotiate>();
    call.direction = CallDirection.Inbound;
    await call.client.checkTurnServers();
    this.parts.feeds.takeMetadata(metadataOf(invite));
    const connection = this.parts.connect();
    // Called before the first wait: candidates that come meanwhile are assigned by the opponent.
    this.chooseOpponent(event);
    try {
      await connection.setRemoteDescription(invite.offer);
      await this.early.takeEarly();
    } catch (thrown) {
      logged('take an invitation')(thrown);
      return call.terminate(CallParty.Local, CallErrorCode.SetRemoteDescription, false);
    }
    if (!this.hasRemoteTracks())
      return call.terminate(CallParty.Local, CallErrorCode.SetRemoteDescription, false);
    call.enter(CallState.Ringing);
    this.endRinging(invite.lifetime - event.getLocalAge());
  }

  /** REPAIR CALL-4.17: the origin takes an age of 0 for "unknown" and lets the invitation ring for ever. */
  private endRinging(afterMs: number): void {
    const { call } = this;
    let isOver = false;
    const end = (): void => call.terminate(CallParty.Remote, CallErrorCode.UserHangup, true);
    const timer = setTimeout(() => {
      isOver = true;
      if (call.state === CallState.Ringing) end();
    }, afterMs);
    // A failed answer rings again, as long as the invite is valid.
    const onState = (state: CallState): void => {
      if (state === CallState.Ringing && isOver) return end();
      if (state !== CallState.Connected && state !== CallState.Ended) return;
      clearTimeout(timer);
      call.off(CallEvent.State, onState);
    };
    call.on(CallEvent.State, onState);
  }

  private chooseOpponent(event: CallSignalEvent): void {
    const { call } = this;
    const member = call.client.getRoom(call.roomId)?.getMember(event.getSender());
    const content = event.getContent<MCallInviteNegotiate | MCallAnswer>();
    call.opponent.choose(content, member ?? undefined);
  }

  private hasRemoteTracks(): boolean {
    return this.parts.feeds.remote.some((feed) => feed.stream.getTracks().length > 0);
  }

  candidates = (event: CallSignalEvent): Promise<void> =>
    this.early.received(event.getContent<MCallCandidates>());

  async answer(event: CallSignalEvent): Promise<void> {
    const { call } = this;
    const content = event.getContent<MCallAnswer>();
    if (call.callHasEnded() || call.opponent.isChosen) return;
    this.chooseOpponent(event);
    await this.early.takeEarly();
    call.enter(CallState.Connecting);
    this.parts.feeds.takeMetadata(metadataOf(content));
    if (!(await this.parts.negotiation.takeAnswer(content))) return;
    // REPAIR CALL-5.9: the origin looks for remote tracks in the invitation only.
    if (!this.hasRemoteTracks()) return call.hangup(CallErrorCode.SetRemoteDescription, false);
    const { partyId } = call.opponent;
    if (partyId === null) return;
    // Without this event another device that answered does not learn that it was not chosen; the call goes on.
    await call
      .sendVoipEvent(EventType.CallSelectAnswer, { selected_party_id: partyId })
      .catch(logged('tell which answer was chosen'));
  }

  selectAnswer(event: CallSignalEvent): void {
    const { selected_party_id: chosen } = event.getContent<Partial<MCallSelectAnswer>>();
    if (this.call.direction !== CallDirection.Inbound || chosen == null) return;
    if (chosen !== this.call.ourPartyId) this.answeredElsewhere();
  }

  negotiate = (event: CallSignalEvent): Promise<void> =>
    this.parts.negotiation.takeNegotiation(event.getContent<MCallInviteNegotiate>());

  metadataChanged(event: CallSignalEvent): void {
    this.parts.feeds.takeMetadata(metadataOf(event.getContent<MCallSDPStreamMetadataChanged>()));
  }

  identityAsserted(event: CallSignalEvent): void {
    const { asserted_identity: said } = event.getContent<Partial<MCallAssertedIdentity>>();
    if (!said) return;
    this.assertedIdentity = { id: said.id, displayName: said.display_name };
    this.call.emit(CallEvent.AssertedIdentityChanged);
  }

  hangup(msg: MCallHangupReject): void {
    // While the call rings no party is chosen, and a hang-up is a rejection (version 0).
    if (this.call.opponent.isSender(msg) || this.call.state === CallState.Ringing) this.ended(msg);
  }

  /** Takes a rejection by the other side, or by another device of ours. */
  reject(msg: MCallHangupReject): void {
    const { state, direction } = this.call;
    const isToRing = state === CallState.Fledgling && direction === CallDirection.Inbound;
    if (state === CallState.InviteSent || state === CallState.Ringing || isToRing) this.ended(msg);
  }

  answeredElsewhere(): void {
    this.call.terminate(CallParty.Remote, CallErrorCode.AnsweredElsewhere, true);
  }

  private ended({ reason }: MCallHangupReject): void {
    this.call.terminate(CallParty.Remote, reason || CallErrorCode.UserHangup, true);
  }
}
