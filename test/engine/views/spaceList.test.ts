// The list of rooms within a space: what stands in it and in spaces of it. And the spaces that the list of all rooms shows.
import { untold, type Focus } from '#engine/base/focus';
import type { Statement } from 'better-sqlite3';
import { countSections, roomsOfSection, type RoomSet } from '#stores/rooms/roomList';
import { putState } from '#stores/ingest/state';
import { ensureRoom } from '#stores/rooms/rooms';
import { unreadTotals } from '#stores/rooms/totals';
import { putAccountData } from '#stores/settings/accountData';
import { createLiveCalls } from '#engine/calls/group/liveCalls';
import type { EngineContract } from '#contract/engine';
import type { ListQuery } from '#contract/wire/shapes';
import { callType, memberType } from '#contract/areas/calls/callNames';
import { alice, bob, carol, create, member, state } from '../../fixtures/events';
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

const liveCalls = () => createLiveCalls({ store: temp.store, clock, ownUserId: () => alice });

type Query = Partial<ListQuery<EngineContract, 'rooms'>>;

const focusOn = (name: string | null): Focus => ({
  ...untold,
  conversation: name === null ? null : { roomId: idOf(name), threadId: null },
});

/** Opens the list of a space, null: of all rooms. Gives the names of its rows; headings stand in capitals. */
function list(name: string | null, query: Query = {}, open: string | null = null) {
  const { store } = temp;
  const spaceId = name === null ? null : idOf(name);
  const deps = { store, clock, liveCalls: liveCalls(), focus: () => focusOn(open) };
  const { view, items } = openRooms(deps, { spaceId, ...query });
  const names = (): string[] => {
    const rows: string[] = [];
    const flush = (of: string[]): void => void rows.push(...of.sort());
    let within: string[] = [];
    for (const item of items()) {
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

test('people stand in the list of a space where the space links to their chat; what was left never does', () => {
  const { store } = temp;
  store.write(() => putAccountData(store.db, 0, 'm.direct', { [bob]: [idOf('bob')] }));
  room('bob');
  room('left', { membership: 'leave' });
  rooms('beds');
  space('allotment', [holds('beds'), holds('left')]);
  const { names } = list('allotment');
  expect(names()).toEqual(['ROOMS 1', 'beds']);
  space('allotment', [holds('beds'), holds('bob')]);
  expect(names()).toEqual(['PEOPLE 1', 'bob', 'ROOMS 1', 'beds']);
});

test('a chat with somebody of the space stands in its list; who is not in the space is not there, also with news', () => {
  rooms('beds');
  space('allotment', [holds('beds'), member(bob, 'join', 'Bob')]);
  space('orchard', []);
  const { store } = temp;
  const direct = { [bob]: [idOf('bob')], [carol]: [idOf('carol')] };
  store.write(() => putAccountData(store.db, 0, 'm.direct', direct));
  room('bob');
  room('carol', { serverUnread: 1 });
  const { names } = list('allotment');
  expect(names()).toEqual(['PEOPLE 1', 'bob', 'ROOMS 1', 'beds']);
  expect(list('allotment', { text: 'bo' }).names()).toEqual(['PEOPLE 1', 'bob']);
  expect(list('allotment', { unreadOnly: true }).names()).toEqual([]);
  expect(list('orchard').names()).toEqual([]);
  room('bob', { serverUnread: 1 });
  expect(list('allotment', { unreadOnly: true }).names()).toEqual(['PEOPLE 1', 'bob']);
  space('allotment', [member(bob, 'leave')]);
  expect(names()).toEqual(['ROOMS 1', 'beds']);
});

test('the open room has its row in the list of every space, also where it is muted; a space and a directory do not', () => {
  rooms('beds', 'elsewhere');
  room('quiet', { muted: true });
  room('left', { membership: 'leave' });
  space('allotment', [holds('beds')]);
  space('orchard', []);
  const rowsBeside = (open: string): string[] => list('allotment', {}, open).names();
  expect(rowsBeside('elsewhere')).toEqual(['ROOMS 2', 'beds', 'elsewhere']);
  expect(rowsBeside('quiet')).toEqual(['ROOMS 2', 'beds', 'quiet']);
  for (const open of ['beds', 'left', 'orchard', 'allotment'])
    expect(rowsBeside(open)).toEqual(['ROOMS 1', 'beds']);
  expect(list('allotment', { text: 'b' }, 'elsewhere').names()).toEqual(['ROOMS 1', 'beds']);
});

test('invitations stand in the list of every space, but not in what a text finds there', () => {
  rooms('beds');
  space('allotment', [holds('beds'), holds('within')]);
  const { names } = list('allotment');
  room('within', { membership: 'invite' });
  room('outside', { membership: 'invite', activityMs: 1 });
  expect(names()).toEqual(['INVITES 2', 'outside', 'within', 'ROOMS 1', 'beds']);
  expect(list('allotment', { unreadOnly: true }).names()).toEqual([
    ...['INVITES 2', 'outside', 'within'],
  ]);
  expect(list('allotment', { text: 'outside' }).names()).toEqual([]);
  room('outside', { membership: 'leave' });
  room('within');
  expect(names()).toEqual(['ROOMS 2', 'beds', 'within']);
});

/** Puts these people into the call of a room, each for a minute; without anybody it ends. */
function call(name: string, ...userIds: readonly string[]): void {
  const { store } = temp;
  const device = { device_id: 'D', session_id: 's', expires_ts: clock.now() + 60_000, feeds: [] };
  const calls = [{ 'm.call_id': 'one', 'm.devices': [device] }];
  store.write((changes) => {
    const roomNo = ensureRoom(store.db, idOf(name));
    const events = userIds.flatMap((sender) => [
      state('m.room.member', sender, { membership: 'join' }, { sender }),
      state(memberType, sender, { 'm.calls': calls }, { sender }),
    ]);
    const over = { 'm.terminated': userIds.length === 0 ? 'call_ended' : null };
    const going = { 'm.type': 'm.video', 'm.intent': 'm.room', ...over };
    putState(store.db, roomNo, [state(callType, 'one', going), ...events], 1);
    changes.room(roomNo);
  });
}

/** After what was written is told to all, and the list has had its pause. */
async function told(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  clock.pass(1_000);
}

test('a room in which a group call is running stands in the list of every space as long as it runs', async () => {
  rooms('beds', 'studio', 'elsewhere');
  room('quiet', { muted: true });
  space('allotment', [holds('beds')]);
  space('orchard', []);
  call('studio', bob);
  const { names } = list('allotment');
  expect(names()).toEqual(['ROOMS 2', 'beds', 'studio']);
  call('studio');
  await told();
  expect(names()).toEqual(['ROOMS 1', 'beds']);
  for (const name of ['elsewhere', 'quiet', 'orchard', 'allotment']) call(name, bob);
  await told();
  expect(names()).toEqual(['ROOMS 2', 'beds', 'elsewhere']);
  expect(list('allotment', { text: 'elsewhere' }).names()).toEqual([]);
  // The entry of who was in it runs out.
  clock.pass(61_000);
  clock.pass(1_000);
  expect(names()).toEqual(['ROOMS 1', 'beds']);
});

test('directories stand in the list of no space, whatever happens in them', async () => {
  rooms('beds');
  space('allotment', [holds('beds')]);
  const { store } = temp;
  const purpose = state('org.matrix.msc3088.purpose', 'org.matrix.msc3089.data_tree', {
    'org.matrix.msc3088.enabled': true,
  });
  space('folder', [purpose], { serverUnread: 2 });
  space('offered', [purpose], { membership: 'invite' });
  call('folder', bob);
  const { names } = list('allotment');
  await told();
  expect(names()).toEqual(['ROOMS 1', 'beds']);
  expect(unreadTotals(store.db)).toEqual({ unread: 0, highlights: 0 });
});

test('the news of a call are for who is not in it and has not muted its room', () => {
  rooms('beds', 'studio');
  room('quiet', { muted: true });
  call('beds', bob);
  call('studio', alice, bob);
  call('quiet', bob);
  const live = liveCalls();
  const stop = live.onChange(() => undefined);
  const found = new Map(live.calls().map(({ roomId, people, news }) => [roomId, { people, news }]));
  expect(found.get(idOf('beds'))).toEqual({ people: 1, news: true });
  expect(found.get(idOf('studio'))).toEqual({ people: 2, news: false });
  expect(found.get(idOf('quiet'))).toEqual({ people: 1, news: false });
  stop();
  expect(live.calls()).toEqual([]);
});

test('a message costs the rooms with a call one reading, however many lists there are', async () => {
  rooms('beds', 'studio');
  space('allotment', []);
  call('studio', bob);
  const live = liveCalls();
  const stops = [1, 2, 3].map(() => live.onChange(() => undefined));
  await told();
  const kind = Object.getPrototypeOf(temp.store.db.prepare('SELECT 1')) as Statement;
  const spies = (['all', 'get'] as const).map((way) => jest.spyOn(kind, way));
  const asked = (): number => spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  temp.store.write((changes) => changes.topic('drafts'));
  await told();
  expect(asked()).toBe(0);
  temp.store.write((changes) => changes.room(ensureRoom(temp.store.db, idOf('beds'))));
  const before = asked();
  await told();
  // The room, and its call.
  expect(asked() - before).toBe(2);
  for (const stop of stops) stop();
  for (const spy of spies) spy.mockRestore();
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
  // One for what stands in the space, one for what stands beside every space.
  expect(within.statements).toBeLessThanOrEqual(whole.statements + 2);
  expect(within.ms).toBeLessThan(5 * whole.ms);
});
