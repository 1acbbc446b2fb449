// The identity server of an account, through the contract: a real Synapse, and an identity server on loopback that checks who asks there.
import { createHash } from 'node:crypto';
import { lookUp } from '#engine/identity/lookup';
import { termsIn } from '#engine/identity/terms';
import { freePort } from '../../homeserver/freePort.cjs';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { startIdentityServer, type IdentityServer } from '../../support/identityServer';
import { failureOf } from '../http/kit';
import { openWindow, requestId, type Window } from '../support';

let homeserver: Homeserver;
let identity: IdentityServer;
const open: Window[] = [];

beforeAll(async () => {
  const port = await freePort();
  const names = ['client', 'media', 'health', 'openid'];
  homeserver = await startHomeserver({
    port,
    config: {
      listeners: [
        {
          ...{ port, bind_addresses: ['127.0.0.1'], type: 'http', tls: false },
          ...{ x_forwarded: false, resources: [{ names, compress: false }] },
        },
      ],
      use_insecure_ssl_client_just_for_testing_do_not_use: true,
      ip_range_whitelist: ['127.0.0.1'],
    },
  });
  identity = await startIdentityServer(homeserver.baseUrl);
}, 120_000);
beforeEach(() => {
  identity.instead = null;
  identity.asked.length = 0;
});
afterAll(async () => {
  await Promise.all(open.map((window) => window.stop()));
  await homeserver?.stop();
  await identity?.close();
});

interface Person {
  readonly window: Window;
  readonly userId: string;
  readonly token: string;
}

async function signedIn(username: string, ask: typeof fetch = fetch): Promise<Person> {
  const { userId, accessToken } = await homeserver.registerUser({ username, password: 'pw' });
  const window = openWindow({ deps: { fetch: ask } });
  open.push(window);
  await window.call('signIn', { server: homeserver.baseUrl, user: username, password: 'pw' });
  return { window, userId, token: accessToken };
}

async function agreed(username: string, ask?: typeof fetch): Promise<Person> {
  const person = await signedIn(username, ask);
  await person.window.call('chooseIdentityServer', { server: identity.url });
  await person.window.call('agreeToIdentityServer', {});
  identity.asked.length = 0;
  return person;
}

const accountData = ({ userId, token }: Person, type: string): Promise<unknown> =>
  homeserver.request('GET', `/_matrix/client/v3/user/${userId}/account_data/${type}`, { token });
const paths = (): string[] => identity.asked.map(({ method, path }) => `${method} ${path}`);
const failed = async (work: Promise<unknown>) => {
  const { code, message } = await failureOf(work);
  return { code, message };
};

test('CHAT-7.41 an identity server hears nothing of the account before its terms are agreed to, then who it is', async () => {
  const person = await signedIn('alma');
  const { window } = person;
  await window.call('chooseIdentityServer', { server: identity.url });
  const { asked, server } = await window.value('identity', {}, (state) => state.asked !== null);
  expect(server).toBe(null);
  expect(asked).toEqual({
    server: identity.url,
    terms: [
      { name: 'Terms', url: `${identity.url}/terms.html` },
      { name: 'Privacy', url: `${identity.url}/privacy.html` },
    ],
  });
  expect(paths()).toEqual(['GET ', 'GET /terms']);

  await window.call('agreeToIdentityServer', {});
  await window.value(
    'identity',
    {},
    (state) => state.server === identity.url && state.asked === null,
  );
  expect(paths().slice(2)).toEqual(['POST /account/register', 'POST /terms']);
  const [, , registered, terms] = identity.asked;
  expect(Object.keys(registered?.body ?? {}).sort()).toEqual([
    ...['access_token', 'expires_in', 'matrix_server_name', 'token_type'],
  ]);
  expect(registered?.body['access_token']).not.toBe(person.token);
  expect(terms?.body).toEqual({ user_accepts: asked?.terms.map(({ url }) => url) });
  expect(await accountData(person, 'm.identity_server')).toEqual({ base_url: identity.url });
  expect(await accountData(person, 'm.accepted_terms')).toEqual(
    terms === undefined ? null : { accepted: terms.body['user_accepts'] },
  );
}, 60_000);

test("CHAT-8.24 waiting for the server's well-known data before anybody is signed in fails", async () => {
  const window = openWindow();
  open.push(window);
  expect(await failed(window.call('refreshIdentity', {}))).toEqual({
    ...{ code: 'signed_out', message: 'Client is not running' },
  });
});

