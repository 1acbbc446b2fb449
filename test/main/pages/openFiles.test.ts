// Files for other programs: private copies, what is asked about before it is opened, drags, and what a page in other hands gets.
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdirSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AppFailure, appFailure } from '#contract/wire/errors';
import { createOpenFiles } from '../../../main/shell/files/openFiles';
import { createPrivateCopies } from '../../../main/shell/files/privateCopies';
import { runsPrograms } from '../../../main/shell/files/runsPrograms';
import { fakeClock, keptLog, removeFolders, temporaryFolder, until } from '../fakes';

const handle = (name: string): string => `handle-${name}`.padEnd(20, 'x');

function setUp() {
  const userData = temporaryFolder();
  const home = temporaryFolder();
  const folder = join(userData, 'opened');
  const clock = fakeClock();
  const { log, lines } = keptLog();
  const exported: string[] = [];
  const did: unknown[] = [];
  const world = {
    content: 'plain',
    agrees: true,
    openError: '',
    saved: null as string | null,
    gate: Promise.resolve(),
    fails: null as Error | null,
  };
  const copies = createPrivateCopies({
    folder,
    log,
    exportFile: async (accountId, asked, path) => {
      exported.push(`${accountId} ${asked.replace(/x*$/, '')}`);
      await world.gate;
      if (world.fails !== null) throw world.fails;
      writeFileSync(path, world.content, { mode: 0o666 });
    },
  });
  const openFiles = createOpenFiles({
    userData,
    dragIcon: '/icons/32x32.png',
    copies,
    log,
    clock,
    dialogs: {
      confirmOpen: async (_window, fileName) => {
        did.push(['asked', fileName]);
        return world.agrees;
      },
    },
    shell: {
      openPath: async (path) => {
        did.push(['opened', path]);
        return world.openError;
      },
      showItemInFolder: (path) => void did.push(['shown', path]),
    },
    mayUse: (windowId, accountId) => windowId === 1 && accountId === 'alice',
    savedPath: async (accountId, transferId) =>
      accountId === 'alice' && transferId === 'mine' ? world.saved : null,
  });
  const windowOf = (id: number) =>
    ({
      id,
      isDestroyed: () => false,
      webContents: { startDrag: (item: unknown) => did.push(['dragged', item]) },
    }) as never;
  return {
    userData,
    home,
    folder,
    clock,
    lines,
    exported,
    did,
    world,
    copies,
    openFiles,
    windowOf,
  };
}

const outcome = (promise: Promise<unknown>): Promise<unknown> =>
  promise.catch((thrown: unknown) => (thrown instanceof AppFailure ? thrown.error.code : thrown));

afterEach(removeFolders);

test('a file is opened from a private, read-only copy with its own name; the page learns no path', async () => {
  const { folder, did, exported, openFiles, windowOf } = setUp();
  const file = { handle: handle('a'), fileName: 'Plan.pdf' };
  expect(await openFiles.open(windowOf(1), 'alice', file)).toBe(true);
  const [, path = ''] = (did[0] ?? []) as string[];
  expect([did.length, basename(path), dirname(dirname(path)), readFileSync(path, 'utf8')]).toEqual([
    1,
    'Plan.pdf',
    folder,
    'plain',
  ]);
  const modes = [folder, dirname(path), path].map((each) => statSync(each).mode & 0o777);
  expect(modes).toEqual([0o700, 0o700, 0o400]);
  // The same copy again, unless somebody touched it.
  await openFiles.open(windowOf(1), 'alice', file);
  expect([exported.length, (did[1] as string[])[1]]).toEqual([1, path]);
  chmodSync(path, 0o600);
  writeFileSync(path, 'changed by a program');
  await openFiles.open(windowOf(1), 'alice', file);
  expect([exported.length, (did[2] as string[])[1] === path]).toEqual([2, false]);
});

test('the copies of an account that is removed go with it, also the one that somebody touched', async () => {
  const { folder, did, openFiles, windowOf } = setUp();
  const file = { handle: handle('a'), fileName: 'Plan.pdf' };
  await openFiles.open(windowOf(1), 'alice', file);
  const [, path = ''] = (did[0] ?? []) as string[];
  chmodSync(path, 0o600);
  writeFileSync(path, 'changed by a program');
  await openFiles.open(windowOf(1), 'alice', file);
  expect(readdirSync(folder)).toHaveLength(2);
  await openFiles.forget('bob');
  expect(readdirSync(folder)).toHaveLength(2);
  await openFiles.forget('alice');
  expect(readdirSync(folder)).toEqual([]);
});

