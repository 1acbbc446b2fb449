// Screens and parts that are not needed for the first picture: each is a chunk of its own, fetched with its first use or when the window
// has nothing to do. Once it is here it is drawn at once, without a step in between.
import { useEffect, useLayoutEffect, useState, type ComponentType } from 'react';

type Fetch = () => Promise<unknown>;

/** A file of the window itself could not be loaded: with the window loaded anew it is asked for again. */
export class PreloadError extends Error {}

/** Named by what is missing (CHAT-8.37); anything else is as it was thrown. */
function missing(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const { code, request } = thrown as { code?: unknown; request?: unknown };
  const isStyle = code === 'CSS_CHUNK_LOAD_FAILED';
  if (!isStyle && thrown.name !== 'ChunkLoadError') return thrown;
  const file = typeof request === 'string' ? request : thrown.message;
  return new PreloadError(`Unable to preload ${isStyle ? 'CSS' : 'code'} for ${file}`, {
    cause: thrown,
  });
}

const waiting = new Set<Fetch>();
const first = new Set<Fetch>();

export interface LaterOptions {
  /** Asked for while the window waits for its first data: what stands beside the list. */
  readonly soon?: boolean;
  /** Mounted from the start and mostly empty: not asked for before the first picture stands. */
  readonly afterFirst?: boolean;
}

const picture = Promise.withResolvers<void>();

/** Resolves once the first picture of the window stands; what is not in it waits for that. */
export const firstPicture: Promise<void> = picture.promise;

/** Says so, once for the page; more often does nothing. */
export const firstPictureStands = (): void => picture.resolve();

let stands = false;
void picture.promise.then(() => (stands = true));

/** Whether it stands: for what is drawn sparsely until then. */
export function useFirstPictureStands(): boolean {
  const [now, setNow] = useState(stands);
  useEffect(() => {
    if (now) return undefined;
    let wanted = true;
    void firstPicture.then(() => wanted && setNow(true));
    return () => {
      wanted = false;
    };
  }, [now]);
  return now;
}

/**
 * A component that is fetched with its first use. Until then nothing is drawn in its place; the files lie on this machine, so that is
 * a few milliseconds. A chunk that cannot be loaded throws to the nearest error boundary; whoever opens the screen again asks again.
 * No `Suspense`: React holds back what follows a fallback for up to 300 ms.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { soon = false, afterFirst = false }: LaterOptions = {},
): ComponentType<P> {
  let here: ComponentType<P> | null = null;
  const fetchOnce = async (): Promise<ComponentType<P>> => {
    here = await load();
    waiting.delete(fetchOnce);
    return here;
  };
  waiting.add(fetchOnce);
  if (soon) first.add(fetchOnce);
  return function Later(props: P) {
    // Chosen once for each mount: another component in the same place would lose its state.
    const [Screen, setScreen] = useState<ComponentType<P> | null>(() => here);
    const [failure, setFailure] = useState<{ readonly thrown: unknown } | null>(null);
    const isHere = Screen !== null;
    useLayoutEffect(() => {
      if (isHere) return;
      let wanted = true;
      (afterFirst ? firstPicture.then(fetchOnce) : fetchOnce()).then(
        (screen) => wanted && setScreen(() => screen),
        (thrown: unknown) => wanted && setFailure({ thrown: missing(thrown) }),
      );
      return () => {
        wanted = false;
      };
    }, [isHere]);
    if (failure !== null) throw failure.thrown;
    return Screen === null ? null : <Screen {...props} />;
  };
}

/** What cannot be loaded now is asked for again by the screen itself, which can tell. */
const quietly = async (load: Fetch): Promise<void> => {
  waiting.delete(load);
  await load().catch(() => undefined);
};

/** Fetches what the first picture needs beside the entry, while the window waits for its data. */
export function fetchSoon(): void {
  for (const load of first) void quietly(load);
  first.clear();
}

/** Fetches what is not here yet, one chunk each time the window has nothing to do. Ends by itself; the answer ends it before. */
export function fetchWhenIdle(): () => void {
  let handle = 0;
  const next = (): void => {
    handle = requestIdleCallback(() => {
      const [load] = waiting;
      if (load !== undefined) void quietly(load).then(next);
    });
  };
  next();
  return () => cancelIdleCallback(handle);
}
