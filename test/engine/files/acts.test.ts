// Trees, directories and entries made and changed, against a real server and back through sync.
import { settingsWithPrefix } from '#stores/settings/settings';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { failureOf } from '../http/kit';
import { nextRequestId } from '../crypto/harness';
import { branch, filesKit, type FilesKit } from './kit';

let server: Homeserver;
let alice: FilesKit;
let bob: FilesKit;

beforeAll(async () => {
  server = await startHomeserver();
  alice = await filesKit(server, 'alice');
  bob = await filesKit(server, 'bob');
}, 120_000);

afterAll(async () => {
  await alice?.close();
  await bob?.close();
  await server?.stop();
});

const via = ['localhost'];

test('CHAT-6.4 CHAT-6.5 CHAT-6.14 a tree is made with the levels of trees, encrypted, without its creator in version 12', async () => {
  const roomId = await alice.tree('Plans');
  expect(alice.state(roomId, 'm.room.create')).toMatchObject({
    type: 'm.space',
    room_version: '12',
  });
  expect(alice.state(roomId, 'm.room.encryption')).toEqual({ algorithm: 'm.megolm.v1.aes-sha2' });
  expect(alice.state(roomId, 'm.room.join_rules')).toEqual({ join_rule: 'invite' });
  expect(alice.state(roomId, 'org.matrix.msc3088.purpose', 'org.matrix.msc3089.data_tree')).toEqual(
    { 'org.matrix.msc3088.enabled': true },
  );
  expect(alice.state(roomId, 'm.room.power_levels')).toMatchObject({
    invite: 100,
    kick: 100,
    ban: 100,
    redact: 50,
    state_default: 50,
    events_default: 50,
    users_default: 0,
    users: {},
    events: {
      'm.room.power_levels': 100,
      'm.room.history_visibility': 100,
      'm.room.tombstone': 100,
      'm.room.encryption': 100,
      'm.room.name': 50,
      'm.room.message': 50,
      'm.room.encrypted': 50,
      'm.sticker': 50,
    },
  });
});

test('a directory is linked both ways, once per request, also when the first call was lost', async () => {
  const treeId = await alice.tree('Twice');
  const request = { requestId: nextRequestId(), name: 'Once', parentId: treeId };
  const [first, twin] = await Promise.all([
    alice.files.createDirectory(request),
    alice.files.createDirectory(request),
  ]);
  const again = await alice.files.createDirectory(request);
  expect([twin, again]).toEqual([first, first]);
  expect(settingsWithPrefix(alice.store.db, 'directoryRequest.').size).toBe(0);
  await alice.untilState(treeId, 'm.space.child', first, () => true);
  expect(alice.state(treeId, 'm.space.child', first)).toEqual({ via });
  expect(alice.state(first, 'm.space.parent', treeId)).toEqual({ via });
});

test('CHAT-5.27 children are put into their place, top level trees have none', async () => {
  const treeId = await alice.tree('Order');
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c', 'd']) ids.push(await alice.directory(treeId, name));
  const orders = () =>
    Object.fromEntries(
      ids.map((id, at) => [
        'abcd'[at],
        alice.state(treeId, 'm.space.child', id)?.['order'] ?? null,
      ]),
    );
  const [a = '', , , d = ''] = ids;
  await alice.files.place.reorder(treeId, d, 0);
  // The first that is arranged gives the others the places that they are seen at.
  for (const id of ids)
    await alice.untilState(treeId, 'm.space.child', id, (content) => 'order' in content);
  const sorted = (): string[] =>
    Object.entries(orders())
      .sort(([, x], [, y]) => (String(x) < String(y) ? -1 : 1))
      .map(([name]) => name);
  expect(sorted()).toEqual(['d', 'a', 'b', 'c']);
  const before = orders()['a'];
  await alice.files.place.reorder(treeId, a, 99);
  await alice.untilState(treeId, 'm.space.child', a, (content) => content['order'] !== before);
  expect(sorted()).toEqual(['d', 'b', 'c', 'a']);
  const refused = await failureOf(alice.files.place.reorder(d, treeId, 0));
  expect(refused['message']).toBe('Cannot set order of top level spaces currently');
});

