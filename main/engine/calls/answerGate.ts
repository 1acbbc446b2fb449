// Holds the answer to a call of ours until it is known whether the person who answers is left out, because this account calls only verified
// people. Such an answer is dropped: the window never gets it, and it selects no device. Other signals of the call wait behind it, so that
// their order stays.
import type { Log } from '../base/types';
import { reported } from '../base/unexpected';
import { isShortText } from '../events/shortText';
import type { Recipients } from '../crypto/recipients/recipients';
import type { RoomSignal } from './signalPolicy';

export interface AnswerGateDeps {
  readonly recipients: Pick<Recipients, 'leavesOut'> | null;
  readonly ownUserId: string;
  readonly log: Log;
  readonly policy: (signal: RoomSignal) => void;
}

export function createAnswerGate(deps: AnswerGateDeps): (signal: RoomSignal) => void {
  const { recipients, ownUserId, log, policy } = deps;
  /** The last held signal, by room and call. */
  const waiting = new Map<string, Promise<void>>();

  /** Passes the signal on unless its sender is left out. When that cannot be read, the signal is dropped. */
  async function ask(from: Pick<Recipients, 'leavesOut'>, signal: RoomSignal): Promise<void> {
    if (!(await from.leavesOut(signal.roomId, signal.sender))) return policy(signal);
    log.debug('signal dropped', { why: 'answer of somebody who is left out' });
  }

  return (signal) => {
    const { type, sender, roomId, content } = signal;
    const { call_id: callId } = content;
    // The policy drops it.
    if (!isShortText(callId)) return policy(signal);
    const key = `${roomId} ${callId}`;
    const before = waiting.get(key);
    const isAnswer = type === 'm.call.answer' && sender !== ownUserId && recipients !== null;
    if (before === undefined && !isAnswer) return policy(signal);
    const mine = (before ?? Promise.resolve())
      .then(() => (isAnswer ? ask(recipients, signal) : policy(signal)))
      .catch(reported(log, 'a signal of a call'))
      .finally(() => {
        if (waiting.get(key) === mine) waiting.delete(key);
      });
    waiting.set(key, mine);
  };
}
