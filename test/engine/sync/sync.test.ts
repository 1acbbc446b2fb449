// Data that a sync stores on the disk, against a real Synapse.
import { getSetting } from '#stores/settings/settings';
import { account, getAccountData } from '#stores/settings/accountData';
import { getPresence } from '#stores/settings/presence';
import { receiptOf } from '../../support/receipts';
import { readInbox } from '#stores/settings/inbox';
import { getState } from '#stores/rooms/state';
import { systemClock } from '#engine/base/clock';
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import {
  person,
  recordingFetch,
  syncKit,
  temporaryFolder,
  type SyncKit,
  type TestPerson,
} from './kit';

let server: Homeserver;
let proxy: FaultProxy;
let alice: TestPerson;
let bob: TestPerson;
const kits: SyncKit[] = [];

const kit = (...args: Parameters<typeof syncKit>) => {
  const one = syncKit(...args);
  kits.push(one);
  return one;
};

beforeAll(async () => {
  server = await startHomeserver();
  proxy = await startFaultProxy(server.baseUrl);
  const register = async (username: string) =>
    person(server, await server.registerUser({ username, password: 'pw', displayName: username }));
  alice = await register('alice');
  bob = await register('bob');
}, 120_000);

afterEach(async () => {
  proxy.rules.clear();
  await Promise.all(kits.splice(0).map((one) => one.stop()));
});

afterAll(async () => {
  await proxy.close();
  await server.stop();
});

test('CHAT-7.2 CHAT-9.2 the first sync asks for 8 events per room and past every cache', async () => {
  const roomId = await alice.createRoom({ name: 'Many' });
  for (let i = 0; i < 12; i += 1) await alice.send(roomId, `m${i}`);
  const { fetch, queries } = recordingFetch();
  const one = kit(proxy.url, alice, { fetch });
  one.sync.start();
  await one.until(() => one.sync.gate.open());
  const stored = one.bodies(roomId);
  await alice.send(roomId, 'later');
  await one.until(() => one.bodies(roomId).includes('later'));
  const [first, second] = queries('/sync');
  expect(first).toEqual({
    filter: JSON.stringify({
      room: { timeline: { limit: 8 }, state: { lazy_load_members: true } },
    }),
    timeout: '0',
    'org.matrix.msc4222.use_state_after': 'true',
    set_presence: 'online',
    _cacheBuster: expect.stringMatching(/^\d+$/),
  });
  expect(second).toEqual({
    filter: getSetting(one.store.db, 'filterId'),
    timeout: expect.any(String),
    'org.matrix.msc4222.use_state_after': 'true',
    set_presence: 'online',
    since: expect.stringMatching(/^s/),
  });
  expect(stored).toEqual(['m4', 'm5', 'm6', 'm7', 'm8', 'm9', 'm10', 'm11']);
});

test('CHAT-3.27 each part of an answer arrives in the store', async () => {
  const roomId = await alice.createRoom({ name: 'Parts', topic: 'All', invite: [bob.userId] });
  await bob.join(roomId);
  const one = kit(proxy.url, alice);
  one.sync.start();
  await one.until(() => one.room(roomId));
  const eventId = await bob.send(roomId, 'hello');
  const room = encodeURIComponent(roomId);
  const user = encodeURIComponent(alice.userId);
  await bob.call('POST', `/rooms/${room}/receipt/m.read/${encodeURIComponent(eventId)}`, {});
  await bob.call('PUT', `/rooms/${room}/typing/${encodeURIComponent(bob.userId)}`, {
    typing: true,
    timeout: 30_000,
  });
  await bob.call('PUT', `/presence/${encodeURIComponent(bob.userId)}/status`, {
    presence: 'unavailable',
    status_msg: 'away',
  });
  await alice.call('PUT', `/user/${user}/account_data/org.example`, { a: 1 });
  await alice.call('PUT', `/user/${user}/rooms/${room}/tags/m.favourite`, { order: 0.5 });
  const { db } = one.store;
  const stored = await one.until(() => one.room(roomId));
  await one.until(() => one.bodies(roomId).includes('hello'));
  await one.until(() => receiptOf(db, stored.roomNo, bob.userId)?.eventId === eventId);
  await one.until(() => one.typing.of(roomId).includes(bob.userId));
  await one.until(() => getPresence(db, bob.userId)?.state === 'unavailable');
  await one.until(() => getAccountData(db, account, 'org.example'));
  // Synapse may first say "changed" with the tags of before (its query of changes has no upper bound, its tags are cached).
  await one.until(() => one.room(roomId)?.section === 'favourites');
  await one.until(() => one.room(roomId)?.serverUnread === 1);
  expect(one.room(roomId)).toMatchObject({
    membership: 'join',
    topic: 'All',
    joinedCount: 2,
  });
  expect(getState(db, stored.roomNo, 'm.room.name')?.raw.content).toEqual({ name: 'Parts' });
  expect(readInbox(db, 1)[0]?.content).toMatchObject({
    toDeviceEvents: [],
    oneTimeKeysCounts: { signed_curve25519: 0 },
  });
});

