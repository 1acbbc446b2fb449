// Requests against a real Synapse; what it would not do by itself comes from the fault proxy.
import { parseRetryAfter } from '#engine/http/errors';
import { path } from '#engine/http/url';
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import {
  startHomeserver,
  type Credentials,
  type Homeserver,
} from '../../homeserver/homeserver.cjs';
import { failureOf, httpKit } from './kit';

let server: Homeserver;
let proxy: FaultProxy;
let alice: Credentials;

beforeAll(async () => {
  server = await startHomeserver();
  proxy = await startFaultProxy(server.baseUrl);
  alice = await server.registerUser({ username: 'alice', password: 'pw' });
}, 120_000);

afterEach(() => proxy.rules.clear());

afterAll(async () => {
  await proxy.close();
  await server.stop();
});

const whoami = { method: 'GET', path: '/account/whoami', retry: 'none' } as const;
const asked = () => proxy.log.filter((entry) => entry.path.endsWith('/account/whoami')).length;

describe('errors', () => {
  test('CHAT-8.1 a server error carries errcode and status and its text', async () => {
    const { http } = httpKit(proxy.url, alice);
    const error = await failureOf(
      http.request({
        method: 'GET',
        path: path`/directory/room/${'#no:localhost'}`,
        retry: 'none',
      }),
    );
    expect(error).toMatchObject({
      code: 'not_found',
      message: `MatrixError: [404] Room alias #no:localhost not found (${proxy.url}/_matrix/client/v3/directory/room/%23no%3Alocalhost)`,
      data: { status: 404, errcode: 'M_NOT_FOUND' },
    });
  });

  test('CHAT-8.2 an error that is not JSON tells its status, a text its text too', async () => {
    const { http } = httpKit(proxy.url, alice);
    const page = {
      status: 502,
      body: '<html>',
      headers: { 'content-type': 'text/html' },
      times: 1,
    };
    const text = { status: 503, body: 'busy', headers: { 'content-type': 'text/plain' }, times: 1 };
    proxy.rules.add({ match: on('GET', '/whoami'), ...page });
    const first = await failureOf(http.request(whoami));
    proxy.rules.add({ match: on('GET', '/whoami'), ...text });
    const second = await failureOf(http.request(whoami));
    expect([first['message'], second['message']]).toEqual([
      'Server returned 502 error',
      'Server returned 503 error: busy',
    ]);
    expect(first).toMatchObject({ code: 'server_error', data: { status: 502, errcode: null } });
  });

  test('an unreachable server is told from one that answers', async () => {
    const { http } = httpKit(proxy.url, alice);
    await proxy.setDown(true);
    const error = await failureOf(http.request(whoami));
    await proxy.setDown(false);
    expect(error).toMatchObject({ code: 'offline', retryable: true, data: { status: null } });
  });

  test('a demand for consent is told with its address', async () => {
    const { http, consent } = httpKit(proxy.url, alice);
    const body = { errcode: 'M_CONSENT_NOT_GIVEN', error: 'Agree', consent_uri: 'https://e/c' };
    proxy.rules.add({ match: on('GET', '/whoami'), status: 403, body, times: 1 });
    await failureOf(http.request(whoami));
    expect(consent).toEqual(['https://e/c']);
  });

  test('CHAT-5.22 a request cannot ask for JSON and for bytes', async () => {
    const { http } = httpKit(proxy.url, alice);
    const error = await failureOf(http.request({ ...whoami, json: true, rawResponseBody: true }));
    expect(error).toMatchObject({ code: 'bad_request' });
  });

  test('CHAT-5.21 Retry-After is seconds or an HTTP date, anything else is an error', () => {
    const now = Date.UTC(2026, 0, 1, 12);
    const read = (header: string) => parseRetryAfter(header, now);
    expect([
      read('120'),
      read('0'),
      read('Thu, 01 Jan 2026 12:01:00 GMT'),
      read('Thu, 01 Jan 2026 11:00:00 GMT'),
    ]).toEqual([120_000, 0, 60_000, 0]);
    for (const header of ['', '-1', '1.5', 'soon', '10 s']) {
      expect(() => read(header)).toThrow('not a non-negative integer');
    }
  });

  test('the page of a captive portal is no answer of the server', async () => {
    const { http } = httpKit(proxy.url, alice);
    proxy.rules.add({ match: on('GET', '/whoami'), status: 200, body: '<html>', times: 1 });
    const page = await failureOf(http.request(whoami));
    const headers = { location: 'https://evil.example/' };
    proxy.rules.add({ match: on('GET', '/whoami'), status: 302, headers, times: 1 });
    const redirect = await failureOf(http.request(whoami));
    expect([page, redirect]).toMatchObject([
      { code: 'not_matrix', data: { status: null } },
      { code: 'not_matrix', data: { status: null } },
    ]);
  });
});

