// The account's devices through the product: the list, another name, signing others out, offline, a service that manages the account.
import { startHomeserver } from '../../homeserver/homeserver.cjs';
import { devicesIn, keepDevices, readDevices } from '#engine/devices/list';
import { openStore } from '#stores/profile/open';
import type { StoredSession } from '#engine/base/types';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '../../support/silentLog';
import { openWindow, type Window } from '../support';

let homeserver: Awaited<ReturnType<typeof startHomeserver>>;
let first: Window;
let second: Window;
let server = '';

beforeAll(async () => {
  homeserver = await startHomeserver();
  server = homeserver.baseUrl;
  await homeserver.registerUser({ username: 'alice', password: 'pw' });
  first = openWindow();
  second = openWindow();
  for (const window of [first, second])
    await window.call('signIn', { server, user: 'alice', password: 'pw' });
}, 120_000);
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await homeserver.stop();
});

const idOf = async (window: Window): Promise<string> => {
  const { deviceId } = await window.value('session', {}, (one) => one.deviceId !== null);
  return deviceId ?? '';
};
const listed = (window: Window, fits: (ids: readonly string[]) => boolean) =>
  window.value('devices', {}, ({ devices }) =>
    fits((devices ?? []).map(({ deviceId }) => deviceId)),
  );

test('CHAT-3.23 CHAT-7.51 the devices are listed, this one first, with when and where they were seen', async () => {
  await first.call('refreshDevices', {});
  const other = await idOf(second);
  const { devices, error, readAtMs } = await listed(first, (ids) => ids.includes(other));
  expect(error).toBeNull();
  expect(readAtMs).toBeGreaterThan(0);
  expect(devices?.[0]).toMatchObject({ deviceId: await idOf(first), isThis: true, endPage: null });
  const found = devices?.find(({ deviceId }) => deviceId === other);
  expect(found).toMatchObject({ isThis: false, name: 'test', endPage: null });
  expect(found?.lastSeenMs).toBeGreaterThan(0);
  expect(found?.lastSeenAddress).toMatch(/127\.0\.0\.1|::/);
}, 60_000);

test('the device that made the identity is verified, the one that came later is not, and one without keys has none', async () => {
  const bare = await homeserver.login({ username: 'alice', password: 'pw' });
  await first.call('refreshDevices', {});
  const { devices } = await first.value(
    'devices',
    {},
    (list) =>
      list.devices?.some(({ deviceId }) => deviceId === bare.deviceId) === true &&
      list.devices.some(({ trust }) => trust === 'unverified'),
  );
  const trust = new Map(devices?.map((one) => [one.deviceId, one.trust]));
  expect(trust.get(await idOf(first))).toBe('verified');
  expect(trust.get(await idOf(second))).toBe('unverified');
  expect(trust.get(bare.deviceId)).toBe('none');
}, 60_000);

test('CHAT-7.51 a device gets another name', async () => {
  const deviceId = await idOf(second);
  await first.call('renameDevice', { deviceId, name: 'Laptop in the kitchen' });
  await first.value(
    'devices',
    {},
    ({ devices }) =>
      devices?.find((one) => one.deviceId === deviceId)?.name === 'Laptop in the kitchen',
  );
  await expect(first.call('renameDevice', { deviceId: 'NOBODY', name: 'x' })).rejects.toMatchObject(
    {
      error: { code: 'not_found' },
    },
  );
}, 60_000);

test('CHAT-7.51 others are signed out with the password, several at once; this one and a wrong password are refused', async () => {
  const [own, other] = [await idOf(first), await idOf(second)];
  const bare = await homeserver.login({ username: 'alice', password: 'pw' });
  const deviceIds = [other, bare.deviceId];
  const end = (ids: string[], password: string | null) =>
    first.call('endDevices', { deviceIds: ids, password });
  await expect(end([own], 'pw')).rejects.toMatchObject({ error: { code: 'bad_request' } });
  await expect(end(deviceIds, 'wrong')).rejects.toMatchObject({
    error: { code: 'wrong_password' },
  });
  await expect(end(deviceIds, null)).rejects.toMatchObject({ error: { code: 'forbidden' } });
  await end(deviceIds, 'pw');
  await listed(first, (ids) => ids.includes(own) && !deviceIds.some((one) => ids.includes(one)));
  await second.value('sync', {}, ({ phase }) => phase === 'expired');
}, 60_000);

test('a device that signs in or out elsewhere shows without asking', async () => {
  const third = openWindow();
  await third.call('signIn', { server, user: 'alice', password: 'pw' });
  const deviceId = await idOf(third);
  await listed(first, (ids) => ids.includes(deviceId));
  // The password of an act before is not kept for the next one.
  await expect(
    first.call('endDevices', { deviceIds: [deviceId], password: null }),
  ).rejects.toMatchObject({ error: { code: 'forbidden' } });
  await third.call('signOut', {});
  await listed(first, (ids) => !ids.includes(deviceId));
  await third.stop();
}, 60_000);

test('without the server the devices stay as they were told last, and it is said', async () => {
  const own = await idOf(first);
  await homeserver.stop();
  await expect(first.call('refreshDevices', {})).rejects.toMatchObject({
    error: { code: 'offline' },
  });
  const { devices } = await first.value('devices', {}, ({ error }) => error?.code === 'offline');
  expect(devices?.[0]?.deviceId).toBe(own);
}, 60_000);

test('what makes no sense in an answer is left out', () => {
  expect(devicesIn(null)).toEqual([]);
  expect(devicesIn({ devices: 'none' })).toEqual([]);
  const rows = [null, {}, { device_id: '' }, { device_id: 'x'.repeat(256) }];
  expect(devicesIn({ devices: rows })).toEqual([]);
  const odd = { device_id: 'A', display_name: '\u202eevil', last_seen_ts: 1e300, last_seen_ip: 7 };
  expect(devicesIn({ devices: [odd] })).toEqual([
    {
      deviceId: 'A',
      name: 'evil',
      lastSeenMs: null,
      lastSeenAddress: null,
      trust: 'none',
      keptAtServer: false,
    },
  ]);
});

test('a device of an account that a service manages is signed out at its page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-devices-'));
  const store = openStore({ folder, key: randomBytes(32), log: silentLog });
  const device = {
    ...{ name: null, lastSeenMs: null, lastSeenAddress: null },
    ...({ trust: 'none', keptAtServer: false } as const),
  };
  keepDevices(store, {
    devices: [
      { ...device, deviceId: 'OTHER &' },
      { ...device, deviceId: 'OWN' },
    ],
    readAtMs: 5,
  });
  const accountPage = 'https://account.example/manage?lang=en';
  const session = { deviceId: 'OWN', oauth: { accountPage } } as StoredSession;
  const { devices } = readDevices(store.db, session);
  expect(devices?.map(({ deviceId, isThis, endPage }) => [deviceId, isThis, endPage])).toEqual([
    ['OWN', true, null],
    ['OTHER &', false, `${accountPage}&action=org.matrix.device_delete&device_id=OTHER+%26`],
  ]);
  store.close();
  rmSync(folder, { recursive: true });
});
