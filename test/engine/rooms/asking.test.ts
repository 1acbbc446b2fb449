// Requests to join, from a real server to whoever may answer them: the row of the list, the bell, the notice, the header.
import type { Notice } from '#contract/control';
import { NotifiedMessage } from '#contract/areas/notifications';
import { RoomHeader, type RoomListItem, type RoomRow } from '#contract/areas/rooms/roomsModels';
import { systemClock } from '#engine/base/clock';
import type { Network } from '#engine/network';
import { createForestSource } from '#engine/files/forest';
import { createNotifiedView } from '#engine/notified/view';
import { createPush, type Push } from '#engine/push/push';
import { createReading } from '#engine/rooms/unread/reading';
import { createRoomView } from '#engine/views/room';
import { createRoomsView } from '#engine/views/rooms';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { putState } from '#stores/ingest/state';
import { recomputeRoom } from '#engine/rooms/derive';
import { newestEvent } from '#stores/events/timeline';
import { unreadTotals } from '#stores/rooms/totals';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { silentLog } from '../../support/silentLog';
import { person, syncKit, type SyncKit, type TestPerson } from '../sync/kit';

let server: Homeserver;
let alice: TestPerson;
let bob: TestPerson;
let carol: TestPerson;
let kit: SyncKit;
let push: Push;
const notices: Notice[] = [];
const gone: string[] = [];
const closing: (() => unknown)[] = [];
const path = encodeURIComponent;
const fail = (error: unknown): never => {
  throw new Error(JSON.stringify(error));
};

const made = async (username: string): Promise<TestPerson> => {
  const user = { username, password: 'pw', displayName: username };
  return person(server, await server.registerUser(user));
};

beforeAll(async () => {
  server = await startHomeserver();
  [alice, bob, carol] = [await made('Alice'), await made('Bob'), await made('Carol')];
  kit = syncKit(server.baseUrl, alice, {
    onPushRules: (changes) => push.rulesChanged(changes),
    onFound: (found) => push.found(found),
  });
  push = createPush({
    ...{ store: kit.store, ownUserId: alice.userId, clock: systemClock(), log: silentLog },
    inView: () => false,
    notify: (notice) => void notices.push(notice),
    play: () => false,
    unnotify: (roomId) => void gone.push(roomId),
    badge: () => undefined,
  });
  kit.sync.start();
  await kit.until(() => kit.sync.gate.open());
}, 120_000);
afterEach(() => {
  for (const close of closing.splice(0)) close();
  notices.length = 0;
});
afterAll(async () => {
  push.stop();
  await kit.stop();
  await server.stop();
});

const deps = () => ({ store: kit.store, clock: systemClock(), ownUserId: () => alice.userId });

function watched<T>(
  make: (sink: { set: (value: T) => void; fail: typeof fail }) => {
    refresh: Parameters<typeof kit.store.onCommit>[0];
    close: () => void;
  },
): () => T {
  let now: T | undefined;
  const view = make({ set: (value) => void (now = value), fail });
  const off = kit.store.onCommit(view.refresh);
  closing.push(off, view.close);
  return () => now as T;
}

/** The row of the room in the list. */
function rowOf(roomId: string, unreadOnly = false): () => RoomRow | undefined {
  const query = { text: '', collapsed: [], limit: 100, unreadOnly };
  const items = watched<readonly RoomListItem[]>((sink) => createRoomsView(deps(), query, sink));
  return () =>
    items().find((item): item is RoomRow => item.kind === 'room' && item.roomId === roomId);
}

function bell(mentions = false): () => readonly NotifiedMessage[] {
  const ready = async () => ({ http: kit.http, crypto: null });
  const network = { ready } as unknown as Pick<Network, 'ready'>;
  return watched<readonly NotifiedMessage[]>((sink) =>
    createNotifiedView(
      { ...deps(), network, forest: createForestSource(kit.store, () => kit.userId) },
      { mentions },
      sink,
    ),
  );
}

const headerOf = (roomId: string): (() => RoomHeader) =>
  watched<RoomHeader>((sink) => createRoomView(deps(), { roomId }, sink));

const requestsIn = (rows: readonly NotifiedMessage[], roomId: string) =>
  rows.filter((row) => row.roomId === roomId && row.state === 'asking');

