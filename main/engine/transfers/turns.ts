// One after the other per key, in the order of asking. Pure.

export interface Turns {
  take<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

export function createTurns(): Turns {
  const turns = new Map<string, Promise<unknown>>();
  return {
    async take(key, signal, work) {
      const before = turns.get(key) ?? Promise.resolve();
      const mine = before.then(() => {
        signal.throwIfAborted();
        return work();
      });
      // The caller has the failure.
      const settled = mine.catch(() => undefined);
      turns.set(key, settled);
      void settled.then(() => {
        if (turns.get(key) === settled) turns.delete(key);
      });
      return mine;
    },
  };
}
