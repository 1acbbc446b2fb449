// Measures the difference between this computer's clock and the server's, by the dates of its answers. A wrong clock only breaks things
// that are valid for minutes: verification requests and invitations to calls.
import { createListeners } from '../base/listeners';
import type { Clock } from '../base/types';

export interface ServerClock {
  /** Milliseconds that the own clock is ahead, to about a second; null: no answer had a date. */
  offMs(): number | null;
  /** The difference has changed by more than the time that an answer may take. */
  onChange(listener: () => void): () => void;
  /** Reads the date of each answer that passes. */
  watching(fetchFn: typeof globalThis.fetch): typeof globalThis.fetch;
}

/** Dates have whole seconds, and answers take a while. */
const noiseMs = 30_000;

export function createServerClock(clock: Pick<Clock, 'now'>): ServerClock {
  const { tell, add: onChange } = createListeners();
  let offMs: number | null = null;

  function answered({ headers }: Response): void {
    // An answer of a cache has an old date.
    if (headers.has('age')) return;
    const date = Date.parse(headers.get('date') ?? '');
    if (Number.isNaN(date)) return;
    const now = clock.now() - date;
    const differs = offMs === null || Math.abs(now - offMs) > noiseMs;
    if (!differs) return;
    offMs = now;
    tell();
  }

  return {
    offMs: () => offMs,
    onChange,
    watching: (fetchFn) => async (input, init) => {
      const response = await fetchFn(input, init);
      answered(response);
      return response;
    },
  };
}