const knock = (one: TestPerson, roomId: string, reason?: string) =>
  one.call('POST', `/knock/${path(roomId)}`, { reason });

async function openRoom(name: string, by = alice): Promise<string> {
  const roomId = await by.createRoom({ name });
  await by.state(roomId, 'm.room.join_rules', { join_rule: 'knock' });
  return roomId;
}

async function known(roomId: string) {
  return kit.until(() => (kit.room(roomId)?.membership === 'join' ? kit.room(roomId) : null));
}

test('a request is told in the list, in the bell, in the header and by one notice, and goes with its answer', async () => {
  const roomId = await openRoom('Orchard');
  const other = await openRoom('Later');
  await known(other);
  const [row, fresh, rows, header] = [rowOf(roomId), rowOf(roomId, true), bell(), headerOf(roomId)];
  await known(roomId);
  const before = unreadTotals(kit.store.db);
  await knock(bob, roomId, 'It is Bob');
  await kit.until(() => row()?.asking);
  expect(row()?.asking).toEqual({ count: 1, name: 'Bob', unseen: true });
  // In the list of what is unread, and before what was newer.
  await kit.until(() => fresh());
  expect(kit.room(roomId)?.activityMs).toBeGreaterThan(kit.room(other)?.activityMs ?? Infinity);
  expect(unreadTotals(kit.store.db)).toEqual({
    unread: before.unread + 1,
    highlights: before.highlights + 1,
  });
  const [told] = await kit.until(() => {
    const found = requestsIn(rows(), roomId);
    return found.length > 0 && found;
  });
  expect(NotifiedMessage.parse(told)).toMatchObject({
    roomName: 'Orchard',
    reason: 'It is Bob',
    read: false,
    requests: { count: 1, letIn: true, decline: true },
    sender: { userId: bob.userId, name: 'Bob' },
  });
  expect(RoomHeader.parse(header())).toMatchObject({
    asking: [{ person: { userId: bob.userId }, reason: 'It is Bob' }],
    askingCount: 1,
  });
  await kit.until(() => notices.length > 0);
  expect(notices).toMatchObject([{ roomId, kind: 'knock', title: 'Orchard', body: 'Bob' }]);
  // Together with another one, and no second notice before somebody has looked.
  await knock(carol, roomId);
  await kit.until(() => row()?.asking?.count === 2);
  expect(row()?.asking?.name).toBe('Carol');
  await kit.until(() => requestsIn(rows(), roomId)[0]?.requests?.count === 2);
  expect(requestsIn(rows(), roomId)).toHaveLength(1);
  expect(requestsIn(bell(true)(), roomId)).toEqual([]);
  expect(notices).toHaveLength(1);
  // One withdraws, another device of the account answers the other.
  await carol.call('POST', `/rooms/${path(roomId)}/leave`, {});
  await kit.until(() => row()?.asking?.count === 1);
  await alice.call('POST', `/rooms/${path(roomId)}/invite`, { user_id: bob.userId });
  await kit.until(() => row() !== undefined && row()?.asking === undefined);
  await kit.until(() => requestsIn(rows(), roomId).length === 0 && fresh() === undefined);
  expect([row()?.dot, header().askingCount]).toEqual([false, undefined]);
  await kit.until(() => gone.includes(roomId));
});

test('who has looked at the room has seen the request: it stays in words, and the next one is news again', async () => {
  const roomId = await openRoom('Looked at');
  const { roomNo } = await known(roomId);
  const [row, rows] = [rowOf(roomId), bell()];
  await knock(bob, roomId);
  await kit.until(() => row()?.asking?.unseen === true);
  await kit.until(() => notices.length === 1);
  const reading = createReading({
    ...{ http: kit.http, store: kit.store, ownUserId: alice.userId, clock: systemClock() },
    ...{
      log: silentLog,
      onOwnReceipt: () => undefined,
      inThreads: () => ({ unread: 0, highlights: 0 }),
    },
  });
  const newest = newestEvent(kit.store.db, roomNo)?.eventId ?? '';
  await reading.markRead({ roomId, threadId: null }, newest);
  await kit.until(() => row()?.asking?.unseen === false);
  await kit.until(() => requestsIn(rows(), roomId)[0]?.read === true);
  expect(row()).toMatchObject({ unread: 0, dot: false });
  // A message is newer than the request that everybody has seen: it has the line, and the request a mark.
  await alice.send(roomId, 'who is Bob?');
  await kit.until(() => row()?.asking?.behind === true);
  expect(row()).toMatchObject({ asking: { count: 1, unseen: false }, dot: false, unread: 0 });
  expect(requestsIn(rows(), roomId)).toHaveLength(1);
  await knock(carol, roomId);
  await kit.until(() => row()?.asking?.count === 2);
  await kit.until(() => notices.length === 2);
});

