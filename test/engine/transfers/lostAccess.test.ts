// A folder goes, or the access to it: the copies of its files leave this computer, and what was on its way there ends in plain words.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '#stores/profile/open';
import { setSetting } from '#stores/settings/settings';
import { run } from '#stores/sqlite/statements';
import { on } from '../../faults/faultProxy';
import { eventually } from '../../support/eventually';
import { silentLog } from '../../support/silentLog';
import { openWindow, requestId } from '../support';
import {
  allDone,
  clean,
  drop,
  listing,
  networkBack,
  newTree,
  openStage,
  rowsWhen,
  rowWhen,
  sha256,
  signIn,
  synced,
  ticketFor,
  type Person,
  type Stage,
} from './kit';

let stage: Stage;
let bob: Person;
beforeAll(async () => {
  stage = await openStage();
  const { homeserver, proxy } = stage;
  const { userId } = await homeserver.registerUser({ username: 'bob', password: 'pw' });
  bob = await signIn(proxy.url, { username: 'bob', userId });
}, 120_000);
afterAll(async () => {
  await bob?.stop();
  await stage?.close();
});
afterEach(async () => {
  await bob.call('transfers', { transferIds: null, act: 'dismiss' });
  await clean(stage);
});

const share = (roomId: string, role: 'editor' | null) =>
  stage.alice.call('setSharing', { roomId, userIds: [bob.userId], role, below: true });

/** A folder of Alice's in which Bob is an editor. */
async function shared(name: string): Promise<string> {
  const roomId = await newTree(stage.alice, name);
  await share(roomId, 'editor');
  await bob.list('trees', { expanded: [] }, (items) =>
    items.some((item) => item.kind === 'invite' && item.roomId === roomId),
  );
  await bob.call('acceptTreeInvite', { roomId });
  return roomId;
}

async function bobDrops(roomId: string, contents: Readonly<Record<string, number>>) {
  stage.files.write(contents);
  await drop(
    bob,
    roomId,
    Object.keys(contents).map((name) => join(stage.files.path, name)),
  );
}

const stored = (person: Person, bytes: number) =>
  person.value('storage', {}, (use) => use.bytes === bytes);

/** The files on the disk go a moment after their rows. */
const diskEmpty = ({ folder }: Person, name = 'media'): Promise<void> =>
  eventually('an empty folder', () => readdirSync(join(folder, name)).length === 0);

const noAccess = { code: 'not_joined', data: { reason: 'access' } };

test('the copies of a folder leave the disk with the access to it, and no byte is said to come back; those of others stay', async () => {
  const away = await shared('Away');
  const stays = await shared('Stays');
  await bobDrops(away, { 'one.bin': 30_000, 'two.bin': 4_000 });
  await bobDrops(stays, { 'three.bin': 500 });
  await allDone(bob, 3);
  await stored(bob, 34_500);
  // A copy of a file that can still be reached is not a loss.
  const [one] = await listing(bob, away, 2);
  await bob.call('copyFiles', {
    ...{ requestId: requestId(), roomId: away, toId: stays, move: false, clash: 'keep_both' },
    entryIds: [one?.kind === 'file' ? (one.entryId ?? '') : ''],
  });
  await allDone(bob, 4);
  await listing(bob, stays, 2);
  await share(away, null);
  const use = await stored(bob, 30_500);
  expect(use.freeableBytes).toBe(30_500);
  await share(stays, null);
  expect(await stored(bob, 0)).toMatchObject({ freeableBytes: 0, keptBytes: 0 });
  await diskEmpty(bob);
});

