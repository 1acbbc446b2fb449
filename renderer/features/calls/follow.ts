// Subscribes to values and lists of the engine for code outside React components.
import type { EngineClient } from '#app/line/engineClient';
import { subscriptionKey } from '#app/line/serverData';
import type { AccountStore } from '#app/store';

/** Calls `tell` at once with the current value, then with each change; returns a function that unsubscribes. */
export type Follow = <T>(
  shape: 'value' | 'list',
  name: string,
  query: object,
  tell: (value: T) => void,
) => () => void;

export const createFollow =
  (engine: EngineClient, store: AccountStore): Follow =>
  <T>(shape: 'value' | 'list', name: string, query: object, tell: (value: T) => void) => {
    const key = subscriptionKey(shape, name, query);
    let before: unknown;
    const look = (): void => {
      const { values, lists } = store.getState().server;
      const now = shape === 'value' ? values[key]?.value : lists[key]?.items;
      if (now === undefined || now === before) return;
      before = now;
      tell(now as T);
    };
    const stop = store.subscribe(look);
    const release = engine.subscribe(shape, name, query);
    look();
    return () => {
      stop();
      release();
    };
  };
