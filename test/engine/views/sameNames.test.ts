// CHAT-9.13: rooms and people that are called the same, or look so, stand with what tells them apart wherever they are listed; all others
// without. What it costs does not grow with the list.
import { putCall } from '#stores/calls/calls';
import { putState } from '#stores/ingest/state';
import { appendLive } from '#stores/ingest/timeline';
import { ensureRoom, updateRoom, type RoomFields } from '#stores/rooms/rooms';
import { putAccountData } from '#stores/settings/accountData';
import { setSetting } from '#stores/settings/settings';
import { historyOf } from '#engine/calls/views';
import { addressesOf, amongOthers } from '#engine/rooms/addresses';
import { recomputeRoom } from '#engine/rooms/derive';
import { createPlacesView } from '#engine/search/places';
import { createSearchView } from '#engine/search/view';
import { createRoomsView } from '#engine/views/rooms';
import { createRoomView } from '#engine/views/room';
import type { FoundMessage, FoundPlace } from '#contract/areas/messages/search';
import type { Person } from '#contract/areas/rooms/peopleModels';
import type { RoomHeader, RoomListItem } from '#contract/areas/rooms/roomsModels';
import { alice, bob, carol, create, member, message, noon, state } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { log } from '../crypto/harness';
import { testClock, type TestClock } from './support';

let temp: TempStore;
let clock: TestClock;
beforeEach(() => {
  temp = tempStore();
  clock = testClock();
  temp.store.write(() => setSetting(temp.store.db, 'session', { userId: alice }));
});
afterEach(() => temp.remove());

const otherBob = '@bob2:example.org';

interface Made {
  readonly alias?: string;
  readonly fields?: RoomFields;
  /** A chat of two with this person, named after them. */
  readonly direct?: string;
  /** Beside this account, with their names. */
  readonly people?: readonly (readonly [userId: string, name: string])[];
  readonly topic?: string;
  readonly madeBy?: string;
  /** Days before noon. */
  readonly daysOld?: number;
}

const idOf = (id: string): string => `!${id}:example.org`;

