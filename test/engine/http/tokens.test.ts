// Access tokens that expire: refreshed once, the request repeated, or the session over. Synapse gives real refresh tokens.
import { signInAt } from '#engine/account/signIn';
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { failureOf, httpKit, type HttpKit } from './kit';
import { createTestClock } from './testClock';
import { silentLog } from '../../support/silentLog';

let server: Homeserver;
let proxy: FaultProxy;

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

const whoami = { method: 'GET', path: '/account/whoami', retry: 'none' } as const;
const unknownToken = {
  match: on('GET', '/whoami'),
  status: 401,
  body: { errcode: 'M_UNKNOWN_TOKEN', error: 'expired', soft_logout: true },
};
const count = (end: string) => proxy.log.filter((entry) => entry.path.endsWith(end)).length;

async function signedIn(): Promise<HttpKit> {
  const session = await signInAt(
    { fetch: globalThis.fetch, clock: createTestClock(), log: silentLog },
    proxy.url,
    { user: 'alice', password: 'pw', deviceName: 'Test', deviceId: null },
  );
  const kit = httpKit(proxy.url, session);
  kit.setSession(session);
  return kit;
}

test('CHAT-7.55 CHAT-8.3 an unknown token is refreshed once for all requests, which are repeated', async () => {
  const kit = await signedIn();
  const old = kit.session();
  kit.setSession({ expiresAtMs: kit.clock.now() + 30_000 });
  const before = count('/refresh');
  proxy.rules.add({ ...unknownToken, times: 3 });
  const answers = await Promise.all([1, 2, 3].map(() => kit.http.request(whoami)));
  expect(answers).toMatchObject([1, 2, 3].map(() => ({ user_id: '@alice:localhost' })));
  expect(count('/refresh') - before).toBe(1);
  expect(kit.refreshed).toEqual([
    {
      accessToken: expect.not.stringMatching(old.accessToken),
      refreshToken: expect.any(String),
      expiresAtMs: kit.clock.now() + 300_000,
    },
  ]);
  expect(kit.unknown).toEqual([]);
});

test('CHAT-9.12 a token that expires within 500 ms is refreshed before the request', async () => {
  const kit = await signedIn();
  kit.setSession({ expiresAtMs: kit.clock.now() + 500 });
  const before = count('/whoami');
  await kit.http.request(whoami);
  expect(kit.refreshed).toHaveLength(1);
  expect(count('/whoami') - before).toBe(1);
  kit.setSession({ expiresAtMs: kit.clock.now() + 501 });
  await kit.http.request(whoami);
  expect(kit.refreshed).toHaveLength(1);
});

test('CHAT-9.12 an unknown token that holds for another minute means logout when its device is gone', async () => {
  const kit = await signedIn();
  kit.setSession({ expiresAtMs: kit.clock.now() });
  await kit.http.request(whoami);
  const body = { errcode: 'M_UNKNOWN_TOKEN', error: 'gone' };
  proxy.rules.add({ ...unknownToken, body });
  expect(await failureOf(kit.http.request(whoami))).toMatchObject({ code: 'session_expired' });
  expect(kit.refreshed).toHaveLength(1);
  expect(kit.unknown).toMatchObject([{ softLogout: false }]);
});

test('a clock that was set back makes no logout of a token that has expired', async () => {
  const kit = await signedIn();
  kit.setSession({ expiresAtMs: kit.clock.now() + 3_600_000 });
  proxy.rules.add({ ...unknownToken, times: 1 });
  await kit.http.request(whoami);
  expect(kit.refreshed).toHaveLength(1);
  expect(kit.unknown).toEqual([]);
});

test('of a token that came in this run the time that has passed says when it ends, whatever the clock was set to', async () => {
  const kit = await signedIn();
  kit.setSession({ expiresAtMs: kit.clock.now() });
  await kit.http.request(whoami);
  expect(kit.refreshed).toHaveLength(1);
  // The expiry of a token whose clock was then set back by two hours.
  kit.setSession({ expiresAtMs: kit.clock.now() + 7_500_000 });
  kit.clock.advance(299_600);
  await kit.http.request(whoami);
  expect(kit.refreshed).toHaveLength(2);
});

