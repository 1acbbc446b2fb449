// The list `trees` and the header: what hangs where, in which order, and what is wrong with it.
import { updateRoom } from '#stores/rooms/rooms';
import { run } from '#stores/sqlite/statements';
import { alice, bob, create, member, state } from '../../fixtures/events';
import {
  childLink,
  directoryState,
  encryption,
  entry,
  parentLink,
  purpose,
} from '../../fixtures/files';
import { filesBench, treeLines, type FilesBench } from './bench';

let bench: FilesBench;
beforeEach(() => {
  bench = filesBench();
});
afterEach(() => bench.temp.remove());

const garden = '!garden:example.org';
const all = ['!garden:example.org', '!a:example.org', '!b:example.org', '!c:example.org'];
const lines = (...expanded: string[]): string[] => treeLines(bench.trees(...expanded).value());

test('CHAT-1.2 a tree is a directory that no other holds; its directories unfold below it', () => {
  bench.directory(garden, 'Garden');
  bench.directory('!a:example.org', 'Plants', garden);
  bench.directory('!b:example.org', 'Roses', '!a:example.org');
  bench.room('!space:example.org', [create('10', { type: 'm.space' }), member(alice, 'join')]);
  bench.room('!chat:example.org', [create(), member(alice, 'join')]);
  expect(lines()).toEqual(['[mine 1]', 'Garden']);
  expect(lines(garden)).toEqual(['[mine 1]', 'Garden', '  Plants']);
  expect(lines(...all)).toEqual(['[mine 1]', 'Garden', '  Plants', '    Roses']);
});

test('trees that others made are shared ones; the list follows what changes', () => {
  const trees = bench.trees(garden);
  bench.directory(garden, 'Garden');
  bench.room('!theirs:example.org', [
    { ...create('10', { type: 'm.space' }), sender: bob },
    purpose(),
    encryption(),
    state('m.room.name', '', { name: 'Office' }, { sender: bob }),
    member(alice, 'join'),
  ]);
  bench.directory('!a:example.org', 'Plants', garden);
  expect(treeLines(trees.value())).toEqual([
    '[mine 1]',
    'Garden',
    '  Plants',
    '[shared 1]',
    'Office',
  ]);
  bench.arrive(garden, childLink('!a:example.org', {}));
  expect(treeLines(trees.value())).toEqual([
    '[mine 2]',
    'Garden',
    'Plants',
    '[shared 1]',
    'Office',
  ]);
});

test('CHAT-5.28 order strings first, ties by time of creation, then by id', () => {
  bench.directory(garden, 'Garden');
  const made: [string, number, string | null][] = [
    ['!f:x.org', 1, null],
    ['!e:x.org', 5, null],
    ['!d:x.org', 5, null],
    ['!c:x.org', 9, 'b'],
    ['!b:x.org', 3, 'b'],
    ['!a:x.org', 9, 'Z'],
    ['!g:x.org', 3, 'b'],
  ];
  for (const [roomId, ts, order] of made) {
    bench.room(roomId, [...directoryState(roomId, ts), parentLink(garden)]);
    bench.arrive(
      garden,
      childLink(roomId, { via: ['x.org'], ...(order === null ? {} : { order }) }),
    );
  }
  expect(lines(garden).slice(2)).toEqual(
    ['!a', '!b', '!g', '!c', '!f', '!d', '!e'].map((id) => `  ${id}:x.org`),
  );
  const nodes = bench.trees(garden).value().slice(2);
  expect(
    nodes.map((node) => (node.kind === 'directory' ? [node.index, node.siblings] : [])),
  ).toEqual(made.map((_, index) => [index, 7]));
});

test('directories that nobody has put into a place stand by name, as in the list', () => {
  bench.directory(garden, 'Garden');
  for (const [id, name] of [
    ['!z:example.org', 'Plot 2'],
    ['!b:example.org', 'Plot 10'],
    ['!c:example.org', 'apples'],
  ] as const)
    bench.directory(id, name, garden);
  expect(lines(garden).slice(2)).toEqual(['  apples', '  Plot 2', '  Plot 10']);
});

test('bad input: a loop of directories is shown once and not entered, and hides nobody', () => {
  bench.directory(garden, 'Garden');
  bench.directory('!a:example.org', 'Plants', garden);
  bench.directory('!b:example.org', 'Roses', '!a:example.org');
  bench.arrive('!b:example.org', childLink('!a:example.org'));
  expect(lines(...all)).toEqual([
    '[mine 1]',
    'Garden',
    '  Plants',
    '    Roses',
    '      Plants !loop',
  ]);
  // A ring without an entrance gets one: its oldest.
  bench.arrive(garden, childLink('!a:example.org', {}));
  expect(lines(...all)).toEqual(['[mine 2]', 'Garden', 'Plants', '  Roses', '    Plants !loop']);
  bench.arrive(garden, childLink(garden));
  expect(lines(garden)).toContain('  Garden !loop');
});

