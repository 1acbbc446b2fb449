/*
Copyright 2015, 2016 OpenMarket Ltd
Copyright 2017 New Vector Ltd
Copyright 2019, 2020 The Matrix.org Foundation C.I.C.
Copyright 2021 - 2022 Šimon Brandner <simon.bra.ag@gmail.com>

Adapted from matrix-js-sdk 43.0.0, `src/webrtc/call.ts` (README of `..`). Licensed under the Apache License, Version 2.0, as this repository;
the whole notice stands in `matrixCall.ts`.
*/

// ICE candidates of one call: ours are sent in small batches; those of the other side wait until its party is known.
import type { MCallCandidates } from '../callEventTypes';
import { CallErrorCode, CallState } from '../callStates';
import { logged } from '../log';
import { EventType } from '../utils';
import type { CallCore } from './core';
import { partyOf } from './opponent';

/** Candidates that are found within this time are sent together. REPAIR CALL-9.2: 500 and 2000 ms are the most; a late relay candidate leaves at once. */
const batchMs = 20;
/** CALL-9.3. */
const mostTries = 5;

export class LocalCandidates {
  private waiting: RTCIceCandidate[] = [];
  private tries = 0;
  private hasEnded = false;

  /** @param isDescribed whether an invite or an answer was sent, with the candidates found until then */
  constructor(
    private readonly call: CallCore,
    private readonly isDescribed: () => boolean,
  ) {}

  onCandidate = ({ candidate }: RTCPeerConnectionIceEvent): void => {
    if (candidate === null || this.call.callHasEnded()) return;
    this.queue(candidate.candidate === '' ? null : candidate);
  };

  onGatheringState = (): void => {
    if (this.call.peerConn?.iceGatheringState === 'complete') this.queue(null);
  };

  /** Called before an ICE restart, which finds more candidates. */
  expectMore(): void {
    this.hasEnded = false;
  }

  /** Drops candidates that an invite or an answer contains already; the end mark stays. */
  discardDescribed(): void {
    this.waiting = this.waiting.filter(({ candidate }) => candidate === '');
  }

  /** Null: no more candidates follow; an empty candidate is sent for it (MSC2746). */
  private queue(candidate: RTCIceCandidate | null): void {
    if (candidate === null) this.hasEnded = true;
    else this.waiting.push(candidate);
    // An answer that could not be sent rings again; its candidates are sent with the next answer.
    if (this.call.state === CallState.Ringing || !this.isDescribed()) return;
    if (this.tries === 0) this.sendIn(batchMs);
  }

  private sendIn(ms: number): void {
    setTimeout(() => void this.send().catch(logged('send candidates')), ms);
  }

  /** Sends the queued candidates; after a failure they stay queued for the next try. */
  async send(): Promise<void> {
    const { call } = this;
    if (this.waiting.length === 0 || call.callHasEnded()) return;
    const candidates = this.waiting;
    this.waiting = [];
    this.tries += 1;
    const list: MCallCandidates['candidates'] = candidates.map((one) => one.toJSON());
    if (this.hasEnded) list.push({ candidate: '' });
    try {
      await call.sendVoipEvent(EventType.CallCandidates, { candidates: list });
    } catch (thrown) {
      return this.failed(candidates, thrown);
    }
    this.tries = 0;
    // More candidates may have been queued meanwhile.
    return this.send();
  }

  private failed(candidates: readonly RTCIceCandidate[], thrown: unknown): void {
    this.waiting.push(...candidates);
    // REPAIR CALL-9.3: the origin counts every failure twice.
    if (this.tries <= mostTries) return this.sendIn(500 * 2 ** this.tries);
    this.call.tell(CallErrorCode.SignallingFailed, 'Signalling failed', thrown);
    this.call.hangup(CallErrorCode.SignallingFailed, false);
  }
}

export class RemoteCandidates {
  /** Early candidates by party, for each party that might be chosen. */
  private readonly early = new Map<string, MCallCandidates['candidates']>();

  constructor(private readonly call: CallCore) {}

  async received(content: MCallCandidates): Promise<void> {
    const { candidates } = content;
    const { opponent } = this.call;
    if (this.call.callHasEnded() || !candidates) return;
    if (opponent.isChosen) {
      if (opponent.isSender(content)) await this.add(candidates);
      return;
    }
    const party = partyOf(content);
    if (party !== null) this.early.set(party, [...(this.early.get(party) ?? []), ...candidates]);
  }

  /** Takes the candidates of the chosen party, and drops those of all others. */
  async takeEarly(): Promise<void> {
    const { partyId } = this.call.opponent;
    const theirs = typeof partyId === 'string' ? this.early.get(partyId) : undefined;
    if (theirs !== undefined) await this.add(theirs);
    this.early.clear();
  }

  private async add(candidates: MCallCandidates['candidates']): Promise<void> {
    // A candidate that cannot be used does not stop the others.
    for (const candidate of candidates)
      await this.call.connection.addIceCandidate(candidate).catch(logged('use a candidate'));
  }
}
