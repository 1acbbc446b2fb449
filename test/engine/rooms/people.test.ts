// Levels, invitations through others, forgetting, and what lies in spaces, through a real server.
import { createLevelActs } from '#engine/rooms/levels';
import { fetchHierarchy } from '#engine/rooms/hierarchy';
import { spaceRooms } from '#engine/rooms/spaceRooms';
import { ownPermissions } from '#engine/rooms/permissions';
import { countMembers, getState } from '#stores/rooms/state';
import { ensureRoom, getRoom } from '#stores/rooms/rooms';
import { on, type FaultProxy } from '../../faults/faultProxy';
import { failureOf } from '../http/kit';
import { newRoom, openRooms, type RoomKit, type RoomsStage } from './kit';

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

const levelsOf = (roomId: string) => {
  const room = alice.room(roomId);
  return room === null
    ? {}
    : (getState(alice.store.db, room.roomNo, 'm.room.power_levels')?.raw.content ?? {});
};
const usersOf = (roomId: string) => levelsOf(roomId)['users'] as Record<string, number> | undefined;

test('CHAT-6.11 CHAT-3.14 one or many people get a level, null takes the entry out', async () => {
  const roomId = await alice.acts.create(newRoom({ name: 'Levels' }));
  const levels = createLevelActs(alice.http);
  await alice.until(() => usersOf(roomId) !== undefined);
  const before = levelsOf(roomId);
  await levels.set(roomId, bob.userId, 50);
  await alice.until(() => usersOf(roomId)?.[bob.userId] === 50);
  await levels.set(roomId, [bob.userId, '@c:localhost'], 30);
  await alice.until(() => usersOf(roomId)?.['@c:localhost'] === 30);
  expect(levelsOf(roomId)).toEqual({
    ...before,
    users: { [bob.userId]: 30, '@c:localhost': 30 },
  });
  await levels.set(roomId, bob.userId, null);
  await alice.until(() => usersOf(roomId)?.[bob.userId] === undefined);
  expect(levelsOf(roomId)).toEqual({ ...before, users: { '@c:localhost': 30 } });
});

test('CHAT-8.7 a room without levels counts as one with empty levels', async () => {
  const roomId = await alice.acts.create(newRoom({ name: 'None' }));
  const levels = createLevelActs(alice.http);
  const missing = { status: 404, body: { errcode: 'M_NOT_FOUND', error: 'Event not found.' } };
  const read = on('GET', '/state/m.room.power_levels');
  const written: unknown[] = [];
  proxy.rules.add({ match: read, ...missing, times: 1 });
  const http = {
    request: <T>(request: Parameters<typeof alice.http.request>[0]) => {
      if (request.method === 'PUT') written.push(request.body);
      return alice.http.request<T>(request);
    },
  };
  await createLevelActs(http).set(roomId, bob.userId, 20);
  expect(written).toEqual([{ users: { [bob.userId]: 20 } }]);
  proxy.rules.add({ match: read, status: 403, body: { errcode: 'M_FORBIDDEN' } });
  expect(await failureOf(levels.set(roomId, bob.userId, 20))).toMatchObject({ code: 'forbidden' });
});

test('CHAT-7.25 who is invited by id hears the reason', async () => {
  const roomId = await alice.acts.create(newRoom({ name: 'Invite' }));
  await alice.membership.invite(roomId, [bob.userId], 'come');
  const room = await bob.until(() => bob.room(roomId));
  expect(
    getState(bob.store.db, room.roomNo, 'm.room.member', bob.userId)?.raw.content,
  ).toMatchObject({ membership: 'invite', reason: 'come' });
});