test('what can run programs is asked about, by name or by its bytes, and stays closed after a no', async () => {
  const { did, world, openFiles, windowOf } = setUp();
  const open = (fileName: string): Promise<boolean> =>
    openFiles.open(windowOf(1), 'alice', { handle: handle(fileName), fileName });
  world.agrees = false;
  expect(await open('setup.exe')).toBe(false);
  world.content = '#!/bin/sh\nrm -rf ~';
  expect(await open('holiday.jpg')).toBe(false);
  expect(did).toEqual([
    ['asked', 'setup.exe'],
    ['asked', 'holiday.jpg'],
  ]);
  world.agrees = true;
  expect(await open('holiday.jpg')).toBe(true);
  expect(did.map((step) => (step as string[])[0])).toEqual(['asked', 'asked', 'asked', 'opened']);
});

test('the kinds that can run programs', () => {
  const bytes = (...head: number[]): Uint8Array => Uint8Array.from(head);
  const quiet = bytes(0x25, 0x50, 0x44, 0x46);
  const runs = [
    'a.exe',
    'A.EXE',
    'x.tar.sh',
    'x.desktop',
    'x.AppImage',
    'x.jar',
    'x.docm',
    'x.lnk',
  ];
  const gaps = ['x.msc', 'x.rdp', 'x.searchconnector-ms', 'x.mobileconfig', 'x.nobodyknows'];
  expect(gaps.filter((name) => !runsPrograms(name, quiet))).toEqual([]);
  const more = ['x.html', 'x.svg', 'x.scr', 'x.command', 'x.ps1', 'x.js', 'x.dmg', 'x.py'];
  expect([...runs, ...more].filter((name) => !runsPrograms(name, quiet))).toEqual([]);
  const plain = ['a.pdf', 'a.jpg', 'a', 'exe', 'a.exe.txt', 'a.docx', 'a.zip', 'a.mp4', 'a.txt'];
  expect(plain.filter((name) => runsPrograms(name, quiet))).toEqual([]);
  const heads = [
    bytes(0x4d, 0x5a, 0x90),
    bytes(0x7f, 0x45, 0x4c, 0x46),
    bytes(0xfe, 0xed, 0xfa, 0xcf),
    bytes(0xcf, 0xfa, 0xed, 0xfe),
    bytes(0xca, 0xfe, 0xba, 0xbe),
    bytes(0x23, 0x21),
    bytes(0xef, 0xbb, 0xbf, 0x23, 0x21),
    bytes(0x4c, 0, 0, 0, 1, 0x14, 2, 0),
  ];
  expect(heads.filter((head) => !runsPrograms('a.txt', head))).toEqual([]);
  expect(runsPrograms('a.txt', bytes())).toBe(false);
});

test('a name from a page is one file in the private folder, whatever it says', async () => {
  const { folder, did, openFiles, windowOf } = setUp();
  const names = [
    '../../escape.txt',
    '/etc/passwd',
    '..',
    'a\u202efdp.txt',
    'C:\\x\\y.txt',
    'a\0b.txt',
  ];
  for (const fileName of names) {
    await openFiles.open(windowOf(1), 'alice', { handle: handle('same'), fileName });
  }
  const opened = did.map((step) => (step as string[])[1] ?? '');
  expect(opened.map((path) => basename(path))).toEqual([
    'escape.txt',
    'passwd',
    'file',
    'afdp.txt',
    'y.txt',
    'ab.txt',
  ]);
  expect(opened.map((path) => dirname(dirname(path)))).toEqual(names.map(() => folder));
});

