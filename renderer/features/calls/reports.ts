// Owns what the engine hears of the calls in this window. It must not decide anything about a call.
import type { CallReport } from '#contract/areas/calls/callsModels';
import type { EngineClient } from '#app/line/engineClient';
import { resultOf } from '#app/result';
import type { CallSnapshot } from './callTypes';
import { batchWhileConnecting, isConnecting } from './latency';

/**
 * Each state of a call is reported once, and again after the engine restarted. The steps of a connecting call are reported together: the engine
 * writes each report, and the window draws it, before the answer could go on.
 */
export function createReports(engine: Pick<EngineClient, 'call'>, sessionId: string) {
  const told = new Map<string, string>();
  const waiting = new Map<string, CallSnapshot>();
  const later = batchWhileConnecting(() => {
    const snapshots = [...waiting.values()];
    waiting.clear();
    snapshots.forEach(report);
  });

  function report(snapshot: CallSnapshot): void {
    const { callId, roomId, userId, direction, media, state, endReason: reason } = snapshot;
    const word = `${state} ${media} ${userId ?? ''}`;
    if (told.get(callId) === word) return;
    told.set(callId, word);
    const input: CallReport = {
      sessionId,
      callId,
      roomId,
      userId,
      direction,
      media,
      state,
      reason,
    };
    void resultOf(engine.call('reportCall', input));
  }

  return {
    tell(snapshots: readonly CallSnapshot[]): void {
      for (const snapshot of snapshots) waiting.set(snapshot.callId, snapshot);
      later.tell(snapshots.some(isConnecting));
    },
    forget: () => told.clear(),
    stop: later.stop,
  };
}
