// The folder that a window writes a chat into: whole with its name, or gone. The files come from a stand-in of the downloads.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createExports, type Exports } from '#engine/exports/exports';
import { createStaging, type Staging } from '#engine/media/staging';
import { eventually } from '../../support/eventually';
import { silentLog } from '../../support/silentLog';
import { failureOf } from '../http/kit';
import { tempFolder } from '../media/harness';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';

let place: ReturnType<typeof tempFolder>;
let staging: Staging;
let temp: TempStore;
let exports_: Exports;
/** Another process of the app begins. */
let start: () => Exports;
let timers: (() => void)[];
let save: (handle: string, path: string, partial?: string) => Promise<void>;
const cancelled: string[] = [];
const [window, other] = [1, 2];

const codeOf = async (work: Promise<unknown>): Promise<string> =>
  String((await failureOf(work))['code']);

beforeEach(() => {
  place = tempFolder();
  staging = createStaging({ folder: join(place.path, 'staging'), log: silentLog });
  timers = [];
  cancelled.length = 0;
  save = (handle, path) => writeFile(path, handle);
  const clock = {
    setTimeout(work: () => void) {
      timers.push(work);
      return () => void timers.splice(timers.indexOf(work), 1);
    },
  };
  const downloads = {
    save: (...given: Parameters<typeof save>) => save(...given),
    cancel: (handle: string) => void cancelled.push(handle),
  };
  temp = tempStore();
  start = () => createExports({ clock, media: { staging, downloads }, store: temp.store });
  exports_ = start();
});
afterEach(async () => {
  await staging.close();
  place.remove();
  temp.remove();
});

let tickets = 0;
function ticketFor(path: string, isFolder = true): string {
  tickets += 1;
  const ticket = `ticket-of-a-folder-${tickets}`;
  staging.accept({
    ...{ ticket, path, fileName: 'chosen', sizeBytes: 0, mimeType: null, isFolder },
    direction: 'write',
  });
  return ticket;
}

function chosen(): string {
  const path = join(place.path, 'chosen');
  mkdirSync(path, { recursive: true });
  return path;
}

const begin = (name = 'Garden', connection = window): Promise<string> =>
  exports_.begin(connection, { ticket: ticketFor(chosen()), name });

const write = (exportId: string, text: string, page = 'messages.html'): Promise<void> =>
  exports_.write(window, { exportId, page, text });

const copy = (exportId: string, handle: string, fileName: string): Promise<string> =>
  exports_.copyFile(window, { exportId, handle, fileName });

test('pages and files stand in a folder that has its name only at the end, closed to others', async () => {
  const exportId = await begin();
  await write(exportId, 'one ');
  expect(readdirSync(chosen())).toEqual(['Garden.partial']);
  const path = await copy(exportId, 'handle', 'plan.pdf');
  await write(exportId, 'two');
  expect(exports_.pathOf(exportId)).toBeNull();
  expect(await exports_.end(window, exportId)).toBe('Garden');
  const folder = join(chosen(), 'Garden');
  expect(readdirSync(chosen())).toEqual(['Garden']);
  expect(readFileSync(join(folder, 'messages.html'), 'utf8')).toBe('one two');
  expect(path).toBe('files/plan.pdf');
  expect(readFileSync(join(folder, path), 'utf8')).toBe('handle');
  expect(exports_.pathOf(exportId)).toBe(folder);
  expect(statSync(folder).mode & 0o77).toBe(0);
  expect(await codeOf(write(exportId, 'three'))).toBe('engine_gone');
});

test('nothing that is there is replaced: names get numbers, also while another export runs', async () => {
  mkdirSync(join(chosen(), 'Garden'));
  const [one, two] = [await begin(), await begin()];
  for (const exportId of [one, two]) await write(exportId, exportId);
  expect(await exports_.end(window, one)).toBe('Garden (2)');
  expect(await exports_.end(window, two)).toBe('Garden (3)');
  expect(readdirSync(join(chosen(), 'Garden'))).toEqual([]);
  expect(readFileSync(join(chosen(), 'Garden (3)', 'messages.html'), 'utf8')).toBe(two);
});

