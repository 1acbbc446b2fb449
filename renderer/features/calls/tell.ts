// What the engine and the screens hear of the calls in this window, and when.
import type { CallReport } from '../../../preload/contract/callModels';
import type { EngineClient } from '../../app/engineClient';
import { resultOf } from '../../app/result';
import type { CallSnapshot } from './callTypes';

/** Nobody sees that a screen is this late. */
const togetherMs = 100;

/** An answer on its way, or the connection after it. */
export const isConnecting = ({ state, direction, reconnecting }: CallSnapshot): boolean =>
  !reconnecting &&
  (state === 'connecting' ||
    (direction === 'in' && (state === 'wait_local_media' || state === 'create_answer')));

/** What is drawn while a call is being connected holds it up (R12): its steps up to the first sound are shown together. */
export function together(show: () => void) {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const end = (): void => {
    timer = null;
    show();
  };
  return {
    tell(isBusy: boolean): void {
      if (timer === null && !isBusy) show();
      else timer ??= setTimeout(end, togetherMs);
    },
    stop: () => void (timer !== null && clearTimeout(timer)),
  };
}

/**
 * Each state of a call is told once; after the engine restarted, all are told again. What a connecting call goes through is told together:
 * each step that the engine hears of is written there, and drawn here, before the answer could go on.
 */
export function createReports(engine: Pick<EngineClient, 'call'>, sessionId: string) {
  const told = new Map<string, string>();
  const waiting = new Map<string, CallSnapshot>();
  const later = together(() => {
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
    tell(snapshot: CallSnapshot): void {
      waiting.set(snapshot.callId, snapshot);
      later.tell(isConnecting(snapshot));
    },
    forget: () => told.clear(),
    stop: later.stop,
  };
}
