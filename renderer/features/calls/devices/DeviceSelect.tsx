// One of the devices of a kind, or what the system takes.
import styles from './DeviceSelect.module.css';
import type { DeviceChoice } from './useDeviceChoices';

export function DeviceSelect({ choice }: { readonly choice: DeviceChoice }) {
  const { label, chosen, options, choose } = choice;
  return (
    <label className={styles.device}>
      <span>{label}</span>
      <select value={chosen} onChange={(event) => choose(event.target.value)}>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
