// Signing in through the browser at a homeserver that delegates to an OAuth 2.0 service: real Synapse, real provider, a whole engine.
import { eventually } from '../../support/eventually';
import type { FoundServer } from '#contract/areas/account/accountModels';
import { refreshAtService } from '#engine/account/browser/oauth';
import type { StoredSession } from '#engine/base/types';
import { systemClock } from '#engine/base/clock';
import { startDelegated, type SignInServers } from '../../homeserver/signInServers.cjs';
import { httpKit } from '../http/kit';
import { openWindow, type Window } from '../support';
import { answerFor, failureCode, signIn, storedSession } from './browserKit';

let servers: SignInServers;
let window: Window;
/** Answers in the place of the service's token address, when set. */
let insteadOfTokens: (() => Response) | null = null;

const fetchAround: typeof fetch = (resource, init) =>
  insteadOfTokens !== null && String(resource) === `${servers.serviceUrl}token`
    ? Promise.resolve(insteadOfTokens())
    : fetch(resource, init);
const deps = { fetch: fetchAround };

beforeAll(async () => {
  servers = await startDelegated();
}, 120_000);
beforeEach(() => {
  insteadOfTokens = null;
  window = openWindow({ deps });
});
afterEach(() => window.stop());
afterAll(() => servers.stop());

const server = (): string => servers.homeserver.baseUrl;
const whoami = ({ accessToken }: StoredSession) =>
  servers.homeserver.request('GET', '/_matrix/client/v3/account/whoami', { token: accessToken });
const devicesOf = (userId: string): unknown[] =>
  servers.homeserver
    .databaseQuery('SELECT device_id FROM devices WHERE user_id = ? AND hidden = 0', userId)
    .map((row) => row['device_id']);

/** Stops the engine and starts another on the same profile. */
async function restart(change: Partial<StoredSession> = {}): Promise<StoredSession> {
  await window.stop(true);
  const session = storedSession(window, change);
  window = openWindow({ folder: window.folder, key: window.key, deps });
  return session;
}

test('a server that delegates is found with OAuth 2.0 and no password', async () => {
  const found = await window.call('discoverServer', { server: server() });
  expect(found).toEqual<FoundServer>({
    serverName: new URL(server()).host,
    baseUrl: server(),
    oauth: true,
    create: true,
    device: true,
    sso: [],
    password: false,
  });
});

test('CALL-1.2 CALL-2.1 CALL-7.20 an account of another service signs in through the browser, with state, nonce and challenge', async () => {
  const { asked, page } = await signIn(window, server(), 'carol');
  const query = asked.searchParams;
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('You can close this page');
  expect(Object.fromEntries(query)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    state: expect.stringMatching(/^[A-Za-z0-9]{8}$/),
    nonce: expect.stringMatching(/^[A-Za-z0-9]{8}$/),
    redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
    scope: expect.stringMatching(/urn:matrix:client:device:[A-Z]{10}$/),
  });
  const session = await window.value('session', {}, ({ userId }) => userId !== null);
  const deviceId = query.get('scope')?.slice(-10);
  // The service that signed it in told the server no name.
  const named = await window.value('devices', {}, ({ devices }) => devices?.[0]?.name != null);
  expect(named.devices?.[0]).toMatchObject({ deviceId, isThis: true, name: 'test' });
  expect(session).toMatchObject({
    userId: '@carol:localhost',
    deviceId,
    accountPage: `${servers.serviceUrl}account`,
  });
  expect(devicesOf('@carol:localhost')).toEqual([deviceId]);
  await window.value('browserSignIn', {}, ({ state }) => state === 'idle');
  await window.value('sync', {}, ({ phase }) => phase === 'syncing');
});

test('CALL-9.27 CALL-9.29 each attempt has a state, a nonce and a device id of its own', async () => {
  const first = await answerFor(window, server(), 'ada');
  const second = await answerFor(window, server(), 'ada');
  const of = ({ asked: { searchParams: query } }: typeof first) =>
    ['state', 'nonce', 'scope', 'code_challenge'].map((name) => query.get(name));
  for (const value of of(first)) expect(of(second)).not.toContain(value);
  // The first was given up: its address is no longer there.
  await expect(fetch(first.back)).rejects.toThrow('fetch failed');
  expect((await fetch(second.back)).status).toBe(200);
  await window.value('session', {}, ({ state }) => state === 'signed_in');
});

