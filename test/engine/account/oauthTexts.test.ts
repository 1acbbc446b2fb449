// OAuth 2.0 sign-in without a server: required metadata, requests, and the error texts of the specifications.
import { ownPages, register } from '#engine/account/browser/client';
import {
  authServiceOf,
  newAttempt,
  refreshAtService,
  storedOauth,
} from '#engine/account/browser/oauth';
import { systemClock } from '#engine/base/clock';
import type { Clock } from '#engine/base/types';
import { AppFailure } from '#contract/wire/errors';

const origin = 'https://auth.example';
const description = {
  issuer: `${origin}/`,
  authorization_endpoint: `${origin}/authorize`,
  token_endpoint: `${origin}/token`,
  revocation_endpoint: `${origin}/revoke`,
  registration_endpoint: `${origin}/register`,
  response_types_supported: ['code'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
};
const service = authServiceOf(description, true);

async function said(work: () => unknown): Promise<unknown> {
  try {
    await work();
    return null;
  } catch (thrown) {
    return thrown instanceof AppFailure ? thrown.error.message : thrown;
  }
}

const answering = (answer: () => Response, clock: Clock = systemClock()) => {
  const sent: [string, string][] = [];
  const fetch = (async (url: string, init?: RequestInit) => {
    sent.push([url, String(init?.body)]);
    return answer();
  }) as typeof globalThis.fetch;
  return { sent, deps: { fetch, clock } };
};

test.each([
  ['issuer', 'no address'],
  ['issuer', undefined],
  ['authorization_endpoint', 'http://evil.example/authorize'],
  ['token_endpoint', undefined],
  ['revocation_endpoint', undefined],
])('CALL-8.23 a service whose %s is %s is misconfigured', async (name, value) => {
  const text = await said(() => authServiceOf({ ...description, [name]: value }, true));
  expect(text).toBe('OIDC is misconfigured');
});

test.each([
  ['response_types_supported', ['token']],
  ['response_types_supported', undefined],
  ['grant_types_supported', ['refresh_token']],
  ['code_challenge_methods_supported', ['plain']],
])('CALL-8.25 a service whose %s are %j lacks what is required', async (name, value) => {
  const text = await said(() => authServiceOf({ ...description, [name]: value }, true));
  expect(text).toBe('Configured OIDC OP does not support required functions');
});

test('CALL-5.29 the name of the client is read from the answer; one without a name is refused', async () => {
  const good = answering(() => Response.json({ client_id: 'client 7' }, { status: 201 }));
  expect(await register(good.deps, service)).toBe('client 7');
  const bad = answering(() => Response.json({ client_name: 'Trellis' }, { status: 201 }));
  expect(await said(() => register(bad.deps, service))).toBe(
    'Dynamic registration invalid response',
  );
});

test.each([
  ['status 400', () => Response.json({ error: 'invalid_client_metadata' }, { status: 400 })],
  ['status 500', () => new Response('', { status: 500 })],
  [
    'no connection',
    () => {
      throw new TypeError('fetch failed');
    },
  ],
])('CALL-8.27 a registration that ends with %s has failed', async (_what, answer) => {
  const { deps } = answering(answer);
  expect(await said(() => register(deps, service))).toBe('Dynamic registration failed');
});

test('CALL-5.28 a registration names pages of the own host and below it only', async () => {
  const client_uri = 'https://client.example/';
  const own = {
    logo_uri: 'https://cdn.client.example/logo.png',
    policy_uri: 'https://client.example/policy',
  };
  expect(ownPages({ client_uri, ...own, tos_uri: 'https://evilclient.example/tos' })).toEqual({
    ...{ client_uri, ...own },
  });
  for (const foreign of ['https://example/x', 'http://client.example/x', 'no address', ''])
    expect(ownPages({ client_uri, logo_uri: foreign })).toEqual({ client_uri });
  const { deps, sent } = answering(() => Response.json({ client_id: 'client' }, { status: 201 }));
  await register(deps, service, [], { client_uri, ...own, tos_uri: 'https://client.example.org/' });
  const [[, body = ''] = []] = sent;
  expect(JSON.parse(body)).toMatchObject({ client_uri, ...own });
  expect(body).not.toContain('tos_uri');
});

test('CALL-9.28 the verifier of each attempt has 64 random characters', () => {
  const verifiers = Array.from(
    { length: 50 },
    () => newAttempt(service, 'client', `${origin}/callback`).verifier,
  );
  for (const verifier of verifiers) expect(verifier).toMatch(/^[A-Za-z0-9]{64}$/);
  expect(new Set(verifiers).size).toBe(50);
});

test('CALL-7.22 the refresh token is sent to the service, which has 300 s to answer', async () => {
  const waits: number[] = [];
  const clock: Clock = {
    ...systemClock(),
    setTimeout: (_work, ms) => {
      waits.push(ms);
      return () => undefined;
    },
  };
  const tokens = { token_type: 'bearer', access_token: 'a2', refresh_token: 'r2', expires_in: 60 };
  const { deps, sent } = answering(() => Response.json(tokens), clock);
  const stored = storedOauth({ service, clientId: 'client' });
  expect(await refreshAtService(deps, stored, 'r1')).toMatchObject({
    accessToken: 'a2',
    refreshToken: 'r2',
  });
  const [[url = '', body = ''] = []] = sent;
  expect(url).toBe(`${origin}/token`);
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
    ...{ grant_type: 'refresh_token', refresh_token: 'r1', client_id: 'client' },
  });
  expect(waits).toEqual([300_000]);
});
