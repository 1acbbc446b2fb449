// Work in order: of one key one after the other, whatever became of the one before; keys side by side. Knows no clock and no retry.

/**
 * Runs `work` when everything that was given before under the same key has ended; fails as it fails.
 *
 * @param signal aborted before its turn: `work` never begins, and the reason is thrown
 */
export type KeyedQueue = <T>(
  key: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

export function createKeyedQueue(): KeyedQueue {
  const newest = new Map<string, Promise<unknown>>();
  return (key, work, signal) => {
    const begin = () => {
      signal?.throwIfAborted();
      return work();
    };
    const mine = (newest.get(key) ?? Promise.resolve()).then(begin, begin);
    newest.set(key, mine);
    const done = (): void => {
      if (newest.get(key) === mine) newest.delete(key);
    };
    mine.then(done, done);
    return mine;
  };
}
