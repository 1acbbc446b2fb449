// Running rooms, through the contract and a real homeserver: rules, version, tags, state and members, what is known of a room.
import { on } from '../../faults/faultProxy';
import type { RoomAdministration } from '#contract/areas/rooms/administer';
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

const administration = (who: Somebody, roomId: string) =>
  who.value('roomAdministration', { roomId }, ({ version }) => version !== '1');

test('CHAT-3.34 join rule, history visibility and guest access are what the room says, what is usual where it does not, and changed', async () => {
  const roomId = await alice.direct.createRoom({ name: 'Bare', room_version: '10' });
  await alice.value('room', { roomId }, ({ membership }) => membership === 'join');
  const say = (type: string, content: unknown) => alice.direct.state(roomId, type, content);
  const until = (fits: (rules: Record<string, string>) => boolean) =>
    alice.value('roomAdministration', { roomId }, ({ rules }) => fits(rules));
  for (const rule of ['public', 'invite', 'private', 'knock'] as const) {
    await alice.call('setRoomRules', { roomId, change: { joinRule: rule } });
    await until(({ joinRule }) => joinRule === rule);
  }
  await say('m.room.join_rules', { join_rule: 'restricted', allow: [] });
  await until(({ joinRule }) => joinRule === 'restricted');
  // An unknown join rule counts as the default.
  await say('m.room.join_rules', { join_rule: 'org.example.moon' });
  await until(({ joinRule }) => joinRule === 'invite');
  for (const seen of ['invited', 'joined', 'world_readable', 'shared'] as const) {
    await alice.call('setRoomRules', { roomId, change: { history: seen } });
    await until(({ history }) => history === seen);
  }
  await alice.call('setRoomRules', { roomId, change: { guests: 'can_join' } });
  await until(({ guests }) => guests === 'can_join');
  await say('m.room.guest_access', {});
  const { rules } = await until(({ guests }) => guests === 'forbidden');
  expect(rules).toEqual({ joinRule: 'invite', history: 'shared', guests: 'forbidden' });
  const everybody = await makeRoom(alice, 'Everybody', { public: true });
  await join(bob, everybody);
  const theirs = await administration(bob, everybody);
  expect(Object.values(theirs.may).some(Boolean)).toBe(false);
}, 240_000);

test('CHAT-5.23 CHAT-7.33 a room is made with name and preset; of an unstable version it needs another one, is moved there, and both are told', async () => {
  const made = await makeRoom(alice, 'Made', { public: true });
  expect(alice.ask('POST', '/createRoom').at(-1)?.body).toMatchObject({
    ...{ name: 'Made', preset: 'public_chat' },
  });
  // The presets of the others let guests in.
  const closed = await administration(alice, await makeRoom(alice, 'Closed'));
  expect(closed.rules).toMatchObject({ joinRule: 'invite', guests: 'forbidden' });
  expect(await alice.call('versionNeed', { roomId: made })).toEqual({
    ...{ version: '12', needed: false, urgent: false },
  });
  // The server calls 9 unstable from now on.
  world.proxy.rules.add({
    match: on('GET', '/capabilities'),
    status: 200,
    body: {
      capabilities: {
        'm.room_versions': {
          default: '12',
          available: { 9: 'unstable', 11: 'stable', 12: 'stable' },
        },
      },
    },
  });
  const carol = await world.open('carol');
  const roomId = await carol.direct.createRoom({ name: 'Old', room_version: '9' });
  await carol.value('room', { roomId }, ({ membership }) => membership === 'join');
  const { may, version } = await administration(carol, roomId);
  expect([may.upgrade, version]).toEqual([true, '9']);
  expect(await carol.call('versionNeed', { roomId })).toEqual({
    ...{ version: '12', needed: true, urgent: true },
  });
  const told = await carol.value('roomVersions', {}, ({ default: usual }) => usual === '12');
  expect(told.available).toContainEqual({ id: '9', isStable: false });
  const { roomId: next } = await carol.call('upgradeRoom', { roomId, version: '12' });
  expect(carol.ask('POST', `/rooms/${roomId}/upgrade`)).toMatchObject([
    { body: { new_version: '12' } },
  ]);
  await carol.value('room', { roomId }, ({ replacementRoomId }) => replacementRoomId === next);
  const moved = await carol.value(
    'room',
    { roomId: next },
    ({ membership }) => membership === 'join',
  );
  expect([moved.version, moved.predecessorRoomId]).toEqual(['12', roomId]);

  // An answer that is cut: who asks again is led to the room that was made, found among the joined ones.
  const dora = await world.open('dora');
  const sync = world.proxy.hold(on('GET', '/sync'), 'after-answer');
  world.proxy.rules.add({ match: on('POST', '/createRoom'), cut: 'before-headers', times: 1 });
  const wanted = {
    ...{ requestId: requestId(), name: 'Once', topic: null, direct: false },
    ...{ encrypted: false, public: false, invite: [] },
  };
  await expect(dora.call('createRoom', wanted)).rejects.toMatchObject({
    error: { code: 'offline' },
  });
  // Before sync brings it.
  const again = dora.call('createRoom', wanted);
  while (dora.ask('GET', '/joined_rooms').length === 0)
    await new Promise((resolve) => setImmediate(resolve));
  sync.release();
  const once = await again;
  expect(dora.ask('GET', '/joined_rooms')).toHaveLength(1);
  const joined = await dora.direct.call('GET', '/joined_rooms');
  expect(joined['joined_rooms']).toContain(once.roomId);
}, 240_000);

