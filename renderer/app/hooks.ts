// Hooks by which features read from this account's engine and call it. They never throw; errors are values.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FoundPlace } from '#contract/areas/messages/search';
import type { EngineContract } from '#contract/engine';
import type { AppError } from '#contract/wire/errors';
import type {
  CallInput,
  CallOutput,
  ListItem,
  ListQuery,
  ValueOf,
  ValueQuery,
} from '#contract/wire/shapes';
import { useAccount } from './context';
import type { CallName, ListName, Page, ValueName } from './line/engineClient';
import { resultOf, type Result } from './result';
import { subscriptionKey } from './line/serverData';
import { useAppSelector } from './store';

export interface ValueState<V> {
  /** Undefined until the first value; kept while the engine is away. */
  readonly value: V | undefined;
  readonly error: AppError | null;
}

/** Opens the subscription while mounted; returns the key of its data in the store. `query` null: no subscription. */
function useSubscription(shape: 'value' | 'list', name: string, query: unknown): string | null {
  const { engine } = useAccount();
  const key = query === null ? null : subscriptionKey(shape, name, query);
  useEffect(
    () => (key === null ? undefined : engine.subscribe(shape, name, query)),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key stands for name and query, which is a new object at each render
    [engine, key],
  );
  return key;
}

/** Subscribes while mounted. `query` null: no subscription. */
export function useValue<K extends ValueName>(
  name: K,
  query: ValueQuery<EngineContract, K> | null,
): ValueState<ValueOf<EngineContract, K>> {
  const key = useSubscription('value', name, query);
  const entry = useAppSelector((state) => (key === null ? undefined : state.server.values[key]));
  return {
    value: entry?.value as ValueOf<EngineContract, K> | undefined,
    error: entry?.error ?? null,
  };
}

/** Compares by content, because a value from JSON is a new object each time. */
const readsSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' &&
    typeof other === 'object' &&
    JSON.stringify(one) === JSON.stringify(other));

/**
 * One setting of the account; renders again only when this setting changes. Undefined: it is not set; null: the settings are not loaded.
 */
export function useSetting(name: string): unknown {
  const key = useSubscription('value', 'settings', {}) ?? '';
  return useAppSelector((state) => {
    const settings = state.server.values[key]?.value as
      Readonly<Record<string, unknown>> | undefined;
    return settings === undefined ? null : settings[name];
  }, readsSame);
}

export interface ListState<T> {
  readonly items: readonly T[];
  /** False until the first `reset`. */
  readonly ready: boolean;
  readonly error: AppError | null;
  /** Fetches more; resolves when the new items are in `items`. */
  readonly paginate: (direction: 'back' | 'forward', count: number) => Promise<Result<Page>>;
}

const noItems: readonly never[] = [];

/** Subscribes while mounted. `query` null: no subscription. */
export function useList<K extends ListName>(
  name: K,
  query: ListQuery<EngineContract, K> | null,
): ListState<ListItem<EngineContract, K>> {
  const { engine } = useAccount();
  const key = useSubscription('list', name, query);
  const entry = useAppSelector((state) => (key === null ? undefined : state.server.lists[key]));
  const paginate = useCallback(
    (direction: 'back' | 'forward', count: number) =>
      resultOf(engine.paginate(key ?? '', direction, count)),
    [engine, key],
  );
  return {
    items: (entry?.items ?? noItems) as readonly ListItem<EngineContract, K>[],
    ready: entry?.ready ?? false,
    error: entry?.error ?? null,
    paginate,
  };
}

/**
 * Like `useList`, for a text that is being typed: until the answer to the new text comes, the last items stay and are `stale`, so that
 * nothing flickers.
 */
export function useSteadyList<K extends ListName>(
  name: K,
  query: ListQuery<EngineContract, K> | null,
): ListState<ListItem<EngineContract, K>> & { readonly stale: boolean } {
  const list = useList(name, query);
  const last = useRef<readonly ListItem<EngineContract, K>[] | null>(null);
  if (query === null) last.current = null;
  else if (list.ready) last.current = list.items;
  return {
    ...list,
    items: last.current ?? list.items,
    ready: list.ready || last.current !== null,
    stale: !list.ready,
  };
}

export type FoundChat = Extract<FoundPlace, { kind: 'room' }>;

/**
 * Joined rooms and people, no spaces and nothing that has moved, by a name that is being typed. `limit`: how many places are looked at;
 * `cut`: there are others. `rights`: those where this account may not write are `closed`.
 */
export function useChatsByName(text: string, limit: number, rights = false) {
  const { items, ...state } = useSteadyList('places', {
    ...{ text, kinds: ['room'], limit },
    ...(rights && { rights }),
  });
  const chats = items.filter(
    (one): one is FoundChat =>
      one.kind === 'room' && one.membership === 'join' && !one.isSpace && one.moved !== true,
  );
  return { chats, cut: items.length >= limit, ...state };
}

/** One fact computed from a list: the component renders again only when the fact changes, not with every change of the list. */
export function useListFact<K extends ListName, T extends string | number | boolean | null>(
  name: K,
  query: ListQuery<EngineContract, K>,
  factOf: (items: readonly ListItem<EngineContract, K>[], ready: boolean) => T,
): T {
  const key = useSubscription('list', name, query);
  return useAppSelector((state) => {
    const { items = noItems, ready = false } = state.server.lists[key ?? ''] ?? {};
    return factOf(items as readonly ListItem<EngineContract, K>[], ready);
  });
}

/** Calls the engine; failures are values. */
export type EngineCall = <K extends CallName>(
  name: K,
  input: CallInput<EngineContract, K>,
) => Promise<Result<CallOutput<EngineContract, K>>>;

export function useEngineCall(): EngineCall {
  const { engine } = useAccount();
  return useCallback((name, input) => resultOf(engine.call(name, input)), [engine]);
}

export interface CallState<K extends CallName> {
  readonly run: (
    input: CallInput<EngineContract, K>,
  ) => Promise<Result<CallOutput<EngineContract, K>>>;
  readonly pending: boolean;
  readonly error: AppError | null;
  readonly reset: () => void;
}

/** One call of a form or dialog, with its pending state and its last error. */
export function useCall<K extends CallName>(name: K): CallState<K> {
  const call = useEngineCall();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  return useMemo(
    () => ({
      run: async (input) => {
        setPending(true);
        setError(null);
        const result = await call(name, input);
        setPending(false);
        if (!result.ok) setError(result.error);
        return result;
      },
      pending,
      error,
      reset: () => setError(null),
    }),
    [call, name, pending, error],
  );
}
