// Message search over a real store: finds words and parts of words of messages as shown, and nothing that was deleted.
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setPlain } from '#stores/ingest/decryption';
import { appendLive } from '#stores/ingest/timeline';
import { putState } from '#stores/ingest/state';
import type { RawEvent } from '#stores/events/types';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { beginRemoval, removeSome } from '#stores/ingest/removal';
import { all, get } from '#stores/sqlite/statements';
import { leaveToFilling, setFilling } from '#stores/search/filling';
import { dropAllSearchable } from '#stores/search/messages';
import { connect } from '#stores/sqlite/connect';
import { mediaHandle, updateMedia } from '#stores/media/media';
import { getSetting } from '#stores/settings/settings';
import { recomputeRoom } from '#engine/rooms/derive';
import { createFileTexts } from '#engine/search/fileTexts';
import { createSearchFill, filledShare } from '#engine/search/fill';
import { createCoverageView, createSearchView } from '#engine/search/view';
import {
  FoundMessage,
  type SearchCoverage,
  type SearchQuery,
} from '#contract/areas/messages/search';
import type { PagedView } from '#engine/views/view';
import {
  alice,
  bob,
  create,
  edit,
  encrypted,
  event,
  member,
  message,
  noon,
  redaction,
  state,
} from '../../fixtures/events';
import { fileMessage } from '../../fixtures/files';
import { tempStore, testKey, type TempStore } from '../../native-stores/support/tempStore';
import { log } from '../crypto/harness';
import { testClock, type TestClock } from '../views/support';

let temp: TempStore;
let clock: TestClock;
beforeEach(() => {
  temp = tempStore();
  clock = testClock();
});
afterEach(() => temp.remove());

const idOf = (name: string): string => `!${name}:example.org`;

function room(
  name: string,
  events: readonly RawEvent[] = [],
  prevBatch: string | null = null,
): number {
  const { store } = temp;
  const { db } = store;
  return store.write((changes) => {
    const roomNo = ensureRoom(db, idOf(name));
    updateRoom(db, roomNo, { membership: 'join' });
    const people = [member(alice, 'join', 'Alice'), member(bob, 'join', 'Bob Ünal')];
    putState(db, roomNo, [create(), ...people, state('m.room.name', '', { name })], 1);
    recomputeRoom(db, roomNo, alice, changes);
    append(roomNo, events, prevBatch);
    return roomNo;
  });
}

function append(
  roomNo: number,
  events: readonly RawEvent[],
  prevBatch: string | null = null,
): void {
  const { store } = temp;
  store.write((changes) => {
    const { db } = store;
    const receivedMs = noon + 10_000_000;
    appendLive(db, { roomNo, events, limited: false, prevBatch, receivedMs, ownUserId: alice });
    changes.timeline(roomNo);
  });
}

const nothing: SearchQuery = {
  text: '',
  roomId: null,
  room: null,
  sender: null,
  has: [],
  fromMs: null,
  toMs: null,
  limit: 50,
};

interface Search {
  readonly view: PagedView;
  readonly items: () => readonly FoundMessage[];
  /** Resolves with the next answer. */
  next(): Promise<readonly FoundMessage[]>;
}

function open(query: Partial<SearchQuery>): Search {
  let items: readonly FoundMessage[] = [];
  let tell: (items: readonly FoundMessage[]) => void = () => undefined;
  let told = new Promise<readonly FoundMessage[]>((resolve) => (tell = resolve));
  const view = createSearchView(
    { store: temp.store, ownUserId: () => alice, clock, pathOf: () => ['Above'] },
    { ...nothing, ...query },
    {
      set: (value) => {
        items = value.map((one) => FoundMessage.parse(one));
        tell(items);
      },
      fail: (error) => {
        throw new Error(error.message);
      },
    },
  );
  temp.store.onCommit((changes) => {
    clock.pass(1_000);
    view.refresh(changes);
  });
  return {
    view,
    items: () => items,
    async next() {
      const value = await told;
      told = new Promise((resolve) => (tell = resolve));
      return value;
    },
  };
}

async function found(query: Partial<SearchQuery>): Promise<string[]> {
  const { view, next } = open(query);
  const items = await next();
  view.close();
  return items.map(({ text }) => text);
}

