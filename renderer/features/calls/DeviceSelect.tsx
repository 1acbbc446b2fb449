// One of the devices of a kind, or what the system takes.
import { useTranslation } from 'react-i18next';
import styles from './DeviceSelect.module.css';

export interface DeviceSelectProps {
  readonly label: string;
  readonly devices: readonly MediaDeviceInfo[];
  readonly chosen: string | null;
  readonly onChoose: (deviceId: string | null) => void;
}

export function DeviceSelect({ label, devices, chosen, onChoose }: DeviceSelectProps) {
  const { t } = useTranslation();
  // Chromium's own entry for the system's choice stands first already.
  const named = devices.filter(({ deviceId }) => deviceId !== 'default');
  const there = named.some(({ deviceId }) => deviceId === chosen);
  return (
    <label className={styles.device}>
      <span>{label}</span>
      <select
        value={there && chosen !== null ? chosen : ''}
        onChange={(event) => onChoose(event.target.value === '' ? null : event.target.value)}
      >
        <option value="">{t('callPlace.settings.systemDevice')}</option>
        {named.map((device, index) => (
          <option key={device.deviceId} value={device.deviceId}>
            {device.label === '' ? t('calls.unnamedDevice', { number: index + 1 }) : device.label}
          </option>
        ))}
      </select>
    </label>
  );
}
