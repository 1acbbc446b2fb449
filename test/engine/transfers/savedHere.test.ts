// Saving without a connection: what is whole on this computer is written at once, all else waits.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileRow } from '#contract/areas/files/filesModels';
import { requestId } from '../support';
import {
  allDone,
  drop,
  listing,
  networkBack,
  newTree,
  openStage,
  rowWhen,
  sha256,
  synced,
  ticketFor,
  zipHashes,
  type Stage,
} from './kit';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 120_000);
afterAll(() => stage?.close());

async function treeOf(name: string, contents: Readonly<Record<string, number>>) {
  const { alice, files } = stage;
  const hashes = files.write(contents);
  const tree = await newTree(alice, name);
  const paths = Object.keys(contents).map((path) => join(files.path, path));
  await drop(alice, tree, paths);
  const rows = await listing(alice, tree, paths.length);
  const entries = rows.filter((row): row is FileRow => row.kind === 'file');
  return { tree, hashes, entries };
}

const hashAt = (path: string): string => sha256(readFileSync(path));

test('without a connection a kept file, several, and their archive are written; what is not all here waits', async () => {
  const { alice, files, proxy } = stage;
  const kept = await treeOf('Kept', { 'one.bin': 10_000, 'two.bin': 20_000 });
  const part = await treeOf('Part', { 'away.bin': 3_000, 'here.bin': 4_000 });
  await allDone(alice, 4);
  await alice.call('transfers', { transferIds: null, act: 'dismiss' });
  const keep = async (roomId: string, entryId: string | null): Promise<void> => {
    await alice.call('keepOffline', { roomId, entryId, keep: true });
  };
  await keep(kept.tree, null);
  await keep(part.tree, part.entries[1]?.entryId ?? null);
  await alice.value('storage', {}, ({ keptBytes }) => keptBytes === 34_000);
  await alice.call('freeSpace', {});
  await alice.value('storage', {}, ({ bytes }) => bytes === 34_000);

  await proxy.setDown(true);
  await alice.value('sync', {}, ({ state }) => state !== 'SYNCING');
  files.write({ 'chosen/none.txt': 1 });
  const save = async (row: FileRow | undefined, path: string, isFolder = false): Promise<void> => {
    const ticket = ticketFor(alice, path, 'write', isFolder);
    const handle = row?.media?.handle ?? '';
    await alice.call('saveFile', {
      ...{ requestId: requestId(), handle, ticket },
      fileName: row?.name ?? '',
    });
  };
  const zip = async (roomId: string, path: string): Promise<void> => {
    const ticket = ticketFor(alice, path, 'write');
    await alice.call('saveDirectoryZip', { requestId: requestId(), roomId, ticket });
  };
  const at = (name: string): string => join(files.path, name);
  // Those that have to wait are asked for first, and hold nothing up.
  await save(part.entries[0], at('away-saved.bin'));
  await zip(part.tree, at('part.zip'));
  await save(kept.entries[0], at('one-saved.bin'));
  for (const row of kept.entries) await save(row, at('chosen'), true);
  await zip(kept.tree, at('kept.zip'));

  await rowWhen(alice, 'Kept.zip', ({ state }) => state === 'done');
  await rowWhen(alice, 'two.bin', ({ state }) => state === 'done');
  await alice.list('transfers', { limit: 100 }, (rows) => {
    const open = rows.filter(({ state }) => state !== 'done');
    return open.length === 2 && open.every(({ step }) => step === 'network');
  });
  expect(hashAt(at('one-saved.bin'))).toBe(kept.hashes['one.bin']);
  expect(hashAt(at('chosen/one.bin'))).toBe(kept.hashes['one.bin']);
  expect(hashAt(at('chosen/two.bin'))).toBe(kept.hashes['two.bin']);
  expect(zipHashes(at('kept.zip'))).toEqual({
    'Kept/one.bin': kept.hashes['one.bin'],
    'Kept/two.bin': kept.hashes['two.bin'],
  });
  expect([existsSync(at('away-saved.bin')), existsSync(at('part.zip'))]).toEqual([false, false]);

  await networkBack(stage);
  await synced(alice);
  await allDone(alice, 6);
  expect(hashAt(at('away-saved.bin'))).toBe(part.hashes['away.bin']);
  expect(zipHashes(at('part.zip'))).toEqual({
    'Part/away.bin': part.hashes['away.bin'],
    'Part/here.bin': part.hashes['here.bin'],
  });
}, 60_000);
