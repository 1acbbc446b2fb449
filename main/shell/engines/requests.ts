// What something outside a window asks of it: a clicked notice, a button of the ring window, a key. The newest counts; each is one.
import { createSignal, type Signal } from '../signal';

export interface Requests<T extends object> {
  ask(request: T): void;
  /** Null: nothing is asked. `at` grows with each. */
  newest(): (T & { readonly at: number }) | null;
  /** It was done: who looks later finds nothing. */
  took(at: number): void;
  readonly subscribe: Signal['subscribe'];
}

export interface OpenRequest {
  readonly accountId: string;
  /** Null: the transfers; empty: the account and no room. */
  readonly roomId: string | null;
  /** The answer that was told of, where it stands in a thread, or (`threadId` null) the message that a reminder is about. */
  readonly thread: { readonly threadId: string | null; readonly eventId: string } | null;
}

export interface CallRequest {
  readonly accountId: string;
  readonly roomId: string;
  readonly callId: string;
  readonly act: 'answer_voice' | 'answer_video' | 'open' | 'toggle_mute';
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