test('CHAT-4.20 leaving clears the loaded members, forgetting the room', async () => {
  const made = [];
  for (const name of ['Forget', 'Keep'])
    made.push(await bob.acts.create(newRoom({ name, invite: [alice.userId] })));
  const [forgotten = '', kept = ''] = made;
  for (const roomId of made) {
    await alice.until(() => alice.room(roomId));
    await alice.membership.join(roomId);
    await bob.direct.send(roomId, 'hello');
    const { roomNo } = await alice.until(() => alice.room(roomId));
    await alice.membership.loadMembers(roomNo);
    expect(alice.room(roomId)?.membersLoaded).toBe(true);
    await alice.membership.leave(roomId);
    expect(alice.room(roomId)?.membersLoaded).toBe(false);
  }
  const left = (roomId: string) => {
    const roomNo = ensureRoom(alice.store.db, roomId);
    const count = (from: string) =>
      alice.store.db.prepare(`SELECT count(*) FROM ${from} WHERE room_no = ?`).pluck().get(roomNo);
    const ofTimeline = (table: string) => `${table} JOIN timelines USING (timeline_no)`;
    return [ofTimeline('timeline'), 'state', 'members', ofTimeline('chunks')].map(count);
  };
  await alice.membership.forget(forgotten);
  await alice.until(() => left(forgotten).every((count) => count === 0));
  expect(left(kept)).not.toContain(0);
  const row = getRoom(alice.store.db, ensureRoom(alice.store.db, forgotten));
  expect([row?.name, row?.membership]).toEqual(['', 'leave']);
});

test('CHAT-4.19 a room without a known own membership counts as left', () => {
  const { db } = alice.store;
  const roomNo = alice.store.write(() => ensureRoom(db, '!unknown:localhost'));
  expect(getRoom(db, roomNo)?.membership).toBe('leave');
  expect(Object.values(ownPermissions(db, roomNo, alice.userId))).not.toContain(true);
  expect(countMembers(db, roomNo, 'join')).toBe(0);
});

test('CHAT-7.32 a space tells what lies in it, page by page', async () => {
  const spaceId = await alice.direct.createRoom({
    creation_content: { type: 'm.space' },
    name: 'Space',
  });
  const rooms = [];
  for (const name of ['one', 'two', 'three']) {
    const roomId = await alice.acts.create(newRoom({ name }));
    rooms.push(roomId);
    const content = { via: ['localhost'], suggested: name === 'two' };
    await alice.direct.state(spaceId, 'm.space.child', content, roomId);
  }
  const all = await fetchHierarchy(alice.http, spaceId);
  expect(all.rooms.map((room) => room.name)).toEqual(expect.arrayContaining(['Space', 'one']));
  expect(all.rooms[0]).toMatchObject({ roomId: spaceId, roomType: 'm.space' });
  expect(new Set(all.rooms[0]?.children.map((link) => link.roomId))).toEqual(new Set(rooms));
  const page = await fetchHierarchy(alice.http, spaceId, { limit: 2, maxDepth: 1 });
  expect([page.rooms.length, typeof page.nextBatch]).toEqual([2, 'string']);
  const suggested = await fetchHierarchy(alice.http, spaceId, { suggestedOnly: true });
  expect(suggested.rooms.map((room) => room.name)).toEqual(['Space', 'two']);
  const query = (name: string) =>
    alice.recorded.urls.flatMap((url) =>
      url.pathname.endsWith('/hierarchy') ? url.searchParams.getAll(name) : [],
    );
  expect([query('limit'), query('max_depth'), query('suggested_only')]).toEqual([
    ['2'],
    ['1'],
    ['true'],
  ]);
});

test('the rooms of a space are told with what one is in each; what may not be seen is counted', async () => {
  const spaceId = await alice.direct.createRoom({
    creation_content: { type: 'm.space' },
    name: 'Orchard',
  });
  const own = await alice.acts.create(newRoom({ name: 'Apples', topic: 'Red and green' }));
  const open = await bob.acts.create(newRoom({ name: 'Pears', public: true }));
  const closed = await bob.acts.create(newRoom({ name: 'Quinces' }));
  for (const roomId of [own, open, closed])
    await alice.direct.state(spaceId, 'm.space.child', { via: ['localhost'] }, roomId);
  await alice.until(() => alice.room(own)?.membership === 'join');
  const found = await spaceRooms(async () => alice.http, alice.store, spaceId);
  expect(found.hidden).toBe(1);
  expect(new Map(found.rooms.map((room) => [room.roomId, room]))).toEqual(
    new Map([
      [
        own,
        expect.objectContaining({ name: 'Apples', topic: 'Red and green', membership: 'join' }),
      ],
      [
        open,
        {
          roomId: open,
          name: 'Pears',
          topic: null,
          avatar: null,
          isSpace: false,
          joinedCount: 1,
          membership: null,
          joinRule: 'public',
          via: ['localhost'],
        },
      ],
    ]),
  );
});
