// The first rooms of a new sign-in by sliding sync, against a real Synapse: there before the first answer of /sync, and afterwards the
// store is what it would have been without them, whatever went wrong on the way.
import { prependOlder } from '#stores/ingest/timeline';
import { all } from '#stores/sqlite/statements';
import type { RawEvent } from '#stores/events/types';
import { pageOfTimeline } from '#stores/events/timeline';
import { listRooms } from '#stores/rooms/rooms';
import { getSetting } from '#stores/settings/settings';
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import type { Hold } from '../../faults/holds';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { createTestClock } from '../http/testClock';
import {
  person,
  recordingFetch,
  syncKit,
  temporaryFolder,
  type SyncKit,
  type SyncKitOptions,
  type TestPerson,
} from './kit';

interface Json {
  readonly rooms: Record<string, Record<string, unknown>>;
}

let server: Homeserver;
let proxy: FaultProxy;
let alice: TestPerson;
let bob: TestPerson;
/** Named rooms, oldest first. */
const named: string[] = [];
let direct: string;
let invited: string;
let lively: string;
const kits: SyncKit[] = [];
const holds: Hold[] = [];

const isSync = on('GET', '/sync');
const isSliding = on('POST', '/org.matrix.simplified_msc3575/sync');

const held = (match: typeof isSync): Hold => {
  const hold = proxy.hold(match, 'before-forward');
  holds.push(hold);
  return hold;
};

const kit = (options: SyncKitOptions = {}) => {
  const one = syncKit(proxy.url, alice, { firstRooms: true, ...options });
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
  for (let at = 0; at < 24; at += 1) named.push(await alice.createRoom({ name: `Room ${at}` }));
  [lively = ''] = named;
  await alice.call('POST', `/rooms/${encodeURIComponent(lively)}/invite`, { user_id: bob.userId });
  await bob.join(lively);
  for (let at = 0; at < 12; at += 1) await bob.send(lively, `line ${at}`);
  direct = await bob.createRoom({ is_direct: true, invite: [alice.userId] });
  await alice.join(direct);
  await bob.send(direct, 'hello');
  await alice.call('PUT', `/user/${alice.userId}/account_data/m.direct`, {
    [bob.userId]: [direct],
  });
  invited = await bob.createRoom({ name: 'Come in', invite: [alice.userId] });
}, 400_000);

afterEach(async () => {
  holds.splice(0).forEach((hold) => hold.drop());
  await Promise.all(kits.splice(0).map((one) => one.stop()));
  await proxy.setDown(false);
  proxy.rules.clear();
});

afterAll(async () => {
  await proxy.close();
  await server.stop();
});

/** The shown data of an account, without fields that depend on the time of arrival. */
function shown({ store: { db } }: SyncKit) {
  const rooms = (['join', 'invite', 'knock', 'leave'] as const).flatMap((membership) =>
    listRooms(db, membership),
  );
  return rooms
    .map(({ roomId, roomNo, name, topic, membership, serverUnread, directUserId, inviter }) => {
      const { events } = pageOfTimeline(db, { roomNo, limit: 100 });
      const state = all<{ id: string }>(
        db,
        `SELECT e.event_id AS id FROM state s JOIN events e ON e.event_no = s.event_no
         WHERE s.room_no = ? ORDER BY 1`,
        roomNo,
      );
      return {
        ...{ roomId, name, topic, membership, serverUnread, directUserId, inviter },
        events: events.map(({ eventId }) => eventId),
        state: state.map(({ id }) => id),
      };
    })
    .toSorted((a, b) => (a.roomId < b.roomId ? -1 : 1));
}

/** The same account in a new profile, by /sync alone. */
async function reference() {
  const one = kit({ firstRooms: false });
  one.sync.start();
  await one.until(() => one.sync.gate.open());
  const seen = shown(one);
  kits.splice(kits.indexOf(one), 1);
  // Its polls must not come to a hold of the test.
  await one.stop();
  return seen;
}

