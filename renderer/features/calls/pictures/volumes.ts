// How loud each person is for us, in this window. Kept by person, so that it holds in the next call too.
import { useSyncExternalStore } from 'react';

let volumes: Readonly<Record<string, number>> = {};
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** 0 to 1. */
export function setVolume(userId: string, volume: number): void {
  volumes = { ...volumes, [userId]: Math.min(1, Math.max(0, volume)) };
  listeners.forEach((listener) => listener());
}

export const volumeOf = (userId: string): number => volumes[userId] ?? 1;

export const useVolume = (userId: string): number =>
  useSyncExternalStore(subscribe, () => volumeOf(userId));