test('words and parts of words are found in any order, without case and accents; within quotes together', async () => {
  room('a', [
    message('The gusset is narrow', { ts: noon }),
    message('Sidegussets are now 80 mm', { ts: noon + 1 }),
    message('Café Zoë opens at nine', { ts: noon + 2 }),
    message('東京タワーで会いましょう', { ts: noon + 3 }),
    message('100 % of it, "really"', { ts: noon + 4 }),
  ]);
  expect(await found({ text: 'GUSSET' })).toEqual([
    'Sidegussets are now 80 mm',
    'The gusset is narrow',
  ]);
  expect(await found({ text: 'narrow gusset' })).toEqual(['The gusset is narrow']);
  expect(await found({ text: '"gusset is"' })).toEqual(['The gusset is narrow']);
  expect(await found({ text: '"is gusset"' })).toEqual([]);
  expect(await found({ text: 'cafe zoe' })).toEqual(['Café Zoë opens at nine']);
  expect(await found({ text: '東京' })).toEqual(['東京タワーで会いましょう']);
  expect(await found({ text: '80' })).toEqual(['Sidegussets are now 80 mm']);
  expect(await found({ text: '% of' })).toEqual(['100 % of it, "really"']);
  expect(await found({ text: 'gusset* OR narrow' })).toEqual([]);
  expect(await found({ text: '   ' })).toEqual([]);
});

test('an edited message is found by what it says now, once, at its own time', async () => {
  const no = room('a', [
    message('first words', { id: '$m', ts: noon }),
    message('in between', { ts: noon + 1 }),
    edit('$m', 'second words', { id: '$e', ts: noon + 2 }),
    edit('$m', 'forged words', { id: '$f', ts: noon + 3, sender: alice }),
  ]);
  expect(await found({ text: 'second' })).toEqual(['second words']);
  expect(await found({ text: 'words' })).toEqual(['second words']);
  expect(await found({ text: 'first' })).toEqual([]);
  expect(await found({ text: 'forged' })).toEqual([]);
  append(no, [redaction('$e', { id: '$r', ts: noon + 4 })]);
  expect(await found({ text: 'second' })).toEqual([]);
  expect(await found({ text: 'first' })).toEqual(['first words']);
});

test('nothing of a deleted message is left, neither to be found nor in the index', async () => {
  const no = room('a', [message('quixotic secret', { id: '$m', ts: noon })]);
  expect(await found({ text: 'quixotic' })).toEqual(['quixotic secret']);
  append(no, [redaction('$m', { id: '$r', ts: noon + 1 })]);
  expect(await found({ text: 'quixotic' })).toEqual([]);
  const { db } = temp.store;
  expect(all(db, 'SELECT * FROM search_messages')).toEqual([]);
  expect(indexed()).toEqual([]);
});

/** All that stands in the index of words, of their pieces, and in the list of words. */
function indexed(): readonly unknown[] {
  const { db } = temp.store;
  for (const table of ['words', 'parts'])
    db.exec(
      `CREATE VIRTUAL TABLE IF NOT EXISTS temp.in_${table} USING fts5vocab(main, search_${table}, 'row')`,
    );
  return all(
    db,
    'SELECT term FROM temp.in_words UNION ALL SELECT term FROM temp.in_parts UNION ALL SELECT word FROM search_vocabulary',
  );
}

test('of an unencrypted copy of the file no byte of a deleted message is left in the index', () => {
  const words = Array.from({ length: 60 }, (_, n) => `quixotic${n}`).join(' ');
  const no = room('a', [
    message(words, { id: '$m', ts: noon }),
    message('quixotic1 and plain words stay', { ts: noon + 1 }),
  ]);
  append(no, [redaction('$m', { id: '$r', ts: noon + 2 })]);
  const { db } = temp.store;
  db.pragma('wal_checkpoint(TRUNCATE)');
  const copy = join(temp.folder, 'copy.db');
  copyFileSync(join(temp.folder, 'events.db'), copy);
  const plain = connect(copy, testKey);
  plain.pragma('journal_mode = DELETE');
  plain.pragma(`rekey = ''`);
  plain.close();
  const bytes = readFileSync(copy);
  expect(bytes.includes('SQLite format 3')).toBe(true);
  expect(bytes.includes('plain words stay')).toBe(true);
  expect(bytes.includes('quixotic5')).toBe(false);
  expect(words.split(' ').filter((word) => bytes.includes(`${word} `))).toEqual(['quixotic1']);
});

