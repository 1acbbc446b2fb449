// The time that a call has lasted, as the clock on the stage shows it.
import { useEffect, useState } from 'react';

const pad = (value: number): string => String(value).padStart(2, '0');

/** `4:07`, `1:02:09`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = pad(seconds % 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${rest}` : `${minutes}:${rest}`;
}

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
