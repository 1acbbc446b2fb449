// Answers of threads that are shown in the chat, at a real Synapse: who reads the chat has read them, here and at the server.
import { isDeepStrictEqual } from 'node:util';
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { eventually } from '../../support/eventually';
import { openWindow, type Window } from '../support';
import { person, type TestPerson } from '../sync/kit';

let homeserver: Homeserver;
let proxy: FaultProxy;
let alice: TestPerson;
let bob: TestPerson;
let window: Window;

beforeAll(async () => {
  homeserver = await startHomeserver();
  proxy = await startFaultProxy(homeserver.baseUrl);
  const register = async (username: string) =>
    person(homeserver, await homeserver.registerUser({ username, password: 'pw' }));
  [alice, bob] = [await register('alice'), await register('bob')];
  window = openWindow();
  // It would lead past the proxy.
  const clear = proxy.rules.add({ match: on('GET', '/.well-known'), status: 404 });
  await window.call('signIn', { server: proxy.url, user: 'bob', password: 'pw' });
  clear();
}, 240_000);
afterEach(() => proxy?.rules.clear());
afterAll(async () => {
  await window?.stop();
  await proxy?.close();
  await homeserver?.stop();
});

const inChat = (on: boolean) => window.call('setSetting', { name: 'threads.inRoom', value: on });

const row = (roomId: string, unread: number) =>
  window.list('rooms', { text: '', collapsed: [], limit: 50 }, (items) =>
    items.some((one) => one.kind === 'room' && one.roomId === roomId && one.unread === unread),
  );

/** Resolves when the rows of these threads tell of so many unread answers. */
const threadRows = (roomId: string, roots: readonly string[], counts: readonly number[]) =>
  window.list('threads', { roomId, show: 'all', limit: 50 }, (items) =>
    roots.every((root, at) =>
      items.some(({ threadId, summary }) => threadId === root && summary.unread === counts[at]),
    ),
  );

let txn = 0;
async function answer(roomId: string, root: string, body: string): Promise<string> {
  const content = {
    ...{ msgtype: 'm.text', body },
    'm.relates_to': { rel_type: 'm.thread', event_id: root },
  };
  const path = `/rooms/${encodeURIComponent(roomId)}/send/m.room.message/chat${(txn += 1)}`;
  return ((await alice.call('PUT', path, content)) as { event_id: string }).event_id;
}

const read = (roomId: string, eventId: string) =>
  window.call('markRead', { roomId, threadId: null, eventId });

/** Each thread with the event at which Bob has read it. */
const receipts = (roomId: string): Record<string, string> =>
  Object.fromEntries(
    homeserver
      .databaseQuery<{ event_id: string; thread_id: string | null }>(
        "SELECT event_id, thread_id FROM receipts_linearized WHERE room_id = ? AND user_id = ? AND receipt_type = 'm.read'",
        roomId,
        bob.userId,
      )
      .map(({ event_id: id, thread_id: thread }) => [thread ?? '', id]),
  );

const told = (roomId: string, wanted: Record<string, string>) =>
  eventually('receipts', () => isDeepStrictEqual(receipts(roomId), wanted));

/** A room of both with two messages, all of it read. */
async function room(name: string) {
  const roomId = await alice.createRoom({ name, invite: [bob.userId] });
  await bob.join(roomId);
  const first = await alice.send(roomId, 'the tap drips');
  const second = await alice.send(roomId, 'the lamp flickers');
  await row(roomId, 2);
  await read(roomId, second);
  await row(roomId, 0);
  return { roomId, first, second };
}

