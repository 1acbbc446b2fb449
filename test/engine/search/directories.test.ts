// Text and names of files in directories, as search and the lists of files find them: the present version,
// until it is deleted, moved, redacted or replaced.
import { all } from '#stores/sqlite/statements';
import { mediaHandle, updateMedia } from '#stores/media/media';
import { createFileTexts } from '#engine/search/fileTexts';
import { createSearchView } from '#engine/search/view';
import { sourceOfFile } from '#engine/media/attachmentCrypto';
import { FoundMessage, type SearchQuery } from '#contract/areas/messages/search';
import { alice, noon, redaction } from '../../fixtures/events';
import { encryptedFile, entry, fileMessage, fileVersion } from '../../fixtures/files';
import { testKey } from '../../native-stores/support/tempStore';
import { log } from '../crypto/harness';
import { filesBench, type FilesBench } from '../files/bench';

const tree = '!tree:example.org';
const papers = '!papers:example.org';

let bench: FilesBench;
let texts: ReturnType<typeof createFileTexts>;
const here = new Map<string, string>();
const read: string[] = [];
beforeEach(() => {
  here.clear();
  read.length = 0;
  bench = filesBench();
  const { store } = bench.temp;
  const reader = (how: string) => (handle: string) => {
    const text = here.get(handle) ?? null;
    read.push(`${how} ${text}`);
    return Promise.resolve(text);
  };
  texts = createFileTexts({
    ...{ store, clock: bench.clock, log },
    textHead: reader('text'),
    pdfText: reader('pdf'),
  });
  texts.start();
  bench.directory(tree, 'Garden');
  bench.directory(papers, 'Garden papers', tree);
});
afterEach(() => {
  texts.stop();
  bench.temp.remove();
});

