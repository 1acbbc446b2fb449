// A list of listeners for "this changed"; the state itself is read where it is kept. For parts with several listeners.

export interface Listeners<Args extends readonly unknown[] = []> {
  /** Calls the listeners present at its start, except those removed before their turn. */
  tell(...args: Args): void;
  /** Returns the function that takes the listener away. */
  add(listener: (...args: Args) => void): () => void;
  clear(): void;
  isEmpty(): boolean;
}

export function createListeners<Args extends readonly unknown[] = []>(): Listeners<Args> {
  const all = new Set<(...args: Args) => void>();
  return {
    tell(...args) {
      for (const listener of [...all]) if (all.has(listener)) listener(...args);
    },
    add(listener) {
      all.add(listener);
      return () => void all.delete(listener);
    },
    clear: () => all.clear(),
    isEmpty: () => all.size === 0,
  };
}
