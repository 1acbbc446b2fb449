// A clock for views that show relative times.
import { useEffect, useState } from 'react';

/** Epoch ms, renewed every `stepMs`, aligned to it: rows change together and only when their text can change. */
export function useNow(stepMs = 60_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), stepMs - (Date.now() % stepMs) + 5);
    return () => clearTimeout(timer);
  }, [now, stepMs]);
  return now;
}
