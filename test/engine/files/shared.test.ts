// Two people with whole engines at a real server: what one does in a tree, the other's views show; and what the chat side hears of it.
import type { DirectoryItem } from '#contract/areas/files/filesModels';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { requestId } from '../support';
import {
  allDone,
  drop,
  newTree,
  signIn,
  synced,
  tempFiles,
  type Files,
  type Person,
} from '../transfers/kit';
import { itemLines, treeLines } from './bench';

let server: Homeserver;
let alice: Person;
let bob: Person;
let files: Files;

beforeAll(async () => {
  server = await startHomeserver();
  files = tempFiles();
  const people = ['alice', 'bob'].map(async (username) => {
    const { userId } = await server.registerUser({ username, password: 'pw' });
    return signIn(server.baseUrl, { username, userId });
  });
  [alice, bob] = (await Promise.all(people)) as [Person, Person];
}, 180_000);

afterAll(async () => {
  await alice?.stop();
  await bob?.stop();
  files?.remove();
  await server?.stop();
});

const byName = { by: 'name', descending: false } as const;
const itemsWhen = (
  person: Person,
  roomId: string,
  fits: (items: readonly DirectoryItem[]) => boolean,
): Promise<readonly DirectoryItem[]> =>
  person.list(
    'directoryItems',
    { roomId, sort: byName, text: '', deleted: false, limit: 200 },
    fits,
  );
const readable = (items: readonly DirectoryItem[]): boolean =>
  items.every((item) => item.problem === null);

const arrived = (items: readonly DirectoryItem[]): boolean =>
  items.every((item) => item.kind === 'file' && item.transferId === null);

test('CHAT-1.2 CHAT-3.31 a shared tree: invited once, quiet in the chats, joined whole, its files readable', async () => {
  const treeId = await newTree(alice, 'Garden');
  const { roomId: bedsId } = await alice.call('createDirectory', {
    requestId: requestId(),
    parentId: treeId,
    name: 'Beds',
  });
  files.write({ 'plan.txt': 2_000, 'rose.png': 3_000 });
  await drop(alice, treeId, [`${files.path}/plan.txt`]);
  await drop(alice, bedsId, [`${files.path}/rose.png`]);
  await allDone(alice, 2);
  await alice.call('setSharing', {
    roomId: treeId,
    userIds: [bob.userId],
    role: 'editor',
    below: true,
  });
  const invited = await bob.list('trees', { expanded: [] }, (items) =>
    items.some((item) => item.kind === 'invite' && item.directories === 1),
  );
  expect(treeLines(invited)).toEqual(['[invites 1]', 'invite Garden +1']);
  const rooms = await bob.list('rooms', { text: '', collapsed: [], limit: 50 }, () => true);
  expect([rooms, bob.notices]).toEqual([[], []]);
  await bob.call('acceptTreeInvite', { roomId: treeId });
  const trees = await bob.list(
    'trees',
    { expanded: [treeId] },
    (items) => items.length === 3 && items.every((item) => item.kind !== 'invite'),
  );
  expect(treeLines(trees).map((line) => line.replace(' !new', ''))).toEqual([
    '[shared 1]',
    'Garden',
    '  Beds',
  ]);
  const top = await itemsWhen(bob, treeId, (items) => items.length === 2 && readable(items));
  expect(itemLines(top)).toEqual(['Beds/', 'plan.txt']);
  const below = await itemsWhen(bob, bedsId, (items) => items.length === 1 && readable(items));
  expect(below).toMatchObject([
    { name: 'rose.png', sizeBytes: 3_000, version: 1, changedBy: { userId: alice.userId } },
  ]);
  const header = await bob.value(
    'directory',
    { roomId: bedsId },
    ({ role, uploadLimitBytes }) => role === 'editor' && uploadLimitBytes !== null,
  );
  expect(header).toMatchObject({
    path: [{ roomId: treeId, name: 'Garden' }],
    people: 2,
    files: 1,
    activity: { what: 'added', name: 'rose.png' },
    problem: null,
  });
  expect(header.uploadLimitBytes).toBeGreaterThan(0);
});