test('a server whose terms are declined is not used', async () => {
  const { window } = await signedIn('dora');
  await window.call('chooseIdentityServer', { server: identity.url });
  await window.call('declineIdentityServer', {});
  expect(await window.value('identity', {}, () => true)).toMatchObject({
    server: null,
    asked: null,
  });
  expect(await failed(window.call('agreeToIdentityServer', {}))).toMatchObject({
    code: 'conflict',
  });
  expect(paths()).toEqual(['GET ', 'GET /terms']);
});

test('CHAT-5.6 CHAT-8.25 without an identity server nobody is asked for and nobody invited by an address', async () => {
  const { window } = await signedIn('berta');
  const roomId = '!room:localhost';
  expect(await failed(window.call('findByEmail', { address: 'n@mail.example' }))).toEqual({
    ...{ code: 'no_identity_server', message: 'No identity server base URL set' },
  });
  expect(await failed(window.call('inviteByEmail', { roomId, address: 'n@mail.example' }))).toEqual(
    {
      ...{ code: 'no_identity_server', message: 'No supplied identity server URL' },
    },
  );
  expect(paths()).toEqual([]);
});

test('CHAT-5.7 CHAT-7.1 somebody is found by the hash of an address, which itself does not leave', async () => {
  const { window } = await agreed('clara');
  identity.people.set('nils@mail.example', '@alma:localhost');
  const found = await window.call('findByEmail', { address: ' Nils@Mail.example ' });
  expect(found.person).toMatchObject({ userId: '@alma:localhost', name: 'alma' });
  const lookup = identity.asked.find(({ path }) => path === '/lookup');
  expect(lookup?.authorized).toBe(true);
  const hash = createHash('sha256').update('nils@mail.example email salty').digest('base64url');
  expect(lookup?.body).toEqual({ addresses: [hash], algorithm: 'sha256', pepper: 'salty' });
  expect(JSON.stringify(identity.asked)).not.toMatch(/mail\.example/i);
  expect(await window.call('findByEmail', { address: 'none@mail.example' })).toEqual({
    person: null,
  });

  // A token that the server forgot is asked for anew.
  identity.forgetTokens();
  expect((await window.call('findByEmail', { address: 'nils@mail.example' })).person).not.toBe(
    null,
  );
  expect(paths()).toContain('POST /account/register');
}, 60_000);

test.each<[string, unknown, string]>([
  ['no pepper', { algorithms: ['sha256'] }, 'Unsupported identity server: bad response'],
  ['no algorithms', { lookup_pepper: 'x' }, 'Unsupported identity server: bad response'],
  [
    'an algorithm of its own',
    { algorithms: ['md5'], lookup_pepper: 'x' },
    'Unsupported identity server: unknown hash algorithm',
  ],
])('CHAT-5.7 a server with %s is asked for nobody', async (_what, details, message) => {
  const asked: string[] = [];
  const ask = async (path: string) => {
    asked.push(path);
    return details as Record<string, unknown>;
  };
  expect(await failed(lookUp(ask, 'a@b.example'))).toEqual({
    code: 'identity_unsupported',
    message,
  });
  expect(asked).toEqual(['/hash_details']);
});

test('CHAT-5.7 sha256 is preferred, then none; what a server answers is a user id or nobody', async () => {
  const answers = async (algorithms: string[], found: unknown) => {
    let sent: Record<string, unknown> = {};
    const id = await lookUp(async (path, body) => {
      if (path === '/hash_details') return { algorithms, lookup_pepper: 'p' };
      sent = { ...body };
      const [address = ''] = sent['addresses'] as string[];
      return { mappings: { [address]: found } };
    }, 'A@b.example');
    return { id, algorithm: sent['algorithm'], addresses: sent['addresses'] };
  };
  expect(await answers(['none', 'sha256'], '@a:b')).toMatchObject({
    id: '@a:b',
    algorithm: 'sha256',
  });
  expect(await answers(['none'], '@a:b')).toEqual({
    ...{ id: '@a:b', algorithm: 'none', addresses: ['a@b.example email'] },
  });
  for (const wrong of ['a:b', '@a', 7, null, `@${'x'.repeat(300)}:b`, '@a b:c'])
    expect((await answers(['sha256'], wrong)).id).toBe(null);
});

