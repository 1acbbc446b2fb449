// Phrases by which words stand beside each other: what is found is what a plain look through all messages as they are shown finds, also
// while rows that an older build wrote have no neighbours in the index yet, and nothing of what is gone stays in it.
import fc from 'fast-check';
import { createSearchFill } from '#engine/search/fill';
import { termsOf } from '#engine/search/terms';
import { createSearchView } from '#engine/search/view';
import { recomputeRoom } from '#engine/rooms/derive';
import type { RawEvent } from '#stores/events/types';
import { appendLive } from '#stores/ingest/timeline';
import { putState } from '#stores/ingest/state';
import { openStore } from '#stores/profile/open';
import { migrations } from '#stores/migrations/all';
import { projections } from '#stores/projections/all';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { neighboursFrom, setNeighboursFrom } from '#stores/search/filling';
import { foldedWords } from '#stores/search/texts';
import { needsOf, neighbourWord, wordsOf } from '#stores/search/words';
import { all } from '#stores/sqlite/statements';
import type { Store } from '#stores/sqlite/store';
import { alice, create, edit, member, message, noon, redaction } from '../../fixtures/events';
import { integer, seeded, type Random } from '../../fixtures/generator';
import {
  quiet,
  tempFolder,
  testKey,
  tempStore,
  type TempStore,
} from '../../native-stores/support/tempStore';
import { log } from '../crypto/harness';
import { testClock } from '../views/support';

/** More than are looked through before the index is asked; newer than all that is looked for, and without its letters. */
const newer = Array.from({ length: 1_001 }, (_, n) =>
  message('zzz', { id: `$p${n}`, ts: noon + 1_000_000 + n }),
);

function putRoom(store: Store): number {
  return store.write((changes) => {
    const roomNo = ensureRoom(store.db, '!a:example.org');
    updateRoom(store.db, roomNo, { membership: 'join' });
    putState(store.db, roomNo, [create(), member(alice, 'join', 'Alice')], 1);
    recomputeRoom(store.db, roomNo, alice, changes);
    return roomNo;
  });
}

function append(store: Store, roomNo: number, events: readonly RawEvent[]): void {
  store.write((changes) => {
    const receivedMs = noon + 10_000_000;
    const how = { limited: false, prevBatch: null, receivedMs, ownUserId: alice };
    appendLive(store.db, { roomNo, events, ...how });
    changes.timeline(roomNo);
  });
}

/** Ids, newest first. */
function found(store: Store, text: string, limit = 100): Promise<string[]> {
  const scope = { roomId: null, room: null, sender: null, has: [], fromMs: null, toMs: null };
  const deps = { store, ownUserId: () => alice, clock: testClock(), log, pathOf: () => [] };
  return new Promise((resolve, reject) => {
    const view = createSearchView(
      deps,
      { ...scope, text, limit },
      {
        set(hits) {
          setImmediate(() => view.close());
          resolve(hits.map(({ eventId }) => eventId));
        },
        fail: (error) => reject(new Error(error.message)),
      },
    );
  });
}

/** Every word of the index, of how many messages. */
function indexOf({ db }: Store): readonly unknown[] {
  db.exec('CREATE VIRTUAL TABLE IF NOT EXISTS temp.seen USING fts5vocab(main, search_words, row)');
  return all(db, 'SELECT hex(term) AS term, doc FROM temp.seen ORDER BY 1');
}

function rebuild(store: Store): void {
  store.write(() => projections.find(({ name }) => name === 'search')?.rebuild(store.db));
}

/** Few words that end and begin alike, of one letter and of many, in scripts with and without spaces. */
const words = [
  'a',
  'an',
  'the',
  'then',
  'athe',
  'n',
  'Ofen',
  'of',
  '𝒜b',
  'ß',
  'İo',
  '東京',
  'カー',
  '1',
  '22',
  'x'.repeat(70),
];
const signs = [' ', ' ', ' ', ' ', '  ', ', ', '-', '…', "'", ''];
const pick = <T>(random: Random, list: readonly T[]): T => list[integer(random, list.length)] as T;

const sentence = (random: Random): string =>
  Array.from(
    { length: 1 + integer(random, 6) },
    () => pick(random, words) + pick(random, signs),
  ).join('');

