// Finding a homeserver: what the documents say, against a real Synapse; a small web server of the test holds `.well-known` documents.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanUrl, discover, discoverFrom } from '#engine/account/discovery';
import { addressOf, findServer } from '#engine/account/server';
import { systemClock } from '#engine/base/clock';
import { startFaultProxy, on, type FaultProxy } from '../../faults/faultProxy';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { freePort } from '../../homeserver/freePort.cjs';
import { failureOf } from '../http/kit';
import { createTestClock } from '../http/testClock';

let server: Homeserver;
let proxy: FaultProxy;
let web: Server;
let domain: string;
let answer: { status: number; body: string };
const deps = { fetch: globalThis.fetch, clock: systemClock() };

beforeAll(async () => {
  server = await startHomeserver();
  proxy = await startFaultProxy(server.baseUrl);
  web = createServer((request, response) => {
    const known = request.url === '/.well-known/matrix/client';
    response.writeHead(known ? answer.status : 404);
    response.end(known ? answer.body : '');
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  domain = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
}, 120_000);

afterEach(() => proxy.rules.clear());

afterAll(async () => {
  web.close();
  await proxy.close();
  await server.stop();
});

const wellKnown = (document: unknown, status = 200) => {
  answer = { status, body: typeof document === 'string' ? document : JSON.stringify(document) };
  return discover(deps, domain);
};
const homeserver = async (document: unknown, status = 200) => {
  const { state, error } = (await wellKnown(document, status)).homeserver;
  return `${state} ${error ?? ''}`.trim();
};
const good = () => ({ 'm.homeserver': { base_url: `${proxy.url}/` } });

test('CALL-3.11 CALL-7.1 CALL-7.2 a document that names a homeserver is a success', async () => {
  const versions = () => proxy.log.filter((entry) => entry.path === '/_matrix/client/versions');
  const before = versions().length;
  expect(await wellKnown(good())).toEqual({
    homeserver: { state: 'SUCCESS', error: null, baseUrl: proxy.url },
    identityServer: { state: 'PROMPT', error: null, baseUrl: null },
    failure: null,
  });
  expect(versions().length - before).toBe(1);
});

test('CALL-8.19 CALL-8.20 CALL-8.15 a missing, a broken and an unreachable document are told apart', async () => {
  const free = await freePort();
  const nowhere = await discover(deps, `http://127.0.0.1:${free}`);
  expect([
    await homeserver('', 404),
    await homeserver('<html>'),
    await homeserver('', 500),
    `${nowhere.homeserver.state} ${nowhere.homeserver.error}`,
  ]).toEqual([
    'PROMPT No .well-known JSON file found',
    'FAIL_PROMPT Invalid JSON',
    'FAIL_PROMPT Failed to get autodiscovery configuration from server',
    'FAIL_PROMPT Failed to get autodiscovery configuration from server',
  ]);
});

test('CALL-8.14 CALL-8.16 CALL-4.39 a document that names no usable homeserver', async () => {
  expect([
    await homeserver({}),
    await homeserver([]),
    await homeserver({ 'm.homeserver': 'x' }),
    await homeserver({ 'm.homeserver': {} }),
    await homeserver({ 'm.homeserver': { base_url: 'ftp://x' } }),
    await homeserver({ 'm.homeserver': { base_url: domain } }),
  ]).toEqual([
    'FAIL_PROMPT Invalid homeserver discovery response',
    'FAIL_PROMPT Invalid homeserver discovery response',
    'FAIL_PROMPT Invalid homeserver discovery response',
    'FAIL_PROMPT Invalid base_url for m.homeserver',
    'FAIL_ERROR Invalid base_url for m.homeserver',
    'FAIL_ERROR Homeserver URL does not appear to be a valid Matrix homeserver',
  ]);
});

test('CALL-5.31 CALL-8.21 some version v1.1 or later has to be there', async () => {
  const with_ = async (versions: unknown) => {
    const remove = proxy.rules.add({
      match: on('GET', '/versions'),
      status: 200,
      body: { versions },
    });
    const text = await homeserver(good());
    remove();
    return text;
  };
  const old = 'FAIL_ERROR The homeserver does not meet the version requirements';
  expect([
    await with_(['r0.6.1', 'v1.1']),
    await with_(['v1.23']),
    await with_(['r0.6.1', 'v1.0', 'v2.1', 5]),
    await with_([]),
    await with_('v1.1'),
  ]).toEqual([
    'SUCCESS',
    'SUCCESS',
    old,
    old,
    'FAIL_ERROR Homeserver URL does not appear to be a valid Matrix homeserver',
  ]);
});

test('CALL-8.17 CALL-8.18 CALL-7.3 a wrong identity server fails on its part only', async () => {
  const identity = async (entry: unknown) => {
    const found = await discoverFrom(deps, { ...good(), 'm.identity_server': entry });
    expect(found.homeserver.state).toBe('SUCCESS');
    return `${found.identityServer.state} ${found.identityServer.error ?? ''}`.trim();
  };
  proxy.rules.add({ match: on('GET', '/_matrix/identity/v2'), status: 200, body: {} });
  expect([
    await identity({ base_url: proxy.url }),
    await identity({ base_url: server.baseUrl }),
    await identity({ base_url: 'nothing' }),
    await identity({}),
    await identity('x'),
  ]).toEqual([
    'SUCCESS',
    'FAIL_PROMPT Identity server URL does not appear to be a valid identity server',
    'FAIL_PROMPT Invalid base_url for m.identity_server',
    'FAIL_PROMPT Invalid base_url for m.identity_server',
    'FAIL_PROMPT Invalid identity server discovery response',
  ]);
});

test('CALL-5.30 addresses are https, or http of this computer, with a host and without slashes at the end', () => {
  const texts = [
    'https://a.b//',
    'http://127.0.0.1:8/x/',
    'http://a:8/x/',
    'http://localhost.evil/',
    'ftp://a',
    'https://',
    'a.b',
    '',
    5,
    null,
  ];
  expect(texts.map(cleanUrl)).toEqual([
    'https://a.b',
    'http://127.0.0.1:8/x',
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});

test('CALL-7.1 the document is waited for 5 s', async () => {
  const clock = createTestClock();
  const hold = proxy.hold(on('GET', '/.well-known/matrix/client'), 'before-forward');
  const found = discover({ fetch: globalThis.fetch, clock }, proxy.url);
  await hold.reached;
  await clock.pass(5000);
  expect((await found).homeserver.state).toBe('FAIL_PROMPT');
  hold.drop();
});

test('CALL-1.3 the server of a person is found by the domain of the user id', async () => {
  answer = { status: 200, body: JSON.stringify(good()) };
  const host = new URL(domain).host;
  expect(await findServer(deps, `@alice:${host}`)).toEqual({
    serverName: host,
    identityServer: null,
    baseUrl: proxy.url,
    oauth: false,
    create: false,
    device: false,
    sso: [],
    password: true,
  });
});

test('no password goes over http to another computer, and no redirect leads there', async () => {
  const asked: string[] = [];
  const answering = (location: string | null): typeof deps => ({
    ...deps,
    fetch: (url) => {
      asked.push(String(url));
      const headers: Record<string, string> = location === null ? {} : { location };
      return Promise.resolve(
        new Response('{}', { status: location === null ? 200 : 302, headers }),
      );
    },
  });
  await expect(findServer(answering(null), 'http://example.org')).rejects.toMatchObject({
    error: { code: 'insecure_server' },
  });
  expect(asked).toEqual([]);
  await discover(answering('http://example.org/elsewhere'), 'https://example.org');
  expect(asked).toEqual(['https://example.org/.well-known/matrix/client']);
});

test('what a person may type as a server', () => {
  expect(
    [
      'example.org',
      ' https://example.org/ ',
      'localhost:8008',
      '@a:[::1]:8',
      'a b',
      '',
      'x://y',
    ].map((typed) => addressOf(typed)?.origin ?? null),
  ).toEqual([
    'https://example.org',
    'https://example.org',
    'http://localhost:8008',
    'http://[::1]:8',
    null,
    null,
    null,
  ]);
});

test('the address itself serves where there is no document; else the error says what is wrong', async () => {
  answer = { status: 404, body: '' };
  const free = await freePort();
  const host = (url: string) => new URL(url).host;
  proxy.rules.add({ match: on('GET', '/.well-known'), status: 404 });
  expect(await findServer(deps, host(proxy.url))).toMatchObject({ baseUrl: proxy.url });
  const codes = [
    await failureOf(findServer(deps, host(domain))),
    await failureOf(findServer(deps, `127.0.0.1:${free}`)),
    await failureOf(findServer(deps, 'not a server')),
  ].map((error) => error['code']);
  proxy.rules.add({ match: on('GET', '/versions'), status: 200, body: { versions: ['r0.0.1'] } });
  codes.push((await failureOf(findServer(deps, host(proxy.url))))['code']);
  const noNetwork: typeof globalThis.fetch = () =>
    Promise.reject(new TypeError('fetch failed', { cause: { code: 'EAI_AGAIN' } }));
  const offline = findServer({ ...deps, fetch: noNetwork }, 'example.org');
  codes.push((await failureOf(offline))['code']);
  expect(codes).toEqual([
    'not_matrix',
    'unknown_server',
    'unknown_server',
    'unsupported_server',
    'offline',
  ]);
});
