// Older events from a real server into the store.
import { getEvent, pageOfTimeline } from '#stores/events/timeline';
import { getSetting } from '#stores/settings/settings';
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { failureOf } from '../http/kit';
import { createTestClock, type TestClock } from '../http/testClock';
import { roomKit, type RoomKit } from './kit';

let server: Homeserver;
let proxy: FaultProxy;
let bob: RoomKit;
let alice: RoomKit;
let clock: TestClock;
let roomId: string;
let sent: string[];

beforeAll(async () => {
  server = await startHomeserver();
  proxy = await startFaultProxy(server.baseUrl);
  clock = createTestClock();
  bob = await roomKit(server, server.baseUrl, 'bob');
  roomId = await bob.direct.createRoom({ preset: 'public_chat', name: 'Long' });
  sent = [];
  for (let i = 0; i < 150; i += 1) sent.push(await bob.direct.send(roomId, `m${i}`));
  alice = await roomKit(server, proxy.url, 'alice', clock);
  await alice.membership.join(roomId);
  await alice.until(() => alice.bodies(roomId).includes('m149'));
}, 120_000);

afterEach(() => proxy.rules.clear());

afterAll(async () => {
  await alice.stop();
  await bob.stop();
  await proxy.close();
  await server.stop();
});

const queries = () => alice.recorded.queries('/messages');

test('an unknown room is refused', async () => {
  const error = await failureOf(alice.backfill.older('!none:localhost'));
  expect(error['message']).toBe('Unknown room !none:localhost');
  expect(queries()).toEqual([]);
});

test('CHAT-8.35 after a failure the next page waits until 3 s have passed', async () => {
  proxy.rules.add({ match: on('GET', '/messages'), status: 500, times: 1 });
  const { roomNo } = await alice.until(() => alice.room(roomId));
  const before = pageOfTimeline(alice.store.db, { roomNo, limit: 500 }).events.length;
  const first = await failureOf(alice.backfill.older(roomId));
  clock.advance(1000);
  const asked = queries().length;
  const second = alice.backfill.older(roomId);
  expect([queries().length, await clock.pass(2000)]).toEqual([asked, 2000]);
  await second;
  const after = pageOfTimeline(alice.store.db, { roomNo, limit: 500 }).events.length;
  expect([first['code'], after - before]).toEqual(['server_error', 30]);
});

test('a server that answers where it was asked from has not come to the start: the gap stays', async () => {
  proxy.rules.add({
    match: on('GET', '/messages'),
    times: 1,
    edit: () => ({ chunk: [], start: queries().at(-1)?.['from'], end: queries().at(-1)?.['from'] }),
  });
  expect(await alice.backfill.older(roomId)).toEqual({ added: 0, reachedStart: false });
  expect(await alice.backfill.older(roomId)).toEqual({ added: 30, reachedStart: false });
});

test('CHAT-7.27 CHAT-9.16 a page has 30 events; calls at once share a request; the start is reached', async () => {
  const before = queries().length;
  const [one, two] = await Promise.all([
    alice.backfill.older(roomId),
    alice.backfill.older(roomId),
  ]);
  expect([one, two, queries().length - before]).toEqual([
    { added: 30, reachedStart: false },
    one,
    1,
  ]);
  expect(queries().at(-1)).toEqual({
    from: expect.any(String),
    limit: '30',
    dir: 'b',
    filter: '{"lazy_load_members":true}',
  });
  let reachedStart = false;
  while (!reachedStart) reachedStart = (await alice.backfill.older(roomId)).reachedStart;
  const { roomNo } = await alice.until(() => alice.room(roomId));
  const page = pageOfTimeline(alice.store.db, { roomNo, limit: 500 });
  const bodies = page.events.flatMap((event) => event.raw.content['body'] ?? []);
  expect(bodies).toEqual(sent.map((_, i) => `m${i}`));
  expect([page.gaps, page.events[0]?.type]).toEqual([[], 'm.room.create']);
  expect(await alice.backfill.older(roomId)).toEqual({ added: 0, reachedStart: true });
});

test('a malformed event of a page is dropped and counted, the others stay', async () => {
  const other = await bob.direct.createRoom({ preset: 'public_chat', name: 'Other' });
  for (let i = 0; i < 60; i += 1) await bob.direct.send(other, `o${i}`);
  await alice.membership.join(other);
  await alice.until(() => alice.bodies(other).includes('o59'));
  proxy.rules.add({
    match: on('GET', '/messages'),
    times: 1,
    edit: (json) => {
      const answer = json as { chunk: unknown[] };
      answer.chunk.splice(3, 0, null, { type: 'x' });
      return answer;
    },
  });
  const dropped = () =>
    getSetting<{ timeline?: number }>(alice.store.db, 'droppedEvents')?.timeline ?? 0;
  const before = dropped();
  const { added } = await alice.backfill.older(other);
  expect([added > 0, dropped() - before]).toEqual([true, 2]);
});

test('single events and the surroundings of one', async () => {
  const other = await bob.direct.createRoom({ preset: 'public_chat', name: 'Single' });
  const first = await bob.direct.send(other, 'first');
  for (let i = 0; i < 60; i += 1) await bob.direct.send(other, `s${i}`);
  await alice.membership.join(other);
  const { roomNo } = await alice.until(() => alice.room(other));
  expect(getEvent(alice.store.db, roomNo, first)).toBe(null);
  const event = await alice.backfill.event(other, first);
  expect(event).toMatchObject({ eventId: first, raw: { content: { body: 'first' } } });
  expect(getEvent(alice.store.db, roomNo, first)?.eventId).toBe(first);
  expect(await alice.backfill.event(other, '$none')).toBe(null);
  const context = await alice.backfill.context(other, first, 4);
  expect([context.event.event_id, context.after.map((one) => one.content['body'])]).toEqual([
    first,
    ['s0', 's1'],
  ]);
});

test('CHAT-8.28 a context without its event fails', async () => {
  proxy.rules.add({
    match: on('GET', '/context/'),
    times: 1,
    edit: (json) => ({ ...(json as object), event: undefined }),
  });
  const error = await failureOf(alice.backfill.context(roomId, sent[0] ?? ''));
  expect(error['message']).toBe("'event' not in '/context' result - homeserver too old?");
});
