// Buttons cost most of a screen that is drawn anew. Until its picture stands, they are drawn as they look: nothing in them acts or is read
// out, and no control of theirs is made.
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

/** Its buttons come to life once the picture that shows them stands. */
export function LiveAfterPaint({ children }: { readonly children: ReactNode }) {
  const [still, setStill] = useState(true);
  useEffect(() => afterPaint(() => setStill(false)), []);
  return <Still value={still}>{children}</Still>;
}
