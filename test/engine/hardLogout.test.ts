// The server has deleted the device: signing in again makes a new one, with keys of its own, and nothing is lost.
import type { MessageItem } from '#contract/areas/messages/timelineModels';
import type { z } from 'zod';
import { on, startFaultProxy } from '../faults/faultProxy';
import { startHomeserver } from '../homeserver/homeserver.cjs';
import { openWindow, requestId, type Window } from './support';

let homeserver: Awaited<ReturnType<typeof startHomeserver>>;
let alice: Window;
let bob: Window;

beforeAll(async () => {
  homeserver = await startHomeserver();
  for (const username of ['alice', 'bob'])
    await homeserver.registerUser({ username, password: 'pw' });
  [alice, bob] = [openWindow(), openWindow()];
}, 120_000);
afterAll(async () => {
  await Promise.all([alice.stop(), bob.stop()]);
  await homeserver.stop();
});

const signIn = (window: Window, user: string) =>
  window.call('signIn', { server: homeserver.baseUrl, user, password: 'pw' });

type Message = z.infer<typeof MessageItem>;

/** Waits until the text can be read in the window's timeline. */
async function read(
  window: Window,
  roomId: string,
  text: string,
  fits: (item: Message) => boolean = () => true,
): Promise<Message> {
  const isIt = (item: { kind: string }): item is Message =>
    item.kind === 'message' &&
    'text' in (item as Message).body &&
    ((item as Message).body as { text: string }).text === text &&
    fits(item as Message);
  const items = await window.list(
    'timeline',
    { roomId, threadId: null, around: null, limit: 50 },
    (all) => all.some(isIt),
  );
  const found = items.find(isIt);
  if (found === undefined) throw new Error('unreachable');
  return found;
}

const say = (window: Window, roomId: string, text: string) =>
  window.call('sendMessage', {
    requestId: requestId(),
    roomId,
    threadId: null,
    text,
    kind: 'text',
    replyTo: null,
  });

test('after a hard logout a new device reads what comes, and keeps what it could read', async () => {
  await signIn(alice, 'alice');
  await signIn(bob, 'bob');
  const { roomId } = await bob.call('createRoom', {
    requestId: requestId(),
    name: 'Two',
    topic: null,
    direct: false,
    encrypted: true,
    public: false,
    invite: ['@alice:localhost'],
  });
  await alice.value('room', { roomId }, ({ membership }) => membership === 'invite');
  await alice.call('acceptInvite', { roomId });
  await say(bob, roomId, 'before');
  await read(alice, roomId, 'before');
  const first = await alice.value('session', {}, ({ deviceId }) => deviceId !== null);
  const { recoveryKey } = await alice.call('createRecoveryKey', { password: 'pw' });

  const { accessToken } = await homeserver.login({ username: 'alice', password: 'pw' });
  await homeserver.request('POST', '/_matrix/client/v3/logout/all', {
    token: accessToken,
    body: {},
  });
  // The window hides the account by it, and what was told on the screen is taken away.
  await alice.value('session', {}, ({ deviceGone }) => deviceGone === true);
  expect(alice.notices.map(({ body }) => body)).toContain('bob: before');
  await new Promise<void>((resolve) => {
    alice.main.list('notices', {}, (_ops, all) => {
      if (all().every(({ notice }) => notice === null)) resolve();
    });
  });
  await say(alice, roomId, 'written meanwhile');

  await signIn(alice, 'alice');
  const second = await alice.value('session', {}, ({ state }) => state === 'signed_in');
  expect(second.deviceId).not.toBe(first.deviceId);
  expect(second.deviceGone).toBeUndefined();
  // Signed by its owner, it gets keys.
  await alice.value('encryption', {}, ({ state }) => state === 'locked');
  await alice.call('unlockWithRecoveryKey', { recoveryKey });
  await read(bob, roomId, 'written meanwhile');
  await say(bob, roomId, 'after');
  await read(alice, roomId, 'after');
  await read(alice, roomId, 'before');
}, 120_000);

test('a call that rings when the server deletes the device stops ringing, and nobody is told afterwards who called', async () => {
  const account = { username: 'erin', password: 'pw' };
  await homeserver.registerUser(account);
  const erin = openWindow();
  await signIn(erin, 'erin');
  const { accessToken: token } = await homeserver.login({ username: 'bob', password: 'pw' });
  const asBob = (method: string, path: string, body: unknown) =>
    homeserver.request(method, `/_matrix/client/v3${path}`, { token, body });
  const { room_id: roomId } = (await asBob('POST', '/createRoom', {
    ...{ preset: 'trusted_private_chat', is_direct: true, name: 'Secret affair' },
    invite: ['@erin:localhost'],
  })) as { room_id: string };
  await erin.value('room', { roomId }, ({ membership }) => membership === 'invite');
  await erin.call('acceptInvite', { roomId });
  await erin.value('room', { roomId }, ({ membership }) => membership === 'join');
  const sdp =
    'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n';
  await asBob('PUT', `/rooms/${encodeURIComponent(roomId)}/send/m.call.invite/ring`, {
    ...{ version: '1', call_id: 'rings', party_id: 'BOBDEVICE', lifetime: 12_000 },
    offer: { type: 'offer', sdp },
  });
  await erin.value('callRings', {}, (rings) => rings.length === 1);
  const { accessToken } = await homeserver.login(account);
  await homeserver.request('POST', '/_matrix/client/v3/logout/all', {
    token: accessToken,
    body: {},
  });
  await erin.value('session', {}, ({ deviceGone }) => deviceGone === true);
  await erin.value('callRings', {}, (rings) => rings.length === 0);
  // It ends as a missed call, which stands in the history.
  const missed = await erin.value('missedCalls', {}, ({ unseen }) => unseen === 1);
  expect(missed.unseen).toBe(1);
  await new Promise<void>((resolve) => {
    erin.main.list('notices', {}, (_ops, all) => {
      if (all().every(({ notice }) => notice === null)) resolve();
    });
  });
  expect(erin.notices.filter(({ kind }) => kind === 'missed_call')).toEqual([]);
  await erin.stop();
}, 120_000);

