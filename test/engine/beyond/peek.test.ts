// Reading along in a room that everybody may read: with a real homeserver, against the clock, and with servers that refuse.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Peek } from '#contract/areas/rooms/directoryModels';
import type { TimelineItem } from '#contract/areas/messages/timelineModels';
import { appFailure } from '#contract/wire/errors';
import { peekInto } from '#engine/directory/peek';
import { createPeeks } from '#engine/directory/peeks';
import type { HttpRequest } from '#engine/http/http';
import { newestEvents } from '#stores/events/timeline';
import { getMedia } from '#stores/media/media';
import { getState, stateOfType } from '#stores/rooms/state';
import { on } from '../../faults/faultProxy';
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

const readable = async (name: string): Promise<string> => {
  const roomId = await makeRoom(bob, name, { public: true });
  await bob.call('setRoomRules', { roomId, change: { history: 'world_readable' } });
  return roomId;
};
const textsOf = (items: readonly TimelineItem[]): string[] =>
  items.flatMap((item) =>
    item.kind === 'message' && item.body.type === 'text'
      ? [`${item.sender.name}: ${item.body.text}`]
      : [],
  );

const peeked = (roomId: string) => ({
  ...{ roomId, threadId: null, around: null },
  ...{ limit: 50, peek: true },
});

/** The messages of a room that is looked into, as soon as they are as wanted. */
const look = async (
  roomId: string,
  fits: (texts: readonly string[]) => boolean,
): Promise<string[]> =>
  textsOf(await alice.list('timeline', peeked(roomId), (items) => fits(textsOf(items))));

/** Everything that stands below a folder, as one text. */
const bytesBelow = (folder: string): string =>
  readdirSync(folder)
    .map((name) => join(folder, name))
    .map((path) => (statSync(path).isDirectory() ? bytesBelow(path) : readFileSync(path, 'latin1')))
    .join('');

test('CHAT-7.6 CHAT-7.31 what was said last is read, then what is said while somebody looks, without joining', async () => {
  const roomId = await makeRoom(bob, 'Open square', { public: true });
  const hidden = await alice.value('peek', { roomId }, ({ state }) => state !== 'opening');
  expect([hidden.state, hidden.error?.code]).toEqual(['failed', 'forbidden']);

  await bob.call('setRoomRules', { roomId, change: { history: 'world_readable' } });
  const before = await bob.direct.send(roomId, 'before');
  const told = await alice.call('roomSummary', { roomIdOrAlias: roomId, via: [] });
  expect(told.summary?.readable).toBe(true);
  const seen: Peek[] = [];
  const stop = alice.watch('peek', { roomId }, (peek) => seen.push(peek));
  expect(await look(roomId, (texts) => texts.length === 1)).toEqual(['bob: before']);
  await bob.direct.send(roomId, 'while you look');
  expect(await look(roomId, (texts) => texts.length === 2)).toEqual([
    'bob: before',
    'bob: while you look',
  ]);
  const room = encodeURIComponent(roomId);
  await bob.direct.call('PUT', `/rooms/${room}/redact/${encodeURIComponent(before)}/r`, {});
  expect(await look(roomId, (texts) => texts.length === 1)).toEqual(['bob: while you look']);
  expect(seen.at(-1)).toEqual({
    ...{ state: 'open', error: null, live: true, people: 1, encrypted: false, ended: false },
  });
  stop();

  expect(alice.ask('GET', `/rooms/${roomId}/initialSync`).at(-1)?.query).toEqual({ limit: '20' });
  const polls = alice.ask('GET', '/events');
  expect(polls.length).toBeGreaterThanOrEqual(2);
  for (const { query } of polls)
    expect(query).toEqual({ room_id: roomId, timeout: '30000', from: expect.any(String) });
  // Members do not see the peek, and nothing of it is stored.
  expect(alice.asked.filter(({ path }) => /receipt|read_markers|typing/.test(path))).toEqual([]);
  const unknown = await alice.value('room', { roomId }, () => true);
  expect(unknown.membership).toBe('unknown');
}, 120_000);

test('CHAT-7.31 older pages come on demand, with who wrote them; nothing may be done with what is read', async () => {
  const roomId = await readable('Long square');
  for (let n = 0; n < 45; n += 1) await bob.direct.send(roomId, `line ${n}`);
  const stop = alice.watch('peek', { roomId }, () => undefined);
  const pages = alice.pages('timeline', peeked(roomId));
  const first = await look(roomId, (texts) => texts.at(-1) === 'bob: line 44');
  expect(first).toHaveLength(20);
  await pages.paginate('back', 30);
  const items = await alice.list('timeline', peeked(roomId), (all) => textsOf(all).length >= 45);
  expect(textsOf(items)).toEqual(Array.from({ length: 45 }, (_, n) => `bob: line ${n}`));
  const [message] = items.flatMap((item) => (item.kind === 'message' ? [item] : []));
  const { react, reply, edit, redact, thread } = message?.actions ?? {};
  expect([react, reply, edit, redact, thread]).toEqual(Array(5).fill(false));
  pages.close();
  stop();
}, 120_000);

