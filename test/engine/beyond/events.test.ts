// Single events and what belongs to them, through the contract and a real homeserver.
import { on } from '../../faults/faultProxy';
import { requestId } from '../support';
import { join, makeRoom, openWorld, type Somebody, type World } from './kit';

let world: World;
let alice: Somebody;
let bob: Somebody;

beforeAll(async () => {
  world = await openWorld({ experimental_features: { msc3912_enabled: true } });
  [alice, bob] = [await world.open('alice'), await world.open('bob', 'server')];
}, 240_000);
afterEach(() => world.proxy.rules.clear());
afterAll(() => world?.close());

const window = (roomId: string, around: string | null = null) => ({
  ...{ roomId, threadId: null, around, limit: 30 },
});

/** Until the event is in the timeline that `who` sees. */
const here = (who: Somebody, roomId: string, eventId: string, around: string | null = null) =>
  who.list('timeline', window(roomId, around), (items) =>
    items.some((item) => 'eventId' in item && item.eventId === eventId),
  );

const eventOf = (who: Somebody, roomId: string, eventId: string) =>
  who.direct.call(
    'GET',
    `/rooms/${encodeURIComponent(roomId)}/event/${encodeURIComponent(eventId)}`,
  );

test('CHAT-7.18 CHAT-5.4 a message is deleted with a reason and with what belongs to it, where the server can do that', async () => {
  // In later room versions Synapse redacts the message once more instead of its related events.
  const roomId = await alice.direct.createRoom({ preset: 'public_chat', room_version: '10' });
  await alice.value('room', { roomId }, ({ membership }) => membership === 'join');
  await join(bob, roomId);
  const root = await alice.direct.send(roomId, 'root');
  const put = async (type: string, content: unknown): Promise<string> => {
    const path = `/rooms/${encodeURIComponent(roomId)}/send/${type}/${type}-1`;
    return String((await bob.direct.call('PUT', path, content))['event_id']);
  };
  const reaction = await put('m.reaction', {
    'm.relates_to': { rel_type: 'm.annotation', event_id: root, key: '👍' },
  });
  await here(alice, roomId, root);
  expect(await alice.call('deletesRelated', {})).toEqual({ can: true });
  await alice.call('redact', {
    ...{ requestId: requestId(), roomId, eventId: root, reason: 'wrong room' },
    related: ['m.annotation', 'm.thread'],
  });
  let gone: Record<string, unknown>;
  do gone = await eventOf(bob, roomId, reaction);
  while (Object.keys(gone['content'] as object).length > 0);
  const sent = alice.asked.filter(({ path }) => path.includes(`/redact/${root}/`));
  expect(sent).toMatchObject([
    {
      method: 'PUT',
      body: {
        reason: 'wrong room',
        'org.matrix.msc3912.with_relations': ['m.annotation', 'm.thread'],
      },
    },
  ]);

  world.proxy.rules.add({
    match: on('GET', '/_matrix/client/versions'),
    ...{ status: 200, body: { versions: ['v1.1'], unstable_features: {} } },
  });
  const carol = await world.open('carol');
  await join(carol, roomId);
  const hers = await carol.direct.send(roomId, 'hers');
  await here(carol, roomId, hers);
  expect(await carol.call('deletesRelated', {})).toEqual({ can: false });
  const act = { requestId: requestId(), roomId, eventId: hers, reason: null };
  await expect(carol.call('redact', { ...act, related: ['m.annotation'] })).rejects.toMatchObject({
    error: {
      code: 'unsupported_server',
      message: 'Server does not support relation based redactions',
    },
  });
  expect(carol.asked.filter(({ path }) => path.includes('/redact/'))).toEqual([]);
}, 240_000);

