// The buttons of the ring window. Only a call that rings now can be answered or declined.
import { appFailure } from '#contract/wire/errors';
import type { CallState } from './callState';
import type { CallRequest, Requests } from '../engines/requests';
import type { RingWindow } from './ringWindow';

export interface RingAct extends Omit<CallRequest, 'act'> {
  readonly act: 'answer_voice' | 'answer_video' | 'decline' | 'message' | 'open' | 'later';
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

export const createRingActs =
  ({ calls, ringWindow, requests, decline, show }: RingActsDeps) =>
  ({ accountId, roomId, callId, act }: RingAct): void => {
    const rings = calls
      .rings()
      .some(
        ({ accountId: of, ring }) =>
          of === accountId && ring.roomId === roomId && ring.callId === callId,
      );
    if (!rings) throw appFailure('not_found', 'It does not ring any more');
    const declines = act === 'decline' || act === 'message';
    if (declines && !decline(accountId, { roomId, callId })) {
      throw appFailure('engine_gone', 'The engine is away', { retryable: true });
    }
    ringWindow.dismiss(accountId, callId);
    if (act === 'decline' || act === 'later') return;
    if (act === 'answer_voice' || act === 'answer_video') calls.accept(accountId, callId);
    requests.ask({ accountId, roomId, callId, act: act === 'message' ? 'open' : act });
    show();
  };
