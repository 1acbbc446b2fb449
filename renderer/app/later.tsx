// Screens that are not needed for the first picture: each is a chunk of its own, fetched with its first use or when the window has
// nothing to do. Once it is here it is drawn at once, without a step in between.
import { lazy, Suspense, useState, type ComponentType } from 'react';

const waiting = new Set<() => Promise<unknown>>();

/**
 * A component that is fetched with its first use. Until then nothing is drawn in its place; the files lie on this machine, so that is
 * a few milliseconds. A chunk that cannot be loaded throws to the nearest error boundary.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let here: ComponentType<P> | null = null;
  const fetchOnce = async (): Promise<ComponentType<P>> => {
    here = await load();
    waiting.delete(fetchOnce);
    return here;
  };
  waiting.add(fetchOnce);
  // One for each mount: `lazy` keeps a failure for ever, and whoever opens the screen again asks for its chunk again.
  const fetched = (): ComponentType<P> =>
    lazy(async () => ({ default: here ?? (await fetchOnce()) })) as ComponentType<P>;
  return function Later(props: P) {
    // Chosen once for each mount: another component in the same place would lose its state.
    const [Screen] = useState<ComponentType<P>>(() => here ?? fetched());
    return (
      <Suspense fallback={null}>
        <Screen {...props} />
      </Suspense>
    );
  };
}

/** Fetches what is not here yet, one chunk each time the window has nothing to do. Ends by itself; the answer ends it before. */
export function fetchWhenIdle(): () => void {
  let handle = 0;
  const next = (): void => {
    handle = requestIdleCallback(() => {
      const [load] = waiting;
      if (load === undefined) return;
      // What cannot be loaded now is asked for again by the screen itself, which can tell.
      waiting.delete(load);
      void load().then(next, next);
    });
  };
  next();
  return () => cancelIdleCallback(handle);
}
