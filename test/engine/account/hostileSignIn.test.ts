// Sign-in services and browsers that lie: what does not fit is refused in words, no code and no token leaves, nothing is signed in.
import { request } from 'node:http';
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { startDelegated, type SignInServers } from '../../homeserver/signInServers.cjs';
import { failureOf } from '../http/kit';
import { openWindow, type Window } from '../support';
import { answerFor, begin, browserAsked, failure, failureCode, signIn } from './browserKit';

let servers: SignInServers;
let proxy: FaultProxy;
let window: Window;
type Tokens = (real: () => Promise<Response>) => Response | Promise<Response>;
/** Paths of POST requests, without the query. */
let posted: string[] = [];
/** Answers in the place of the service's token address, when set. */
let tokens: Tokens | null = null;

const fetchAround: typeof fetch = (resource, init) => {
  const url = String(resource);
  if (init?.method === 'POST') posted.push(url);
  const real = (): Promise<Response> => fetch(resource, init);
  return tokens !== null && url === `${servers.serviceUrl}token`
    ? Promise.resolve(tokens(real))
    : real();
};

beforeAll(async () => {
  servers = await startDelegated();
  proxy = await startFaultProxy(servers.homeserver.baseUrl);
}, 120_000);
beforeEach(() => {
  posted = [];
  tokens = null;
  proxy.rules.clear();
  proxy.rules.add({ match: on('GET', '/.well-known'), status: 404 });
  window = openWindow({ deps: { fetch: fetchAround } });
});
afterEach(() => window.stop());
afterAll(async () => {
  await proxy.close();
  await servers.stop();
});

const exchanges = (): string[] => posted.filter((url) => url === `${servers.serviceUrl}token`);
const state = async (): Promise<string> => (await window.value('session', {}, () => true)).state;

type Document = Record<string, unknown>;
const without =
  (name: string) =>
  (document: Document): Document =>
    Object.fromEntries(Object.entries(document).filter(([key]) => key !== name));

test.each<[string, string, (document: Document) => Document]>([
  [
    'a token address of somebody else',
    'sign_in_untrusted',
    (d) => ({ ...d, token_endpoint: 'https://evil.example/token' }),
  ],
  [
    'a revocation address of somebody else',
    'sign_in_untrusted',
    (d) => ({ ...d, revocation_endpoint: 'http://127.0.0.1:9/revoke' }),
  ],
  [
    'a registration over plain http',
    'sign_in_untrusted',
    (d) => ({ ...d, registration_endpoint: 'http://evil.example/reg' }),
  ],
  [
    'everything over plain http',
    'sign_in_untrusted',
    (d) => JSON.parse(JSON.stringify(d).replaceAll('127.0.0.1', 'evil.example')) as Document,
  ],
  [
    'a page that is no web page',
    'sign_in_untrusted',
    (d) => ({ ...d, authorization_endpoint: 'file:///etc/passwd' }),
  ],
  ['no place to revoke', 'sign_in_untrusted', without('revocation_endpoint')],
  ['no registration', 'sign_in_unsupported', without('registration_endpoint')],
  [
    'no S256',
    'sign_in_unsupported',
    (d) => ({ ...d, code_challenge_methods_supported: ['plain'] }),
  ],
  ['no codes', 'sign_in_unsupported', (d) => ({ ...d, response_types_supported: ['token'] })],
])(
  'CALL-5.24 CALL-5.25 a service with %s is %s: nothing is sent there, nothing opened',
  async (_what, code, edit) => {
    proxy.rules.add({
      match: on('GET', '/auth_metadata'),
      edit: (document) => edit(document as Document),
    });
    let opened = 0;
    const close = window.main.value(
      'browser',
      {},
      (wish) => void (opened += wish === null ? 0 : 1),
    );
    expect(await failureOf(begin(window, proxy.url))).toMatchObject({ code });
    close();
    expect([posted, opened]).toEqual([[], 0]);
  },
);

test('CALL-8.22 CALL-8.26 what is missing is named: no service at all, no registration at the one there is', async () => {
  const rule = proxy.rules.add({
    match: on('GET', '/auth_metadata'),
    edit: (document) => without('registration_endpoint')(document as Document),
  });
  const noRegistration = await failureOf(begin(window, proxy.url));
  rule();
  proxy.rules.add({ match: on('GET', '/auth_metadata'), status: 404 });
  const noService = await failureOf(begin(window, proxy.url));
  expect([noRegistration['message'], noService['message']]).toEqual([
    'Dynamic registration not supported',
    'OIDC authentication not supported',
  ]);
});

