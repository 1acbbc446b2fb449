// The palette's search over a real store: rooms, people and directories by their names, best first.
import type { RawEvent } from '#stores/events/types';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { putState } from '#stores/ingest/state';
import { recomputeRoom } from '#engine/rooms/derive';
import { createPlacesView } from '#engine/search/places';
import { marksOf, rank } from '#engine/search/rank';
import { termsOf } from '#engine/search/terms';
import { FoundPlace } from '#contract/areas/messages/search';
import { alice, bob, create, member, state } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { log } from '../crypto/harness';
import { testClock, type TestClock } from '../views/support';

let temp: TempStore;
let clock: TestClock;
beforeEach(() => {
  temp = tempStore();
  clock = testClock();
});
afterEach(() => temp.remove());

type Membership = 'join' | 'invite' | 'leave';

function room(
  name: string,
  activityMs: number,
  more: {
    readonly alias?: string;
    readonly membership?: Membership;
    readonly others?: readonly [string, string][];
    /** Further state of the room. */
    readonly events?: readonly RawEvent[];
  } = {},
): void {
  const { store } = temp;
  store.write((changes) => {
    const roomNo = ensureRoom(store.db, `!${name.replaceAll(' ', '_')}:example.org`);
    updateRoom(store.db, roomNo, { membership: more.membership ?? 'join' });
    putState(
      store.db,
      roomNo,
      [
        create(),
        member(alice, 'join', 'Alice'),
        ...(more.others ?? []).map(([userId, display]) => member(userId, 'join', display)),
        state('m.room.name', '', { name }),
        ...(more.events ?? []),
        ...(more.alias === undefined
          ? []
          : [state('m.room.canonical_alias', '', { alias: more.alias })]),
      ],
      1,
    );
    recomputeRoom(store.db, roomNo, alice, changes);
    updateRoom(store.db, roomNo, { activityMs });
    changes.room(roomNo);
  });
}

type Query = Parameters<typeof createPlacesView>[1];

/** The first answer that `wanted` takes; each one fits the contract. */
async function find(
  query: Partial<Query>,
  wanted: (found: readonly FoundPlace[]) => boolean = () => true,
): Promise<readonly FoundPlace[]> {
  const { store } = temp;
  const deps = { store, ownUserId: () => alice, clock, log, pathOf: () => ['Above'] };
  const answer = Promise.withResolvers<readonly FoundPlace[]>();
  const view = createPlacesView(
    deps,
    { text: '', kinds: [], limit: 10, ...query },
    {
      set(found) {
        for (const one of found) FoundPlace.parse(one);
        if (wanted(found)) answer.resolve(found);
      },
      fail: (error) => answer.reject(new Error(error.code)),
    },
  );
  const stop = store.onCommit((changes) => view.refresh(changes));
  try {
    return await answer.promise;
  } finally {
    stop();
    view.close();
  }
}

const names = (found: readonly FoundPlace[]): string[] =>
  found.map((one) => (one.kind === 'person' ? one.person.name : one.name));

test('without words: the rooms with the newest activity, invitations too, nothing that was left', async () => {
  room('Old', 1);
  room('Newest', 3);
  room('Asked', 2, { membership: 'invite' });
  room('Gone', 4, { membership: 'leave' });
  expect(names(await find({}))).toEqual(['Newest', 'Asked', 'Old']);
  expect(names(await find({ limit: 1 }))).toEqual(['Newest']);
});

test('a name that begins with the words comes before one that has them, and among equals the newer one', async () => {
  room('The press room', 9);
  room('Express', 8);
  room('Press work', 1);
  room('Press', 0);
  room('Press work of June', 5);
  const found = await find({ text: 'press' });
  expect(names(found)).toEqual([
    'Press',
    'Press work of June',
    'Press work',
    'The press room',
    'Express',
  ]);
});

test('people whose names answer alike stand by name, numbers by their size', async () => {
  const others = ['Tester 100', 'Tester 20', 'Tester 3', 'Ada Tester'].map(
    (name, at): [string, string] => [`@u${at}:example.org`, name],
  );
  room('Town', 1, { others });
  const found = await find({ text: 'tester', kinds: ['person'] });
  expect(names(found)).toEqual(['Tester 3', 'Tester 20', 'Tester 100', 'Ada Tester']);
});

test('letters that begin words are enough, accents and case do not count, and what answers is marked', async () => {
  room('Übersee Hafen Team', 1);
  room('Uhrmacher', 2);
  const [first] = await find({ text: 'UHT', kinds: ['room'] });
  expect(first?.kind === 'room' && first.marks).toEqual([
    { from: 0, to: 1 },
    { from: 8, to: 9 },
    { from: 14, to: 15 },
  ]);
  expect(names(await find({ text: 'hafen uber' }))).toEqual(['Übersee Hafen Team']);
  expect(names(await find({ text: 'xyz' }))).toEqual([]);
});

test('a room is found by its address, which is shown then', async () => {
  room('Ideas', 1, { alias: '#brainstorm:example.org' });
  const [found] = await find({ text: 'brainst' });
  expect(found).toMatchObject({ kind: 'room', name: 'Ideas', alias: '#brainstorm:example.org' });
  const [byName] = await find({ text: 'idea' });
  expect(byName).toMatchObject({ alias: null });
});

