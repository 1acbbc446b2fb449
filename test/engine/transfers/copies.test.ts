// Files that are already at the server: copied, moved, taken from a room, saved as archives, kept offline.
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileRow } from '#contract/areas/files/filesModels';
import { on } from '../../faults/faultProxy';
import { requestId } from '../support';
import {
  clean,
  allDone,
  drop,
  hashesBelow,
  listing,
  newTree,
  openStage,
  rowWhen,
  savedHash,
  serverHas,
  sha256,
  ticketFor,
  zipHashes,
  type Stage,
} from './kit';

let stage: Stage;
let tree: string;
beforeAll(async () => {
  stage = await openStage();
}, 120_000);
afterAll(() => stage?.close());
beforeEach(async () => {
  tree = await newTree(stage.alice);
});
afterEach(() => clean(stage));

const asked = (path: string): number =>
  stage.proxy.log.filter((one) => one.path.includes(path)).length;

async function putFiles(contents: Readonly<Record<string, Buffer | number>>) {
  const { alice, files } = stage;
  const hashes = files.write(contents);
  const names = [...new Set(Object.keys(contents).map((name) => name.split('/')[0] ?? ''))];
  await drop(
    alice,
    tree,
    names.map((name) => join(files.path, name)),
  );
  const parts = (path: string): string[] =>
    path.split('/').map((_, depth, all) => all.slice(0, depth + 1).join('/'));
  await allDone(alice, new Set(Object.keys(contents).flatMap(parts)).size);
  const rows = await listing(alice, tree, names.length);
  return { hashes, rows: rows.filter((row): row is FileRow => row.kind === 'file') };
}

const idsOf = (rows: readonly FileRow[]): string[] => rows.flatMap(({ entryId }) => entryId ?? []);

test('a copy and a move send no byte; the moved file leaves its place', async () => {
  const { alice, files, homeserver } = stage;
  const { hashes, rows } = await putFiles({ 'a.bin': 3000, 'b.bin': 4000 });
  const to = await newTree(alice, 'Target');
  const before = asked('/v3/upload');
  const toId = to;
  const plan = await alice.call('copyPlan', { roomId: tree, entryIds: idsOf(rows), toId });
  expect(plan).toEqual({ clashes: [], unreadable: [] });
  const request = { roomId: tree, toId, clash: 'keep_both' as const };
  const [a = '', b = ''] = idsOf(rows);
  await alice.call('copyFiles', { ...request, requestId: requestId(), entryIds: [a], move: false });
  await alice.call('copyFiles', { ...request, requestId: requestId(), entryIds: [b], move: true });
  await alice.call('copyFiles', { ...request, requestId: requestId(), entryIds: [a], move: false });
  await allDone(alice, 5);
  const there = (await listing(alice, to, 3)).filter((row) => row.kind === 'file');
  const got = await Promise.all(
    there.map(async (row) => [
      row.name,
      await savedHash(alice, files.path, row.media?.handle ?? ''),
    ]),
  );
  expect(got).toEqual([
    ['a (2).bin', hashes['a.bin']],
    ['a.bin', hashes['a.bin']],
    ['b.bin', hashes['b.bin']],
  ]);
  expect(serverHas(homeserver, tree).active.map(({ name }) => name)).toEqual(['a.bin']);
  expect(asked('/v3/upload')).toBe(before);
  // A moved file says so where it is now; a copied one is a file like others.
  const entryOf = (name: string): unknown =>
    serverHas(homeserver, to).active.find((entry) => entry.name === name);
  expect(entryOf('b.bin')).toMatchObject({ 'org.trellis.moved_here': true });
  expect(entryOf('a.bin')).not.toHaveProperty(['org.trellis.moved_here']);
  // A moved entry says where it went, and restoring it would make a second one.
  const goneOnes = {
    roomId: tree,
    sort: { by: 'name', descending: false },
    text: '',
    deleted: true,
    limit: 100,
  } as const;
  const gone = await alice.list('directoryItems', goneOnes, (items) => items.length === 1);
  expect(gone).toMatchObject([
    { name: 'b.bin', movedTo: { roomId: to, name: 'Target' }, actions: { restore: false } },
  ]);
  await expect(alice.call('restoreFile', { roomId: tree, entryId: b })).rejects.toMatchObject({
    error: { code: 'conflict', data: { reason: 'moved' } },
  });
}, 60_000);