test('a missing token is refreshed like an unknown one', async () => {
  const kit = await signedIn();
  const body = { errcode: 'M_MISSING_TOKEN', error: 'Missing access token' };
  proxy.rules.add({ ...unknownToken, body, times: 1 });
  await kit.http.request(whoami);
  expect([kit.refreshed.length, kit.unknown]).toEqual([1, []]);
});

test('any other 401 is trouble of the server and ends no session', async () => {
  const kit = await signedIn();
  const answer = async (body: object) => {
    proxy.rules.add({ match: on('GET', '/whoami'), status: 401, body, times: 1 });
    const { code, retryable } = await failureOf(kit.http.request(whoami));
    return [code, retryable];
  };
  expect(await answer({})).toEqual(['server_error', true]);
  expect(await answer({ errcode: 'M_UNAUTHORIZED', error: 'no' })).toEqual(['server_error', true]);
  expect(await answer({ errcode: 'M_USER_LOCKED', error: 'no', soft_logout: true })).toEqual([
    'account_locked',
    true,
  ]);
  // A request that needs interactive authentication waits for the user.
  expect(await answer({ flows: [], session: 'x' })).toEqual(['forbidden', false]);
  expect([kit.refreshed, kit.unknown]).toEqual([[], []]);
});

test('CHAT-4.27 a refresh ends as failure when the server cannot be asked, as logout when it refuses', async () => {
  const kit = await signedIn();
  kit.setSession({ expiresAtMs: null });
  proxy.rules.add(unknownToken);
  const broken = proxy.rules.add({ match: on('POST', '/refresh'), status: 503, times: 1 });
  expect(await failureOf(kit.http.request(whoami))).toMatchObject({
    code: 'server_error',
    retryable: true,
    data: { status: null, tokenRefresh: 'failure' },
  });
  expect(kit.unknown).toEqual([]);
  broken();
  const body = { errcode: 'M_UNKNOWN_TOKEN', error: 'revoked' };
  proxy.rules.add({ match: on('POST', '/refresh'), status: 401, body, times: 1 });
  expect(await failureOf(kit.http.request(whoami))).toMatchObject({ code: 'session_expired' });
  expect(kit.unknown).toHaveLength(1);
});

test('CHAT-9.11 from the second refresh of a request on there is a growing wait', async () => {
  const kit = await signedIn();
  kit.setSession({ expiresAtMs: null });
  proxy.rules.add({ ...unknownToken, times: 3 });
  // Synapse tells an expiry of five minutes, which would mean logout: this server tells none.
  proxy.rules.add({
    match: on('POST', '/refresh'),
    edit: (json) => ({ ...(json as object), expires_in_ms: undefined }),
  });
  const answer = kit.http.request(whoami);
  expect(await kit.clock.pass(4000)).toBe(4000);
  expect(await kit.clock.pass(8000)).toBe(8000);
  await expect(answer).resolves.toMatchObject({ user_id: '@alice:localhost' });
  expect(kit.refreshed).toHaveLength(3);
});

test('a server that does not know the path of today is asked under v1', async () => {
  const kit = await signedIn();
  kit.setSession({ expiresAtMs: kit.clock.now() });
  const body = { errcode: 'M_UNRECOGNIZED', error: 'no' };
  proxy.rules.add({ match: on('POST', '/v3/refresh'), status: 404, body });
  const answer = { access_token: kit.session().accessToken };
  proxy.rules.add({ match: on('POST', '/v1/refresh'), status: 200, body: answer });
  const refreshToken = kit.session().refreshToken;
  await kit.http.request(whoami);
  // An answer without a refresh token keeps the old one.
  expect(kit.refreshed).toMatchObject([{ refreshToken, expiresAtMs: null }]);
});
