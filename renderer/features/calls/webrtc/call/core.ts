/*
Copyright 2015, 2016 OpenMarket Ltd
Copyright 2017 New Vector Ltd
Copyright 2019, 2020 The Matrix.org Foundation C.I.C.
Copyright 2021 - 2022 Šimon Brandner <simon.bra.ag@gmail.com>

Adapted from matrix-js-sdk 43.0.0, `src/webrtc/call.ts` (README of `..`). Licensed under the Apache License, Version 2.0, as this repository;
the whole notice stands in `matrixCall.ts`.
*/

// The state that the parts of one call share: its parties, direction, state and connection; and the sending of its signals.
import { VOIP_PROTO_VERSION } from '../callEventTypes';
import {
  CallError,
  CallErrorCode,
  CallEvent,
  CallState,
  type CallDirection,
  type CallEventMap,
  type CallParty,
} from '../callStates';
import { Emitter } from '../emitter';
import type { CallHost, TurnServer } from '../host';
import { randomText } from '../utils';
import { Opponent } from './opponent';

export interface CallOpts {
  readonly roomId: string;
  readonly invitee?: string | undefined;
  readonly client: CallHost;
  /** Media use relays only. */
  readonly forceTURN: boolean;
  readonly turnServers: readonly TurnServer[];
  /** Signals go to this device only. */
  readonly opponentDeviceId?: string | undefined;
  readonly opponentSessionId?: string | undefined;
  readonly groupCallId?: string | undefined;
}

export function genCallID(): string {
  return Date.now().toString() + randomText(16);
}

export abstract class CallCore extends Emitter<CallEventMap> {
  readonly client: CallHost;
  readonly roomId: string;
  readonly invitee: string | undefined;
  readonly groupCallId: string | undefined;
  readonly ourPartyId: string;
  readonly opponent: Opponent;
  callId = genCallID();
  direction?: CallDirection;
  /** Push to talk; set before the first description is made. */
  isPtt = false;
  peerConn?: RTCPeerConnection;
  hangupParty?: CallParty;
  hangupReason?: string;
  #state: CallState = CallState.Fledgling;
  #toDeviceSeq = 0;

  constructor({ client, roomId, invitee, groupCallId, ...opts }: CallOpts) {
    super();
    if (!client.deviceId) throw new Error('Client must have a device ID to start calls');
    this.client = client;
    this.roomId = roomId;
    this.invitee = invitee;
    this.groupCallId = groupCallId;
    this.ourPartyId = client.deviceId;
    this.opponent = new Opponent(opts.opponentDeviceId, opts.opponentSessionId);
  }

  /** Ends the call for us. @param shouldEmit whether listeners get the hang-up event */
  abstract terminate(party: CallParty, reason: CallErrorCode, shouldEmit: boolean): void;
  /** Ends the call, and tells the other side. */
  abstract hangup(reason: CallErrorCode, suppressEvent: boolean): void;

  get state(): CallState {
    return this.#state;
  }

  /** Sets the state; for the parts of the call only. */
  enter(state: CallState): void {
    const oldState = this.#state;
    this.#state = state;
    this.emit(CallEvent.State, state, oldState);
  }

  /** A method, so that after an `await` the compiler does not assume the state of before. */
  callHasEnded(): boolean {
    return this.#state === CallState.Ended;
  }

  /** Throws if the call has no connection yet. */
  get connection(): RTCPeerConnection {
    if (this.peerConn === undefined) throw new Error('The call has no connection yet');
    return this.peerConn;
  }

  /** Emits the error event; it does not end the call. */
  tell(code: CallErrorCode, message: string, thrown: unknown): void {
    this.emit(CallEvent.Error, new CallError(code, message, thrown));
  }

  /** Emits the error event for a signal that could not be sent. */
  tellUnsent(code: CallErrorCode, message: string, thrown: unknown): CallErrorCode {
    const isUnknown = (thrown as Error | null)?.name === 'UnknownDeviceError';
    const told = isUnknown ? CallErrorCode.UnknownDevices : code;
    this.tell(told, isUnknown ? 'Unknown devices present in the room' : message, thrown);
    return told;
  }

  /** Rejects if the signal could not be sent. */
  async sendVoipEvent(type: string, content: object): Promise<void> {
    const { client, opponent } = this;
    const realContent = {
      ...content,
      version: VOIP_PROTO_VERSION,
      call_id: this.callId,
      party_id: this.ourPartyId,
      conf_id: this.groupCallId,
    };
    if (opponent.deviceId === undefined) return client.sendEvent(this.roomId, type, realContent);
    const userId = this.invitee ?? opponent.member?.userId ?? '';
    await client.sendToDevice(userId, opponent.deviceId, type, {
      ...realContent,
      device_id: client.deviceId,
      sender_session_id: client.getSessionId(),
      dest_session_id: opponent.sessionId,
      seq: this.#toDeviceSeq++,
      'org.matrix.msgid': globalThis.crypto.randomUUID(),
    });
  }
}
