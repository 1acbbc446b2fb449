// Sends signals of the engine itself, in the name of this device: the hang-ups of calls whose window is gone, and the end of an invitation
// that was cancelled. It must not send a signal that a window can send.
import type { Clock, Log } from '../base/types';
import { expected } from '../base/unexpected';
import { outcomeOf } from './callReports';
import type { Call, CallRegistry } from './callRegistry';
import type { SignalQueue } from './signalQueue';
import { isTransient } from './signalRetry';
import type { SignalOut } from './signalSender';

export interface OwnSignalsDeps {
  readonly registry: CallRegistry;
  readonly queue: Pick<SignalQueue, 'drop'>;
  readonly send: (signal: SignalOut) => Promise<string>;
  readonly ownDeviceId: string;
  readonly clock: Clock;
  readonly log: Log;
}

export interface OwnSignals {
  send(
    call: Pick<Call, 'roomId' | 'callId'>,
    type: string,
    content: Record<string, unknown>,
  ): Promise<void>;
  /** Ends an invitation that failed to send but may have arrived, so that a call that is over does not ring. */
  takeBack(roomId: string, callId: string, thrown: unknown): void;
  /** Resolves when each was sent or has failed for good. */
  hangUp(calls: readonly Call[]): Promise<void>;
}

export function createOwnSignals(deps: OwnSignalsDeps): OwnSignals {
  const { registry, clock } = deps;
  let lastTxn = 0;

  const send: OwnSignals['send'] = async ({ roomId, callId }, type, content) => {
    lastTxn += 1;
    const base = { version: '1', call_id: callId, party_id: deps.ownDeviceId };
    const txnId = `call.${clock.now()}.${lastTxn}`;
    await deps.send({ roomId, type, content: { ...base, ...content }, txnId });
  };

  return {
    send,
    takeBack(roomId, callId, thrown) {
      const error = expected(thrown);
      if (error === null || !isTransient(error)) return;
      // The window has hung up meanwhile and has said so.
      if (registry.hasEnded(roomId, callId)) return;
      // The invitation rings until its lifetime is over; nothing more can be done about it here.
      send({ roomId, callId }, 'm.call.hangup', { reason: 'send_invite' }).catch(() =>
        deps.log.warn('an invitation could not be taken back'),
      );
    },
    async hangUp(calls) {
      await Promise.allSettled(
        calls.map((call) => {
          registry.end(call, outcomeOf(call, 'user_hangup'));
          deps.queue.drop(call.callId);
          return send(call, 'm.call.hangup', { reason: 'user_hangup' });
        }),
      );
    },
  };
}
