// Signing in through the browser at a homeserver that delegates to an OAuth 2.0 service: real Synapse, real provider, a whole engine.
import type { BrowserSignIn, FoundServer } from '#contract/areas/accountModels';
import { getSetting } from '#stores/settings/settings';
import type { StoredSession } from '#engine/base/types';
import { openStore } from '#stores/profile/open';
import { atBrowser, startDelegated, type SignInServers } from '../../homeserver/signInServers.cjs';
import { silentLog } from '../../support/silentLog';
import { openWindow, type Window } from '../support';

let servers: SignInServers;
let window: Window;

beforeAll(async () => {
  servers = await startDelegated({ accessTokenSeconds: 4 });
}, 120_000);
beforeEach(() => {
  window = openWindow();
});
afterEach(async () => {
  await window.stop();
});
afterAll(() => servers.stop());

const browserAsked = (of: Window, after = 0): Promise<{ turn: number; url: string }> =>
  new Promise((resolve) => {
    const close = of.main.value('browser', {}, (wish) => {
      if (wish === null || wish.turn <= after) return;
      setImmediate(() => close());
      resolve(wish);
    });
  });

const state = (of: Window, wanted: BrowserSignIn['state']): Promise<BrowserSignIn> =>
  of.value('browserSignIn', {}, (one) => one.state === wanted);

const begin = (of: Window, way: 'oauth' | 'create' = 'oauth') =>
  of.call('signInByBrowser', { server: servers.homeserver.baseUrl, way, providerId: null });

/** The whole way; resolves with the page that the browser shows at the end. */
async function signIn(of: Window, user: string, way: 'oauth' | 'create' = 'oauth') {
  await begin(of, way);
  const { url } = await browserAsked(of);
  const page = await fetch(await atBrowser(url, { user }));
  await of.value('session', {}, (session) => session.state === 'signed_in');
  return { url, page };
}

async function storedSession(of: Window): Promise<StoredSession> {
  await of.stop(true);
  const store = openStore({ folder: of.folder, key: of.key, log: silentLog, now: Date.now });
  const session = getSetting<StoredSession>(store.db, 'session');
  store.close();
  if (session === null) throw new Error('Nobody is signed in');
  return session;
}

test('a server that delegates is found with OAuth 2.0 and no password', async () => {
  const found = await window.call('discoverServer', { server: servers.homeserver.baseUrl });
  expect(found).toEqual<FoundServer>({
    serverName: new URL(servers.homeserver.baseUrl).host,
    baseUrl: servers.homeserver.baseUrl,
    oauth: true,
    create: true,
    sso: [],
    password: false,
    token: false,
  });
});

test('CALL-1.2 CALL-2.1 CALL-7.20 an account of another service signs in through the browser, with state, nonce and challenge', async () => {
  const { url, page } = await signIn(window, 'carol');
  const query = new URL(url).searchParams;
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
  expect(session).toMatchObject({
    userId: '@carol:localhost',
    deviceId: query.get('scope')?.slice(-10),
    accountPage: `${servers.serviceUrl}account`,
  });
  await state(window, 'idle');
  await window.value('sync', {}, ({ phase }) => phase === 'syncing');
});