test('CHAT-5.6 CHAT-7.25 whoever has no account gets an invitation by e-mail, through the homeserver', async () => {
  const { window, token } = await agreed('emil');
  const { roomId } = await window.call('createRoom', {
    ...{ requestId: requestId(), name: 'Plans', topic: null, direct: false },
    ...{ encrypted: false, public: false, invite: [] },
  });
  await window.call('inviteByEmail', { roomId, address: 'newcomer@mail.example' });
  const stored = identity.asked.find(({ path }) => path === '/store-invite');
  expect(stored).toMatchObject({
    authorized: true,
    body: {
      medium: 'email',
      address: 'newcomer@mail.example',
      room_id: roomId,
      room_name: 'Plans',
    },
  });
  const state = (await homeserver.request('GET', `/_matrix/client/v3/rooms/${roomId}/state`, {
    token,
  })) as { type: string; content: Record<string, unknown> }[];
  expect(state.find(({ type }) => type === 'm.room.third_party_invite')?.content).toMatchObject({
    display_name: 'n…@m…',
  });
}, 60_000);

test('new terms are shown before the server is asked anything else', async () => {
  const { window } = await agreed('frida');
  const before = identity.terms;
  identity.terms = {
    policies: {
      terms: { version: '3', en: { name: 'New terms', url: `${identity.url}/new.html` } },
    },
  };
  expect(await failed(window.call('findByEmail', { address: 'nils@mail.example' }))).toMatchObject({
    code: 'identity_terms',
  });
  const { asked } = await window.value('identity', {}, (state) => state.asked !== null);
  expect(asked?.terms).toEqual([{ name: 'New terms', url: `${identity.url}/new.html` }]);
  expect(paths()).not.toContain('POST /lookup');
  await window.call('agreeToIdentityServer', {});
  expect((await window.call('findByEmail', { address: 'none@mail.example' })).person).toBe(null);
  identity.terms = before;
}, 60_000);

test('CHAT-7.13 an identity server that is no longer wanted is removed from the account data by an empty object', async () => {
  const sent: string[] = [];
  const person = await agreed('gustav', (resource, init) => {
    const url = String(resource);
    if (url.endsWith('/m.identity_server')) sent.push(`${init?.method} ${String(init?.body)}`);
    return fetch(resource, init);
  });
  sent.length = 0;
  await person.window.call('leaveIdentityServer', {});
  await person.window.value('identity', {}, (state) => state.server === null);
  expect(sent).toEqual(['PUT {}']);
  // This server takes an empty object for none (MSC3391).
  await expect(accountData(person, 'm.identity_server')).rejects.toMatchObject({ status: 404 });
  expect(paths()).toEqual(['POST /account/logout']);
  expect(await failed(person.window.call('findByEmail', { address: 'a@b.example' }))).toMatchObject(
    {
      code: 'no_identity_server',
    },
  );
}, 60_000);

test.each<[string, string, () => { status: number; body: unknown }]>([
  ['a page', 'not_matrix', () => ({ status: 200, body: '<html>' })],
  ['a list', 'not_matrix', () => ({ status: 200, body: [] })],
  ['trouble', 'server_error', () => ({ status: 500, body: {} })],
  ['2 MB', 'server_error', () => ({ status: 200, body: { x: 'x'.repeat(2 * 1024 * 1024) } })],
])('what answers with %s is no identity server, and stays unused', async (_what, code, answer) => {
  const { window } = await signedIn(`hans${code.length}${_what.replace(/\W/g, '')}`.toLowerCase());
  identity.instead = answer;
  expect(await failed(window.call('chooseIdentityServer', { server: identity.url }))).toEqual({
    code,
    message: 'Identity server URL does not appear to be a valid identity server',
  });
  expect((await window.value('identity', {}, () => true)).asked).toBe(null);
});

test('an address that others could listen to is refused', async () => {
  const { window } = await signedIn('ida');
  for (const server of ['http://identity.example', 'ftp://identity.example', ' ', 'two words'])
    expect(await failed(window.call('chooseIdentityServer', { server }))).toMatchObject({
      code: 'unknown_server',
    });
});

test('terms are read in a language that there is; pages that are not https are none', () => {
  const page = (url: unknown, name: unknown = 'N') => ({ version: '1', en: { name, url } });
  const policies = {
    a: page('https://a.example/'),
    b: page('javascript:alert(1)'),
    c: page('http://c.example/'),
    d: page('https://d.example/', 7),
    e: { version: '1', fr: { name: 'Conditions', url: 'https://e.example/' } },
    f: null,
  };
  expect(termsIn({ policies }, ['en'])).toEqual([
    { name: 'N', url: 'https://a.example/' },
    { name: 'Conditions', url: 'https://e.example/' },
  ]);
  expect(termsIn({ policies: 'none' }, ['en'])).toEqual([]);
});