test('a directory is copied with all below, also over one that is there, and no byte is sent', async () => {
  const { alice, files } = stage;
  const { hashes } = await putFiles({
    'plan/a.bin': 3000,
    'plan/deep/b.bin': 10,
    'plan/deep/c.txt': Buffer.from('c'),
    'loose.bin': 20,
  });
  const items = await listing(alice, tree, 2);
  const from = {
    roomId: tree,
    directoryIds: items.flatMap((item) => (item.kind === 'directory' ? [item.roomId] : [])),
    entryIds: items.flatMap((item) => (item.kind === 'file' ? (item.entryId ?? []) : [])),
    toId: await newTree(alice, 'Target'),
  };
  const before = asked('/v3/upload');
  await alice.call('transfers', { transferIds: null, act: 'dismiss' });
  const copy = (clash: 'keep_both' | 'skip' | 'new_version') =>
    alice.call('copyFiles', { ...from, requestId: requestId(), move: false, clash });
  await copy('keep_both');
  await allDone(alice, 6);
  expect(await hashesBelow(alice, files.path, from.toId, hashes)).toEqual(hashes);
  const plan = await alice.call('copyPlan', from);
  expect(plan).toEqual({ clashes: ['loose.bin', 'plan'], folders: ['plan'], unreadable: [] });
  // Existing directories are filled: no file is missing, so none is added.
  await copy('skip');
  await copy('keep_both');
  await allDone(alice, 12);
  const names = (await listing(alice, from.toId, 4)).map(({ name }) => name);
  expect(names).toEqual(['plan', 'plan (2)', 'loose (2).bin', 'loose.bin']);
  expect(asked('/v3/upload')).toBe(before);
  const moving = { ...from, requestId: requestId(), move: true, clash: 'skip' as const };
  await expect(alice.call('copyFiles', moving)).rejects.toMatchObject({
    error: { code: 'bad_request' },
  });
}, 90_000);

test('a plain file of a room is encrypted anew on its way into a directory', async () => {
  const { alice, files, homeserver } = stage;
  const { roomId } = await alice.call('createRoom', {
    requestId: requestId(),
    name: 'Plain',
    topic: null,
    direct: false,
    encrypted: false,
    public: false,
    invite: [],
  });
  const bytes = randomBytes(5000);
  writeFileSync(join(files.path, 'plain.bin'), bytes);
  const ticket = ticketFor(alice, join(files.path, 'plain.bin'));
  const act = {
    requestId: requestId(),
    roomId,
    threadId: null,
    ticket,
    preview: null,
    caption: null,
    replyTo: null,
  };
  await alice.call('sendAttachment', act);
  const items = await alice.list(
    'timeline',
    { roomId, threadId: null, around: null, limit: 20 },
    (all) => all.some((item) => item.kind === 'message' && item.eventId?.startsWith('$') === true),
  );
  const sent = items.flatMap((item) =>
    item.kind === 'message' && item.eventId !== null ? [{ eventId: item.eventId, part: null }] : [],
  );
  const request = { requestId: requestId(), roomId, files: sent, toId: tree };
  await alice.call('saveToDirectory', { ...request, clash: 'keep_both' });
  await allDone(alice, 1);
  const [file] = await listing(alice, tree, 1);
  const media = file?.kind === 'file' ? file.media : null;
  expect([file?.name, media?.encrypted]).toEqual(['plain.bin', true]);
  expect(await savedHash(alice, files.path, media?.handle ?? '')).toBe(sha256(bytes));
  expect(serverHas(homeserver, tree).messages).toHaveLength(1);
}, 60_000);

test('a directory becomes an archive; what cannot be read is named in it and told', async () => {
  const { alice, files, proxy } = stage;
  const { hashes } = await putFiles({
    'top.txt': Buffer.from('top'),
    'in/CON.txt': 40_000,
    'in/deeper/x.bin': 100,
    'in/lost.bin': 123,
  });
  const path = join(files.path, 'out.zip');
  // The server has lost one of the four files, and this computer has none.
  await alice.call('freeSpace', {});
  proxy.rules.add({
    match: on('GET', '/media/download/'),
    status: 404,
    body: {},
    skip: 1,
    times: 1,
  });
  const ticket = ticketFor(alice, path, 'write');
  await alice.call('saveDirectoryZip', { requestId: requestId(), roomId: tree, ticket });
  const isDone = (row: { kind: string; state: string }) =>
    row.kind === 'zip' && row.state === 'done';
  const row = await rowWhen(alice, 'Tree.zip', isDone);
  expect(row).toMatchObject({ saved: true, error: { code: 'media_missing', data: { files: 1 } } });
  const inside = zipHashes(path);
  const expected: Record<string, string | undefined> = {
    'Tree/top.txt': hashes['top.txt'],
    'Tree/in/_CON.txt': hashes['in/CON.txt'],
    'Tree/in/deeper/x.bin': hashes['in/deeper/x.bin'],
    'Tree/in/lost.bin': hashes['in/lost.bin'],
  };
  const lost = Object.keys(expected).filter((name) => !(name in inside));
  expect(lost).toHaveLength(1);
  for (const name of lost) delete expected[name];
  expect(inside).toEqual({ ...expected, 'Not included.txt': expect.any(String) as string });
}, 60_000);

