// Messages that the server sends later, on a real homeserver behind the faults proxy: handed over, moved, taken back, and never twice.
import { on } from '../../faults/faultProxy';
import { systemClock } from '#engine/base/clock';
import { makeRoom, openWorld, type Somebody, type World } from '../beyond/kit';
import { openWindow, requestId, type Window } from '../support';

let world: World;
let alice: Somebody;
/** Milliseconds by which the engine's clock is ahead of the real one. */
let aheadMs = 0;
const opened: Window[] = [];

beforeAll(async () => {
  world = await openWorld();
  alice = await world.open('alice');
}, 240_000);
afterEach(async () => {
  world.proxy.rules.clear();
  aheadMs = 0;
  await Promise.all(opened.splice(0).map((one) => one.stop()));
});
afterAll(() => world?.close());

const clock = () => ({ ...systemClock(), now: () => Date.now() + aheadMs });

/** Another device of hers, whose clock the test moves. */
async function open(before?: Window): Promise<Window> {
  const kept = before === undefined ? {} : { folder: before.folder, key: before.key };
  const window = openWindow({ ...kept, deps: { clock: clock() } });
  opened.push(window);
  if (before !== undefined) return window;
  const wellKnown = world.proxy.rules.add({ match: on('GET', '/.well-known'), status: 404 });
  const account = { server: world.proxy.url, user: alice.userId, password: 'pw' };
  await window.call('signIn', account);
  wellKnown();
  return window;
}

const close = async (window: Window): Promise<void> => {
  opened.splice(opened.indexOf(window), 1);
  await window.stop(true);
};

interface Delayed {
  readonly delay_id: string;
  readonly room_id: string;
  readonly delay: number;
  readonly content: Readonly<Record<string, unknown>>;
}

const server = (method: string, path: string, body?: object) =>
  world.server.request(method, `/_matrix/client/unstable/org.matrix.msc4140${path}`, {
    token: alice.direct.accessToken,
    ...(body === undefined ? {} : { body }),
  });

async function atServer(roomId: string): Promise<readonly Delayed[]> {
  const { delayed_events: events } = (await server('GET', '/delayed_events')) as {
    readonly delayed_events: readonly Delayed[];
  };
  return events.filter((one) => one.room_id === roomId);
}
const sendNow = (delayId: string) =>
  server('POST', `/delayed_events/${delayId}`, { action: 'send' });

/** Asks the server until its list is so. */
async function until(roomId: string, fits: (all: readonly Delayed[]) => boolean): Promise<void> {
  while (!fits(await atServer(roomId))) await new Promise((resolve) => setTimeout(resolve, 100));
}

const minuteMs = 60_000;
const schedule = async (window: Window, roomId: string, text: string, inMs = 20 * minuteMs) => {
  const { key } = await window.call('scheduleMessage', {
    ...{ roomId, threadId: null, requestId: requestId(), text, kind: 'text', replyTo: null },
    ...{ atMs: clock().now() + inMs, undo: false },
  });
  return key;
};
const listed = (window: Window, roomId: string, fits: (states: string) => boolean) =>
  window.list('scheduled', { roomId, threadId: null }, (items) =>
    fits(items.map(({ state, atServer: there }) => `${state}${there ? ' there' : ''}`).join()),
  );
const texts = (window: Window, roomId: string, fits: (bodies: readonly string[]) => boolean) =>
  window.list('timeline', { roomId, threadId: null, around: null, limit: 30 }, (items) =>
    fits(
      items.flatMap((item) =>
        item.kind === 'message' ? ['text' in item.body ? item.body.text : ''] : [],
      ),
    ),
  );

async function room(window: Window, name: string): Promise<string> {
  const roomId = await makeRoom(alice, name);
  await window.value('room', { roomId }, ({ membership }) => membership === 'join');
  return roomId;
}

test('CHAT-7.19 CHAT-7.20 CHAT-9.26 the server takes a text of a room without encryption, and what it sent is known by its mark', async () => {
  const window = await open();
  const roomId = await room(window, 'Clear');
  const key = await schedule(window, roomId, 'Good **morning**');
  await listed(window, roomId, (states) => states === 'waiting there');
  const [held] = await atServer(roomId);
  expect(held?.content).toMatchObject({
    ...{ msgtype: 'm.text', body: 'Good **morning**', 'chat.trellis.scheduled': key },
    formatted_body: 'Good <strong>morning</strong>',
  });
  expect(held?.delay).toBeGreaterThan(19 * minuteMs);
  expect(held?.delay).toBeLessThanOrEqual(20 * minuteMs);

  // Its time comes; the app is closed meanwhile.
  await close(window);
  await sendNow(held?.delay_id ?? '');
  aheadMs = 21 * minuteMs;
  const again = await open(window);
  await texts(again, roomId, (bodies) => bodies.includes('Good **morning**'));
  await listed(again, roomId, (states) => states === '');
  const sent = await texts(again, roomId, () => true);
  expect(sent.filter((item) => item.kind === 'message')).toHaveLength(1);
}, 180_000);

