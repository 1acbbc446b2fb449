// Faults of transfers: the server refuses, delays or dies; tokens expire; files change; disks are full.
import {
  appendFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInlineRunner } from '../../support/inlineRunner';
import { runTransfer } from '#engine/media/worker/transfer';
import type { TransferRunner } from '#engine/media/transferRunner';
import type { TransferRow } from '#contract/areas/files/transfersModels';
import { on } from '../../faults/faultProxy';
import type { Homeserver } from '../../homeserver/homeserver.cjs';
import { person } from '../sync/kit';
import { requestId } from '../support';
import {
  clean,
  allDone,
  drop,
  listing,
  newTree,
  openStage,
  rowWhen,
  rowsWhen,
  savedHash,
  serverHas,
  synced,
  ticketFor,
  type Stage,
} from './kit';

const upload = on('POST', '/media/v3/upload');
const publish = on('PUT', '/send/m.room.encrypted/');
const entry = on('PUT', '/state/org.matrix.msc3089.branch/');

/** Stands between the queue and the real transfers, so that a test can shorten the stall timer. */
let stallMs: number | undefined;
const runner: TransferRunner = {
  ...createInlineRunner(),
  run: (job, signal, onProgress) =>
    runTransfer(
      stallMs === undefined || job.kind === 'plainCopy' ? job : { ...job, stallMs },
      signal,
      onProgress,
    ),
};

let stage: Stage;
let tree: string;
beforeAll(async () => {
  stage = await openStage({ window: { deps: { runner } }, config: { max_upload_size: '3M' } });
}, 120_000);
afterAll(() => stage?.close());
beforeEach(async () => {
  stallMs = undefined;
  tree = await newTree(stage.alice);
});
afterEach(() => clean(stage));

const uploads = (): number =>
  stage.proxy.log.filter(({ method, path }) => method === 'POST' && path.endsWith('/v3/upload'))
    .length;

const send = async (name: string, content: Buffer | number): Promise<string> => {
  const hash = stage.files.write({ [name]: content })[name] ?? '';
  await drop(stage.alice, tree, [join(stage.files.path, name)]);
  return hash;
};

async function arrived(hash: string): Promise<void> {
  const { alice, files, homeserver } = stage;
  const [file] = await listing(alice, tree, 1);
  const handle = file?.kind === 'file' ? (file.media?.handle ?? '') : '';
  expect(await savedHash(alice, files.path, handle)).toBe(hash);
  const has = serverHas(homeserver, tree);
  expect([has.messages.length, has.entries]).toEqual([1, has.messages]);
}

test('CHAT-7.7 a file above the limit of the server is named beforehand and refused before a byte is sent', async () => {
  const { alice, files } = stage;
  files.write({ 'large.bin': 4_000_000 });
  const tickets = [ticketFor(alice, join(files.path, 'large.bin'))];
  const plan = await alice.call('uploadPlan', { roomId: tree, tickets });
  expect(plan.tooLarge).toEqual(['large.bin']);
  const before = uploads();
  await drop(alice, tree, [join(files.path, 'large.bin')]);
  const row = await rowWhen(alice, 'large.bin', ({ state }) => state === 'failed');
  expect(row.error).toMatchObject({ code: 'too_large', data: { limitBytes: 3_145_728 } });
  expect(uploads()).toBe(before);
});

test('a refusal by size or quota is final: asked once, never again by itself', async () => {
  const { alice, proxy } = stage;
  const body = { errcode: 'M_TOO_LARGE', error: 'Over your quota' };
  proxy.rules.add({ match: upload, status: 413, body });
  const before = uploads();
  await send('quota.bin', 2000);
  const row = await rowWhen(alice, 'quota.bin', ({ state }) => state === 'failed');
  expect([row.error?.code, row.actions, uploads() - before]).toEqual([
    'too_large',
    expect.objectContaining({ retry: true, dismiss: true, saveAsNew: false }),
    1,
  ]);
});

