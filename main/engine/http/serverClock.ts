// How far this computer's clock is from the server's, by the dates of its answers. A wrong clock breaks what counts for minutes only:
// requests to verify, invitations to calls.
import { createListeners } from '../base/listeners';
import type { Clock } from '../base/types';

export interface ServerClock {
  /** Milliseconds that the own clock is ahead, to about a second; null: no answer told. */
  offMs(): number | null;
  /** It became another one by more than the time an answer may be under way. */
  onChange(listener: () => void): () => void;
  /** Looks at each answer that passes. */
  watching(fetchFn: typeof globalThis.fetch): typeof globalThis.fetch;
}

/** Dates have whole seconds, and answers take a while. */
const noiseMs = 30_000;

export function createServerClock(clock: Pick<Clock, 'now'>): ServerClock {
  const { tell, add: onChange } = createListeners();
  let offMs: number | null = null;

  function answered({ headers }: Response): void {
    // What a cache kept has an old date.
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