test('CHAT-7.31 older pages that the server refuses are told as refused, and come when it gives them out', async () => {
  const roomId = await readable('Guarded square');
  for (let n = 0; n < 45; n += 1) await bob.direct.send(roomId, `line ${n}`);
  const stop = alice.watch('peek', { roomId }, () => undefined);
  const pages = alice.pages('timeline', peeked(roomId));
  await look(roomId, (texts) => texts.at(-1) === 'bob: line 44');
  const body = { errcode: 'M_FORBIDDEN', error: 'No' };
  const refused = world.proxy.rules.add({ match: on('GET', '/messages'), status: 403, body });
  await expect(pages.paginate('back', 30)).rejects.toMatchObject({ error: { code: 'forbidden' } });
  refused();
  await pages.paginate('back', 30);
  expect(await look(roomId, ({ length }) => length === 45)).toContain('bob: line 0');
  pages.close();
  stop();
}, 120_000);

test('a message that is not loaded is gone to, with what stands around it', async () => {
  const roomId = await readable('Deep square');
  const first = await bob.direct.send(roomId, 'line 0');
  for (let n = 1; n < 60; n += 1) await bob.direct.send(roomId, `line ${n}`);
  const stop = alice.watch('peek', { roomId }, () => undefined);
  expect(await look(roomId, (texts) => texts.at(-1) === 'bob: line 59')).toHaveLength(20);
  const around = { ...peeked(roomId), around: first };
  const items = await alice.list('timeline', around, (all) => textsOf(all).includes('bob: line 0'));
  expect(textsOf(items).slice(0, 3)).toEqual(['bob: line 0', 'bob: line 1', 'bob: line 2']);
  stop();
}, 120_000);

test('who is ignored while somebody looks is not heard there any more', async () => {
  const roomId = await readable('Loud square');
  await bob.direct.send(roomId, 'loud');
  const stop = alice.watch('peek', { roomId }, () => undefined);
  expect(await look(roomId, (texts) => texts.length === 1)).toEqual(['bob: loud']);
  let shown = 0;
  const silenced = look(roomId, ({ length }) => {
    shown = Math.max(shown, length);
    return shown === 1 && length === 0;
  });
  await alice.call('setIgnored', { userId: bob.userId, ignored: true });
  await silenced;
  await alice.call('setIgnored', { userId: bob.userId, ignored: false });
  expect(await look(roomId, (texts) => texts.length === 1)).toEqual(['bob: loud']);
  stop();
}, 120_000);

test('CHAT-7.31 a server without /initialSync, /events and the like is asked for the state and the messages', async () => {
  const roomId = await readable('Plain square');
  await bob.direct.send(roomId, 'one');
  const unknown = { status: 404, body: { errcode: 'M_UNRECOGNIZED', error: 'No' } };
  const ends = [
    world.proxy.rules.add({ match: on('GET', '/initialSync'), ...unknown }),
    world.proxy.rules.add({ match: on('GET', '/events'), ...unknown }),
  ];
  const seen: Peek[] = [];
  const stop = alice.watch('peek', { roomId }, (peek) => seen.push(peek));
  expect(await look(roomId, (texts) => texts.length === 1)).toEqual(['bob: one']);
  expect(seen.at(-1)).toMatchObject({ state: 'open', people: 1 });
  expect(alice.ask('GET', `/rooms/${roomId}/state`)).toHaveLength(1);
  expect(alice.ask('GET', `/rooms/${roomId}/messages`)[0]?.query).toEqual({
    ...{ dir: 'b', limit: '20' },
  });
  stop();
  for (const end of ends) end();
}, 120_000);

