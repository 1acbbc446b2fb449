// Presence through the contract and a real homeserver: sync's presence, a status text, and a server without presence.
import { on, startFaultProxy } from '../../faults/faultProxy';
import { startHomeserver } from '../../homeserver/homeserver.cjs';
import { requestId } from '../support';
import { selfStage } from './kit';

const { homeserver, open, signedIn, close } = selfStage();

test('CHAT-3.13 CHAT-5.1 CHAT-7.45 somebody in a room with us is here, away with a status, and gone when they do not tell', async () => {
  const [{ window: alice }, { window: bob }] = [await signedIn('alice'), await signedIn('bob')];
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

  // The computer was idle for a while; the status stays.
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

test('always away is a choice of the account: its other devices follow it, also one that signs in later', async () => {
  const { window: first } = await signedIn('erin');
  const again = async () => {
    const window = open();
    const { baseUrl: server } = homeserver();
    await window.call('signIn', { server, user: '@erin:localhost', password: 'pw' });
    return window;
  };
  const second = await again();
  await first.call('setPresence', { presence: 'unavailable' });
  await second.value('ownPresence', {}, ({ away }) => away === true);
  const third = await again();
  await third.value('ownPresence', {}, ({ away }) => away === true);
  await second.call('setPresence', { presence: 'online' });
  for (const window of [first, third]) await window.value('ownPresence', {}, ({ away }) => !away);
}, 240_000);

test('who stops telling says so in each sync from then on, also before the server has answered', async () => {
  const proxy = await startFaultProxy(homeserver().baseUrl);
  try {
    proxy.rules.add({ match: on('GET', '/.well-known/'), status: 404 });
    const { window: dora } = await signedIn('dora', { url: proxy.url });
    await dora.value('sync', {}, ({ state }) => state === 'SYNCING');
    const word = proxy.hold(on('PUT', '/presence/'), 'before-forward');
    const silent = proxy.hold(on('GET', 'set_presence=offline'), 'before-forward');
    const done = dora.call('sharePresence', { on: false });
    await word.reached;
    // One that still said "online" could reach the server after the word, and would bring status and person back.
    await silent.reached;
    silent.release();
    word.release();
    await done;
    await dora.value('ownPresence', {}, ({ shares }) => !shares);
    // A refused request leaves the setting unchanged.
    await dora.call('sharePresence', { on: true });
    proxy.rules.add({ match: on('PUT', '/presence/'), status: 500, times: 10 });
    await expect(dora.call('sharePresence', { on: false })).rejects.toThrow();
    await dora.value('ownPresence', {}, ({ shares }) => shares);
  } finally {
    await proxy.close();
  }
}, 120_000);

test('a server that knows no presence keeps no status, and nobody is shown as here', async () => {
  const server = await startHomeserver({ config: { presence: { enabled: false } } });
  try {
    const { window } = await signedIn('carol', { server });
    expect(await window.call('setStatus', { text: 'Hello' })).toEqual({ kept: false });
    const query = { userId: '@carol:localhost' };
    const unknown = await window.value('presence', query, () => true);
    expect(unknown).toEqual({ state: 'unknown', lastActiveMs: null, status: null });
    await close(window);
  } finally {
    await server.stop();
  }
}, 240_000);
