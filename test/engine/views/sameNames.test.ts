// CHAT-9.13: rooms and people that are called the same, or look so, stand with what tells them apart wherever they are listed; all others
// without. What it costs does not grow with the list.
import { putCall } from '#stores/calls/calls';
import { putState } from '#stores/ingest/state';
import { ensureRoom, updateRoom, type RoomFields } from '#stores/rooms/rooms';
import { putAccountData } from '#stores/settings/accountData';
import { historyOf } from '#engine/calls/views';
import { amongOthers } from '#engine/rooms/addresses';
import { recomputeRoom } from '#engine/rooms/derive';
import { createPlacesView } from '#engine/search/places';
import { createRoomsView } from '#engine/views/rooms';
import { createRoomView } from '#engine/views/room';
import type { FoundPlace } from '#contract/areas/messages/search';
import type { Person } from '#contract/areas/rooms/peopleModels';
import type { RoomHeader, RoomListItem } from '#contract/areas/rooms/roomsModels';
import { alice, bob, carol, create, member, noon, state } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { log } from '../crypto/harness';
import { testClock, type TestClock } from './support';

let temp: TempStore;
let clock: TestClock;
beforeEach(() => {
  temp = tempStore();
  clock = testClock();
});
afterEach(() => temp.remove());

const otherBob = '@bob2:example.org';

interface Made {
  readonly alias?: string;
  readonly fields?: RoomFields;
  /** A chat of two with this person, named after them. */
  readonly direct?: string;
}

const idOf = (id: string): string => `!${id}:example.org`;

function room(id: string, name: string, { alias, fields, direct }: Made = {}): number {
  const { store } = temp;
  const { db } = store;
  return store.write((changes) => {
    const roomNo = ensureRoom(db, idOf(id));
    if (direct !== undefined) {
      const known = (directs[direct] ??= []);
      known.push(idOf(id));
      putAccountData(db, 0, 'm.direct', directs);
    }
    updateRoom(db, roomNo, { membership: 'join', joinedCount: 2, invitedCount: 0, ...fields });
    putState(
      db,
      roomNo,
      [
        create(),
        member(alice, 'join', 'Alice'),
        ...(direct === undefined
          ? [state('m.room.name', '', { name })]
          : [member(direct, 'join', name)]),
        ...(alias === undefined ? [] : [state('m.room.canonical_alias', '', { alias })]),
      ],
      1,
    );
    recomputeRoom(db, roomNo, alice, changes);
    changes.room(roomNo);
    return roomNo;
  });
}
let directs: Record<string, string[]> = {};
beforeEach(() => (directs = {}));

const deps = () => ({ store: temp.store, ownUserId: () => alice, clock });
const fail = (error: { readonly code: string }): never => {
  throw new Error(error.code);
};

/** By the ids of rooms, what tells them apart. */
function listed(): { readonly addresses: () => Record<string, string | undefined> } {
  let items: readonly RoomListItem[] = [];
  const view = createRoomsView(
    deps(),
    { text: '', collapsed: [], limit: 100 },
    { set: (next) => void (items = next), fail },
  );
  temp.store.onCommit((changes) => {
    view.refresh(changes);
    clock.pass(1_000);
  }, 'inside');
  const rowsOf = () => items.flatMap((item) => (item.kind === 'room' ? [item] : []));
  return {
    addresses: () => Object.fromEntries(rowsOf().map(({ roomId, address }) => [roomId, address])),
  };
}

test.each([
  ['two blanks', 'Design  review'],
  ['another case', 'design Review'],
  ['an i without a dot', 'Design rev\u0131ew'],
  ['Cyrillic letters', 'D\u0435sign r\u0435view'],
  ['a filler', 'Design\u3164 review'],
])('rooms whose names differ by %s stand with their aliases or ids', (_what, name) => {
  room('a', 'Design review', { alias: '#design:example.org' });
  room('b', name);
  room('c', 'Design reviews');
  expect(listed().addresses()).toEqual({
    [idOf('a')]: '#design:example.org',
    [idOf('b')]: idOf('b'),
    [idOf('c')]: undefined,
  });
});