test('bad input: a directory linked twice has two places with keys of their own', () => {
  bench.directory(garden, 'Garden');
  bench.directory('!a:example.org', 'Plants', garden);
  bench.directory('!b:example.org', 'Roses', garden);
  bench.arrive('!a:example.org', childLink('!b:example.org'));
  const items = bench.trees(...all).value();
  expect(treeLines(items)).toEqual([
    '[mine 1]',
    'Garden',
    '  Plants',
    '    Roses !no_parent_link',
    '  Roses',
  ]);
  expect(new Set(items.map((item) => item.key)).size).toBe(items.length);
});

test('bad input: a normal room, a link without via, a missing parent link, a room that is not here', () => {
  bench.directory(garden, 'Garden');
  bench.room('!chat:example.org', [
    create(),
    member(alice, 'join'),
    state('m.room.name', '', { name: 'Chat' }, { sender: alice }),
  ]);
  bench.room('!orphan:example.org', directoryState('Orphan'));
  bench.directory('!a:example.org', 'Plants', garden, { via: [] });
  bench.arrive(
    garden,
    childLink('!chat:example.org'),
    childLink('!orphan:example.org'),
    childLink('!elsewhere:example.org'),
    childLink('!void:example.org', { order: 'a' }),
  );
  expect(new Set(lines(garden).slice(2))).toEqual(
    new Set([
      '  Chat !not_a_directory',
      '  Orphan !no_parent_link',
      '  Plants !no_via',
      '   !not_joined',
      '   !no_via',
    ]),
  );
});

test('the entry of what this account is not in may be taken out by whoever may change what lies there', () => {
  bench.directory(garden, 'Garden');
  bench.directory('!a:example.org', 'Plants', garden);
  bench.arrive(garden, childLink('!elsewhere:example.org'));
  const trees = bench.trees(garden);
  const items = bench.items(garden);
  const may = () =>
    [...trees.value(), ...items.value()].flatMap((one) =>
      one.kind === 'directory' && one.roomId !== garden
        ? [[one.roomId, Object.keys(one.actions).filter((act) => one.actions[act as 'unlink'])]]
        : [],
    );
  const [, elsewhere, , again] = may().sort();
  expect([elsewhere, again]).toEqual([
    ['!a:example.org', expect.not.arrayContaining(['unlink'])],
    ['!elsewhere:example.org', ['unlink']],
  ]);
  bench.arrive(
    garden,
    state(
      'm.room.power_levels',
      '',
      { users: { [bob]: 100 }, users_default: 0, events_default: 50, state_default: 50 },
      { sender: alice },
    ),
  );
  expect(may().filter(([id]) => id === '!elsewhere:example.org')).toEqual([
    ['!elsewhere:example.org', []],
    ['!elsewhere:example.org', []],
  ]);
});

test('a folder that another device of this account deleted for everybody is told as that', () => {
  bench.directory(garden, 'Garden');
  const left = (reason?: string): void =>
    void bench.room(
      garden,
      [
        state(
          'm.room.member',
          alice,
          { membership: 'leave', ...(reason !== undefined && { reason }) },
          { sender: alice },
        ),
      ],
      'leave',
    );
  const header = bench.header(garden);
  left('Bye');
  expect(header.value().departure).toEqual({ how: 'left', by: null, listed: false });
  left('Room deleted');
  expect(header.value().departure).toEqual({
    how: 'left',
    by: null,
    deleted: true,
    listed: false,
  });
});

test('an unencrypted directory says so', () => {
  bench.room(garden, [create('10', { type: 'm.space' }), purpose(), member(alice, 'join')]);
  expect(lines()[1]).toContain('!not_encrypted');
  expect(bench.header(garden).value().problem).toBe('not_encrypted');
});

test('a dot stands where others changed something after it was seen, and above; own changes make none', () => {
  bench.directory(garden, 'Garden');
  const child = bench.directory('!a:example.org', 'Plants', garden);
  const trees = bench.trees(garden);
  bench.file('!a:example.org', 'mine.txt');
  expect(treeLines(trees.value())).toEqual(['[mine 1]', 'Garden', '  Plants']);
  bench.arrive(
    '!a:example.org',
    entry('$x', { active: true, name: 'theirs.txt' }, { sender: bob }),
  );
  expect(treeLines(trees.value())).toEqual(['[mine 1]', 'Garden !new', '  Plants !new']);
  bench.temp.store.write((changes) => {
    updateRoom(bench.temp.store.db, child, { seenMs: bench.clock.now() });
    changes.room(child);
  });
  expect(treeLines(trees.value())).toEqual(['[mine 1]', 'Garden', '  Plants']);
});

