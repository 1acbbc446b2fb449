// Screens and parts that the first picture does not need: each is a chunk of its own, loaded with its first use or while the window is
// idle. A loaded part renders at once.
import { useEffect, useLayoutEffect, useState, type ComponentType } from 'react';

type Fetch = () => Promise<unknown>;

/** A file of the window itself could not be loaded; a reload of the window tries again. */
export class PreloadError extends Error {}

/** Turns a failed load into an error with the name of the missing file (CHAT-8.37); returns all other errors as they are. */
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

// eslint-disable-next-line trellis/module-state -- the chunks of the page, as the module system keeps those that are loaded
const waiting = new Set<Fetch>();
// eslint-disable-next-line trellis/module-state -- the chunks of the page, as the module system keeps those that are loaded
const first = new Set<Fetch>();

export interface LaterOptions {
  /** Loaded while the window waits for its first data: parts beside the list. */
  readonly soon?: boolean;
  /** Mounted from the start and mostly empty: not loaded before the first picture is shown. */
  readonly afterFirst?: boolean;
}

// eslint-disable-next-line trellis/module-state -- a page is loaded once and has one first picture
const picture = Promise.withResolvers<void>();

/** Resolves once the first picture of the window is shown; everything that is not in it waits for that. */
export const firstPicture: Promise<void> = picture.promise;

/** Resolves `firstPicture`; later calls do nothing. */
export const firstPictureStands = (): void => picture.resolve();

// eslint-disable-next-line trellis/module-state -- a page is loaded once and has one first picture
let stands = false;
void picture.promise.then(() => (stands = true));

/** Whether the first picture is shown; lists render fewer rows before. */
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
 * A component that is loaded with its first use. Nothing is rendered in its place until then; the files are on this computer, so that takes
 * a few milliseconds. A chunk that cannot be loaded throws to the nearest error boundary; opening the screen again tries again. `Suspense`
 * is not used, because React delays what follows a fallback by up to 300 ms.
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

/** Ignores a failure here: the screen itself loads the chunk again, and can show the error. */
const quietly = async (load: Fetch): Promise<void> => {
  waiting.delete(load);
  await load().catch(() => undefined);
};

/** Loads the parts of the first picture beside the entry, while the window waits for its data. */
export function fetchSoon(): void {
  for (const load of first) void quietly(load);
  first.clear();
}

/** Loads the remaining chunks, one in each idle time. Ends by itself; the returned function ends it earlier. */
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