/** A joined space of these rooms. */
function space(id: string, name: string, children: readonly string[]): number {
  const { store } = temp;
  const made = [
    create('10', { type: 'm.space' }),
    member(alice, 'join', 'Alice'),
    state('m.room.name', '', { name }),
    ...children.map((child) => state('m.space.child', idOf(child), { via: ['example.org'] })),
  ];
  return store.write((changes) => {
    const roomNo = ensureRoom(store.db, idOf(id));
    updateRoom(store.db, roomNo, { membership: 'join', joinedCount: 2, invitedCount: 0 });
    putState(store.db, roomNo, made, 1);
    recomputeRoom(store.db, roomNo, alice, changes);
    changes.room(roomNo);
    return roomNo;
  });
}

test('rooms of one name stand with their spaces, where each is in another one; else with the beginning of their ids', () => {
  const long = 'abcdefghijklmnopqrstuvwxyz';
  for (const id of ['a', 'b', 'c', 'd', long]) room(id, 'General');
  space('office', 'Office', ['a', 'c']);
  space('orchard', 'Orchard', ['b']);
  space('mill1', 'Mill', ['d']);
  space('mill2', 'Mill', []);
  const list = listed();
  const {
    mill1: _,
    mill2: __,
    ...told
  } = Object.fromEntries(
    Object.entries(list.addresses()).map(([id, text]) => [id.slice(1).split(':')[0], text]),
  );
  expect(told).toEqual({
    // Two of them are in the office, and two spaces are called Mill.
    a: idOf('a'),
    c: idOf('c'),
    b: 'Orchard',
    d: idOf('d'),
    [long]: '!abcdefghij…:example.org',
    office: undefined,
    orchard: undefined,
  });
  temp.store.write((changes) => {
    const roomNo = ensureRoom(temp.store.db, idOf('c'));
    updateRoom(temp.store.db, roomNo, { membership: 'leave' });
    changes.room(roomNo);
  });
  expect(list.addresses()[idOf('a')]).toBe('Office');
});

test('no room passes for another one: by an alias that is none, or by an id that begins like its', () => {
  room('a', 'General', { alias: 'Office' });
  room('b', 'General');
  space('office', 'Office', ['b']);
  room('abcdefghijklmno1', 'Lobby');
  room('abcdefghijklmno2', 'Lobby');
  const { addresses } = listed();
  expect([addresses()[idOf('a')], addresses()[idOf('b')]]).toEqual([idOf('a'), 'Office']);
  const twins = ['abcdefghijklmno1', 'abcdefghijklmno2'].map(idOf);
  expect(twins.map((id) => addresses()[id])).toEqual(twins);
});

test('chats with two people of one name stand with whom they are with, as long as both are there', () => {
  room('one', 'Bob Okafor', { direct: bob });
  const list = listed();
  expect(list.addresses()).toEqual({ [idOf('one')]: undefined });
  const two = room('two', 'Bob Okafor', { direct: otherBob });
  expect(list.addresses()).toEqual({ [idOf('one')]: bob, [idOf('two')]: otherBob });
  temp.store.write((changes) => {
    updateRoom(temp.store.db, two, { membership: 'leave' });
    changes.room(two);
  });
  expect(list.addresses()).toEqual({ [idOf('one')]: undefined });
});

test('a directory, or an invitation of somebody ignored, is no other room of the list', () => {
  room('a', 'Plans');
  const [tree, ignored] = [room('b', 'Plans'), room('c', 'Plans')];
  temp.store.write((changes) => {
    updateRoom(temp.store.db, tree, { section: 'trees' });
    updateRoom(temp.store.db, ignored, { section: 'ignored' });
    changes.room(tree);
  });
  expect(listed().addresses()).toEqual({ [idOf('a')]: undefined });
});

