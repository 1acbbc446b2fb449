// Requests to a window from outside: a clicked notification, a button of the ring window, a key. Only the newest one counts, and each is
// carried out once.
import { createSignal, type Signal } from '../signal';

export interface Requests<T extends object> {
  ask(request: T): void;
  /** Null: there is no request. `at` grows with each. */
  newest(): (T & { readonly at: number }) | null;
  /** The request was carried out: later readers find none. */
  took(at: number): void;
  readonly subscribe: Signal['subscribe'];
}

export interface OpenRequest {
  readonly accountId: string;
  /** Null: the transfers; empty: the account without a room. */
  readonly roomId: string | null;
  /** The reply of the notification, if it is in a thread, or (`threadId` null) the message of a reminder. */
  readonly thread: { readonly threadId: string | null; readonly eventId: string } | null;
}

export interface CallRequest {
  readonly accountId: string;
  readonly roomId: string;
  readonly callId: string;
  readonly act:
    | 'answer_voice'
    | 'answer_video'
    | 'answer_hold'
    | 'answer_hold_video'
    | 'open'
    | 'verify'
    | 'toggle_mute';
  /** The caller whom `verify` verifies. */
  readonly userId?: string;
}

export function createRequests<T extends object>(): Requests<T> {
  const asked = createSignal();
  let newest: (T & { readonly at: number }) | null = null;
  let count = 0;
  return {
    ask: (request) => {
      count += 1;
      newest = { ...request, at: count };
      asked.emit();
    },
    newest: () => newest,
    took: (at) => {
      if (newest?.at !== at) return;
      newest = null;
      asked.emit();
    },
    subscribe: asked.subscribe,
  };
}