test('a rate limit is shown with its end, is waited out and costs no try', async () => {
  const { alice, proxy } = stage;
  const pauseMs = 700;
  const body = { errcode: 'M_LIMIT_EXCEEDED', retry_after_ms: pauseMs };
  proxy.rules.add({ match: upload, status: 429, body, times: 1 });
  proxy.rules.add({ match: publish, status: 429, body, times: 1 });
  const startedMs = Date.now();
  const hash = await send('limited.bin', 2000);
  const row = await rowWhen(alice, 'limited.bin', ({ step }) => step === 'rate_limit');
  expect(row.waitUntilMs).toBeGreaterThanOrEqual(startedMs + pauseMs);
  await allDone(alice, 1);
  await arrived(hash);
});

test.each([
  ['bytes before the server sees them', { match: upload, cut: 'before-forward', times: 1 }],
  ['the answer to the bytes', { match: upload, cut: 'before-headers', times: 1 }],
  ['the message', { match: publish, cut: 'before-forward', times: 1 }],
  ['the answer to the message', { match: publish, cut: 'before-headers', times: 1 }],
  ['the answer to the entry', { match: entry, cut: 'before-headers', times: 1 }],
] as const)(
  'cut: %s. It goes on by itself and exists once',
  async (_what, rule) => {
    stage.proxy.rules.add(rule);
    const hash = await send('cut.bin', 200_000);
    await allDone(stage.alice, 1);
    await arrived(hash);
  },
  30_000,
);

test('a server in trouble is asked again; one that refuses is not', async () => {
  const { alice, proxy } = stage;
  proxy.rules.add({ match: entry, status: 503, body: {}, times: 1 });
  const hash = await send('trouble.bin', 2000);
  await allDone(alice, 1);
  await arrived(hash);
  const body = { errcode: 'M_FORBIDDEN', error: 'No' };
  proxy.rules.add({ match: entry, status: 403, body });
  await send('refused.bin', 2000);
  const row = await rowWhen(alice, 'refused.bin', ({ state }) => state === 'failed');
  expect(row.error?.code).toBe('forbidden');
  // Dismissed, its message is taken back: nobody would ever see it.
  await alice.call('transfers', { transferIds: [row.transferId], act: 'dismiss' });
  await proxy.waitForOutcome(({ path }) => path.includes('/redact/'), { past: true });
  // A version that is refused is not offered as a new file, which would be refused, too.
  writeFileSync(join(stage.files.path, 'trouble.bin'), 'newer');
  await drop(alice, tree, [join(stage.files.path, 'trouble.bin')], { clash: 'new_version' });
  const version = await rowWhen(alice, 'trouble.bin', ({ state }) => state === 'failed');
  expect(version).toMatchObject({
    error: { code: 'forbidden' },
    actions: { retry: true, saveAsNew: false },
  });
}, 30_000);

test('CHAT-8.18 CHAT-8.19 a stalled upload fails with Timeout and is tried again, an empty answer too', async () => {
  const { alice, proxy } = stage;
  stallMs = 400;
  proxy.rules.add({ match: upload, delayMs: 5000, times: 1 });
  proxy.rules.add({ match: upload, status: 200, body: '', times: 1 });
  const hash = await send('stalled.bin', 2000);
  await allDone(alice, 1);
  await arrived(hash);
}, 30_000);

test('offline: it waits for the network, is no failed try, and goes out when it is back', async () => {
  const { alice, proxy } = stage;
  await proxy.setDown(true);
  await alice.value('sync', {}, ({ state }) => state !== 'SYNCING');
  const hash = await send('offline.bin', 2000);
  await rowWhen(alice, 'offline.bin', (row) => row.state === 'waiting' && row.step === 'network');
  await proxy.setDown(false);
  await alice.main.call('wake', {});
  await synced(alice);
  await allDone(alice, 1);
  await arrived(hash);
}, 60_000);

test('a file that is written to while it is sent begins anew; what arrives is what is there', async () => {
  const { alice, files, proxy } = stage;
  const hold = proxy.hold(upload, 'after-answer');
  await send('changing.txt', Buffer.from('before'));
  await hold.reached;
  appendFileSync(join(files.path, 'changing.txt'), ' and after');
  hold.release();
  await allDone(alice, 1);
  const [file] = await listing(alice, tree, 1);
  const handle = file?.kind === 'file' ? (file.media?.handle ?? '') : '';
  await alice.main.call('exportFile', { handle, path: join(files.path, 'got.txt') });
  expect(readFileSync(join(files.path, 'got.txt'), 'utf8')).toBe('before and after');
});

