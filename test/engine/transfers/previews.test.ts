// Small pictures of uploaded ones: a window makes them, and they travel encrypted with the message.
import { createDecipheriv, randomBytes } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { WantedPreview } from '#contract/areas/files/transfersModels';
import { on } from '../../faults/faultProxy';
import { eventually } from '../../support/eventually';
import {
  clean,
  allDone,
  drop,
  listing,
  newTree,
  openStage,
  savedHash,
  sha256,
  type Stage,
} from './kit';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 120_000);
afterAll(() => stage?.close());
afterEach(() => clean(stage));

/** The first bytes of a PNG. */
const png = (bytes: number): Buffer =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a0000000d49484452000000100000001008060000001ff3ff61', 'hex'),
    deflateSync(randomBytes(bytes)),
  ]);

const preview = {
  width: 640,
  height: 480,
  durationMs: null,
  blurhash: 'LEHV6nWB2yk8pyo0adR*.7kCMdnj',
};

/** Acts like a window: it loads each wanted picture and answers; `seen` are the bytes that it got. */
function pictureWindow(make: (wanted: WantedPreview) => Promise<void>) {
  const { alice } = stage;
  const begun = new Set<string>();
  const failures: unknown[] = [];
  const close: () => void = alice.watch('wantedPreviews', {}, (wanted) => {
    for (const one of wanted) {
      if (begun.has(one.key)) continue;
      begun.add(one.key);
      make(one).catch((thrown: unknown) => failures.push(thrown));
    }
  });
  return { begun, failures, close: () => close() };
}

async function plainOf(handle: string): Promise<Buffer> {
  const { ticket } = await stage.alice.main.call('mediaTicket', { handle, at: null });
  if (ticket === null) throw new Error('no ticket');
  const decipher = createDecipheriv('aes-256-ctr', ticket.key, ticket.iv);
  return decipher.update(readFileSync(ticket.path));
}

async function blob(bytes: Uint8Array): Promise<string> {
  const { call } = stage.alice;
  const { ticket } = await call('beginBlob', { fileName: 'thumbnail', mimeType: 'image/webp' });
  await call('appendBlob', { ticket, seq: 0, bytes });
  return ticket;
}

const uploads = (): number =>
  stage.proxy.log.filter(({ path }) => path === '/_matrix/media/v3/upload').length;

const staged = (): string[] => readdirSync(join(stage.alice.folder, 'staging'));

test('MEDIA a picture in a directory has a small one, made by the window from its very bytes', async () => {
  const { alice, files } = stage;
  const tree = await newTree(alice);
  const picture = png(400_000);
  const small = png(2_000);
  files.write({ 'p/photo.png': picture, 'p/notes.txt': Buffer.from('text') });
  const seen: Buffer[] = [];
  const window = pictureWindow(async ({ key, handle }) => {
    seen.push(await plainOf(handle));
    const thumbnail = { ticket: await blob(small), width: 320, height: 240, mimeType: 'image/png' };
    await alice.call('previewMade', { key, preview: { ...preview, thumbnail } });
  });
  await drop(alice, tree, [join(files.path, 'p/notes.txt')]);
  await allDone(alice, 1);
  // The first try of the small one is lost; it is sent again, and the file is not.
  const upload = on('POST', '/_matrix/media/v3/upload');
  stage.proxy.rules.add({ match: upload, status: 502, skip: 1, times: 1 });
  const before = uploads();
  await drop(alice, tree, [join(files.path, 'p/photo.png')]);
  await allDone(alice, 2);
  window.close();
  expect([window.failures, window.begun.size, uploads() - before]).toEqual([[], 1, 3]);
  expect(seen.map(sha256)).toEqual([sha256(picture)]);
  const [notes, photo] = await listing(alice, tree, 2);
  if (photo?.kind !== 'file' || notes?.kind !== 'file') throw new Error('no files');
  expect(photo.media).toMatchObject({ width: 640, height: 480, blurhash: preview.blurhash });
  expect(notes.media).toMatchObject({ width: null, thumbnail: null });
  expect(await savedHash(alice, files.path, photo.media?.thumbnail ?? '')).toBe(sha256(small));
  expect(await savedHash(alice, files.path, photo.media?.handle ?? '')).toBe(sha256(picture));
}, 60_000);

test('without a window, or with one that cannot, a picture goes without', async () => {
  const { alice, files } = stage;
  const tree = await newTree(alice);
  files.write({ 'w/one.png': png(5_000), 'w/two.png': png(5_000), 'w/three.png': png(5_000) });
  const path = (name: string): string => join(files.path, 'w', name);
  await drop(alice, tree, [path('one.png')]);
  await allDone(alice, 1);
  const cannot = pictureWindow(async ({ key }) => {
    await alice.call('previewMade', { key, preview: null });
  });
  await drop(alice, tree, [path('two.png')]);
  await allDone(alice, 2);
  cannot.close();
  // One that is closed before it has answered.
  const gone = pictureWindow(async () => gone.close());
  await drop(alice, tree, [path('three.png')]);
  await allDone(alice, 3);
  expect([cannot.begun.size, gone.begun.size]).toEqual([1, 1]);
  const items = await listing(alice, tree, 3);
  expect(items.map((item) => (item.kind === 'file' ? item.media?.thumbnail : 'directory'))).toEqual(
    [null, null, null],
  );
  // No copy of a picture is left once the sweep has been there.
  await eventually('an empty staging folder', () => staged().length === 0);
}, 60_000);
