// The fault proxy against a small HTTP server: each fault does what its name says, everything else passes unchanged.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { on, startFaultProxy, type FaultProxy } from './faultProxy';

let server: Server;
let proxy: FaultProxy;
let served: string[];

beforeEach(async () => {
  served = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      served.push(`${request.method} ${request.url}`);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ path: request.url, got: Buffer.concat(chunks).toString() }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy = await startFaultProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

afterEach(async () => {
  await proxy.close();
  server.closeAllConnections();
  server.close();
});

const get = async (path: string): Promise<unknown> => (await fetch(proxy.url + path)).json();

test('requests pass unchanged and are logged without query and body', async () => {
  const answer = await fetch(`${proxy.url}/send?access_token=secret`, {
    method: 'PUT',
    body: 'abc',
  });
  expect(await answer.json()).toEqual({ path: '/send?access_token=secret', got: 'abc' });
  await proxy.waitForOutcome((entry) => entry.path === '/send', { past: true });
  expect(proxy.log).toEqual([
    { method: 'PUT', path: '/send', atMs: expect.any(Number), outcome: 200 },
  ]);
});

test('a status is answered without asking the server, as often as told', async () => {
  const headers = { 'retry-after': '2' };
  proxy.rules.add({
    match: on('GET', '/sync'),
    status: 429,
    body: { errcode: 'X' },
    headers,
    skip: 1,
    times: 1,
  });
  const answers = [];
  for (let i = 0; i < 3; i += 1) answers.push(await fetch(`${proxy.url}/sync`));
  expect(answers.map((answer) => answer.status)).toEqual([200, 429, 200]);
  expect(answers[1]?.headers.get('retry-after')).toBe('2');
  expect(await answers[1]?.json()).toEqual({ errcode: 'X' });
  expect(served).toHaveLength(2);
});

test('an answer can be edited', async () => {
  proxy.rules.add({ match: on('*', /^\/a/), edit: (json) => ({ ...(json as object), extra: 1 }) });
  expect(await get('/a')).toEqual({ path: '/a', got: '', extra: 1 });
});

test.each([
  ['before-forward', 0],
  ['before-headers', 1],
  ['mid-body', 1],
] as const)('a cut %s fails for the client, the server has seen %i', async (cut, seen) => {
  proxy.rules.add({ match: on('GET', '/cut'), cut, times: 1 });
  await expect(get('/cut')).rejects.toThrow();
  expect(served).toHaveLength(seen);
  expect(await get('/cut')).toEqual({ path: '/cut', got: '' });
});

test('slow bytes arrive whole, and late', async () => {
  proxy.rules.add({ match: on('GET', '/slow'), bytesPerSecond: 100 });
  const started = Date.now();
  expect(await get('/slow')).toEqual({ path: '/slow', got: '' });
  expect(Date.now() - started).toBeGreaterThan(150);
});

test('a hold stands before the server, or between its answer and the client', async () => {
  const before = proxy.hold(on('GET', '/x'), 'before-forward');
  const first = get('/x');
  await before.reached;
  expect(served).toEqual([]);
  before.release();
  expect(await first).toEqual({ path: '/x', got: '' });

  const after = proxy.hold(on('GET', '/x'), 'after-answer');
  const second = get('/x');
  await after.reached;
  expect(served).toHaveLength(2);
  after.drop();
  await expect(second).rejects.toThrow();
  expect(await get('/x')).toEqual({ path: '/x', got: '' });
});

test('down refuses, up again answers at the same address', async () => {
  const hanging = proxy.hold(on('GET', '/hang'), 'before-forward');
  const lost = get('/hang');
  await hanging.reached;
  const failed = expect(lost).rejects.toThrow();
  await proxy.setDown(true);
  await failed;
  hanging.release();
  await expect(get('/a')).rejects.toThrow();
  await proxy.setDown(false);
  expect(await get('/a')).toEqual({ path: '/a', got: '' });
});

test('waiting sees the next request, and says what passed when none comes', async () => {
  const next = proxy.waitForRequest((entry) => entry.path === '/b');
  await get('/a');
  await get('/b');
  expect(await next).toMatchObject({ method: 'GET', path: '/b' });
  const none = proxy.waitForRequest(() => true, { timeoutMs: 20 });
  await expect(none).rejects.toThrow('GET /b 200');
});