test('CHAT-7.31 where the state names no members they are counted; where a server refuses, its reason is told', async () => {
  const withoutMembers = (body: unknown): unknown => {
    const { state, ...rest } = body as { state: { type: string }[] };
    return { ...rest, state: state.filter(({ type }) => type !== 'm.room.member') };
  };
  const settled = (roomId: string) =>
    alice.value('peek', { roomId }, ({ state }) => state !== 'opening');
  const mend = world.proxy.rules.add({ match: on('GET', '/initialSync'), edit: withoutMembers });
  const told = await readable('Quiet square');
  expect(await settled(told)).toMatchObject({ state: 'open', people: 1 });
  expect(alice.ask('GET', `/rooms/${told}/joined_members`)).toHaveLength(1);
  expect(alice.ask('GET', `/rooms/${told}/members`)).toEqual([]);
  // Some servers tell who is joined to members alone, and the members to whoever may read.
  const refusal = (errcode: string) => ({ status: 403, body: { errcode, error: 'No' } });
  const silent = await readable('Silent square');
  const tell = world.proxy.rules.add({
    match: on('GET', '/joined_members'),
    ...refusal('M_FORBIDDEN'),
  });
  expect(await settled(silent)).toMatchObject({ state: 'open', people: 1 });
  expect(alice.ask('GET', `/rooms/${silent}/members`)[0]?.query).toEqual({
    ...{ membership: 'join', at: expect.any(String) },
  });
  tell();
  mend();
  for (const [errcode, code] of [
    ['M_GUEST_ACCESS_FORBIDDEN', 'guest_forbidden'],
    ['M_FORBIDDEN', 'forbidden'],
  ] as const) {
    const end = world.proxy.rules.add({ match: on('GET', '/initialSync'), ...refusal(errcode) });
    const refused = await settled(await readable(errcode));
    expect([refused.state, refused.error?.code]).toEqual(['failed', code]);
    end();
  }
}, 120_000);

const message = (id: string, more: Record<string, unknown> = {}) => ({
  ...{ event_id: id, type: 'm.room.message', sender: '@a:b', room_id: '!r', origin_server_ts: 1 },
  content: { msgtype: 'm.text', body: id },
  ...more,
});

/** Readings whose server gives these answers in turn, and then none. */
function server(answers: unknown[]) {
  const temp = tempStore();
  const clock = createTestClock();
  const asked: { path: string; query: unknown; timeoutMs: number | undefined }[] = [];
  const request = async (one: HttpRequest) => {
    asked.push({ path: one.path, query: one.query, timeoutMs: one.timeoutMs });
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    const never = (_: unknown, reject: (reason: Error) => void): void =>
      one.signal?.addEventListener('abort', () => reject(appFailure('cancelled', 'Ended')));
    return answer ?? new Promise(never);
  };
  const http = async () => ({ request }) as never;
  const deps = { http, store: temp.store, clock, log: silentLog, ownUserId: '@me:b' };
  return { temp, clock, asked, deps };
}
function scripted(answers: unknown[]) {
  const { deps, ...rest } = server(answers);
  return { ...rest, peek: peekInto(deps, '!r') };
}
const firstAnswer = (chunk: unknown[], state: unknown[] = []) =>
  Buffer.from(JSON.stringify({ messages: { chunk, start: 's', end: 't1' }, state }));
const turns = async (until: () => boolean): Promise<void> => {
  while (!until()) await new Promise((resolve) => setImmediate(resolve));
};

test('CHAT-9.5 20 events, polls of 30 s that are given up after 50 s, and the next one 30 s after a failure', async () => {
  const joined = { joined: { '@a:b': {} } };
  const { temp, clock, asked, peek } = scripted([
    firstAnswer([message('$1')]),
    joined,
    appFailure('offline', 'fetch failed'),
    { chunk: [message('$2'), message('$3', { room_id: '!other' })], end: 't2' },
  ]);
  const seen: unknown[] = [];
  const keys = () =>
    newestEvents(peek.store.db, 1, 10)
      .map(({ eventId }) => eventId)
      .reverse();
  peek.onChange(() => seen.push([peek.now().live, keys()]));
  await turns(() => seen.length === 2);
  await clock.pass(30_000);
  await turns(() => seen.length === 3);
  expect(asked).toHaveLength(4);
  // However fast a server answers, it is not asked all the time.
  await clock.pass(500);
  await turns(() => asked.length >= 5);
  expect(asked.filter(({ path }) => path !== '/rooms/!r/joined_members')).toEqual([
    { path: '/rooms/!r/initialSync', query: { limit: 20 }, timeoutMs: 120_000 },
    { path: '/events', query: { room_id: '!r', timeout: 30_000, from: 't1' }, timeoutMs: 50_000 },
    { path: '/events', query: { room_id: '!r', timeout: 30_000, from: 't1' }, timeoutMs: 50_000 },
    { path: '/events', query: { room_id: '!r', timeout: 30_000, from: 't2' }, timeoutMs: 50_000 },
  ]);
  // Messages that were read stay in view, marked as stale until new ones come.
  expect(seen).toEqual([
    [true, ['$1']],
    [false, ['$1']],
    [true, ['$1', '$2']],
  ]);
  peek.close();
  temp.remove();
});

