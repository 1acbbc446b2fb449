// Rows of directories, links, entries and files: made of state and messages, the same in whatever order these arrive.
import { rmSync } from 'node:fs';
import { eventHash } from '#stores/events/eventHash';
import { appendLive, insertLoose } from '#stores/ingest/timeline';
import { setPlain } from '#stores/ingest/decryption';
import type { RawEvent } from '#stores/events/types';
import { fill as fillFiles } from '#stores/migrations/0020-files';
import { canRun, kindOf, kindsDisagree } from '#stores/files/kinds';
import { cleanFileName, sortKey } from '#stores/files/names';
import { ensureRoom, getRoom, updateRoom, type RoomFields } from '#stores/rooms/rooms';
import { unreadTotals } from '#stores/rooms/totals';
import { clearState, putState } from '#stores/ingest/state';
import { all, run } from '#stores/sqlite/statements';
import { alice, bob, encrypted, message, redaction, state, create } from '../fixtures/events';
import {
  branchType,
  childLink,
  directoryState,
  encryption,
  entry,
  fileContent,
  fileMessage,
  fileVersion,
  parentLink,
  purpose,
} from '../fixtures/files';
import { migrations, type Migration } from '#stores/migrations/all';
import { openStore } from '#stores/profile/open';
import type { Store } from '#stores/sqlite/store';
import { quiet, tempFolder, tempStore, testKey, type TempStore } from './support/tempStore';

let temp: TempStore;
let roomNo: number;
beforeEach(() => {
  temp = tempStore();
  roomNo = room('!directory:example.org', directoryState('Garden'));
});
afterEach(() => temp.remove());

function room(roomId: string, events: RawEvent[], membership: 'join' | 'invite' = 'join'): number {
  const { store } = temp;
  return store.write(() => {
    const no = ensureRoom(store.db, roomId);
    updateRoom(store.db, no, { membership });
    putState(store.db, no, events, 9e12);
    return no;
  });
}

/** Stores an event like sync: state becomes current, and every event stands in the timeline. */
function arrive(event: RawEvent, no = roomNo): void {
  const { store } = temp;
  store.write(() => {
    if (event.state_key !== undefined) putState(store.db, no, [event], 9e12);
    appendLive(store.db, {
      roomNo: no,
      events: [event],
      limited: false,
      prevBatch: null,
      receivedMs: 9e12,
      ownUserId: null,
    });
  });
}

const entries = (): unknown[] =>
  all(
    temp.store.db,
    `SELECT event_id, active, name, version, kind, size_bytes, file_no IS NOT NULL AS has_file, superseded, gone
     FROM file_entries ORDER BY event_id`,
  );
const files = (): unknown[] =>
  all(temp.store.db, 'SELECT event_id, name, replaces, problem FROM files ORDER BY event_id');

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, at) =>
    permutations(items.filter((_, other) => other !== at)).map((rest) => [item, ...rest]),
  );
}

test('CHAT-3.32 CHAT-3.33 an entry has its defaults, and joins its message whichever comes first', () => {
  arrive(fileMessage('a.txt', { id: '$a' }));
  arrive(entry('$a', { active: true }));
  arrive(entry('$b', { active: true, name: 'b.png', locked: true, version: 3 }));
  arrive(fileMessage('b.png', { id: '$b' }, { info: { size: 7, mimetype: 'image/png' } }));
  expect(entries()).toEqual([
    {
      event_id: '$a',
      active: 1,
      name: 'Unnamed File',
      version: 1,
      kind: 'text',
      size_bytes: 100,
      has_file: 1,
      superseded: 0,
      gone: 0,
    },
    {
      event_id: '$b',
      active: 1,
      name: 'b.png',
      version: 3,
      kind: 'image',
      size_bytes: 7,
      has_file: 1,
      superseded: 0,
      gone: 0,
    },
  ]);
  expect(
    all(temp.store.db, 'SELECT locked, locked_by FROM file_entries ORDER BY event_id'),
  ).toEqual([
    { locked: 0, locked_by: null },
    { locked: 1, locked_by: alice },
  ]);
});

