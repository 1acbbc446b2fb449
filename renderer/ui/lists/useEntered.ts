// Enter in a field whose list answers a moment later: the act waits for the answer to these words. It acts on what nobody has seen yet, so
// only for what harms nothing: to open, to lead there.
import { useEffect, useState } from 'react';
import { useStable } from '../useStable';

/** `answered`: the list is of `text`. `act` runs once, and not at all if other words are typed meanwhile. @returns what Enter calls */
export function useEntered(text: string, answered: boolean, act: () => void): () => void {
  const [entered, setEntered] = useState<string | null>(null);
  const run = useStable(act);
  useEffect(() => {
    if (entered === null || (entered === text && !answered)) return;
    setEntered(null);
    if (entered === text) run();
  }, [entered, text, answered, run]);
  return () => setEntered(text);
}
