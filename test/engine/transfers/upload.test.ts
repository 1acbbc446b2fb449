// Files and folders on their way up: what arrives, under which names, in which directories.
import { createDecipheriv, randomBytes } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { requestId } from '../support';
import { on } from '../../faults/faultProxy';
import { person } from '../sync/kit';
import {
  clean,
  allDone,
  drop,
  hashesBelow,
  listing,
  networkBack,
  newTree,
  openStage,
  rowsWhen,
  serverHas,
  sha256,
  ticketFor,
  type Stage,
} from './kit';

const branch = 'org.matrix.msc3089.branch';

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
  expect(plan).toMatchObject({ clashes: ['report.txt', 'sub'], folders: ['sub'] });
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
  // It keeps its name, whatever the files were called on the disk.
  expect(active).toMatchObject([{ version: 4, name: 'v.txt' }]);
  // They know each other.
  const rows = await allDone(alice, 4);
  expect(rows.map(({ error }) => error)).toEqual([null, null, null, null]);
}, 60_000);

test('a version that waited stands on top of one that came meanwhile, and says so, also after a kill', async () => {
  const { files, homeserver } = stage;
  files.write({ 'plan.txt': Buffer.from('one') });
  const path = join(files.path, 'plan.txt');
  await drop(stage.alice, tree, [path]);
  await allDone(stage.alice, 1);
  const [first] = await listing(stage.alice, tree, 1);
  const knownId = first?.kind === 'file' ? (first.entryId ?? '') : '';
  await stage.proxy.setDown(true);
  writeFileSync(path, 'mine');
  await drop(stage.alice, tree, [path], { versionOf: knownId });
  await rowsWhen(stage.alice, (rows) => rows.some(({ step }) => step === 'network'));
  // The same account on another device: what is asked is whether this one knew it.
  const other = person(homeserver, await homeserver.login({ username: 'alice', password: 'pw' }));
  const at = `/rooms/${encodeURIComponent(tree)}/send/m.room.message/other-version`;
  const relation = { rel_type: 'm.replace', event_id: knownId };
  const content = { msgtype: 'm.file', body: 'plan.txt', 'm.relates_to': relation };
  const { event_id: otherId } = await other.call('PUT', at, content);
  const entry = { active: true, name: 'plan.txt', version: 2 };
  await other.state(tree, branch, entry, String(otherId));
  await other.state(tree, branch, { ...entry, active: false, version: 1 }, knownId);
  await stage.startAgain();
  await networkBack(stage);
  const { alice } = stage;
  const [row] = await rowsWhen(alice, (rows) => rows.some(({ error }) => error !== null));
  expect(row).toMatchObject({
    state: 'done',
    error: { code: 'conflict', data: { reason: 'overtook' } },
  });
  const summary = await alice.value('transferSummary', {}, ({ overtook }) => overtook > 0);
  expect([summary.failed, summary.overtook]).toEqual([0, 1]);
  const [item] = await listing(
    alice,
    tree,
    1,
    ([one]) => one?.kind === 'file' && one.version === 3,
  );
  expect(item).toMatchObject({ version: 3, conflict: { version: 2 } });
}, 60_000);