test('names of chats and files lead nowhere else, and files of one name stand beside each other', async () => {
  const exportId = await begin('../../Garden: "a/b"\u202e');
  const paths = [
    await copy(exportId, 'a', '../../../etc/passwd'),
    await copy(exportId, 'b', 'Plan.PDF'),
    await copy(exportId, 'c', 'plan.pdf'),
    await copy(exportId, 'd', ''),
  ];
  const name = await exports_.end(window, exportId);
  expect(readdirSync(chosen())).toEqual([name]);
  expect(name).not.toMatch(/[/\\:"\u202e]|^\./);
  const files = readdirSync(join(chosen(), name, 'files'));
  expect(files).toHaveLength(4);
  expect(new Set(paths.map((path) => path.replace('files/', '')))).toEqual(new Set(files));
  expect(existsSync(join(place.path, 'etc'))).toBe(false);
});

test('what is cancelled is deleted, also while a file is fetched; what somebody else put there stays', async () => {
  const exportId = await begin();
  await write(exportId, 'one');
  const { promise: fetching, resolve } = Promise.withResolvers<void>();
  save = async (handle) => {
    resolve();
    await eventually('the download is cut', () => cancelled.includes(handle));
    throw new Error('cut');
  };
  const copied = copy(exportId, 'slow', 'film.mp4').catch((thrown: unknown) => String(thrown));
  await fetching;
  writeFileSync(join(chosen(), 'Garden.partial', 'mine.txt'), 'mine');
  await exports_.cancel(window, exportId);
  expect(await copied).toContain('cut');
  expect(readdirSync(join(chosen(), 'Garden.partial'))).toEqual(['mine.txt']);
  expect(await codeOf(write(exportId, 'two'))).toBe('engine_gone');
  await exports_.cancel(window, exportId);
});

test('a window that is gone, or that forgets its export, leaves nothing', async () => {
  const exportId = await begin();
  await write(exportId, 'one');
  exports_.drop(other);
  expect(readdirSync(chosen())).toEqual(['Garden.partial']);
  expect(await codeOf(exports_.write(other, { exportId, page: 'messages.html', text: '' }))).toBe(
    'engine_gone',
  );
  exports_.drop(window);
  await eventually('nothing is left', () => readdirSync(chosen()).length === 0);
  await begin('Forgotten');
  expect(timers).toHaveLength(1);
  timers[0]?.();
  await eventually('nothing is left', () => readdirSync(chosen()).length === 0);
});

test('a place that cannot be written, a file in its place and a folder that is gone are told', async () => {
  const gone = join(place.path, 'gone');
  expect(await codeOf(exports_.begin(window, { ticket: ticketFor(gone), name: 'G' }))).toBe(
    'not_found',
  );
  const file = ticketFor(join(place.path, 'file.txt'), false);
  expect(await codeOf(exports_.begin(window, { ticket: file, name: 'G' }))).toBe('ticket_invalid');
  const exportId = await begin();
  await write(exportId, 'one');
  save = async () => {
    throw Object.assign(new Error('full'), { code: 'ENOSPC' });
  };
  expect(await codeOf(copy(exportId, 'a', 'a.txt'))).toBe('disk_full');
  await exports_.cancel(window, exportId);
  expect(readdirSync(chosen())).toEqual([]);
});

test('what a crash cut off is deleted at the next start, without what is not surely of the export', async () => {
  const exportId = await begin();
  await write(exportId, 'one');
  await copy(exportId, 'handle', 'plan.pdf');
  const other_ = await begin('Orchard');
  await write(other_, 'two');
  const partial = join(chosen(), 'Garden.partial');
  writeFileSync(join(partial, 'files', 'mine.txt'), 'mine');
  mkdirSync(join(chosen(), 'Meadow.partial'));
  start();
  await eventually('nothing of it is left', () => !existsSync(join(chosen(), 'Orchard.partial')));
  await eventually('the rest stands', () => !existsSync(join(partial, 'messages.html')));
  expect(readdirSync(chosen()).sort()).toEqual(['Garden.partial', 'Meadow.partial']);
  expect(readdirSync(join(partial, 'files'))).toEqual(['mine.txt']);
});

test('a file that was being copied when the app crashed is deleted, too', async () => {
  const exportId = await begin();
  const { promise: copying, resolve } = Promise.withResolvers<void>();
  save = async (_handle, path, partial = `${path}.trellis-1234`) => {
    await writeFile(partial, 'half of a film');
    resolve();
    await new Promise(() => undefined);
  };
  void copy(exportId, 'handle', 'film.mp4');
  await copying;
  start();
  await eventually('nothing is left', () => readdirSync(chosen()).length === 0);
});

test('an export that begins while what was cut off is still being deleted is whole', async () => {
  const first = await begin();
  for (let at = 0; at < 40; at += 1) await copy(first, 'handle', `picture ${String(at)}.png`);
  exports_ = start();
  const second = await begin();
  await write(second, 'one');
  await copy(second, 'handle', 'picture 39.png');
  expect(await exports_.end(window, second)).toBe('Garden');
  expect(readdirSync(join(chosen(), 'Garden')).sort()).toEqual(['files', 'messages.html']);
  expect(readdirSync(join(chosen(), 'Garden', 'files'))).toEqual(['picture 39.png']);
});

test('the end of the app in the middle of deleting is no accident', async () => {
  const accidents: unknown[] = [];
  const note = (reason: unknown): void => void accidents.push(reason);
  process.on('unhandledRejection', note);
  try {
    await write(await begin(), 'one');
    exports_.drop(window);
    temp.store.close();
    await eventually('nothing is left', () => readdirSync(chosen()).length === 0);
    await new Promise(setImmediate);
    expect(accidents).toEqual([]);
  } finally {
    process.off('unhandledRejection', note);
  }
});

test('a folder that took the place of one that was cut off is left alone, and so is a whole copy', async () => {
  const exportId = await begin();
  await write(exportId, 'one');
  await exports_.end(window, exportId);
  expect(readdirSync(join(chosen(), 'Garden'))).toEqual(['messages.html']);
  await write(await begin('Orchard'), 'two');
  const partial = join(chosen(), 'Orchard.partial');
  renameSync(partial, join(chosen(), 'Kept'));
  mkdirSync(partial);
  writeFileSync(join(partial, 'messages.html'), 'of somebody else');
  exports_ = start();
  await exports_.cancel(window, await begin('Next'));
  expect(readdirSync(chosen()).sort()).toEqual(['Garden', 'Kept', 'Orchard.partial']);
  expect(readdirSync(partial)).toEqual(['messages.html']);
});

test('a picture whose name has no ending gets the one of its type; no other file gets any', async () => {
  const exportId = await begin();
  const png = Buffer.from(
    '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489',
    'hex',
  );
  save = (handle, path) => writeFile(path, handle === 'picture' ? png : handle);
  expect([
    await copy(exportId, 'picture', 'wide'),
    await copy(exportId, 'picture', 'wide'),
    await copy(exportId, 'picture', 'small.gif'),
    await copy(exportId, 'MZ, a program', 'wide'),
  ]).toEqual(['files/wide.png', 'files/wide (2).png', 'files/small.gif', 'files/wide']);
  await exports_.cancel(window, exportId);
  expect(readdirSync(chosen())).toEqual([]);
});

test('half a character in the name of a file is replaced, so that its path leads to it', async () => {
  const exportId = await begin();
  const path = await copy(exportId, 'a', 'a\ud800b.png');
  expect(() => encodeURIComponent(path)).not.toThrow();
  const name = await exports_.end(window, exportId);
  expect(readFileSync(join(chosen(), name, path), 'utf8')).toBe('a');
});

test('a link that leads nowhere has its name, too', async () => {
  symlinkSync(join(place.path, 'nowhere'), join(chosen(), 'Garden'));
  const exportId = await begin();
  await write(exportId, 'one');
  expect(await exports_.end(window, exportId)).toBe('Garden (2)');
});