test('the new device is the one that the server knows', async () => {
  const { deviceId } = await alice.value('session', {}, ({ state }) => state === 'signed_in');
  expect(deviceId).not.toBeNull();
  const [row] = homeserver.databaseQuery<{ count: number }>(
    "SELECT count(*) AS count FROM devices WHERE user_id = '@alice:localhost' AND device_id = ?",
    deviceId,
  );
  expect(row?.count).toBe(1);
});

test('the new device has the room keys of the one before, without any recovery key', async () => {
  const account = { username: 'dora', password: 'pw' };
  await homeserver.registerUser(account);
  const dora = openWindow();
  await signIn(dora, 'dora');
  const { roomId } = await dora.call('createRoom', {
    ...{ requestId: requestId(), name: 'Diary', topic: null, direct: false },
    ...{ encrypted: true, public: false, invite: [] },
  });
  await say(dora, roomId, 'mine');
  await read(dora, roomId, 'mine', ({ status }) => status === null);
  const keys = async (): Promise<number> => (await dora.call('signOutCheck', {})).unbackedKeys;
  const before = await keys();
  expect(before).toBeGreaterThan(0);
  const { accessToken } = await homeserver.login(account);
  await homeserver.request('POST', '/_matrix/client/v3/logout/all', {
    token: accessToken,
    body: {},
  });
  await dora.value('session', {}, ({ state }) => state === 'expired');
  // It has written nothing, and nobody has written to it: what it has is what was kept.
  await signIn(dora, 'dora');
  expect(await keys()).toBe(before);
  await dora.stop();
}, 120_000);

test('what the server may have already is not sent again by a new device, until its author says so', async () => {
  const account = { username: 'carol', password: 'pw' };
  const unknownToken = { errcode: 'M_UNKNOWN_TOKEN', error: 'gone', soft_logout: false };
  await homeserver.registerUser(account);
  const proxy = await startFaultProxy(homeserver.baseUrl);
  const carol = openWindow();
  const signInCarol = () =>
    carol.call('signIn', { server: proxy.url, user: 'carol', password: 'pw' });
  const inRoom = (roomId: string) =>
    homeserver.databaseQuery<{ count: number }>(
      "SELECT count(*) AS count FROM events WHERE room_id = ? AND type = 'm.room.message'",
      roomId,
    )[0]?.count;
  // Else the sign-in would find the way around.
  proxy.rules.add({ match: on('GET', '/.well-known/'), status: 404 });
  await signInCarol();
  const { roomId } = await carol.call('createRoom', {
    requestId: requestId(),
    name: 'Notes',
    topic: null,
    direct: false,
    encrypted: false,
    public: false,
    invite: [],
  });
  await carol.value('room', { roomId }, ({ membership }) => membership === 'join');

  // The answer of the sync that brings it never comes, nor that of its own request: her device does not know that it arrived.
  await say(carol, roomId, 'first');
  await read(carol, roomId, 'first', ({ status }) => status === null);
  const sync = proxy.hold(on('GET', '/sync'), 'after-answer');
  proxy.rules.add({ match: on('PUT', '/send/'), times: 1, cut: 'before-headers' });
  proxy.rules.add({ match: on('PUT', '/send/'), status: 401, body: unknownToken });
  await say(carol, roomId, 'perhaps');
  await sync.reached;
  proxy.rules.add({ match: on('GET', '/sync'), status: 401, body: unknownToken });
  await carol.value('session', {}, ({ state }) => state === 'expired');
  sync.drop();
  expect(inRoom(roomId)).toBe(2);
  await say(carol, roomId, 'behind it');
  const { accessToken } = await homeserver.login(account);
  await homeserver.request('POST', '/_matrix/client/v3/logout/all', {
    token: accessToken,
    body: {},
  });
  proxy.rules.clear();
  proxy.rules.add({ match: on('GET', '/.well-known/'), status: 404 });
  await signInCarol();
  const held = await read(carol, roomId, 'perhaps', ({ error }) => error !== null);
  expect(held).toMatchObject({ status: 'not_sent', error: { code: 'maybe_sent' } });
  expect(held.actions).toMatchObject({ retry: true, cancel: true });
  const behind = await read(carol, roomId, 'behind it');
  expect(behind).toMatchObject({ status: 'not_sent', error: { code: 'blocked_by_earlier' } });
  // She sees it in the room, takes the copy away, and what waited goes.
  await carol.call('cancelSend', { roomId, key: held.key });
  await read(carol, roomId, 'behind it', ({ status }) => status === null);
  expect(inRoom(roomId)).toBe(3);
  await carol.stop();
  await proxy.close();
}, 120_000);
