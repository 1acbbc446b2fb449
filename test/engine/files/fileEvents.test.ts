// The message of an entry that is not on the disk: asked for by id, then looked for page by page, on a real server.
import { getEvent } from '#stores/events/timeline';
import { createFileEvents, fileAddress } from '#engine/files/fileEvents';
import { on, type FaultProxy } from '../../faults/faultProxy';
import { fileContent } from '../../fixtures/files';
import { failureOf } from '../http/kit';
import { openRooms, type RoomKit, type RoomsStage } from '../rooms/kit';

let stage: RoomsStage;
let proxy: FaultProxy;
let alice: RoomKit;
let bob: RoomKit;

beforeAll(async () => {
  stage = await openRooms();
  ({ proxy, alice, bob } = stage);
}, 120_000);

afterEach(() => proxy.rules.clear());

afterAll(() => stage?.close());

let counter = 0;
async function sendFile(roomId: string, content: unknown): Promise<string> {
  counter += 1;
  const path = `/rooms/${encodeURIComponent(roomId)}/send/m.room.message/file${counter}`;
  return String((await bob.direct.call('PUT', path, content))['event_id']);
}

/** A room of Bob's with these files at its beginning and `more` messages after them; Alice has the last fifty on her disk. */
async function roomWith(names: readonly string[], more: number) {
  const roomId = await bob.direct.createRoom({ preset: 'public_chat' });
  const fileIds: string[] = [];
  for (const name of names) fileIds.push(await sendFile(roomId, fileContent(name)));
  await Promise.all(Array.from({ length: more }, (_, i) => bob.direct.send(roomId, `m${i}`)));
  await alice.membership.join(roomId);
  const { roomNo } = await alice.until(() => {
    const room = alice.room(roomId);
    return room?.membership === 'join' ? room : null;
  });
  return { roomId, roomNo, fileIds };
}

const byId = () => on('GET', '/event/');
const pages = () => alice.recorded.queries('/messages').filter((query) => query['dir'] === 'b');

test('CALL-7.17 a message is asked for by its id first, then pages of 100 events are read', async () => {
  const { roomId, roomNo, fileIds } = await roomWith(['plan.txt', 'note.txt'], 160);
  const [plan = '', note = ''] = fileIds;
  const onDisk = fileIds.map((id) => getEvent(alice.store.db, roomNo, id));
  expect(onDisk).toEqual([null, null]);
  const before = pages().length;
  const files = createFileEvents(alice);
  const found = await files.find(roomId, plan);
  expect([found.eventId, fileAddress(found), pages().length - before]).toEqual([
    plan,
    fileContent('plan.txt')['url'],
    0,
  ]);
  proxy.rules.add({ match: byId(), status: 404, body: { errcode: 'M_NOT_FOUND' } });
  const paged = await files.find(roomId, note);
  const asked = pages().slice(before);
  expect([paged.eventId, asked.map((query) => query['limit'])]).toEqual([note, ['100', '100']]);
});

test('CHAT-8.29 at the start of the room the search fails in words', async () => {
  const { roomId } = await roomWith([], 60);
  const files = createFileEvents(alice);
  expect(await failureOf(files.find(roomId, '$nowhere'))).toMatchObject({
    code: 'not_found',
    message: 'Failed to find event',
  });
  const asked = pages().length;
  expect(await failureOf(files.find(roomId, '$nowhere'))).toMatchObject({
    message: 'Failed to find event',
  });
  expect(pages().length).toBe(asked);
});

test('a server whose history never ends and never brings anything is asked a few times, and the next search is not held up', async () => {
  const { roomId, roomNo, fileIds } = await roomWith(['plan.txt'], 60);
  const [plan = ''] = fileIds;
  let end = 0;
  proxy.rules.add({ match: byId(), status: 404, body: { errcode: 'M_NOT_FOUND' }, times: 1 });
  proxy.rules.add({
    match: on('GET', '/messages'),
    edit: (json) => ({ ...(json as object), chunk: [], end: `t-${String((end += 1))}` }),
  });
  const before = pages().length;
  const files = createFileEvents(alice);
  files.want(roomId, '$nowhere');
  files.want(roomId, plan);
  await alice.until(() => getEvent(alice.store.db, roomNo, plan));
  // Each asks on by itself for a few more pages.
  expect(pages().length - before).toBeLessThan(10);
});

test('CHAT-8.30 a file without a usable address fails with its address named', async () => {
  const { roomId } = await roomWith([], 0);
  const send = (url: string | undefined) => {
    const file = { ...(fileContent('x')['file'] as object), url };
    return sendFile(roomId, { ...fileContent('x'), url, file });
  };
  const files = createFileEvents(alice);
  const addressOf = async (url: string | undefined) => {
    const event = await files.find(roomId, await send(url));
    return failureOf(Promise.resolve().then(() => fileAddress(event)));
  };
  expect(await addressOf('https://example.org/a')).toMatchObject({
    message: 'No HTTP URL available for https://example.org/a',
  });
  expect(await addressOf(undefined)).toMatchObject({
    message: 'No HTTP URL available for undefined',
  });
});

test('in the background one message is looked for at a time, and what is nowhere only once', async () => {
  const { roomId, roomNo, fileIds } = await roomWith(['plan.txt'], 60);
  const [plan = ''] = fileIds;
  const files = createFileEvents(alice);
  files.want(roomId, '$nowhere');
  files.want(roomId, plan);
  files.want(roomId, '$nowhere');
  await alice.until(() => getEvent(alice.store.db, roomNo, plan));
  const end = `${encodeURIComponent(roomId)}/event/%24nowhere`;
  const here = (url: URL): boolean =>
    decodeURIComponent(url.pathname).endsWith(decodeURIComponent(end));
  expect(alice.recorded.urls.filter(here)).toHaveLength(1);
});
