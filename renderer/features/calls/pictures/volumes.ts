// The volume of each person in calls, as this window plays it. Kept by person, so that it holds in the next call too.
import { useSyncExternalStore } from 'react';
import { useWindowState } from '#app/context';
import { createCell } from '#app/windowState';

type Volumes = Readonly<Record<string, number>>;

const createVolumes = () => createCell<Volumes>({});

/** 0 to 1. */
export const volumeIn = (volumes: Volumes, userId: string): number => volumes[userId] ?? 1;

export function useVolume(userId: string): readonly [number, (volume: number) => void] {
  const volumes = useWindowState(createVolumes);
  return [
    useSyncExternalStore(volumes.subscribe, () => volumeIn(volumes.get(), userId)),
    (volume) => volumes.set({ ...volumes.get(), [userId]: Math.min(1, Math.max(0, volume)) }),
  ];
}
