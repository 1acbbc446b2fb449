// State of one window, or of one account in it: each kind is made with its first use and ends with its owner. Must not know what it holds.

/** A value that components watch with `useSyncExternalStore`. */
export interface Cell<T> {
  get(): T;
  set(next: T): void;
  subscribe(listener: () => void): () => void;
}

export function createCell<T>(first: T): Cell<T> {
  const listeners = new Set<() => void>();
  let current = first;
  return {
    get: () => current,
    set(next) {
      current = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export interface WindowState {
  /** The state that `make` makes; the same for each caller with the same function. */
  of<T>(make: () => T): T;
}

export function createWindowState(): WindowState {
  const made = new Map<unknown, unknown>();
  return {
    of<T>(make: () => T): T {
      if (!made.has(make)) made.set(make, make());
      return made.get(make) as T;
    },
  };
}
