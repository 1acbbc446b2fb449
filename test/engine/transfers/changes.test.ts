// Names, locks and files that are changed or deleted while the network is gone, breaks or says no: shown at once, made once when the server can be reached, and
// taken back when it refuses.
import type { TransferRow } from '#contract/areas/files/transfersModels';
import { on, type Matcher } from '../../faults/faultProxy';
import { eventually } from '../../support/eventually';
import { requestId } from '../support';
import { person } from '../sync/kit';
import {
  allDone,
  clean,
  drop,
  listing,
  networkBack,
  newTree,
  openStage,
  rowsWhen,
  synced,
  type Stage,
} from './kit';

let stage: Stage;
let tree: string;
let folder: string;
let entryId: string;

beforeAll(async () => {
  stage = await openStage();
}, 120_000);
afterAll(() => stage?.close());

beforeEach(async () => {
  const { alice, files } = stage;
  tree = await newTree(alice);
  const made = await alice.call('createDirectory', {
    requestId: requestId(),
    parentId: tree,
    name: 'Bills',
  });
  folder = made.roomId;
  files.write({ 'a.txt': 300 });
  await drop(alice, tree, [`${files.path}/a.txt`]);
  const items = await listing(alice, tree, 2);
  entryId = items.flatMap((item) => (item.kind === 'file' ? (item.entryId ?? []) : []))[0] ?? '';
  await allDone(alice, 1);
  await clean(stage);
});
afterEach(async () => {
  await stage.proxy.setDown(false);
  await clean(stage);
});

const branch = 'org.matrix.msc3089.branch';

/** The state event's content at the server, and the number of its writes. */
function atServer(roomId: string, type: string, key: string): { content: unknown; times: number } {
  const query = <T>(sql: string): T[] => stage.homeserver.databaseQuery<T>(sql, roomId, type, key);
  const [now] = query<{ json: string }>(
    `SELECT j.json FROM current_state_events c JOIN event_json j ON j.event_id = c.event_id
     WHERE c.room_id = ? AND c.type = ? AND c.state_key = ?`,
  );
  const { length: times } = query(
    'SELECT event_id FROM events WHERE room_id = ? AND type = ? AND state_key = ?',
  );
  return {
    content: (JSON.parse(now?.json ?? '{"content":null}') as { content: unknown }).content,
    times,
  };
}
const fileThere = () => atServer(tree, branch, entryId);
const folderThere = () => atServer(folder, 'm.room.name', '');

const renameFolder = (name: string) =>
  stage.alice.call('renameDirectory', { roomId: folder, name });
const renameFile = (name: string) =>
  stage.alice.call('renameFile', { roomId: tree, entryId, name });
const lockFile = (locked: boolean) =>
  stage.alice.call('lockFile', { roomId: tree, entryId, locked });

/** Waits for the directory to list this folder and this file, locked or not. */
const shows = (folderName: string, fileName: string, locked: boolean) =>
  listing(stage.alice, tree, 2, (items) =>
    items.every((item) =>
      item.kind === 'directory'
        ? item.name === folderName
        : item.name === fileName && (item.lockedBy !== null) === locked,
    ),
  );

async function goOffline(): Promise<void> {
  await stage.proxy.setDown(true);
  await stage.alice.value('sync', {}, ({ state }) => state !== 'SYNCING');
}

/** How often the server was told, in the end. */
const toldTimes = (there: () => { times: number }, times: number): Promise<void> =>
  eventually(`told ${times} times`, () => there().times >= times, 30_000);