test('CHAT-7.28 the surroundings of an event, one event and the event nearest a time come from the server where they are not here', async () => {
  const roomId = await makeRoom(bob, 'Long', { public: true });
  const ids: string[] = [];
  for (let at = 0; at < 70; at += 1) ids.push(await bob.direct.send(roomId, `Line ${at}`));
  const [oldest = '', second = ''] = ids;
  const answer = { msgtype: 'm.text', body: 'answer' };
  const to = { 'm.relates_to': { 'm.in_reply_to': { event_id: second } } };
  const path = `/rooms/${encodeURIComponent(roomId)}/send/m.room.message/answer`;
  await bob.direct.call('PUT', path, { ...answer, ...to });
  await join(alice, roomId);
  // The replied-to message is fetched by itself.
  await alice.list('timeline', window(roomId), (items) =>
    items.some((item) => JSON.stringify(item).includes('Line 1"')),
  );
  expect(alice.ask('GET', `/rooms/${roomId}/event/${second}`)).toHaveLength(1);
  const { origin_server_ts: ts } = await eventOf(bob, roomId, oldest);
  const { eventId } = await alice.call('findDay', { roomId, atMs: Number(ts) });
  expect(eventId).toBe(oldest);
  expect(alice.ask('GET', '/timestamp_to_event').map(({ query }) => query)).toEqual([
    { ts: String(ts), dir: 'f' },
  ]);
  await here(alice, roomId, oldest, oldest);
  expect(alice.ask('GET', `/rooms/${roomId}/context/${oldest}`)).toHaveLength(1);
}, 240_000);

test('CHAT-8.9 what a server does not know is asked for on its other path', async () => {
  const space = await alice.direct.createRoom({ creation_content: { type: 'm.space' } });
  await alice.value('room', { roomId: space }, ({ isSpace }) => isSpace);
  const unknown = { status: 404, body: { errcode: 'M_UNRECOGNIZED', error: 'Unrecognized' } };
  world.proxy.rules.add({ match: on('GET', '/client/v1/rooms'), ...unknown });
  world.proxy.rules.add({
    match: on('GET', '/org.matrix.msc2946/rooms'),
    ...{ status: 200, body: { rooms: [{ room_id: space, children_state: [] }] } },
  });
  expect(await alice.call('spaceRooms', { roomId: space })).toEqual({
    rooms: [],
    hidden: 0,
    whole: true,
    refused: false,
  });
  expect(alice.ask('GET', `/unstable/org.matrix.msc2946/rooms/${space}/hierarchy`)).toHaveLength(1);

  const roomId = await makeRoom(bob, 'Older', { public: true });
  const first = await bob.direct.send(roomId, 'first');
  for (let at = 0; at < 40; at += 1) await bob.direct.send(roomId, `Line ${at}`);
  await join(alice, roomId);
  world.proxy.rules.add({
    match: on('GET', '/org.matrix.msc3030/rooms'),
    ...{ status: 200, body: { event_id: first, origin_server_ts: 1 } },
  });
  const day = { roomId, atMs: 1 };
  expect((await alice.call('findDay', day)).eventId).toBe(first);
  expect(
    alice.ask('GET', `/unstable/org.matrix.msc3030/rooms/${roomId}/timestamp_to_event`),
  ).toHaveLength(1);
  // Any other refusal is the answer.
  world.proxy.rules.clear();
  const refused = { status: 403, body: { errcode: 'M_FORBIDDEN', error: 'no' } };
  world.proxy.rules.add({ match: on('GET', '/timestamp_to_event'), ...refused });
  const before = alice.ask('GET', '/timestamp_to_event').length;
  await expect(alice.call('findDay', { roomId, atMs: 2 })).rejects.toMatchObject({
    error: { code: 'forbidden' },
  });
  expect(alice.ask('GET', '/timestamp_to_event')).toHaveLength(before + 1);
}, 240_000);