test('a strange window, an account that is not shown, an unknown handle: nothing happens', async () => {
  const { folder, did, exported, world, openFiles, windowOf } = setUp();
  const file = { handle: handle('a'), fileName: 'a.txt' };
  expect(
    await Promise.all([
      outcome(openFiles.open(windowOf(2), 'alice', file)),
      outcome(openFiles.open(windowOf(1), 'bob', file)),
      outcome(openFiles.startDrag(windowOf(2), 'alice', [file])),
      outcome(openFiles.startDrag(windowOf(1), 'bob', [file])),
      outcome(openFiles.showSaved(windowOf(2), 'alice', 'mine')),
      outcome(openFiles.showSaved(windowOf(1), 'bob', 'mine')),
    ]),
  ).toEqual(new Array(6).fill('forbidden'));
  expect(exported).toEqual([]);
  world.fails = appFailure('not_found', 'Unknown media handle');
  expect(await outcome(openFiles.open(windowOf(1), 'alice', file))).toBe('not_found');
  expect(await outcome(openFiles.startDrag(windowOf(1), 'alice', [file]))).toBe('not_found');
  expect([did, readdirSync(folder)]).toEqual([[], []]);
});

test('a page that opens without end is stopped', async () => {
  const { did, openFiles, windowOf, clock } = setUp();
  const open = (): Promise<unknown> =>
    outcome(openFiles.open(windowOf(1), 'alice', { handle: handle('a'), fileName: 'a.txt' }));
  const answers: unknown[] = [];
  for (let n = 0; n < 25; n += 1) answers.push(await open());
  expect([answers.filter((answer) => answer === 'rate_limited').length, did.length]).toEqual([
    5, 20,
  ]);
  clock.advance(10_001);
  expect(await open()).toBe(true);
});

test('no program for a kind is said in a word, without the path in the log', async () => {
  const { userData, world, lines, openFiles, windowOf } = setUp();
  world.openError = `cannot open ${userData}/opened/x`;
  const file = { handle: handle('a'), fileName: 'a.xyz' };
  expect(await outcome(openFiles.open(windowOf(1), 'alice', file))).toBe('no_program');
  expect(lines.join()).not.toContain(userData);
});

test('a drag takes the copies along; what is not here in time is there for the next one', async () => {
  const { did, world, clock, openFiles, windowOf } = setUp();
  let arrive: () => void = () => undefined;
  world.gate = new Promise((resolve) => {
    arrive = () => resolve();
  });
  const files = ['a.txt', 'b.exe'].map((fileName) => ({ handle: handle(fileName), fileName }));
  const first = openFiles.startDrag(windowOf(1), 'alice', files);
  await until(() => clock.next() === 2_000);
  clock.advance(2_000);
  expect([await first, did]).toEqual([false, []]);
  arrive();
  expect(await openFiles.startDrag(windowOf(1), 'alice', files)).toBe(true);
  const [, item] = did[0] as [string, { file: string; files: string[]; icon: string }];
  expect([
    item.files.map((path) => basename(path)),
    item.file === item.files[0],
    item.icon,
  ]).toEqual([['a.txt', 'b.exe'], true, '/icons/32x32.png']);
});

test('a saved file is shown where it is, when it is, and never within our own folder', async () => {
  const { userData, home, did, world, openFiles, windowOf } = setUp();
  const show = (transferId: string): Promise<boolean> =>
    openFiles.showSaved(windowOf(1), 'alice', transferId);
  const path = join(home, 'saved.txt');
  writeFileSync(path, 'x');
  writeFileSync(join(userData, 'key.json'), 'x');
  mkdirSync(join(home, 'in'));
  symlinkSync(join(userData, 'key.json'), join(home, 'in', 'link.txt'));
  const answers: boolean[] = [];
  for (const saved of [
    path,
    null,
    'saved.txt',
    join(home, 'gone.txt'),
    join(userData, 'key.json'),
    join(home, 'in', 'link.txt'),
  ]) {
    world.saved = saved;
    answers.push(await show('mine'));
  }
  world.saved = path;
  answers.push(await show('theirs'));
  expect([answers, did]).toEqual([
    [true, false, false, false, false, false, false],
    [['shown', path]],
  ]);
});

test('all copies go at start and at quit', async () => {
  const { folder, copies } = setUp();
  await copies.copyOf('alice', handle('a'), 'a.txt');
  await copies.copyOf('bob', handle('a'), 'a.txt');
  expect(readdirSync(folder).length).toBe(2);
  await copies.empty();
  expect(existsSync(folder)).toBe(false);
  await copies.empty();
  const { path } = await copies.copyOf('alice', handle('a'), 'a.txt');
  expect(readFileSync(path, 'utf8')).toBe('plain');
});
