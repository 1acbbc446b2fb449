// One request on another path where the server does not know the first: a refresh of tokens.
import { signInAt } from '#engine/account/signIn';
import { on, startFaultProxy } from '../../faults/faultProxy';
import { startHomeserver } from '../../homeserver/homeserver.cjs';
import { silentLog } from '../../support/silentLog';
import { httpKit } from './kit';
import { createTestClock } from './testClock';

test('CHAT-8.9 tokens are refreshed under v1 where the server does not know v3', async () => {
  const server = await startHomeserver();
  const proxy = await startFaultProxy(server.baseUrl);
  try {
    await server.registerUser({ username: 'alice', password: 'pw' });
    const session = await signInAt(
      { fetch: globalThis.fetch, clock: createTestClock(), log: silentLog },
      proxy.url,
      { user: 'alice', password: 'pw', deviceName: 'Test', deviceId: null },
    );
    const kit = httpKit(proxy.url, session);
    kit.setSession({ ...session, expiresAtMs: kit.clock.now() });
    proxy.rules.add({
      match: on('POST', '/client/v3/refresh'),
      ...{ status: 404, body: { errcode: 'M_UNRECOGNIZED', error: 'Unrecognized request' } },
    });
    const { accessToken } = session;
    // Today's Synapse has v3 alone.
    proxy.rules.add({
      match: on('POST', '/client/v1/refresh'),
      status: 200,
      body: { access_token: accessToken, refresh_token: 'next', expires_in_ms: 300_000 },
    });
    const whoami = { method: 'GET', path: '/account/whoami', retry: 'none' } as const;
    expect(await kit.http.request(whoami)).toMatchObject({ user_id: '@alice:localhost' });
    const asked = proxy.log.map(({ path }) => path).filter((path) => path.endsWith('/refresh'));
    expect(asked).toEqual(['/_matrix/client/v3/refresh', '/_matrix/client/v1/refresh']);
    expect(kit.refreshed).toMatchObject([{ accessToken, refreshToken: 'next' }]);
  } finally {
    await proxy.close();
    await server.stop();
  }
}, 120_000);
