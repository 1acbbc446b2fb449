// D2: paths are capabilities. A page only ever holds a ticket, and a ticket only ever works at one account's engine.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { TicketFacts } from '#contract/control';
import { AppFailure, appFailure } from '#contract/wire/errors';
import { createTickets } from '../../../main/shell/files/tickets';
import { removeFolders, temporaryFolder } from '../fakes';

function setUp() {
  const userData = temporaryFolder();
  const home = temporaryFolder();
  writeFileSync(join(userData, 'key.json'), 'secret');
  writeFileSync(join(home, 'photo.jpg'), 'bytes');
  writeFileSync(join(home, 'notes'), '');
  const given: [string, TicketFacts][] = [];
  const engine = { runs: true };
  const tickets = createTickets({
    userData,
    mayUse: (windowId, accountId) => windowId === 1 && accountId === 'alice',
    hand: async (accountId, facts) => {
      if (!engine.runs) throw appFailure('engine_gone', 'The engine is away');
      given.push([accountId, facts]);
    },
  });
  const read = (windowId: number, accountId: string, ...paths: string[]) =>
    tickets.forReading(windowId, accountId, paths);
  return { userData, home, given, engine, tickets, read };
}

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => value,
    (thrown: unknown) => (thrown instanceof AppFailure ? thrown.error.code : thrown),
  );

afterEach(removeFolders);

test('a file becomes a ticket: the page sees no path, the engine of this account alone gets it', async () => {
  const { home, given, read } = setUp();
  const files = await read(1, 'alice', join(home, 'photo.jpg'), join(home, 'notes'));
  expect(files).toEqual([
    {
      ticket: expect.stringMatching(/^[A-Za-z0-9_-]{32}$/) as string,
      fileName: 'photo.jpg',
      sizeBytes: 5,
      mimeType: 'image/jpeg',
      isFolder: false,
    },
    {
      ticket: expect.stringMatching(/^[A-Za-z0-9_-]{32}$/) as string,
      fileName: 'notes',
      sizeBytes: 0,
      mimeType: null,
      isFolder: false,
    },
  ]);
  expect(JSON.stringify(files)).not.toContain(home);
  expect(given).toEqual(
    files.map(({ ticket, fileName, sizeBytes, mimeType }) => [
      'alice',
      {
        ticket,
        path: join(home, fileName),
        fileName,
        sizeBytes,
        mimeType,
        isFolder: false,
        direction: 'read',
      },
    ]),
  );
});

test('each asking gives another ticket: none can be guessed from or used for another', async () => {
  const { home, given, read } = setUp();
  const seen = new Set<string>();
  for (let n = 0; n < 200; n += 1) {
    for (const { ticket } of await read(1, 'alice', join(home, 'photo.jpg'))) seen.add(ticket);
  }
  expect([seen.size, given.length]).toEqual([200, 200]);
});

test('a wrong window, a wrong account or an engine that is away: nothing is handed out', async () => {
  const { home, given, engine, tickets, read } = setUp();
  const photo = join(home, 'photo.jpg');
  expect([
    await codeOf(read(2, 'alice', photo)),
    await codeOf(read(1, 'bob', photo)),
    await codeOf(tickets.forWriting(2, 'alice', photo)),
    await codeOf(tickets.forWriting(1, 'bob', photo)),
  ]).toEqual(['forbidden', 'forbidden', 'forbidden', 'forbidden']);
  engine.runs = false;
  expect([
    await codeOf(read(1, 'alice', photo)),
    await codeOf(tickets.forWriting(1, 'alice', photo)),
  ]).toEqual(['engine_gone', 'engine_gone']);
  expect(given).toEqual([]);
});

test('a folder becomes one ticket, by its real place; the page learns its name alone', async () => {
  const { home, given, read } = setUp();
  mkdirSync(join(home, 'Plans', 'deep'), { recursive: true });
  writeFileSync(join(home, 'Plans', 'deep', 'a.txt'), 'x');
  symlinkSync(join(home, 'Plans'), join(home, 'Link'));
  const folders = await read(1, 'alice', join(home, 'Plans'), join(home, 'Link'));
  const rest = { sizeBytes: 0, mimeType: null, isFolder: true };
  const ticket = expect.stringMatching(/^[A-Za-z0-9_-]{32}$/) as string;
  expect(folders).toEqual([
    { ticket, fileName: 'Plans', ...rest },
    { ticket, fileName: 'Link', ...rest },
  ]);
  const paths = given.map(([, { path }]) => path);
  expect(paths).toEqual([join(home, 'Plans'), join(home, 'Plans')]);
});