test('a directory moves to another one, but not into itself', async () => {
  const treeId = await alice.tree('Moves');
  const [from, to] = [await alice.directory(treeId, 'from'), await alice.directory(treeId, 'to')];
  const moved = await alice.directory(from, 'moved');
  const inner = await alice.directory(moved, 'inner');
  await alice.untilState(moved, 'm.space.child', inner, () => true);
  await alice.untilState(from, 'm.space.child', moved, () => true);
  expect(await failureOf(alice.move(moved, from, inner))).toMatchObject({
    code: 'conflict',
    data: { reason: 'loop' },
  });
  await alice.move(moved, from, to);
  await alice.untilState(from, 'm.space.child', moved, (content) => !('via' in content));
  expect(alice.state(to, 'm.space.child', moved)).toEqual({ via });
  await alice.untilState(moved, 'm.space.parent', from, (content) => !('via' in content));
  expect(alice.state(moved, 'm.space.parent', to)).toEqual({ via });
});

test('an entry is renamed, locked, deleted, restored, and then nothing is left of it', async () => {
  const treeId = await alice.tree('Entries');
  const entryId = await alice.file(treeId, 'one.txt');
  const { entries } = alice.files;
  const until = (fits: (content: Record<string, unknown>) => boolean) =>
    alice.untilState(treeId, branch, entryId, fits);
  await entries.rename(treeId, entryId, 'two.txt');
  await until((content) => content['name'] === 'two.txt');
  await entries.lock(treeId, entryId, true);
  await until((content) => content['locked'] === true);
  // It keeps others out; what is deleted keeps nobody out.
  await entries.rename(treeId, entryId, 'three.txt');
  await until((content) => content['name'] === 'three.txt' && content['locked'] === true);
  await entries.deactivate(treeId, entryId);
  await until((content) => content['active'] === false);
  expect(alice.entries(treeId)[entryId]).toEqual({
    active: false,
    name: 'three.txt',
    locked: false,
  });
  await entries.restore(treeId, entryId);
  await until((content) => content['active'] === true);
  await entries.deleteForever(treeId, entryId);
  await until((content) => Object.keys(content).length === 0);
  const rows = server.databaseQuery('SELECT redacts FROM redactions WHERE redacts = ?', entryId);
  expect(rows).toEqual([{ redacts: entryId }]);
});

test('a new version of a file that this account has locked is locked, and the one before is not', async () => {
  const treeId = await alice.tree('Locked');
  const first = await alice.file(treeId, 'a.txt');
  await alice.files.entries.lock(treeId, first, true);
  await alice.untilState(treeId, branch, first, (content) => content['locked'] === true);
  const second = await alice.file(treeId, 'a.txt', first);
  await alice.untilState(treeId, branch, first, (content) => content['active'] === false);
  expect(alice.entries(treeId)).toMatchObject({
    [first]: { active: false, locked: false },
    [second]: { active: true, locked: true, version: 2 },
  });
});

test('a new version closes the one before, an old one becomes the newest without a byte', async () => {
  const treeId = await alice.tree('Versions');
  const first = await alice.file(treeId, 'a.txt');
  const second = await alice.file(treeId, 'a.txt', first);
  await alice.untilState(treeId, branch, first, (content) => content['active'] === false);
  // Somebody who still sees the first version adds to the newest one.
  const third = await alice.file(treeId, 'a.txt', first);
  await alice.untilState(treeId, branch, second, (content) => content['active'] === false);
  expect(
    Object.values(alice.entries(treeId))
      .map((one) => [one['version'], one['active']])
      .sort(),
  ).toEqual(
    [
      [2, false],
      [3, true],
      [undefined, false],
    ].sort(),
  );
  const requestId = nextRequestId();
  const version = { roomId: treeId, entryId: third, versionId: first, requestId };
  await alice.files.entries.restoreVersion(version);
  await alice.until('restored', () =>
    Object.values(alice.entries(treeId)).some((one) => one['version'] === 4),
  );
  await alice.untilState(treeId, branch, third, (content) => content['active'] === false);
  const [newest] =
    Object.entries(alice.entries(treeId)).find(([, one]) => one['active'] === true) ?? [];
  const contents = alice
    .events(treeId)
    .filter((event) => [first, newest].includes(event.eventId))
    .map((event) => event.plain?.content['file']);
  expect(contents[1]).toEqual(contents[0]);
  const uploads = server.databaseQuery('SELECT media_id FROM local_media_repository');
  expect(uploads).toEqual([]);
  await alice.files.entries.deleteForever(treeId, newest ?? '');
  await alice.until('all gone', () =>
    Object.values(alice.entries(treeId)).every((one) => Object.keys(one).length === 0),
  );
});