test('an encrypted message is found once it is decrypted; one whose sender does not match never', async () => {
  const no = room('a', [encrypted('s', { id: '$x', ts: noon })]);
  expect(await found({ text: 'hidden' })).toEqual([]);
  const { store } = temp;
  const eventNo =
    get<{ event_no: number }>(store.db, `SELECT event_no FROM events WHERE event_id = '$x'`)
      ?.event_no ?? 0;
  const search = open({ text: 'hidden' });
  expect(await search.next()).toEqual([]);
  store.write((changes) => {
    const content = { msgtype: 'm.text', body: 'hidden until now' };
    setPlain(store.db, eventNo, { type: 'm.room.message', content }, changes);
    changes.timeline(no);
  });
  expect((await search.next()).map(({ text }) => text)).toEqual(['hidden until now']);
});

test('of a reply only its own words are searched', async () => {
  const relation = { 'm.relates_to': { 'm.in_reply_to': { event_id: '$m' } } };
  room('a', [
    message('the question', { id: '$m', ts: noon }),
    {
      ...message('', { id: '$a', ts: noon + 1 }),
      content: {
        msgtype: 'm.text',
        body: '> <@bob:example.org> the question\n\nmine',
        ...relation,
      },
    },
  ]);
  expect(await found({ text: 'question' })).toEqual(['the question']);
  expect(await found({ text: 'mine' })).toEqual(['mine']);
});

test('conditions: sender by name or address, room, what it has, and time', async () => {
  room('studio', [
    message('plan one', { ts: noon }),
    message('plan two https://example.org', { ts: noon + 86_400_000, sender: alice }),
  ]);
  room('garden', [{ ...fileMessage('plan.pdf'), sender: alice, origin_server_ts: noon + 1 }]);
  expect(await found({ text: 'plan', sender: 'unal' })).toEqual(['plan one']);
  expect(await found({ sender: '@bob' })).toContain('plan one');
  expect(await found({ text: 'plan', room: 'gard' })).toEqual(['plan.pdf']);
  expect(await found({ text: 'plan', roomId: idOf('garden') })).toEqual(['plan.pdf']);
  expect(await found({ has: ['link'] })).toEqual(['plan two https://example.org']);
  expect(await found({ has: ['file'] })).toEqual(['plan.pdf']);
  expect(await found({ has: ['file', 'link'] })).toEqual([]);
  room('polls', [
    {
      ...message('', { ts: noon + 2 }),
      type: 'm.poll.start',
      content: { 'm.text': [{ body: 'Which day? 1. Monday' }] },
    },
  ]);
  expect(await found({ has: ['poll'] })).toEqual(['Which day? 1. Monday']);
  expect(await found({ text: 'plan', fromMs: noon + 2 })).toEqual(['plan two https://example.org']);
  expect(await found({ text: 'plan', toMs: noon + 1 })).toEqual(['plan one']);
});

test('newest first, page by page, also where older messages came later', async () => {
  const no = room('a', [message('needle 5', { ts: noon + 5 })]);
  append(
    no,
    [3, 1, 4, 2].map((n) => message(`needle ${n}`, { id: `$n${n}`, ts: noon + n })),
  );
  const { view, next, items } = open({ text: 'needle', limit: 2 });
  expect((await next()).map(({ text }) => text)).toEqual(['needle 5', 'needle 4']);
  expect(await view.paginate('forward', 2)).toEqual({ reachedStart: true, reachedEnd: false });
  expect(items().map(({ text }) => text)).toEqual(['needle 5', 'needle 4', 'needle 3', 'needle 2']);
  expect(await view.paginate('forward', 5)).toEqual({ reachedStart: true, reachedEnd: true });
  expect(items()).toHaveLength(5);
});

test('a page is the begin of the next one, also where an edit stands far above its message', async () => {
  room('a', [
    message('needle 1', { id: '$old', ts: noon + 1 }),
    ...[2, 3, 4, 5, 6].map((n) => message(`needle ${n}`, { id: `$n${n}`, ts: noon + n })),
    edit('$old', 'needle 1 now', { id: '$e', ts: noon + 7 }),
  ]);
  const all = ['needle 6', 'needle 5', 'needle 4', 'needle 3', 'needle 2', 'needle 1 now'];
  for (let limit = 1; limit <= all.length; limit += 1)
    expect(await found({ text: 'needle', limit })).toEqual(all.slice(0, limit));
});

