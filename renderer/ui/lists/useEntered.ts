// Handles Enter in a field whose list is loaded a moment later: the act waits for the answer to the typed text. The person has not seen
// that answer, so the act must be harmless, such as opening a place.
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
