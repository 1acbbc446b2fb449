// Which files are being fetched now, and which came damaged: known to the downloads of this process only, not to the store.
import type { Downloads } from '../media/downloads';

export type LiveState = 'loading' | 'damaged' | null;
export type DownloadSource = Pick<Downloads, 'state' | 'onChange'>;

export interface LiveMedia {
  of(handle: string): LiveState;
  close(): void;
}

/** Asking about a file that nobody touched costs a statement: no more than this are asked about when a list opens. */
const mostAsked = 1_000;

/** `onNews` when the answer for one file changed; not for mere progress. */
export function createLiveMedia(
  downloads: DownloadSource | undefined,
  onNews: () => void,
): LiveMedia {
  const known = new Map<string, LiveState>();

  function ask(handle: string): LiveState {
    const now = downloads?.state(handle);
    if (now?.state === 'loading') return 'loading';
    return now?.error === 'media_damaged' ? 'damaged' : null;
  }

  const dispose = downloads?.onChange((handle) => {
    const before = known.get(handle) ?? null;
    const now = ask(handle);
    known.set(handle, now);
    if (now !== before) onNews();
  });

  return {
    of(handle) {
      const before = known.get(handle);
      if (before !== undefined || known.size >= mostAsked) return before ?? null;
      const now = ask(handle);
      known.set(handle, now);
      return now;
    },
    close: () => dispose?.(),
  };
}
