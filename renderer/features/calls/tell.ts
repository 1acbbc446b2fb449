// What the engine, the screens and the other side hear of the calls in this window, and when: nothing stands in the way of the first sound (R12).
import type { CallReport } from '#contract/areas/callsModels';
import type { EngineClient } from '#app/engineClient';
import { resultOf } from '#app/result';
import type { CallSnapshot } from './callTypes';

/** The longest that a screen is late. */
const mostMs = 300;
/** The longest that a press on "Answer" shows nothing. */
const answerMs = 100;
/** From the connection to the first sound, and some more. */
const soundMs = 50;

/** An answer on its way, or the connection after it. */
export const isConnecting = ({ state, direction, reconnecting }: CallSnapshot): boolean =>
  !reconnecting &&
  (state === 'connecting' ||
    (direction === 'in' && (state === 'wait_local_media' || state === 'create_answer')));

/** What is drawn while a call is being connected holds it up: its steps up to the first sound are shown together. */
export function together(show: () => void) {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let wasBusy = false;
  const end = (): void => {
    timer = null;
    show();
  };
  const stop = (): void => void (timer !== null && clearTimeout(timer));
  return {
    tell(isBusy: boolean): void {
      const isDone = wasBusy && !isBusy;
      wasBusy = isBusy;
      if (isDone) {
        stop();
        timer = setTimeout(end, soundMs);
      } else if (timer === null && !isBusy) show();
      else timer ??= setTimeout(end, mostMs);
    },
    stop,
  };
}

/** Who hears of each change: what takes long to draw, as `together` has it, all else at once, and nobody while an answer is on its way out. */
export function createAudience() {
  let held: PromiseWithResolvers<void> | null = null;
  let missed: boolean | null = null;
  const [late, prompt] = [new Set<() => void>(), new Set<() => void>()];
  const tell = (listeners: ReadonlySet<() => void>): void =>
    listeners.forEach((listener) => listener());
  const screens = together(() => tell(late));
  const join = (listeners: Set<() => void>) => (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  function told(isBusy: boolean): void {
    if (held !== null) return void (missed = isBusy);
    tell(prompt);
    screens.tell(isBusy);
  }
  function letGo(): void {
    held?.resolve();
    held = null;
    if (missed === null) return;
    const isBusy = missed;
    missed = null;
    told(isBusy);
  }
  return {
    tell: told,
    /** Until `letGo`, or for 100 ms; resolves then. */
    hold(): Promise<void> {
      if (held !== null) return held.promise;
      const mine = Promise.withResolvers<void>();
      held = mine;
      setTimeout(() => {
        if (held === mine) letGo();
      }, answerMs);
      return mine.promise;
    },
    letGo,
    screens: join(late),
    atOnce: join(prompt),
    stop(): void {
      letGo();
      screens.stop();
      late.clear();
      prompt.clear();
    },
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
    tell(snapshots: readonly CallSnapshot[]): void {
      for (const snapshot of snapshots) waiting.set(snapshot.callId, snapshot);
      later.tell(snapshots.some(isConnecting));
    },
    forget: () => told.clear(),
    stop: later.stop,
  };
}

/**
 * That an answer was chosen is news for those who were not; further ways to a side that is reached already are for later. To be written,
 * encrypted, sent and fetched they take the time of what the first sound waits for. Resolves when they may leave, with whether they had to wait.
 */
export async function inTurn(
  type: string,
  connection: Pick<RTCPeerConnection, 'iceConnectionState'> | undefined,
): Promise<boolean> {
  const isReached = ['connected', 'completed'].includes(connection?.iceConnectionState ?? '');
  const waits = type === 'm.call.select_answer' || (type === 'm.call.candidates' && isReached);
  if (waits) await new Promise((resolve) => setTimeout(resolve, mostMs));
  return waits;
}
