// A search over many rows that are no hits: other work has its turn after each page, and a search that nobody waits for stops there.
import { appendLive } from '#stores/ingest/timeline';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { findMessages } from '#engine/search/find';
import { alice, bob, message, noon } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';

let temp: TempStore;
let roomNo = 0;
beforeEach(() => {
  temp = tempStore();
  const { db } = temp.store;
  const events = Array.from({ length: 1_000 }, (_, n) =>
    message('needle', { sender: bob, ts: noon + n }),
  );
  temp.store.write(() => {
    roomNo = ensureRoom(db, '!a:example.org');
    updateRoom(db, roomNo, { membership: 'join' });
    const told = { limited: false, prevBatch: null, receivedMs: noon + 10_000, ownUserId: alice };
    appendLive(db, { roomNo, events, ...told });
  });
});
afterEach(() => temp.remove());

/** Looks for a sender who wrote nothing; `running` hears how many turns others had until then. */
async function look(running: (turns: number) => boolean) {
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const scope = {
    ...{ terms: ['needle'], roomNo: null, rooms: new Set([roomNo]), trees: new Set<number>() },
    ...{ isSender: () => () => false, has: 0, fromMs: null, toMs: null },
  };
  const found = await findMessages(temp.store.db, scope, 30, () => running(turns));
  isOver = true;
  return found;
}

test('after each page others have their turn', async () => {
  const turns: number[] = [];
  const found = await look((now) => turns.push(now) > 0);
  expect(found).toEqual({ hits: [], complete: true });
  expect(turns.length).toBeGreaterThan(3);
  expect(new Set(turns).size).toBe(turns.length);
});

test('a search that nobody waits for any longer ends with the page that it has', async () => {
  let pages = 0;
  const found = await look(() => (pages += 1) < 2);
  expect([found, pages]).toEqual([null, 2]);
});
