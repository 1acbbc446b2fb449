// Which devices this account's calls use, over a restart: one setting, read once, then written. A device that is gone does no harm: the
// choice is a wish.
import { useEffect, useRef } from 'react';
import { useEngineCall, useSetting, useValue } from '#app/hooks';
import { useChooseDevices, useDevices } from './useDevices';

export interface ChosenDevices {
  readonly microphoneId: string | null;
  readonly cameraId: string | null;
  readonly speakerId: string | null;
}

export const devicesSetting = 'calls.devices';
export const noiseSetting = 'calls.noiseSuppression';

const idOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** Whatever another version wrote. */
export function chosenIn(settings: Readonly<Record<string, unknown>>): ChosenDevices {
  const found = settings[devicesSetting];
  const { microphoneId, cameraId, speakerId } = (
    typeof found === 'object' && found !== null ? found : {}
  ) as Record<string, unknown>;
  return {
    microphoneId: idOf(microphoneId),
    cameraId: idOf(cameraId),
    speakerId: idOf(speakerId),
  };
}

/** Background noise is taken out of the voice, unless the person does not want it. */
export const suppressesNoise = (settings: Readonly<Record<string, unknown>>): boolean =>
  settings[noiseSetting] !== false;

export function useNoiseSuppression(): readonly [boolean, (on: boolean) => void] {
  const call = useEngineCall();
  return [
    useSetting(noiseSetting) !== false,
    (on) => void call('setSetting', { name: noiseSetting, value: on }),
  ];
}

export function DeviceMemory(): null {
  const call = useEngineCall();
  const { value: settings } = useValue('settings', {});
  const { microphoneId, cameraId, speakerId } = useDevices();
  const restore = useChooseDevices();
  const written = useRef<string | null>(null);
  useEffect(() => {
    if (settings === undefined) return;
    if (written.current === null) {
      const chosen = chosenIn(settings);
      written.current = JSON.stringify(chosen);
      restore(chosen);
      return;
    }
    const value = { microphoneId, cameraId, speakerId };
    const text = JSON.stringify(value);
    if (text === written.current) return;
    written.current = text;
    void call('setSetting', { name: devicesSetting, value });
  }, [call, settings, microphoneId, cameraId, speakerId, restore]);
  return null;
}
