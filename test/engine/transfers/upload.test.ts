// Files and folders on their way up: what arrives, under which names, in which directories.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requestId } from '../support';
import { on } from '../../faults/faultProxy';
import {
  clean,
  allDone,
  drop,
  hashesBelow,
  listing,
  newTree,
  openStage,
  rowsWhen,
  serverHas,
  ticketFor,
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

test('a dropped folder keeps its structure, and every byte arrives once', async () => {
  const { alice, files, homeserver } = stage;
  const hashes = files.write({
    'plans/a.txt': Buffer.from('plain text'),
    'plans/empty.bin': Buffer.alloc(0),
    'plans/deep/er/b.bin': 300_000,
    'plans/deep/c.bin': 5,
    'single.bin': 70_000,
  });
  const paths = [join(files.path, 'plans'), join(files.path, 'single.bin')];
  const tickets = paths.map((path) => ticketFor(alice, path));
  expect(await alice.call('uploadPlan', { roomId: tree, tickets })).toEqual({
    files: 5,
    directories: 3,
    bytes: 370_015,
    clashes: [],
    tooLarge: [],
    unreadable: [],
  });
  const request = { requestId: requestId(), roomId: tree, tickets, clash: 'keep_both' as const };
  await alice.call('upload', { ...request, versionOf: null });
  // The window asks again after a lost answer.
  await alice.call('upload', { ...request, versionOf: null });
  const rows = await allDone(alice, 8);
  expect(rows).toHaveLength(8);
  expect(await hashesBelow(alice, files.path, tree, hashes)).toEqual(hashes);
  const has = serverHas(homeserver, tree);
  expect([has.messages.length, has.active.map(({ name }) => name)]).toEqual([1, ['single.bin']]);
}, 60_000);

test('names that are taken: both kept, a new version, skipped', async () => {
  const { alice, files } = stage;
  files.write({ 'n/report.txt': 10, 'n/sub/x.bin': 10 });
  const paths = [join(files.path, 'n/report.txt'), join(files.path, 'n/sub')];
  await drop(alice, tree, paths);
  await allDone(alice, 3);
  await listing(alice, tree, 2);
  const tickets = paths.map((path) => ticketFor(alice, path));
  const plan = await alice.call('uploadPlan', { roomId: tree, tickets });
  expect(plan.clashes).toEqual(['report.txt', 'sub']);
  await drop(alice, tree, paths, { clash: 'skip' });
  await drop(alice, tree, paths, { clash: 'new_version' });
  await allDone(alice, 5);
  await drop(alice, tree, paths, { clash: 'keep_both' });
  await allDone(alice, 8);
  const items = await listing(alice, tree, 4, (all) =>
    all.every((item) => item.kind === 'file' || item.files === 1),
  );
  expect(
    items.map((item) => [item.name, item.kind === 'file' ? item.version : item.files]),
  ).toEqual(
    expect.arrayContaining([
      ['report.txt', 2],
      ['report (2).txt', 1],
      ['sub', 1],
      ['sub (2)', 1],
    ]),
  );
}, 60_000);

test('versions of one file that are asked for together become one chain', async () => {
  const { alice, files, homeserver } = stage;
  files.write({ 'v.txt': Buffer.from('one') });
  const path = join(files.path, 'v.txt');
  await drop(alice, tree, [path]);
  await allDone(alice, 1);
  const [first] = await listing(alice, tree, 1);
  const entryId = first?.kind === 'file' ? first.entryId : null;
  for (const text of ['two', 'three', 'four']) {
    writeFileSync(join(files.path, `${text}.txt`), text);
    await drop(alice, tree, [join(files.path, `${text}.txt`)], { versionOf: entryId });
  }
  await allDone(alice, 4);
  const { active, entries } = serverHas(homeserver, tree);
  expect(entries).toHaveLength(4);
  expect(active).toMatchObject([{ version: 4 }]);
}, 60_000);

test('pause, resume, cancel: nothing half is left, and what was paused goes on', async () => {
  const { alice, files, homeserver, proxy } = stage;
  files.write({ 'p/one.bin': 400_000, 'p/two.bin': 400_000 });
  const hold = proxy.hold(on('POST', '/upload'), 'before-forward');
  await drop(alice, tree, [join(files.path, 'p/one.bin'), join(files.path, 'p/two.bin')]);
  await hold.reached;
  const rows = await rowsWhen(
    alice,
    (all) => all.length === 2 && all.every(({ state }) => state === 'running'),
  );
  const id = (name: string): string => rows.find((row) => row.name === name)?.transferId ?? '';
  await alice.call('transfers', { transferIds: [id('one.bin')], act: 'cancel' });
  await alice.call('transfers', { transferIds: null, act: 'pause' });
  await rowsWhen(alice, (all) => all.length === 1 && all[0]?.state === 'paused');
  const summary = await alice.value('transferSummary', {}, ({ allPaused }) => allPaused);
  expect(summary).toMatchObject({ paused: 1, running: 0, waiting: 0, done: 0 });
  hold.drop();
  await alice.call('transfers', { transferIds: null, act: 'resume' });
  await allDone(alice, 1);
  expect(serverHas(homeserver, tree).active.map(({ name }) => name)).toEqual(['two.bin']);
}, 60_000);