test('an invitation to a tree is one line, known by its encryption: servers leave the purpose out', () => {
  const stripped = (name: string) => [
    { ...create('10', { type: 'm.space' }), sender: bob },
    encryption(),
    state('m.room.name', '', { name }, { sender: bob }),
    member(bob, 'join', 'Bob'),
    state('m.room.member', alice, { membership: 'invite' }, { sender: bob }),
  ];
  const invite = (roomId: string, name: string): void => {
    const roomNo = bench.room(roomId, stripped(name), 'invite');
    bench.temp.store.write((changes) => {
      updateRoom(bench.temp.store.db, roomNo, { inviter: bob });
      changes.room(roomNo);
    });
  };
  const waiting = bench.treeInvites();
  expect(waiting.value()).toEqual({ waiting: 0 });
  invite('!t:example.org', 'Shared');
  invite('!s:example.org', 'Sub');
  expect(waiting.value()).toEqual({ waiting: 2 });
  expect(lines()).toEqual(['[invites 2]', 'invite Shared +0', 'invite Sub +0']);
  // The server's answer about the links below an invited tree.
  bench.room('!t:example.org', [childLink('!s:example.org')], 'invite');
  expect(lines()).toEqual(['[invites 1]', 'invite Shared +1']);
  const [, item] = bench.trees().value();
  expect(item).toMatchObject({ kind: 'invite', inviter: { userId: bob, name: 'Bob' } });
});

test('rights and roles of each directory', () => {
  bench.directory(garden, 'Garden');
  bench.directory('!a:example.org', 'Plants', garden);
  const trees = bench.trees(garden);
  const node = (at: number) => {
    const item = trees.value()[at];
    return item?.kind === 'directory' ? item : null;
  };
  expect([node(1)?.role, node(1)?.actions.reorder, node(2)?.actions.reorder]).toEqual([
    'owner',
    false,
    true,
  ]);
  bench.arrive(
    '!a:example.org',
    state(
      'm.room.power_levels',
      '',
      { users: { [bob]: 100 }, users_default: 0, events_default: 50, state_default: 50 },
      { sender: alice },
    ),
  );
  expect([node(2)?.role, node(2)?.actions.upload, node(2)?.actions.rename]).toEqual([
    'viewer',
    false,
    false,
  ]);
});

test('what is kept offline is shown with everything below', () => {
  const roomNo = bench.directory(garden, 'Garden');
  bench.directory('!a:example.org', 'Plants', garden);
  bench.file('!a:example.org', 'rose.txt');
  const { db } = bench.temp.store;
  bench.temp.store.write((changes) => {
    run(db, `INSERT INTO kept_offline(room_no, entry_id) VALUES (?, '')`, roomNo);
    changes.topic('media');
  });
  const kept = bench
    .trees(garden)
    .value()
    .flatMap((item) => (item.kind === 'directory' ? [item.onDisk] : []));
  expect(kept).toEqual([
    { kept: 'kept', state: 'none' },
    { kept: 'inherited', state: 'none' },
  ]);
  bench.temp.store.write((changes) => {
    run(
      db,
      `INSERT INTO media(handle, mxc, variant, cache_file, verified)
       SELECT 'handle', mxc, 'full', 'file', 1 FROM files`,
    );
    changes.topic('media');
  });
  const [row] = bench.items('!a:example.org').value();
  expect(row).toMatchObject({ name: 'rose.txt', onDisk: { kept: 'inherited', state: 'all' } });
  expect(bench.header(garden).value().onDisk).toEqual({ kept: 'kept', state: 'all' });
});