test('CHAT-9.13 a chat with somebody who has only been invited has their name, not their address', async () => {
  const invited = await alice.createRoom({ is_direct: true, invite: [bob.userId] });
  const gone = await alice.createRoom({ invite: [bob.userId] });
  await bob.join(gone);
  await alice.call('POST', `/rooms/${encodeURIComponent(gone)}/kick`, { user_id: bob.userId });
  const one = kit(proxy.url, alice);
  one.sync.start();
  const names = () => [invited, gone].map((roomId) => one.room(roomId)?.name ?? '');
  await one.until(() => !names().includes(''));
  expect(names()).toEqual(['bob', 'Empty room (was bob)']);
});

test('an invitation is shown with name and inviter, a refused one is gone, an accepted one is complete', async () => {
  const one = kit(proxy.url, alice);
  one.sync.start();
  await one.until(() => one.sync.gate.open());
  const first = await bob.createRoom({ name: 'Come in', invite: [alice.userId] });
  const second = await bob.createRoom({ name: 'Or not', invite: [alice.userId] });
  const seen = await one.until(() => one.room(second) && one.room(first));
  expect(seen).toMatchObject({ membership: 'invite', name: 'Come in', inviter: bob.userId });
  await alice.call('POST', `/rooms/${encodeURIComponent(second)}/leave`, {});
  await alice.join(first);
  await one.until(() => one.room(second)?.membership === 'leave');
  await one.until(() => one.room(first)?.membership === 'join');
  await one.until(() => one.room(first)?.joinedCount === 2);
  expect(one.room(first)).toMatchObject({ name: 'Come in', inviter: null });
  await bob.call('POST', `/rooms/${encodeURIComponent(first)}/ban`, { user_id: alice.userId });
  await one.until(() => one.room(first)?.membership === 'ban');
});

test('an invitation that a new device finds is as old as it is, not as old as the sign-in', async () => {
  const roomId = await bob.createRoom({ name: 'Since long', invite: [alice.userId] });
  const [sent] = server.databaseQuery(
    `SELECT origin_server_ts AS ts FROM events WHERE room_id = ? AND type = 'm.room.member' AND state_key = '${alice.userId}'`,
    roomId,
  ) as { ts: number }[];
  // A first answer is kept for a device: another one gets its own.
  const device = await server.login({ username: 'alice', password: 'pw' });
  const one = kit(server.baseUrl, device, { firstRooms: true });
  one.sync.start();
  await one.until(() => one.sync.gate.open());
  expect(one.room(roomId)).toMatchObject({ membership: 'invite', activityMs: sent?.ts });
});

test('R12 while somebody waits the server is asked on; what it says is told at once and written afterwards, in order', async () => {
  const roomId = await alice.createRoom({ name: 'Waits' });
  const told: { body: unknown; written: string[] }[] = [];
  const first = Promise.withResolvers<void>();
  let until = 0;
  const one: SyncKit = kit(server.baseUrl, alice, {
    urgent: {
      rooms: () => new Set([roomId]),
      quietUntil: () => until,
      async take(_, events) {
        for (const { content } of events)
          told.push({ body: content['body'], written: one.bodies(roomId) });
        until = told.length < 2 ? systemClock().monotonic() + 30_000 : 0;
        first.resolve();
      },
    },
  });
  one.sync.start();
  // Not as soon as it syncs: for a while Synapse gives the same device the answers that it gave before.
  await one.until(() => one.sync.gate.open() && one.room(roomId)?.membership === 'join');
  await alice.send(roomId, 'one');
  await first.promise;
  await alice.send(roomId, 'two');
  await one.until(() => one.bodies(roomId).length === 2);
  expect(told).toEqual([
    { body: 'one', written: [] },
    { body: 'two', written: [] },
  ]);
  expect(one.bodies(roomId)).toEqual(['one', 'two']);
  expect(one.logged).toEqual([]);
});

test('CHAT-8.11 CHAT-7.40 a filter that the server lost is made again, one that it has is used', async () => {
  const folder = temporaryFolder();
  const path = '/filter';
  const posts = () =>
    proxy.log.filter((entry) => entry.method === 'POST' && entry.path.endsWith(path)).length;
  const run = async () => {
    const one = syncKit(proxy.url, bob, { folder });
    one.sync.start();
    await one.until(() => one.sync.gate.completedSyncs() > 0);
    await one.stop();
  };
  const before = posts();
  await run();
  await run();
  expect(posts() - before).toBe(1);
  for (const errcode of ['M_UNKNOWN', 'M_NOT_FOUND']) {
    proxy.rules.add({ match: on('GET', '/filter/'), status: 404, body: { errcode }, times: 1 });
    await run();
  }
  expect(posts() - before).toBe(3);
});

test('members who wrote nothing are left out until somebody looks', async () => {
  // Synapse keeps the answer to a first sync for a while: a person who never synced is needed.
  const carol = person(server, await server.registerUser({ username: 'carol', password: 'pw' }));
  const roomId = await carol.createRoom({ preset: 'public_chat', name: 'No heroes' });
  const quiet = person(server, await server.registerUser({ username: 'quiet', password: 'pw' }));
  await quiet.join(roomId);
  for (let i = 0; i < 10; i += 1) await carol.send(roomId, `m${i}`);
  const members = (one: SyncKit) => {
    const room = one.room(roomId);
    return room === null
      ? null
      : getState(one.store.db, room.roomNo, 'm.room.member', quiet.userId);
  };
  const lazy = kit(proxy.url, carol);
  lazy.sync.start();
  await lazy.until(() => lazy.room(roomId));
  expect([members(lazy), lazy.room(roomId)?.joinedCount]).toEqual([null, 2]);
});