test('CHAT-7.14 tags are set, read and taken away, one for the other; account data of a room is set', async () => {
  const roomId = await makeRoom(alice, 'Tagged');
  const tags = async () => {
    const at = `/user/${alice.userId}/rooms/${encodeURIComponent(roomId)}/tags`;
    return Object.keys((await alice.direct.call('GET', at))['tags'] as object);
  };
  const shown = (tag: string) => alice.value('room', { roomId }, (room) => room.tags[0] === tag);
  await alice.call('setFavourite', { roomId, on: true });
  await shown('m.favourite');
  expect(await tags()).toEqual(['m.favourite']);
  await alice.call('setLowPriority', { roomId, on: true });
  expect((await shown('m.lowpriority')).tags).toEqual(['m.lowpriority']);
  expect(await tags()).toEqual(['m.lowpriority']);
  const inList = await alice.list('rooms', { text: '', collapsed: [], limit: 50 }, (items) =>
    items.some((item) => item.kind === 'room' && item.section === 'low_priority'),
  );
  expect(inList.find((item) => item.kind === 'room' && item.roomId === roomId)).toMatchObject({
    section: 'low_priority',
  });
  await alice.call('setLowPriority', { roomId, on: false });
  expect(await tags()).toEqual([]);
  const end = (tag: string) => `/user/${alice.userId}/rooms/${roomId}/tags${tag}`;
  expect(alice.ask('PUT', end('/m.favourite'))).toHaveLength(1);
  expect(alice.ask('GET', end('')).length).toBeGreaterThanOrEqual(1);
  expect(alice.ask('DELETE', end('/m.favourite'))).toHaveLength(1);
  expect(alice.ask('DELETE', end('/m.lowpriority'))).toHaveLength(1);

  await alice.call('setRoomRead', { roomId, read: false });
  const at = `/user/${alice.userId}/rooms/${encodeURIComponent(roomId)}/account_data/m.marked_unread`;
  expect(await alice.direct.call('GET', at)).toEqual({ unread: true });
}, 120_000);

test('who asks to be let in stands in the header with their words, for whoever may answer', async () => {
  const roomId = await makeRoom(alice, 'Tool shed');
  await alice.call('setRoomRules', { roomId, change: { joinRule: 'knock' } });
  await alice.value('roomAdministration', { roomId }, ({ rules }) => rules.joinRule === 'knock');
  await bob.call('knockRoom', {
    ...{ roomIdOrAlias: roomId, via: ['localhost'], reason: 'I need the spade' },
  });
  const { asking } = await alice.value('room', { roomId }, (room) => room.asking !== undefined);
  expect(asking).toMatchObject([{ person: { userId: bob.userId }, reason: 'I need the spade' }]);
  await alice.call('invite', { roomId, userIds: [bob.userId], reason: null });
  await alice.value('room', { roomId }, (room) => room.asking === undefined);
}, 120_000);