test('CHAT-4.32 CHAT-6.7 a shared tree brings its directories and its old files, each with the role', async () => {
  const treeId = await alice.tree('Shared');
  const inner = await alice.directory(treeId, 'inner');
  await alice.untilState(treeId, 'm.space.child', inner, () => true);
  const old = await alice.file(inner, 'old.txt');
  const change = { roomId: treeId, userIds: [bob.userId], role: 'editor' as const, below: true };
  const plan = await alice.files.sharing.plan(change);
  expect(plan).toEqual([
    { roomId: treeId, userId: bob.userId, path: 'Shared', from: null, to: 'editor', refused: null },
    {
      ...{ roomId: inner, userId: bob.userId, path: 'Shared / inner' },
      from: null,
      to: 'editor',
      refused: null,
    },
  ]);
  expect(await alice.files.sharing.set(change)).toEqual(plan);
  await bob.until('invited', () => bob.membershipOf(treeId) === 'invite');
  await bob.files.joins.accept(treeId);
  await bob.until('joined below', () => bob.membershipOf(inner) === 'join');
  await bob.until('reads', () =>
    bob.events(inner).some((event) => event.eventId === old && event.plain !== null),
  );
  expect(bob.state(inner, 'm.room.power_levels')?.['users']).toEqual({ [bob.userId]: 50 });
  const mine = await bob.file(inner, 'bob.txt');
  await alice.until('comes', () => mine in alice.entries(inner));
  // A directory made later is shared with the same people.
  const later = await bob.directory(inner, 'later').catch((thrown: unknown) => thrown);
  expect(later).toEqual(expect.any(String));
  await alice.until('follows', () => alice.membershipOf(String(later)) === 'join');
}, 60_000);

test('CHAT-5.29 CHAT-6.13 deleting removes everybody, children first, and takes the link out', async () => {
  const treeId = await alice.tree('Root');
  const outer = await alice.directory(treeId, 'outer');
  const inner = await alice.directory(outer, 'inner');
  await alice.untilState(outer, 'm.space.child', inner, () => true);
  await alice.untilState(treeId, 'm.space.child', outer, () => true);
  await alice.file(inner, 'gone.txt');
  const change = { roomId: outer, userIds: [bob.userId], role: 'viewer' as const, below: true };
  await alice.files.sharing.set(change);
  await bob.until('invited', () => bob.membershipOf(outer) === 'invite');
  await bob.files.joins.accept(outer);
  await bob.until('joined below', () => bob.membershipOf(inner) === 'join');
  for (const roomId of [outer, inner])
    await alice.untilState(
      roomId,
      'm.room.member',
      bob.userId,
      ({ membership }) => membership === 'join',
    );
  expect(await alice.files.deletePlan(outer)).toEqual({
    directories: 2,
    files: 1,
    bytes: 3,
    uploads: 0,
    people: 1,
    refused: [],
  });
  const saved: unknown[] = [];
  await alice.files.deleteDirectory(outer, { steps: {}, save: (steps) => saved.push(steps) });
  await bob.until('removed', () =>
    [outer, inner].every((roomId) => bob.membershipOf(roomId) === 'leave'),
  );
  const kicks = server.databaseQuery<{ room_id: string; json: string }>(
    `SELECT e.room_id, j.json FROM events e JOIN event_json j USING (event_id)
     WHERE e.type = 'm.room.member' AND e.state_key = ? AND e.sender = ? AND j.json LIKE '%Room deleted%' ORDER BY e.stream_ordering`,
    bob.userId,
    alice.userId,
  );
  expect(kicks.map((row) => row.room_id)).toEqual([inner, outer]);
  await alice.untilState(treeId, 'm.space.child', outer, (content) => !('via' in content));
  expect([alice.membershipOf(outer), alice.membershipOf(inner)]).toEqual(['leave', 'leave']);
  // Her other devices know that she did not just leave.
  await alice.untilState(
    outer,
    'm.room.member',
    alice.userId,
    ({ membership, reason }) => membership === 'leave' && reason === 'Room deleted',
  );
  expect(saved.at(-1)).toMatchObject({ done: 2 });
}, 60_000);