test('clearing a directory that was made leaves the paused files that go into it', async () => {
  const { alice, files, proxy } = stage;
  files.write({ 'box/one.bin': 10, 'box/two.bin': 10 });
  const hold = proxy.hold(on('POST', '/upload'), 'before-forward');
  await drop(alice, tree, [join(files.path, 'box')]);
  await hold.reached;
  await rowsWhen(alice, (all) => all.some(({ name, state }) => name === 'box' && state === 'done'));
  await alice.call('transfers', { transferIds: null, act: 'pause' });
  const rows = await rowsWhen(alice, (all) => all.every(({ state }) => /paused|done/.test(state)));
  const made = rows.find(({ name }) => name === 'box')?.transferId ?? '';
  await alice.call('transfers', { transferIds: [made], act: 'dismiss' });
  const left = await rowsWhen(alice, (all) => !all.some(({ name }) => name === 'box'));
  expect(left.map(({ name, state }) => [name, state]).sort()).toEqual([
    ['one.bin', 'paused'],
    ['two.bin', 'paused'],
  ]);
  hold.drop();
  await alice.call('transfers', { transferIds: null, act: 'resume' });
  await allDone(alice, 2);
  const [box] = await listing(alice, tree, 1);
  expect(await listing(alice, box?.kind === 'directory' ? box.roomId : '', 2)).toHaveLength(2);
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

/** The hash of a file's bytes as shown to a window, or null. */
async function shownHash(handle: string | null | undefined): Promise<string | null> {
  const asked = { handle: handle ?? '', at: null };
  const { ticket } = await stage.alice.main.call('mediaTicket', asked);
  if (ticket === null) return null;
  return sha256(
    createDecipheriv('aes-256-ctr', ticket.key, ticket.iv).update(readFileSync(ticket.path)),
  );
}

/** The first bytes of a PNG. */
const png = (bytes: number): Buffer =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a0000000d49484452000000100000001008060000001ff3ff61', 'hex'),
    deflateSync(randomBytes(bytes)),
  ]);

async function pasted(bytes: Buffer): Promise<string> {
  const { call } = stage.alice;
  const { ticket } = await call('beginBlob', { fileName: 'pasted.png', mimeType: 'image/png' });
  await call('appendBlob', { ticket, seq: 0, bytes });
  return ticket;
}

/** Sends a picture into an encrypted room; the handle under which it is shown once it is there. */
async function sentToRoom(bytes: Buffer): Promise<string> {
  const { alice } = stage;
  const { roomId } = await alice.call('createRoom', {
    requestId: requestId(),
    name: 'Pictures',
    topic: null,
    direct: false,
    encrypted: true,
    public: false,
    invite: [],
  });
  await alice.call('sendAttachment', {
    ...{ requestId: requestId(), roomId, threadId: null, ticket: await pasted(bytes) },
    ...{ preview: null, caption: null, replyTo: null },
  });
  const query = { roomId, threadId: null, around: null, limit: 20 };
  const items = await alice.list('timeline', query, (all) =>
    all.some((item) => item.kind === 'message' && item.eventId?.startsWith('$') === true),
  );
  const body = items.flatMap((item) => (item.kind === 'message' ? [item.body] : [])).at(-1);
  return body?.type === 'image' ? body.media.handle : '';
}

test('what I sent myself is shown without a connection: dropped, pasted, in a chat', async () => {
  const { alice, files, proxy } = stage;
  const [dropped, clip, chat] = [png(300_000), png(20_000), png(30_000)];
  files.write({ 'own/photo.png': dropped, 'own/notes.txt': Buffer.from('my notes') });
  const clipTicket = await pasted(clip);
  const tickets = ['own/photo.png', 'own/notes.txt'].map((name) =>
    ticketFor(alice, join(files.path, name)),
  );
  await alice.call('upload', {
    ...{ requestId: requestId(), roomId: tree, tickets: [...tickets, clipTicket] },
    ...{ clash: 'keep_both' as const, versionOf: null },
  });
  await allDone(alice, 3);
  const items = await listing(alice, tree, 3);
  const inChat = await sentToRoom(chat);
  const shown = await alice.value('storage', {}, ({ bytes }) => bytes > 0);
  expect(shown.keptBytes).toBe(0);
  await proxy.setDown(true);
  const found = await Promise.all(
    items.map(async (item) => [
      item.name,
      item.kind === 'file' ? await shownHash(item.media?.handle) : null,
    ]),
  );
  expect(found).toEqual([
    ['notes.txt', sha256(Buffer.from('my notes'))],
    ['pasted.png', sha256(clip)],
    ['photo.png', sha256(dropped)],
  ]);
  expect(await shownHash(inChat)).toBe(sha256(chat));
  // At rest it is ciphertext.
  const folder = join(alice.folder, 'media');
  const cached = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  expect(cached.length).toBeGreaterThanOrEqual(4);
  expect(cached.some((bytes) => bytes.includes(dropped.subarray(0, 24)))).toBe(false);
  await networkBack(stage);
}, 60_000);