describe('where tokens go', () => {
  test('CHAT-7.1 calls carry the token in a header and nowhere else', async () => {
    const seen: { url: string; authorization: string | null }[] = [];
    const fetch: typeof globalThis.fetch = (resource, init) => {
      const authorization = new Headers(init?.headers).get('authorization');
      seen.push({ url: String(resource), authorization });
      return globalThis.fetch(resource, init);
    };
    const { http } = httpKit(proxy.url, alice, { fetch });
    expect(await http.request(whoami)).toMatchObject({ user_id: alice.userId });
    const url = `${proxy.url}/_matrix/client/v3/account/whoami`;
    expect(seen).toEqual([{ url, authorization: `Bearer ${alice.accessToken}` }]);
  });

  test('the fetch for the SDK gives the token to the homeserver only', async () => {
    const elsewhere = await startFaultProxy(server.baseUrl);
    const { http } = httpKit(proxy.url, alice);
    const init = { headers: { Authorization: 'Bearer outdated' } };
    const suffix = '/_matrix/client/v3/account/whoami';
    const home = await http.fetchFn(`${proxy.url}${suffix}`, init);
    const other = await http.fetchFn(`${elsewhere.url}${suffix}`, init);
    await elsewhere.close();
    expect([home.status, other.status]).toEqual([200, 401]);
  });
});

describe('retries', () => {
  const limited = (body: object, headers: Record<string, string> = {}) => ({
    match: on('GET', '/whoami'),
    status: 429,
    body: { errcode: 'M_LIMIT_EXCEEDED', error: 'slow', ...body },
    headers,
    times: 1,
  });

  test('CHAT-8.5 a rate limit is waited out: retry_after_ms, then the header, then 5 s', async () => {
    const { http, clock } = httpKit(proxy.url, alice);
    proxy.rules.add(limited({ retry_after_ms: 1234 }, { 'retry-after': '7' }));
    proxy.rules.add(limited({}, { 'retry-after': '7' }));
    proxy.rules.add(limited({ errcode: 'M_OTHER' }));
    const answer = http.request({ ...whoami, retry: 'limited' });
    expect([await clock.pass(1234), await clock.pass(7000), await clock.pass(5000)]).toHaveLength(
      3,
    );
    await expect(answer).resolves.toMatchObject({ user_id: alice.userId });
  });

  test('CHAT-8.5 after ten retries a rate limit is an error', async () => {
    const { http, clock } = httpKit(proxy.url, alice);
    const before = asked();
    proxy.rules.add({ ...limited({ retry_after_ms: 10 }), times: 100 });
    const error = failureOf(http.request({ ...whoami, retry: 'limited' }));
    for (let i = 0; i < 10; i += 1) await clock.pass(10);
    expect(await error).toMatchObject({ code: 'rate_limited', retryAfterMs: 10 });
    expect(asked() - before).toBe(11);
  });

  test('CHAT-8.13 CHAT-9.9 a safe request is repeated every 3 s, ten times, an abort at once', async () => {
    const { http, clock } = httpKit(proxy.url, alice);
    const before = asked();
    proxy.rules.add({ match: on('GET', '/whoami'), status: 500, times: 1 });
    proxy.rules.add({ match: on('GET', '/whoami'), cut: 'before-headers', times: 1 });
    const third = on('GET', '/whoami');
    const late = proxy.hold((m, p) => third(m, p) && asked() - before === 3, 'after-answer');
    const answer = http.request({ ...whoami, retry: 'safe', timeoutMs: 20_000 });
    await clock.pass(3000);
    await clock.pass(3000);
    await late.reached;
    clock.advance(20_000);
    expect(await clock.pass(0)).toBe(0);
    late.release();
    await expect(answer).resolves.toMatchObject({ user_id: alice.userId });
    proxy.rules.add({ match: on('GET', '/whoami'), status: 503 });
    const error = failureOf(http.request({ ...whoami, retry: 'safe' }));
    for (let i = 0; i < 10; i += 1) await clock.pass(3000);
    expect(await error).toMatchObject({ code: 'server_error' });
    expect(asked() - before).toBe(4 + 11);
  });

  test('CHAT-8.6 CHAT-9.8 queued events are retried after 2, 4, 8 and 16 s, too large ones never', async () => {
    const { http, clock } = httpKit(proxy.url, alice);
    proxy.rules.add({ match: on('GET', '/whoami'), status: 500, times: 5 });
    const error = failureOf(http.request({ ...whoami, retry: 'outbox' }));
    const waits = [];
    for (const ms of [2000, 4000, 8000, 16_000]) waits.push(await clock.pass(ms));
    expect(await error).toMatchObject({ code: 'server_error' });
    const before = asked();
    const body = { errcode: 'M_TOO_LARGE', error: 'big' };
    proxy.rules.add({ match: on('GET', '/whoami'), status: 413, body });
    for (const retry of ['limited', 'safe', 'outbox'] as const) {
      expect(await failureOf(http.request({ ...whoami, retry }))).toMatchObject({
        code: 'too_large',
      });
    }
    expect(asked() - before).toBe(3);
  });
});
