// Reads, requests and stored data of an OAuth 2.0 sign-in: real Synapse, real provider, and the profile on the disk.
import { mkdtempSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getSetting } from '#stores/settings/settings';
import { openStore } from '#stores/profile/open';
import { createBrowserSignIns, type BrowserSignIn } from '#engine/account/browser/browserSignIn';
import { createPages } from '#engine/account/pages';
import { createSignInStates, offeredIdentityServer } from '#engine/account/browser/signInState';
import { readAuthMetadata } from '#engine/account/ways';
import { systemClock } from '#engine/base/clock';
import type { Clock } from '#engine/base/types';
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { atBrowser, startDelegated, type SignInServers } from '../../homeserver/signInServers.cjs';
import { silentLog } from '../../support/silentLog';
import { openWindow, type Window } from '../support';
import { answerFor, signIn } from './browserKit';

let servers: SignInServers;
let proxy: FaultProxy;
const open: Window[] = [];

beforeAll(async () => {
  servers = await startDelegated();
  proxy = await startFaultProxy(servers.homeserver.baseUrl);
}, 120_000);
beforeEach(() => {
  proxy.rules.clear();
  // A domain that names an identity server, too: the same address serves all three.
  proxy.rules.add({
    match: on('GET', '/.well-known/matrix/client'),
    status: 200,
    body: { 'm.homeserver': { base_url: proxy.url }, 'm.identity_server': { base_url: proxy.url } },
  });
  proxy.rules.add({ match: on('GET', '/_matrix/identity/v2'), status: 200 });
});
afterEach(() => Promise.all(open.splice(0).map((window) => window.stop())));
afterAll(async () => {
  await proxy.close();
  await servers.stop();
});

function opened(deps: { fetch?: typeof fetch } = {}): Window {
  const window = openWindow({ deps });
  open.push(window);
  return window;
}

/** Two settings of the profile; its engine is stopped to read them. */
async function saved(window: Window) {
  open.splice(open.indexOf(window), 1);
  await window.stop(true);
  const { folder, key } = window;
  const store = openStore({ folder, key, log: silentLog, now: Date.now });
  const state = getSetting<Record<string, unknown>>(store.db, 'signInState');
  const offered = getSetting(store.db, offeredIdentityServer);
  store.close();
  rmSync(folder, { recursive: true });
  return { state, offered };
}

/** One attempt on a profile of its own, whose store can be looked into. */
async function attempt() {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-state-'));
  const store = openStore({ folder, key: randomBytes(32), log: silentLog, now: Date.now });
  const kept = () => getSetting<Record<string, unknown>>(store.db, 'signInState');
  const seen: { url: string; kept: unknown }[] = [];
  const posted: string[] = [];
  const shown: BrowserSignIn[] = [];
  const signIns = createBrowserSignIns({
    fetch: (resource, init) => {
      if (init?.method === 'POST') posted.push(String(resource));
      return fetch(resource, init);
    },
    ...{ clock: systemClock(), log: silentLog, states: createSignInStates(store) },
    pages: createPages(
      (wish) => void (wish !== null && seen.push({ url: wish.url, kept: kept() })),
    ),
    show: (state) => shown.push(state),
    signedIn: () => Promise.reject(new Error('Somebody was signed in')),
    isTaken: () => false,
  });
  await signIns.begin({
    ...{ server: proxy.url, way: 'oauth', providerId: null, deviceName: 'Desk', deviceId: null },
  });
  const end = (): void => {
    signIns.cancel();
    store.close();
    rmSync(folder, { recursive: true });
  };
  return { url: seen[0]?.url ?? '', seen, store, kept, posted, shown, signIns, end };
}

test('CALL-3.14 CALL-4.37 before the browser opens the homeserver, the nonce and the identity server are saved, and nothing else', async () => {
  const { url, seen, kept, end } = await attempt();
  const query = new URL(url).searchParams;
  expect(seen[0]?.kept).toEqual({
    state: query.get('state'),
    homeserverUrl: proxy.url,
    nonce: query.get('nonce'),
    identityServerUrl: proxy.url,
  });
  expect(kept()).toEqual(seen[0]?.kept);
  end();
});

test('CALL-4.37 what was saved is read on return, once, and what the domain offers is kept', async () => {
  const window = opened();
  await signIn(window, proxy.url, 'carol');
  expect(await saved(window)).toEqual({ state: null, offered: proxy.url });
});

test('an attempt that is cancelled leaves nothing behind', async () => {
  const window = opened();
  await answerFor(window, proxy.url, 'carol');
  await window.call('cancelBrowserSignIn', {});
  expect(await saved(window)).toEqual({ state: null, offered: null });
});

test('CALL-4.38 an answer whose state is no longer there signs nobody in, and no code leaves', async () => {
  const { url, store, posted, shown, end } = await attempt();
  const back = await atBrowser(url, { user: 'carol' });
  createSignInStates(store).drop();
  posted.length = 0;
  await fetch(back);
  expect(shown.at(-1)).toMatchObject({
    state: 'failed',
    error: {
      code: 'sign_in_expired',
      message: 'State required to finish logging in is not found in storage.',
    },
  });
  expect(posted).toEqual([]);
  end();
});

test('CHAT-7.8 CALL-7.18 the service is read from auth_metadata of the homeserver, within five seconds', async () => {
  const waits: number[] = [];
  const clock: Clock = {
    ...systemClock(),
    setTimeout: (_work, ms) => {
      waits.push(ms);
      return () => undefined;
    },
  };
  const found = await readAuthMetadata({ fetch, clock }, proxy.url);
  expect(found).toMatchObject({ stable: true, document: { issuer: servers.serviceUrl } });
  expect(waits).toEqual([5000]);
  const paths = proxy.log.map(({ path }) => path).filter((path) => path.includes('auth_'));
  expect(new Set(paths)).toEqual(new Set(['/_matrix/client/v1/auth_metadata']));

  const impatient: Clock = {
    ...systemClock(),
    setTimeout: (work) => {
      setImmediate(work);
      return () => undefined;
    },
  };
  const silent: typeof fetch = (_resource, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });
  await expect(
    readAuthMetadata({ fetch: silent, clock: impatient }, proxy.url),
  ).rejects.toMatchObject({
    error: { code: 'timeout', message: 'Something went wrong with OIDC discovery' },
  });
});

test('CALL-7.19 CALL-3.15 a registration says what the app is; the tokens have all their parts', async () => {
  const registrations: unknown[] = [];
  const tokens: Record<string, unknown>[] = [];
  const window = opened({
    fetch: async (resource, init) => {
      const answer = await fetch(resource, init);
      const url = String(resource);
      if (url === `${servers.serviceUrl}reg`) registrations.push(JSON.parse(String(init?.body)));
      if (url === `${servers.serviceUrl}token`)
        tokens.push((await answer.clone().json()) as Record<string, unknown>);
      return answer;
    },
  });
  await signIn(window, proxy.url, 'carol');
  expect(registrations).toEqual([
    {
      client_name: 'Trellis',
      client_uri: 'https://trellis.chat/',
      logo_uri: 'https://trellis.chat/icon.png',
      policy_uri: 'https://trellis.chat/privacy',
      tos_uri: 'https://trellis.chat/terms',
      contacts: ['support@trellis.chat'],
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      response_types: ['code'],
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: ['http://127.0.0.1/callback'],
    },
  ]);
  expect(tokens).toEqual([
    {
      token_type: 'Bearer',
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_in: 300,
      id_token: expect.any(String),
      scope: expect.stringContaining('openid'),
    },
  ]);
});
