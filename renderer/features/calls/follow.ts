// Values and lists of the engine, followed in the store by what is no component.
import type { EngineClient } from '#app/line/engineClient';
import { subscriptionKey } from '#app/line/serverData';
import type { AccountStore } from '#app/store';

/** Tells at once what is there, then each change; answers how to end it. */
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
