// The slice of what the engine sent: values and lists by subscription key. Server data enters here and nowhere else, and only
// through `valueReceived` and `listReceived`. A plain reducer: lists are replaced, never drafted.
import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import type { AppError } from '#contract/wire/errors';
import type { Keyed } from '#contract/wire/ops';

export interface ValueEntry {
  readonly value: unknown;
  readonly ready: boolean;
  readonly error: AppError | null;
}

export interface ListEntry {
  readonly items: readonly Keyed[];
  readonly ready: boolean;
  readonly error: AppError | null;
}

export interface ServerData {
  readonly values: Readonly<Record<string, ValueEntry>>;
  readonly lists: Readonly<Record<string, ListEntry>>;
}

export const valueReceived = createAction<{ key: string; value: unknown }>('server/valueReceived');
export const listReceived = createAction<{ key: string; items: readonly Keyed[] }>(
  'server/listReceived',
);
export const subscriptionFailed = createAction<{ key: string; error: AppError }>(
  'server/subscriptionFailed',
);
export const subscriptionClosed = createAction<{ key: string }>('server/subscriptionClosed');

const emptyList: ListEntry = { items: [], ready: false, error: null };
export const initialServerData: ServerData = { values: {}, lists: {} };

/** `list:` keys are lists, all others values; see `subscriptionKey`. */
export const subscriptionKey = (shape: 'value' | 'list', name: string, query: unknown): string =>
  `${shape}:${name}:${JSON.stringify(query)}`;

const isListKey = (key: string): boolean => key.startsWith('list:');

function without<T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> {
  const { [key]: _gone, ...rest } = record;
  return rest;
}

export function serverData(
  state: ServerData = initialServerData,
  action: UnknownAction,
): ServerData {
  if (valueReceived.match(action)) {
    const { key, value } = action.payload;
    return { ...state, values: { ...state.values, [key]: { value, ready: true, error: null } } };
  }
  if (listReceived.match(action)) {
    const { key, items } = action.payload;
    const entry: ListEntry = { items, ready: true, error: null };
    return { ...state, lists: { ...state.lists, [key]: entry } };
  }
  if (subscriptionFailed.match(action)) {
    const { key, error } = action.payload;
    if (isListKey(key)) {
      const entry = { ...(state.lists[key] ?? emptyList), error };
      return { ...state, lists: { ...state.lists, [key]: entry } };
    }
    const before = state.values[key] ?? { value: undefined, ready: false, error: null };
    return { ...state, values: { ...state.values, [key]: { ...before, error } } };
  }
  if (subscriptionClosed.match(action)) {
    const { key } = action.payload;
    return isListKey(key)
      ? { ...state, lists: without(state.lists, key) }
      : { ...state, values: without(state.values, key) };
  }
  return state;
}