test('a word, its parts and a phrase are found far back as well, by the index', async () => {
  const noise = Array.from({ length: 1_500 }, (_, n) =>
    message(`noise${n} goes on`, { id: `$x${n}`, ts: noon + 100 + n }),
  );
  room('a', [
    message('Sidegussets are now 80 mm, see part-7b.', { id: '$1', ts: noon }),
    message('the gusset is narrow', { id: '$2', ts: noon + 1 }),
    message('東京タワーで会いましょう', { id: '$3', ts: noon + 2 }),
    message(`${'w'.repeat(90)}tail${'z'.repeat(50)}`, { id: '$4', ts: noon + 3 }),
    message('Ünïcode Straße ελληνικά', { id: '$5', ts: noon + 4 }),
    ...noise,
  ]);
  room('b', [message('gusset elsewhere', { id: '$6', ts: noon + 5 })]);
  const count = async (query: Partial<SearchQuery>): Promise<number> => (await found(query)).length;
  expect(await found({ text: 'gusset' })).toEqual([
    'gusset elsewhere',
    'the gusset is narrow',
    'Sidegussets are now 80 mm, see part-7b.',
  ]);
  expect(await found({ text: 'gusset', roomId: idOf('b') })).toEqual(['gusset elsewhere']);
  for (const text of ['"gussets are n"', 'egussets mm', '"80 mm, see"', 'part-7', '"-7b."', '7b'])
    expect([text, await count({ text })]).toEqual([text, 1]);
  for (const text of ['東京', 'タワー', '京タ', '会', 'strasse', 'STRAẞE', 'λληνικ', 'unicode'])
    expect([text, await count({ text })]).toEqual([text, text.startsWith('stra') ? 0 : 1]);
  for (const text of ['wtail', 'tailz', `w${'tail'}${'z'.repeat(40)}`, 'w'.repeat(70)])
    expect([text, await count({ text })]).toEqual([text, 1]);
  expect(await count({ text: 'oise', limit: 2_000 })).toBe(1_500);
  expect(await count({ text: '"goes on"', limit: 2_000 })).toBe(1_500);
  expect(await count({ text: 'noise1499x' })).toBe(0);
  expect(await count({ text: 'gusset missing' })).toBe(0);
});

test('text that stands in a file of this computer is found with its message, as the version that is shown says it', async () => {
  const { store } = temp;
  const { db } = store;
  const named = (name: string, mxc: string): Record<string, unknown> => ({
    ...{ msgtype: 'm.file', body: name, filename: name, url: mxc },
    info: { mimetype: 'text/markdown' },
  });
  const first = named('notes.md', 'mxc://example.org/one');
  const second = named('notes 2.md', 'mxc://example.org/two');
  const roomNo = room('a', [
    event('m.room.message', first, { id: '$f', ts: noon }),
    message('spanner is in the shed', { id: '$m', ts: noon + 1 }),
  ]);
  const here = new Map<string, string>();
  const asked: string[] = [];
  const arrive = (content: Record<string, unknown>, text: string): void =>
    store.write((changes) => {
      const file = { mxc: String(content['url']), variant: 'full', source: null };
      const facts = { fileName: null, mimeType: null, sizeBytes: 9 };
      const handle = mediaHandle(db, { ...file, ...facts });
      here.set(handle, text);
      updateMedia(db, handle, {
        ...{ cacheFile: handle, cacheKey: testKey, cacheIv: testKey.subarray(16), verified: true },
      });
      changes.topic('media');
    });
  const texts = createFileTexts({
    ...{ store, clock, log },
    pdfText: () => Promise.resolve(null),
    textHead(handle) {
      asked.push(handle);
      return Promise.resolve(here.get(handle) ?? null);
    },
  });
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 6; turn += 1) {
      clock.pass(500);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  texts.start();
  await settled();
  expect(asked).toEqual([]);
  arrive(first, `${'line after line\n'.repeat(200)}# Tools\n\nthe spanner\tlies under the bench`);
  await settled();
  const { next, view } = open({ text: 'spanner' });
  const hits = await next();
  view.close();
  expect(hits.map(({ eventId, inFile }) => [eventId, inFile])).toEqual([
    ['$m', null],
    ['$f', 'notes.md'],
  ]);
  expect(hits[1]?.text).toMatch(/^….*the spanner lies under the bench$/);
  expect(hits[1]?.marks.map(({ from, to }) => hits[1]?.text.slice(from, to))).toEqual(['spanner']);
  expect((await found({ text: 'notes bench' })).length).toBe(1);
  // A newer version: its text counts, once it is here.
  append(roomNo, [
    event(
      'm.room.message',
      {
        ...second,
        'm.new_content': second,
        'm.relates_to': { rel_type: 'm.replace', event_id: '$f' },
      },
      { id: '$v2', ts: noon + 2 },
    ),
  ]);
  expect(await found({ text: 'bench' })).toEqual([]);
  arrive(second, 'the wrench hangs at the door');
  await settled();
  expect(await found({ text: 'wrench door' })).toEqual(['the wrench hangs at the door']);
  append(roomNo, [redaction('$f', { id: '$r', ts: noon + 3 })]);
  expect(await found({ text: 'wrench' })).toEqual([]);
  expect(all(db, 'SELECT * FROM file_texts')).toEqual([]);
  texts.stop();
});

