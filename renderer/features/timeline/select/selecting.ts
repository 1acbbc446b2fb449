// The selection of several messages to act on together. It keeps the keys of items, without an order, and renders nothing itself.
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { later } from '#app/later';
import type { Message } from '../context';

export const SelectBox = later(async () => (await import('./SelectBox')).SelectBox);

export interface Selecting {
  /** Null: the selection mode is off. */
  get(): ReadonlySet<string> | null;
  subscribe(listener: () => void): () => void;
  /** Chooses a message or not; the first one starts the selection mode. */
  toggle(key: string): void;
  /** Chooses all messages between the one that was pressed last and this one. */
  extendTo(key: string): void;
  end(): void;
}

/** The most messages of one selection. */
const most = 100;

/** Whether the message was sent and is neither deleted nor hidden. */
export const canSelect = ({ eventId, body }: Message): boolean =>
  eventId !== null && body.type !== 'redacted' && body.type !== 'hidden';

/** Whether it was sent and brings files that can go into a folder. A sticker belongs to its pack. */
export const hasFiles = ({ eventId, body }: Message): boolean =>
  eventId !== null &&
  (body.type === 'gallery' ||
    ('media' in body && body.media.broken === null && !('sticker' in body && body.sticker)));

/** @param order the messages that are loaded, oldest first */
export function createSelecting(order: () => readonly Message[]): Selecting {
  const listeners = new Set<() => void>();
  let keys: ReadonlySet<string> | null = null;
  let anchor: string | null = null;
  const set = (next: ReadonlySet<string> | null): void => {
    keys = next;
    listeners.forEach((listener) => listener());
  };
  return {
    get: () => keys,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    toggle(key) {
      const next = new Set(keys);
      if (!next.delete(key) && next.size < most) next.add(key);
      anchor = key;
      set(next);
    },
    extendTo(key) {
      const all = order();
      const [from, to] = [anchor ?? key, key].map((one) =>
        all.findIndex((item) => item.key === one),
      );
      const range = all.slice(Math.min(from ?? 0, to ?? 0), Math.max(from ?? 0, to ?? 0) + 1);
      const added = range.filter(canSelect).map((item) => item.key);
      set(new Set([...(keys ?? []), ...added].slice(0, most)));
    },
    end() {
      anchor = null;
      if (keys !== null) set(null);
    },
  };
}

/** The selection of timelines that do not offer one: it is always off. */
const nowhere: Selecting = {
  get: () => null,
  subscribe: () => () => undefined,
  toggle: () => undefined,
  extendTo: () => undefined,
  end: () => undefined,
};

const SelectingContext = createContext<Selecting>(nowhere);
export const SelectingProvider = SelectingContext.Provider;
export const useSelecting = (): Selecting => useContext(SelectingContext);

/** Whether this message is chosen; null: the selection mode is off. */
export function useSelected(key: string): boolean | null {
  const { get, subscribe } = useSelecting();
  return useSyncExternalStore(
    subscribe,
    useCallback(() => get()?.has(key) ?? null, [get, key]),
  );
}