/** Lines in the order in which they were written. */
const byNumber = (a: string, b: string): number => order(a) - order(b);
const order = (line: string): number => {
  const at = ['in between', 'and more'].indexOf(line);
  return at === -1 ? Number(line.replace('line ', '')) : 100 + at;
};

const joinedNames = (one: SyncKit): string[] =>
  listRooms(one.store.db, 'join').map(({ name }) => name);

const firstTook = (one: SyncKit): boolean => getSetting(one.store.db, 'nextBatch') === null;

test('CHAT-3.28 CHAT-7.3 the first rooms are there before the first answer of /sync, which then brings everything once', async () => {
  const hold = held(isSync);
  // This Synapse counts nothing here; others do.
  const counted = (json: unknown) => {
    Object.assign((json as Json).rooms[lively] ?? {}, { notification_count: 12 });
    return json;
  };
  proxy.rules.add({ match: isSliding, edit: counted });
  const { fetch, queries, bodies } = recordingFetch();
  const one = kit({ fetch });
  one.sync.start();
  await hold.reached;
  // 26 rooms and an invitation: a screen of them, then the rest with the place that the first answer gave.
  expect(joinedNames(one).toSorted()).toEqual(
    [...named.map((_, at) => `Room ${at}`), 'bob'].toSorted(),
  );
  expect(one.bodies(lively)).toEqual([4, 5, 6, 7, 8, 9, 10, 11].map((at) => `line ${at}`));
  expect(one.room(direct)?.directUserId).toBe(bob.userId);
  expect(one.room(lively)?.serverUnread).toBe(12);
  expect([one.room(invited)?.name, one.room(invited)?.membership]).toEqual(['Come in', 'invite']);
  expect(one.sync.status().phase).toBe('catching_up');
  expect(one.sync.gate.open()).toBe(false);
  expect(queries('/org.matrix.simplified_msc3575/sync')).toEqual([
    { timeout: '0' },
    { timeout: '0', pos: expect.any(String) },
  ]);
  const asked = bodies('/org.matrix.simplified_msc3575/sync') as Record<string, unknown>[];
  expect(asked[0]).toMatchObject({
    lists: { rooms: { ranges: [[0, 19]], timeline_limit: 8 } },
    extensions: {
      e2ee: { enabled: false },
      to_device: { enabled: false, limit: 100 },
      account_data: { enabled: true },
      typing: { enabled: true },
      receipts: { enabled: true },
    },
  });
  const older =
    shown(one)
      .find(({ roomId }) => roomId === lively)
      ?.events.slice(0, 2) ?? [];
  // Messages between the two syncs are neither lost nor doubled.
  for (const body of ['in between', 'and more']) await bob.send(lively, body);
  hold.release();
  await one.until(() => one.sync.gate.open());
  // The first answer reaches further back than the eight newest of /sync.
  const before = (await reference()).map((room) =>
    room.roomId === lively ? { ...room, events: [...older, ...room.events] } : room,
  );
  expect(shown(one)).toEqual(before);
  expect(one.bodies(lively)).toEqual([
    ...[4, 5, 6, 7, 8, 9, 10, 11].map((at) => `line ${at}`),
    ...['in between', 'and more'],
  ]);
  expect(one.found.flatMap(({ live, invites }) => [...live.values(), ...invites])).toEqual([]);
});

test('an end at any point of it leaves what a later start makes whole; nothing is asked twice', async () => {
  const { fetch, bodies } = recordingFetch();
  for (const point of ['first', 'second', 'sync'] as const) {
    const folder = temporaryFolder();
    const match = point === 'sync' ? isSync : isSliding;
    if (point === 'second') proxy.rules.add({ match, skip: 1, times: 1, delayMs: 60_000 });
    const hold = point === 'second' ? null : held(match);
    const before = kit({ folder, fetch });
    before.sync.start();
    if (hold !== null) await hold.reached;
    else await before.until(() => joinedNames(before).length > 10);
    await before.stop();
    kits.splice(kits.indexOf(before), 1);
    hold?.drop();
    holds.length = 0;
    proxy.rules.clear();
    const asked = bodies('msc3575').length;
    const after = kit({ folder, fetch });
    after.sync.start();
    await after.until(() => after.sync.gate.open());
    expect(shown(after)).toEqual(await reference());
    expect(bodies('msc3575').length - asked).toBe(point === 'first' ? 2 : 0);
  }
}, 400_000);

