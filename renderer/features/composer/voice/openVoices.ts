// In which conversations a voice message stands in place of the field. The recordings themselves are in the chunk of `VoiceBar`; like chosen
// files they are kept by account and conversation, in memory.
import { useCallback, useSyncExternalStore } from 'react';

const open = new Set<string>();
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export function setVoiceOpen(key: string, on: boolean): void {
  if (on) open.add(key);
  else open.delete(key);
  listeners.forEach((listener) => listener());
}

export const useVoiceOpen = (key: string): boolean =>
  useSyncExternalStore(
    subscribe,
    useCallback(() => open.has(key), [key]),
  );
