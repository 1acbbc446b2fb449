// Chooses one device of a kind, or the system's default.
import { Select } from '#ui/controls/Select';
import type { DeviceChoice } from './useDeviceChoices';

export function DeviceSelect({ choice }: { readonly choice: DeviceChoice }) {
  const { label, chosen, options, choose } = choice;
  return <Select label={label} value={chosen} options={options} onChange={choose} />;
}
