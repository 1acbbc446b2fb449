// Signing in and out with a password, interactive authentication, and the session row, against a real Synapse.
import { withPassword } from '#engine/http/interactiveAuth';
import { createSessions } from '#engine/account/session';
import { signInAt, signInWithPassword, signOutAtServer } from '#engine/account/signIn';
import { systemClock } from '#engine/base/clock';
import { getSetting, setSetting } from '#stores/settings/settings';
import { openStore } from '#stores/profile/open';
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { failureOf, httpKit } from '../http/kit';
import { silentLog } from '../../support/silentLog';
import { temporaryFolder } from '../sync/kit';

let server: Homeserver;
let proxy: FaultProxy;
const deps = { fetch: globalThis.fetch, clock: systemClock(), log: silentLog };
const alice = { user: 'alice', password: 'pw', deviceName: 'Desk', deviceId: null };

beforeAll(async () => {
  server = await startHomeserver();
  proxy = await startFaultProxy(server.baseUrl);
  await server.registerUser({ username: 'alice', password: 'pw' });
}, 120_000);

afterEach(() => proxy.rules.clear());

afterAll(async () => {
  await proxy.close();
  await server.stop();
});

test('a password signs in, with a refresh token and the name of the device', async () => {
  proxy.rules.add({ match: on('GET', '/.well-known'), status: 404 });
  const before = Date.now();
  const session = await signInWithPassword(deps, { ...alice, server: new URL(proxy.url).host });
  expect(session).toEqual({
    userId: '@alice:localhost',
    deviceId: expect.any(String),
    accessToken: expect.any(String),
    refreshToken: expect.any(String),
    expiresAtMs: expect.any(Number),
    baseUrl: proxy.url,
    serverName: 'localhost',
    state: 'signed_in',
  });
  expect(session.expiresAtMs ?? 0).toBeGreaterThan(before);
  const rows = server.databaseQuery(
    'SELECT display_name FROM devices WHERE device_id = ?',
    session.deviceId,
  );
  expect(rows).toEqual([{ display_name: 'Desk' }]);
});

test('a device is kept when its id is given again', async () => {
  const first = await signInAt(deps, proxy.url, alice);
  const again = await signInAt(deps, proxy.url, { ...alice, deviceId: first.deviceId });
  expect(again.deviceId).toBe(first.deviceId);
});

test('a wrong password, a rate limit and a closed account have codes of their own', async () => {
  const wrong = await failureOf(signInAt(deps, proxy.url, { ...alice, password: 'no' }));
  const body = { errcode: 'M_USER_DEACTIVATED', error: 'closed' };
  proxy.rules.add({ match: on('POST', '/login'), status: 403, body, times: 1 });
  const closed = await failureOf(signInAt(deps, proxy.url, alice));
  await proxy.setDown(true);
  const down = await failureOf(signInAt(deps, proxy.url, alice));
  await proxy.setDown(false);
  expect([wrong, closed, down].map((error) => error['code'])).toEqual([
    'wrong_password',
    'account_deactivated',
    'offline',
  ]);
});

test('signing out ends the session at the server', async () => {
  const session = await signInAt(deps, proxy.url, alice);
  const kit = httpKit(proxy.url, session);
  expect(await signOutAtServer(kit.http)).toBe(true);
  const check = kit.http.request({ method: 'GET', path: '/account/whoami', retry: 'none' });
  expect(await failureOf(check)).toMatchObject({ code: 'session_expired' });
  // A second time the server no longer knows the token, which is as good.
  expect(await signOutAtServer(kit.http)).toBe(true);
  await proxy.setDown(true);
  expect(await signOutAtServer(kit.http)).toBe(false);
  await proxy.setDown(false);
});

test('interactive authentication uses the password that was just typed', async () => {
  const session = await signInAt(deps, proxy.url, alice);
  const other = await signInAt(deps, proxy.url, alice);
  const kit = httpKit(proxy.url, session);
  const remove = (auth: object | null) =>
    kit.http.request({
      method: 'POST',
      path: '/delete_devices',
      body: { devices: [other.deviceId], ...(auth === null ? {} : { auth }) },
      retry: 'none',
    });
  const wrong = await failureOf(withPassword(remove, session.userId, 'no'));
  const none = await failureOf(withPassword(remove, session.userId, null));
  expect([wrong['code'], none['code']]).toEqual(['wrong_password', 'forbidden']);
  await withPassword(remove, session.userId, 'pw');
  expect(
    server.databaseQuery('SELECT device_id FROM devices WHERE device_id = ?', other.deviceId),
  ).toEqual([]);
});

test('the session row outlives the engine; another device starts without a sync position', () => {
  const folder = temporaryFolder();
  const options = { folder, key: Buffer.alloc(32, 7), log: silentLog };
  let store = openStore(options);
  const session = {
    userId: '@a:b',
    deviceId: 'D',
    accessToken: 'one',
    refreshToken: 'r',
    expiresAtMs: 1,
    baseUrl: 'https://b',
    serverName: 'b',
    state: 'signed_in',
  } as const;
  createSessions(store).save(session);
  const position = (token: string) => store.write(() => setSetting(store.db, 'nextBatch', token));
  position('s1');
  createSessions(store).tokensRefreshed({ accessToken: 'two', refreshToken: 'r2', expiresAtMs: 2 });
  createSessions(store).expired(true);
  store.close();
  store = openStore(options);
  const sessions = createSessions(store);
  expect(sessions.current()).toEqual({
    ...session,
    accessToken: 'two',
    refreshToken: 'r2',
    expiresAtMs: 2,
    state: 'expired',
    deviceGone: true,
  });
  sessions.save({ ...session, accessToken: 'three' });
  expect(getSetting(store.db, 'nextBatch')).toBe('s1');
  sessions.save({ ...session, deviceId: 'E' });
  expect(getSetting(store.db, 'nextBatch')).toBe(null);
  sessions.clear();
  expect([sessions.current(), getSetting(store.db, 'session')]).toEqual([null, null]);
  store.close();
});