/** The bytes of this file are on this computer now. */
function arrive(name: string, text: string, mimeType = 'text/plain'): void {
  const { store } = bench.temp;
  const mxc = `mxc://example.org/${name.replace(/[^A-Za-z0-9]/g, '')}`;
  const { key, iv, hashes, v } = encryptedFile(mxc);
  store.write((changes) => {
    const source = sourceOfFile({ url: mxc, key, iv, hashes, v });
    const facts = { fileName: null, mimeType, sizeBytes: 9, variant: 'full' };
    const handle = mediaHandle(store.db, { ...facts, mxc, source });
    here.set(handle, text);
    updateMedia(store.db, handle, {
      ...{ cacheFile: handle, cacheKey: testKey, cacheIv: testKey.subarray(16), verified: true },
    });
    changes.topic('media');
  });
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) {
    bench.clock.pass(500);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function found(text: string, more: Partial<SearchQuery> = {}): Promise<FoundMessage[]> {
  const { deps, temp } = bench;
  const query = {
    ...{ text, roomId: null, room: null, sender: null, has: [], fromMs: null, toMs: null },
    ...{ limit: 50, ...more },
  };
  const pathOf = (roomId: string) =>
    deps.forest
      .read()
      .pathOf(roomId)
      .map(({ name }) => name);
  const { promise, resolve } = Promise.withResolvers<readonly FoundMessage[]>();
  const view = createSearchView(
    { store: temp.store, ownUserId: () => alice, clock: bench.clock, log, pathOf },
    query,
    { set: resolve, fail: (error) => resolve([error as never]) },
  );
  const items = (await promise).map((item) => FoundMessage.parse(item));
  view.close();
  return items;
}

const lines = async (text: string, more?: Partial<SearchQuery>): Promise<string[]> =>
  (await found(text, more)).map(({ inFile, text: line }) => `${inFile}: ${line}`);

function inFiles(text: string): string[] {
  const { view, value } = bench.found({ text, inText: true });
  const rows = value().map(({ name, inside }) => `${name}: ${inside?.text ?? ''}`);
  view.close();
  return rows;
}

function file(name: string, shown = name): string {
  const id = `$${name}`;
  bench.arrive(
    papers,
    fileMessage(name, { id, sender: alice, ts: noon }),
    entry(id, { active: true, name: shown }),
  );
  return id;
}

test('text in a file of a folder is found with its name, its folders and marked words, and by Find in files', async () => {
  file('notes.txt');
  await settled();
  expect(read).toEqual([]);
  arrive('notes.txt', 'Beds by the wall:\nrhubarb, and rhubarb, and rhubarb, and rhubarb again');
  await settled();
  const [hit, ...others] = await found('rhubarb');
  expect(others).toEqual([]);
  expect(hit).toMatchObject({
    ...{ roomId: papers, eventId: '$notes.txt', inFile: 'notes.txt', isFile: true },
    folder: { path: 'Garden / Garden papers', fileKind: 'text' },
    text: 'Beds by the wall: rhubarb, and rhubarb, and rhubarb, and rhubarb again',
  });
  // A line that repeats the word is not all mark.
  expect(hit?.marks.map(({ from, to }) => hit.text.slice(from, to))).toEqual([
    ...['rhubarb', 'rhubarb', 'rhubarb'],
  ]);
  expect(inFiles('rhubarb')).toEqual([
    'notes.txt: Beds by the wall: rhubarb, and rhubarb, and rhubarb, and rhubarb again',
  ]);
  expect(inFiles('notes')).toEqual(['notes.txt: ']);
  // Without the wish for it lists find names alone.
  const { view, value } = bench.found({ text: 'rhubarb' });
  expect(value()).toEqual([]);
  view.close();
  expect(await lines('', { sender: 'alice' })).toEqual([]);
  expect((await found('rhubarb', { has: ['image'] })).length).toBe(0);
});

test('the name that the folder gives a file finds it, before and after it changes; what it was called there does not', async () => {
  const id = file('draft.txt', 'Plan of the beds.txt');
  expect(await lines('plan beds')).toEqual(['Plan of the beds.txt: Plan of the beds.txt']);
  expect(await lines('draft')).toEqual([]);
  bench.arrive(papers, entry(id, { active: true, name: 'Orchard.txt' }));
  expect(await lines('orchard')).toEqual(['Orchard.txt: Orchard.txt']);
  expect(await lines('beds')).toEqual([]);
});

test('a version that was replaced, a deleted file and a redacted one are not found; a restored one is', async () => {
  const id = file('notes.txt');
  arrive('notes.txt', 'plant rhubarb');
  await settled();
  expect(await lines('rhubarb')).toEqual(['notes.txt: plant rhubarb']);
  bench.arrive(papers, entry(id, { active: false, name: 'notes.txt' }));
  expect([await lines('rhubarb'), inFiles('rhubarb')]).toEqual([[], []]);
  bench.arrive(papers, entry(id, { active: true, name: 'notes.txt' }));
  expect((await lines('rhubarb')).length).toBe(1);
  const second = fileVersion('notes2.txt', id, { id: '$v2', sender: alice, ts: noon + 1 });
  bench.arrive(
    papers,
    second,
    entry('$v2', { active: true, name: 'notes.txt', version: 2 }),
    entry(id, { active: false, name: 'notes.txt' }),
  );
  arrive('notes2.txt', 'plant strawberries');
  await settled();
  expect([await lines('rhubarb'), inFiles('rhubarb')]).toEqual([[], []]);
  expect(await lines('strawberries')).toEqual(['notes.txt: plant strawberries']);
  expect(inFiles('strawberries')).toEqual(['notes.txt: plant strawberries']);
  const { db } = bench.temp.store;
  bench.arrive(papers, redaction('$v2', { id: '$r', sender: alice, ts: noon + 2 }));
  bench.arrive(papers, redaction(id, { id: '$r2', sender: alice, ts: noon + 3 }));
  expect([await lines('strawberries'), inFiles('strawberries')]).toEqual([[], []]);
  expect(all(db, 'SELECT * FROM file_texts')).toEqual([]);
  const rows = all(db, 'SELECT body FROM search_messages WHERE room_no = ?', roomNo());
  expect(rows).toEqual([]);
});

const roomNo = (): number =>
  all<{ room_no: number }>(
    bench.temp.store.db,
    'SELECT room_no FROM rooms WHERE room_id = ?',
    papers,
  )[0]?.room_no ?? 0;

test('PDFs are given to their reader, and a file that is here before its message is read with it, once', async () => {
  arrive('plan.pdf', 'the greenhouse', 'application/pdf');
  await settled();
  expect(read).toEqual([]);
  const id = '$plan';
  const pdf = { info: { size: 9, mimetype: 'application/pdf' } };
  bench.arrive(
    papers,
    fileMessage('plan.pdf', { id, sender: alice, ts: noon }, pdf),
    entry(id, { active: true, name: 'plan.pdf' }),
  );
  await settled();
  expect(read).toEqual(['pdf the greenhouse']);
  expect(await lines('greenhouse')).toEqual(['plan.pdf: the greenhouse']);
  expect((await found('greenhouse'))[0]?.folder?.fileKind).toBe('pdf');
  // Later files cause no more requests.
  file('other.txt');
  await settled();
  expect(read.length).toBe(1);
});