test('a file that went away meanwhile fails in plain words', async () => {
  const { alice, files, proxy } = stage;
  await proxy.setDown(true);
  await send('gone.bin', 2000);
  rmSync(join(files.path, 'gone.bin'));
  await proxy.setDown(false);
  await alice.main.call('wake', {});
  const row = await rowWhen(alice, 'gone.bin', ({ state }) => state === 'failed');
  expect(row.error?.code).toBe('not_found');
}, 60_000);

test('links in a folder are not followed, neither when it is walked nor later', async () => {
  const { alice, files, homeserver } = stage;
  files.write({ 'secret.txt': Buffer.from('secret'), 'links/real.txt': Buffer.from('real') });
  symlinkSync(join(files.path, 'secret.txt'), join(files.path, 'links/link.txt'));
  const tickets = [ticketFor(alice, join(files.path, 'links'))];
  const plan = await alice.call('uploadPlan', { roomId: tree, tickets });
  expect([plan.files, plan.unreadable]).toEqual([1, ['links/link.txt']]);
  const hold = stage.proxy.hold(on('POST', '/createRoom'), 'before-forward');
  await drop(alice, tree, [join(files.path, 'links')]);
  await hold.reached;
  rmSync(join(files.path, 'links/real.txt'));
  symlinkSync(join(files.path, 'secret.txt'), join(files.path, 'links/real.txt'));
  hold.release();
  const row = await rowWhen(alice, 'real.txt', ({ state }) => state === 'failed');
  expect(row.error?.code).toBe('not_found');
  expect(serverHas(homeserver, row.roomId ?? '').messages).toEqual([]);
});

test('the session ends in the middle: it waits for the sign-in and goes on after it', async () => {
  const { alice, proxy } = stage;
  const { deviceId } = await alice.value('session', {}, ({ state }) => state === 'signed_in');
  const hold = proxy.hold(upload, 'before-forward');
  const hash = await send('expired.bin', 2000);
  await hold.reached;
  const unknown = { errcode: 'M_UNKNOWN_TOKEN', error: 'Expired', soft_logout: true };
  const rule = { match: () => true, status: 401, body: unknown };
  const remove = proxy.rules.add(rule);
  // The transfer hears of it first.
  const poll = proxy.hold(on('GET', '/sync'), 'before-forward');
  hold.drop();
  await rowWhen(alice, 'expired.bin', (row) => row.state === 'waiting' && row.step === 'sign_in');
  poll.release();
  remove();
  proxy.rules.add({ match: on('GET', '/.well-known'), status: 404 });
  await alice.call('signIn', { server: proxy.url, user: 'alice', password: 'pw' });
  await synced(alice);
  // A soft logout keeps the device.
  expect(await alice.value('session', {}, () => true)).toMatchObject({ deviceId });
  await allDone(alice, 1);
  await arrived(hash);
}, 60_000);

/** Bob joins the directory as an editor, and locks the file. */
async function lockedByBob(server: Homeserver, entryId: string): Promise<void> {
  const path = `/rooms/${encodeURIComponent(tree)}`;
  const alice = person(server, await server.login({ username: 'alice', password: 'pw' }));
  const user = { username: 'bob', password: 'pw', displayName: 'bob' };
  const bob = person(server, await server.registerUser(user));
  await alice.call('POST', `${path}/invite`, { user_id: bob.userId });
  await bob.join(tree);
  const levels = await alice.call('GET', `${path}/state/m.room.power_levels`);
  const users = { ...(levels['users'] as object), [bob.userId]: 50 };
  await alice.state(tree, 'm.room.power_levels', { ...levels, users });
  const branch = 'org.matrix.msc3089.branch';
  const at = `${path}/state/${branch}/${encodeURIComponent(entryId)}`;
  await bob.state(tree, branch, { ...(await bob.call('GET', at)), locked: true }, entryId);
}

