// "This happened": made before both who tells and who hears, so that neither has to know the other.

export interface Signal<Args extends readonly unknown[] = []> {
  emit(...args: Args): void;
  /** Returns the function that takes the listener away. */
  subscribe(listener: (...args: Args) => void): () => void;
}

export function createSignal<Args extends readonly unknown[] = []>(): Signal<Args> {
  const listeners = new Set<(...args: Args) => void>();
  return {
    emit: (...args) => {
      for (const listener of [...listeners]) listener(...args);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