test('a chat of two is found by the address of the other person, which is shown then; a server answers only an address that names it', async () => {
  const { store } = temp;
  room('Pruning plans', 1, { others: [[bob, 'Bob']] });
  room('Ideas', 2, { alias: '#brainstorm:example.org' });
  store.write((changes) => {
    const roomNo = ensureRoom(store.db, '!Pruning_plans:example.org');
    updateRoom(store.db, roomNo, { directUserId: bob });
    changes.room(roomNo);
  });
  const chats = (text: string) => find({ text, kinds: ['room'] });
  for (const text of [bob, bob.slice(0, 4), bob.toUpperCase()])
    expect(await chats(text)).toMatchObject([{ name: 'Pruning plans', address: bob }]);
  expect((await chats('pruning'))[0]).not.toHaveProperty('address');
  for (const text of ['#brainstorm:example.org', '#Brain'])
    expect(await chats(text)).toMatchObject([{ name: 'Ideas', alias: '#brainstorm:example.org' }]);
  expect(await chats('example')).toEqual([]);
});

test('a room that has moved is marked and stands behind all that go on, however well its name answers', async () => {
  const moved = state('m.room.tombstone', '', { replacement_room: '!Old_ten_of_us:example.org' });
  room('Old ten', 9, { events: [moved] });
  room('Old ten of us', 1);
  const found = async (text: string) =>
    (await find({ text, kinds: ['room'] })).map(
      (one) => one.kind === 'room' && [one.name, one.moved],
    );
  // The other room does not name it, so it goes on.
  expect(await found('old ten')).toEqual([
    ['Old ten', undefined],
    ['Old ten of us', undefined],
  ]);
  const predecessor = { room_id: '!Old_ten:example.org' };
  room('Old ten of us', 1, { events: [create('10', { predecessor })] });
  const last = [
    ['Old ten of us', undefined],
    ['Old ten', true],
  ];
  expect(await found('old ten')).toEqual(last);
  expect(await found('')).toEqual(last);
  expect(names(await find({ text: '', limit: 1 }))).toEqual(['Old ten of us']);
});

test('whether this account may write in a room is told to whom asks for it', async () => {
  const levels = state('m.room.power_levels', '', { events_default: 50 });
  room('Notices', 2, { events: [levels] });
  room('Talk', 1);
  const closed = async (rights?: true) =>
    (await find({ ...(rights && { rights }) })).map((one) => one.kind === 'room' && one.closed);
  expect(await closed()).toEqual([undefined, undefined]);
  expect(await closed(true)).toEqual([true, undefined]);
});

test('a chat of two has the picture of the other person, as in the list', async () => {
  const { store } = temp;
  room('Bob', 1, { others: [[bob, 'Bob']] });
  store.write((changes) => {
    const roomNo = ensureRoom(store.db, '!Bob:example.org');
    const content = { membership: 'join', displayname: 'Bob', avatar_url: 'mxc://example.org/bob' };
    putState(store.db, roomNo, [state('m.room.member', bob, content)], 2);
    updateRoom(store.db, roomNo, { directUserId: bob });
    changes.room(roomNo);
  });
  expect(await find({ kinds: ['room'] })).toEqual([
    expect.objectContaining({ directUserId: bob, avatar: expect.stringMatching(/./) }),
  ]);
});

test('people of shared rooms are found once, by name and by address, and nobody who is oneself', async () => {
  room('One', 2, { others: [[bob, 'Bob Ünal']] });
  room('Two', 1, {
    others: [
      [bob, 'Bob Ünal'],
      ['@bobbie:example.org', 'Roberta'],
    ],
  });
  const found = await find({ text: 'bob' });
  expect(names(found)).toEqual(['Bob Ünal', 'Roberta']);
  expect(found[0]).toMatchObject({ roomName: 'One', marks: [{ from: 0, to: 3 }] });
  expect(names(await find({ text: 'alice' }))).toEqual([]);
  expect(names(await find({ text: 'bob', kinds: ['room'] }))).toEqual([]);
});

test('a server finds its people only where the text names it', async () => {
  room('One', 1, { others: [[bob, 'Roberta']] });
  const people = async (text: string) => names(await find({ text, kinds: ['person'] }));
  expect(await people('example')).toEqual([]);
  expect(await people('roberta example')).toEqual([]);
  expect(await people(bob.slice(1, 4))).toEqual(['Roberta']);
  expect(await people(bob)).toEqual(['Roberta']);
});

test('letters that are scattered within words answer nothing', async () => {
  room('But somebody', 1, { others: [['@but_somebody:example.org', 'But somebody']] });
  expect(names(await find({ text: 'bob' }))).toEqual([]);
  expect(rank('but somebody', termsOf('bob'))).toBeNull();
  expect(rank('announcement', termsOf('ace'))).toBeNull();
});

test('a list that is open hears of a new room', async () => {
  const found = find({ text: 'later' }, (some) => some.length > 0);
  room('Later', 1);
  expect(names(await found)).toEqual(['Later']);
});

test('marks stand where the letters are in the name as it is written', () => {
  expect(marksOf('ﬁne Straße', termsOf('strasse'))).toEqual([]);
  expect(marksOf('Été', termsOf('ete'))).toEqual([{ from: 0, to: 3 }]);
  expect(rank('weekly crit', termsOf('wc'))?.score).toBeGreaterThan(0);
  expect(rank('weekly crit', termsOf('wcrit'))?.score).toBeGreaterThan(0);
  expect(rank('a very long name of something else', termsOf('aeg'))).toBeNull();
});