test('the header counts, names the way, tells the last act, and knows no room it does not know', async () => {
  bench.directory(garden, 'Garden');
  bench.directory('!a:example.org', 'Plants', garden);
  const header = bench.header('!a:example.org');
  await Promise.resolve();
  expect(header.value()).toMatchObject({
    membership: 'join',
    name: 'Plants',
    path: [{ roomId: garden, name: 'Garden' }],
    role: 'owner',
    files: 0,
    activity: null,
    uploadLimitBytes: 1_000_000,
    problem: null,
  });
  const id = bench.file('!a:example.org', 'rose.txt');
  bench.file('!a:example.org', 'oak.txt');
  expect(header.value()).toMatchObject({
    files: 2,
    bytes: 200,
    activity: { what: 'added', name: 'oak.txt', who: { userId: alice, name: 'Alice' } },
  });
  bench.arrive(
    '!a:example.org',
    entry(
      id,
      { active: true, name: 'tulip.txt' },
      { unsigned: { prev_content: { active: true, name: 'rose.txt' } } },
    ),
  );
  const renamed = { what: 'renamed', name: 'tulip.txt', from: 'rose.txt' };
  expect(header.value().activity).toMatchObject(renamed);
  bench.arrive('!a:example.org', entry(id, { active: false, name: 'tulip.txt' }));
  expect(header.value()).toMatchObject({
    files: 1,
    deletedFiles: 1,
    bytes: 100,
    activity: { what: 'removed' },
  });
  const moved = { active: false, name: 'tulip.txt', 'org.trellis.moved_to': garden };
  bench.arrive('!a:example.org', entry(id, moved));
  expect(header.value()).toMatchObject({
    deletedFiles: 0,
    movedFiles: 1,
    activity: { what: 'moved', name: 'tulip.txt' },
  });
  expect(bench.header(garden).value()).toMatchObject({
    directories: 1,
    activity: { what: 'directory', name: 'Plants' },
  });
  expect(bench.header('!nowhere:example.org').value()).toMatchObject({
    membership: 'unknown',
    problem: 'not_joined',
    role: null,
    actions: { upload: false, leave: false },
  });
});

test('what was moved here is told as moved, not as added', async () => {
  bench.directory(garden, 'Garden');
  const header = bench.header(garden);
  await Promise.resolve();
  const id = bench.file(garden, 'rose.txt', { 'org.trellis.moved_here': true });
  expect(header.value().activity).toMatchObject({ what: 'moved_here', name: 'rose.txt' });
  const here = { 'org.trellis.moved_here': true };
  bench.arrive(
    garden,
    entry(
      id,
      { active: true, name: 'tulip.txt', ...here },
      { unsigned: { prev_content: { active: true, name: 'rose.txt', ...here } } },
    ),
  );
  expect(header.value().activity).toMatchObject({ what: 'renamed', name: 'tulip.txt' });
  // Another client may write anything there.
  bench.file(garden, 'fern.txt', { 'org.trellis.moved_here': '!plants:example.org' });
  expect(header.value().activity).toMatchObject({ what: 'added', name: 'fern.txt' });
});

test('a folder that was made long before it came to another one is told as moved, not as made', () => {
  bench.directory(garden, 'Garden');
  const header = bench.header(garden);
  bench.clock.pass(3_600_000);
  const come = (roomId: string, agoMs: number): void => {
    const now = bench.clock.now();
    bench.room(roomId, [...directoryState(roomId.slice(1, 2), now - agoMs), parentLink(garden)]);
    bench.arrive(garden, { ...childLink(roomId), origin_server_ts: now });
  };
  come('!n:example.org', 1_000);
  expect(header.value().activity).toMatchObject({ what: 'directory', name: 'n' });
  bench.clock.pass(60_000);
  come('!o:example.org', 600_000);
  expect(header.value().activity).toMatchObject({ what: 'directory_here', name: 'o' });
});

test('a folder that comes to another one right after it was made is told as moved, too', () => {
  bench.directory(garden, 'Garden');
  const header = bench.header(garden);
  bench.clock.pass(3_600_000);
  const come = (roomId: string, parent: string | null, unsigned = {}): void => {
    bench.clock.pass(1_000);
    const now = bench.clock.now();
    const [create, ...rest] = directoryState(roomId.slice(1, 2), now - 500);
    const mark = { 'org.trellis.directory': { parent } };
    const made = { ...create, content: { ...create?.content, ...mark } } as typeof create;
    bench.room(roomId, [...(made === undefined ? [] : [made]), ...rest, parentLink(garden)]);
    bench.arrive(garden, { ...childLink(roomId), origin_server_ts: now, unsigned });
  };
  come('!n:example.org', garden);
  expect(header.value().activity).toMatchObject({ what: 'directory', name: 'n' });
  come('!o:example.org', '!elsewhere:example.org');
  expect(header.value().activity).toMatchObject({ what: 'directory_here', name: 'o' });
  come('!p:example.org', null);
  expect(header.value().activity).toMatchObject({ what: 'directory_here', name: 'p' });
  // Away and back again.
  come('!q:example.org', garden, { prev_content: {} });
  expect(header.value().activity).toMatchObject({ what: 'directory_here', name: 'q' });
});
