// Showing the server once more who somebody is, where the account has no password: a real Synapse whose people sign in at a real provider.
import { pageOf } from '#engine/account/proofs';
import {
  atFallbackPage,
  startDelegated,
  startSso,
  type SignInServers,
} from '../../homeserver/signInServers.cjs';
import { failureOf } from '../http/kit';
import { openWindow, type Window } from '../support';
import { browserAsked, signIn } from '../account/browserKit';

let servers: SignInServers;
const open: Window[] = [];

beforeAll(async () => {
  servers = await startSso();
}, 120_000);
afterAll(async () => {
  await Promise.all(open.map((window) => window.stop()));
  await servers?.stop();
});

async function signedIn(user: string): Promise<Window> {
  const window = openWindow();
  open.push(window);
  await signIn(window, servers.homeserver.baseUrl, user, 'sso', 'oidc-test');
  await window.value('sync', {}, ({ phase }) => phase === 'syncing');
  return window;
}

const deviceOf = async (window: Window): Promise<string> =>
  (await window.value('session', {}, () => true)).deviceId ?? '';
const known = (deviceId: string): number =>
  servers.homeserver.databaseQuery('SELECT 1 FROM devices WHERE device_id = ?', deviceId).length;
const waiting = (window: Window) => window.value('proof', {}, ({ state }) => state === 'waiting');

test('an account without a password proves itself at the page of its server; given up, nothing has changed', async () => {
  const [window, other] = [await signedIn('fay'), await signedIn('fay')];
  expect(await window.call('proofWay', {})).toEqual({ way: 'page' });
  const deviceId = await deviceOf(other);
  const end = () => window.call('endDevices', { deviceIds: [deviceId], password: null });

  const given = failureOf(end());
  const before = await browserAsked(window);
  await waiting(window);
  // Main found no browser.
  await window.main.call('browserNotOpened', { turn: before.turn });
  await window.value('proof', {}, (now) => now.state === 'waiting' && now.shown === 'not_opened');
  await window.call('cancelProof', {});
  expect((await given)['code']).toBe('cancelled');
  await window.value('proof', {}, ({ state }) => state === 'idle');
  expect(known(deviceId)).toBe(1);

  const ending = end();
  await waiting(window);
  const { url } = await browserAsked(window);
  expect(new URL(url).pathname).toBe('/_matrix/client/v3/auth/m.login.sso/fallback/web');
  expect(await atFallbackPage(url, { user: 'fay' })).toContain('Thank you');
  await ending;
  await window.value('proof', {}, ({ state }) => state === 'idle');
  expect(known(deviceId)).toBe(0);

  const gone = window.call('deactivateAccount', { password: null, erase: false });
  await waiting(window);
  await atFallbackPage((await browserAsked(window)).url, { user: 'fay' });
  await gone;
  expect(
    servers.homeserver.databaseQuery(
      'SELECT deactivated FROM users WHERE name = ?',
      '@fay:localhost',
    ),
  ).toEqual([{ deactivated: 1 }]);
  await window.value('session', {}, ({ state }) => state === 'signed_out');
}, 120_000);

test('somebody else at the page proves nothing, and a password account is asked for its password', async () => {
  const [window, other] = [await signedIn('gail'), await signedIn('gail')];
  const deviceId = await deviceOf(other);
  const ending = failureOf(window.call('endDevices', { deviceIds: [deviceId], password: null }));
  await waiting(window);
  await atFallbackPage((await browserAsked(window)).url, { user: 'mallory' });
  await window.call('cancelProof', {});
  await ending;
  expect(known(deviceId)).toBe(1);

  const { userId } = await servers.homeserver.registerUser({ username: 'hanna', password: 'pw' });
  const plain = openWindow();
  open.push(plain);
  const server = servers.homeserver.baseUrl;
  await plain.call('signIn', { server, user: userId, password: 'pw' });
  expect(await plain.call('proofWay', {})).toEqual({ way: 'password' });
}, 120_000);

test('an account of a sign-in service gets another identity after its page has allowed it', async () => {
  const delegated = await startDelegated();
  try {
    const window = openWindow();
    open.push(window);
    await signIn(window, delegated.homeserver.baseUrl, 'iris');
    await window.value('encryption', {}, ({ state }) => state === 'unset');
    await window.call('createRecoveryKey', { password: null });
    await window.call('confirmRecoveryKey', { outcome: 'saved' });

    // A second device, whose person has lost the key.
    const second = openWindow();
    open.push(second);
    await signIn(second, delegated.homeserver.baseUrl, 'iris');
    await second.value('encryption', {}, ({ state }) => state === 'locked');
    const reset = second.call('resetEncryption', { password: null });
    await waiting(second);
    const { url } = await browserAsked(second);
    expect(url.startsWith(`${delegated.serviceUrl}account?`)).toBe(true);
    const body = new URLSearchParams({ user: 'iris' });
    expect(await (await fetch(url, { method: 'POST', body })).text()).toBe('Allowed');
    expect((await reset).recoveryKey).toMatch(/^E/);
    await second.value('encryption', {}, ({ deviceVerified }) => deviceVerified);
  } finally {
    await Promise.all(open.splice(0).map((window) => window.stop()));
    await delegated.stop();
  }
}, 120_000);

describe('the page of a demand', () => {
  const base = 'https://matrix.example';
  const demand = (stages: string[], params = {}) => ({
    flows: [stages],
    completed: [],
    params,
    session: 's 1',
  });
  test.each([
    [['m.login.password'], {}, null],
    [['m.login.dummy'], {}, null],
    [['m.login.sso', 'm.login.terms'], {}, null],
    [
      ['m.oauth'],
      { 'm.oauth': { url: 'https://account.example/reset' } },
      'https://account.example/reset',
    ],
    [['m.oauth'], { 'm.oauth': { url: 'http://account.example/reset' } }, null],
    [['m.oauth'], { 'm.oauth': { url: 'file:///etc/passwd' } }, null],
    [['a/b'], {}, `${base}/_matrix/client/v3/auth/a%2Fb/fallback/web?session=s%201`],
  ])('CHAT-2.2 of %j with %j is %s', (stages, params, url) => {
    expect(pageOf(demand(stages, params), base)?.url ?? null).toBe(url);
  });

  test('CHAT-2.2 a page of the homeserver itself stands in a window, what leads on to a service in the browser', () => {
    const named = { 'm.oauth': { url: 'https://account.example/reset' } };
    const placeOf = (stage: string) => pageOf(demand([stage], named), base)?.place;
    expect(['m.login.recaptcha', 'a/b', 'm.login.sso', 'm.oauth'].map(placeOf)).toEqual([
      'window',
      'window',
      'browser',
      'browser',
    ]);
  });
});