test('our own folder, a folder within and a folder around it are refused, through links too', async () => {
  const { userData, home, given, read } = setUp();
  mkdirSync(join(userData, 'accounts'));
  symlinkSync(userData, join(home, 'to-own'));
  symlinkSync('/', join(home, 'to-all'));
  const bad = [
    userData,
    join(userData, 'accounts'),
    dirname(userData),
    '/',
    join(home, 'to-own'),
    join(home, 'to-own', 'accounts'),
    join(home, 'to-all'),
    `${userData}/../${basename(userData)}`,
  ];
  for (const path of bad) {
    expect([path, await codeOf(read(1, 'alice', path))]).toEqual([path, 'not_found']);
  }
  expect(given).toEqual([]);
});

test('a thousand at once, not more', async () => {
  const { home, given, read } = setUp();
  const photos = (count: number): string[] =>
    new Array<string>(count).fill(join(home, 'photo.jpg'));
  expect(await codeOf(read(1, 'alice', ...photos(1_001)))).toBe('too_large');
  expect(given).toEqual([]);
  await read(1, 'alice', ...photos(1_000));
  expect(given.length).toBe(1_000);
});

test('what is not an ordinary file, or lies in our own folder, is refused; one bad file refuses all', async () => {
  const { userData, home, given, read } = setUp();
  symlinkSync(join(userData, 'key.json'), join(home, 'innocent.txt'));
  symlinkSync(userData, join(home, 'way-in'));
  const bad = [
    join(userData, 'key.json'),
    join(home, 'innocent.txt'),
    join(home, 'way-in', 'key.json'),
    join(home, 'missing'),
    '/dev/null',
  ];
  for (const path of bad) {
    expect([path, await codeOf(read(1, 'alice', join(home, 'photo.jpg'), path))]).toEqual([
      path,
      'not_found',
    ]);
  }
  for (const path of ['photo.jpg', '../photo.jpg', '', `${home}/photo.jpg\0`]) {
    expect([path, await codeOf(read(1, 'alice', path))]).toEqual([path, 'bad_request']);
  }
  expect(given).toEqual([]);
});

test('a place to save to, but never within our own folder', async () => {
  const { userData, home, given, tickets } = setUp();
  const ticket = await tickets.forWriting(1, 'alice', join(home, 'new.png'));
  expect(given).toEqual([
    [
      'alice',
      {
        ticket,
        path: join(home, 'new.png'),
        fileName: 'new.png',
        sizeBytes: 0,
        mimeType: 'image/png',
        isFolder: false,
        direction: 'write',
      },
    ],
  ]);
  for (const path of [
    join(userData, 'key.json'),
    join(userData, 'x', 'y'),
    userData,
    'relative.png',
    `${home}/a\0b`,
  ]) {
    expect([path, await codeOf(tickets.forWriting(1, 'alice', path))]).toEqual([path, 'forbidden']);
  }
});

test('a folder to save into is never our own, by whatever way', async () => {
  const { userData, home, given, tickets } = setUp();
  mkdirSync(join(home, 'Saved'));
  symlinkSync(userData, join(home, 'way-in'));
  const ticket = await tickets.forFolder(1, 'alice', join(home, 'Saved'));
  expect(given).toEqual([
    [
      'alice',
      {
        ticket,
        path: join(home, 'Saved'),
        fileName: 'Saved',
        sizeBytes: 0,
        mimeType: null,
        isFolder: true,
        direction: 'write',
      },
    ],
  ]);
  const refused = await Promise.all([
    codeOf(tickets.forFolder(1, 'alice', userData)),
    codeOf(tickets.forFolder(1, 'alice', join(home, 'way-in'))),
    codeOf(tickets.forWriting(1, 'alice', join(home, 'way-in', 'key.json'))),
    codeOf(tickets.forFolder(2, 'alice', join(home, 'Saved'))),
    codeOf(tickets.forFolder(1, 'bob', join(home, 'Saved'))),
  ]);
  expect(refused).toEqual(['forbidden', 'forbidden', 'forbidden', 'forbidden', 'forbidden']);
  expect(given.length).toBe(1);
});
