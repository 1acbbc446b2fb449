// Single sign-on: a real Synapse that has its people sign in at a real provider, a whole engine, and what goes wrong on the way back.
import { deflateSync } from 'node:zlib';
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { startSso, type SignInServers } from '../../homeserver/signInServers.cjs';
import { failureOf } from '../http/kit';
import { openWindow, type Window } from '../support';
import { answerFor, begin, failureCode, signIn } from './browserKit';

let servers: SignInServers;
let proxy: FaultProxy;
let window: Window;

beforeAll(async () => {
  servers = await startSso();
  proxy = await startFaultProxy(servers.homeserver.baseUrl);
}, 120_000);
beforeEach(() => {
  proxy.rules.clear();
  proxy.rules.add({ match: on('GET', '/.well-known'), status: 404 });
  window = openWindow();
});
afterEach(() => window.stop());
afterAll(async () => {
  await proxy.close();
  await servers.stop();
});

const state = async (): Promise<string> => (await window.value('session', {}, () => true)).state;

test('CHAT-2.1 CHAT-7.52 a provider of the server is offered by name, and its login token signs in', async () => {
  const found = await window.call('discoverServer', { server: proxy.url });
  expect(found).toMatchObject({ oauth: false, create: false, password: true });
  expect(found.sso).toEqual([{ kind: 'sso', id: 'oidc-test', name: 'Test service', icon: null }]);
  const { asked, page } = await signIn(window, proxy.url, 'dave', 'sso', 'oidc-test');
  expect(asked.pathname).toBe('/_matrix/client/v3/login/sso/redirect/oidc-test');
  expect(page.status).toBe(200);
  const session = await window.value('session', {}, () => true);
  expect(session).toMatchObject({ userId: '@dave:localhost', accountPage: null });
  await window.value('sync', {}, ({ phase }) => phase === 'syncing');
  const rows = servers.homeserver.databaseQuery(
    'SELECT display_name FROM devices WHERE device_id = ?',
    session.deviceId,
  );
  expect(rows).toEqual([{ display_name: 'test' }]);
});

test('a login token counts once, and only with the state of its attempt', async () => {
  const { back } = await answerFor(window, proxy.url, 'erin', 'sso', 'oidc-test');
  const other = new URL(back);
  other.searchParams.set('state', 'guessed1');
  expect((await fetch(other)).status).toBe(400);
  const token = { type: 'm.login.token', token: new URL(back).searchParams.get('loginToken') };
  await servers.homeserver.request('POST', '/_matrix/client/v3/login', { body: token });
  await fetch(back);
  expect(await failureCode(window)).toBe('sign_in_refused');

  const next = new URL((await answerFor(window, proxy.url, 'erin', 'sso', 'oidc-test')).back);
  next.searchParams.delete('loginToken');
  await fetch(next);
  expect(await failureCode(window)).toBe('sign_in_refused');
  expect(await state()).toBe('signed_out');
});

test('a provider that the server does not name is not asked', async () => {
  const failure = await failureOf(begin(window, proxy.url, 'sso', 'another'));
  expect(failure).toMatchObject({ code: 'sign_in_unsupported' });
});

/** A square picture of one colour. */
function png(size: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    let crc = ~0;
    for (const byte of body) {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
    sum.writeUInt32BE(~crc >>> 0);
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.from([0, 0, 0, size, 0, 0, 0, size, 8, 0, 0, 0, 0]);
  const rows = Buffer.alloc((size + 1) * size);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test('the picture of a provider comes from the server, unless it is none or too large', async () => {
  const { homeserver } = servers;
  const { accessToken } = await homeserver.registerUser({ username: 'admin', password: 'pw' });
  const upload = await fetch(`${homeserver.baseUrl}/_matrix/media/v3/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'image/png' },
    body: new Uint8Array(png(96)),
  });
  const { content_uri: icon } = (await upload.json()) as { content_uri: string };
  const ask = () => window.call('providerPicture', { server: proxy.url, icon });
  const { picture } = await ask();
  expect(picture?.mimeType).toBe('image/png');
  expect(
    Buffer.from(picture?.bytes ?? [])
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');

  const match = on('GET', '/_matrix/media/');
  const html = proxy.rules.add({
    match,
    status: 200,
    body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  });
  expect(await ask()).toEqual({ picture: null });
  html();
  proxy.rules.add({ match, status: 200, body: 'x'.repeat(300 * 1024) });
  expect(await failureOf(ask())).toMatchObject({ code: 'server_error' });
  const odd = { server: 'http://example.org', icon };
  expect(await window.call('providerPicture', odd)).toEqual({ picture: null });
});