test('of files that are no text, not here, or named without their key nothing is read', async () => {
  const { store } = temp;
  const { db } = store;
  const content = (name: string, id: string): Record<string, unknown> => ({
    ...{ msgtype: 'm.file', body: name, url: `mxc://example.org/${id}` },
    info: { mimetype: 'text/plain' },
  });
  room('a', [
    event('m.room.message', content('binary.txt', 'binary'), { id: '$b', ts: noon }),
    event('m.room.message', content('gone.txt', 'gone'), { id: '$g', ts: noon + 1 }),
    event('m.room.message', content('other.txt', 'other'), { id: '$o', ts: noon + 2 }),
  ]);
  const facts = { fileName: null, mimeType: null, sizeBytes: 9, variant: 'full' };
  const here = { cacheFile: 'x', cacheKey: testKey, cacheIv: testKey, verified: true };
  const named = new Map<string, string>();
  store.write(() => {
    for (const [id, source] of [
      ['binary', null],
      ['gone', null],
      ['other', '{"key":"of somebody"}'],
    ] as const) {
      const handle = mediaHandle(db, { ...facts, mxc: `mxc://example.org/${id}`, source });
      named.set(handle, id);
      updateMedia(db, handle, here);
    }
  });
  const asked: string[] = [];
  const texts = createFileTexts({
    ...{ store, clock, log },
    pdfText: () => Promise.resolve(null),
    textHead(handle) {
      const id = named.get(handle) ?? '';
      asked.push(id);
      return Promise.resolve(id === 'gone' ? null : id === 'binary' ? '' : 'secret words');
    },
  });
  texts.start();
  for (let turn = 0; turn < 6; turn += 1) {
    clock.pass(500);
    await new Promise((resolve) => setImmediate(resolve));
  }
  texts.stop();
  expect(asked.sort()).toEqual(['binary', 'gone']);
  expect(await found({ text: 'secret' })).toEqual([]);
});

test('a room that was left, or is taken away, is not found any more', async () => {
  const no = room('a', [message('gone words', { ts: noon })]);
  const { store } = temp;
  store.write(() => updateRoom(store.db, no, { membership: 'leave' }));
  expect(await found({ text: 'gone' })).toEqual([]);
  store.write(() => beginRemoval(store.db, no));
  while (store.write(() => removeSome(store.db, 100)));
  expect(all(store.db, 'SELECT * FROM search_messages')).toEqual([]);
  expect(indexed()).toEqual([]);
});

test('a hit shows the words of a formatted message near its begin, without markup; what was hidden stays so', async () => {
  const formatted = (body: string, html: string, ts: number): RawEvent =>
    event(
      'm.room.message',
      { msgtype: 'm.text', body, format: 'org.matrix.custom.html', formatted_body: html },
      { ts },
    );
  const lead = 'for (const bed of beds) if (bed.dry) bed.open(60);';
  room('a', [
    formatted(
      `\`\`\`ts\n${lead} // the door of the shed\n\`\`\``,
      `<pre><code class="language-ts">${lead} // the door of the shed\n</code></pre>`,
      noon,
    ),
    formatted('**Mind** the _shed_', '<strong>Mind</strong> the <em>shed</em>', noon + 1),
    formatted('[here](https://shed.org/a)', '<a href="https://shed.org/a">here</a>', noon + 2),
    formatted('the key of the shed', 'the <span data-mx-spoiler>key of the shed</span>', noon + 3),
  ]);
  const { next } = open({ text: 'shed' });
  const shown = (await next()).map(({ text, marks }) => ({
    text,
    words: marks.map(({ from, to }) => text.slice(from, to)),
  }));
  expect(shown).toEqual([
    { text: 'the ▒▒▒', words: [] },
    { text: '[here](https://shed.org/a)', words: ['shed'] },
    { text: 'Mind the shed', words: ['shed'] },
    { text: '…bed.open(60); // the door of the shed', words: ['shed'] },
  ]);
});

