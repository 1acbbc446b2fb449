// Answers that no honest server gives, made by the fault proxy from real ones: the good events stay, sync goes on, the bad are counted.
import { getSetting } from '#stores/settings/settings';
import { countInbox, readInbox } from '#stores/settings/inbox';
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { workedMs } from '../../support/processorTime';
import { person, syncKit, type SyncKit, type TestPerson } from './kit';

let server: Homeserver;
let proxy: FaultProxy;
let bob: TestPerson;
let kit: SyncKit | null = null;
let people = 0;

type Json = Record<string, unknown>;

beforeAll(async () => {
  server = await startHomeserver();
  proxy = await startFaultProxy(server.baseUrl);
  bob = person(server, await server.registerUser({ username: 'bob', password: 'pw' }));
}, 120_000);

afterEach(async () => {
  proxy.rules.clear();
  await kit?.stop();
  kit = null;
});

afterAll(async () => {
  await proxy.close();
  await server.stop();
});

/** A synced person and a room of theirs. */
async function begin(): Promise<{ one: SyncKit; alice: TestPerson; roomId: string }> {
  people += 1;
  const registered = await server.registerUser({ username: `alice${people}`, password: 'pw' });
  const alice = person(server, registered);
  const roomId = await alice.createRoom({ name: 'Room' });
  const one = syncKit(proxy.url, registered);
  kit = one;
  one.sync.start();
  await one.until(() => one.room(roomId) && one.sync.gate.open());
  return { one, alice, roomId };
}

const at = (json: unknown, ...keys: string[]) =>
  keys.reduce<unknown>((value, key) => (value as Json | undefined)?.[key], json);

/** Puts `bad` between the first and the second event of the room's timeline, in the one answer that has both. */
function between(roomId: string, bad: (good: Json) => unknown[]) {
  // A server may give an answer twice; the second time it is a good one.
  let isDone = false;
  proxy.rules.add({
    match: on('GET', '/sync'),
    edit: (json) => {
      const events = at(json, 'rooms', 'join', roomId, 'timeline', 'events');
      if (!isDone && Array.isArray(events) && events.length > 0) {
        isDone = true;
        const good = events[0] as Json;
        events.splice(1, 0, ...bad(good));
        const last = {
          ...good,
          event_id: '$second',
          content: { msgtype: 'm.text', body: 'after' },
        };
        events.push(last);
      }
      return json;
    },
  });
}

const nested = (levels: number): unknown => {
  let value: unknown = 1;
  for (let i = 0; i < levels; i += 1) value = { a: value };
  return value;
};

const cases: [string, (good: Json) => unknown][] = [
  ['a null event', () => null],
  [
    'a member event with state key __proto__',
    (good) => ({
      ...good,
      event_id: '$m',
      type: 'm.room.member',
      state_key: '__proto__',
      content: { membership: 'join' },
    }),
  ],
  ['an event without content', ({ content: _, ...good }) => ({ ...good, event_id: '$n' })],
  [
    'a 10 MB event',
    (good) => ({ ...good, event_id: '$b', content: { body: 'x'.repeat(10_000_000) } }),
  ],
  ['1,000 levels of nesting', (good) => ({ ...good, event_id: '$d', content: nested(1000) })],
];

test.each(cases)('%s between two good ones: both are stored, it is counted', async (_name, bad) => {
  const { one, alice, roomId } = await begin();
  between(roomId, (good) => [bad(good)]);
  await alice.send(roomId, 'before');
  await one.until(() => one.bodies(roomId).length >= 2);
  proxy.rules.clear();
  await alice.send(roomId, 'next');
  await one.until(() => one.bodies(roomId).includes('next'));
  expect(one.bodies(roomId)).toEqual(['before', 'after', 'next']);
  expect(getSetting(one.store.db, 'droppedEvents')).toEqual({ timeline: 1 });
  expect(one.sync.status()).toMatchObject({ state: 'SYNCING', droppedEvents: 1, error: null });
  expect(Object.prototype).not.toHaveProperty('membership');
});