test('a room that is put back into a space has its place and its servers again', async () => {
  const spaceId = await alice.direct.createRoom({ creation_content: { type: 'm.space' } });
  const roomId = await makeRoom(alice, 'Boiler');
  const link = { via: ['far.example'], order: 'b', suggested: true };
  await alice.direct.state(spaceId, 'm.space.child', link, roomId);
  await alice.value('room', { roomId: spaceId }, ({ membership }) => membership === 'join');
  const stands = () =>
    alice.direct.call(
      'GET',
      `/rooms/${encodeURIComponent(spaceId)}/state/m.space.child/${encodeURIComponent(roomId)}`,
    );
  await alice.call('setSpaceRoom', { spaceId, roomId, in: false });
  expect(await stands()).toEqual({});
  await alice.call('setSpaceRoom', { spaceId, roomId, in: true });
  expect(await stands()).toEqual(link);
}, 120_000);

test('a room in a space is opened to its members, closed, and opened again; what else its rule names stays', async () => {
  const asked = {
    ...{ requestId: requestId(), name: 'Office', topic: null, direct: false, invite: [] },
    ...{ encrypted: false, public: true, space: true },
  };
  const { roomId: spaceId } = await alice.call('createRoom', asked);
  const roomId = await makeRoom(alice, 'Canteen');
  const far = { type: 'm.room_membership', room_id: '!far:away.example' };
  const other = { type: 'org.example.moon', phase: 'full' };
  const rule = { join_rule: 'invite', allow: [far, other] };
  await alice.direct.state(roomId, 'm.room.join_rules', rule);
  await alice.call('setSpaceRoom', { spaceId, roomId, in: true });
  const until = (fits: (told: RoomAdministration) => boolean) =>
    alice.value('roomAdministration', { roomId }, fits);
  const { joinRules, letsIn } = await until((told) => told.letsIn.length === 2);
  expect([joinRules, letsIn]).toEqual([
    ['public', 'invite', 'knock', 'restricted', 'knock_restricted'],
    [
      { roomId: far.room_id, name: null, on: true },
      { roomId: spaceId, name: 'Office', on: false },
    ],
  ]);
  await alice.call('setRoomRules', {
    roomId,
    change: {
      joinRule: 'restricted',
      letsIn: [
        { roomId: spaceId, on: true },
        { roomId: far.room_id, on: false },
      ],
    },
  });
  await join(bob, spaceId);
  await join(bob, roomId);
  const put = alice.ask('PUT', `/rooms/${roomId}/state/m.room.join_rules`);
  expect(put.map(({ body }) => body)).toEqual([
    { join_rule: 'restricted', allow: [other, { ...far, room_id: spaceId }] },
  ]);
  await alice.call('setRoomRules', { roomId, change: { joinRule: 'invite' } });
  const closed = await until(({ rules }) => rules.joinRule === 'invite');
  expect(closed.letsIn).toEqual([{ roomId: spaceId, name: 'Office', on: true }]);
  expect(closed.joinRules).toContain('restricted');
  // Each has its place by its name, whether it is chosen or not.
  const annex = await alice.call('createRoom', {
    ...{ ...asked, requestId: requestId() },
    name: 'Annex',
  });
  await alice.call('setSpaceRoom', { spaceId: annex.roomId, roomId, in: true });
  const two = await until((told) => told.letsIn.length === 2);
  expect(two.letsIn.map(({ name, on }) => [name, on])).toEqual([
    ['Annex', false],
    ['Office', true],
  ]);

  const old = await alice.direct.createRoom({ name: 'Old', room_version: '6' });
  await alice.call('setSpaceRoom', { spaceId, roomId: old, in: true });
  const ofOld = await alice.value(
    'roomAdministration',
    { roomId: old },
    (told) => told.letsIn.length > 0,
  );
  expect(ofOld.joinRules).toEqual(['public', 'invite']);
}, 120_000);