test('messages, versions, entries and a redaction give the same rows in all 120 orders', () => {
  const events = [
    fileMessage('plan.txt', { id: '$v1' }),
    fileVersion('plan 2.txt', '$v1', { id: '$v2' }),
    entry('$v1', { active: false, name: 'plan.txt' }),
    entry('$v2', { active: true, name: 'plan 2.txt', version: 2 }),
    redaction('$v1', { id: '$r' }),
  ];
  for (const [index, order] of permutations(events).entries()) {
    const no = temp.store.write(() => {
      const made = room(`!order${index}:example.org`, directoryState('Garden'));
      for (const event of order) arrive(event, made);
      return made;
    });
    const rows = all(
      temp.store.db,
      `SELECT e.event_id, e.file_no IS NOT NULL AS has_file, e.superseded, e.gone, f.name FROM file_entries e
       LEFT JOIN files f ON f.event_no = e.file_no WHERE e.room_no = ? ORDER BY e.event_id`,
      no,
    );
    // The redacted first version takes the second, which is a file of its own, not with it.
    expect([order.map((event) => event.event_id + (event.state_key ?? '')), rows]).toEqual([
      expect.anything(),
      [
        { event_id: '$v1', has_file: 0, superseded: 1, gone: 1, name: null },
        { event_id: '$v2', has_file: 1, superseded: 0, gone: 0, name: 'plan 2.txt' },
      ],
    ]);
  }
});

test('an encrypted file becomes a row with its plaintext; its relation is read from the clear part', () => {
  const { store } = temp;
  arrive(entry('$v2', { active: true, name: 'secret.pdf', version: 2 }));
  arrive(entry('$v1', { active: false, name: 'secret.pdf' }));
  arrive(encrypted('session', { id: '$v2' }, { rel_type: 'm.replace', event_id: '$v1' }));
  expect(files()).toEqual([]);
  const { eventNo } = insertLoose(store.db, {
    roomNo,
    event: encrypted('session', { id: '$v2' }),
    receivedMs: 1,
  });
  const content = fileContent('secret.pdf', { info: { size: 5, mimetype: 'application/pdf' } });
  store.write((changes) =>
    setPlain(store.db, eventNo, { type: 'm.room.message', content }, changes),
  );
  expect(files()).toEqual([
    { event_id: '$v2', name: 'secret.pdf', replaces: '$v1', problem: null },
  ]);
  expect(entries()).toMatchObject([
    { event_id: '$v1', superseded: 1, has_file: 0 },
    { event_id: '$v2', kind: 'pdf', size_bytes: 5, has_file: 1 },
  ]);
});

test('what a redaction or an empty entry takes away leaves no row', () => {
  arrive(fileMessage('a.txt', { id: '$a' }));
  const first = entry('$a', { active: true, name: 'a.txt' });
  arrive(first);
  arrive(redaction('$a'));
  expect([files(), entries()]).toMatchObject([[], [{ event_id: '$a', gone: 1, has_file: 0 }]]);
  arrive(redaction(first.event_id));
  expect(entries()).toEqual([]);
  arrive(entry('$b', { active: true, name: 'b.txt' }));
  arrive(entry('$b', {}));
  expect(entries()).toEqual([]);
});

test('files of ordinary rooms are rows too; an edit of somebody whose message is redacted stays away', () => {
  const no = room('!chat:example.org', [create()]);
  arrive(fileMessage('photo.jpg', { id: '$p' }, { msgtype: 'm.image' }), no);
  arrive(message('no file', { id: '$t' }), no);
  arrive(fileVersion('photo 2.jpg', '$p', { id: '$e' }), no);
  expect(files()).toMatchObject([
    { event_id: '$e', replaces: '$p' },
    { event_id: '$p', replaces: null },
  ]);
  arrive(redaction('$p'), no);
  expect(files()).toEqual([]);
});