test('every other part of an answer loses its malformed pieces only', async () => {
  const { one, alice, roomId } = await begin();
  const before = countInbox(one.store.db);
  proxy.rules.add({
    match: on('GET', '/sync'),
    times: 1,
    edit: (json) => {
      const answer = json as Json;
      answer['to_device'] = {
        events: [null, { type: 'm.x', sender: '@a:b', content: {} }, { type: 'm.y', content: {} }],
      };
      answer['account_data'] = {
        events: [
          { type: 'ok', content: {} },
          { type: 5, content: {} },
        ],
      };
      answer['presence'] = {
        events: [{ type: 'm.presence', sender: '@a:b', content: { presence: 'odd' } }],
      };
      answer['device_lists'] = { changed: ['@a:b', 7, null], left: 'x' };
      answer['device_one_time_keys_count'] = { a: 1, b: 'x', __proto__: 3 };
      answer['rooms'] = {
        join: {
          [roomId]: {
            state: { events: 'none' },
            timeline: { events: {}, limited: 'yes', prev_batch: 5 },
            ephemeral: {
              events: [
                {
                  type: 'm.receipt',
                  content: { $x: { 'm.read': { '@a:b': { ts: 1 }, bad: 1 } }, no: 1 },
                },
                { type: 'm.typing', content: { user_ids: ['@a:b', 1] } },
                7,
              ],
            },
            account_data: { events: [{}] },
            summary: { 'm.heroes': 'x', 'm.joined_member_count': -1 },
            unread_notifications: { notification_count: 'many', highlight_count: 2 },
          },
          'not a room': {},
        },
        invite: {
          '!i:b': {
            invite_state: {
              events: [
                null,
                { type: 'm.room.name', state_key: '', sender: '@a:b', content: { name: 'N' } },
              ],
            },
          },
        },
        knock: null,
      };
      return answer;
    },
  });
  one.sync.wake();
  await one.until(() => one.room('!i:b'));
  expect(getSetting(one.store.db, 'droppedEvents')).toEqual({
    toDevice: 2,
    accountData: 2,
    presence: 1,
    ephemeral: 1,
    stripped: 1,
    room: 1,
  });
  expect(readInbox(one.store.db, 100)[before]?.content).toMatchObject({
    toDeviceEvents: [{ type: 'm.x', sender: '@a:b', content: {} }],
    deviceLists: { changed: ['@a:b'], left: [] },
    oneTimeKeysCounts: { a: 1 },
  });
  await one.until(() => one.typing.of(roomId).join() === '@a:b');
  expect(one.room(roomId)).toMatchObject({ joinedCount: 1, serverHighlights: 2 });
  await alice.send(roomId, 'goes on');
  await one.until(() => one.bodies(roomId).includes('goes on'));
});

test('an answer that is cut, no JSON or without a token is a failed sync; nothing moves', async () => {
  const { one, alice, roomId } = await begin();
  for (const body of ['{"next_batch":"x","rooms":{"join"', '<html>', '{}', '[]']) {
    one.states.length = 0;
    const token = getSetting<string>(one.store.db, 'nextBatch');
    proxy.rules.add({ match: on('GET', '/sync'), status: 200, body, times: 1 });
    one.sync.wake();
    await one.until(() => one.states.includes('RECONNECTING connecting'));
    expect(getSetting(one.store.db, 'nextBatch')).toBe(token);
    one.sync.wake();
    await one.until(() => one.sync.gate.open());
  }
  await alice.send(roomId, 'goes on');
  await one.until(() => one.bodies(roomId).includes('goes on'));
});

test('100,000 events in one answer are applied in short turns and all stored', async () => {
  const { one, roomId } = await begin();
  const event = (room: string, i: number) => ({
    event_id: `$${room}${i}`,
    type: 'm.room.message',
    sender: bob.userId,
    origin_server_ts: 1_700_000_000_000 + i,
    content: { msgtype: 'm.text', body: `message ${i}` },
  });
  const rooms = Array.from({ length: 50 }, (_, r) => `!r${r}:b`);
  proxy.rules.add({
    match: on('GET', '/sync'),
    times: 1,
    edit: (json) => ({
      ...(json as Json),
      rooms: {
        join: Object.fromEntries(
          rooms.map((room) => [
            room,
            {
              timeline: {
                events: Array.from({ length: 2000 }, (_, i) => event(room, i)),
                limited: true,
                prev_batch: 'p',
              },
            },
          ]),
        ),
      },
    }),
  });
  const count = () =>
    one.store.db.prepare('SELECT count(*) AS n FROM timeline').get() as { n: number };
  // Turns count from the first commit: before it the proxy of this very process makes the answer.
  const turns: number[] = [];
  let last: number | null = null;
  let commits = 0;
  // Inside: what was committed before it is not told any more.
  const off = one.store.onCommit(() => (commits += 1), 'inside');
  const beat = setInterval(() => {
    if (commits === 0) return;
    if (last !== null) turns.push(workedMs() - last);
    last = workedMs();
  }, 0);
  one.states.length = 0;
  one.sync.wake();
  await one
    .until(() => one.states.at(-1) === 'SYNCING syncing', 120_000)
    .finally(() => {
      clearInterval(beat);
      off();
    });
  expect(count().n).toBeGreaterThanOrEqual(100_000);
  expect(one.room('!r49:b')).toMatchObject({ membership: 'join' });
  // Share of this run's work: one room in one turn takes a fiftieth, the whole answer all of it. Some turns collect garbage too.
  const sum = (some: readonly number[]) => some.reduce((total, ms) => total + ms, 0);
  const worked = sum(turns);
  const long = turns.filter((ms) => ms > worked / 100);
  expect(sum(long) / worked).toBeLessThan(1 / 4);
  expect(Math.max(...turns) / worked).toBeLessThan(1 / 20);
  expect(commits).toBeGreaterThan(50);
  expect(one.states).toContain('SYNCING catching_up');
  expect(one.room(roomId)?.membership).toBe('join');
}, 180_000);