test('without a network names and a lock show at once, outlast a kill, and are made once when it is back', async () => {
  await goOffline();
  await renameFolder('Paid');
  await renameFile('b.txt');
  await lockFile(true);
  await shows('Paid', 'b.txt', true);
  await stage.alice.value('directory', { roomId: folder }, ({ name }) => name === 'Paid');
  await stage.startAgain();
  const waiting = (rows: readonly TransferRow[]) =>
    rows.length === 3 && rows.every(({ step }) => step === 'network');
  const rows = await rowsWhen(stage.alice, waiting);
  expect(rows.map(({ kind, name, changes }) => [kind, name, changes])).toEqual([
    ['rename', 'Bills', { id: folder, name: 'Paid' }],
    ['rename', 'a.txt', { id: entryId, name: 'b.txt' }],
    ['lock', 'b.txt', { id: entryId, name: null }],
  ]);
  await shows('Paid', 'b.txt', true);
  expect([folderThere().content, fileThere().content]).toMatchObject([
    { name: 'Bills' },
    { name: 'a.txt' },
  ]);
  await networkBack(stage);
  await toldTimes(folderThere, 2);
  await toldTimes(fileThere, 3);
  expect([folderThere(), fileThere()]).toEqual([
    { content: { name: 'Paid' }, times: 2 },
    { content: { active: true, name: 'b.txt', locked: true }, times: 3 },
  ]);
  await shows('Paid', 'b.txt', true);
}, 60_000);

const acts: readonly (readonly [
  string,
  Matcher,
  (again: boolean) => Promise<unknown>,
  typeof folderThere,
])[] = [
  [
    'the name of a folder',
    on('PUT', '/state/m.room.name'),
    (again) => renameFolder(again ? 'Kept' : 'Paid'),
    folderThere,
  ],
  [
    'the name of a file',
    on('PUT', `/state/${branch}/`),
    (again) => renameFile(again ? 'c.txt' : 'b.txt'),
    fileThere,
  ],
  ['a lock', on('PUT', `/state/${branch}/`), (again) => lockFile(!again), fileThere],
  [
    'a deletion',
    on('PUT', `/state/${branch}/`),
    (again) => (again ? restoreFile() : removeFile()),
    fileThere,
  ],
];
const points = ['before-forward', 'after-answer'] as const;

test.each(acts.flatMap((act) => points.map((point) => [...act, point] as const)))(
  '%s: the engine ends at its request, and it is made once (%#)',
  async (_name, match, act, there, point) => {
    const hold = stage.proxy.hold(match, point);
    await act(false);
    await hold.reached;
    await stage.startAgain();
    hold.drop();
    await toldTimes(there, 2);
    await synced(stage.alice);
    await act(true);
    await toldTimes(there, 3);
    expect(there().times).toBe(3);
  },
  60_000,
);

test('what the server refuses is as it was before, says why, and can be tried again', async () => {
  const { alice, proxy } = stage;
  const body = { errcode: 'M_FORBIDDEN', error: 'No' };
  const allow = [on('PUT', '/state/m.room.name'), on('PUT', `/state/${branch}/`)].map((match) =>
    proxy.rules.add({ match, status: 403, body }),
  );
  await renameFolder('Paid');
  await renameFile('b.txt');
  const failed = await rowsWhen(
    alice,
    (rows) => rows.length === 2 && rows.every(({ state }) => state === 'failed'),
  );
  expect(failed.map(({ error, actions }) => [error?.code, actions.retry, actions.dismiss])).toEqual(
    [
      ['forbidden', true, true],
      ['forbidden', true, true],
    ],
  );
  await shows('Bills', 'a.txt', false);
  allow.forEach((remove) => remove());
  const transferIds = failed.map(({ transferId }) => transferId);
  await alice.call('transfers', { transferIds, act: 'retry' });
  await shows('Paid', 'b.txt', false);
  await toldTimes(folderThere, 2);
  await toldTimes(fileThere, 2);
  expect([folderThere().content, fileThere().content]).toMatchObject([
    { name: 'Paid' },
    { name: 'b.txt' },
  ]);
}, 60_000);

