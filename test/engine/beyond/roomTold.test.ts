// The contract's data about a room: members, tags, unread counts of it and of each thread, pending messages.
import { requestId } from '../support';
import { join, makeRoom, openWorld, type Somebody, type World } from './kit';

let world: World;
let alice: Somebody;
let bob: Somebody;

beforeAll(async () => {
  world = await openWorld();
  [alice, bob] = [await world.open('alice'), await world.open('bob', 'server')];
}, 240_000);
afterEach(() => world.proxy.rules.clear());
afterAll(() => world?.close());

const say = (roomId: string, content: object): Promise<unknown> =>
  world.server.request(
    'PUT',
    `/_matrix/client/v3/rooms/${encodeURIComponent(roomId)}/send/m.room.message/${requestId()}`,
    { token: bob.direct.accessToken, body: content },
  );

test('CHAT-3.1 a room tells its name, marks, members and heroes, what is unread in it and in its threads, and what is on its way', async () => {
  const carol = await world.server.registerUser({ username: 'carol', password: 'pw' });
  const roomId = await makeRoom(bob, 'Orchard', { invite: [alice.userId, carol.userId] });
  await join(alice, roomId);
  await alice.call('setFavourite', { roomId, on: true });
  const header = await alice.value('room', { roomId }, ({ tags }) => tags.includes('m.favourite'));
  expect(header).toMatchObject({
    ...{ roomId, name: 'Orchard', membership: 'join' },
    // Counted by the server: herself and Bob are in it, Carol is not yet.
    ...{ joinedCount: 2, invitedCount: 1 },
  });
  const people = await alice.list('members', { roomId, text: '', limit: 50 }, (items) =>
    items.some(({ person }) => person.userId === carol.userId),
  );
  expect(
    people.map(({ person, membership }) => `${person.userId} ${membership}`).toSorted(),
  ).toEqual([`${alice.userId} join`, `${bob.userId} join`, `${carol.userId} invite`]);

  // A mention in the room, and an answer in a thread that mentions nobody.
  const root = await bob.direct.send(roomId, 'Who picks?');
  const mention = { 'm.mentions': { user_ids: [alice.userId] } };
  await say(roomId, { msgtype: 'm.text', body: 'alice: you?', ...mention });
  const inThread = { 'm.relates_to': { rel_type: 'm.thread', event_id: root } };
  await say(roomId, { msgtype: 'm.text', body: 'I do', ...inThread });
  const rows = await alice.list('rooms', { text: '', collapsed: [], limit: 50 }, (items) =>
    items.some((item) => item.kind === 'room' && item.roomId === roomId && item.highlights === 1),
  );
  expect(rows.find((item) => item.kind === 'room' && item.roomId === roomId)).toMatchObject({
    section: 'favourites',
    highlights: 1,
  });
  const conversation = { roomId, threadId: null, around: null, limit: 50 };
  const timeline = await alice.list('timeline', conversation, (items) =>
    items.some((item) => item.kind === 'message' && item.thread?.unread === 1),
  );
  expect(timeline.find((item) => item.kind === 'message' && item.eventId === root)).toMatchObject({
    thread: { count: 1, unread: 1, mentions: false },
  });

  // A message that cannot be sent yet is counted as pending.
  await world.proxy.setDown(true);
  await alice.call('sendMessage', {
    ...{ requestId: requestId(), roomId, threadId: null, text: 'On my way', kind: 'text' },
    replyTo: null,
  });
  const pending = await alice.list('timeline', conversation, (items) =>
    items.some((item) => item.kind === 'message' && item.status !== null),
  );
  expect(pending.filter((item) => item.kind === 'message' && item.status !== null)).toMatchObject([
    { eventId: null, body: { text: 'On my way' } },
  ]);
  await world.proxy.setDown(false);
  await alice.list('timeline', conversation, (items) =>
    items.every((item) => item.kind !== 'message' || item.status === null),
  );

  // A room without a name is called after its heroes.
  const unnamed = await bob.call('createRoom', {
    ...{ requestId: requestId(), name: null, topic: null, direct: false, encrypted: false },
    ...{ public: false, invite: [alice.userId] },
  });
  await join(alice, unnamed.roomId);
  const called = await alice.value(
    'room',
    { roomId: unnamed.roomId },
    ({ name }) => name === 'bob',
  );
  expect(called).toMatchObject({ joinedCount: 2, invitedCount: 0 });
}, 120_000);

test('CHAT-4.21 a room that is forgotten goes from this computer, too', async () => {
  const roomId = await makeRoom(bob, 'Shed', { invite: [alice.userId] });
  await join(alice, roomId);
  await bob.direct.send(roomId, 'hello');
  const conversation = { roomId, threadId: null, around: null, limit: 50 };
  const texts = (items: readonly { kind: string }[]): string => JSON.stringify(items);
  await alice.list('timeline', conversation, (items) => texts(items).includes('hello'));
  await alice.call('leaveRoom', { roomId });
  await alice.call('forgetRoom', { roomId });
  await alice.value(
    'room',
    { roomId },
    ({ membership, name }) => membership !== 'join' && name !== 'Shed',
  );
  const list = await alice.list('rooms', { text: '', collapsed: [], limit: 50 }, (items) =>
    items.every((item) => item.kind !== 'room' || item.roomId !== roomId),
  );
  expect(texts(list)).not.toContain('Shed');
  const rest = await alice.list(
    'timeline',
    conversation,
    (items) => !texts(items).includes('hello'),
  );
  expect(texts(rest)).not.toContain('hello');
}, 60_000);
