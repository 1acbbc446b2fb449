// A room that is stored for the first time is spared the look for events that cannot be there. What comes of it must not differ from what
// looking gives, whatever comes twice and in whatever order.
import { appendLive, prependOlder } from '#stores/ingest/timeline';
import { putState } from '#stores/ingest/state';
import { ensureRoom } from '#stores/rooms/rooms';
import { all, forget } from '#stores/sqlite/statements';
import { generateRoom, integer, seeded } from '../fixtures/generator';
import { tempStore, type TempStore } from './support/tempStore';

const ownUserId = '@me:example.org';
const roomCount = 12;

const roomAt = (index: number) =>
  generateRoom({ seed: 5, rooms: roomCount, eventsPerRoom: 120, ownUserId }, index);
const rooms = Array.from({ length: roomCount }, (_, index) => roomAt(index));

/** Every table, room by room in turns: `before` is called before each of them. */
function storedWith(before: (store: TempStore['store']) => void, seed: number): unknown {
  const temp = tempStore();
  const random = seeded(seed);
  const { store } = temp;
  const { db } = store;
  try {
    const write = (roomId: string, work: (roomNo: number) => void): void => {
      before(store);
      store.write(() => work(ensureRoom(db, roomId)));
    };
    const receivedMs = 5;
    for (const { roomId, state } of rooms)
      write(roomId, (roomNo) => putState(db, roomNo, state, receivedMs));
    for (let turn = 0; turn < 60; turn += 1) {
      const { roomId, state, timeline } = roomAt(integer(random, roomCount));
      const from = integer(random, timeline.length);
      const some = timeline.slice(from, from + 15);
      // Edits and redactions come before what they speak of, and some of it twice.
      const events = integer(random, 2) === 0 ? some.toReversed() : [...some, ...some.slice(3, 6)];
      const kind = integer(random, 4);
      write(roomId, (roomNo) => {
        const common = { roomNo, events, receivedMs, ownUserId };
        if (kind === 0) putState(db, roomNo, state.slice(0, 3), receivedMs);
        else if (kind === 1) prependOlder(db, { ...common, chunkNo: 1, end: `t${turn}` });
        else appendLive(db, { ...common, limited: kind === 2, prevBatch: `p${turn}` });
      });
    }
    return all<{ name: string }>(
      db,
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    ).map(({ name }) => [name, all(db, `SELECT * FROM "${name}"`)]);
  } finally {
    temp.remove();
  }
}

test.each([1, 2, 3])('is stored as one that is known, seed %i', (seed) => {
  const spared = storedWith(() => undefined, seed);
  const looked = storedWith(({ db }) => forget(db, null), seed);
  expect(JSON.stringify(spared).length).toBeGreaterThan(100_000);
  expect(spared).toEqual(looked);
});
