// What a click outside the window asks it to open. The newest counts; each click is one.
import { createSignal, type Signal } from './signal';

export interface OpenRequest {
  readonly accountId: string;
  /** Null: the transfers. */
  readonly roomId: string | null;
  readonly at: number;
}

export interface OpenRequests {
  ask(accountId: string, roomId: string | null): void;
  newest(): OpenRequest | null;
  readonly subscribe: Signal['subscribe'];
}

export function createOpenRequests(): OpenRequests {
  const asked = createSignal();
  let newest: OpenRequest | null = null;
  return {
    ask: (accountId, roomId) => {
      newest = { accountId, roomId, at: (newest?.at ?? 0) + 1 };
      asked.emit();
    },
    newest: () => newest,
    subscribe: asked.subscribe,
  };
}
