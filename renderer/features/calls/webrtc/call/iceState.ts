/*
Copyright 2015, 2016 OpenMarket Ltd
Copyright 2017 New Vector Ltd
Copyright 2019, 2020 The Matrix.org Foundation C.I.C.
Copyright 2021 - 2022 Šimon Brandner <simon.bra.ag@gmail.com>

Adapted from matrix-js-sdk 43.0.0, `src/webrtc/call.ts` (README of `..`). Licensed under the Apache License, Version 2.0, as this repository;
the whole notice stands in `matrixCall.ts`.
*/

// Applies `iceConnectionState` to a call: connected, reconnecting, or lost.
import { CallErrorCode, CallEvent, CallState } from '../callStates';
import type { LocalCandidates } from './candidates';
import type { CallCore } from './core';
import type { CallFeeds } from './feeds';

const lengthMs = 1_000;
/** CALL-4.12: the times after a lost connection. */
const restartAfterMs = 2_000;
const endAfterMs = 30_000;

export class IceState {
  private startMs: number | null = null;
  private lengthTimer: ReturnType<typeof setInterval> | undefined;
  private restartTimer: ReturnType<typeof setTimeout> | undefined;
  private endTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly call: CallCore,
    private readonly candidates: LocalCandidates,
    private readonly feeds: CallFeeds,
  ) {}

  onChange = (): void => {
    const { call } = this;
    // ICE may complete while a call ends.
    if (call.callHasEnded()) return;
    const state = call.peerConn?.iceConnectionState;
    if (state === 'connected' || state === 'completed') this.connected();
    else if (state === 'failed') this.failed();
    else if (state === 'disconnected') this.disconnected();
    // A participant who cannot be reached must not keep the floor (CALL-4.7).
    if (call.isPtt && (state === 'failed' || state === 'disconnected')) this.feeds.muteRemote();
  };

  private connected(): void {
    this.stopWaiting();
    this.call.enter(CallState.Connected);
    if (this.startMs !== null) return;
    const startMs = Date.now();
    this.startMs = startMs;
    this.lengthTimer = setInterval(() => {
      const seconds = Math.round((Date.now() - startMs) / 1000);
      this.call.emit(CallEvent.LengthChanged, seconds);
    }, lengthMs);
  }

  private failed(): void {
    this.candidates.expectMore();
    // Not every browser has `restartIce`.
    if (this.call.connection.restartIce as (() => void) | undefined)
      this.call.connection.restartIce();
    else this.call.hangup(CallErrorCode.IceFailed, false);
  }

  private disconnected(): void {
    this.candidates.expectMore();
    // REPAIR CALL-4.12: a second "disconnected" forgot the first timers, which then ended a call that had recovered.
    clearTimeout(this.restartTimer);
    this.restartTimer = setTimeout(() => {
      this.candidates.expectMore();
      this.call.peerConn?.restartIce?.();
    }, restartAfterMs);
    this.endTimer ??= setTimeout(
      () => this.call.hangup(CallErrorCode.IceFailed, false),
      endAfterMs,
    );
    this.call.enter(CallState.Connecting);
  }

  private stopWaiting(): void {
    clearTimeout(this.restartTimer);
    clearTimeout(this.endTimer);
    this.restartTimer = undefined;
    this.endTimer = undefined;
  }

  stop(): void {
    this.stopWaiting();
    clearInterval(this.lengthTimer);
  }
}