test('a description that leads on and on, or never ends, counts as none', async () => {
  const rule = proxy.rules.add({
    match: on('GET', '/auth_metadata'),
    status: 302,
    headers: { location: '/_matrix/client/v1/auth_metadata' },
  });
  const found = await window.call('discoverServer', { server: proxy.url });
  expect(found).toMatchObject({ oauth: false, password: false });
  rule();
  proxy.rules.add({
    match: on('GET', '/auth_metadata'),
    status: 200,
    body: { issuer: servers.serviceUrl, padding: 'x'.repeat(2 * 1024 * 1024) },
  });
  await expect(window.call('discoverServer', { server: proxy.url })).resolves.toMatchObject({
    oauth: false,
  });
});

test('an answer with another state is refused and changes nothing; the right one still counts, once', async () => {
  const { back } = await answerFor(window, proxy.url, 'carol');
  const other = new URL(back);
  other.searchParams.set('state', 'guessed1');
  const refused = await fetch(other);
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining('does not belong to the sign-in'),
  ]);
  await window.value(
    'browserSignIn',
    {},
    (one) => one.state === 'waiting' && one.note === 'foreign',
  );
  expect(exchanges()).toEqual([]);
  expect((await fetch(back)).status).toBe(200);
  await window.value('session', {}, (session) => session.state === 'signed_in');
  await expect(fetch(back)).rejects.toThrow('fetch failed');
  expect(exchanges()).toHaveLength(1);
});

test('who guesses on ends the attempt', async () => {
  const { back } = await answerFor(window, proxy.url, 'carol');
  const guess = new URL(back);
  for (let number = 0; number < 20; number += 1) {
    guess.searchParams.set('state', `guess${number}`);
    await fetch(guess);
  }
  expect(await failureCode(window)).toBe('sign_in_untrusted');
  await expect(fetch(back)).rejects.toThrow('fetch failed');
  expect([exchanges(), await state()]).toEqual([[], 'signed_out']);
});