test('dead before any of its commits, a later start makes the account whole', async () => {
  const wanted = await reference();
  for (let commit = 1; commit <= 9; commit += 1) {
    const folder = temporaryFolder();
    const dies = kit({ folder, random: () => 0 });
    const write = dies.store.write.bind(dies.store);
    let commits = 0;
    const died = Promise.withResolvers<void>();
    Object.assign(dies.store, {
      write: (...args: Parameters<typeof write>) => {
        commits += 1;
        if (commits < commit) return write(...args);
        died.resolve();
        // From here on each write fails.
        throw new Error('dead');
      },
    });
    dies.sync.start();
    await died.promise;
    await dies.stop();
    kits.splice(kits.indexOf(dies), 1);
    const after = kit({ folder });
    after.sync.start();
    await after.until(() => after.sync.gate.open());
    expect(shown(after)).toEqual(wanted);
    kits.splice(kits.indexOf(after), 1);
    await after.stop();
  }
}, 400_000);

test('a server without it is not asked, and any answer but a good one is passed over in silence', async () => {
  const wanted = await reference();
  const { fetch, bodies } = recordingFetch();
  const unannounced = (json: unknown) => ({ ...(json as object), unstable_features: {} });
  proxy.rules.add({ match: on('GET', '/versions'), edit: unannounced });
  const without = kit({ fetch });
  without.sync.start();
  await without.until(() => without.sync.gate.open());
  expect([bodies('msc3575'), shown(without)]).toEqual([[], wanted]);
  proxy.rules.clear();
  const answers = [
    { status: 500 },
    { status: 404, body: { errcode: 'M_UNRECOGNIZED', error: 'what?' } },
    { status: 429, body: { errcode: 'M_LIMIT_EXCEEDED', retry_after_ms: 600_000 } },
    { status: 200, body: '<html>sign in to the hotel' },
    { status: 200, body: [] },
    { cut: 'mid-body' as const },
  ];
  for (const answer of answers) {
    proxy.rules.clear();
    proxy.rules.add({ match: isSliding, ...answer, ...('cut' in answer ? { times: 1 } : {}) });
    const one = kit({ random: () => 0 });
    one.sync.start();
    await one.until(() => one.sync.gate.open());
    expect(shown(one)).toEqual(wanted);
    if (!('cut' in answer)) expect(one.states.join()).not.toMatch(/RECONNECTING|ERROR/);
  }
});

test('CHAT-4.6 while there is no connection the third failure in a row is ERROR; after it /sync is asked', async () => {
  const clock = createTestClock();
  const one = kit({ clock, random: () => 0.5 });
  proxy.rules.add({ match: isSliding, cut: 'before-forward' });
  one.sync.start();
  for (let at = 0; at < 3; at += 1) await clock.pass(4500);
  await one.until(() => one.sync.gate.open());
  const states = one.states.map((text) => text.split(' ')[0]);
  expect(states.slice(0, 6)).toEqual([
    ...['STOPPED', 'RECONNECTING', 'RECONNECTING', 'ERROR'],
    ...states.slice(4, 6),
  ]);
  expect(states.at(-1)).toBe('SYNCING');
  expect(shown(one)).toEqual(await reference());
});

