// Running a room, through the contract and a real homeserver: its picture, who may do what, encryption that is turned on later.
import { on } from '../../faults/faultProxy';
import { onePixel } from '../../support/onePixel';
import { requestId } from '../support';
import { join, makeRoom, openWorld, type Somebody, type World } from './kit';

let world: World;
let alice: Somebody;
let bob: Somebody;

beforeAll(async () => {
  world = await openWorld();
  [alice, bob] = [await world.open('alice', 'server'), await world.open('bob', 'server')];
}, 240_000);
afterAll(() => world?.close());

const administration = (who: Somebody, roomId: string) =>
  who.value('roomAdministration', { roomId }, ({ rights }) => rights.length > 0);
const onServer = (roomId: string, type: string) =>
  alice.direct.call('GET', `/rooms/${encodeURIComponent(roomId)}/state/${type}`);

test('who may do what is what the room says, and is changed; what else it says stays', async () => {
  const roomId = await makeRoom(alice, 'Council', { invite: [bob.userId] });
  await join(bob, roomId);
  const before = await onServer(roomId, 'm.room.power_levels');
  const levelOf = (who: Somebody, right: string, level: number) =>
    who.value('roomAdministration', { roomId }, ({ rights }) =>
      rights.some((one) => one.right === right && one.level === level),
    );
  await alice.call('setRoomRight', { roomId, right: 'invite', level: 50 });
  await alice.call('setRoomRight', { roomId, right: 'profile', level: 0 });
  await alice.call('setRoomRight', { roomId, right: 'notifyRoom', level: 100 });
  await levelOf(alice, 'notifyRoom', 100);
  const now = await levelOf(bob, 'notifyRoom', 100);
  expect(now.may).toMatchObject({ name: true, topic: true, picture: true, joinRule: false });
  expect(now.rights.some(({ mayChange }) => mayChange)).toBe(false);
  const after = await onServer(roomId, 'm.room.power_levels');
  expect(after).toMatchObject({ invite: 50, notifications: { room: 100 } });
  expect(after['events']).toEqual({
    ...(before['events'] as object),
    ...{ 'm.room.name': 0, 'm.room.topic': 0, 'm.room.avatar': 0 },
  });
  expect(after['users']).toEqual(before['users']);
  await expect(
    bob.call('setRoomRight', { roomId, right: 'invite', level: 0 }),
  ).rejects.toMatchObject({ error: { code: 'forbidden' } });
});

test('rights that are changed at once all hold; where events are named, what is said of messages goes for them', async () => {
  const roomId = await makeRoom(alice, 'Quick');
  const say = (content: unknown) => alice.direct.state(roomId, 'm.room.power_levels', content);
  const before = await onServer(roomId, 'm.room.power_levels');
  const events = { ...(before['events'] as object), 'm.room.encrypted': 50 };
  await say({ ...before, events });
  await alice.value('roomAdministration', { roomId }, ({ rights }) =>
    rights.some(({ right, level }) => right === 'messages' && level === 50),
  );
  const wanted = { invite: 50, kick: 100, pin: 0, redact: 100, messages: 0 } as const;
  await Promise.all(
    (Object.keys(wanted) as (keyof typeof wanted)[]).map((right) =>
      alice.call('setRoomRight', { roomId, right, level: wanted[right] }),
    ),
  );
  expect(await onServer(roomId, 'm.room.power_levels')).toMatchObject({
    ...{ invite: 50, kick: 100, redact: 100, events_default: 0 },
    events: { 'm.room.pinned_events': 0, 'm.room.encrypted': 0 },
  });
});

test('encryption is turned on once and for good: what is written before sync brings it is encrypted', async () => {
  const carol = await world.open('carol');
  const roomId = await makeRoom(carol, 'Later');
  expect((await administration(carol, roomId)).encrypted).toBe(false);
  const sync = world.proxy.hold(on('GET', '/sync'), 'after-answer');
  await carol.call('encryptRoom', { roomId });
  await carol.value(
    'roomAdministration',
    { roomId },
    ({ encrypted, may }) => encrypted && !may.encrypt,
  );
  const { key } = await carol.call('sendMessage', {
    ...{ requestId: requestId(), roomId, threadId: null, text: 'a secret', kind: 'text' },
    ...{ mentions: [], replyTo: null },
  });
  // While sync is held: the message waits for no answer of it, and its echo cannot take `sent` away before it is seen.
  await carol.list('timeline', { roomId, threadId: null, around: null, limit: 50 }, (items) =>
    items.some((one) => one.kind === 'message' && one.key === key && one.status === 'sent'),
  );
  sync.release();
  const types = world.server
    .databaseQuery('SELECT type FROM events WHERE room_id = ?', roomId)
    .map(({ type }) => type);
  expect(types).toContain('m.room.encrypted');
  expect(types).not.toContain('m.room.message');
  expect(types.filter((type) => type === 'm.room.encryption')).toHaveLength(1);
  // Again changes nothing.
  await carol.call('encryptRoom', { roomId });
  expect(carol.ask('PUT', '/state/m.room.encryption')).toHaveLength(1);
});

test('a room has a picture, seen by its members, and is without one again', async () => {
  const roomId = await makeRoom(alice, 'Pictured', { invite: [bob.userId] });
  await join(bob, roomId);
  const pictured = (who: Somebody, has: boolean) =>
    who.value('room', { roomId }, ({ avatar }) => (avatar !== null) === has);
  const { ticket } = await alice.call('beginBlob', { fileName: 'p.png', mimeType: 'image/png' });
  await alice.call('appendBlob', { ticket, seq: 0, bytes: onePixel() });
  await alice.call('setRoomPicture', { roomId, ticket });
  await pictured(bob, true);
  expect((await administration(bob, roomId)).profile.avatar).not.toBeNull();
  await alice.call('setRoomPicture', { roomId, ticket: null });
  await pictured(bob, false);
});