test('empty folders are in the archive of a directory, as deep as they lie, and the directory itself when it is empty', async () => {
  const { alice, files } = stage;
  const add = async (parentId: string, name: string): Promise<string> =>
    (await alice.call('createDirectory', { requestId: requestId(), parentId, name })).roomId;
  const archive = async (roomId: string, saved: string): Promise<string[]> => {
    const path = join(files.path, saved);
    const ticket = ticketFor(alice, path, 'write');
    await alice.call('saveDirectoryZip', { requestId: requestId(), roomId, ticket });
    await alice.list('transfers', { limit: 100 }, (rows) => {
      const zips = rows.filter(({ kind }) => kind === 'zip');
      return zips.length > 0 && zips.every(({ state }) => state === 'done');
    });
    return Object.keys(zipHashes(path)).sort();
  };
  await putFiles({ 'full/one.txt': 10 });
  await add(tree, 'bare');
  const inner = await add(await add(tree, 'outer'), 'inner');
  expect(await archive(tree, 'empty.zip')).toEqual([
    'Tree/bare/',
    'Tree/full/one.txt',
    'Tree/outer/inner/',
  ]);
  expect(await archive(inner, 'inner.zip')).toEqual(['inner/']);
}, 60_000);

test('what is kept offline is fetched, stays through freeing space, and follows new versions', async () => {
  const { alice, files } = stage;
  const { rows } = await putFiles({ 'kept.bin': 10_000, 'other.bin': 20_000 });
  const [kept, other] = rows;
  await alice.call('keepOffline', { roomId: tree, entryId: kept?.entryId ?? null, keep: true });
  await alice.value('storage', {}, ({ keptBytes }) => keptBytes === 10_000);
  await savedHash(alice, files.path, other?.media?.handle ?? '');
  const { freeableBytes } = await alice.value('storage', {}, (use) => use.freeableBytes >= 20_000);
  expect(await alice.call('freeSpace', {})).toEqual({ freedBytes: freeableBytes });
  // The staged copy of a message that was sent is swept away in its own time, which is told.
  const after = await alice.value(
    'storage',
    {},
    (use) => use.freeableBytes === 0 && use.bytes === use.keptBytes,
  );
  expect(after.keptBytes).toBe(10_000);
  writeFileSync(join(files.path, 'kept.bin'), randomBytes(11_000));
  await drop(alice, tree, [join(files.path, 'kept.bin')], { clash: 'new_version' });
  const current = await alice.value('storage', {}, ({ keptBytes }) => keptBytes === 11_000);
  expect(current.freeableBytes).toBe(10_000);
  // It still says so, and the choice is taken back at the version that is there now.
  const now = (await listing(alice, tree, 2)).find(({ name }) => name === 'kept.bin');
  if (now?.kind !== 'file') throw new Error('the file is not there');
  expect(now.entryId).not.toBe(kept?.entryId);
  expect(now.onDisk.kept).toBe('kept');
  await alice.call('keepOffline', { roomId: tree, entryId: now.entryId, keep: false });
  await alice.value('storage', {}, (use) => use.keptBytes === 0 && use.freeableBytes === 21_000);
}, 60_000);

test('many files into one folder: no name is overwritten', async () => {
  const { alice, files } = stage;
  const { rows } = await putFiles({ 'same.txt': Buffer.from('from the server') });
  files.write({ 'chosen/same.txt': Buffer.from('mine') });
  const ticket = ticketFor(alice, join(files.path, 'chosen'), 'write', true);
  const handle = rows[0]?.media?.handle ?? '';
  for (let n = 0; n < 2; n += 1)
    await alice.call('saveFile', { requestId: requestId(), handle, ticket, fileName: 'same.txt' });
  await allDone(alice, 3);
  const read = (name: string): string => readFileSync(join(files.path, 'chosen', name), 'utf8');
  expect([read('same.txt'), read('same (2).txt'), read('same (3).txt')]).toEqual([
    'mine',
    'from the server',
    'from the server',
  ]);
}, 60_000);