test('a hostile answer shows no room of others, no more rooms than were asked for, and spoils nothing', async () => {
  const wanted = await reference();
  const foreign = '!foreign:example.org';
  const create = { type: 'm.room.create', state_key: '', sender: bob.userId, event_id: '$c' };
  const spoil = (json: unknown) => {
    const answer = json as { rooms: Record<string, Record<string, unknown>>; lists: unknown };
    const mine = answer.rooms[lively];
    if (mine !== undefined) {
      mine['timeline'] = [
        ...Array.from({ length: 500 }, (_, at) => ({ ...create, event_id: `$x${at}` })),
        ...(mine['timeline'] as unknown[]),
        { type: 'm.room.message', content: { body: 'no id' } },
        'text',
        null,
      ];
      mine['heroes'] = [{ user_id: 7 }, null, 'x', { user_id: '@ok:x', displayname: { no: 1 } }];
      mine['notification_count'] = -5;
    }
    const rooms: [string, unknown][] = [
      [foreign, { initial: true, required_state: [create], timeline: [], name: 'Theirs' }],
      ['no room id', mine],
      ['__proto__', mine],
      ['!null:x', null],
      ['!list:x', []],
      ['!deep:x', JSON.parse(`${'['.repeat(300)}${']'.repeat(300)}`)],
      ...Object.entries(answer.rooms),
      ...Array.from({ length: 200 }, (_, at): [string, unknown] => [
        `!many${at}:x`,
        answer.rooms[direct] ?? mine,
      ]),
    ];
    const extensions = { account_data: { global: 'x', rooms: [] }, receipts: 9, typing: null };
    return { ...answer, rooms: Object.fromEntries(rooms), extensions, lists: { rooms: 'x' } };
  };
  proxy.rules.add({ match: isSliding, edit: spoil });
  const hold = held(isSync);
  const one = kit();
  one.sync.start();
  await hold.reached;
  const before = shown(one);
  expect(before.length).toBeGreaterThan(3);
  expect(before.length).toBeLessThanOrEqual(20);
  expect(before.map(({ roomId }) => roomId)).not.toContain(foreign);
  expect(one.bodies(lively).length).toBeLessThanOrEqual(8);
  hold.release();
  await one.until(() => one.sync.gate.open());
  const after = shown(one);
  expect(after.filter(({ membership }) => membership !== 'leave')).toEqual(wanted);
  expect(firstTook(one)).toBe(false);
});

test('with fewer lines than /sync brings they still stand in their order, and a page of history read meanwhile stays', async () => {
  const wanted = await reference();
  const fewer = (json: unknown) => {
    const answer = json as { rooms: Record<string, { timeline?: unknown[] }> };
    const room = answer.rooms[lively];
    // Every other one: no server does, but it is the worst for the order.
    if (room?.timeline !== undefined) room.timeline = room.timeline.filter((_, at) => at % 2 === 1);
    return answer;
  };
  proxy.rules.add({ match: isSliding, edit: fewer });
  const hold = held(isSync);
  const one = kit();
  one.sync.start();
  await hold.reached;
  expect(one.bodies(lively)).toHaveLength(4);
  const { db } = one.store;
  const roomNo = one.room(lively)?.roomNo ?? 0;
  const [piece] = all<{ chunk_no: number; prev_token: string }>(
    db,
    `SELECT c.chunk_no, c.prev_token FROM chunks c JOIN timelines l USING (timeline_no) WHERE l.room_no = ?`,
    roomNo,
  );
  const query = `dir=b&limit=6&from=${encodeURIComponent(piece?.prev_token ?? '')}`;
  const page = await alice.call('GET', `/rooms/${encodeURIComponent(lively)}/messages?${query}`);
  const chunkNo = piece?.chunk_no ?? 0;
  const read = { events: page['chunk'] as RawEvent[], end: String(page['end']), receivedMs: 1 };
  one.store.write(() => prependOlder(db, { roomNo, chunkNo, ...read }));
  hold.release();
  await one.until(() => one.sync.gate.open());
  const lines = one.bodies(lively);
  expect(lines.slice(-10)).toEqual(one.bodies(lively).toSorted(byNumber).slice(-10));
  expect(new Set(lines).size).toBe(lines.length);
  expect(lines.length).toBeGreaterThan(10);
  const others = (rooms: typeof wanted) => rooms.filter(({ roomId }) => roomId !== lively);
  expect(others(shown(one))).toEqual(others(wanted));
});