test('whatever stands in a text, the index has of it what a search for it asks for', () => {
  const text = fc.array(
    fc.oneof(fc.constantFrom(...words), fc.constantFrom(...signs), fc.string({ unit: 'grapheme' })),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), (pieces, from, length) => {
      const letters = [...foldedWords(pieces.join(''))];
      const begin = from % (letters.length + 1);
      const term = letters
        .slice(begin, begin + (length % 12))
        .join('')
        .trim();
      const has = wordsOf(letters.join(''));
      const known = new Set([...has.whole, ...has.pairs, ...has.neighbours]);
      const lacks = needsOf(term).filter((need) => {
        if ('part' in need) return !has.whole.some((word) => word.includes(need.part));
        if ('word' in need) return !known.has(need.word);
        const { first, second, firstOpen, secondOpen } = need;
        const longer = has.whole.filter((word) => word.startsWith(second));
        const ways = [second, ...(secondOpen ? longer : [])].map((one) =>
          neighbourWord(first, one),
        );
        return !ways.some((way) =>
          firstOpen ? has.neighbours.some((one) => one.startsWith(way)) : known.has(way),
        );
      });
      expect({ term, lacks }).toEqual({ term, lacks: [] });
    }),
    { numRuns: 2_000 },
  );
});

describe('over random messages, edits and deletions', () => {
  let temp: TempStore;
  let shown: Map<string, string>;
  let roomNo: number;
  const random = seeded(39);

  /** Writes some more, edits and deletes among what there is. */
  function go(first: number, count: number): void {
    for (let n = first; n < first + count; n += 1) {
      const id = `$m${n}`;
      const some: RawEvent[] = [message(sentence(random), { id, ts: noon + n * 10 })];
      shown.set(id, String(some[0]?.content['body']));
      const other = `$m${integer(random, n + 1)}`;
      if (n % 3 === 0 && shown.has(other)) {
        const body = sentence(random);
        some.push(edit(other, body, { id: `$e${n}`, ts: noon + n * 10 + 1 }));
        shown.set(other, body);
      }
      if (n % 7 === 0) {
        some.push(redaction(other, { id: `$r${n}`, ts: noon + n * 10 + 2 }));
        shown.delete(other);
      }
      append(temp.store, roomNo, some);
    }
  }

  /** By a look at every message. */
  function expected(asked: string): string[] {
    const terms = termsOf(asked);
    const all = [...shown].filter(([, body]) =>
      terms.every((term) => foldedWords(body).includes(term)),
    );
    return all.map(([id]) => id).sort((a, b) => Number(b.slice(2)) - Number(a.slice(2)));
  }

  async function check(questions: number): Promise<void> {
    const bodies = [...shown.values()];
    for (let n = 0; n < questions; n += 1) {
      const body = pick(random, bodies).replaceAll('"', '');
      const begin = integer(random, body.length);
      const part =
        n % 4 === 0 ? sentence(random) : body.slice(begin, begin + 2 + integer(random, 12));
      const more = n % 5 === 0 ? ` ${pick(random, words)}` : '';
      const asked = `"${part}"${more}`;
      if (termsOf(asked).length === 0) continue;
      expect([asked, await found(temp.store, asked, 500)]).toEqual([asked, expected(asked)]);
    }
  }

  beforeAll(() => {
    temp = tempStore();
    shown = new Map();
    roomNo = putRoom(temp.store);
  });
  afterAll(() => temp.remove());

  test('phrases are found as a plain look finds them; also of rows without neighbours, while these get them, and after', async () => {
    const { store } = temp;
    // An older build wrote rows without neighbours.
    store.write(() => setNeighboursFrom(store.db, Number.MAX_SAFE_INTEGER));
    append(store, roomNo, newer);
    go(0, 150);
    await check(60);
    const clock = testClock();
    // Each look at the clock takes a turn's time: one page a turn.
    let now = 0;
    const slow = { ...clock, monotonic: () => (now += 10) };
    const fill = createSearchFill({ store, clock: slow, log });
    fill.start();
    for (let turn = 0; turn < 23; turn += 1) clock.pass(24);
    fill.stop();
    const mark = neighboursFrom(store.db);
    expect(mark).toBeLessThan((noon + 1_500) * 1_000);
    expect(mark).toBeGreaterThan(noon * 1_000);
    // The next changes concern rows on both sides of the mark.
    go(150, 80);
    await check(60);
    temp.reopen();
    expect(neighboursFrom(temp.store.db)).toBe(mark);
    const again = createSearchFill({ store: temp.store, clock: slow, log });
    again.start();
    for (let turn = 0; turn < 40; turn += 1) clock.pass(24);
    expect(neighboursFrom(temp.store.db)).toBe(0);
    go(230, 40);
    await check(120);
  }, 120_000);

  test('the index has nothing else than what it has when it is made anew', async () => {
    const { store } = temp;
    const before = indexOf(store);
    rebuild(store);
    expect(indexOf(store)).toEqual(before);
    await check(40);
    store.write(() => {
      store.db.exec(`INSERT INTO search_words(search_words) VALUES ('integrity-check')`);
    });
    append(
      store,
      roomNo,
      [...shown.keys(), ...newer.map(({ event_id: id }) => id)].map((id) =>
        redaction(id, { id: `$gone${id}` }),
      ),
    );
    expect(indexOf(store).length).toBe(0);
  }, 60_000);
});

