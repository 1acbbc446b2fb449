/*
Copyright 2020 The Matrix.org Foundation C.I.C.

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

import { createNewMatrixCall } from './call/create';
import type { MatrixCall } from './call/matrixCall';
import type { MCallHangupReject } from './callEventTypes';
import { CallDirection, CallErrorCode, CallState } from './callStates';
import { Emitter } from './emitter';
import { GroupCallEvent, GroupCallUnknownDeviceError } from './group/states';
import type { CallHost, CallSignalEvent } from './host';
import { logged } from './log';
import { EventType } from './utils';

/** States of an outgoing call that was not answered. */
/** This device has sent no answer yet: that of another device of ours counts. After its own the caller says which one it takes. */
const unansweredStates: ReadonlySet<CallState> = new Set([
  CallState.Ringing,
  CallState.WaitLocalMedia,
  CallState.CreateAnswer,
]);

const callingStates: ReadonlySet<CallState> = new Set([
  CallState.WaitLocalMedia,
  CallState.CreateOffer,
  CallState.InviteSent,
]);

/** After these signals an invite does not ring any more. */
const endTypes: ReadonlySet<string> = new Set([EventType.CallAnswer, EventType.CallHangup]);

/** An invite that could ring for less than this does not ring: there is no time to answer it. */
const shortestRingMs = 3_000;

export const CallEventHandlerEvent = { Incoming: 'Call.incoming' } as const;

type CallEventHandlerMap = {
  /** A call rings. Listeners answer, reject or show it. */
  [CallEventHandlerEvent.Incoming]: (call: MatrixCall) => void;
};

/** The sender of a signal, and the group call that it belongs to. */
interface Origin {
  readonly groupCallId: string | undefined;
  /** The sending device of a to-device signal. */
  readonly deviceId: string | undefined;
  readonly isOurs: boolean;
}

interface SignalContent {
  readonly call_id: string;
  readonly conf_id?: string;
  readonly device_id?: string;
  readonly party_id?: string;
  readonly sender_session_id?: string;
  readonly dest_session_id?: string;
  readonly lifetime: number;
  readonly invitee?: string;
}

/**
 * Signals to their calls. REPAIR: the origin orders signals to single devices by their `seq`, and one that comes twice or is lost stops those
 * after it for ever. Whoever delivers has them in order.
 */
export class CallEventHandler extends Emitter<CallEventHandlerMap> {
  readonly calls = new Map<string, MatrixCall>();
  /** Candidates of calls that are not known yet. */
  private readonly early = new Map<string, CallSignalEvent[]>();
  private working: Promise<void> = Promise.resolve();

  constructor(private readonly client: CallHost) {
    super();
  }

  /** Takes the signals of one batch, after all batches before. */
  deliver(events: readonly CallSignalEvent[]): void {
    this.working = this.working.then(() => this.take(events));
    // REPAIR: the hang-up of an unknown call left an ended one behind.
    for (const [callId, call] of this.calls)
      if (call.state === CallState.Ended) this.calls.delete(callId);
  }

  private async take(events: readonly CallSignalEvent[]): Promise<void> {
    // A call that the same batch answers or hangs up does not ring.
    const over = new Set(events.filter((event) => endTypes.has(event.getType())).map(callIdOf));
    for (const event of events) {
      if (event.getType() === EventType.CallInvite && over.has(callIdOf(event))) continue;
      // A signal that cannot be read does not stop the others.
      await this.handle(event).catch(logged('take a signal'));
    }
  }

  /** Null: the signal is not for us. */
  private originOf(event: CallSignalEvent): Origin | null {
    const { client } = this;
    const content = event.getContent<SignalContent>();
    const { conf_id: groupCallId, device_id: device } = content;
    const deviceId = groupCallId ? device : undefined;
    if (groupCallId) {
      const groupCall = [...client.groupCalls.values()].find(
        (one) => one.groupCallId === groupCallId,
      );
      if (groupCall === undefined) return null;
      if (!deviceId) {
        const error = new GroupCallUnknownDeviceError(event.getSender());
        groupCall.emit(GroupCallEvent.Error, error);
        return null;
      }
      if (content.dest_session_id !== client.getSessionId()) return null;
    }
    const isOurs =
      event.getSender() === client.getUserId() &&
      (deviceId === undefined || deviceId === client.getDeviceId());
    return { groupCallId, deviceId, isOurs };
  }

