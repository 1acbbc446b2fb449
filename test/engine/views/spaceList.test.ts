// The list of rooms within a space: what stands in it and in spaces of it. And the spaces that the list of all rooms shows.
import type { Statement } from 'better-sqlite3';
import { countSections, roomsOfSection, type RoomSet } from '#stores/rooms/roomList';
import { putState } from '#stores/ingest/state';
import { ensureRoom } from '#stores/rooms/rooms';
import { putAccountData } from '#stores/settings/accountData';
import { createRoomsView } from '#engine/views/rooms';
import type { EngineContract } from '#contract/engine';
import type { RoomListItem } from '#contract/areas/rooms/roomsModels';
import type { ListQuery } from '#contract/wire/shapes';
import { alice, bob, create } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { holds, idOf, spacesIn } from './spaceSupport';
import { testClock, type TestClock } from './support';

let temp: TempStore;
let clock: TestClock;
beforeEach(() => {
  temp = tempStore();
  clock = testClock();
});
afterEach(() => temp.remove());

const { put, room, space } = spacesIn(() => temp.store);

type Query = Partial<ListQuery<EngineContract, 'rooms'>>;

/** Opens the list of a space, null: of all rooms. Gives the names of its rows; headings stand in capitals. */
function list(name: string | null, query: Query = {}) {
  const { store } = temp;
  let items: readonly RoomListItem[] = [];
  const spaceId = name === null ? null : idOf(name);
  const view = createRoomsView(
    { store, ownUserId: () => alice, clock },
    { text: '', collapsed: [], limit: 100, spaceId, ...query },
    {
      set: (value) => void (items = value),
      fail: (error) => {
        throw new Error(error.message);
      },
    },
  );
  store.onCommit((changes) => {
    clock.pass(1_000);
    view.refresh(changes);
    clock.pass(1_000);
  }, 'inside');
  const names = (): string[] => {
    const rows: string[] = [];
    const flush = (of: string[]): void => void rows.push(...of.sort());
    let within: string[] = [];
    for (const item of items) {
      if (item.kind === 'room') within.push(item.name);
      else {
        flush(within);
        within = [];
        rows.push(`${item.section.toUpperCase()} ${item.total}`);
      }
    }
    flush(within);
    return rows;
  };
  return { view, names };
}

const rooms = (...names: readonly string[]): void => names.forEach((name) => room(name));

test('the list of a space has its rooms and those of spaces in it, and the spaces that stand in it directly', () => {
  rooms('beds', 'water', 'archive', 'old', 'elsewhere');
  space(
    'allotment',
    ['beds', 'water', 'office'].map((name) => holds(name)),
  );
  space('office', [holds('archive'), holds('cellar')]);
  space('cellar', [holds('old')]);
  const { names } = list('allotment');
  expect(names()).toEqual(['SPACES 1', 'office', 'ROOMS 4', 'archive', 'beds', 'old', 'water']);
  expect(list('office').names()).toEqual(['SPACES 1', 'cellar', 'ROOMS 2', 'archive', 'old']);
  expect(list('cellar').names()).toEqual(['ROOMS 1', 'old']);
});

test('a text and what is unread are looked for in all spaces within, and nowhere else', () => {
  room('beds', { serverUnread: 1 });
  room('bedrooms', { serverUnread: 1 });
  rooms('water');
  space('allotment', [holds('beds'), holds('water'), holds('office')]);
  space('office', [holds('bedstore')]);
  space('bedstore', []);
  expect(list('allotment', { text: 'bed' }).names()).toEqual([
    ...['SPACES 1', 'bedstore', 'ROOMS 1', 'beds'],
  ]);
  expect(list('allotment', { unreadOnly: true }).names()).toEqual(['ROOMS 1', 'beds']);
  expect(list('allotment', { collapsed: ['rooms'] }).names()).toEqual([
    ...['SPACES 1', 'office', 'ROOMS 2'],
  ]);
  expect(list('allotment', { limit: 1 }).names()).toEqual(['SPACES 1', 'office', 'ROOMS 2']);
});

test('people stand in the list of a space where the space links to their chat; invitations never do', () => {
  const { store } = temp;
  store.write(() => putAccountData(store.db, 0, 'm.direct', { [bob]: [idOf('bob')] }));
  room('bob');
  room('asked', { membership: 'invite' });
  room('left', { membership: 'leave' });
  rooms('beds');
  space('allotment', [holds('beds'), holds('asked'), holds('left')]);
  const { names } = list('allotment');
  expect(names()).toEqual(['ROOMS 1', 'beds']);
  space('allotment', [holds('beds'), holds('bob')]);
  expect(names()).toEqual(['PEOPLE 1', 'bob', 'ROOMS 1', 'beds']);
});

test('who writes to this account alone stands in the list of a space as long as that is new', () => {
  rooms('beds');
  space('allotment', [holds('beds')]);
  const { store } = temp;
  store.write(() => putAccountData(store.db, 0, 'm.direct', { [bob]: [idOf('bob')] }));
  room('bob', { serverUnread: 1 });
  room('elsewhere', { serverUnread: 1 });
  const { names } = list('allotment');
  expect(names()).toEqual(['PEOPLE 1', 'bob', 'ROOMS 1', 'beds']);
  expect(list('allotment', { text: 'b' }).names()).toEqual(['ROOMS 1', 'beds']);
  expect(list('allotment', { unreadOnly: true }).names()).toEqual(['PEOPLE 1', 'bob']);
  room('bob', { serverUnread: 0 });
  expect(names()).toEqual(['ROOMS 1', 'beds']);
});