test('CHAT-7.21 another time, taken back, and sent now; an encrypted room keeps its messages here', async () => {
  const window = await open();
  const roomId = await room(window, 'Acts');
  const key = await schedule(window, roomId, 'later');
  await listed(window, roomId, (states) => states === 'waiting there');
  const [first] = await atServer(roomId);
  await window.call('moveScheduled', { key, atMs: clock().now() + 60 * minuteMs });
  await listed(window, roomId, (states) => states === 'waiting there');
  const moved = await atServer(roomId);
  expect(moved).toHaveLength(1);
  expect(moved[0]?.delay_id).not.toBe(first?.delay_id);
  expect(moved[0]?.delay).toBeGreaterThan(59 * minuteMs);
  await window.call('changeScheduled', { key, text: 'much later' });
  await until(roomId, (all) => all.length === 1 && all[0]?.content['body'] === 'much later');
  expect(await window.call('takeScheduled', { key })).toMatchObject({ text: 'much later' });
  expect(await atServer(roomId)).toEqual([]);

  const now = await schedule(window, roomId, 'at once');
  await listed(window, roomId, (states) => states === 'waiting there');
  await window.call('sendScheduledNow', { key: now });
  await texts(window, roomId, (bodies) => bodies.join() === 'at once');
  await listed(window, roomId, (states) => states === '');

  // The server sent it a moment ago, which is not known here yet: it can be taken back no more.
  const late = await schedule(window, roomId, 'too late');
  await listed(window, roomId, (states) => states === 'waiting there');
  await sendNow((await atServer(roomId))[0]?.delay_id ?? '');
  await expect(window.call('takeScheduled', { key: late })).rejects.toMatchObject({
    error: { code: 'not_found' },
  });
  await texts(window, roomId, (bodies) => bodies.includes('too late'));
  await listed(window, roomId, (states) => states === '');

  // A room that becomes encrypted: nothing goes in clear.
  await schedule(window, roomId, 'secret');
  await until(roomId, (all) => all.length === 1);
  await alice.direct.state(roomId, 'm.room.encryption', { algorithm: 'm.megolm.v1.aes-sha2' });
  await until(roomId, (all) => all.length === 0);
}, 180_000);

test('CHAT-8.16 a longer delay than the server takes is kept here until it is near enough; a refusal leaves it here', async () => {
  const window = await open();
  const roomId = await room(window, 'Far');
  // The server of the tests takes a day.
  await schedule(window, roomId, 'next week', 7 * 24 * 60 * minuteMs);
  await schedule(window, roomId, 'soon');
  await listed(window, roomId, (states) => states === 'waiting there,waiting');
  world.proxy.rules.add({
    match: (method, path) => method === 'PUT' && path.includes('msc4140.delay'),
    ...{ status: 400, body: { errcode: 'M_LIMIT_EXCEEDED_DELAYED', error: 'Too many' } },
  });
  await schedule(window, roomId, 'refused', 30 * minuteMs);
  await listed(window, roomId, (states) => states === 'waiting there,waiting,waiting');
  expect(await atServer(roomId)).toHaveLength(1);
}, 120_000);

const isDelay = (method: string, path: string): boolean =>
  method === 'PUT' && path.includes('msc4140.delay');

test('a request without an answer, and the engine ends: what came to the server is found there and not asked for twice', async () => {
  const window = await open();
  const roomId = await room(window, 'Cut');
  world.proxy.rules.add({ match: isDelay, cut: 'before-headers' });
  await schedule(window, roomId, 'once');
  await until(roomId, (all) => all.length === 1);
  await close(window);
  const asked: string[] = [];
  world.proxy.rules.clear();
  world.proxy.rules.add({
    match: (method, path) => {
      if (isDelay(method, path)) asked.push(path);
      return false;
    },
    status: 500,
  });
  const again = await open(window);
  await listed(again, roomId, (states) => states === 'waiting there');
  expect([(await atServer(roomId)).length, asked]).toEqual([1, []]);
}, 180_000);

