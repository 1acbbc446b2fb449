// Numbers that are carried over a new name go down with what is read of them in threads, and with what is deleted.
import { createPush, type Push } from '#engine/push/push';
import { systemClock } from '#engine/base/clock';
import { createReading } from '#engine/rooms/unread/reading';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { silentLog } from '../../support/silentLog';
import { person, syncKit, type SyncKit, type TestPerson } from '../sync/kit';

let server: Homeserver;
let alice: TestPerson;
let bob: TestPerson;
let one: SyncKit;
let push: Push;

beforeAll(async () => {
  server = await startHomeserver();
  const register = async (username: string) =>
    person(server, await server.registerUser({ username, password: 'pw', displayName: username }));
  alice = await register('alice');
  bob = await register('bob');
  one = syncKit(server.baseUrl, alice, {
    onPushRules: (changes) => push.rulesChanged(changes),
    onFound: (found) => push.found(found),
  });
  push = createPush({
    store: one.store,
    ownUserId: alice.userId,
    inView: () => false,
    notify: () => undefined,
    play: () => false,
    unnotify: () => undefined,
    badge: () => undefined,
    clock: systemClock(),
    log: silentLog,
  });
  one.sync.start();
  await one.until(() => one.sync.gate.open());
}, 120_000);
afterAll(async () => {
  push.stop();
  await one.stop();
  await server.stop();
});

const inRoom = (roomId: string, rest: string): string =>
  `/rooms/${encodeURIComponent(roomId)}/${rest}`;
const receipt = (roomId: string, eventId: string, thread: string) =>
  alice.call('POST', inRoom(roomId, `receipt/m.read/${eventId}`), { thread_id: thread });
let txn = 0;
async function answerIn(roomId: string, root: string, body: string): Promise<string> {
  const content = {
    ...{ msgtype: 'm.text', body },
    'm.relates_to': { rel_type: 'm.thread', event_id: root },
  };
  const path = inRoom(roomId, `send/m.room.message/carried${(txn += 1)}`);
  return ((await bob.call('PUT', path, content)) as { event_id: string }).event_id;
}

/** A room with two messages, of which the room's own receipt, as clients set it now, has read `read`. */
async function room(name: string, read: 'both' | 'first') {
  const roomId = await alice.createRoom({ name, invite: [bob.userId] });
  await bob.join(roomId);
  await one.until(() => one.room(roomId));
  const root = await bob.send(roomId, 'the tap drips');
  const second = await bob.send(roomId, 'and the light is broken');
  await one.until(() => one.room(roomId)?.unread === 2);
  await receipt(roomId, read === 'both' ? second : root, 'main');
  await one.until(() => one.room(roomId)?.unread === (read === 'both' ? 0 : 1));
  return { roomId, root };
}

/** Takes a new name, by which the server stops counting what is unread in threads. */
async function rename(roomId: string, name: string): Promise<void> {
  await alice.call('PUT', `/profile/${encodeURIComponent(alice.userId)}/displayname`, {
    displayname: name,
  });
  await one.until(() => (one.room(roomId)?.carriedUnread ?? 0) > 0);
}

test('answers that were unread when the name changed are read when their thread is, on another device', async () => {
  const { roomId, root } = await room('Kitchen', 'both');
  await answerIn(roomId, root, 'still');
  const last = await answerIn(roomId, root, 'and again');
  await one.until(() => one.room(roomId)?.unread === 2);
  await rename(roomId, 'Alice H.');
  push.recount(one.room(roomId)?.roomNo ?? 0);
  expect(one.room(roomId)).toMatchObject({ unread: 2, carriedUnread: 2 });
  await receipt(roomId, last, root);
  await one.until(() => one.room(roomId)?.unread === 0);
  expect(one.room(roomId)).toMatchObject({ carriedUnread: 0, serverUnread: 0 });
}, 60_000);

