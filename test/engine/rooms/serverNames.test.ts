// D6: the servers that somebody else names for a room are asked only where they are names of servers, and few.
import { replacementVia } from '#engine/rooms/upgrades';
import { loadPeople } from '#engine/rooms/people';
import { namingServer, resolveAlias } from '#engine/rooms/entering';
import { appFailure, toAppError } from '#contract/wire/errors';
import { spaceRooms } from '#engine/rooms/spaceRooms';
import { viaServers } from '#engine/rooms/via';
import { vetRawEvent } from '#engine/events/vet';
import { event, member, state } from '../../fixtures/events';
import { roomBench, type RoomBench } from '../views/support';

let bench: RoomBench;
beforeEach(() => {
  bench = roomBench();
});
afterEach(() => bench.temp.remove());

const hostile: readonly unknown[] = [
  '',
  'a.org/../../_matrix?x=1',
  'a.org&user_id=@admin:a.org',
  'a.org#',
  'a b.org',
  '\u202ea.org',
  '<img src=x>',
  'x'.repeat(256),
  7,
  null,
  ['a.org'],
  { host: 'a.org' },
];
const good = [
  'a.org:8448',
  '[2001:db8::1]:8448',
  ...Array.from({ length: 20 }, (_, n) => `s${n}.org`),
];

const answering = (answer: unknown) => ({ request: async () => answer as never });

test('of an alias', async () => {
  const answer = { room_id: '!a:a.org', servers: [...hostile, ...good] };
  expect((await resolveAlias(answering(answer), '#a:a.org')).via).toEqual(good.slice(0, 10));
  for (const roomId of ['a', 7, `!${'x'.repeat(255)}`])
    await expect(
      resolveAlias(answering({ ...answer, room_id: roomId }), '#a:a.org'),
    ).rejects.toThrow();
});

test('of a room in a space', async () => {
  const child = { state_key: '!b:a.org', content: { via: [...hostile, ...good] } };
  const { rooms } = await spaceRooms(
    async () =>
      answering({
        rooms: [{ room_id: '!s:a.org', children_state: [child] }, { room_id: '!b:a.org' }],
      }),
    bench.temp.store,
    '!s:a.org',
  );
  expect(rooms.map(({ via }) => via)).toEqual([good.slice(0, 10)]);
});

test('of the room that took over, and of the people in a room', () => {
  const evil = '@a:b.org/../x?y#z';
  bench.setState([
    member(evil, 'join', 'Evil'),
    state('m.room.tombstone', '', { replacement_room: '!n:a.org' }, { sender: evil }),
  ]);
  const { db } = bench.temp.store;
  expect(replacementVia(db, bench.roomNo)).toEqual([]);
  expect(viaServers(db, bench.roomNo)).toEqual(['example.org']);
});

test.each([
  ['@ali\u200bce:a.org', '@ali\ufffdce:a.org'],
  ['@\u202ealice:a.org', '@\ufffdalice:a.org'],
  ['@alice:a.org\u2066', '@alice:a.org\ufffd'],
  ['@a\u3164:a.org', '@a\ufffd:a.org'],
])('whoever has the address %j takes part, and is not shown as somebody else', (userId, shown) => {
  const said = event('m.room.message', { body: 'x' }, { sender: userId });
  expect(vetRawEvent(said, 'timeline')).toMatchObject({ event: { sender: userId } });
  bench.setState([member(userId, 'join')]);
  const person = loadPeople(bench.temp.store.db, bench.roomNo, [userId]).get(userId);
  expect(person).toMatchObject({ userId, name: shown });
});

test.each(['@Алиса:a.org', '@a b:a.org', '@👩‍👩‍👧:a.org', '@a_=/+-.1:a.org:8448'])(
  'an address as older servers allow them stays: %s',
  (sender) => {
    expect(
      vetRawEvent(event('m.room.message', { body: 'x' }, { sender }), 'timeline'),
    ).toMatchObject({
      event: { sender },
    });
  },
);

test.each([
  ['an address elsewhere', '#a:far.org', [], 'far.org'],
  ['a room of servers elsewhere', '!a', ['far.org', 'b.org'], 'far.org'],
  ['a room of an old version, without servers', '!a:far.org', [], 'far.org'],
  ['a room that the own server is in', '!a:far.org', ['own.org'], null],
  ['an address of the own server', '#a:own.org', [], null],
  ['a room of no known server', '!a', [], null],
] as const)('a problem of the server at %s', async (_what, roomIdOrAlias, via, server) => {
  const failed = Promise.reject(appFailure('server_error', 'bad gateway'));
  const thrown: unknown = await namingServer(failed, { roomIdOrAlias, via }, '@me:own.org').catch(
    (one: unknown) => one,
  );
  const { code, data } = toAppError(thrown);
  expect([code, data?.['server'] ?? null]).toEqual(
    server === null ? ['server_error', null] : ['other_server', server],
  );
});

test('a room that is not there stays that, also elsewhere', async () => {
  const failed = Promise.reject(appFailure('not_found', 'none'));
  await expect(
    namingServer(failed, { roomIdOrAlias: '#a:far.org' }, '@me:own.org'),
  ).rejects.toMatchObject({ error: { code: 'not_found' } });
});
