// Asks once and keeps the answer.
import type { Log } from './types';
import { unexpected } from './unexpected';

/** A failure answers null, is reported as `what`, and the next call asks again. */
export function once<T>(log: Log, what: string, ask: () => Promise<T>): () => Promise<T | null> {
  let answer: Promise<T | null> | null = null;
  return () =>
    (answer ??= ask().catch((thrown: unknown) => {
      unexpected(log, what, thrown);
      answer = null;
      return null;
    }));
}
