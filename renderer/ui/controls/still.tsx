// Buttons are the slowest part of a new screen to render. Until it is painted they have only their looks: they do not act, are not
// announced, and create no control.
import { createContext, use, useEffect, useState, type ReactNode } from 'react';

const Still = createContext(false);

/** Whether a button is only to be drawn as it looks. */
export const useIsStill = (): boolean => use(Still);

/** Runs `work` once the frame that is being made now stands on the screen. Answers what gives it up. */
export function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Its buttons become real once they were painted. */
export function LiveAfterPaint({ children }: { readonly children: ReactNode }) {
  const [still, setStill] = useState(true);
  useEffect(() => afterPaint(() => setStill(false)), []);
  return <Still value={still}>{children}</Still>;
}
