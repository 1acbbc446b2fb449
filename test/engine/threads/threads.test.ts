// Threads on a real homeserver: answers that sync never brought, the server's list of threads, and what was read where.
import { pageOfTimeline } from '#stores/events/timeline';
import { gapOfThread, listThreads } from '#stores/events/threads';
import { createThreads, type Threads } from '#engine/threads/fetch';
import { createFeatures } from '#engine/server/features';
import { countUnread } from '#engine/push/unread';
import { systemClock } from '#engine/base/clock';
import { on } from '../../faults/faultProxy';
import { silentLog } from '../../support/silentLog';
import { failureOf } from '../http/kit';
import { newRoom, openRooms, type RoomKit, type RoomsStage } from '../rooms/kit';

let stage: RoomsStage;
let alice: RoomKit;
let bob: RoomKit;

beforeAll(async () => {
  stage = await openRooms();
  ({ alice, bob } = stage);
}, 120_000);
afterEach(() => stage.proxy.rules.clear());
afterAll(() => stage?.close());

const threadsOf = ({ http, store, userId: ownUserId, backfill }: RoomKit): Threads =>
  createThreads({
    ...{ http, store, ownUserId, backfill, clock: systemClock(), log: silentLog },
    features: createFeatures(alice.http, silentLog),
    onEncrypted: () => undefined,
  });

const inThread = (root: string, latest: string, body: string) => ({
  ...{ msgtype: 'm.text', body },
  'm.relates_to': {
    ...{ rel_type: 'm.thread', event_id: root, is_falling_back: true },
    'm.in_reply_to': { event_id: latest },
  },
});

async function put(
  who: RoomKit,
  roomId: string,
  content: Record<string, unknown>,
): Promise<string> {
  const path = `/rooms/${encodeURIComponent(roomId)}/send/m.room.message/${Math.random()}`;
  const { event_id: id } = (await who.direct.call('PUT', path, content)) as { event_id: string };
  return id;
}

/** A message of Bob with so many answers of his. */
async function thread(roomId: string, root: string, count: number): Promise<string[]> {
  const ids = [await put(bob, roomId, { msgtype: 'm.text', body: root })];
  const [rootId = ''] = ids;
  for (let number = 1; number <= count; number += 1)
    ids.push(await put(bob, roomId, inThread(rootId, ids.at(-1) ?? '', `${root} ${number}`)));
  return ids;
}

async function roomOfTwo(name: string): Promise<string> {
  const roomId = await bob.acts.create(newRoom({ name, invite: [alice.userId] }));
  await alice.until(() => alice.room(roomId));
  await alice.membership.join(roomId);
  await alice.until(() => alice.room(roomId)?.membership === 'join');
  return roomId;
}

const bodies = (who: RoomKit, roomId: string, rootEventId: string): string[] =>
  pageOfTimeline(who.store.db, {
    ...{ roomNo: who.room(roomId)?.roomNo ?? -1, rootEventId, limit: 500 },
  }).events.map(({ raw }) => String(raw.content['body']));

const receipts = (who: RoomKit, roomId: string) =>
  stage.server.databaseQuery<{ event_id: string; thread_id: string | null }>(
    "SELECT event_id, thread_id FROM receipts_linearized WHERE room_id = ? AND user_id = ? AND receipt_type = 'm.read'",
    roomId,
    who.userId,
  );

test('CHAT-3.11 CHAT-3.25 a thread that sync brought is whole; what is read in it is told of it alone, and counts here and there', async () => {
  const roomId = await roomOfTwo('Read');
  const [root = '', first = '', second = ''] = await thread(roomId, 'root', 2);
  await alice.until(() => bodies(alice, roomId, root).length === 2);
  const { roomNo = -1 } = alice.room(roomId) ?? {};
  expect(gapOfThread(alice.store.db, roomNo, root)).toBeNull();
  const unread = (): number =>
    countUnread(alice.store.db, roomNo, alice.userId, {
      outcome: () => ({ notify: true, highlight: false, sound: false }),
    }).unread;
  expect(unread()).toBe(3);
  await alice.reading.markRead({ roomId, threadId: null }, root);
  expect(unread()).toBe(2);
  await alice.reading.markRead({ roomId, threadId: root }, first);
  expect(unread()).toBe(1);
  // Not back again, and the first message is nothing of the thread.
  await alice.reading.markRead({ roomId, threadId: root }, root);
  await alice.reading.markRead({ roomId, threadId: root }, second);
  await alice.reading.markRead({ roomId, threadId: root }, first);
  expect(unread()).toBe(0);
  const told = receipts(alice, roomId).map(({ event_id: id, thread_id: of }) => [id, of]);
  expect(new Set(told.map(String))).toEqual(new Set([`${root},main`, `${second},${root}`]));
  await alice.until(() => alice.room(roomId)?.serverUnread === 0);
});

test('what is read in a thread without a network is told afterwards', async () => {
  const roomId = await roomOfTwo('Later');
  const [root = '', answer = ''] = await thread(roomId, 'root', 1);
  await alice.until(() => bodies(alice, roomId, root).length === 1);
  stage.proxy.rules.add({ match: on('POST', '/receipt/'), cut: 'before-forward', times: 1 });
  const failed = await failureOf(alice.reading.markRead({ roomId, threadId: root }, answer));
  expect(failed).toMatchObject({ code: 'offline' });
  await alice.readingAgain().tellUnsent();
  expect(receipts(alice, roomId)).toEqual([{ event_id: answer, thread_id: root }]);
});