test('a name that waits for the network stands at its place in the list and is found', async () => {
  const { alice, files } = stage;
  files.write({ 'b.txt': 300, 'd.txt': 300 });
  await drop(alice, tree, [`${files.path}/b.txt`, `${files.path}/d.txt`]);
  await allDone(alice, 2);
  await filesAre(['a.txt', 'b.txt', 'd.txt'], []);
  await goOffline();
  await renameFile('c 10.txt');
  await filesAre(['b.txt', 'c 10.txt', 'd.txt'], []);
  const found = (text: string, by: 'name' | 'changed', limit: number) => {
    const query = { roomId: tree, sort: { by, descending: true }, text, deleted: false, limit };
    return alice.list('directoryItems', query, (items) =>
      items.some(({ kind }) => kind === 'file'),
    );
  };
  expect((await found('C 1', 'changed', 50)).map(({ name }) => name)).toEqual(['c 10.txt']);
  expect((await found('txt', 'name', 2)).map(({ name }) => name)).toEqual(['d.txt', 'c 10.txt']);
  await networkBack(stage);
  await toldTimes(fileThere, 2);
  await filesAre(['b.txt', 'c 10.txt', 'd.txt'], []);
}, 60_000);

test('a later name takes the place of an earlier one, one that is called off was never asked for', async () => {
  const { alice } = stage;
  await goOffline();
  await renameFile('b.txt');
  await renameFile('c.txt');
  await renameFolder('Paid');
  const rows = await rowsWhen(alice, (all) => all.length === 2);
  expect(rows.map(({ changes, actions }) => [changes?.name, actions.cancel])).toEqual([
    ['c.txt', true],
    ['Paid', true],
  ]);
  await shows('Paid', 'c.txt', false);
  await alice.call('transfers', { transferIds: [rows[1]?.transferId ?? ''], act: 'cancel' });
  await shows('Bills', 'c.txt', false);
  await networkBack(stage);
  await toldTimes(fileThere, 2);
  expect([folderThere(), fileThere()]).toMatchObject([
    { times: 1 },
    { content: { name: 'c.txt' }, times: 2 },
  ]);
}, 60_000);

test('what is asked of one file happens in that order: it is renamed before it is locked or moved', async () => {
  const { alice, proxy } = stage;
  await goOffline();
  await renameFile('b.txt');
  await lockFile(true);
  await lockFile(false);
  const move = { requestId: requestId(), roomId: tree, toId: folder, entryIds: [entryId] };
  await alice.call('copyFiles', { ...move, move: true, clash: 'keep_both' });
  await expect(renameFile('c.txt')).rejects.toMatchObject({
    error: { code: 'conflict', data: { reason: 'moving' } },
  });
  // The first try of the name fails: nothing overtakes it.
  proxy.rules.add({ match: on('PUT', `/state/${branch}/`), status: 500, times: 1 });
  await proxy.setDown(false);
  await alice.main.call('wake', {});
  const [moved] = await listing(alice, folder, 1);
  expect(moved?.name).toBe('b.txt');
  await listing(alice, tree, 1);
  expect(fileThere().content).toMatchObject({ active: false, name: 'b.txt' });
}, 60_000);

const removeFile = () => stage.alice.call('deleteFiles', { roomId: tree, entryIds: [entryId] });
const restoreFile = () => stage.alice.call('restoreFile', { roomId: tree, entryId });
/** The names of the files that stand in the directory and of the deleted ones, and what its header counts. */
const filesAre = async (standing: readonly string[], deleted: readonly string[]): Promise<void> => {
  const { alice } = stage;
  const sort = { by: 'name', descending: false } as const;
  const named = async (gone: boolean, names: readonly string[]): Promise<void> => {
    const query = { roomId: tree, sort, text: '', deleted: gone, limit: 50 };
    await alice.list('directoryItems', query, (items) => {
      const files = items.filter(({ kind }) => kind === 'file');
      return files.map(({ name }) => name).join() === names.join();
    });
  };
  await named(false, standing);
  await named(true, deleted);
  const { length: files } = standing;
  const { length: deletedFiles } = deleted;
  await alice.value(
    'directory',
    { roomId: tree },
    (header) => header.files === files && header.deletedFiles === deletedFiles,
  );
};

