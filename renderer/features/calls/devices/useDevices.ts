// Microphones, cameras and speakers of this computer, and which of them this window uses for calls. Names are known once a device was opened.
import { useEffect, useSyncExternalStore } from 'react';
import { useWindowState } from '#app/context';
import { createCell } from '#app/windowState';

export interface Devices {
  /** Null: not known yet. Known also before a microphone was opened. */
  readonly hasMicrophone: boolean | null;
  readonly microphones: readonly MediaDeviceInfo[];
  readonly cameras: readonly MediaDeviceInfo[];
  readonly speakers: readonly MediaDeviceInfo[];
  readonly speakerId: string | null;
  readonly microphoneId: string | null;
  readonly cameraId: string | null;
}

const none: Devices = {
  hasMicrophone: null,
  microphones: [],
  cameras: [],
  speakers: [],
  speakerId: null,
  microphoneId: null,
  cameraId: null,
};
/** A page without them (jsdom) has no devices. */
const mediaDevices = (): MediaDevices | undefined => navigator.mediaDevices;

async function listed(): Promise<Partial<Devices>> {
  const told = await mediaDevices()
    ?.enumerateDevices()
    .catch(() => undefined);
  const all = told ?? [];
  const of = (kind: MediaDeviceKind): MediaDeviceInfo[] =>
    all.filter((one) => one.kind === kind && one.deviceId !== '');
  return {
    hasMicrophone: told?.some(({ kind }) => kind === 'audioinput') ?? null,
    microphones: of('audioinput'),
    cameras: of('videoinput'),
    speakers: of('audiooutput'),
  };
}

type Chosen = Pick<Devices, 'microphoneId' | 'cameraId' | 'speakerId'>;

function createDevices() {
  const { get, set, subscribe } = createCell(none);
  return {
    get,
    subscribe,
    /** Null: as the system chooses. */
    choose: (chosen: Partial<Chosen>): void => set({ ...get(), ...chosen }),
    async list(): Promise<void> {
      const found = await listed();
      set({ ...get(), ...found });
    },
  };
}

/** Notes which devices the calls of this window use from now on. */
export const useChooseDevices = (): ((chosen: Partial<Chosen>) => void) =>
  useWindowState(createDevices).choose;

/**
 * @param watch a new value lists the devices again; unless it is null, the list also follows plugged and unplugged devices. The browser
 * gives no device ids until a device was opened, and fires no event then: the caller that opens one has to pass another value.
 */
export function useDevices(watch: string | null = null): Devices {
  const devices = useWindowState(createDevices);
  useEffect(() => {
    if (watch === null) return;
    void devices.list();
    const again = (): void => void devices.list();
    mediaDevices()?.addEventListener('devicechange', again);
    return () => mediaDevices()?.removeEventListener('devicechange', again);
  }, [watch, devices]);
  return useSyncExternalStore(devices.subscribe, devices.get);
}