test('spaces that hold each other end, and a space is never in its own list', () => {
  rooms('a', 'b');
  space('one', [holds('two'), holds('one'), holds('a')]);
  space('two', [holds('one'), holds('b')]);
  expect(list('one').names()).toEqual(['SPACES 1', 'two', 'ROOMS 2', 'a', 'b']);
  expect(list('one', { text: 'o' }).names()).toEqual(['SPACES 1', 'two']);
});

test('links without servers, spaces that are not joined, and ordinary rooms hand nothing on', () => {
  rooms('a', 'b', 'c');
  space('top', [holds('a', { order: 'x' }), holds('gone'), holds('chat')]);
  space('gone', [holds('b')], { membership: 'leave' });
  room('chat');
  const { store } = temp;
  store.write(() =>
    putState(store.db, ensureRoom(store.db, idOf('chat')), [create(), holds('c')], 1),
  );
  const { names } = list('top');
  expect(names()).toEqual(['ROOMS 1', 'chat']);
});

test('the list follows at once what is added, taken out and left; without the space it is the list of all rooms', () => {
  rooms('a', 'b', 'elsewhere');
  space('inner', [holds('b')]);
  space('top', []);
  const { names } = list('top');
  expect(names()).toEqual([]);
  space('top', [holds('a'), holds('inner')]);
  expect(names()).toEqual(['SPACES 1', 'inner', 'ROOMS 2', 'a', 'b']);
  space('inner', [holds('b', {})]);
  expect(names()).toEqual(['SPACES 1', 'inner', 'ROOMS 1', 'a']);
  room('a', { membership: 'leave' });
  expect(names()).toEqual(['SPACES 1', 'inner']);
  space('top', [], { membership: 'leave' });
  expect(names()).toEqual(['SPACES 1', 'inner', 'ROOMS 2', 'b', 'elsewhere']);
});

test('the list of all rooms shows the spaces that stand in no other; a text finds all, and who asks for all spaces has them', () => {
  rooms('a');
  space('top', [holds('middle')]);
  space('middle', [holds('low'), holds('a')]);
  space('low', []);
  space('left', [holds('apart')], { membership: 'leave' });
  space('apart', []);
  const { names } = list(null);
  expect(names()).toEqual(['SPACES 2', 'apart', 'top', 'ROOMS 1', 'a']);
  expect(list(null, { text: 'low' }).names()).toEqual(['SPACES 1', 'low']);
  expect(list(null, { spaceId: undefined }).names()).toEqual([
    ...['SPACES 4', 'apart', 'low', 'middle', 'top', 'ROOMS 1', 'a'],
  ]);
  space('top', [], { membership: 'leave' });
  expect(names()).toEqual(['SPACES 2', 'apart', 'middle', 'ROOMS 1', 'a']);
});

test('of spaces that hold each other one stays in the list of all rooms, and none where another space leads there', () => {
  space('leaf', []);
  space('one', [holds('two'), holds('one')]);
  space('two', [holds('one'), holds('leaf')]);
  const { names } = list(null);
  expect(names()).toEqual(['SPACES 1', 'one']);
  space('top', [holds('two')]);
  expect(names()).toEqual(['SPACES 1', 'top']);
});

/** The plans of what the list asks, without their numbers. */
function plansWith(among: RoomSet | null): string[] {
  const { db } = temp.store;
  const asked: string[] = [];
  const prepare = db.prepare.bind(db);
  const spy = jest.spyOn(db, 'prepare').mockImplementation((sql: string) => {
    asked.push(sql);
    return prepare(sql);
  });
  const filter = { text: '', unreadOr: null, among };
  roomsOfSection(db, 'rooms', filter, 50);
  countSections(db, filter);
  spy.mockRestore();
  return asked.flatMap((sql) =>
    (
      prepare(`EXPLAIN QUERY PLAN ${sql}`).all(
        ...Array<null>(sql.split('?').length - 1).fill(null),
      ) as {
        detail: string;
      }[]
    )
      .map(({ detail }) => detail)
      .filter((detail) => /\brooms\b|TEMP B-TREE/.test(detail)),
  );
}

test('a list within a space reads the same index as the list of all rooms', () => {
  rooms('a');
  const all = plansWith(null);
  expect(all).toHaveLength(2);
  expect(plansWith({ are: 'in', roomNos: [1] })).toEqual(all);
  expect(plansWith({ are: 'out', roomNos: [1] })).toEqual(all);
});

interface Cost {
  readonly statements: number;
  readonly ms: number;
}

/** Measures a composition of the first 50 of these rooms, all of which stand in the space `top`. */
function composing(rooms: number, name: string | null): Cost {
  temp.remove();
  temp = tempStore();
  const names = Array.from({ length: rooms }, (_, index) => `r${index}`);
  put(names.map((one) => ({ name: one, fields: {} })));
  const half = names.splice(rooms / 2);
  space(
    'low',
    half.map((one) => holds(one)),
  );
  space('top', [holds('low'), ...names.map((one) => holds(one))]);
  const { view, names: shown } = list(name, { limit: 50 });
  expect(shown()).toContain(`ROOMS ${rooms}`);
  const { db } = temp.store;
  const again = (): void => temp.store.write((changes) => changes.room(rooms));
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

test('a space of 1,000 rooms costs as many statements as one of 20, and a few times the list of all rooms at most', () => {
  const few = composing(20, 'top');
  const whole = composing(1_000, null);
  const within = composing(1_000, 'top');
  expect(within.statements).toBe(few.statements);
  // One for what stands in the space, one for the chats of two with something new.
  expect(within.statements).toBeLessThanOrEqual(whole.statements + 2);
  expect(within.ms).toBeLessThan(5 * whole.ms);
});
