// Who hears that something has changed; the state itself is read where it lives. For parts that are made once and watched by several.

export interface Listeners<Args extends readonly unknown[] = []> {
  /** To whoever listens when it begins, and still does when their turn comes. */
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