test('a server that could not be asked at first is asked again; one that refuses is asked by the next who looks', async () => {
  const broken = appFailure('server_error', 'Broken', { data: { status: 502, errcode: null } });
  const refused = appFailure('forbidden', 'No', { data: { status: 403, errcode: 'M_FORBIDDEN' } });
  const { temp, clock, asked, deps } = server([
    ...[appFailure('offline', 'fetch failed'), broken, refused],
    ...[firstAnswer([message('$1')]), { joined: {} }],
  ]);
  const peeks = createPeeks(() => deps);
  const one = peeks.take('!r');
  const states: unknown[] = [];
  one.peek.onChange(() => states.push([one.peek.now().state, one.peek.now().error?.code]));
  await turns(() => states.length === 1);
  await clock.pass(30_000);
  await turns(() => states.length === 2);
  await clock.pass(30_000);
  await turns(() => states.length === 3);
  expect(clock.waiting()).toEqual([]);
  expect(states).toEqual([
    ['failed', 'offline'],
    ['failed', 'server_error'],
    ['failed', 'forbidden'],
  ]);
  expect(asked).toHaveLength(3);
  const next = peeks.take('!r');
  expect(next.peek).not.toBe(one.peek);
  await turns(() => next.peek.now().state !== 'opening');
  expect(next.peek.now()).toMatchObject({ state: 'open', error: null });
  // The end of the one that failed ends nothing else.
  one.release();
  const third = peeks.take('!r');
  expect(third.peek).toBe(next.peek);
  for (const { release } of [next, third]) release();
  await turns(() => !next.peek.store.db.open && !one.peek.store.db.open);
  temp.remove();
});

test('reading along has an end, and so has the state that is kept of a room', async () => {
  const all = Array.from({ length: 3_000 }, (_, n) => message(`$n${n}`));
  const widgets = Array.from({ length: 2_500 }, (_, n) =>
    message(`$w${n}`, { type: 'org.example.widget', state_key: `${n}` }),
  );
  const topic = message('$t', { type: 'm.room.topic', state_key: '', content: { topic: 'Last' } });
  const { temp, clock, asked, peek } = scripted([
    firstAnswer([message('$1')], [...widgets, topic]),
    ...[{ joined: {} }, { chunk: all, end: 't2' }],
  ]);
  await turns(() => peek.now().ended);
  expect(clock.waiting()).toEqual([]);
  expect(asked.filter(({ path }) => path === '/events')).toHaveLength(1);
  expect(peek.now()).toMatchObject({ state: 'open', live: false, ended: true });
  expect(newestEvents(peek.store.db, 1, 1)[0]?.eventId).toBe('$n2999');
  expect(stateOfType(peek.store.db, 1, 'org.example.widget')).toHaveLength(2_000);
  expect(getState(peek.store.db, 1, 'm.room.topic')?.raw.content).toEqual({ topic: 'Last' });
  peek.close();
  await turns(() => !peek.store.db.open);
  temp.remove();
});

test('CHAT-7.31 what is read is never on the disk; its files have handles of the account, its messages no keys', async () => {
  const picture = { msgtype: 'm.image', body: 'a.png', url: 'mxc://b/PeekedPicture' };
  const encryption = {
    ...message('$e', { type: 'm.room.encryption', state_key: '' }),
    content: { algorithm: 'm.megolm.v1.aes-sha2' },
  };
  const sealed = message('$3', { type: 'm.room.encrypted', content: { ciphertext: 'x' } });
  const { temp, peek } = scripted([
    firstAnswer(
      [message('$1'), message('$2', { content: picture }), sealed],
      [
        encryption,
        message('$m', {
          type: 'm.room.member',
          state_key: '@a:b',
          content: { membership: 'join', displayname: 'A peeked name' },
        }),
      ],
    ),
  ]);
  await turns(() => peek.now().state === 'open');
  expect(peek.now()).toMatchObject({ people: 1, encrypted: true });
  const [newest] = newestEvents(peek.store.db, 1, 1);
  expect([newest?.eventId, newest?.utdCode]).toEqual(['$3', 'HISTORICAL_MESSAGE_USER_NOT_JOINED']);
  expect(peek.store.db.name).toBe(':memory:');
  temp.store.emptyLog();
  expect(temp.store.db.prepare('SELECT count(*) AS n FROM rooms').get()).toEqual({ n: 0 });
  expect(temp.store.db.prepare('SELECT count(*) AS n FROM events').get()).toEqual({ n: 0 });
  expect(bytesBelow(temp.store.folder)).not.toContain('PeekedPicture');
  const { avatarHandle } = await import('#engine/rooms/people');
  const handle = avatarHandle(peek.store.db, 'mxc://b/PeekedFace') ?? '';
  expect(getMedia(temp.store.db, handle)?.mxc).toBe('mxc://b/PeekedFace');
  peek.close();
  await turns(() => !peek.store.db.open);
  temp.remove();
});
