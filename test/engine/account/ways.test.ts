// Sign-in methods that a homeserver offers, read from scripted answers.
import { readSignInWays, ssoUrl } from '#engine/account/ways';
import { signInAt } from '#engine/account/signIn';
import { systemClock } from '#engine/base/clock';
import { silentLog } from '../../support/silentLog';

const base = 'https://matrix.example';

type Answers = Readonly<Record<string, unknown>>;

/** Answers by the end of the path; anything else is not there. */
const answering = (answers: Answers, asked: string[] = []) => ({
  clock: systemClock(),
  log: silentLog,
  fetch: ((resource: unknown) => {
    const { pathname } = new URL(String(resource));
    asked.push(pathname);
    const known = Object.keys(answers).find((end) => pathname.endsWith(end));
    const body = known === undefined ? { errcode: 'M_UNRECOGNIZED' } : answers[known];
    return Promise.resolve(Response.json(body, { status: known === undefined ? 404 : 200 }));
  }) as typeof fetch,
});

const login = (...flows: unknown[]): Answers => ({ '/v3/login': { flows } });
const nothing = { oauth: false, create: false, device: false, sso: [], password: false };
const unnamed = { id: null, name: null, icon: null };

test.each<[string, Answers, object]>([
  ['nothing that we know', login({ type: 'org.example' }), nothing],
  ['no list at all', { '/v3/login': 'yes' }, nothing],
  ['passwords', login({ type: 'm.login.password' }), { ...nothing, password: true }],
  ['CAS alone', login({ type: 'm.login.cas' }), { ...nothing, sso: [{ kind: 'cas', ...unnamed }] }],
  [
    'single sign-on without names',
    login({ type: 'm.login.sso' }, { type: 'm.login.cas' }),
    { ...nothing, sso: [{ kind: 'sso', ...unnamed }] },
  ],
  [
    'providers, of which some are nonsense',
    login({
      type: 'm.login.sso',
      identity_providers: [
        { id: 'oidc-uni', name: ' University ', icon: 'mxc://a/b' },
        { id: 'x', icon: 'https://evil.example/track.png' },
        { name: 'without id' },
        'text',
      ],
    }),
    {
      ...nothing,
      sso: [
        { kind: 'sso', id: 'oidc-uni', name: 'University', icon: 'mxc://a/b' },
        { kind: 'sso', id: 'x', name: null, icon: null },
      ],
    },
  ],
  [
    'a service at the early address, beside the old flows',
    {
      ...login({ type: 'm.login.sso' }, { type: 'm.login.password' }),
      '/org.matrix.msc2965/auth_metadata': { issuer: 'https://auth.example/' },
    },
    { ...nothing, oauth: true, password: true },
  ],
])('CHAT-7.52 a server with %s', async (_what, answers, ways) => {
  expect(await readSignInWays(answering(answers), base)).toEqual(ways);
});

test('the description of the service is asked for at its final address, then at the early one', async () => {
  const asked: string[] = [];
  await readSignInWays(answering({}, asked), base);
  expect(asked.filter((path) => path.endsWith('auth_metadata'))).toEqual([
    '/_matrix/client/v1/auth_metadata',
    '/_matrix/client/unstable/org.matrix.msc2965/auth_metadata',
  ]);
});

test('a server that does not answer is not one without ways', async () => {
  const silent = { ...answering({}), fetch: () => Promise.reject(new TypeError('fetch failed')) };
  await expect(readSignInWays(silent, base)).rejects.toMatchObject({ error: { code: 'offline' } });
});

test('CHAT-2.1 a single sign-on begins at its own address, with the provider and the way back', () => {
  const back = 'http://127.0.0.1:4000/callback?state=abc';
  expect([
    ssoUrl(base, { kind: 'sso', id: 'oidc/uni' }, back),
    ssoUrl(base, { kind: 'cas', id: null }, back),
  ]).toEqual([
    `${base}/_matrix/client/v3/login/sso/redirect/oidc%2Funi?redirectUrl=${encodeURIComponent(back)}`,
    `${base}/_matrix/client/v3/login/cas/redirect?redirectUrl=${encodeURIComponent(back)}`,
  ]);
});

test.each([
  ['mara', { type: 'm.id.user', user: 'mara' }],
  ['@mara:matrix.example', { type: 'm.id.user', user: '@mara:matrix.example' }],
  ['mara@mail.example', { type: 'm.id.thirdparty', medium: 'email', address: 'mara@mail.example' }],
  ['+46 (70) 123-45.67', { type: 'm.id.thirdparty', medium: 'msisdn', address: '46701234567' }],
  ['007', { type: 'm.id.user', user: '007' }],
])('%s with a password is understood as what it looks like', async (user, identifier) => {
  const sent: unknown[] = [];
  const deps = {
    ...answering({}),
    fetch: ((_url: unknown, init?: RequestInit) => {
      sent.push((JSON.parse(String(init?.body)) as Record<string, unknown>)['identifier']);
      return Promise.resolve(Response.json({}, { status: 403 }));
    }) as typeof fetch,
  };
  const who = { user, password: 'pw', deviceName: 'Desk', deviceId: null };
  await expect(signInAt(deps, base, who)).rejects.toThrow();
  expect(sent).toEqual([identifier]);
});