test('CHAT-7.30 of a long thread that was written before one joined, pages bring all in order, also when one is cut', async () => {
  const roomId = await bob.acts.create(newRoom({ name: 'Before', public: true }));
  const [root = ''] = await thread(roomId, 'long', 130);
  await put(bob, roomId, { msgtype: 'm.text', body: 'after' });
  await alice.membership.join(roomId);
  await alice.until(() => alice.room(roomId)?.membership === 'join');
  const threads = threadsOf(alice);
  stage.proxy.rules.add({ match: on('GET', '/relations/'), cut: 'before-forward', times: 1 });
  const all = Array.from({ length: 130 }, (_, index) => `long ${index + 1}`);
  const failed = await failureOf(threads.older(roomId, root));
  expect(failed).toMatchObject({ code: 'offline' });
  // Two at once share one request.
  const [page] = await Promise.all([threads.older(roomId, root), threads.older(roomId, root)]);
  expect(page).toEqual({ reachedStart: false });
  expect(bodies(alice, roomId, root)).toEqual(all.slice(30));
  expect(await threads.older(roomId, root)).toEqual({ reachedStart: true });
  expect(bodies(alice, roomId, root)).toEqual(all);
  // New answers stand behind them.
  await put(bob, roomId, inThread(root, root, 'now'));
  await alice.until(() => bodies(alice, roomId, root).length === 131);
  expect(bodies(alice, roomId, root).at(-1)).toBe('now');
  expect(await threads.find(roomId, root)).toBeNull();
});

test('CHAT-7.29 the server lists threads that are not here, with their counts', async () => {
  const roomId = await bob.acts.create(newRoom({ name: 'Listed', public: true }));
  const [one = ''] = await thread(roomId, 'one', 3);
  const [two = '', answer = ''] = await thread(roomId, 'two', 1);
  for (let number = 0; number < 60; number += 1)
    await put(bob, roomId, { msgtype: 'm.text', body: `after ${number}` });
  await alice.membership.join(roomId);
  await alice.until(() => alice.room(roomId)?.membership === 'join');
  const threads = threadsOf(alice);
  expect(await threads.list(roomId, { mine: true, from: null })).toBeNull();
  const { roomNo = -1 } = alice.room(roomId) ?? {};
  const { db } = alice.store;
  expect(listThreads(db, roomNo, 10)).toEqual([]);
  expect(await threads.list(roomId, { mine: false, from: null })).toBeNull();
  expect(listThreads(db, roomNo, 10)).toMatchObject([
    { rootEventId: two, serverCount: 1 },
    { rootEventId: one, serverCount: 3 },
  ]);
  expect(bodies(alice, roomId, one)).toEqual(['one 3']);
  expect(await threads.find(roomId, answer)).toBe(two);
});

/** Removes the events before the newest answer, like a sync that left them out. */
function forgetBefore(root: string): void {
  alice.store.write(() =>
    alice.store.db
      .prepare(
        "UPDATE chunks SET prev_token = '' WHERE timeline_no = (SELECT timeline_no FROM timelines WHERE root_event_id = ?)",
      )
      .run(root),
  );
}

test('CHAT-5.11 a thread is not asked for where the server knows no threads', async () => {
  const roomId = await roomOfTwo('Older');
  const [root = ''] = await thread(roomId, 'root', 1);
  await alice.until(() => bodies(alice, roomId, root).length === 1);
  const { roomNo } = await alice.until(() => alice.room(roomId));
  forgetBefore(root);
  stage.proxy.rules.add({
    match: on('GET', '/_matrix/client/versions'),
    ...{ status: 200, body: { versions: ['v1.1', 'v1.3'], unstable_features: {} } },
  });
  const { code, message } = await failureOf(threadsOf(alice).older(roomId, root));
  expect([code, message]).toEqual([
    'unsupported_server',
    'could not get thread timeline: no client support',
  ]);
  expect(gapOfThread(alice.store.db, roomNo, root)).not.toBeNull();
  stage.proxy.rules.clear();
  expect(await threadsOf(alice).older(roomId, root)).toEqual({ reachedStart: true });
}, 120_000);

test('a server that lies about a thread brings nothing else into it, and is not asked for ever', async () => {
  const roomId = await roomOfTwo('Lies');
  const [root = ''] = await thread(roomId, 'root', 1);
  await alice.until(() => bodies(alice, roomId, root).length === 1);
  const { roomNo = -1 } = alice.room(roomId) ?? {};
  const event = (id: string, more: Record<string, unknown>) => ({
    ...{ event_id: id, type: 'm.room.message', sender: bob.userId, origin_server_ts: 5 },
    ...{ content: { msgtype: 'm.text', body: id }, ...more },
  });
  const answers = [
    {
      chunk: [event('$other', {}), event('$far', { content: inThread('$else', '$x', 'far') }), 7],
      next_batch: 'a',
    },
    { chunk: [event('$in', { content: inThread(root, root, 'in') })], next_batch: 'a' },
  ];
  let asked = 0;
  const http: RoomKit['http'] = {
    ...alice.http,
    request: async <T>() => answers[Math.min((asked += 1), answers.length) - 1] as T,
  };
  const threads = threadsOf({ ...alice, http });
  forgetBefore(root);
  for (let page = 0; page < 5 && gapOfThread(alice.store.db, roomNo, root) !== null; page += 1)
    await threads.older(roomId, root);
  expect([asked, bodies(alice, roomId, root)]).toEqual([2, ['in', 'root 1']]);
});
