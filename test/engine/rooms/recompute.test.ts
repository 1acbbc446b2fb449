// A room is recomputed with each commit that changes it, so no statement of it may read all of a room, or all rooms.
import { recomputeRoom } from '#engine/rooms/derive';
import { appendLive } from '#stores/ingest/timeline';
import { putState } from '#stores/ingest/state';
import { ensureRoom, getRoom, updateRoom } from '#stores/rooms/rooms';
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