test('addresses, keys and hashes are checked when a file comes', () => {
  const good = fileContent('x')['file'] as Record<string, unknown>;
  const cases: [string, Record<string, unknown>, string | null][] = [
    ['$good', {}, null],
    ['$nohash', { file: { ...good, hashes: {} } }, 'no_keys'],
    ['$nokey', { file: { ...good, key: { kty: 'oct' } } }, 'no_keys'],
    ['$file', { file: 'nonsense' }, 'no_keys'],
    ['$nourl', { file: { ...good, url: 'https://example.org/x' } }, 'no_address'],
    ['$nothing', { file: undefined, url: undefined }, 'no_address'],
    ['$path', { file: undefined, url: 'mxc://example.org/../../x' }, 'no_address'],
  ];
  for (const [id, more] of cases) arrive(fileMessage('x.txt', { id }, more));
  const found = new Map(
    all<{ event_id: string; problem: string | null }>(
      temp.store.db,
      'SELECT event_id, problem FROM files',
    ).map((row) => [row.event_id, row.problem]),
  );
  expect(cases.map(([id]) => [id, found.get(id)])).toEqual(
    cases.map(([id, , problem]) => [id, problem]),
  );
});

test('CHAT-3.31 links are rows: via and order count when they are what they should be, empty ones are gone', () => {
  arrive(childLink('!a:example.org', { via: ['example.org'], order: 'aa' }));
  arrive(childLink('!b:example.org', { order: 'x'.repeat(51) }));
  arrive(childLink('!c:example.org', { via: [], order: 5 }));
  arrive(childLink('!d:example.org'));
  arrive(childLink('!d:example.org', {}));
  arrive(parentLink('!p:example.org'));
  arrive(parentLink('!q:example.org', { canonical: true }));
  expect(
    all(temp.store.db, 'SELECT child_id, ord, has_via FROM space_links ORDER BY child_id'),
  ).toEqual([
    { child_id: '!a:example.org', ord: 'aa', has_via: 1 },
    { child_id: '!b:example.org', ord: null, has_via: 0 },
    { child_id: '!c:example.org', ord: null, has_via: 0 },
  ]);
  expect(
    all(temp.store.db, 'SELECT parent_id, has_via FROM space_parents ORDER BY parent_id'),
  ).toEqual([
    { parent_id: '!p:example.org', has_via: 1 },
    { parent_id: '!q:example.org', has_via: 0 },
  ]);
});

test('CHAT-1.2 a directory is a space with an enabled purpose, in whatever order its state comes', () => {
  const { db } = temp.store;
  const isTree = (no: number): boolean | undefined => getRoom(db, no)?.isTree;
  const space = create('10', { type: 'm.space' });
  expect(isTree(room('!1:x.org', [purpose(), encryption(), space]))).toBe(true);
  expect(isTree(room('!2:x.org', [space, encryption(), purpose()]))).toBe(true);
  expect(isTree(room('!3:x.org', [space, encryption()]))).toBe(false);
  expect(isTree(room('!4:x.org', [create(), purpose()]))).toBe(false);
  expect(isTree(room('!5:x.org', [space, purpose(false)]))).toBe(false);
  const plain = room('!6:x.org', [space, purpose()]);
  arrive(purpose(false), plain);
  expect(isTree(plain)).toBe(false);
  temp.store.write(() => clearState(db, roomNo));
  expect(isTree(roomNo)).toBe(false);
});

test('directories count for nothing in the badge', () => {
  const { store } = temp;
  room('!invited:example.org', directoryState('Shared'), 'invite');
  store.write(() => updateRoom(store.db, roomNo, { unread: 5, highlights: 2 }));
  expect(unreadTotals(store.db)).toEqual({ unread: 0, highlights: 0 });
});

test('of the badge an invitation and what is written to this account alone are the loud part, but for muted chats', () => {
  const { store } = temp;
  const chat = (name: string, fields: RoomFields): void => {
    const no = room(`!${name}:example.org`, []);
    store.write(() => updateRoom(store.db, no, { section: 'rooms', ...fields }));
  };
  const direct = { directUserId: bob, section: 'people' } as const;
  const totals = () => unreadTotals(store.db);
  room('!asked:example.org', [], 'invite');
  expect(totals()).toEqual({ unread: 1, highlights: 1 });
  chat('group', { unread: 5, highlights: 2 });
  expect(totals()).toEqual({ unread: 6, highlights: 3 });
  chat('bob', { ...direct, unread: 4, highlights: 1 });
  expect(totals()).toEqual({ unread: 10, highlights: 7 });
  chat('star', { ...direct, section: 'favourites', unread: 1 });
  expect(totals()).toEqual({ unread: 11, highlights: 8 });
  // Mentions alone are heard in a muted chat, and are loud in one of low priority.
  chat('muted', { ...direct, muted: true, unread: 6, highlights: 1 });
  expect(totals()).toEqual({ unread: 12, highlights: 9 });
  chat('low', { ...direct, section: 'low_priority', unread: 3, highlights: 1 });
  expect(totals()).toEqual({ unread: 15, highlights: 10 });
});

