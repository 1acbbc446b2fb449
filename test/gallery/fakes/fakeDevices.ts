// The devices of an account in an engine in memory.
import type { Device, DeviceList, NewSignIn } from '#contract/areas/encryption/devices';
import type { EncryptionHealth } from '#contract/areas/encryption/health';
import type { EngineContract } from '#contract/engine';
import type { CallArgs } from '#contract/wire/shapes';
import type { World } from './fakeEngine';
import { linkingDefaults, linkingValues, noLink, type LinkingWorld } from './fakeLinking';
import { exampleHealth, healthDefaults, type HealthWorld } from './fakeHealth';
import { at } from '../fixtures';

export interface DevicesWorld extends HealthWorld, LinkingWorld {
  readonly devices: DeviceList;
  readonly newSignIns: readonly NewSignIn[];
}

const device = (deviceId: string, more: Partial<Device>): Device => ({
  deviceId,
  name: null,
  lastSeenMs: at(14, 2),
  lastSeenAddress: '192.0.2.17',
  isThis: false,
  trust: 'verified',
  keptAtServer: false,
  endPage: null,
  ...more,
});

export const exampleDevices = (): DevicesWorld => ({
  ...exampleHealth(),
  ...noLink,
  newSignIns: [],
  devices: {
    devices: [
      device('WKSTATION', { name: 'Trellis on the desk', isThis: true }),
      device('PHONEMARA', { name: 'Phone', lastSeenMs: at(13, 40) }),
      device('KQZXJHWPLO', { trust: 'unverified', lastSeenMs: at(9, 12) }),
      device('OLDBROWSER', { name: 'Browser', trust: 'none', lastSeenMs: null }),
      device('KEPTATSRVR', { name: 'Dehydrated device', lastSeenMs: null, keptAtServer: true }),
    ],
    readAtMs: at(14, 2),
    error: null,
  },
});

export const exampleSignIn: NewSignIn = {
  ...{ deviceId: 'KQZXJHWPLO', name: 'Browser on Linux', lastSeenAddress: '192.0.2.44' },
  ...{ endPage: null, atMs: at(9, 12) },
};

export interface Context {
  readonly world: World;
  readonly update: (change: Partial<World>) => void;
}

type Act<Name extends 'refreshDevices' | 'renameDevice' | 'endDevices' | 'acceptSignIn'> = (
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
const endDevices: Act<'endDevices'> = ({ deviceIds }, context) => {
  signInEnded(context, deviceIds);
  return change(context, (all) => all.filter((one) => !deviceIds.includes(one.deviceId)));
};

const signInEnded = ({ world, update }: Context, ids: readonly string[]): void =>
  update({ newSignIns: world.newSignIns.filter(({ deviceId }) => !ids.includes(deviceId)) });
const acceptSignIn: Act<'acceptSignIn'> = ({ deviceId }, context) => {
  signInEnded(context, [deviceId]);
  return {};
};

const twelve = () => ({ keys: 12 });

export const deviceDefaults = {
  exportKeys: twelve,
  importKeys: twelve,
  refreshDevices,
  renameDevice,
  endDevices,
  acceptSignIn,
  changePassword: () => ({}),
  ...healthDefaults,
  ...linkingDefaults,
};

interface Sink<V> {
  set(value: V): void;
}

export const deviceValues = (world: DevicesWorld, watch: (push: () => void) => () => void) => ({
  ...linkingValues(world, watch),
  devices: (_query: unknown, sink: Sink<DeviceList>) => watch(() => sink.set(world.devices)),
  newSignIns: (_query: unknown, sink: Sink<{ all: NewSignIn[] }>) =>
    watch(() => sink.set({ all: [...world.newSignIns] })),
  encryptionHealth: (_query: unknown, sink: Sink<EncryptionHealth>) =>
    watch(() => sink.set(world.health)),
});