test('where the chat shows answers, reading it reads its threads up to there', async () => {
  await inChat(true);
  const { roomId, first, second } = await room('Kitchen');
  await answer(roomId, first, 'still');
  const last = await answer(roomId, first, 'and again');
  const plain = await alice.send(roomId, 'the door creaks');
  const later = await answer(roomId, first, 'now it is dry');
  await answer(roomId, second, 'a new bulb');
  await row(roomId, 5);
  await threadRows(roomId, [first, second], [3, 1]);
  await read(roomId, plain);
  await threadRows(roomId, [first, second], [1, 1]);
  await row(roomId, 2);
  expect(receipts(roomId)).toEqual({ main: plain, [first]: last });
  const end = await alice.send(roomId, 'oil it');
  await row(roomId, 3);
  await read(roomId, end);
  await row(roomId, 0);
  await threadRows(roomId, [first, second], [0, 0]);
  expect(receipts(roomId)).toMatchObject({ main: end, [first]: later });
}, 30_000);

test('an answer that is the last one shown reads the messages and threads above it', async () => {
  await inChat(true);
  const { roomId, first, second } = await room('Shed');
  const one = await answer(roomId, first, 'still');
  const plain = await alice.send(roomId, 'the rake is gone');
  const two = await answer(roomId, second, 'a new bulb');
  await row(roomId, 3);
  await read(roomId, two);
  await row(roomId, 0);
  expect(receipts(roomId)).toEqual({ main: plain, [first]: one, [second]: two });
}, 30_000);

test('where it does not, only opening the thread reads it', async () => {
  await inChat(false);
  const { roomId, first } = await room('Porch');
  const last = await answer(roomId, first, 'still');
  const plain = await alice.send(roomId, 'the mat is wet');
  await row(roomId, 2);
  await read(roomId, plain);
  await row(roomId, 1);
  await threadRows(roomId, [first], [1]);
  expect(receipts(roomId)).toEqual({ main: plain });
  // Shown from now on: what was read of the room before is looked at again.
  await inChat(true);
  await read(roomId, plain);
  await row(roomId, 0);
  expect(receipts(roomId)).toEqual({ main: plain, [first]: last });
}, 30_000);

/** The list of threads with news over all rooms, as so many of these threads stand in it. */
const news = (roots: readonly string[], count: number) =>
  window.list(
    'threads',
    { roomId: null, show: 'unread', limit: 50 },
    (items) => items.filter(({ threadId }) => roots.includes(threadId)).length === count,
  );

test('marking a chat as read takes its threads along, also where they alone are unread', async () => {
  await inChat(false);
  const { roomId, first } = await room('Hall');
  await answer(roomId, first, 'still');
  const plain = await alice.send(roomId, 'the bell is mute');
  await row(roomId, 2);
  // The row counts an answer for others: it is found where threads with news are.
  await news([first], 1);
  await window.call('setRoomRead', { roomId, read: true });
  await row(roomId, 0);
  await news([first], 0);
  await told(roomId, { ...receipts(roomId), '': plain });
  const last = await answer(roomId, first, 'and again');
  await row(roomId, 1);
  await window.call('setRoomRead', { roomId, read: true });
  await row(roomId, 0);
  await threadRows(roomId, [first], [0]);
  await told(roomId, { ...receipts(roomId), '': last });
}, 60_000);

test('without a network they are read at once, and the server is told after a quit', async () => {
  await inChat(true);
  const { roomId, first, second } = await room('Cellar');
  const last = await answer(roomId, first, 'still');
  const plain = await alice.send(roomId, 'it is damp');
  await row(roomId, 2);
  for (const path of ['/receipt/', '/read_markers'])
    proxy.rules.add({ match: on('POST', path), cut: 'before-forward' });
  await expect(read(roomId, plain)).rejects.toMatchObject({ error: { code: 'offline' } });
  await row(roomId, 0);
  await threadRows(roomId, [first], [0]);
  expect(receipts(roomId)).toEqual({ main: second });
  const { folder, key } = window;
  await window.stop(true);
  proxy.rules.clear();
  window = openWindow({ folder, key });
  await window.value('sync', {}, ({ state }) => state === 'SYNCING');
  await threadRows(roomId, [first], [0]);
  await row(roomId, 0);
  await told(roomId, { main: plain, [first]: last });
}, 30_000);