function room(
  id: string,
  name: string,
  { alias, fields, direct, people = [], topic, madeBy = alice, daysOld = 0 }: Made = {},
): number {
  const { store } = temp;
  const { db } = store;
  return store.write((changes) => {
    const roomNo = ensureRoom(db, idOf(id));
    if (direct !== undefined) {
      const known = (directs[direct] ??= []);
      known.push(idOf(id));
      putAccountData(db, 0, 'm.direct', directs);
    }
    const joinedCount = 1 + people.length + (direct === undefined ? 0 : 1);
    const told = { joinedCount, invitedCount: 0, topic: topic ?? null };
    updateRoom(db, roomNo, { membership: 'join', ...told, ...fields });
    const ts = noon - daysOld * 86_400_000;
    putState(
      db,
      roomNo,
      [
        state('m.room.create', '', { room_version: '10' }, { sender: madeBy, ts }),
        ...people.map(([userId, called]) => member(userId, 'join', called)),
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
])('rooms whose names differ by %s stand with their aliases or people', (_what, name) => {
  room('a', 'Design review', { alias: '#design:example.org' });
  room('b', name, { people: [[bob, 'Bob']] });
  room('c', 'Design reviews');
  expect(listed().addresses()).toEqual({
    [idOf('a')]: '#design:example.org',
    [idOf('b')]: 'with Bob',
    [idOf('c')]: undefined,
  });
});

const [dora, emil, fay] = ['dora', 'emil', 'fay'].map((name) => `@${name}:example.org`);
const crowd = [
  [bob, 'Bob'],
  [carol, 'Carol'],
  [dora, 'Dora'],
  [emil, 'Emil'],
] as [string, string][];
const at = (days: number) =>
  new Date(noon - days * 86_400_000).toLocaleDateString('en-GB', {
    ...{ day: 'numeric', month: 'short', year: 'numeric' },
  });

test('a room of no space is told apart by its people, its topic, who made it or when; never by its id', () => {
  room('a', 'General', { people: crowd.slice(0, 2) });
  room('b', 'General', { people: crowd, topic: 'Announcements\nof the mill' });
  room('c', 'General', { people: crowd });
  room('d', 'General', { topic: 'Office' });
  room('e', 'General', { madeBy: fay as string });
  room('f', 'General', { daysOld: 3 });
  room('g', 'General', { people: crowd.slice(0, 2), daysOld: 4 });
  const told = listed().addresses();
  expect(Object.fromEntries(Object.entries(told).map(([id, text]) => [id[1], text]))).toEqual({
    // Two rooms have these people and are of one person.
    ...{ a: undefined, g: `made ${at(4)}` },
    b: '“Announcements”',
    c: undefined,
    ...{ d: '“Office”', e: `made by ${fay}`, f: `made ${at(3)}` },
  });
});

test('of two rooms that only their makers tell apart, the own one says so too', () => {
  room('a', 'General');
  room('b', 'General', { madeBy: fay as string });
  expect(listed().addresses()).toEqual({
    [idOf('a')]: 'made by you',
    [idOf('b')]: `made by ${fay}`,
  });
});

test('what cannot be told apart by anything stands without a word', () => {
  room('a', 'General');
  room('b', 'General');
  expect(listed().addresses()).toEqual({ [idOf('a')]: undefined, [idOf('b')]: undefined });
});

test('the header of a room says what its row says, also where its twin is in no window', () => {
  room('a', 'General', { people: [[bob, 'Bob']], topic: 'Boats' });
  room('b', 'General', { people: [[bob, 'Bob']] });
  let header: RoomHeader | undefined;
  const sink = { set: (next: RoomHeader) => void (header = next), fail };
  createRoomView(deps(), { roomId: idOf('a') }, sink);
  expect([header?.address, listed().addresses()[idOf('a')]]).toEqual(['“Boats”', '“Boats”']);
});

test('a list of 3,000 rooms, of which 200 are called alike, is told apart in a moment', () => {
  for (let n = 0; n < 200; n += 1) room(`twin${n}`, 'General', { topic: `Topic ${n}` });
  for (let n = 0; n < 2_800; n += 1) room(`other${n}`, `Room ${n}`);
  const { db } = temp.store;
  const nos = Array.from({ length: 500 }, (_, at) => at + 1);
  const started = performance.now();
  const told = addressesOf(db, nos);
  expect(told.size).toBe(200);
  expect(performance.now() - started).toBeLessThan(500);
});

test('an invitation takes nothing from a room that this account is in, whatever it claims', () => {
  room('a', 'Bank', { alias: '#bank:example.org', people: [[bob, 'Bob']] });
  const fields = { membership: 'invite', section: 'invites' } as const;
  room('b', 'Bank', { alias: '#bank:example.org', people: [[bob, 'Bob']], daysOld: 3, fields });
  const told = listed().addresses();
  expect([told[idOf('a')], told[idOf('b')]]).toEqual(['#bank:example.org', `made ${at(3)}`]);
});

test('hundreds of rooms of one name leave the twins of another name to be compared', () => {
  for (let n = 0; n < 301; n += 1) room(`empty${n}`, 'Empty room', { topic: `Topic ${n}` });
  const [x] = [room('x', 'Payments', { topic: 'Rent' }), room('y', 'Payments', { topic: 'Rent' })];
  expect(addressesOf(temp.store.db, [1, x]).get(x)).toBeUndefined();
});

test('a day that is none is not told', () => {
  room('a', 'General', { daysOld: -100_000_000 });
  room('b', 'General', { daysOld: 3 });
  const told = listed().addresses();
  expect([told[idOf('a')], told[idOf('b')]]).toEqual([undefined, `made ${at(3)}`]);
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

test('rooms of one name stand with their spaces, where each is in another one', () => {
  for (const id of ['a', 'b', 'c', 'd', 'e']) room(id, 'General', { topic: `Of ${id}` });
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
    ...{ a: '“Of a”', c: '“Of c”' },
    b: 'Orchard',
    ...{ d: '“Of d”', e: '“Of e”' },
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

test('no room passes for another one: by an alias that is none, or by the words of its topic or of a person', () => {
  room('a', 'General', { alias: 'Office', topic: 'Office', people: [[bob, 'Office']] });
  room('b', 'General');
  space('office', 'Office', ['b']);
  const { addresses } = listed();
  expect([addresses()[idOf('a')], addresses()[idOf('b')]]).toEqual(['with Office', 'Office']);
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
  const press = room('press', 'Press', { topic: 'Of the mill' });
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
    { roomId: idOf('press'), address: 'with Bob  Okafor' },
  ]);
});

test('calls with two people of one name, or in rooms of one name, are told apart', () => {
  const { db } = temp.store;
  const rooms = [
    { roomNo: room('one', 'Bob Okafor', { direct: bob }), userId: bob },
    { roomNo: room('two', 'Bob Okafor', { direct: otherBob }), userId: otherBob },
    { roomNo: room('three', 'Carol', { direct: carol }), userId: carol },
    { roomNo: room('press', 'Press', { topic: 'One' }), userId: null },
    { roomNo: room('press2', 'Press', { topic: 'Two' }), userId: null },
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
    '“One”',
    '“Two”',
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

test('a found message says which of the rooms of one name it is in', async () => {
  const { store } = temp;
  const named = { General: '#east:example.org', general: '#west:example.org', Other: undefined };
  for (const [at, [name, alias]] of Object.entries(named).entries()) {
    const roomNo = room(`r${at}`, name, alias === undefined ? {} : { alias });
    const events = [message('gusset', { id: `$m${at}`, ts: noon - at })];
    const how = { limited: false, prevBatch: null, receivedMs: noon, ownUserId: alice };
    store.write(() => appendLive(store.db, { roomNo, events, ...how }));
  }
  const anywhere = { roomId: null, room: null, sender: null, has: [], fromMs: null, toMs: null };
  const hits = await new Promise<readonly FoundMessage[]>((resolve) => {
    const query = { ...anywhere, text: 'gusset', limit: 10 };
    createSearchView({ ...deps(), log, pathOf: () => [] }, query, { set: resolve, fail });
  });
  expect(hits.map(({ address }) => address)).toEqual(Object.values(named));
});