test('a kill between the loss and the clearing: the next start clears', async () => {
  const roomId = await shared('Killed');
  await bobDrops(roomId, { 'kill.bin': 7_000 });
  await allDone(bob, 1);
  await stored(bob, 7_000);
  await share(roomId, null);
  await stored(bob, 0);
  const { folder, key, userId } = bob;
  await bob.stop(true);
  // The store stands as before the clearing.
  const store = openStore({ folder, key, log: silentLog });
  store.write(() => {
    run(
      store.db,
      `INSERT INTO media(handle, mxc, variant, size_bytes, cache_file, cache_key, cache_iv, verified)
       SELECT 'left', mxc, 'full', 7000, 'leftfile', x'00', x'00', 1 FROM files WHERE name = 'kill.bin'`,
    );
    setSetting(store.db, 'clearedDirectories', null);
  });
  store.close();
  bob = Object.assign(openWindow({ folder, key }), { userId });
  await stored(bob, 0);
  await synced(bob);
});

test('a paused and a failed upload say at once that the access is gone, cannot be tried again, and leave nothing when cleared', async () => {
  const roomId = await shared('Taken');
  stage.proxy.rules.add({ match: on('PUT', '/send/m.room.encrypted/'), status: 403 });
  await bobDrops(roomId, { 'sent.bin': 9_000 });
  await rowWhen(bob, 'sent.bin', ({ state }) => state === 'failed');
  await stored(bob, 9_000);
  stage.proxy.rules.clear();
  await stage.proxy.setDown(true);
  await bob.value('sync', {}, ({ state }) => state !== 'SYNCING');
  await bobDrops(roomId, { 'waits.bin': 6_000 });
  await bob.call('transfers', { transferIds: null, act: 'pause' });
  await rowWhen(bob, 'waits.bin', ({ state }) => state === 'paused');
  await networkBack(stage);
  await bob.main.call('wake', {});
  await synced(bob);
  await share(roomId, null);
  for (const name of ['sent.bin', 'waits.bin']) {
    const row = await rowWhen(bob, name, ({ error }) => error?.data?.['reason'] === 'access');
    expect(row).toMatchObject({ state: 'failed', where: 'Taken', error: noAccess });
    expect(row.actions).toMatchObject({ retry: false, resume: false, dismiss: true });
  }
  // Its bytes may be the only ones.
  const [sent] = (await rowsWhen(bob, (rows) => rows.length === 2)).filter(
    ({ name }) => name === 'sent.bin',
  );
  expect(sent?.bytesHere).toBeDefined();
  await stored(bob, 9_000);
  await bob.call('transfers', { transferIds: null, act: 'dismiss' });
  await stored(bob, 0);
  await diskEmpty(bob);
});

test('pasted bytes, which are nowhere else, can be saved until their row is cleared', async () => {
  const roomId = await shared('Pasted');
  await stage.proxy.setDown(true);
  await bob.value('sync', {}, ({ state }) => state !== 'SYNCING');
  const bytes = new Uint8Array(5_000).fill(7);
  const { ticket } = await bob.call('beginBlob', { fileName: 'only.bin', mimeType: 'image/png' });
  await bob.call('appendBlob', { ticket, seq: 0, bytes });
  await bob.call('upload', {
    ...{ requestId: requestId(), roomId, tickets: [ticket], clash: 'keep_both', versionOf: null },
  });
  await bob.call('transfers', { transferIds: null, act: 'pause' });
  await networkBack(stage);
  await bob.main.call('wake', {});
  await synced(bob);
  await share(roomId, null);
  const { bytesHere, transferId } = await rowWhen(
    bob,
    'only.bin',
    ({ state }) => state === 'failed',
  );
  const path = join(stage.files.path, 'rescued.bin');
  await bob.call('saveFile', {
    ...{ requestId: requestId(), handle: bytesHere ?? '', fileName: 'rescued.bin' },
    ticket: ticketFor(bob, path, 'write'),
  });
  await rowWhen(bob, 'rescued.bin', ({ state }) => state === 'done');
  expect(sha256(readFileSync(path))).toBe(sha256(bytes));
  await bob.call('transfers', { transferIds: [transferId], act: 'dismiss' });
  await diskEmpty(bob, 'staging');
  await stored(bob, 0);
});