test('a space is made, rooms are put in and taken out, and nobody talks in it', async () => {
  const { roomId: spaceId } = await alice.call('createRoom', {
    ...{ requestId: requestId(), name: 'Allotments', topic: null, direct: false, space: true },
    ...{ encrypted: false, public: false, invite: [bob.userId] },
  });
  await alice.value('room', { roomId: spaceId }, ({ isSpace }) => isSpace);
  const roomId = await makeRoom(alice, 'Beds');
  const inside = async () => {
    const { rooms } = await alice.call('spaceRooms', { roomId: spaceId });
    return rooms.map((room) => room.roomId);
  };
  await alice.call('setSpaceRoom', { spaceId, roomId, in: true });
  expect(await inside()).toEqual([roomId]);
  const link = `/rooms/${encodeURIComponent(spaceId)}/state/m.space.child/${encodeURIComponent(roomId)}`;
  expect(await alice.direct.call('GET', link)).toEqual({ via: ['localhost'] });
  await alice.direct.call('PUT', link, { via: ['localhost'], order: 'a' });
  // Once more changes nothing, the order stays.
  await alice.call('setSpaceRoom', { spaceId, roomId, in: true });
  expect(await alice.direct.call('GET', link)).toMatchObject({ order: 'a' });
  const { rights, may } = await administration(alice, spaceId);
  expect(rights.map(({ right, level }) => `${right} ${level}`)).toEqual([
    ...['spaceRooms 50', 'invite 0', 'kick 50', 'ban 50', 'profile 50', 'access 100', 'roles 100'],
  ]);
  expect(may.encrypt).toBe(false);
  await expect(alice.call('encryptRoom', { roomId: spaceId })).rejects.toMatchObject({
    error: { code: 'bad_request' },
  });
  expect(alice.ask('PUT', '/state/m.room.encryption')).toEqual([]);
  await alice.call('setRoomRight', { roomId: spaceId, right: 'spaceRooms', level: 100 });
  expect(await onServer(spaceId, 'm.room.power_levels')).toMatchObject({
    events: { 'm.space.child': 100 },
  });
  await join(bob, spaceId);
  expect((await administration(bob, spaceId)).may.spaceRooms).toBe(false);
  await expect(bob.call('setSpaceRoom', { spaceId, roomId, in: false })).rejects.toMatchObject({
    error: { code: 'forbidden' },
  });
  const { permissions } = await bob.value('room', { roomId: spaceId }, () => true);
  expect(permissions.send).toBe(false);
  await alice.call('setSpaceRoom', { spaceId, roomId, in: false });
  expect(await inside()).toEqual([]);
});

test('a room that is made for a space lets in its people, and nobody else unasked', async () => {
  const space = { name: 'Orchard', topic: null, direct: false, encrypted: false, public: false };
  const { roomId: spaceId } = await alice.call('createRoom', {
    ...{ ...space, requestId: requestId(), space: true, invite: [bob.userId] },
  });
  await alice.value('room', { roomId: spaceId }, ({ isSpace }) => isSpace);
  const made = { ...space, requestId: requestId(), name: 'Pears', encrypted: true, invite: [] };
  const { roomId } = await alice.call('createRoom', { ...made, forSpace: spaceId });
  await alice.call('setSpaceRoom', { spaceId, roomId, in: true });
  expect((await administration(alice, roomId)).rules.joinRule).toBe('restricted');
  const enter = () => bob.call('joinRoom', { roomIdOrAlias: roomId, via: ['localhost'] });
  await expect(enter()).rejects.toMatchObject({ error: { code: 'forbidden' } });
  await join(bob, spaceId);
  const { rooms } = await bob.call('spaceRooms', { roomId: spaceId });
  expect(rooms).toMatchObject([{ roomId, name: 'Pears', joinRule: 'restricted' }]);
  await enter();
  await bob.value(
    'room',
    { roomId },
    ({ membership, encrypted }) => membership === 'join' && encrypted,
  );
  const shown = { text: '', collapsed: [], limit: 50, spaceId };
  await alice.list('rooms', shown, (items) =>
    items.some((item) => item.kind === 'room' && item.roomId === roomId),
  );
  // Anybody may come into a public one.
  const open = await alice.call('createRoom', {
    ...{ ...made, requestId: requestId(), public: true, encrypted: false, forSpace: spaceId },
  });
  expect((await administration(alice, open.roomId)).rules.joinRule).toBe('public');
});

test('the first levels of a room that had none leave its creator all power', async () => {
  const body = { name: 'Bare', room_version: '10' };
  const roomId = await alice.direct.createRoom(body);
  await alice.value('room', { roomId }, ({ membership }) => membership === 'join');
  // A server always writes levels: what counts is what the room says, so this one says nothing.
  const clear = world.proxy.rules.add({
    match: on('GET', '/state/m.room.power_levels'),
    ...{ status: 404, body: { errcode: 'M_NOT_FOUND', error: 'Event not found.' } },
  });
  const dora = await world.open('dora');
  await alice.direct.call('POST', `/rooms/${encodeURIComponent(roomId)}/invite`, {
    user_id: dora.userId,
  });
  await join(dora, roomId);
  await expect(
    dora.call('setRoomRight', { roomId, right: 'invite', level: 50 }),
  ).rejects.toMatchObject({ error: { code: 'forbidden' } });
  expect(dora.ask('PUT', '/state/m.room.power_levels').at(-1)?.body).toEqual({
    users: { [alice.userId]: 100 },
    invite: 50,
  });
  clear();
});