test('a profile of the schema before: its messages get their neighbours, and are found all the time', async () => {
  const folder = tempFolder();
  const older = openStore({ folder, key: testKey, log: quiet });
  // An older build stored messages without neighbours.
  older.write(() => setNeighboursFrom(older.db, Number.MAX_SAFE_INTEGER));
  const roomNo = putRoom(older);
  const texts = ['marrow bone', 'bone marrow', 'the marrow, bone by bone'];
  append(older, roomNo, newer);
  append(
    older,
    roomNo,
    texts.map((text, n) => message(text, { id: `$t${n}`, ts: noon + n })),
  );
  older.write(() => setNeighboursFrom(older.db, 0));
  // All that the migration to neighbours does to a profile.
  const migration = migrations.find(({ version }) => version === 260);
  older.db.exec(migration?.sql ?? '');
  older.close();
  const store = openStore({ folder, key: testKey, log: quiet });
  expect(neighboursFrom(store.db)).toBe((noon + 1_000_000 + 1_000) * 1_000 + 1);
  expect(await found(store, '"marrow bone"')).toEqual(['$t0']);
  expect(indexOf(store).length).toBeGreaterThan(0);
  const clock = testClock();
  const fill = createSearchFill({ store, clock, log });
  fill.start();
  for (let turn = 0; turn < 100 && neighboursFrom(store.db) > 0; turn += 1) clock.pass(24);
  expect(neighboursFrom(store.db)).toBe(0);
  const filled = indexOf(store);
  expect(await found(store, '"marrow bone"')).toEqual(['$t0']);
  expect(await found(store, '"marrow, bone"')).toEqual(['$t2']);
  rebuild(store);
  expect(indexOf(store)).toEqual(filled);
  store.close();
});

test('long and hostile texts and phrases are stored, found and taken out again', async () => {
  const temp = tempStore();
  const { store } = temp;
  const roomNo = putRoom(store);
  const many = Array.from({ length: 4_000 }, (_, n) => `w${n.toString(36)}`).join(' ');
  const texts = {
    $same: 'lull '.repeat(13_000),
    $many: many,
    $long: 'z'.repeat(65_000),
    $signs: '"" AND OR NOT NEAR(a b) * ^ : {x} - + \u0000 end',
    $private: 'a \u{e001}theb \u{e000}1 b',
  };
  append(
    store,
    roomNo,
    Object.entries(texts).map(([id, body], n) => message(body, { id, ts: noon + n })),
  );
  append(store, roomNo, newer);
  const phrase = many.split(' ').slice(2_000, 2_200).join(' ');
  expect(await found(store, `"${phrase}"`)).toEqual(['$many']);
  expect(await found(store, `"${phrase} x"`)).toEqual([]);
  expect(await found(store, `"${'lull '.repeat(200)}"`)).toEqual(['$same']);
  expect(await found(store, '"ull lul"')).toEqual(['$same']);
  expect(await found(store, '"lull w1"')).toEqual([]);
  expect(await found(store, '"AND OR NOT NEAR(a"')).toEqual(['$signs']);
  expect(await found(store, '"a \u{e001}theb"')).toEqual(['$private']);
  expect(await found(store, `"${'z'.repeat(10_000)}"`)).toEqual(['$long']);
  for (const empty of ['""', '" "', '"', '"" "" ""', '', '   '])
    expect(await found(store, empty)).toEqual([]);
  const before = indexOf(store);
  append(
    store,
    roomNo,
    Object.keys(texts).map((id) => redaction(id, { id: `$r${id}` })),
  );
  expect(indexOf(store).length).toBeLessThan(before.length / 2);
  rebuild(store);
  expect(await found(store, '"lull lull"')).toEqual([]);
  temp.remove();
}, 60_000);