test('the header of a chat says the same, also when the other one comes later', () => {
  room('one', 'Bob Okafor', { direct: bob });
  let header: RoomHeader | undefined;
  const view = createRoomView(
    deps(),
    { roomId: idOf('one') },
    { set: (next) => void (header = next), fail },
  );
  temp.store.onCommit((changes) => {
    view.refresh(changes);
    clock.pass(1_000);
  }, 'inside');
  expect(header?.address).toBeUndefined();
  room('two', 'Bob Okafor', { direct: otherBob });
  expect(header?.address).toBe(bob);
});

test('what is found by name is told apart: chats from chats, and from people without one', async () => {
  room('one', 'Bob Okafor', { direct: bob });
  const press = room('press', 'Press');
  temp.store.write(() =>
    putState(temp.store.db, press, [member(otherBob, 'join', 'Bob  Okafor')], 1),
  );
  room('other', 'Press', { alias: '#press:example.org' });
  const find = async (text: string): Promise<readonly FoundPlace[]> => {
    const answer = Promise.withResolvers<readonly FoundPlace[]>();
    const view = createPlacesView(
      { ...deps(), log, pathOf: () => [] },
      { text, kinds: [], limit: 10 },
      { set: answer.resolve, fail },
    );
    const found = await answer.promise;
    view.close();
    return found;
  };
  expect(await find('bob okafor')).toMatchObject([
    { kind: 'room', address: bob },
    { kind: 'person', person: { userId: otherBob, ambiguous: true } },
  ]);
  expect(await find('press')).toMatchObject([
    { roomId: idOf('other'), address: '#press:example.org' },
    { roomId: idOf('press'), address: idOf('press') },
  ]);
});

test('calls with two people of one name, or in rooms of one name, are told apart', () => {
  const { db } = temp.store;
  const rooms = [
    { roomNo: room('one', 'Bob Okafor', { direct: bob }), userId: bob },
    { roomNo: room('two', 'Bob Okafor', { direct: otherBob }), userId: otherBob },
    { roomNo: room('three', 'Carol', { direct: carol }), userId: carol },
    { roomNo: room('press', 'Press'), userId: null },
    { roomNo: room('press2', 'Press'), userId: null },
  ];
  temp.store.write(() => {
    for (const [at, { roomNo, userId }] of rooms.entries())
      putCall(db, {
        ...{ roomNo, userId, callId: `call${at}`, direction: 'out', media: 'voice' },
        ...{ outcome: 'answered', startedMs: noon - at, connectedMs: noon, endedMs: noon + 1 },
      } as never);
  });
  const history = historyOf(db, { limit: 10, missedOnly: false });
  expect(history.map(({ person, address }) => person?.ambiguous ?? address)).toEqual([
    true,
    true,
    false,
    idOf('press'),
    idOf('press2'),
  ]);
});

test('people of a list are told apart from each other and from those with whom there is a chat', () => {
  room('one', 'Bob Okafor', { direct: bob });
  const person = (userId: string, name: string): Person => ({
    ...{ userId, name, ambiguous: false, avatar: null },
  });
  const all = [
    person(otherBob, 'Bob Okafor'),
    person(carol, 'Carol'),
    person('@carol2:example.org', 'CAROL'),
    person('@dora:example.org', 'Dora'),
  ];
  const told = amongOthers(temp.store.db, all);
  expect(all.map((one) => told(one)?.ambiguous)).toEqual([true, true, true, false]);
});

test('it is asked of the index, whatever the number of rooms', () => {
  room('a', 'Design review');
  const plan = temp.store.db
    .prepare(
      `EXPLAIN QUERY PLAN SELECT 1 FROM rooms WHERE name_key = ? AND room_no <> ?
       AND membership IN ('join', 'invite', 'knock') AND section NOT IN ('trees', 'ignored')`,
    )
    .all('design review', 1) as { readonly detail: string }[];
  expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining('rooms_name_key')]);
});
