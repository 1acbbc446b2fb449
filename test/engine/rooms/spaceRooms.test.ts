// The rooms of a space: what the server lists, and beside it what this computer knows itself.
import { appFailure } from '#contract/wire/errors';
import type { Http } from '#engine/http/http';
import { spaceRooms } from '#engine/rooms/spaceRooms';
import { state } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { holds, idOf, spacesIn } from '../views/spaceSupport';

let temp: TempStore;
const { put, room, space } = spacesIn(() => temp.store);
beforeEach(() => {
  temp = tempStore();
  room('Beds', { joinedCount: 4 });
  room('Apart');
  space('Tools', []);
  space('Garden', [holds('Beds'), holds('Tools'), holds('Stranger'), holds('Apart', {})]);
});
afterEach(() => temp.remove());

const unreached = () => Promise.reject(appFailure('offline', 'internal words'));
const answering = (rooms: readonly unknown[]) => async (): Promise<Pick<Http, 'request'>> => ({
  request: async () => ({ rooms }) as never,
});
const names = (found: Awaited<ReturnType<typeof spaceRooms>>) => ({
  ...found,
  rooms: found.rooms.map(({ name, membership, isSpace }) => [name, membership, isSpace]),
});

test('without the server a space has the rooms that this account is in, and says that there may be more', async () => {
  const found = await spaceRooms(unreached, temp.store, idOf('Garden'));
  expect(names(found)).toEqual({
    rooms: [
      ['Beds', 'join', false],
      ['Tools', 'join', true],
    ],
    hidden: 0,
    whole: false,
    refused: false,
  });
  expect(found.rooms[0]).toMatchObject({ roomId: idOf('Beds'), joinedCount: 4 });
});

test('where the server refuses, a space has the rooms that this account is in, and says that it may not see the others', async () => {
  const refusing = () => Promise.reject(appFailure('forbidden', 'internal words'));
  const found = await spaceRooms(refusing, temp.store, idOf('Garden'));
  expect(found).toMatchObject({ rooms: { length: 2 }, whole: false, refused: true });
});

test('a space of which nothing is known here says why its rooms are not shown', async () => {
  space('Empty', [holds('Stranger')]);
  await expect(spaceRooms(unreached, temp.store, idOf('Empty'))).rejects.toMatchObject({
    error: { code: 'offline' },
  });
});

test('a room that this account is in is shown and not counted as hidden, though the server leaves it out', async () => {
  const children = [
    state('m.space.child', idOf('Beds'), {}),
    state('m.space.child', idOf('Tools'), {}),
    state('m.space.child', '!s:b.org', {}),
  ];
  const answer = [
    {
      room_id: idOf('Garden'),
      children_state: [...children, state('m.space.child', '!t:b.org', {})],
    },
    { room_id: '!t:b.org', name: 'Tulips' },
  ];
  const found = await spaceRooms(answering(answer), temp.store, idOf('Garden'));
  expect(names(found)).toEqual({
    rooms: [
      ['Tulips', null, false],
      ['Beds', 'join', false],
      ['Tools', 'join', true],
    ],
    hidden: 1,
    whole: true,
    refused: false,
  });
});

test('a room that was just taken out of a space is not shown, though sync has not brought that yet', async () => {
  const children_state = [state('m.space.child', idOf('Tools'), {})];
  const answer = [{ room_id: idOf('Garden'), children_state }];
  const found = await spaceRooms(answering(answer), temp.store, idOf('Garden'));
  expect(names(found).rooms).toEqual([['Tools', 'join', true]]);
});

test('a space that links to itself hides no room by that', async () => {
  const children_state = [state('m.space.child', idOf('Garden'), {})];
  const answer = [{ room_id: idOf('Garden'), children_state }];
  const found = await spaceRooms(answering(answer), temp.store, idOf('Garden'));
  expect(found.hidden).toBe(0);
});

test('a server that never comes to an end is not asked for ever', async () => {
  let asked = 0;
  const request = async () => {
    // Any more are too many.
    if ((asked += 1) > 1000) throw appFailure('server_error', 'internal words');
    return { rooms: [{ room_id: idOf('Garden') }], next_batch: `page ${asked}` } as never;
  };
  const found = await spaceRooms(async () => ({ request }), temp.store, idOf('Garden'));
  expect(asked).toBeLessThan(50);
  expect(found.whole).toBe(true);
});

test('a space of thousands of rooms shows 500 of them, with and without the server', async () => {
  const many = Array.from({ length: 600 }, (_, at) => `Bed ${at}`);
  put(many.map((name) => ({ name, fields: {} })));
  space(
    'Fields',
    many.map((name) => holds(name)),
  );
  const without = await spaceRooms(unreached, temp.store, idOf('Fields'));
  expect(without).toMatchObject({ whole: false, rooms: { length: 500 } });
  const answer = [
    {
      room_id: idOf('Fields'),
      children_state: many.map((name) => state('m.space.child', idOf(name), {})),
    },
    ...Array.from({ length: 300 }, (_, at) => ({
      room_id: `!strange ${at}:b.org`,
      name: 'Tulips',
    })),
  ];
  const all = async (): Promise<readonly unknown[]> =>
    (await spaceRooms(answering(answer), temp.store, idOf('Fields'))).rooms;
  expect(await all()).toHaveLength(500);
  for (let at = 0; at < 900; at += 1)
    answer.push({ room_id: `!stranger ${at}:b.org`, name: 'Tulips' });
  expect(await all()).toHaveLength(500);
});
