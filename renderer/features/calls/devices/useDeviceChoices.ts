// Which of the microphones, cameras and speakers calls use, and the way to change that: for the next calls and for those that run.
import { useWindowState } from '#app/context';
import { useTranslation } from '#app/words';
import { createCenters } from '../centers';
import { useCallCenter } from '../context';
import { useChooseDevices, useDevices } from './useDevices';

export interface DeviceChoice {
  readonly label: string;
  /** Empty: what the system takes. */
  readonly chosen: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly choose: (id: string) => void;
}

export type DeviceChoices = Readonly<Record<'microphone' | 'camera' | 'speaker', DeviceChoice>>;

/** Chromium's own entry for what the system takes; it has none for cameras. */
const systemId = 'default';

/** @param watch as in `useDevices` */
export function useDeviceChoices(watch: string): DeviceChoices {
  const { t } = useTranslation();
  const devices = useDevices(watch);
  const note = useChooseDevices();
  const centers = useWindowState(createCenters);
  const center = useCallCenter();
  const choice = (
    label: string,
    list: readonly MediaDeviceInfo[],
    wanted: string | null,
    choose: (deviceId: string | null) => void,
  ): DeviceChoice => {
    const named = list.filter(({ deviceId }) => deviceId !== systemId);
    return {
      label,
      chosen: named.some(({ deviceId }) => deviceId === wanted) ? (wanted ?? '') : '',
      options: [
        { id: '', label: t('callPlace.settings.systemDevice') },
        ...named.map((one, index) => ({
          id: one.deviceId,
          label: one.label === '' ? t('calls.unnamedDevice', { number: index + 1 }) : one.label,
        })),
      ],
      choose: (id) => choose(id === '' ? null : id),
    };
  };
  const change = (
    kind: 'audioinput' | 'videoinput',
    list: readonly MediaDeviceInfo[],
    deviceId: string | null,
  ): void => {
    const opened = deviceId ?? list[0]?.deviceId;
    if (opened === undefined) return;
    centers.setDevice(center, kind, opened);
  };
  const { microphones, cameras, speakers } = devices;
  return {
    microphone: choice(
      t('callPlace.settings.microphone'),
      microphones,
      devices.microphoneId,
      (deviceId) => {
        note({ microphoneId: deviceId });
        change('audioinput', microphones, deviceId);
      },
    ),
    camera: choice(t('callPlace.settings.camera'), cameras, devices.cameraId, (deviceId) => {
      note({ cameraId: deviceId });
      change('videoinput', cameras, deviceId);
    }),
    speaker: choice(t('callPlace.settings.speaker'), speakers, devices.speakerId, (speakerId) =>
      note({ speakerId }),
    ),
  };
}
