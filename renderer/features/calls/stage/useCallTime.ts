// The time that a call has lasted, as the clock on the stage shows it.
import { useEffect, useState } from 'react';
import { formatDuration } from '#ui/text/time';

/** Null while nothing flows yet. */
export function useCallTime(connectedMs: number | null): string | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (connectedMs === null) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [connectedMs]);
  return connectedMs === null ? null : formatDuration(Math.max(now, connectedMs) - connectedMs);
}