test('the same by this computer, and another thread stays unread', async () => {
  const { roomId, root } = await room('Shed', 'both');
  const other = await bob.send(roomId, 'the rake');
  await receipt(roomId, other, 'main');
  await one.until(() => one.room(roomId)?.unread === 0);
  await answerIn(roomId, other, 'is it there?');
  const last = await answerIn(roomId, root, 'still');
  await one.until(() => one.room(roomId)?.unread === 2);
  await rename(roomId, 'Alice of the shed');
  expect(one.room(roomId)).toMatchObject({ unread: 2 });
  const reading = createReading({
    ...{ http: one.http, store: one.store, ownUserId: alice.userId },
    ...{
      clock: systemClock(),
      log: silentLog,
      onOwnReceipt: push.recount,
      inThreads: push.inThreads,
    },
  });
  await reading.markRead({ roomId, threadId: root }, last);
  await one.until(() => one.room(roomId)?.unread === 1);
}, 60_000);

test('a room that is opened again, where all was read but a thread, keeps what is unread there', async () => {
  const { roomId, root } = await room('Porch', 'both');
  const other = await bob.send(roomId, 'the mat');
  await receipt(roomId, other, 'main');
  await one.until(() => one.room(roomId)?.unread === 0);
  await answerIn(roomId, root, 'still');
  await one.until(() => one.room(roomId)?.unread === 1);
  const reading = createReading({
    ...{ http: one.http, store: one.store, ownUserId: alice.userId },
    ...{ clock: systemClock(), log: silentLog, onOwnReceipt: push.recount },
    inThreads: push.inThreads,
  });
  await reading.markRead({ roomId, threadId: null }, other);
  expect(one.room(roomId)).toMatchObject({ unread: 1, serverUnread: 1 });
  const next = await bob.send(roomId, 'is wet');
  await one.until(() => one.room(roomId)?.unread === 2);
  await reading.markRead({ roomId, threadId: null }, next);
  expect(one.room(roomId)).toMatchObject({ unread: 1 });
  await reading.readAll();
  expect(one.room(roomId)).toMatchObject({ unread: 0 });
}, 60_000);

test('a thread that is read takes no message of the room away', async () => {
  const { roomId, root } = await room('Attic', 'first');
  const last = await answerIn(roomId, root, 'still');
  await one.until(() => one.room(roomId)?.unread === 2);
  await rename(roomId, 'Alice of the attic');
  expect(one.room(roomId)).toMatchObject({ unread: 2 });
  await receipt(roomId, last, root);
  await one.until(() => one.room(roomId)?.unread === 1);
}, 60_000);

test('an unread answer that is deleted counts no longer', async () => {
  const { roomId, root } = await room('Cellar', 'both');
  const last = await answerIn(roomId, root, 'still');
  await one.until(() => one.room(roomId)?.unread === 1);
  await rename(roomId, 'Alice of the cellar');
  await bob.call('PUT', inRoom(roomId, `redact/${last}/carried${(txn += 1)}`), {});
  await one.until(() => one.room(roomId)?.unread === 0);
}, 60_000);

test('what the server counts above an own message without a receipt is carried over a new name, and read before and after', async () => {
  const roomId = await alice.createRoom({ name: 'Loft', invite: [bob.userId] });
  await bob.join(roomId);
  await one.until(() => one.room(roomId));
  await bob.send(roomId, 'the window is open');
  await bob.send(roomId, 'and it rains');
  // A bridge speaks for people without reading for them.
  await alice.send(roomId, 'said through a bridge');
  await bob.send(roomId, 'closed it');
  await one.until(() => one.room(roomId)?.serverUnread === 3);
  expect(one.room(roomId)).toMatchObject({ unread: 1 });
  await rename(roomId, 'Alice of the loft');
  push.recount(one.room(roomId)?.roomNo ?? 0);
  expect(one.room(roomId)).toMatchObject({ unread: 1, serverUnread: 3, carriedUnread: 3 });
}, 60_000);
