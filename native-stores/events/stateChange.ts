// One state event as the tables that are made of state read it.
import { isRecord } from './types';

export interface StateChange {
  readonly type: string;
  readonly stateKey: string;
  readonly sender: string;
  readonly content: Record<string, unknown>;
  readonly ts: number;
  readonly eventNo: number;
}

/** The state change of an event row, if it has the shape of one. `receivedMs` bounds its time: a clock may run ahead. */
export function stateChangeOf(
  json: string,
  eventNo: number,
  receivedMs: number,
): StateChange | null {
  const event: unknown = JSON.parse(json);
  if (!isRecord(event)) return null;
  const { type, state_key: stateKey, sender, content, origin_server_ts: ts } = event;
  if (typeof type !== 'string' || typeof stateKey !== 'string' || typeof sender !== 'string')
    return null;
  return {
    type,
    stateKey,
    sender,
    content: isRecord(content) ? content : {},
    ts: Math.min(typeof ts === 'number' ? ts : 0, receivedMs),
    eventNo,
  };
}