test('what an older build stored is added in turns, goes on after a restart, and says how far it is', async () => {
  const { store } = temp;
  const { db } = store;
  room(
    'a',
    Array.from({ length: 300 }, (_, n) => message(`old ${n}`, { id: `$o${n}`, ts: noon + n })),
  );
  store.write(() => {
    dropAllSearchable(db);
    const of = get<{ no: number }>(db, 'SELECT max(event_no) AS no FROM events')?.no ?? 0;
    setFilling(db, { below: of + 1, of });
  });
  expect(filledShare(db)).toBe(0);
  // Each look at the clock takes a turn's time: one page a turn.
  let now = 0;
  const slow = { ...clock, monotonic: () => (now += 10) };
  const first = createSearchFill({ store, clock: slow, log });
  first.start();
  clock.pass(0);
  clock.pass(24);
  first.stop();
  const share = filledShare(db) ?? 1;
  expect(share).toBeGreaterThan(0.2);
  expect(share).toBeLessThan(0.6);
  expect(await found({ text: 'old 299' })).toEqual(['old 299']);
  let coverage: SearchCoverage | null = null;
  const view = createCoverageView({ store, ownUserId: () => alice, clock }, idOf('a'), {
    set: (value) => (coverage = value),
    fail: () => undefined,
  });
  expect(coverage).toEqual({ filling: share, room: { complete: true, sinceMs: null } });
  view.close();
  const second = createSearchFill({ store, clock: slow, log });
  second.start();
  for (let turn = 0; turn < 20; turn += 1) clock.pass(24);
  expect(filledShare(db)).toBeNull();
  expect(getSetting(db, 'searchFill')).toBeNull();
  expect(await found({ text: 'old', limit: 500 })).toHaveLength(300);
});

test('filling waits while what was written is not in the file yet', async () => {
  const { store } = temp;
  store.write(() => leaveToFilling(store.db));
  room('a', [message('patient', { ts: noon })]);
  let behind = true;
  const fill = createSearchFill({ store: { ...store, behind: () => behind }, clock, log });
  fill.start();
  for (let turn = 0; turn < 20; turn += 1) clock.pass(100);
  expect(filledShare(store.db)).toBe(0);
  behind = false;
  clock.pass(100);
  expect(await found({ text: 'patient' })).toEqual(['patient']);
  fill.stop();
});

test('what a first sync brings is left to the turns after it; what comes meanwhile is found at once', async () => {
  const { store } = temp;
  const { db } = store;
  store.write(() => leaveToFilling(db));
  const roomNo = room(
    'a',
    Array.from({ length: 120 }, (_, n) => message(`first ${n}`, { id: `$f${n}`, ts: noon + n })),
  );
  expect(await found({ text: 'first' })).toEqual([]);
  expect(filledShare(db)).toBe(0);
  let now = 0;
  const slow = { ...clock, monotonic: () => (now += 10) };
  const fill = createSearchFill({ store, clock: slow, log });
  fill.start();
  clock.pass(0);
  expect(await found({ text: 'first 119' })).toEqual(['first 119']);
  append(roomNo, [message('just now', { ts: noon + 1_000 })]);
  // One that was stored before and is changed while its turn has not come.
  append(roomNo, [redaction('$f0')]);
  expect(await found({ text: 'just' })).toEqual(['just now']);
  for (let turn = 0; turn < 10; turn += 1) clock.pass(24);
  expect(filledShare(db)).toBeNull();
  expect(await found({ text: 'first', limit: 500 })).toHaveLength(119);
  expect(get<{ n: number }>(db, 'SELECT count(*) AS n FROM search_messages')?.n).toBe(120);
  fill.stop();
});

test('how far back a room was searched is where its newest gap ends', () => {
  const { store } = temp;
  room('a', [message('x', { ts: noon + 7 })], 'earlier');
  const seen: SearchCoverage[] = [];
  const view = createCoverageView({ store, ownUserId: () => alice, clock }, idOf('a'), {
    set: (value) => void seen.push(value),
    fail: () => undefined,
  });
  expect(seen).toEqual([{ filling: null, room: { complete: false, sinceMs: noon + 7 } }]);
  view.close();
});