test('a request that never came is asked again; when the first one comes after all, it is taken back', async () => {
  const window = await open();
  const roomId = await room(window, 'Late');
  let held = (): void => undefined;
  const isCut = new Promise<void>((resolve) => (held = resolve));
  world.proxy.rules.add({
    match: (method, path) => {
      if (isDelay(method, path)) held();
      return isDelay(method, path);
    },
    cut: 'before-forward',
  });
  const key = await schedule(window, roomId, 'once');
  await isCut;
  await close(window);
  world.proxy.rules.clear();
  const again = await open(window);
  await listed(again, roomId, (states) => states === 'waiting there');
  const [mine] = await atServer(roomId);
  await world.server.request(
    'PUT',
    `/_matrix/client/v3/rooms/${encodeURIComponent(roomId)}/send/m.room.message/late?org.matrix.msc4140.delay=1200000`,
    { token: alice.direct.accessToken, body: mine?.content ?? {} },
  );
  // There were two, until it looked: whatever is written here makes it look.
  await again.call('scheduleMessage', {
    ...{ roomId, threadId: '$thread', requestId: requestId(), text: 'x', kind: 'text' },
    ...{ replyTo: null, atMs: clock().now() + 60 * minuteMs, undo: true },
  });
  const mark = ({ content }: Delayed) => content['chat.trellis.scheduled'] === key;
  await until(roomId, (all) => all.filter(mark).length === 1);
}, 180_000);

const isCancel = (method: string, path: string): boolean =>
  method === 'POST' && path.includes('delayed_events/');

test('CHAT-7.21 taking back whose answer was lost: it is with its author again, never unsure, and the next try gives it back', async () => {
  const window = await open();
  const roomId = await room(window, 'Taken');
  const key = await schedule(window, roomId, 'take me');
  await listed(window, roomId, (states) => states === 'waiting there');
  // The server does it; nobody hears of it.
  const free = world.proxy.rules.add({ match: isCancel, cut: 'before-headers' });
  await expect(window.call('takeScheduled', { key })).rejects.toMatchObject({
    error: { code: 'offline' },
  });
  free();
  // Asked for at once, before it looked, and also after that.
  expect(await window.call('takeScheduled', { key })).toMatchObject({ text: 'take me' });
  await listed(window, roomId, (states) => states === '');

  const other = await schedule(window, roomId, 'and me');
  await listed(window, roomId, (states) => states === 'waiting there');
  const [first] = await atServer(roomId);
  const freeAgain = world.proxy.rules.add({ match: isCancel, cut: 'before-headers' });
  await expect(window.call('takeScheduled', { key: other })).rejects.toMatchObject({
    error: { code: 'offline' },
  });
  freeAgain();
  // Left alone it waits as before: given to the server anew.
  await until(roomId, (all) => all.length === 1 && all[0]?.delay_id !== first?.delay_id);
  await listed(window, roomId, (states) => states === 'waiting there');
  expect(await window.call('takeScheduled', { key: other })).toMatchObject({ text: 'and me' });
  expect(await atServer(roomId)).toEqual([]);
}, 180_000);

test('a server that fails is not asked in a circle, and has it a while later', async () => {
  const window = await open();
  const roomId = await room(window, 'Fails');
  let asked = 0;
  let lists = 0;
  let fails = true;
  world.proxy.rules.add({
    match: (method, path) => {
      if (method === 'GET' && path.includes('delayed_events')) lists += 1;
      if (!isDelay(method, path)) return false;
      asked += 1;
      return fails;
    },
    status: 500,
  });
  await schedule(window, roomId, 'patient');
  // Any other message makes the engine read the server's list.
  const look = async (): Promise<void> => {
    const before = lists;
    const key = await schedule(window, roomId, 'other', 80_000);
    await window.call('takeScheduled', { key });
    while (lists === before) await new Promise(setImmediate);
  };
  for (let count = 0; count < 3; count += 1) await look();
  await listed(window, roomId, (states) => states === 'waiting');
  expect(asked).toBe(1);
  fails = false;
  aheadMs = 31_000;
  await look();
  await listed(window, roomId, (states) => states === 'waiting there');
  expect(await atServer(roomId)).toHaveLength(1);
}, 180_000);

test('what is neither at the server nor in the room when its time is over is left to its author', async () => {
  const window = await open();
  const roomId = await room(window, 'Gone');
  await schedule(window, roomId, 'lost');
  await listed(window, roomId, (states) => states === 'waiting there');
  const [held] = await atServer(roomId);
  await server('POST', `/delayed_events/${held?.delay_id}`, { action: 'cancel' });
  aheadMs = 21 * minuteMs;
  const look = async () => {
    // Each look is brought about by something that is written here.
    const key = await schedule(window, roomId, 'other', 60 * minuteMs);
    await window.call('takeScheduled', { key });
  };
  let isOver = false;
  const unsure = listed(window, roomId, (states) => states === 'unsure').finally(() => {
    isOver = true;
  });
  while (!isOver) await look();
  await unsure;
  expect(
    (await texts(window, roomId, () => true)).filter(({ kind }) => kind === 'message'),
  ).toEqual([]);
}, 120_000);
