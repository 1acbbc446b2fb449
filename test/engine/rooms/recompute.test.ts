// A room is recomputed with each commit that changes it, so no statement of it may read all of a room, or all rooms.
import { recomputeRoom } from '#engine/rooms/derive';
import { appendLive } from '#stores/ingest/timeline';
import { putState } from '#stores/ingest/state';
import type { RawEvent } from '#stores/events/types';
import { ensureRoom, getRoom, updateRoom, type RoomFields } from '#stores/rooms/rooms';
import { alice, bob, create, member, message, noon, state } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';

let temp: TempStore;
beforeEach(() => (temp = tempStore()));
afterEach(() => temp.remove());

test('recomputing a room reads by indexes alone', () => {
  const { store } = temp;
  const { db } = store;
  const prepare = jest.spyOn(db, 'prepare');
  const written: string[] = [];
  store.write((changes) => {
    const roomNo = ensureRoom(db, '!a:example.org');
    updateRoom(db, roomNo, { membership: 'join' });
    const people = [member(alice, 'join', 'Alice'), member(bob, 'join', 'Bob')];
    putState(db, roomNo, [create(), ...people, state('m.room.name', '', { name: 'Old' })], 1);
    const events = [message('hello', { ts: noon })];
    const told = { limited: false, prevBatch: null, receivedMs: noon, ownUserId: alice };
    appendLive(db, { roomNo, events, ...told });
    written.push(...prepare.mock.calls.map(([sql]) => sql));
    recomputeRoom(db, roomNo, alice, changes);
    // In the same transaction: what the commit tells is the room as it is now.
    expect(getRoom(db, roomNo)?.name).toBe('Old');
  });
  const own = prepare.mock.calls.map(([sql]) => sql).filter((sql) => !written.includes(sql));
  prepare.mockRestore();
  const reads = own.filter((sql) => /^\s*(SELECT|WITH)/i.test(sql));
  expect(reads.length).toBeGreaterThan(3);
  const scans = reads.flatMap((sql) => {
    const values = [...sql.matchAll(/\?/g)].map(() => null);
    return db
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...values)
      .filter(({ detail }) => /^SCAN (?!CONSTANT)(?!.*VIRTUAL TABLE)/.test(detail))
      .map(({ detail }) => `${detail}: ${sql}`);
  });
  expect(scans).toEqual([]);
});

test('a room stands in the list by when this account came, until something newer is said; a new name moves nothing', () => {
  const { store } = temp;
  const { db } = store;
  const minute = 60_000;
  const hour = 60 * minute;
  const told = { limited: false, prevBatch: null, receivedMs: noon + 9 * hour, ownUserId: alice };
  const roomNo = store.write(() => ensureRoom(db, '!a:example.org'));
  const after = (events: RawEvent[], fields: RoomFields = {}): number | undefined =>
    store.write((changes) => {
      updateRoom(db, roomNo, fields);
      appendLive(db, { roomNo, events, ...told });
      putState(db, roomNo, events.filter(isStated), told.receivedMs);
      recomputeRoom(db, roomNo, alice, changes, events.some(isStated) ? 'anything' : 'events');
      return getRoom(db, roomNo)?.activityMs;
    });
  const isStated = ({ state_key: key }: RawEvent): boolean => key !== undefined;
  const joined = member(alice, 'join', 'Alice', { ts: noon + hour });
  const renamed = {
    ...member(alice, 'join', 'Alicia', { ts: noon + 3 * hour }),
    unsigned: { prev_content: joined.content },
  };
  const first = after([create(), message('hello', { ts: noon })]);
  const came = after([joined], { membership: 'join' });
  const early = after([message('sent before, came later', { ts: noon + minute })]);
  expect([first, came, early, after([renamed])].map((ms = 0) => ms - noon)).toEqual([
    ...[0, hour, hour, hour],
  ]);
  expect(after([message('news', { ts: noon + 4 * hour })])).toBe(noon + 4 * hour);
});

test('somebody who leaves does not lift a room without messages', () => {
  const { store } = temp;
  const { db } = store;
  const told = { limited: false, prevBatch: null, receivedMs: noon + 90_000, ownUserId: alice };
  const activityMs = store.write((changes) => {
    const roomNo = ensureRoom(db, '!a:example.org');
    updateRoom(db, roomNo, { membership: 'join' });
    const joined = member(bob, 'join', 'Bob', { ts: noon });
    const events = [joined, member(bob, 'leave', 'Bob', { ts: noon + 60_000 })];
    appendLive(db, { roomNo, events, ...told });
    recomputeRoom(db, roomNo, alice, changes);
    return getRoom(db, roomNo)?.activityMs;
  });
  expect(activityMs).toBe(noon);
});