test('CHAT-3.5 an event is shown with all that it holds, and what is on its way with its status', async () => {
  const roomId = await bob.direct.createRoom({ preset: 'public_chat', room_version: '10' });
  const root = await bob.direct.send(roomId, 'root');
  const put = async (type: string, content: unknown): Promise<string> => {
    const path = `/rooms/${encodeURIComponent(roomId)}/send/${type}/${type}-source`;
    return String((await bob.direct.call('PUT', path, content))['event_id']);
  };
  await put('m.room.message', {
    ...{ msgtype: 'm.text', body: 'edited' },
    'm.new_content': { msgtype: 'm.text', body: 'edited' },
    'm.relates_to': { rel_type: 'm.replace', event_id: root },
  });
  await bob.direct.state(roomId, 'm.room.topic', { topic: 'one' });
  const topic = String(
    (await bob.direct.state(roomId, 'm.room.topic', { topic: 'two' }))['event_id'],
  );
  const gone = await bob.direct.send(roomId, 'gone');
  const redact = `/rooms/${encodeURIComponent(roomId)}/redact/${encodeURIComponent(gone)}/r1`;
  const redaction = String((await bob.direct.call('PUT', redact, { reason: 'old' }))['event_id']);
  await join(alice, roomId);
  const source = async (eventId: string): Promise<Record<string, unknown>> =>
    JSON.parse((await alice.call('messageSource', { roomId, eventId })).raw) as never;
  await here(alice, roomId, gone);
  expect(await source(root)).toMatchObject({
    ...{ event_id: root, type: 'm.room.message', sender: bob.userId, room_id: roomId },
    ...{ origin_server_ts: expect.any(Number), content: { body: 'root' } },
    unsigned: { age: expect.any(Number), 'm.relations': { 'm.replace': expect.anything() } },
  });
  expect(await source(topic)).toMatchObject({
    ...{ state_key: '', content: { topic: 'two' }, unsigned: { prev_content: { topic: 'one' } } },
  });
  expect(await source(redaction)).toMatchObject({ redacts: gone, content: { reason: 'old' } });
  expect(await source(gone)).toMatchObject({
    unsigned: { redacted_because: { event_id: redaction } },
  });

  // The server takes nothing for a while.
  const held = world.proxy.hold(on('PUT', '/send/m.room.message'), 'before-forward');
  const { key } = await alice.call('sendMessage', {
    ...{ requestId: requestId(), roomId, threadId: null, text: 'mine', kind: 'text' },
    ...{ mentions: [], replyTo: null },
  });
  const mine = (status: string) =>
    alice.list('timeline', window(roomId), (items) =>
      items.some((item) => item.kind === 'message' && item.key === key && item.status === status),
    );
  await mine('sending');
  held.release();
  const items = await mine('sent');
  const item = items.find((one) => one.key === key);
  const eventId = item?.kind === 'message' ? (item.eventId ?? '') : '';
  let stored: Record<string, unknown>;
  do stored = await source(eventId).catch(() => ({}));
  while (stored['event_id'] !== eventId);
  expect(stored).toMatchObject({ unsigned: { transaction_id: expect.any(String) } });
}, 240_000);

test('CHAT-5.10 CHAT-8.23 pages go back or forward, and a room that is not here has none, nor a tree', async () => {
  const roomId = await makeRoom(alice, 'Pages');
  const list = alice.pages('timeline', window(roomId));
  await expect(list.paginate('sideways' as 'back', 10)).rejects.toMatchObject({
    error: { code: 'bad_request', message: "Invalid direction 'sideways'" },
  });
  for (const direction of ['back', 'forward'] as const)
    expect(await list.paginate(direction, 10)).toMatchObject({ reachedEnd: true });
  list.close();

  const unknown = '!nowhere:localhost';
  const nowhere = alice.pages('timeline', window(unknown));
  await expect(nowhere.paginate('back', 10)).rejects.toMatchObject({
    error: { code: 'not_found', message: `Unknown room ${unknown}` },
  });
  nowhere.close();
  await expect(alice.call('leaveTree', { roomId: unknown })).rejects.toMatchObject({
    error: { code: 'not_found', message: 'Unknown room' },
  });
}, 120_000);