  private async handle(event: CallSignalEvent): Promise<void> {
    const origin = this.originOf(event);
    if (origin === null) return;
    switch (event.getType()) {
      case EventType.CallInvite:
        return this.invited(event, origin);
      case EventType.CallCandidates:
        if (!origin.isOurs) this.candidatesCame(event);
        return;
      case EventType.CallHangup:
      case EventType.CallReject:
        return this.hungUp(event, origin);
      default:
        return this.tellCall(event, origin);
    }
  }

  private async invited(event: CallSignalEvent, origin: Origin): Promise<void> {
    const content = event.getContent<SignalContent>();
    if (origin.isOurs || event.getLocalAge() > content.lifetime - shortestRingMs) return;
    if (this.calls.get(content.call_id)?.callHasEnded()) return;
    // The invite is for another member of the room.
    if (content.invitee && content.invitee !== this.client.getUserId()) return;
    const call = this.create(event, origin);
    // Other devices of ours may be able to answer it.
    if (call === null) return;
    // A failure ends the call, which tells its listeners.
    await call.incoming.invitation(event).catch(logged('take an invitation'));
    this.calls.set(call.callId, call);
    for (const one of this.early.get(call.callId) ?? [])
      void call.incoming.candidates(one).catch(logged('use candidates'));
    this.early.delete(call.callId);
    const crossing = this.crossing(call);
    if (crossing === undefined) this.emit(CallEventHandlerEvent.Incoming, call);
    else if (crossing.callId > call.callId) crossing.replacedBy(call);
    else call.hangup(CallErrorCode.Replaced, true);
  }

  /** The call that we were placing to the same side (CALL-4.20). */
  private crossing(call: MatrixCall): MatrixCall | undefined {
    return [...this.calls.values()].find(
      (one) =>
        one.roomId === call.roomId &&
        one.direction === CallDirection.Outbound &&
        one.invitee === call.opponent.member?.userId &&
        callingStates.has(one.state),
    );
  }

  private create(event: CallSignalEvent, origin: Origin): MatrixCall | null {
    const { call_id: callId, sender_session_id: sessionId } = event.getContent<SignalContent>();
    const call = createNewMatrixCall(this.client, event.getRoomId(), {
      opponentDeviceId: origin.deviceId,
      opponentSessionId: sessionId,
      groupCallId: origin.groupCallId,
    });
    if (call !== null) call.callId = callId;
    return call;
  }

  private candidatesCame(event: CallSignalEvent): void {
    const callId = callIdOf(event);
    const call = this.calls.get(callId);
    if (call === undefined) this.early.set(callId, [...(this.early.get(callId) ?? []), event]);
    else void call.incoming.candidates(event).catch(logged('use candidates'));
  }

  /** Takes a hang-up, also our own from another device. */
  private hungUp(event: CallSignalEvent, origin: Origin): void {
    const callId = callIdOf(event);
    const known = this.calls.get(callId);
    if (known === undefined) {
      // A hang-up may come before its invite, which then must not ring.
      const call = this.create(event, origin);
      call?.enter(CallState.Ended);
      if (call !== null) this.calls.set(callId, call);
      return;
    }
    if (known.callHasEnded()) return;
    const content = event.getContent<MCallHangupReject>();
    if (event.getType() === EventType.CallHangup) known.incoming.hangup(content);
    else known.incoming.reject(content);
    if (known.callHasEnded()) this.calls.delete(callId);
  }

  /** Passes on the signals that need a call with a connection. */
  private tellCall(event: CallSignalEvent, { isOurs }: Origin): void {
    const content = event.getContent<SignalContent>();
    const call = this.calls.get(content.call_id);
    if (call?.peerConn === undefined || content.party_id === call.ourPartyId) return;
    switch (event.getType()) {
      case EventType.CallAnswer:
        if (!isOurs) void call.incoming.answer(event).catch(logged('take an answer'));
        else if (unansweredStates.has(call.state)) call.incoming.answeredElsewhere();
        return;
      case EventType.CallSelectAnswer:
        return call.incoming.selectAnswer(event);
      case EventType.CallNegotiate:
        return void call.incoming.negotiate(event).catch(logged('negotiate'));
      case EventType.CallAssertedIdentity:
      case EventType.CallAssertedIdentityPrefix:
        return call.incoming.identityAsserted(event);
      case EventType.CallSDPStreamMetadataChanged:
      case EventType.CallSDPStreamMetadataChangedPrefix:
        return call.incoming.metadataChanged(event);
    }
  }
}

const callIdOf = (event: CallSignalEvent): string => event.getContent<SignalContent>().call_id;