test('without a network a file is deleted at once, outlasts a kill, and is deleted once when it is back', async () => {
  await goOffline();
  await renameFile('b.txt');
  await removeFile();
  await removeFile();
  await filesAre([], ['b.txt']);
  await stage.startAgain();
  await filesAre([], ['b.txt']);
  const rows = await rowsWhen(
    stage.alice,
    (all) => all.length === 2 && all.every(({ step }) => step === 'network'),
  );
  expect(rows.map(({ kind, name }) => [kind, name])).toEqual([
    ['rename', 'a.txt'],
    ['remove', 'b.txt'],
  ]);
  await expect(lockFile(true)).rejects.toMatchObject({ error: { code: 'not_found' } });
  expect(fileThere().content).toMatchObject({ active: true, name: 'a.txt' });
  await networkBack(stage);
  await toldTimes(fileThere, 3);
  expect(fileThere()).toMatchObject({ content: { active: false, name: 'b.txt' }, times: 3 });
  await filesAre([], ['b.txt']);
  await restoreFile();
  await filesAre(['b.txt'], []);
  await toldTimes(fileThere, 4);
  expect(fileThere()).toMatchObject({ content: { active: true, name: 'b.txt' }, times: 4 });
}, 60_000);

test('a file that is restored before the server heard of its deletion was never deleted', async () => {
  await goOffline();
  const all = { text: '', kinds: [], sender: null, fromMs: null, toMs: null, limit: 50 };
  const query = { ...all, roomId: tree, sort: { by: 'name' as const, descending: false } };
  let wasFound = false;
  const foundNoMore = stage.alice.list('files', query, ({ length }) => {
    wasFound ||= length === 1;
    return wasFound && length === 0;
  });
  await stage.alice.list('files', query, ({ length }) => length === 1);
  await removeFile();
  await filesAre([], ['a.txt']);
  await foundNoMore;
  await restoreFile();
  await filesAre(['a.txt'], []);
  await rowsWhen(stage.alice, (all) => all.length === 0);
  await networkBack(stage);
  await synced(stage.alice);
  expect(fileThere().times).toBe(1);
}, 60_000);

test('a restored file finds its name taken and gets a free one, also a second one of that name, and offline', async () => {
  const { alice, files } = stage;
  const first = entryId;
  await removeFile();
  files.write({ 'a.txt': 400 });
  await drop(alice, tree, [`${files.path}/a.txt`]);
  await allDone(alice, 1);
  const items = await listing(alice, tree, 2);
  entryId = items.flatMap((item) => (item.kind === 'file' ? (item.entryId ?? []) : []))[0] ?? '';
  await removeFile();
  await filesAre([], ['a.txt', 'a.txt']);
  files.write({ 'a.txt': 500 });
  await drop(alice, tree, [`${files.path}/a.txt`]);
  await allDone(alice, 2);
  await goOffline();
  expect(await restoreFile()).toEqual({ name: 'a (2).txt' });
  entryId = first;
  expect(await restoreFile()).toEqual({ name: 'a (3).txt' });
  const names = ['a (2).txt', 'a (3).txt', 'a.txt'];
  await filesAre(names, []);
  await networkBack(stage);
  await rowsWhen(alice, (all) => all.every(({ state }) => state === 'done'));
  await filesAre(names, []);
}, 60_000);

test('a file that is deleted again before it came back under a free name leaves no failed row', async () => {
  const { alice, files } = stage;
  await removeFile();
  await filesAre([], ['a.txt']);
  files.write({ 'a.txt': 400 });
  await drop(alice, tree, [`${files.path}/a.txt`]);
  await allDone(alice, 1);
  await goOffline();
  expect(await restoreFile()).toEqual({ name: 'a (2).txt' });
  await removeFile();
  await filesAre(['a.txt'], ['a.txt']);
  await rowsWhen(alice, (all) => all.length === 1);
  await networkBack(stage);
  await synced(alice);
  await filesAre(['a.txt'], ['a.txt']);
}, 60_000);

