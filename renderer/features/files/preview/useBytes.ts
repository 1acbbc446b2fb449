// The verified bytes of a file through the app's own scheme. Waits while they are fetched; a refusal says so without bytes.
import { useEffect, useState } from 'react';
import { useMediaUrl } from '#app/context';

export type Bytes =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | {
      readonly state: 'ready';
      readonly bytes: Uint8Array<ArrayBuffer>;
      /** The file goes on after `mostBytes`. */
      readonly cut: boolean;
    };

/** At most the first `mostBytes`. `attempt` grows when the reader tries again. */
export function useBytes(handle: string, mostBytes: number, attempt: number): Bytes {
  const urlOf = useMediaUrl();
  const url = urlOf(handle);
  const [bytes, setBytes] = useState<Bytes>({ state: 'loading' });
  useEffect(() => {
    if (url === null) return undefined;
    const stop = new AbortController();
    setBytes({ state: 'loading' });
    const get = async (): Promise<Bytes> => {
      const answer = await fetch(attempt === 0 ? url : `${url}?again=${attempt}`, {
        headers: { range: `bytes=0-${mostBytes - 1}` },
        signal: stop.signal,
      });
      // An empty file has no range to give.
      if (answer.status === 416) return { state: 'ready', bytes: new Uint8Array(), cut: false };
      if (!answer.ok) return { state: 'failed' };
      const total = Number(/\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1] ?? 0);
      const all = new Uint8Array(await answer.arrayBuffer());
      const cut = all.byteLength > mostBytes || total > all.byteLength;
      return { state: 'ready', bytes: all.subarray(0, mostBytes), cut };
    };
    void get()
      .catch((): Bytes => ({ state: 'failed' }))
      .then((now) => {
        if (!stop.signal.aborted) setBytes(now);
      });
    return () => stop.abort();
  }, [url, mostBytes, attempt]);
  return bytes;
}
