// A person who is offline asks for a try: the server is asked without the pause, and the call ends with its answer.
import { on, startFaultProxy, type FaultProxy } from '../faults/faultProxy';
import { startHomeserver, type Homeserver } from '../homeserver/homeserver.cjs';
import { openWindow, type Window } from './support';

let homeserver: Homeserver;
let proxy: FaultProxy;
let window: Window;

beforeAll(async () => {
  homeserver = await startHomeserver();
  proxy = await startFaultProxy(homeserver.baseUrl);
  proxy.rules.add({ match: on('GET', '/.well-known'), status: 404 });
  await homeserver.registerUser({ username: 'alice', password: 'pw' });
  window = openWindow();
}, 120_000);
afterAll(async () => {
  await window.stop();
  await proxy.close();
  await homeserver.stop();
});

const asked = () => proxy.log.filter(({ path }) => path === '/_matrix/client/versions').length;

test('without a session nobody is asked', async () => {
  expect(await window.call('tryNow', {})).toEqual({});
  expect(asked()).toBe(0);
});

test('a try ends when the server has answered, or is not there', async () => {
  await window.call('signIn', { server: proxy.url, user: 'alice', password: 'pw' });
  await window.value('sync', {}, ({ phase }) => phase === 'syncing');
  await proxy.setDown(true);
  await window.call('tryNow', {});
  await window.value('sync', {}, ({ phase }) => phase === 'offline');
  await proxy.setDown(false);
  const before = asked();
  await window.call('tryNow', {});
  expect(asked()).toBeGreaterThan(before);
  await window.value('sync', {}, ({ phase }) => phase === 'syncing');
}, 60_000);
