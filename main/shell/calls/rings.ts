// The buttons of whatever rings, the ring window or a window in front. Only a call that rings now can be answered or declined.
import { appFailure } from '#contract/wire/errors';
import type { CallState } from './callState';
import type { CallRequest, Requests } from '../engines/requests';
import type { RingWindow } from './ringWindow';

export interface RingAct extends Omit<CallRequest, 'act' | 'userId'> {
  readonly act: Exclude<CallRequest['act'], 'toggle_mute'> | 'decline' | 'message' | 'later';
}

export interface RingActsDeps {
  readonly calls: Pick<CallState, 'accept' | 'rings'>;
  readonly ringWindow: Pick<RingWindow, 'dismiss'>;
  readonly requests: Requests<CallRequest>;
  /** False: no engine runs. */
  decline(accountId: string, call: { readonly roomId: string; readonly callId: string }): boolean;
  /** Brings the app's own window to the front. */
  show(): void;
}

/** The windows that show all rings themselves, of whatever account. */
export interface ShownRings {
  show(windowId: number, on: boolean): void;
  /** Whether this window, or without an id any, is in front and shows them. */
  inFront(windowId?: number): boolean;
}

export interface ShownRingsDeps {
  isFocused(windowId: number): boolean;
  changed(): void;
}

export function createShownRings({ isFocused, changed }: ShownRingsDeps): ShownRings {
  const shown = new Set<number>();
  return {
    show: (windowId, on) => {
      if (shown.has(windowId) === on) return;
      if (on) shown.add(windowId);
      else shown.delete(windowId);
      changed();
    },
    inFront: (windowId) => [...shown].some((id) => (windowId ?? id) === id && isFocused(id)),
  };
}

export const createRingActs =
  ({ calls, ringWindow, requests, decline, show }: RingActsDeps) =>
  ({ accountId, roomId, callId, act }: RingAct): void => {
    const ringing = calls
      .rings()
      .find(
        ({ accountId: of, ring }) =>
          of === accountId && ring.roomId === roomId && ring.callId === callId,
      );
    if (ringing === undefined) throw appFailure('not_found', 'It does not ring any more');
    const declines = act === 'decline' || act === 'message';
    if (declines && !decline(accountId, { roomId, callId })) {
      throw appFailure('engine_gone', 'The engine is away', { retryable: true });
    }
    if (act === 'verify') {
      // It can be answered afterwards, here as well; but the ring may end before the window stands, which is why the request says whom.
      const { userId } = ringing.ring.caller;
      requests.ask({ accountId, roomId, callId, act, userId });
      return show();
    }
    ringWindow.dismiss(accountId, callId);
    if (act === 'decline' || act === 'later') return;
    if (act.startsWith('answer')) calls.accept(accountId, callId);
    requests.ask({ accountId, roomId, callId, act: act === 'message' ? 'open' : act });
    show();
  };
