// Holds the answer to a call of ours until it is known whether whoever answers is left out, because only verified people are spoken to. Such an
// answer is dropped: the window never hears of it, and it chooses nobody. Other signals of the call wait behind it, so that they keep their order.
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
  /** By room and call: what waits. */
  const waiting = new Map<string, Promise<void>>();

  /** Where that cannot be read, nobody is heard. */
  async function ask(from: Pick<Recipients, 'leavesOut'>, signal: RoomSignal): Promise<void> {
    if (!(await from.leavesOut(signal.roomId, signal.sender))) return policy(signal);
    log.debug('signal dropped', { why: 'answer of somebody who is left out' });
  }

  return (signal) => {
    const { type, sender, roomId, content } = signal;
    const { call_id: callId } = content;
    // Which the policy drops.
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