test('the new name of a file that is deleted is free', async () => {
  const { alice, files } = stage;
  await goOffline();
  await renameFile('b.txt');
  await removeFile();
  files.write({ 'b.txt': 400 });
  await drop(alice, tree, [`${files.path}/b.txt`]);
  await networkBack(stage);
  await allDone(alice, 1);
  await filesAre(['b.txt'], ['b.txt']);
}, 60_000);

test('a file is restored although its deletion is just being made', async () => {
  const hold = stage.proxy.hold(on('PUT', `/state/${branch}/`), 'after-answer');
  await removeFile();
  await hold.reached;
  await restoreFile();
  await filesAre(['a.txt'], []);
  hold.release();
  await toldTimes(fileThere, 3);
  expect(fileThere()).toMatchObject({ content: { active: true }, times: 3 });
  await filesAre(['a.txt'], []);
}, 60_000);

test.each([
  ['deleted', () => removeFile(), () => restoreFile()],
  ['renamed', () => renameFile('b.txt'), () => renameFile('a.txt')],
])(
  'a file that was %s is as before when that is asked at once, although the news comes later than anybody waits for it',
  async (_how, act, back) => {
    const answer = stage.proxy.hold(on('PUT', `/state/${branch}/`), 'after-answer');
    const news = stage.proxy.hold(on('GET', '/sync'), 'after-answer');
    await act();
    await answer.reached;
    await back();
    answer.release();
    await toldTimes(fileThere, 3);
    news.release();
    await synced(stage.alice);
    const content = { active: true, name: 'a.txt' };
    expect(fileThere()).toMatchObject({ content, times: 3 });
    await filesAre(['a.txt'], []);
    await shows('Bills', 'a.txt', false);
  },
  60_000,
);

test('a file is restored whose deletion reached the server, although its answer was lost with the network', async () => {
  const news = stage.proxy.hold(on('GET', '/sync'), 'after-answer');
  const answer = stage.proxy.hold(on('PUT', `/state/${branch}/`), 'after-answer');
  await removeFile();
  await answer.reached;
  await goOffline();
  [answer, news].forEach((hold) => hold.drop());
  const [row] = await rowsWhen(stage.alice, (rows) =>
    rows.some(({ state }) => state === 'waiting'),
  );
  // The server may have done it already: it is not called off, but undone.
  expect(row?.actions.cancel).toBe(false);
  await restoreFile();
  await filesAre(['a.txt'], []);
  await networkBack(stage);
  await toldTimes(fileThere, 3);
  expect(fileThere()).toMatchObject({ content: { active: true }, times: 3 });
  await filesAre(['a.txt'], []);
}, 60_000);

test('a file is deleted after the version of it that was handed over before, however many bytes come first', async () => {
  const { alice, files, proxy } = stage;
  await goOffline();
  files.write({ 'x.txt': 300, 'y.txt': 300, 'z.txt': 300, 'a.txt': 400 });
  const paths = ['x.txt', 'y.txt', 'z.txt', 'a.txt'].map((name) => `${files.path}/${name}`);
  await drop(alice, tree, paths, { clash: 'new_version' });
  await removeFile();
  const bytes = proxy.hold(on('POST', '/upload'), 'before-forward');
  await proxy.setDown(false);
  await alice.main.call('wake', {});
  await bytes.reached;
  await synced(alice);
  bytes.release();
  await allDone(alice, 4);
  await filesAre(['x.txt', 'y.txt', 'z.txt'], ['a.txt']);
}, 60_000);

