// Who is here, through the contract and a real homeserver: what sync tells others, a status in words, and a server that knows no presence.
import { on, startFaultProxy } from '../../faults/faultProxy';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { openWindow, requestId, type Window } from '../support';

const password = 'pw';
let homeserver: Homeserver;
const open: Window[] = [];

async function signedIn(
  server: Homeserver,
  username: string,
  through = server.baseUrl,
): Promise<Window> {
  const { userId } = await server.registerUser({ username, password });
  const window = openWindow();
  open.push(window);
  await window.call('signIn', { server: through, user: userId, password });
  return window;
}

beforeAll(async () => {
  homeserver = await startHomeserver();
}, 120_000);
afterAll(async () => {
  await Promise.all(open.map((window) => window.stop()));
  await homeserver?.stop();
});

test('CHAT-3.13 CHAT-5.1 CHAT-7.45 somebody in a room with us is here, away with a status, and gone when they do not tell', async () => {
  const [alice, bob] = [await signedIn(homeserver, 'alice'), await signedIn(homeserver, 'bob')];
  const { roomId } = await alice.call('createRoom', {
    ...{ requestId: requestId(), name: 'Here', topic: null, direct: false, encrypted: false },
    ...{ public: false, invite: ['@bob:localhost'] },
  });
  await bob.value('room', { roomId }, ({ membership }) => membership === 'invite');
  await bob.call('acceptInvite', { roomId });
  const userId = '@alice:localhost';
  await bob.value('presence', { userId }, ({ state }) => state === 'online');

  expect(await alice.call('setStatus', { text: 'Back at three' })).toEqual({ kept: true });
  await alice.value('ownPresence', {}, ({ status }) => status === 'Back at three');
  const seen = await bob.value('presence', { userId }, ({ status }) => status === 'Back at three');
  expect(seen.lastActiveMs).not.toBeNull();

  // Nobody has touched the computer for a while; the status stays.
  await alice.main.call('setIdle', { idle: true });
  const away = await bob.value('presence', { userId }, ({ state }) => state === 'unavailable');
  expect(away.status).toBe('Back at three');
  await alice.main.call('setIdle', { idle: false });
  await bob.value('presence', { userId }, ({ state }) => state === 'online');

  // Away by choice, whatever is done at the computer.
  await alice.call('setPresence', { presence: 'unavailable' });
  await bob.value('presence', { userId }, ({ state }) => state === 'unavailable');
  await alice.value('ownPresence', {}, ({ away }) => away === true);
  await alice.call('setPresence', { presence: 'online' });
  await bob.value('presence', { userId }, ({ state }) => state === 'online');
  await expect(alice.call('setPresence', { presence: 'busy' })).rejects.toMatchObject({
    error: { code: 'bad_request', message: 'Bad presence value: busy' },
  });
  await bob.value('presence', { userId }, ({ state }) => state === 'online');

  await alice.call('sharePresence', { on: false });
  await alice.value('ownPresence', {}, ({ shares }) => !shares);
  await bob.value(
    'presence',
    { userId },
    ({ state, status }) => state === 'offline' && status === null,
  );
}, 240_000);

test('who stops telling is gone, also where a sync goes out between the word and its answer', async () => {
  const proxy = await startFaultProxy(homeserver.baseUrl);
  try {
    proxy.rules.add({ match: on('GET', '/.well-known/'), status: 404 });
    const dora = await signedIn(homeserver, 'dora', proxy.url);
    const erin = await signedIn(homeserver, 'erin');
    const { roomId } = await dora.call('createRoom', {
      ...{ requestId: requestId(), name: 'There', topic: null, direct: false, encrypted: false },
      ...{ public: false, invite: ['@erin:localhost'] },
    });
    await erin.value('room', { roomId }, ({ membership }) => membership === 'invite');
    await erin.call('acceptInvite', { roomId });
    const userId = '@dora:localhost';
    expect(await dora.call('setStatus', { text: 'Here for long' })).toEqual({ kept: true });
    await erin.value('presence', { userId }, ({ status }) => status === 'Here for long');

    const word = proxy.hold(on('PUT', '/presence/'), 'after-answer');
    const done = dora.call('sharePresence', { on: false });
    await word.reached;
    // Its own news: the sync that waited returns, and the next one goes out while the word has no answer yet.
    await proxy.waitForRequest(({ path }) => path.includes('/sync'), { timeoutMs: 60_000 });
    word.release();
    await done;
    await erin.value(
      'presence',
      { userId },
      ({ state, status }) => state === 'offline' && status === null,
    );
  } finally {
    await proxy.close();
  }
}, 120_000);

test('a server that knows no presence keeps no status, and nobody is shown as here', async () => {
  const server = await startHomeserver({ config: { presence: { enabled: false } } });
  try {
    const window = await signedIn(server, 'carol');
    expect(await window.call('setStatus', { text: 'Hello' })).toEqual({ kept: false });
    const query = { userId: '@carol:localhost' };
    const unknown = await window.value('presence', query, () => true);
    expect(unknown).toEqual({ state: 'unknown', lastActiveMs: null, status: null });
    await window.stop();
    open.pop();
  } finally {
    await server.stop();
  }
}, 240_000);