test('access that comes back: the upload waits for a word of the person', async () => {
  const roomId = await shared('Again');
  await bobDrops(roomId, { 'first.bin': 1_000 });
  await allDone(bob, 1);
  stage.proxy.rules.add({ match: on('PUT', '/send/m.room.encrypted/'), status: 403 });
  await bobDrops(roomId, { 'again.bin': 2_000 });
  await rowWhen(bob, 'again.bin', ({ state }) => state === 'failed');
  stage.proxy.rules.clear();
  await share(roomId, null);
  await rowWhen(bob, 'again.bin', ({ actions }) => !actions.retry);
  await share(roomId, 'editor');
  await bob.list('trees', { expanded: [] }, (items) =>
    items.some((item) => item.kind === 'invite' && item.roomId === roomId),
  );
  await bob.call('acceptTreeInvite', { roomId });
  await rowWhen(bob, 'again.bin', ({ state }) => state === 'paused');
  await bob.call('transfers', { transferIds: null, act: 'resume' });
  await allDone(bob, 2);
});

test('a folder that somebody deletes for everybody: its uploads say who did, and what was done in it cannot be shown there', async () => {
  const roomId = await shared('Doomed');
  await bobDrops(roomId, { 'done.bin': 1_000 });
  await allDone(bob, 1);
  stage.proxy.rules.add({ match: on('PUT', '/send/m.room.encrypted/'), status: 403 });
  await bobDrops(roomId, { 'waits.bin': 2_000 });
  await rowWhen(bob, 'waits.bin', ({ state }) => state === 'failed');
  expect(await rowWhen(bob, 'done.bin', () => true)).toMatchObject({ roomId });
  stage.proxy.rules.clear();
  await stage.alice.call('deleteDirectory', { requestId: requestId(), roomId });
  expect(
    await rowWhen(bob, 'waits.bin', ({ error }) => error?.data?.['reason'] === 'access'),
  ).toMatchObject({ where: 'Doomed', deletedBy: 'alice', error: noAccess });
  await rowWhen(bob, 'done.bin', (row) => row.roomId === null);
  await allDone(stage.alice, 1);
  // The second one has no upload that waits.
  const next = await shared('Doomed next');
  await bobDrops(next, { 'more.bin': 1_000 });
  expect(await rowWhen(bob, 'more.bin', ({ state }) => state === 'done')).toHaveProperty(
    'roomId',
    next,
  );
  const lost = rowWhen(bob, 'more.bin', (row) => row.roomId === null);
  await share(next, null);
  await lost;
  await stage.alice.call('transfers', { transferIds: null, act: 'dismiss' });
});

test('who deletes a folder gives up the uploads that wait in it: told before, and gone with it', async () => {
  const { alice, proxy, files } = stage;
  const roomId = await newTree(alice, 'Deleted');
  files.write({ 'a.bin': 1_000, 'b.bin': 2_000, 'c.bin': 3_000 });
  const put = (names: readonly string[]) =>
    drop(
      alice,
      roomId,
      names.map((name) => join(files.path, name)),
    );
  await put(['a.bin']);
  await allDone(alice, 1);
  await proxy.setDown(true);
  await alice.value('sync', {}, ({ state }) => state !== 'SYNCING');
  await put(['b.bin', 'c.bin']);
  expect(await alice.call('deletePlan', { roomId })).toMatchObject({ files: 1, uploads: 2 });
  await alice.call('deleteDirectory', { requestId: requestId(), roomId });
  // Paused, so that they are not sent before the folder goes.
  const waiting = await rowsWhen(alice, (rows) => rows.length === 4);
  const uploads = waiting.filter(({ kind, state }) => kind === 'upload' && state === 'waiting');
  await alice.call('transfers', {
    transferIds: uploads.map(({ transferId }) => transferId),
    act: 'pause',
  });
  await networkBack(stage);
  const rows = await allDone(alice, 2);
  expect(rows.map(({ kind }) => kind).sort()).toEqual(['delete', 'upload']);
  await stored(alice, 0);
});
