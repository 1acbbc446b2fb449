import { ensureRoom, getRoom, updateRoom, type RoomFields } from '#stores/rooms/rooms';
import { putState } from '#stores/ingest/state';
import type { RawEvent } from '#stores/events/types';
import { cleanName } from '#engine/events/cleanName';
import { joinNames, roomName } from '#engine/rooms/names';
import { toPerson } from '#engine/rooms/people';
import type { StoredMember } from '#stores/rooms/state';
import { alice, create, member, state } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';

let temp: TempStore;
beforeEach(() => {
  temp = tempStore();
});
afterEach(() => temp.remove());

const user = (n: number): string => `@user${n}:example.org`;
const others = (count: number, membership = 'join'): RawEvent[] =>
  Array.from({ length: count }, (_, n) => member(user(n + 1), membership, `User ${n + 1}`));

function nameOf(events: RawEvent[], fields: RoomFields = {}): string {
  const { store } = temp;
  const roomNo = store.write(() => {
    const no = ensureRoom(store.db, `!${Math.random()}:example.org`);
    putState(store.db, no, [create(), member(alice, 'join', 'Alice'), ...events], 1);
    updateRoom(store.db, no, { membership: 'join', ...fields });
    return no;
  });
  const room = getRoom(store.db, roomNo);
  if (room === null) throw new Error('no room');
  return roomName(store.db, room, alice);
}

test.each([
  ['Empty room', 0],
  ['User 1', 1],
  ['User 1 and User 2', 2],
  ['User 1 and 2 others', 3],
  ['User 1 and 6 others', 7],
])('CHAT-9.13 a room without a name is %s', (name, count) => {
  expect(nameOf(others(count))).toBe(name);
});

test('CHAT-9.13 heroes name the room, the counts come from the summary', () => {
  const fields = { heroes: [user(2), user(1)], joinedCount: 40, invitedCount: 1 };
  expect(nameOf(others(2), fields)).toBe('User 2 and 39 others');
  expect(nameOf([], { heroes: [user(9)], joinedCount: 2, invitedCount: 0 })).toBe(user(9));
  expect(nameOf(others(1), { heroes: [user(1)], joinedCount: 3, invitedCount: 0 })).toBe(
    'User 1 and 1 other',
  );
});

test('CHAT-9.13 no more than five heroes are considered', () => {
  const heroes = Array.from({ length: 9 }, (_, n) => user(n + 1));
  expect(nameOf(others(9), { heroes, joinedCount: 10, invitedCount: 0 })).toBe(
    'User 1 and 8 others',
  );
});

test('CHAT-9.13 an empty room says who was there', () => {
  expect(nameOf(others(1, 'leave'))).toBe('Empty room (was User 1)');
  expect(nameOf(others(2, 'leave'))).toBe('Empty room (was User 1 and User 2)');
  expect(nameOf(others(1), { heroes: [user(1)], joinedCount: 1, invitedCount: 0 })).toBe(
    'Empty room (was User 1)',
  );
});

test('CHAT-9.13 third-party invitations read Inviting X', () => {
  const invite = (key: string, name: string): RawEvent =>
    state('m.room.third_party_invite', key, { display_name: name });
  expect(nameOf([invite('1', 'joe@x')])).toBe('Inviting joe@x');
  expect(nameOf([invite('1', 'joe@x'), invite('2', 'ann@x')])).toBe('Inviting joe@x and ann@x');
});

test('a name of its own comes first, then the main alias; empty ones do not count', () => {
  const alias = state('m.room.canonical_alias', '', { alias: '#garden:example.org' });
  const named = (name: unknown): RawEvent => state('m.room.name', '', { name });
  expect(nameOf([alias, named('Garden')])).toBe('Garden');
  expect(nameOf([alias, named('  ')])).toBe('#garden:example.org');
  expect(nameOf([alias, named({ evil: 1 })])).toBe('#garden:example.org');
  expect(nameOf([named('\u202e\u200b'), ...others(1)])).toBe('User 1');
});

test('members of a service name no room', () => {
  const services = state('io.element.functional_members', '', { service_members: [user(1)] });
  expect(nameOf([services, ...others(2)])).toBe('User 2');
  expect(
    nameOf([services, ...others(2)], {
      heroes: [user(1), user(2)],
      joinedCount: 3,
      invitedCount: 0,
    }),
  ).toBe('User 2');
});

test('names lose what deceives and keep what scripts and emoji need', () => {
  expect([
    cleanName('\u202eAda\u2066 \u0000Love\u200blace\ufeff'),
    cleanName('👩‍👩‍👧 نامه\u200cای'),
    cleanName('\u200f\u061c'),
    cleanName(7),
  ]).toEqual(['Ada Lovelace', '👩‍👩‍👧 نامه\u200cای', null, null]);
});

test('joining names counts people, not letters', () => {
  expect([joinNames([], 3), joinNames(['A'], 2), joinNames(['A', 'B', 'C'], 3)]).toEqual([
    'Empty room',
    'A and 1 other',
    'A and 2 others',
  ]);
});

test('a name of fillers, blanks and tags is no name, and one that is made to be taken for another shows its id', () => {
  for (const unseen of ['\u3164', '\u115f\u1160', '\uffa0', '\u2800\u2800', '\u{e0041}\u{e0042}'])
    expect(cleanName(unseen)).toBeNull();
  expect(cleanName('Al\u3164ice\u{e0041}')).toBe('Alice');
  const england = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';
  expect(cleanName(england)).toBe(england);
  const ambiguous = (displayName: string): boolean =>
    toPerson(
      temp.store.db,
      '@mallory:example.org',
      { displayName, avatarMxc: null } as StoredMember,
      new Set(),
    ).ambiguous;
  // Cyrillic А, and а and е within Latin letters.
  for (const forged of ['\u0410lice', 'M\u0430r\u0435k', '@bob:example.org'])
    expect(ambiguous(forged)).toBe(true);
  for (const plain of ['Alice', 'Марина', 'Ελένη', 'José', 'Ян Smith', 'me@home'])
    expect(ambiguous(plain)).toBe(false);
});