test('nobody is told who may not answer, nor of somebody ignored; a muted room is quiet', async () => {
  const closed = await openRoom('Not mine', bob);
  await bob.state(closed, 'm.room.power_levels', { users: {}, invite: 50, users_default: 0 });
  const muted = await openRoom('Muted');
  const ignoring = await openRoom('Ignoring');
  await bob.call('POST', `/rooms/${path(closed)}/invite`, { user_id: alice.userId });
  await alice.join(closed);
  const [{ roomNo }] = await Promise.all([known(closed), known(muted), known(ignoring)]);
  await alice.call('PUT', `/pushrules/global/override/${path(muted)}`, {
    conditions: [{ kind: 'event_match', key: 'room_id', pattern: muted }],
    actions: [],
  });
  await kit.until(() => kit.room(muted)?.muted);
  const dave = await made('Dave');
  const eve = await made('Eve');
  await alice.call('PUT', `/user/${path(alice.userId)}/account_data/m.ignored_user_list`, {
    ignored_users: { [eve.userId]: {} },
  });
  await kit.until(() => notices.splice(0).some(({ kind }) => kind === 'invite'));
  const [quiet, silent, none, rows] = [rowOf(closed), rowOf(muted), rowOf(ignoring), bell()];
  await knock(eve, ignoring);
  await knock(dave, closed);
  await knock(dave, muted);
  await kit.until(() => silent()?.asking);
  await kit.until(() => newestEvent(kit.store.db, roomNo)?.stateKey === dave.userId);
  await kit.until(() => requestsIn(rows(), muted).length === 1);
  expect([quiet()?.asking, none()?.asking]).toEqual([undefined, undefined]);
  const told = [closed, ignoring].flatMap((roomId) => requestsIn(rows(), roomId));
  expect(told).toEqual([]);
  expect(notices).toEqual([]);
});

test('a flood of 500 requests is one row, one notice and quick; and it is there again after a start without a server', async () => {
  const roomId = await openRoom('Flood');
  const { roomNo } = await known(roomId);
  const { db } = kit.store;
  const now = Date.now();
  const events = Array.from({ length: 500 }, (_, at) => ({
    event_id: `$flood${at}`,
    type: 'm.room.member',
    sender: `@flood${at}:localhost`,
    state_key: `@flood${at}:localhost`,
    origin_server_ts: now + at,
    content: { membership: 'knock', displayname: `Flood ${at}`, reason: 'x'.repeat(500) },
  }));
  const [row, rows, header] = [rowOf(roomId), bell(), headerOf(roomId)];
  const beganMs = performance.now();
  for (let at = 0; at < 500; at += 10)
    kit.store.write((changes) => {
      putState(db, roomNo, events.slice(at, at + 10), now + 500);
      recomputeRoom(db, roomNo, alice.userId, changes);
      changes.members(roomNo);
      changes.room(roomNo);
    });
  await kit.until(() => row()?.asking?.count === 500 && header().askingCount === 500);
  await kit.until(() => requestsIn(rows(), roomId)[0]?.requests?.count === 500);
  expect(performance.now() - beganMs).toBeLessThan(5_000);
  expect(header().asking).toHaveLength(20);
  expect(requestsIn(rows(), roomId)).toHaveLength(1);
  expect(getRoom(db, roomNoOf(db, roomId) ?? 0)?.activityMs).toBe(now + 499);
  // Views hold no truth: one that is opened anew reads the same from the disk.
  expect(rowOf(roomId)()?.asking?.count).toBe(500);
  expect(requestsIn(bell()(), roomId)).toHaveLength(1);
});
