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

import { createNewMatrixCall, type MatrixCall } from './call';
import type { MCallHangupReject } from './callEventTypes';
import { CallDirection, CallErrorCode, CallState } from './callStates';
import { Emitter } from './emitter';
import { GroupCallEvent, GroupCallUnknownDeviceError, type GroupCall } from './groupCall';
import type { CallHost, CallSignalEvent } from './host';
import { EventType } from './utils';

/** An outgoing call that nobody has answered. */
const callingStates: ReadonlySet<CallState> = new Set([
  CallState.WaitLocalMedia,
  CallState.CreateOffer,
  CallState.InviteSent,
]);

// Don't ring unless we'd be ringing for at least 3 seconds: the user needs some
// time to press the 'accept' button
const RING_GRACE_PERIOD = 3000;

export const CallEventHandlerEvent = { Incoming: 'Call.incoming' } as const;

type CallEventHandlerMap = {
  /** A call rings. Listeners answer, reject or show it. */
  [CallEventHandlerEvent.Incoming]: (call: MatrixCall) => void;
};

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
  private readonly candidateEventsByCall = new Map<string, CallSignalEvent[]>();
  private eventBufferPromiseChain: Promise<void> = Promise.resolve();

  constructor(private readonly client: CallHost) {
    super();
  }

  /** What came at one time; all before was looked at first. */
  deliver(events: readonly CallSignalEvent[]): void {
    this.eventBufferPromiseChain = this.eventBufferPromiseChain.then(() =>
      this.evaluateEventBuffer(events),
    );
    // REPAIR: the hang-up of an unknown call left an ended one behind.
    for (const [callId, call] of this.calls)
      if (call.state === CallState.Ended) this.calls.delete(callId);
  }

  private async evaluateEventBuffer(eventBuffer: readonly CallSignalEvent[]): Promise<void> {
    const callEvents = eventBuffer.filter((event) => {
      const eventType = event.getType();
      return eventType.startsWith('m.call.') || eventType.startsWith('org.matrix.call.');
    });

    const ignoreCallIds = new Set<string>();

    // inspect the buffer and mark all calls which have been answered
    // or hung up before passing them to the call event handler.
    for (const event of callEvents) {
      const eventType = event.getType();

      if (eventType === EventType.CallAnswer || eventType === EventType.CallHangup) {
        ignoreCallIds.add(event.getContent<SignalContent>().call_id);
      }
    }

    // Process call events in the order that they were received
    for (const event of callEvents) {
      const eventType = event.getType();
      const callId = event.getContent<SignalContent>().call_id;

      if (eventType === EventType.CallInvite && ignoreCallIds.has(callId)) {
        // This call has previously been answered or hung up: ignore it
        continue;
      }

      try {
        await this.handleCallEvent(event);
      } catch {
        // One signal that cannot be understood keeps the others from nothing.
      }
    }
  }

  private async handleCallEvent(event: CallSignalEvent): Promise<void> {
    const content = event.getContent<SignalContent>();
    const callRoomId = event.getRoomId();
    const groupCallId = content.conf_id;
    const type = event.getType();
    const senderId = event.getSender();
    let call = content.call_id ? this.calls.get(content.call_id) : undefined;

    let opponentDeviceId: string | undefined;

    let groupCall: GroupCall | undefined;
    if (groupCallId) {
      groupCall = [...this.client.groupCalls.values()].find(
        (one) => one.groupCallId === groupCallId,
      );

      if (!groupCall) {
        return;
      }

      opponentDeviceId = content.device_id;

      if (!opponentDeviceId) {
        groupCall.emit(GroupCallEvent.Error, new GroupCallUnknownDeviceError(senderId));
        return;
      }

      if (content.dest_session_id !== this.client.getSessionId()) {
        return;
      }
    }

    const weSentTheEvent =
      senderId === this.client.getUserId() &&
      (opponentDeviceId === undefined || opponentDeviceId === this.client.getDeviceId());

    if (type === EventType.CallInvite) {
      // ignore invites you send
      if (weSentTheEvent) return;
      // expired call
      if (event.getLocalAge() > content.lifetime - RING_GRACE_PERIOD) return;
      // stale/old invite event
      if (call && call.state === CallState.Ended) return;

      if (content.invitee && content.invitee !== this.client.getUserId()) {
        return; // This invite was meant for another user in the room
      }

      call =
        createNewMatrixCall(this.client, callRoomId, {
          opponentDeviceId,
          groupCallId,
          opponentSessionId: content.sender_session_id,
        }) ?? undefined;
      if (!call) {
        // don't hang up the call: there could be other clients
        // connected that do support WebRTC and declining the
        // the call on their behalf would be really annoying.
        return;
      }

      call.callId = content.call_id;

      // What fails in it ends the call, and is told there.
      await call.initWithInvite(event).catch(() => undefined);
      this.calls.set(call.callId, call);

      // if we stashed candidate events for that call ID, play them back now
      if (this.candidateEventsByCall.get(call.callId)) {
        for (const ev of this.candidateEventsByCall.get(call.callId)!) {
          void call.onRemoteIceCandidatesReceived(ev).catch(() => undefined);
        }
      }

      // Were we trying to call that user (room)?
      let existingCall: MatrixCall | undefined;
      for (const thisCall of this.calls.values()) {
        const isCalling = callingStates.has(thisCall.state);

        if (
          call.roomId === thisCall.roomId &&
          thisCall.direction === CallDirection.Outbound &&
          call.getOpponentMember()?.userId === thisCall.invitee &&
          isCalling
        ) {
          existingCall = thisCall;
          break;
        }
      }

      if (existingCall) {
        if (existingCall.callId > call.callId) {
          existingCall.replacedBy(call);
        } else {
          call.hangup(CallErrorCode.Replaced, true);
        }
      } else {
        this.emit(CallEventHandlerEvent.Incoming, call);
      }
      return;
    } else if (type === EventType.CallCandidates) {
      if (weSentTheEvent) return;

      if (!call) {
        // store the candidates; we may get a call eventually.
        if (!this.candidateEventsByCall.has(content.call_id)) {
          this.candidateEventsByCall.set(content.call_id, []);
        }
        this.candidateEventsByCall.get(content.call_id)!.push(event);
      } else {
        void call.onRemoteIceCandidatesReceived(event).catch(() => undefined);
      }
      return;
    } else if (type === EventType.CallHangup || type === EventType.CallReject) {
      // Note that we also observe our own hangups here so we can see
      // if we've already rejected a call that would otherwise be valid
      if (!call) {
        // if not live, store the fact that the call has ended because
        // we're probably getting events backwards so
        // the hangup will come before the invite
        call =
          createNewMatrixCall(this.client, callRoomId, {
            opponentDeviceId,
            opponentSessionId: content.sender_session_id,
          }) ?? undefined;
        if (call) {
          call.callId = content.call_id;
          call.initWithHangup();
          this.calls.set(content.call_id, call);
        }
      } else {
        if (call.state !== CallState.Ended) {
          if (type === EventType.CallHangup) {
            call.onHangupReceived(event.getContent<MCallHangupReject>());
          } else {
            call.onRejectReceived(event.getContent<MCallHangupReject>());
          }

          if (call.callHasEnded()) this.calls.delete(content.call_id);
        }
      }
      return;
    }

    // The following events need a call and a peer connection
    if (!call || !call.hasPeerConnection) {
      return;
    }
    // Ignore remote echo
    if (content.party_id === call.ourPartyId) return;

    switch (type) {
      case EventType.CallAnswer:
        if (weSentTheEvent) {
          if (call.state === CallState.Ringing) {
            call.onAnsweredElsewhere();
          }
        } else {
          void call.onAnswerReceived(event).catch(() => undefined);
        }
        break;
      case EventType.CallSelectAnswer:
        void call.onSelectAnswerReceived(event).catch(() => undefined);
        break;

      case EventType.CallNegotiate:
        void call.onNegotiateReceived(event).catch(() => undefined);
        break;

      case EventType.CallAssertedIdentity:
      case EventType.CallAssertedIdentityPrefix:
        void call.onAssertedIdentityReceived(event).catch(() => undefined);
        break;

      case EventType.CallSDPStreamMetadataChanged:
      case EventType.CallSDPStreamMetadataChangedPrefix:
        call.onSDPStreamMetadataChangedReceived(event);
        break;
    }
  }
}
