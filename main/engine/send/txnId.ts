// Transaction ids and the ids of local echoes. One generator per engine; it must never give the same id twice.
import type { Clock } from '../base/types';

/** CHAT-9.22: `m{timestamp}.{counter}`. The timestamp never runs backwards, so a clock set back cannot repeat an id. */
export function createTxnIds(clock: Pick<Clock, 'now'>): () => string {
  let counter = 0;
  let last = 0;
  return () => {
    last = Math.max(last, clock.now());
    return `m${last}.${counter++}`;
  };
}

/** CHAT-3.6: the id of a message until the server's id replaces it; also its item key for good. */
export const localEchoId = (roomId: string, txnId: string): string => `~${roomId}:${txnId}`;
