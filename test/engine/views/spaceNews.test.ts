// The row of a space says how many rooms inside it have something new, and how often this account is mentioned there.
import type { Statement } from 'better-sqlite3';
import { roomNoOf, type RoomFields } from '#stores/rooms/rooms';
import { RoomListItem, type RoomRow } from '#contract/areas/rooms/roomsModels';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { holds, idOf, spacesIn } from './spaceSupport';
import { openRooms, testClock, type TestClock } from './support';

let temp: TempStore;
let clock: TestClock;
beforeEach(() => {
  temp = tempStore();
  clock = testClock();
});
afterEach(() => temp.remove());

const { put, room, space } = spacesIn(() => temp.store);

const counts = (unread: number, highlights = 0): RoomFields => ({
  serverUnread: unread,
  serverHighlights: highlights,
});

function open(limit = 100) {
  const { view, items } = openRooms({ store: temp.store, clock }, { limit });
  const rowOf = (name: string): RoomRow | undefined =>
    items().find((item): item is RoomRow => item.kind === 'room' && item.roomId === idOf(name));
  return { view, inside: (name: string) => rowOf(name)?.inside, rowOf, items };
}

test('a space says how many of its rooms have something new, and how often they mention this account', () => {
  for (const name of ['read', 'elsewhere']) room(name, name === 'read' ? {} : counts(7, 7));
  room('counted', counts(3));
  room('named', counts(5, 2));
  room('marked', { markedUnread: true });
  space(
    'community',
    ['read', 'counted', 'named', 'marked'].map((name) => holds(name)),
  );
  space('quiet', [holds('read')]);
  const { inside, items } = open();
  for (const item of items()) RoomListItem.parse(item);
  expect(inside('community')).toEqual({ rooms: 3, highlights: 2 });
  expect(inside('quiet')).toBeUndefined();
  expect(inside('counted')).toBeUndefined();
});

test('muted rooms count in a space only where they mention this account; invitations and rooms left do not', () => {
  room('muted', { ...counts(4), muted: true });
  room('mutedMark', { markedUnread: true, muted: true });
  room('asked', { ...counts(1), membership: 'invite' });
  room('left', { ...counts(1), membership: 'leave' });
  const held = ['muted', 'mutedMark', 'asked', 'left'].map((name) => holds(name));
  space('community', held);
  const { inside } = open();
  expect(inside('community')).toBeUndefined();
  room('muted', counts(5, 1));
  expect(inside('community')).toEqual({ rooms: 1, highlights: 1 });
});

test('a room counts once in each space above it, also where it is linked twice and where spaces hold each other', () => {
  room('a', counts(1, 1));
  room('b', counts(2));
  space('top', [holds('middle'), holds('low'), holds('a')]);
  space('middle', [holds('low'), holds('top'), holds('a')]);
  space('low', [holds('a'), holds('b')], { markedUnread: true });
  const { inside } = open();
  for (const name of ['top', 'middle', 'low'])
    expect(inside(name)).toEqual({ rooms: 2, highlights: 1 });
});

test('links without servers hold nothing, and a space that was left hands nothing on', () => {
  room('a', counts(1));
  space('loose', [holds('a', { order: 'a' })]);
  space('top', [holds('gone')]);
  space('gone', [holds('a')], { membership: 'leave' });
  const { inside } = open();
  expect([inside('loose'), inside('top')]).toEqual([undefined, undefined]);
});

test('the row of the space follows what is read, what comes and what is taken out of it', () => {
  const [a, b] = ['a', 'b'] as const;
  room(a, counts(1));
  room(b);
  space('community', [holds(a), holds(b)]);
  const { inside } = open();
  expect(inside('community')).toEqual({ rooms: 1, highlights: 0 });
  room(b, counts(2, 1));
  expect(inside('community')).toEqual({ rooms: 2, highlights: 1 });
  room(b, counts(0));
  expect(inside('community')).toEqual({ rooms: 1, highlights: 0 });
  space('community', [holds(a, {})]);
  expect(inside('community')).toBeUndefined();
});

test('a space whose news did not change stays the same object in the list', () => {
  room('a', counts(1));
  room('beside');
  space('community', [holds('a')]);
  const { rowOf } = open();
  const before = rowOf('community');
  expect(before?.inside).toEqual({ rooms: 1, highlights: 0 });
  room('beside', counts(1));
  expect(rowOf('community')).toBe(before);
});

interface Cost {
  readonly statements: number;
  readonly ms: number;
}

/** Measures a composition where ten of so many rooms are unread, and all of them stand in two spaces, or in none. */
function composing(rooms: number, within: boolean): Cost {
  temp.remove();
  temp = tempStore();
  const names = Array.from({ length: rooms }, (_, index) => `r${index}`);
  put(names.map((name, index) => ({ name, fields: index < 10 ? counts(1) : {} })));
  const children = within ? names.map((name) => holds(name)) : [];
  space('top', [holds('low'), ...children]);
  space('low', children);
  const { view, inside } = open(50);
  expect(inside('top')).toEqual(within ? { rooms: 10, highlights: 0 } : undefined);
  const { db } = temp.store;
  const last = roomNoOf(db, idOf(`r${rooms - 1}`)) ?? 0;
  const again = (): void => temp.store.write((changes) => changes.room(last));
  const kind = Object.getPrototypeOf(db.prepare('SELECT 1')) as Statement;
  const spies = (['all', 'get'] as const).map((way) => jest.spyOn(kind, way));
  again();
  const statements = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  for (const spy of spies) spy.mockRestore();
  const times = Array.from({ length: 100 }, () => {
    const startedMs = performance.now();
    again();
    return performance.now() - startedMs;
  });
  view.close();
  return { statements, ms: Math.min(...times) };
}

test('what is new in spaces of 1,000 rooms costs one statement, and the list is not slower for it', () => {
  const few = composing(20, true);
  const apart = composing(1_000, false);
  const within = composing(1_000, true);
  expect(within.statements).toBe(few.statements);
  expect(within.statements).toBe(apart.statements);
  expect(within.ms).toBeLessThan(2 * apart.ms);
});
