// Notices of one place, which close when it is left.
import { useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';
import { ToastsContext, useToasts, type Toasts } from './Toasts';

/**
 * Closes the notices of its children when it is unmounted, because they are about what was seen there. Failures stay, and so does a notice
 * that has its own `until`.
 */
export function ToastsHere({ children }: { readonly children: ReactNode }) {
  const toasts = useToasts();
  const left = useRef<AbortController | null>(null);
  useLayoutEffect(() => {
    const leaving = new AbortController();
    left.current = leaving;
    return () => leaving.abort();
  }, []);
  const here = useMemo<Toasts>(
    () => ({
      show: (notice) => {
        const { current } = left;
        const stays = notice.tone === 'danger' || current === null;
        toasts.show(stays ? notice : { until: current.signal, ...notice });
      },
    }),
    [toasts],
  );
  return <ToastsContext value={here}>{children}</ToastsContext>;
}
