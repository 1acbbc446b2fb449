// Microphones, cameras and speakers of this computer, and which of them this window uses for calls. Names are known once a device was opened.
import { useEffect, useSyncExternalStore } from 'react';

export interface Devices {
  /** Null: nobody knows. Told also before one was opened. */
  readonly hasMicrophone: boolean | null;
  readonly microphones: readonly MediaDeviceInfo[];
  readonly cameras: readonly MediaDeviceInfo[];
  readonly speakers: readonly MediaDeviceInfo[];
  readonly speakerId: string | null;
  readonly microphoneId: string | null;
  readonly cameraId: string | null;
}

let devices: Devices = {
  hasMicrophone: null,
  microphones: [],
  cameras: [],
  speakers: [],
  speakerId: null,
  microphoneId: null,
  cameraId: null,
};
const listeners = new Set<() => void>();

function set(change: Partial<Devices>): void {
  devices = { ...devices, ...change };
  listeners.forEach((listener) => listener());
}

/** A page without them (jsdom) has no devices. */
const mediaDevices = (): MediaDevices | undefined => navigator.mediaDevices;

async function list(): Promise<void> {
  const told = await mediaDevices()
    ?.enumerateDevices()
    .catch(() => undefined);
  const all = told ?? [];
  const of = (kind: MediaDeviceKind): MediaDeviceInfo[] =>
    all.filter((one) => one.kind === kind && one.deviceId !== '');
  set({
    hasMicrophone: told?.some(({ kind }) => kind === 'audioinput') ?? null,
    microphones: of('audioinput'),
    cameras: of('videoinput'),
    speakers: of('audiooutput'),
  });
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Null: as the system chooses. */
export const chooseSpeaker = (speakerId: string | null): void => set({ speakerId });
export const noteMicrophone = (microphoneId: string | null): void => set({ microphoneId });
export const noteCamera = (cameraId: string | null): void => set({ cameraId });
export const restoreDevices = (
  chosen: Pick<Devices, 'microphoneId' | 'cameraId' | 'speakerId'>,
): void => set(chosen);

/**
 * @param watch lists anew whenever it changes, and unless it is null whenever a device comes or goes. Until a device was opened the
 *   browser tells no ids, and nothing says when it would: whoever opens one has to give another value then.
 */
export function useDevices(watch: string | null = null): Devices {
  useEffect(() => {
    if (watch === null) return;
    void list();
    const again = (): void => void list();
    mediaDevices()?.addEventListener('devicechange', again);
    return () => mediaDevices()?.removeEventListener('devicechange', again);
  }, [watch]);
  return useSyncExternalStore(subscribe, () => devices);
}
