// Reading along in a room that everybody may read: with a real homeserver, and against the clock.
import type { Peek } from '#contract/areas/rooms/directoryModels';
import { appFailure } from '#contract/wire/errors';
import { readAlong } from '#engine/directory/peek';
import { silentLog } from '../../support/silentLog';
import { tempStore } from '../../native-stores/support/tempStore';
import { createTestClock } from '../http/testClock';
import { makeRoom, openWorld, type Somebody, type World } from './kit';

let world: World;
let alice: Somebody;
let bob: Somebody;
beforeAll(async () => {
  world = await openWorld();
  [alice, bob] = [await world.open('alice'), await world.open('bob', 'server')];
}, 240_000);
afterAll(() => world?.close());

test('CHAT-7.6 what was said last is read, then what is said while somebody looks, without joining', async () => {
  const roomId = await makeRoom(bob, 'Open square', { public: true });
  const hidden = await alice.value('peek', { roomId }, ({ state }) => state !== 'opening');
  expect([hidden.state, hidden.error?.code]).toEqual(['failed', 'forbidden']);

  await bob.call('setRoomRules', { roomId, change: { history: 'world_readable' } });
  await bob.direct.send(roomId, 'before');
  const told = await alice.call('roomSummary', { roomIdOrAlias: roomId, via: [] });
  expect(told.summary?.readable).toBe(true);
  const seen: Peek[] = [];
  const stop = alice.watch('peek', { roomId }, (peek) => seen.push(peek));
  const texts = (peek: Peek) => peek.messages.map(({ text, sender }) => `${sender.name}: ${text}`);
  const until = async (fits: (peek: Peek) => boolean): Promise<Peek> => {
    const fitting = () => seen.find(fits);
    while (fitting() === undefined) await new Promise((resolve) => setImmediate(resolve));
    return fitting() as Peek;
  };
  expect(texts(await until(({ state }) => state === 'open'))).toEqual(['bob: before']);
  await bob.direct.send(roomId, 'while you look');
  const later = await until(({ messages }) => messages.length === 2);
  expect([texts(later), later.live]).toEqual([['bob: before', 'bob: while you look'], true]);
  stop();

  expect(alice.ask('GET', `/rooms/${roomId}/initialSync`).at(-1)?.query).toEqual({ limit: '20' });
  const polls = alice.ask('GET', '/events');
  expect(polls.length).toBeGreaterThanOrEqual(2);
  for (const { query } of polls)
    expect(query).toEqual({ room_id: roomId, timeout: '30000', from: expect.any(String) });
  const room = await alice.value('room', { roomId }, () => true);
  expect(room.membership).toBe('unknown');
}, 120_000);

test('CHAT-9.5 20 events, polls of 30 s that are given up after 50 s, and the next one 30 s after a failure', async () => {
  const temp = tempStore();
  const clock = createTestClock();
  const ends = new AbortController();
  const asked: { path: string; query: unknown; timeoutMs: number | undefined }[] = [];
  const message = (id: string) => ({
    ...{ event_id: id, type: 'm.room.message', sender: '@a:b', room_id: '!r', origin_server_ts: 1 },
    content: { msgtype: 'm.text', body: id },
  });
  const answers: unknown[] = [
    { messages: { chunk: [message('$1')], end: 't1' }, state: [] },
    appFailure('offline', 'fetch failed'),
    { chunk: [message('$2'), { ...message('$3'), room_id: '!other' }], end: 't2' },
  ];
  const http = {
    request: async (one: { path: string; query?: unknown; timeoutMs?: number }) => {
      asked.push({ path: one.path, query: one.query, timeoutMs: one.timeoutMs });
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer ?? new Promise(() => undefined);
    },
  };
  const seen: Peek[] = [];
  const deps = { http, store: temp.store, clock, log: silentLog } as unknown as Parameters<
    typeof readAlong
  >[0];
  void readAlong(deps, '!r', (peek) => seen.push(peek), ends.signal);
  await clock.pass(30_000);
  while (asked.length < 4) await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toEqual([
    { path: '/rooms/!r/initialSync', query: { limit: 20 }, timeoutMs: undefined },
    { path: '/events', query: { room_id: '!r', timeout: 30_000, from: 't1' }, timeoutMs: 50_000 },
    { path: '/events', query: { room_id: '!r', timeout: 30_000, from: 't1' }, timeoutMs: 50_000 },
    { path: '/events', query: { room_id: '!r', timeout: 30_000, from: 't2' }, timeoutMs: 50_000 },
  ]);
  // What was read stays in view, marked as old until news comes.
  expect(seen.map(({ live, messages }) => [live, messages.map(({ key }) => key)])).toEqual([
    [false, []],
    [true, ['$1']],
    [false, ['$1']],
    [true, ['$1', '$2']],
  ]);
  ends.abort();
  temp.remove();
});
