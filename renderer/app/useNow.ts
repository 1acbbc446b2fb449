// A clock for views with relative times: one timer for all views with the same step.
import { useSyncExternalStore } from 'react';

interface Ticks {
  nowMs: number;
  readonly listeners: Set<() => void>;
  readonly subscribe: (listener: () => void) => () => void;
}

// eslint-disable-next-line trellis/module-state -- the time is the same for all; a clock that nobody watches keeps nothing
const clocks = new Map<number, Ticks>();

/** Aligned to the step: rows change together, and only when their text can change. */
function ticksOf(stepMs: number): Ticks {
  const known = clocks.get(stepMs);
  if (known !== undefined) return known;
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const next = (): void => {
    timer = setTimeout(tick, stepMs - (Date.now() % stepMs) + 5);
  };
  const tick = (): void => {
    ticks.nowMs = Date.now();
    next();
    for (const listener of listeners) listener();
  };
  const ticks: Ticks = {
    nowMs: Date.now(),
    listeners,
    subscribe(listener) {
      if (listeners.size === 0) {
        ticks.nowMs = Date.now();
        next();
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clearTimeout(timer);
      };
    },
  };
  clocks.set(stepMs, ticks);
  return ticks;
}

/** Epoch ms, updated every `stepMs`. */
export function useNow(stepMs = 60_000): number {
  const ticks = ticksOf(stepMs);
  return useSyncExternalStore(ticks.subscribe, () => {
    // Without listeners the time is not kept up to date; it is read again, but stays the same within one render.
    if (ticks.listeners.size === 0 && Date.now() - ticks.nowMs > stepMs) ticks.nowMs = Date.now();
    return ticks.nowMs;
  });
}
