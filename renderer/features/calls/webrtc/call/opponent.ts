/*
Copyright 2015, 2016 OpenMarket Ltd
Copyright 2017 New Vector Ltd
Copyright 2019, 2020 The Matrix.org Foundation C.I.C.
Copyright 2021 - 2022 Šimon Brandner <simon.bra.ag@gmail.com>

Adapted from matrix-js-sdk 43.0.0, `src/webrtc/call.ts` (README of `..`). Licensed under the Apache License, Version 2.0, as this repository;
the whole notice stands in `matrixCall.ts`.
*/

// The other side of a call: unknown until one of its devices has sent the invite or the answer that was chosen.
import type { CallCapabilities, MCallAnswer, MCallInviteNegotiate } from '../callEventTypes';
import type { CallMember } from '../host';

type Choosing = Pick<MCallInviteNegotiate | MCallAnswer, 'version' | 'party_id' | 'capabilities'>;

export class Opponent {
  member?: CallMember | undefined;
  version?: number | string;
  /** Undefined before a party is chosen; null if it sent no party id. */
  partyId: string | null | undefined;
  capabilities: Partial<CallCapabilities> = {};

  constructor(
    /** Both ids are set for to-device signals. */
    readonly deviceId: string | undefined,
    readonly sessionId: string | undefined,
  ) {}

  get isChosen(): boolean {
    return this.partyId !== undefined;
  }

  choose(msg: Choosing, member: CallMember | undefined): void {
    this.version = msg.version;
    this.partyId = partyOf(msg);
    this.capabilities = msg.capabilities ?? {};
    this.member = member;
  }

  /** Whether the message has the party id of the opponent, or neither has one. */
  isSender(msg: { readonly version?: unknown; readonly party_id?: unknown }): boolean {
    return partyOf(msg) === this.partyId;
  }
}

/** Version 0 has no party id, whatever the content says. */
export function partyOf(msg: {
  readonly version?: unknown;
  readonly party_id?: unknown;
}): string | null {
  return msg.version === 0 ? null : (msg.party_id as string | undefined) || null;
}