test('a file that somebody locked meanwhile is not deleted', async () => {
  const { alice, homeserver } = stage;
  const user = { username: 'bob', password: 'pw', displayName: 'bob' };
  const bob = person(homeserver, await homeserver.registerUser(user));
  const own = person(homeserver, await homeserver.login({ username: 'alice', password: 'pw' }));
  await own.call('POST', `/rooms/${encodeURIComponent(tree)}/invite`, { user_id: bob.userId });
  await bob.join(tree);
  const at = `/rooms/${encodeURIComponent(tree)}/state/m.room.power_levels`;
  const levels = await own.call('GET', at);
  const users = { ...(levels['users'] as object), [bob.userId]: 50 };
  await own.state(tree, 'm.room.power_levels', { ...levels, users });
  await goOffline();
  await removeFile();
  await bob.state(tree, branch, { active: true, name: 'a.txt', locked: true }, entryId);
  await networkBack(stage);
  const [failed] = await rowsWhen(
    alice,
    (rows) => rows.length === 1 && rows.every(({ state }) => state === 'failed'),
  );
  expect(failed?.error).toMatchObject({ code: 'conflict', data: { reason: 'locked' } });
  expect(fileThere().content).toMatchObject({ active: true, locked: true });
  await filesAre(['a.txt'], []);
}, 60_000);

test('a deletion that the server refuses gives the file back and says why', async () => {
  const { alice, proxy } = stage;
  const body = { errcode: 'M_FORBIDDEN', error: 'No' };
  const match = on('PUT', `/state/${branch}/`);
  const allow = proxy.rules.add({ match, status: 403, body });
  await removeFile();
  const [failed] = await rowsWhen(
    alice,
    (rows) => rows.length === 1 && rows.every(({ state }) => state === 'failed'),
  );
  expect(failed).toMatchObject({ kind: 'remove', error: { code: 'forbidden' } });
  await filesAre(['a.txt'], []);
  allow();
  await alice.call('transfers', { transferIds: [failed?.transferId ?? ''], act: 'retry' });
  await filesAre([], ['a.txt']);
  await toldTimes(fileThere, 2);
}, 60_000);

test('a version that came meanwhile is not deleted with the one that was seen', async () => {
  const { alice, homeserver } = stage;
  await goOffline();
  await removeFile();
  // The same account on another device: what is asked is whether this one knew it.
  const other = person(homeserver, await homeserver.login({ username: 'alice', password: 'pw' }));
  const at = `/rooms/${encodeURIComponent(tree)}/send/m.room.message/newer-version`;
  const relation = { rel_type: 'm.replace', event_id: entryId };
  const content = { msgtype: 'm.file', body: 'a.txt', 'm.relates_to': relation };
  const { event_id: newerId } = await other.call('PUT', at, content);
  const entry = { active: true, name: 'a.txt', version: 2 };
  await other.state(tree, branch, entry, String(newerId));
  await other.state(tree, branch, { ...entry, active: false, version: 1 }, entryId);
  await networkBack(stage);
  const [failed] = await rowsWhen(
    alice,
    (rows) => rows.length === 1 && rows.every(({ state }) => state === 'failed'),
  );
  expect(failed).toMatchObject({
    kind: 'remove',
    error: { code: 'conflict', data: { reason: 'newer' } },
  });
  await filesAre(['a.txt'], []);
}, 60_000);

test('a name that everybody would see otherwise is refused, for files and folders alike', async () => {
  const { alice } = stage;
  const refused = { error: { code: 'bad_request', data: { reason: 'name' } } };
  for (const name of ['Q1/Q2', 'Q1\\Q2', 'Q1\u2215Q2', 'fdp\u202etxt.exe', '..', '\u200b']) {
    await expect(renameFile(name)).rejects.toMatchObject(refused);
    await expect(renameFolder(name)).rejects.toMatchObject(refused);
    const made = { requestId: requestId(), name };
    await expect(alice.call('createTree', made)).rejects.toMatchObject(refused);
    await expect(alice.call('createDirectory', { ...made, parentId: tree })).rejects.toMatchObject(
      refused,
    );
  }
  await renameFile(' 👩‍👧 Q1 – Q2 (naïve).txt ');
  await shows('Bills', '👩‍👧 Q1 – Q2 (naïve).txt', false);
});