test('a locked file is not replaced: the own copy is kept under another name', async () => {
  const { alice, files, homeserver } = stage;
  await send('locked.txt', Buffer.from('theirs'));
  await allDone(alice, 1);
  const [file] = await listing(alice, tree, 1);
  const entryId = file?.kind === 'file' ? (file.entryId ?? '') : '';
  await lockedByBob(homeserver, entryId);
  await alice.list(
    'directoryItems',
    { roomId: tree, sort: { by: 'name', descending: false }, text: '', deleted: false, limit: 10 },
    ([item]) => item?.kind === 'file' && item.lockedBy !== null,
  );
  writeFileSync(join(files.path, 'locked.txt'), 'mine');
  await drop(alice, tree, [join(files.path, 'locked.txt')], { clash: 'new_version' });
  const row = await rowWhen(alice, 'locked.txt', ({ state }) => state === 'failed');
  expect(row.error).toMatchObject({ code: 'conflict', data: { reason: 'locked', by: 'bob' } });
  expect(row.actions.saveAsNew).toBe(true);
  await alice.call('transfers', { transferIds: [row.transferId], act: 'save_as_new' });
  await rowWhen(alice, 'locked (2).txt', ({ state }) => state === 'done');
  const names = serverHas(homeserver, tree).active.map(({ name }) => name);
  expect(names.sort()).toEqual(['locked (2).txt', 'locked.txt']);
});

async function saving(name: string): Promise<{ folder: string; path: string; row: TransferRow }> {
  const { alice, files } = stage;
  await send(name, 300_000);
  await allDone(alice, 1);
  const [file] = await listing(alice, tree, 1);
  const handle = file?.kind === 'file' ? (file.media?.handle ?? '') : '';
  const folder = join(files.path, `to-${name}`);
  files.write({ [`to-${name}/other`]: 1 });
  const path = join(folder, name);
  // Not from here: it is fetched.
  await alice.call('freeSpace', {});
  const ticket = ticketFor(alice, path, 'write');
  await alice.call('saveFile', { requestId: requestId(), handle, ticket, fileName: name });
  const row = await rowWhen(alice, name, ({ kind }) => kind === 'download');
  return { folder, path, row };
}

test('the disk is full: said plainly, nothing half is left, and a retry works', async () => {
  const { alice, proxy } = stage;
  const hold = proxy.hold(on('GET', '/media/download/'), 'before-forward');
  const { folder, path, row } = await saving('full.bin');
  await hold.reached;
  // Whatever is written there meets a full disk.
  symlinkSync('/dev/full', join(folder, `.trellis-${row.transferId.slice(0, 12)}.part`));
  hold.release();
  const isFailed = ({ kind, state }: TransferRow) => kind === 'download' && state === 'failed';
  const failed = await rowWhen(alice, 'full.bin', isFailed);
  expect(failed.error).toMatchObject({ code: 'disk_full', retryable: false });
  expect(readdirSync(folder)).toEqual(['other']);
  await alice.call('transfers', { transferIds: [row.transferId], act: 'retry' });
  await rowsWhen(alice, (rows) => rows.every(({ state }) => state === 'done'));
  expect(readdirSync(folder).sort()).toEqual(['full.bin', 'other']);
  expect(await alice.main.call('savedPath', { transferId: row.transferId })).toEqual({ path });
});

test('a download that is cancelled leaves nothing, neither beside its target nor in the cache', async () => {
  const { alice, proxy } = stage;
  proxy.rules.add({ match: on('GET', '/media/download/'), bytesPerSecond: 100_000, times: 1 });
  const { folder, row } = await saving('cut.bin');
  await rowWhen(alice, 'cut.bin', ({ bytesDone, kind }) => kind === 'download' && bytesDone > 0);
  await alice.call('transfers', { transferIds: [row.transferId], act: 'cancel' });
  await rowsWhen(alice, (rows) => rows.length === 1);
  expect(readdirSync(folder)).toEqual(['other']);
  expect(readdirSync(join(alice.folder, 'media')).filter((name) => name.endsWith('.part'))).toEqual(
    [],
  );
});