test('what its owner deletes for everybody goes from where this account had moved it, another lost one when it is taken out', async () => {
  const shelf = await bob.tree('Shelf');
  const theirs: string[] = [];
  for (const name of ['Deleted', 'Closed']) {
    const roomId = await alice.tree(name);
    const change = { roomId, userIds: [bob.userId], role: 'owner' as const, below: false };
    await alice.files.sharing.set(change);
    await bob.until('invited', () => bob.membershipOf(roomId) === 'invite');
    await bob.files.joins.accept(roomId);
    await bob.until('joined', () => bob.membershipOf(roomId) === 'join');
    const link = `/rooms/${encodeURIComponent(shelf)}/state/m.space.child/${encodeURIComponent(roomId)}`;
    await bob.request('PUT', link, { via });
    await bob.untilState(shelf, 'm.space.child', roomId, () => true);
    theirs.push(roomId);
  }
  const [deleted = '', closed = ''] = theirs;
  expect(await failureOf(bob.files.place.unlink(shelf, deleted))).toMatchObject({
    code: 'conflict',
  });
  const kick = `/rooms/${encodeURIComponent(closed)}/kick`;
  await alice.request('POST', kick, { user_id: bob.userId });
  await bob.until('taken out', () => bob.membershipOf(closed) === 'leave');
  await alice.files.deleteDirectory(deleted, { steps: {}, save: () => undefined });
  await bob.untilState(shelf, 'm.space.child', deleted, (content) => !('via' in content));
  expect(bob.state(shelf, 'm.space.child', closed)).toEqual({ via });
  await bob.files.place.unlink(shelf, closed);
  await bob.untilState(shelf, 'm.space.child', closed, (content) => !('via' in content));
}, 60_000);

test('deleting touches nothing where one part would have to stay, and names that part', async () => {
  const treeId = await alice.tree('Kept');
  const outer = await alice.directory(treeId, 'outer');
  const inner = await alice.directory(outer, 'inner');
  await alice.untilState(outer, 'm.space.child', inner, () => true);
  const change = { roomId: inner, userIds: [bob.userId], role: 'owner' as const, below: false };
  await alice.files.sharing.set(change);
  await bob.until('invited', () => bob.membershipOf(inner) === 'invite');
  await bob.files.joins.accept(inner);
  await alice.untilState(inner, 'm.room.member', bob.userId, (now) => now['membership'] === 'join');
  // In version 12 nobody stands above who made a room, so it is Bob who cannot remove everybody.
  await bob.until('joined', () => bob.membershipOf(inner) === 'join');
  const saved: unknown[] = [];
  const run = { steps: {}, save: (steps: unknown) => void saved.push(steps) };
  expect(await failureOf(bob.files.deleteDirectory(inner, run))).toMatchObject({
    code: 'forbidden',
    data: { refused: ['inner'] },
  });
  expect(saved).toEqual([]);
  expect([alice.membershipOf(inner), bob.membershipOf(inner)]).toEqual(['join', 'join']);
  expect(alice.state(outer, 'm.space.child', inner)).toEqual({ via });
}, 60_000);

test('a tree that somebody else linked into a shared one is neither shared, nor left, nor deleted with it', async () => {
  const sharedId = await alice.tree('Shared');
  const privateId = await alice.tree('Private');
  const share = { roomId: sharedId, userIds: [bob.userId], role: 'editor' as const, below: true };
  await alice.files.sharing.set(share);
  await bob.until('invited', () => bob.membershipOf(sharedId) === 'invite');
  await bob.files.joins.accept(sharedId);
  const link = `/rooms/${encodeURIComponent(sharedId)}/state/m.space.child/${encodeURIComponent(privateId)}`;
  await bob.request('PUT', link, { via: ['localhost'] });
  await alice.untilState(sharedId, 'm.space.child', privateId, () => true);
  const again = await alice.files.sharing.plan({ ...share, userIds: ['@carol:localhost'] });
  expect(again.map((step) => step.roomId)).toEqual([sharedId]);
  expect(await alice.files.deletePlan(sharedId)).toMatchObject({ directories: 1 });
  await alice.files.deleteDirectory(sharedId, { steps: {}, save: () => undefined });
  expect([alice.membershipOf(sharedId), alice.membershipOf(privateId)]).toEqual(['leave', 'join']);
}, 60_000);