test('whoever accepts a tree sees no false alarm: its files wait until they can be read, and nothing was deleted', async () => {
  const treeId = await newTree(alice, 'Papers');
  files.write({ 'readme.md': 100, 'bill.pdf': 2_000 });
  await drop(alice, treeId, [`${files.path}/readme.md`, `${files.path}/bill.pdf`]);
  const present = await itemsWhen(alice, treeId, (items) => items.length === 2 && arrived(items));
  const versionOf = present.find(({ name }) => name === 'readme.md')?.key ?? null;
  await drop(alice, treeId, [`${files.path}/readme.md`], { clash: 'new_version', versionOf });
  await itemsWhen(alice, treeId, (items) =>
    items.some((item) => item.kind === 'file' && item.version === 2 && item.transferId === null),
  );
  await alice.call('setSharing', {
    roomId: treeId,
    userIds: [bob.userId],
    role: 'viewer',
    below: true,
  });
  await bob.list('trees', { expanded: [] }, (items) =>
    items.some((item) => item.kind === 'invite' && item.name === 'Papers'),
  );
  const problems = new Set<string | null>();
  const acts = new Set<string | undefined>();
  const unreadable = new Set<number>();
  const off = bob.watch('directory', { roomId: treeId }, (header) => {
    acts.add(header.activity?.what);
    unreadable.add(header.unreadable);
  });
  const shown = itemsWhen(bob, treeId, (items) => {
    for (const { problem } of items) problems.add(problem);
    return items.length === 2 && readable(items);
  });
  await bob.call('acceptTreeInvite', { roomId: treeId });
  expect(itemLines(await shown)).toEqual(['bill.pdf', 'readme.md']);
  const header = await bob.value(
    'directory',
    { roomId: treeId },
    ({ activity }) => activity?.what === 'version',
  );
  off();
  expect(header.deletedFiles).toBe(0);
  problems.delete('waiting');
  acts.delete(undefined);
  expect([[...problems], [...acts], [...unreadable]]).toEqual([[null], ['version'], [0]]);
});

test('after a long absence everything is there, though the timeline came in pieces', async () => {
  const treeId = await newTree(alice, 'Absence');
  await alice.call('setSharing', {
    roomId: treeId,
    userIds: [bob.userId],
    role: 'viewer',
    below: true,
  });
  await bob.list('trees', { expanded: [] }, (items) =>
    items.some((item) => item.kind === 'invite' && item.name === 'Absence'),
  );
  await bob.call('acceptTreeInvite', { roomId: treeId });
  await bob.value('directory', { roomId: treeId }, ({ membership }) => membership === 'join');
  const { folder, key } = bob;
  await bob.stop(true);
  // More than a sync answer's timeline: state and messages of the first ones come apart from it.
  const names = Array.from({ length: 40 }, (_, i) => `file ${i}.txt`);
  files.write(Object.fromEntries(names.map((name) => [name, 50])));
  await drop(
    alice,
    treeId,
    names.map((name) => `${files.path}/${name}`),
  );
  await allDone(alice, 40);
  const { openWindow } = await import('../support');
  const window = openWindow({ folder, key });
  await synced(window);
  bob = Object.assign(window, { userId: bob.userId });
  const items = await itemsWhen(bob, treeId, (all) => all.length === 40 && readable(all));
  expect(items.map((item) => item.name)).toEqual(names);
}, 240_000);

test('one who is removed from a tree is told by whom and why, and the tree is no longer listed', async () => {
  const treeId = await newTree(alice, 'Seeds');
  const share = { roomId: treeId, userIds: [bob.userId], below: true };
  await alice.call('setSharing', { ...share, role: 'viewer' });
  await bob.list('trees', { expanded: [] }, (items) =>
    items.some((item) => item.kind === 'invite' && item.name === 'Seeds'),
  );
  await bob.call('acceptTreeInvite', { roomId: treeId });
  await bob.value('directory', { roomId: treeId }, ({ membership }) => membership === 'join');
  await alice.value('directory', { roomId: treeId }, (header) => header.people === 2);
  expect(
    await alice.value('directory', { roomId: treeId }, (header) => header.runsAlone === true),
  ).not.toHaveProperty('departure');
  await alice.call('kick', { roomId: treeId, userId: bob.userId, reason: 'All sold' });
  const gone = await bob.value('directory', { roomId: treeId }, (header) => 'departure' in header);
  expect(gone).toMatchObject({
    ...{ membership: 'leave', name: 'Seeds', problem: null },
    departure: { how: 'removed', by: { userId: alice.userId }, reason: 'All sold' },
  });
  const { removals } = await bob.value('removals', {}, (told) => told.removals.length > 0);
  expect(removals).toMatchObject([
    { roomId: treeId, name: 'Seeds', folder: true, departure: { reason: 'All sold' } },
  ]);
  const trees = await bob.list('trees', { expanded: [] }, () => true);
  expect(treeLines(trees).join()).not.toContain('Seeds');
});
