// A person who is offline asks for a try: the server is asked without the pause, and the answer says whether it was reached.
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

test('without a session nothing is reached', async () => {
  expect(await window.call('tryNow', {})).toEqual({ reached: false });
});

test('a try says that the server is away, and later that it is back', async () => {
  await window.call('signIn', { server: proxy.url, user: 'alice', password: 'pw' });
  await window.value('sync', {}, ({ phase }) => phase === 'syncing');
  await proxy.setDown(true);
  expect(await window.call('tryNow', {})).toEqual({ reached: false });
  await window.value('sync', {}, ({ phase }) => phase === 'offline');
  await proxy.setDown(false);
  expect(await window.call('tryNow', {})).toEqual({ reached: true });
  await window.value('sync', {}, ({ phase }) => phase === 'syncing');
}, 60_000);
