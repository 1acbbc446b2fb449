// Makes an event handler that stays the same function, so that components which only pass it on do not render again.
import { useCallback, useLayoutEffect, useRef } from 'react';

/** Always runs the newest `run`. For handlers of events, never while drawing. */
export function useStable<A extends readonly unknown[], R>(
  run: (...args: A) => R,
): (...args: A) => R {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
