// A phrase whose words stand apart in thousands of messages: the index names them all, and the few with the phrase are found among them.
import { createSearchView } from '#engine/search/view';
import { recomputeRoom } from '#engine/rooms/derive';
import { appendLive } from '#stores/ingest/timeline';
import { putState } from '#stores/ingest/state';
import { matchOf } from '#stores/search/wordIndex';
import { needsOf } from '#stores/search/words';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { alice, create, member, message, noon } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { log } from '../crypto/harness';
import { testClock } from '../views/support';

const count = 6_000;
/** From the oldest on; between them the index is asked several times. */
const phrases = [0, 1, 1_700, 3_650, 4_850, count - 1];
let temp: TempStore;

beforeAll(() => {
  temp = tempStore();
  const { store } = temp;
  const text = (n: number): string => (phrases.includes(n) ? `left right ${n}` : `right left ${n}`);
  const events = Array.from({ length: count }, (_, n) =>
    message(text(n), { id: `$m${n}`, ts: noon + n }),
  );
  store.write((changes) => {
    const roomNo = ensureRoom(store.db, '!a:example.org');
    updateRoom(store.db, roomNo, { membership: 'join' });
    putState(store.db, roomNo, [create(), member(alice, 'join', 'Alice')], 1);
    const receivedMs = noon + 10_000_000;
    const how = { limited: false, prevBatch: null, receivedMs, ownUserId: alice };
    appendLive(store.db, { roomNo, events, ...how });
    recomputeRoom(store.db, roomNo, alice, changes);
  });
}, 60_000);
afterAll(() => temp.remove());

/** The results of a search, page by page. */
async function found(text: string, limit: number, pages = 1): Promise<string[]> {
  const scope = { roomId: null, room: null, sender: null, has: [], fromMs: null, toMs: null };
  const deps = { store: temp.store, ownUserId: () => alice, clock: testClock(), log };
  let [first, shown]: [(() => void) | null, string[]] = [null, []];
  const began = new Promise<void>((resolve) => (first = resolve));
  const view = createSearchView(
    { ...deps, pathOf: () => [] },
    { ...scope, text, limit },
    {
      set: (hits) => {
        shown = hits.map(({ eventId }) => eventId);
        first?.();
      },
      fail: (error) => {
        throw new Error(error.message);
      },
    },
  );
  await began;
  for (let page = 1; page < pages; page += 1) await view.paginate('forward', limit);
  view.close();
  return shown;
}

test('a phrase is found wherever it stands, newest first, at once and page by page', async () => {
  const all = phrases.toReversed().map((n) => `$m${n}`);
  expect(await found('"left right"', 20)).toEqual(all);
  expect(await found('"left right"', 2)).toEqual(all.slice(0, 2));
  expect(await found('"left right"', 2, 3)).toEqual(all);
  expect(await found('"right right"', 20)).toEqual([]);
});

test('both words are found in all of them, each once', async () => {
  const both = await found('left right', 3_000, 2);
  expect([both.length, new Set(both).size]).toEqual([count, count]);
});

test('a word that all have is looked for in the messages of one that few have, not passed by one after the other', async () => {
  const asked = (...terms: string[]): string | null =>
    matchOf(temp.store.db, terms.flatMap(needsOf), null, true);
  expect(asked('left', '1700')).toBe('("1700")');
  expect(asked('left', 'right')).toBe('("left") AND ("right")');
  expect(await found('left 1700', 20)).toEqual(['$m1700']);
  expect(await found('"left right" 1700', 20)).toEqual(['$m1700']);
  expect(await found('"left right" 1701', 20)).toEqual([]);
});