test('migration 20 keeps a profile of version 10 and makes rows of what it holds', () => {
  const folder = tempFolder();
  const open = (migrations: readonly Migration[]): Store =>
    openStore({ folder, key: testKey, log: quiet, migrations });
  const old = open(migrations.slice(0, 1));
  const events = [
    ...directoryState('Garden', 7),
    childLink('!a:example.org', { via: ['example.org'], order: 'b' }),
    entry('$f', { active: true, name: 'rose.txt' }),
    fileMessage('rose.txt', { id: '$f' }),
  ];
  old.write(() => {
    run(
      old.db,
      `INSERT INTO rooms(room_no, room_id, membership, room_type, section) VALUES (1, '!g:example.org', 'join', 'm.space', 'spaces')`,
    );
    for (const [at, event] of events.entries()) {
      run(
        old.db,
        `INSERT INTO events(event_no, room_no, event_hash, event_id, type, state_key, sender, ts, received_ts, json)
         VALUES (?, 1, ?, ?, ?, ?, ?, ?, 9, ?)`,
        at + 1,
        eventHash('!g:example.org', event.event_id),
        event.event_id,
        event.type,
        event.state_key ?? null,
        event.sender,
        event.origin_server_ts,
        JSON.stringify(event),
      );
      if (event.state_key !== undefined)
        run(
          old.db,
          'INSERT INTO state(room_no, type, state_key, event_no) VALUES (1, ?, ?, ?)',
          event.type,
          event.state_key,
          at + 1,
        );
    }
  });
  old.close();
  const now = open(migrations);
  const rows = [
    all(now.db, 'SELECT room_id, membership, section, is_tree, created_ms FROM rooms'),
    all(now.db, 'SELECT child_id, ord, has_via FROM space_links'),
    all(now.db, 'SELECT event_id, name, kind, file_no IS NOT NULL AS has_file FROM file_entries'),
    all(now.db, 'SELECT event_id, name FROM files'),
  ];
  now.close();
  rmSync(folder, { recursive: true });
  expect(rows).toEqual([
    [
      {
        room_id: '!g:example.org',
        membership: 'join',
        section: 'trees',
        is_tree: 1,
        created_ms: 7,
      },
    ],
    [{ child_id: '!a:example.org', ord: 'b', has_via: 1 }],
    [{ event_id: '$f', name: 'rose.txt', kind: 'text', has_file: 1 }],
    [{ event_id: '$f', name: 'rose.txt' }],
  ]);
});

test('filling twice is once, and gives what arrival gave', () => {
  const { store } = temp;
  arrive(fileMessage('a.txt', { id: '$a' }));
  arrive(entry('$a', { active: true, name: 'a.txt' }));
  arrive(fileVersion('b.txt', '$a', { id: '$b' }));
  arrive(entry('$b', { active: true, name: 'b.txt', version: 2 }));
  arrive(childLink('!a:example.org'));
  arrive(parentLink('!p:example.org'));
  const gone = fileMessage('gone.txt', { id: '$gone' });
  arrive(gone);
  arrive(redaction('$gone'));
  arrive(encrypted('session', { id: '$c' }));
  const { eventNo } = insertLoose(store.db, {
    roomNo,
    event: encrypted('s', { id: '$c' }),
    receivedMs: 1,
  });
  const plain = { type: 'm.room.message', content: fileContent('c.txt') };
  store.write((changes) => setPlain(store.db, eventNo, plain, changes));
  const tables = ['space_links', 'space_parents', 'files', 'file_entries'] as const;
  const snapshot = (): unknown => [
    ...tables.map((table) => all(store.db, `SELECT * FROM ${table}`)),
    all(store.db, 'SELECT room_id, is_tree, created_ms FROM rooms'),
  ];
  const before = snapshot();
  store.write(() => {
    for (const table of tables) run(store.db, `DELETE FROM ${table}`);
    run(store.db, 'UPDATE rooms SET is_tree = 0, created_ms = 0');
    fillFiles(store.db);
    fillFiles(store.db);
  });
  expect(snapshot()).toEqual(before);
  expect(all(store.db, 'SELECT section FROM rooms')).toEqual([{ section: 'trees' }]);
});