test('a page of another host that leads to this computer hears nothing', async () => {
  const { back } = await answerFor(window, proxy.url, 'carol');
  const { port, pathname, search } = new URL(back);
  const status = await new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path: pathname + search, agent: false };
    request({ ...options, headers: { host: `evil.example:${port}` } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
  expect([status, exchanges()]).toEqual([404, []]);
  const post = await fetch(back, { method: 'POST' });
  const elsewhere = await fetch(new URL('/', back));
  expect([post.status, elsewhere.status, await state()]).toEqual([404, 404, 'signed_out']);
});

test.each<[string, string, (answer: URLSearchParams) => void]>([
  [
    'of another issuer',
    'sign_in_untrusted',
    (answer) => answer.set('iss', 'https://evil.example/'),
  ],
  ['without its issuer', 'sign_in_untrusted', (answer) => answer.delete('iss')],
  ['with two codes', 'sign_in_untrusted', (answer) => answer.append('code', 'second')],
  ['that says no', 'sign_in_refused', (answer) => answer.set('error', 'access_denied')],
])('an answer %s is %s, and its code goes nowhere', async (_what, code, change) => {
  const back = new URL((await answerFor(window, proxy.url, 'carol')).back);
  change(back.searchParams);
  await fetch(back);
  expect(await failureCode(window)).toBe(code);
  expect([exchanges(), await state()]).toEqual([[], 'signed_out']);
});

test('a code that is made up, or was used before, is refused', async () => {
  const first = await answerFor(window, proxy.url, 'carol');
  const back = new URL(first.back);
  back.searchParams.set('code', 'made up');
  await fetch(back);
  expect(await failureCode(window)).toBe('sign_in_refused');

  const codes: string[] = [];
  const { back: used } = await answerFor(window, proxy.url, 'carol');
  codes.push(new URL(used).searchParams.get('code') ?? '');
  const { back: last } = await answerFor(window, proxy.url, 'carol');
  const mixed = new URL(last);
  mixed.searchParams.set('code', codes[0] ?? '');
  await fetch(mixed);
  expect(await failureCode(window)).toBe('sign_in_refused');
  expect(await state()).toBe('signed_out');
});

type Answer = Record<string, unknown>;
/** The service's real tokens, changed. */
const changed =
  (change: (answer: Answer) => Answer) =>
  async (real: () => Promise<Response>): Promise<Response> =>
    Response.json(change((await (await real()).json()) as Answer));

/** The ID token with the service's signature and changed claims. */
const signed = (answer: Answer, change: Answer): Answer => {
  const [head = '', body = '', signature = ''] = String(answer['id_token']).split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Answer;
  const text = Buffer.from(JSON.stringify({ ...claims, ...change })).toString('base64url');
  return { ...answer, id_token: [head, text, signature].join('.') };
};

test.each<[string, string, string, Tokens]>([
  [
    'of another kind',
    'sign_in_untrusted',
    'Invalid bearer token response',
    changed((a) => ({ ...a, token_type: 'mac' })),
  ],
  [
    'without a refresh token',
    'sign_in_untrusted',
    'Invalid bearer token response',
    changed(({ refresh_token: _, ...a }) => a),
  ],
  [
    'whose end is no number',
    'sign_in_untrusted',
    'Invalid bearer token response',
    changed((a) => ({ ...a, expires_in: 'soon' })),
  ],
  [
    'for another nonce',
    'sign_in_untrusted',
    'Invalid ID token',
    changed((a) => signed(a, { nonce: 'another1' })),
  ],
  [
    'of another issuer',
    'sign_in_untrusted',
    'Invalid ID token',
    changed((a) => signed(a, { iss: 'https://evil.example/' })),
  ],
  [
    'for another client',
    'sign_in_untrusted',
    'Invalid ID token',
    changed((a) => signed(a, { aud: 'another' })),
  ],
  [
    'that were over long ago',
    'sign_in_untrusted',
    'Invalid ID token',
    changed((a) => signed(a, { exp: 1_000_000 })),
  ],
  [
    'without saying who it is',
    'sign_in_untrusted',
    'Invalid bearer token response',
    changed(({ id_token: _, ...a }) => a),
  ],
  [
    'that are elsewhere',
    'sign_in_untrusted',
    'Invalid bearer token response',
    () => Response.redirect('https://evil.example/token', 307),
  ],
  [
    'of 50 MB',
    'server_error',
    'Failed to exchange code for token',
    () => new Response('x'.repeat(50 * 1024 * 1024)),
  ],
  [
    'that nobody can read',
    'sign_in_untrusted',
    'Invalid bearer token response',
    () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
  ],
])(
  'CALL-5.26 CALL-5.27 tokens %s are %s: nobody is signed in',
  async (_what, code, message, answer) => {
    tokens = answer;
    const { back } = await answerFor(window, proxy.url, 'carol');
    posted = [];
    await fetch(back);
    expect(await failure(window)).toEqual({ code, message });
    expect(await state()).toBe('signed_out');
    expect(new Set(posted)).toEqual(new Set([`${servers.serviceUrl}token`]));
  },
);

test.each<[string, string, Tokens]>([
  ['does not answer', 'offline', () => Promise.reject(new TypeError('fetch failed'))],
  ['is broken', 'server_error', () => new Response('<html>', { status: 502 })],
  ['refuses in words of its own', 'sign_in_refused', () => new Response('no', { status: 403 })],
  ['says no', 'sign_in_refused', () => Response.json({ error: 'invalid_grant' }, { status: 400 })],
])('CALL-8.28 an exchange at a service that %s is %s', async (_what, code, answer) => {
  tokens = answer;
  const { back } = await answerFor(window, proxy.url, 'carol');
  await fetch(back);
  expect(await failure(window)).toEqual({ code, message: 'Failed to exchange code for token' });
  expect(await state()).toBe('signed_out');
});

test.each([
  ['503', { status: 503 }],
  ['no answer', { cut: 'before-forward' }],
] as const)(
  'CALL-8.24 a service whose description ends in %s is not signed in at',
  async (_what, how) => {
    proxy.rules.add({ match: on('GET', '/auth_metadata'), ...how });
    expect(await failureOf(begin(window, proxy.url))).toMatchObject({
      message: 'Something went wrong with OIDC discovery',
      retryable: true,
    });
    expect(posted).toEqual([]);
  },
);

test('tokens of another device than the one that was asked for are given back', async () => {
  proxy.rules.add({
    match: on('GET', '/account/whoami'),
    edit: (answer) => ({ ...(answer as Answer), device_id: 'SOMEBODYS' }),
  });
  const { back } = await answerFor(window, proxy.url, 'carol');
  await fetch(back);
  expect(await failureCode(window)).toBe('sign_in_untrusted');
  expect(posted.at(-1)).toBe(`${servers.serviceUrl}token/revocation`);
  expect(await state()).toBe('signed_out');
});

test('what was cancelled stays so: the browser finds nobody, and the next attempt is a new one', async () => {
  const { back } = await answerFor(window, proxy.url, 'carol');
  await window.call('cancelBrowserSignIn', {});
  await expect(fetch(back)).rejects.toThrow('fetch failed');
  await window.call('openBrowserAgain', {});
  expect(await window.value('browserSignIn', {}, () => true)).toEqual({ state: 'idle' });
  await signIn(window, proxy.url, 'carol');
  expect(await state()).toBe('signed_in');
});

test('when there is no browser to open it is said, and opening again is a new turn', async () => {
  await begin(window, proxy.url);
  const { turn, url } = await browserAsked(window);
  await window.main.call('browserNotOpened', { turn });
  await window.value(
    'browserSignIn',
    {},
    (one) => one.state === 'waiting' && one.note === 'not_opened',
  );
  await window.call('openBrowserAgain', {});
  expect(await browserAsked(window)).toEqual({ turn: turn + 1, url, place: 'browser' });
  expect(await window.value('browserSignIn', {}, () => true)).toEqual({
    state: 'waiting',
    note: null,
  });
});
