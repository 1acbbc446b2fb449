// One state event as the tables that are made of state read it.
import { isRecord } from './types';

export interface StateChange {
  readonly type: string;
  readonly stateKey: string;
  readonly sender: string;
  readonly content: Record<string, unknown>;
  /** `prev_content`, where the server sent it. */
  readonly previous: Record<string, unknown> | null;
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
  const { type, state_key: stateKey, sender, content, unsigned, origin_server_ts: ts } = event;
  if (typeof type !== 'string' || typeof stateKey !== 'string' || typeof sender !== 'string')
    return null;
  return {
    type,
    stateKey,
    sender,
    content: isRecord(content) ? content : {},
    previous: previousOf(unsigned),
    ts: Math.min(typeof ts === 'number' ? ts : 0, receivedMs),
    eventNo,
  };
}

/** `prev_content`, which servers send within `unsigned`. */
export function previousOf(unsigned: unknown): Record<string, unknown> | null {
  const previous = isRecord(unsigned) ? unsigned['prev_content'] : null;
  return isRecord(previous) ? previous : null;
}
