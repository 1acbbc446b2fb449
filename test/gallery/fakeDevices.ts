// The devices of an account in an engine in memory.
import type { Device, DeviceList } from '#contract/areas/devices';
import type { EngineContract } from '#contract/engine';
import type { CallArgs } from '#contract/wire/shapes';
import type { World } from './fakeEngine';
import { at } from './fixtures';

export interface DevicesWorld {
  readonly devices: DeviceList;
}

const device = (deviceId: string, more: Partial<Device>): Device => ({
  deviceId,
  name: null,
  lastSeenMs: at(14, 2),
  lastSeenAddress: '192.0.2.17',
  isThis: false,
  trust: 'verified',
  endPage: null,
  ...more,
});

export const exampleDevices = (): DevicesWorld => ({
  devices: {
    devices: [
      device('WKSTATION', { name: 'Trellis on the desk', isThis: true }),
      device('PHONEMARA', { name: 'Phone', lastSeenMs: at(13, 40) }),
      device('KQZXJHWPLO', { trust: 'unverified', lastSeenMs: at(9, 12) }),
      device('OLDBROWSER', { name: 'Browser', trust: 'none', lastSeenMs: null }),
    ],
    readAtMs: at(14, 2),
    error: null,
  },
});

export interface Context {
  readonly world: World;
  readonly update: (change: Partial<World>) => void;
}

type Act<Name extends 'refreshDevices' | 'renameDevice' | 'endDevices'> = (
  input: CallArgs<EngineContract, Name>,
  context: Context,
) => Record<string, never>;

function change(
  { world, update }: Context,
  next: (all: readonly Device[]) => Device[],
): Record<string, never> {
  update({ devices: { ...world.devices, devices: next(world.devices.devices ?? []) } });
  return {};
}

const refreshDevices: Act<'refreshDevices'> = () => ({});
const renameDevice: Act<'renameDevice'> = ({ deviceId, name }, context) =>
  change(context, (all) => all.map((one) => (one.deviceId === deviceId ? { ...one, name } : one)));
const endDevices: Act<'endDevices'> = ({ deviceIds }, context) =>
  change(context, (all) => all.filter((one) => !deviceIds.includes(one.deviceId)));

const twelve = () => ({ keys: 12 });

export const deviceDefaults = {
  exportKeys: twelve,
  importKeys: twelve,
  refreshDevices,
  renameDevice,
  endDevices,
};
