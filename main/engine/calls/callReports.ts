// Applies the reports of a window to the registry, and decides the outcome with which a call ends. It must not send or show anything.
import type { CallOutcome } from '#contract/areas/calls/callNote';
import type { CallReport } from '#contract/areas/calls/callsModels';
import { appFailure } from '#contract/wire/errors';
import { roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import type { Clock } from '../base/types';
import { openOutcome, type Call, type CallRegistry } from './callRegistry';
import type { WriteHoldOff } from './latency';

/** A ring that a window remembers and a restarted engine does not. */
const unknownRingMs = 30_000;

/** @param reason the specification's word for the end (CALL-4.18) */
export function outcomeOf(call: Call, reason: string | null): CallOutcome {
  if (call.connectedMs !== null) return 'answered';
  if (reason === 'no_user_media') return 'no_microphone';
  if (call.direction === 'in') {
    if (reason === 'answered_elsewhere') return 'answered_elsewhere';
    return call.refused === null && reason !== 'user_hangup' ? 'failed' : 'declined';
  }
  if (reason === 'invite_timeout') return 'no_answer';
  if (reason === 'user_busy' || call.refused === 'user_busy') return 'busy';
  if (call.refused !== null) return 'declined';
  return reason === 'user_hangup' || reason === 'replaced' ? 'cancelled' : 'failed';
}

export interface CallReportsDeps {
  readonly store: Store;
  readonly registry: CallRegistry;
  readonly holdOff: Pick<WriteHoldOff, 'connected'>;
  readonly clock: Clock;
}

/** Throws `not_found` for a room that is not known. */
export function createCallReports(deps: CallReportsDeps): (report: CallReport) => void {
  const { registry, clock } = deps;

  function add(report: CallReport, roomNo: number): Call {
    const { callId, roomId, userId, direction, media, state, sessionId } = report;
    return registry.add({
      callId,
      roomId,
      roomNo,
      direction,
      opponent: userId,
      media,
      state,
      sessionId: state === 'ringing' ? null : sessionId,
      startedMs: clock.now(),
      connectedMs: null,
      ringsUntil: clock.monotonic() + unknownRingMs,
    });
  }

  function update(call: Call, report: CallReport): void {
    call.sessionId = report.state === 'ringing' ? null : report.sessionId;
    call.state = report.state;
    call.media = report.media;
    call.outcome = openOutcome(call);
    if (report.state === 'connected') {
      call.connectedMs ??= clock.now();
      deps.holdOff.connected();
    }
    if (report.userId !== null) call.opponent ??= report.userId;
    registry.changed(call);
  }

  return (report) => {
    const roomNo = roomNoOf(deps.store.db, report.roomId);
    if (roomNo === null) throw appFailure('not_found', 'There is no such room');
    const known = registry.get(report.roomId, report.callId);
    // A window that was slow reports a call that is over by now.
    const over = report.state === 'ended' || registry.hasEnded(report.roomId, report.callId);
    if (known === null && over) return;
    // The window makes the call that rings; it was not answered.
    if (known?.state === 'ringing' && report.state === 'fledgling') return;
    const call = known ?? add(report, roomNo);
    if (report.state !== 'ended') return update(call, report);
    const never = report.reason === 'replaced' && call.connectedMs === null;
    if (never) registry.endReplaced(call);
    else registry.end(call, outcomeOf(call, report.reason));
  };
}
