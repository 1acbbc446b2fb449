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

// The words of a call: its states, how it ends, what it tells. As the Matrix specification and the origin have them.
import type { unverifiedReason } from '#contract/areas/calls/callNames';
import type { MatrixCall } from './call/matrixCall';
import type { CallFeed } from './callFeed';

export const CallState = {
  Fledgling: 'fledgling',
  InviteSent: 'invite_sent',
  WaitLocalMedia: 'wait_local_media',
  CreateOffer: 'create_offer',
  CreateAnswer: 'create_answer',
  Connecting: 'connecting',
  Connected: 'connected',
  Ringing: 'ringing',
  Ended: 'ended',
} as const;
export type CallState = (typeof CallState)[keyof typeof CallState];

export const CallType = {
  Voice: 'voice',
  Video: 'video',
} as const;
export type CallType = (typeof CallType)[keyof typeof CallType];

export const CallDirection = {
  Inbound: 'inbound',
  Outbound: 'outbound',
} as const;
export type CallDirection = (typeof CallDirection)[keyof typeof CallDirection];

export const CallParty = {
  Local: 'local',
  Remote: 'remote',
} as const;
export type CallParty = (typeof CallParty)[keyof typeof CallParty];

export const CallEvent = {
  Hangup: 'hangup',
  State: 'state',
  Error: 'error',
  Replaced: 'replaced',

  /** The value of isLocalOnHold() has changed. */
  LocalHoldUnhold: 'local_hold_unhold',
  /** The value of isRemoteOnHold() has changed. */
  RemoteHoldUnhold: 'remote_hold_unhold',
  FeedsChanged: 'feeds_changed',

  AssertedIdentityChanged: 'asserted_identity_changed',

  LengthChanged: 'length_changed',

  PeerConnectionCreated: 'peer_connection_created',
} as const;
export type CallEvent = (typeof CallEvent)[keyof typeof CallEvent];

export const CallErrorCode = {
  /** The user chose to end the call */
  UserHangup: 'user_hangup',

  /** An error code when the local client failed to create an offer. */
  LocalOfferFailed: 'local_offer_failed',
  /**
   * An error code when there is no local mic/camera to use. This may be because
   * the hardware isn't plugged in, or the user has explicitly denied access.
   */
  NoUserMedia: 'no_user_media',

  /**
   * Error code used when a call event failed to send
   * because unknown devices were present in the room
   */
  UnknownDevices: 'unknown_devices',

  /**
   * Error code used when we fail to send the invite
   * for some reason other than there being unknown devices
   */
  SendInvite: 'send_invite',

  /**
   * An answer could not be created
   */
  CreateAnswer: 'create_answer',

  /**
   * An offer could not be created
   */
  CreateOffer: 'create_offer',

  /**
   * Error code used when we fail to send the answer
   * for some reason other than there being unknown devices
   */
  SendAnswer: 'send_answer',

  /**
   * The session description from the other side could not be set
   */
  SetRemoteDescription: 'set_remote_description',

  /**
   * The session description from this side could not be set
   */
  SetLocalDescription: 'set_local_description',

  /**
   * A different device answered the call
   */
  AnsweredElsewhere: 'answered_elsewhere',

  /**
   * No media connection could be established to the other party
   */
  IceFailed: 'ice_failed',

  /**
   * The invite timed out whilst waiting for an answer
   */
  InviteTimeout: 'invite_timeout',

  /**
   * The call was replaced by another call
   */
  Replaced: 'replaced',

  /**
   * Signalling for the call could not be sent (other than the initial invite)
   */
  SignallingFailed: 'signalling_timeout',

  /**
   * The remote party is busy
   */
  UserBusy: 'user_busy',

  /**
   * We transferred the call off to somewhere else
   */
  Transferred: 'transferred',

  /**
   * A call from the same user was found with a new session id
   */
  NewSession: 'new_session',
} as const;
export type CallErrorCode = (typeof CallErrorCode)[keyof typeof CallErrorCode];

/** ADDED: why a call ends, beside the reasons of the specification: only verified people are spoken to, and the other side is not. */
export type EndReason = CallErrorCode | typeof unverifiedReason;

export class CallError extends Error {
  readonly code: string;

  constructor(code: CallErrorCode, message: string, thrown: unknown) {
    super(`${message}: ${String(thrown)}`, { cause: thrown });
    this.code = code;
  }
}

export type CallEventMap = {
  [CallEvent.FeedsChanged]: (feeds: readonly CallFeed[]) => void;
  [CallEvent.Replaced]: (newCall: MatrixCall) => void;
  [CallEvent.Error]: (error: CallError) => void;
  [CallEvent.RemoteHoldUnhold]: (onHold: boolean) => void;
  [CallEvent.LocalHoldUnhold]: (onHold: boolean) => void;
  [CallEvent.LengthChanged]: (seconds: number) => void;
  [CallEvent.State]: (state: CallState, oldState: CallState) => void;
  [CallEvent.Hangup]: () => void;
  [CallEvent.AssertedIdentityChanged]: () => void;
  [CallEvent.PeerConnectionCreated]: (connection: RTCPeerConnection) => void;
};