describe('names', () => {
  const shown = (raw: unknown): unknown[] => {
    const { name, odd, extension } = cleanFileName(raw);
    return [name, odd, extension];
  };

  test('CHAT-3.32 nothing, or nothing that shows, is "Unnamed File"', () => {
    expect([undefined, null, 5, '', '\u202e', ' \n'].map((raw) => shown(raw)[0])).toEqual(
      Array(6).fill('Unnamed File'),
    );
  });

  test('bidi and control characters go, separators and long pauses are made visible', () => {
    expect(shown('report\u202efdp.exe')).toEqual(['reportfdp.exe', true, 'exe']);
    expect(shown('../../etc/passwd')).toEqual(['.._.._etc_passwd', true, '']);
    expect(shown('C:\\Windows\\a.txt')).toEqual(['C:_Windows_a.txt', true, 'txt']);
    expect(shown(`bill.pdf${' '.repeat(80)}.exe`)).toEqual(['bill.pdf .exe', true, 'exe']);
    expect(shown('..')).toEqual(['__', true, '']);
    expect(shown('Grüße 👩‍👩‍👧.PNG')).toEqual(['Grüße 👩‍👩‍👧.PNG', false, 'png']);
    expect(shown('.bashrc')).toEqual(['.bashrc', false, '']);
  });

  test('a name of 10,000 characters keeps its end', () => {
    const { name, odd, extension } = cleanFileName(`${'😀'.repeat(5_000)}.tar`);
    expect([name.length <= 255, name.endsWith('….tar'), odd, extension]).toEqual([
      true,
      true,
      true,
      'tar',
    ]);
    expect(/[\ud800-\udbff](?![\udc00-\udfff])/.test(name)).toBe(false);
  });

  test('numbers sort as numbers, case and accents do not matter', () => {
    const names = ['img 10', 'Img 2', 'img 1', 'Ärger', 'apfel', 'img 010'];
    const sorted = [...names].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
    expect(sorted.slice(0, 4)).toEqual(['apfel', 'Ärger', 'img 1', 'Img 2']);
  });
});

test('kinds: the extension decides; extension and type that contradict each other are found', () => {
  expect(
    [
      ['png', null],
      ['', 'image/png'],
      ['svg', 'image/svg+xml'],
      ['exe', 'image/png'],
      ['weird', 'application/pdf'],
      ['', null],
    ].map(([extension, type]) => kindOf(extension ?? '', type ?? null)),
  ).toEqual(['image', 'image', 'design', 'other', 'pdf', 'other']);
  const disagree = (extension: string, type: string): boolean => kindsDisagree(extension, type);
  expect(disagree('pdf', 'image/png')).toBe(true);
  expect(disagree('exe', 'image/png')).toBe(true);
  expect(disagree('png', 'text/html')).toBe(true);
  expect(disagree('docx', 'application/zip')).toBe(false);
  expect(disagree('ts', 'video/mp2t')).toBe(false);
  expect(disagree('md', 'text/plain')).toBe(false);
  expect(disagree('ogg', 'video/ogg')).toBe(false);
  expect(disagree('bin2', 'image/png')).toBe(false);
  expect(['exe', 'sh', 'jar', 'pdf', ''].map(canRun)).toEqual([true, true, true, false, false]);
  // Most are data, and no system starts one by its name.
  expect(canRun('bin')).toBe(false);
});

test('state and files of one room mean nothing in another', () => {
  const other = room('!other:example.org', directoryState('Other'));
  arrive(fileMessage('a.txt', { id: '$a' }), other);
  arrive(state(branchType, '$a', { active: true, name: 'a.txt' }, { sender: bob }));
  expect(entries()).toMatchObject([{ event_id: '$a', has_file: 0 }]);
});
