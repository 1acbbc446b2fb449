// Microphone, camera and speaker as entries of a call's menu; the one in use is marked.
import { useTranslation } from 'react-i18next';
import type { MenuEntry } from '../../ui/Menu';
import { chooseSpeaker, noteCamera, noteMicrophone, useDevices } from './useDevices';

export type SetDevice = (kind: 'audioinput' | 'videoinput', deviceId: string) => Promise<void>;

/**
 * @param state of the call: devices have names and ids when it has opened one
 * @param setDevice of the calls that run now
 */
export function useDeviceEntries(
  state: string,
  withCamera: boolean,
  setDevice: SetDevice | undefined,
): MenuEntry[] {
  const { t } = useTranslation();
  const devices = useDevices(state);
  const entries = (
    kind: 'microphone' | 'camera' | 'speaker',
    list: readonly MediaDeviceInfo[],
    chosen: string | null,
    choose: (deviceId: string) => void,
  ): MenuEntry[] =>
    list.length < 2
      ? []
      : list.map(({ deviceId, label }, index) => {
          const name = label === '' ? t('calls.unnamedDevice', { number: index + 1 }) : label;
          const used = deviceId === (chosen ?? list[0]?.deviceId);
          return {
            id: `${kind}:${deviceId}`,
            label: t(used ? `calls.${kind}Used` : `calls.${kind}Use`, { name }),
            onAction: () => choose(deviceId),
          };
        });
  return [
    ...entries('microphone', devices.microphones, devices.microphoneId, (deviceId) => {
      noteMicrophone(deviceId);
      void setDevice?.('audioinput', deviceId);
    }),
    ...(withCamera
      ? entries('camera', devices.cameras, devices.cameraId, (deviceId) => {
          noteCamera(deviceId);
          void setDevice?.('videoinput', deviceId);
        })
      : []),
    ...entries('speaker', devices.speakers, devices.speakerId, chooseSpeaker),
  ];
}
