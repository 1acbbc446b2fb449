// Where the focus goes when what was pressed to come here is gone a moment later.
import { useEffect, type RefObject } from 'react';

/** Once, after the first frame: the first that fits `selector` takes the focus if nothing else has it. */
export function useFocusFromBody(within: RefObject<HTMLElement | null>, selector: string): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        within.current?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [within, selector]);
}
