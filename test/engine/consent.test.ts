// A server whose terms have to be agreed to: told with their address until it serves again.
import { on, startFaultProxy, type FaultProxy } from '../faults/faultProxy';
import { startHomeserver, type Homeserver } from '../homeserver/homeserver.cjs';
import { openWindow, requestId, type Window } from './support';

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

const createRoom = () =>
  window.call('createRoom', {
    requestId: requestId(),
    name: 'Room',
    topic: null,
    direct: false,
    encrypted: false,
    public: false,
    invite: [],
  });

test('CHAT-8.4 a demand for consent is shown with its address, until the server serves again', async () => {
  await window.call('signIn', { server: proxy.url, user: 'alice', password: 'pw' });
  await window.value('sync', {}, ({ state }) => state === 'SYNCING');
  const consentUri = 'https://terms.example/consent?u=alice';
  const body = { errcode: 'M_CONSENT_NOT_GIVEN', error: 'Agree first', consent_uri: consentUri };
  const agree = proxy.rules.add({ match: on('POST', '/createRoom'), status: 403, body });
  await expect(createRoom()).rejects.toMatchObject({ error: { code: 'forbidden' } });
  await window.value('sync', {}, (sync) => sync.consentUri === consentUri);
  agree();
  await createRoom();
  await window.value('sync', {}, (sync) => sync.consentUri === null);
}, 60_000);