test('CALL-7.21 many requests with an expired token wait for one refresh, whose tokens are saved first', async () => {
  await signIn(window, server(), 'frank');
  await window.stop(true);
  const session = storedSession(window);
  const { oauth } = session;
  if (oauth === undefined) throw new Error('The session is not of a service');
  let asked = 0;
  const refresh = (token: string) => {
    asked += 1;
    return refreshAtService({ fetch, clock: systemClock() }, oauth, token);
  };
  const kit = httpKit(server(), session, { refresh });
  kit.setSession({ refreshToken: session.refreshToken, expiresAtMs: kit.clock.now() - 1 });
  const who = { method: 'GET', path: '/account/whoami', retry: 'none' } as const;
  const answers = await Promise.all(Array.from({ length: 12 }, () => kit.http.request(who)));
  expect(answers).toEqual(
    Array.from({ length: 12 }, () =>
      expect.objectContaining({ user_id: '@frank:localhost', device_id: session.deviceId }),
    ),
  );
  expect(asked).toBe(1);
  expect(kit.refreshed).toHaveLength(1);
  expect(kit.session().refreshToken).not.toBe(session.refreshToken);

  // The token before was used up: the service sees a thief, and ends it all.
  kit.setSession({ refreshToken: session.refreshToken, expiresAtMs: kit.clock.now() - 1 });
  kit.setSession({ accessToken: 'nobody knows it' });
  await expect(kit.http.request(who)).rejects.toMatchObject({ error: { code: 'session_expired' } });
  expect(kit.unknown).toHaveLength(1);
});

test('an engine that starts with an expired token renews it at the service and goes on', async () => {
  await signIn(window, server(), 'grace');
  const before = await restart({ expiresAtMs: 1 });
  await window.value('sync', {}, ({ phase }) => phase === 'syncing');
  const after = await restart();
  expect(after.accessToken).not.toBe(before.accessToken);
  expect(after.refreshToken).not.toBe(before.refreshToken);
  expect(await whoami(after)).toMatchObject({ device_id: before.deviceId });
});

test('CHAT-7.53 CALL-7.23 signing out revokes the tokens at the service, and the device is gone', async () => {
  await signIn(window, server(), 'heidi');
  const session = await restart();
  expect(devicesOf('@heidi:localhost')).toEqual([session.deviceId]);
  await window.call('signOut', {});
  expect((await window.value('session', {}, () => true)).state).toBe('signed_out');
  // The homeserver may still hold an answer of the service from before: of a request that was under way.
  await eventually('the end of the token', () =>
    whoami(session).then(
      () => false,
      ({ status }: { readonly status: number }) => status === 401,
    ),
  );
  // The window need not wait for it.
  await eventually('the end of the device', () => devicesOf('@heidi:localhost').length === 0);
});

test('after a soft logout the same account goes on with the same device; another one is refused and ended', async () => {
  await signIn(window, server(), 'ivan');
  await window.value('sync', {}, ({ phase }) => phase === 'syncing');
  const { deviceId } = await window.value('session', {}, () => true);
  const softLogout = { errcode: 'M_UNKNOWN_TOKEN', error: 'expired', soft_logout: true };
  let over = true;
  deps.fetch = (resource, init) =>
    over && String(resource).startsWith(`${server()}/_matrix/client/v3/sync`)
      ? Promise.resolve(Response.json(softLogout, { status: 401 }))
      : fetchAround(resource, init);
  insteadOfTokens = () => Response.json({ error: 'invalid_grant' }, { status: 400 });
  await restart();
  await window.value('session', {}, ({ state }) => state === 'expired');
  over = false;
  insteadOfTokens = null;

  const other = await answerFor(window, server(), 'judy');
  await fetch(other.back);
  expect(await failureCode(window)).toBe('other_account');
  // The window need not wait for it.
  await eventually('the end of the device', () => devicesOf('@judy:localhost').length === 0);

  const { asked } = await signIn(window, server(), 'ivan');
  expect(asked.searchParams.get('scope')?.endsWith(`:${deviceId ?? ''}`)).toBe(true);
  await window.value('sync', {}, ({ phase }) => phase === 'syncing');
  expect((await window.value('session', {}, () => true)).deviceId).toBe(deviceId);
  deps.fetch = fetchAround;
});
