// A device that signs in to an account that is open here is told of: once, until it is answered, over restarts, and never of what is known.
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { acceptSignIn, noteSignIns } from '#engine/devices/newSignIns';
import { getSetting } from '#stores/settings/settings';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { openWindow, type Window } from '../support';

const password = 'correct horse';
let homeserver: Homeserver;
let first: Window;
let opened: Window[] = [];

beforeAll(async () => {
  homeserver = await startHomeserver();
  await homeserver.registerUser({ username: 'alice', password });
  first = await signIn('alice', password);
  // The list that later ones are compared with.
  await first.value('devices', {}, ({ devices }) => devices !== null);
}, 120_000);
afterAll(async () => {
  await Promise.all(opened.map((window) => window.stop()));
  await homeserver.stop();
});

async function signIn(user: string, secret: string): Promise<Window> {
  const window = openWindow();
  opened.push(window);
  await window.call('signIn', { server: homeserver.baseUrl, user, password: secret });
  return window;
}
const idOf = async (window: Window) =>
  (await window.value('session', {}, (one) => one.deviceId !== null)).deviceId ?? '';
const told = (window: Window, ids: readonly string[]) =>
  window.value(
    'newSignIns',
    {},
    ({ all }) =>
      all
        .map(({ deviceId }) => deviceId)
        .sort()
        .join() === [...ids].sort().join(),
  );
const rest = 300_000;

test(
  'a new sign-in is told, kept over a restart, and not again after it was answered',
  async () => {
    const second = await signIn('alice', password);
    const other = await idOf(second);
    const { all } = await told(first, [other]);
    expect(all[0]).toMatchObject({ name: 'test', endPage: null, deviceId: other });
    expect(all[0]?.atMs).toBeGreaterThan(0);
    const news = (window: Window) => window.notices.filter(({ kind }) => kind === 'sign_in');
    while (news(first).length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(news(first)).toMatchObject([{ roomId: '', body: 'test' }]);
    const { folder, key } = first;
    await first.stop(true);
    const again = openWindow({ folder, key });
    opened = [...opened.filter((one) => one !== first), again];
    first = again;
    await told(first, [other]);
    await first.call('refreshDevices', {});
    await first.call('acceptSignIn', { deviceId: other });
    await told(first, []);
    await first.call('refreshDevices', {});
    await told(first, []);
    // The system was told once; what it shows goes with the answer.
    expect(news(again)).toEqual([]);
    const closed = new Set<string>();
    again.main.list('notices', {}, (_ops, all) => {
      for (const { key: of, notice } of all()) if (notice === null) closed.add(of);
    });
    while (!closed.has(`sign-in ${other}`)) await new Promise((resolve) => setImmediate(resolve));
    // The newcomer knows of the older one, and is no news to itself.
    await second.value('devices', {}, ({ devices }) => devices?.length === 3);
    await told(second, []);
  },
  rest,
);

test(
  'one without keys is told, too, and is gone when it is signed out',
  async () => {
    const bare = await homeserver.login({ username: 'alice', password });
    await told(first, [bare.deviceId]);
    await first.call('endDevices', { deviceIds: [bare.deviceId], password });
    await told(first, []);
  },
  rest,
);

test(
  'one that proves itself with the recovery key is told no longer',
  async () => {
    const { recoveryKey } = await first.call('createRecoveryKey', { password });
    const third = await signIn('alice', password);
    await told(first, [await idOf(third)]);
    await third.call('unlockWithRecoveryKey', { recoveryKey });
    await told(first, []);
  },
  rest,
);

test(
  'the password is changed with the old one, and the other devices are signed out or stay',
  async () => {
    const next = 'another horse';
    const wrong = { password: 'wrong', next, endOthers: false };
    await expect(first.call('changePassword', wrong)).rejects.toMatchObject({
      error: { code: 'wrong_password' },
    });
    await first.call('changePassword', { password, next, endOthers: false });
    const fourth = await signIn('alice', next);
    await fourth.value('sync', {}, ({ state }) => state === 'SYNCING');
    await first.call('changePassword', { password: next, next: password, endOthers: true });
    await fourth.value('session', {}, ({ state }) => state === 'expired');
    await first.value('devices', {}, ({ devices }) => devices?.length === 1);
    await told(first, []);
  },
  rest,
);

describe('of a server that lets devices come and go', () => {
  let temp: TempStore;
  beforeEach(() => {
    temp = tempStore();
  });
  afterEach(() => temp.remove());
  const hour = 3_600_000;
  const start = 1_800_000_000_000;
  const listed = (ids: readonly string[], atMs: number): readonly string[] => {
    const devices = ids.map((deviceId) => ({
      ...{ deviceId, name: null, lastSeenMs: null, lastSeenAddress: null },
      trust: 'none' as const,
      keptAtServer: false,
    }));
    const note = () => noteSignIns(temp.store, devices, 'OWN', atMs).came;
    return temp.store.write(note);
  };
  const waiting = () =>
    getSetting<{ waiting: { deviceId: string }[] }>(temp.store.db, 'signIns')?.waiting.map(
      ({ deviceId }) => deviceId,
    );

  test('one that goes and comes again stands there each time, and is told of once a day', () => {
    listed(['OWN'], start);
    expect(listed(['OWN', 'X'], start + 1)).toEqual(['X']);
    for (let n = 1; n <= 20; n += 1) {
      expect(listed(['OWN'], start + n * 1_000)).toEqual([]);
      expect(listed(['OWN', 'X'], start + n * 1_000 + 1)).toEqual([]);
      expect(waiting()).toEqual(['X']);
    }
    acceptSignIn(temp.store, 'X');
    listed(['OWN'], start + hour);
    expect(listed(['OWN', 'X'], start + 2 * hour)).toEqual([]);
    expect(waiting()).toEqual(['X']);
    listed(['OWN'], start + 3 * hour);
    expect(listed(['OWN', 'X'], start + 25 * hour)).toEqual(['X']);
  });

  test('of ever new ones five in an hour are told; all of them stand there', () => {
    listed(['OWN'], start);
    const all = ['OWN'];
    const told: string[] = [];
    for (let n = 0; n < 30; n += 1) {
      all.push(`NEW${n}`);
      told.push(...listed(all, start + n * 1_000));
    }
    expect(told).toEqual(['NEW0', 'NEW1', 'NEW2', 'NEW3', 'NEW4']);
    expect(waiting()).toHaveLength(30);
    all.push('LATER');
    expect(listed(all, start + 2 * hour)).toEqual(['LATER']);
  });
});
