// A file with versions that is moved takes them along: number, maker and time of each, whatever ends the engine on the way.
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import type { EngineContract } from '#contract/engine';
import type { ValueOf } from '#contract/wire/shapes';
import { on } from '../../faults/faultProxy';
import { requestId } from '../support';
import {
  allDone,
  clean,
  drop,
  listing,
  networkBack,
  newTree,
  openStage,
  rowsWhen,
  savedHash,
  serverHas,
  sha256,
  signIn,
  synced,
  type Person,
  type Stage,
} from './kit';

type Details = ValueOf<EngineContract, 'file'>;

let stage: Stage;
let bob: Person;
let from: string;
let to: string;

const share = async (roomId: string): Promise<void> => {
  await stage.alice.call('setSharing', {
    ...{ roomId, userIds: [bob.userId], role: 'editor', below: true },
  });
  await bob.list('trees', { expanded: [] }, (items) =>
    items.some((item) => item.kind === 'invite' && item.roomId === roomId),
  );
  await bob.call('acceptTreeInvite', { roomId });
};

beforeAll(async () => {
  stage = await openStage();
  const { userId } = await stage.homeserver.registerUser({ username: 'bob', password: 'pw' });
  bob = await signIn(stage.homeserver.baseUrl, { username: 'bob', userId });
}, 120_000);
afterAll(async () => {
  await bob?.stop();
  await stage?.close();
});
beforeEach(async () => {
  from = await newTree(stage.alice, 'From');
  to = await newTree(stage.alice, 'To');
});
afterEach(() => clean(stage));

const idOf = async (roomId: string, person: Person = stage.alice): Promise<string> => {
  const [row] = await listing(person, roomId, 1);
  return row?.kind === 'file' ? (row.entryId ?? '') : '';
};

/** Details of the one file once it has so many versions that can be read. */
async function details(roomId: string, count: number, person: Person = stage.alice) {
  const entryId = await idOf(roomId, person);
  const fits = (file: Details): boolean =>
    file?.versions.length === count && file.versions.every(({ media }) => media !== null);
  const file = await person.value('file', { roomId, entryId }, fits);
  if (file === null) throw new Error('unreachable');
  return file;
}

/** Puts the file, or a version of it over the one that is known; `count`: so many versions are there then. */
async function put(person: Person, text: string, count: number, versionOf: string | null = null) {
  const path = join(stage.files.path, 'money.csv');
  writeFileSync(path, text);
  await drop(person, from, [path], { clash: 'new_version', versionOf });
  await allDone(person, 1);
  await details(from, count);
  await person.call('transfers', { transferIds: null, act: 'dismiss' });
}

/** Puts the file, and a version of it for each further text; answers the texts' hashes, newest first. */
async function withVersions(texts: readonly string[]) {
  for (const [index, text] of texts.entries()) await put(stage.alice, text, index + 1);
  return texts.map((text) => sha256(Buffer.from(text))).reverse();
}

async function move(
  entryId: string,
  clash: 'keep_both' | 'new_version' = 'keep_both',
  person: Person = stage.alice,
) {
  const moveId = requestId();
  await person.call('copyFiles', {
    ...{ requestId: moveId, roomId: from, toId: to, entryIds: [entryId] },
    ...{ move: true, clash },
  });
  return moveId;
}

const shownOf = ({ versions }: NonNullable<Details>) =>
  versions.map(({ version, by, atMs, current }) => ({ version, by: by.userId, atMs, current }));

const hashesOf = async ({ versions }: NonNullable<Details>): Promise<string[]> => {
  const hashes: string[] = [];
  for (const { media } of versions)
    hashes.push(await savedHash(stage.alice, stage.files.path, media?.handle ?? ''));
  return hashes;
};

test('the versions of a moved file go along, with who made them and when, and every device has them', async () => {
  const hashes = await withVersions(['a', 'ab', 'abc', 'abcd']);
  const before = await details(from, 4);
  expect(before.versions.every(({ movedBy }) => movedBy === undefined)).toBe(true);
  await move(await idOf(from));
  await allDone(stage.alice, 1);
  const after = await details(to, 4);
  expect(shownOf(after)).toEqual(shownOf(before));
  expect(after.versions.map(({ movedBy }) => movedBy?.userId)).toEqual(
    Array.from({ length: 4 }, () => stage.alice.userId),
  );
  expect(await hashesOf(after)).toEqual(hashes);
  expect(after.file.version).toBe(4);
  await listing(stage.alice, from, 0);
  // They are not shown as deleted files.
  const counts = await stage.alice.value('directory', { roomId: to }, (one) => one !== null);
  expect(counts).toMatchObject({ files: 1, deletedFiles: 0, movedFiles: 0 });
  const old = after.versions[2];
  await stage.alice.call('restoreVersion', {
    ...{ roomId: to, entryId: after.file.entryId ?? '', versionId: old?.eventId ?? '' },
    requestId: requestId(),
  });
  const restored = await details(to, 5);
  expect((await hashesOf(restored))[0]).toBe(hashes[2]);
  await share(to);
  const others = await details(to, 5, bob);
  expect(shownOf(others)).toEqual(shownOf(restored));
}, 90_000);

test.each([0, 1, 2, 3, 4, 5, 6])(
  'the engine ends at request %i of the move: in the end all versions are in one place, each once',
  async (request) => {
    const hashes = await withVersions(['a', 'ab', 'abc']);
    const before = await details(from, 3);
    const isOfMove = on(
      'PUT',
      /\/send\/m\.room\.encrypted\/|\/state\/org\.matrix\.msc3089\.branch\//,
    );
    let left = request;
    const hold = stage.proxy.hold(
      (...of) => isOfMove(...of) && (left -= 1) < 0,
      request % 2 === 0 ? 'after-answer' : 'before-forward',
    );
    await move(before.file.entryId ?? '');
    await hold.reached;
    await stage.startAgain();
    hold.drop();
    await synced(stage.alice);
    await allDone(stage.alice, 1);
    await listing(stage.alice, from, 0);
    const after = await details(to, 3);
    expect(shownOf(after)).toEqual(shownOf(before));
    expect(await hashesOf(after)).toEqual(hashes);
    const { active, messages } = serverHas(stage.homeserver, to);
    expect([active.length, messages.length]).toEqual([1, 3]);
    expect(serverHas(stage.homeserver, from).active).toEqual([]);
  },
  90_000,
);

test('over a file of its name, the versions of both are kept: those that came after those that were there', async () => {
  const { alice } = stage;
  const hashes = await withVersions(['a', 'ab']);
  const path = join(stage.files.path, 'money.csv');
  writeFileSync(path, 'there');
  await drop(alice, to, [path]);
  await allDone(alice, 1);
  await alice.call('transfers', { transferIds: null, act: 'dismiss' });
  await details(to, 1);
  await move(await idOf(from), 'new_version');
  await allDone(alice, 1);
  const after = await details(to, 3);
  expect(after.versions.map(({ version }) => version)).toEqual([3, 2, 1]);
  expect(await hashesOf(after)).toEqual([...hashes, sha256(Buffer.from('there'))]);
  expect(serverHas(stage.homeserver, to).active).toHaveLength(1);
}, 90_000);

test('an editor moves a file of somebody else with all versions, also with those whose messages are not here yet', async () => {
  await withVersions(['a', 'ab']);
  const others = Array.from({ length: 12 }, (_, no) => {
    const path = join(stage.files.path, `other-${no}.txt`);
    writeFileSync(path, String(no));
    return path;
  });
  // In a first sync these take the places of the older messages.
  await drop(stage.alice, from, others);
  await allDone(stage.alice, 12);
  await share(from);
  await share(to);
  const rows = await listing(bob, from, 13);
  const row = rows.find((one) => one.kind === 'file' && one.name === 'money.csv');
  await move(row?.kind === 'file' ? (row.entryId ?? '') : '', 'keep_both', bob);
  await allDone(bob, 1);
  const after = await details(to, 2, bob);
  expect(after.versions.map(({ version, by }) => [version, by.userId])).toEqual([
    [2, stage.alice.userId],
    [1, stage.alice.userId],
  ]);
  await bob.call('transfers', { transferIds: null, act: 'dismiss' });
}, 90_000);

test('the mark of a version that was made without knowing another one goes along', async () => {
  await share(from);
  await put(stage.alice, 'a', 1);
  const knownId = await idOf(from);
  await details(from, 1, bob);
  await put(bob, 'ab', 2);
  await put(stage.alice, 'abc', 3, knownId);
  const before = await details(from, 3);
  expect(before.file.conflict).toMatchObject({ version: 2, by: { userId: bob.userId } });
  await share(to);
  await move(before.file.entryId ?? '');
  await allDone(stage.alice, 1);
  const after = await details(to, 3);
  expect(after.file.conflict).toEqual(before.file.conflict);
  expect(shownOf(after)).toEqual(shownOf(before));
  expect((await details(to, 3, bob)).file.conflict).toEqual(before.file.conflict);
}, 90_000);

const takeBack = (moveId: string) =>
  stage.alice.call('takeBackMove', { requestId: requestId(), moveId });

test('a move that is taken back leaves the file as it was, in one place, with its versions', async () => {
  await withVersions(['a', 'ab']);
  const before = await details(from, 2);
  const moveId = await move(before.file.entryId ?? '');
  await allDone(stage.alice, 1);
  const there = await details(to, 2);
  const entryId = there.file.entryId ?? '';
  await stage.alice.call('renameFile', { roomId: to, entryId, name: 'coins.csv' });
  await takeBack(moveId);
  await allDone(stage.alice, 2);
  const after = await details(from, 2);
  expect(after.versions.map(({ eventId }) => eventId)).toEqual(
    before.versions.map(({ eventId }) => eventId),
  );
  expect(shownOf(after)).toEqual(shownOf(before));
  expect(after.file).toMatchObject({ name: 'coins.csv', deleted: false });
  await listing(stage.alice, to, 0);
  expect(serverHas(stage.homeserver, to).active).toEqual([]);
  expect(serverHas(stage.homeserver, from).messages).toHaveLength(2);
}, 90_000);

test('a version that was made since the move comes back with it', async () => {
  await withVersions(['a', 'ab']);
  const moveId = await move(await idOf(from));
  await allDone(stage.alice, 1);
  await details(to, 2);
  const path = join(stage.files.path, 'money.csv');
  writeFileSync(path, 'abc');
  await drop(stage.alice, to, [path], { clash: 'new_version' });
  await allDone(stage.alice, 2);
  await details(to, 3);
  await takeBack(moveId);
  await allDone(stage.alice, 3);
  const after = await details(from, 3);
  expect(after.versions.map(({ version }) => version)).toEqual([3, 2, 1]);
  await listing(stage.alice, to, 0);
}, 90_000);

test('a move that still waits for the network is called off', async () => {
  await withVersions(['a']);
  await stage.proxy.setDown(true);
  const moveId = await move(await idOf(from));
  await rowsWhen(stage.alice, ([row]) => row?.step === 'network');
  await takeBack(moveId);
  await rowsWhen(stage.alice, (rows) => rows.length === 0);
  await networkBack(stage);
  await synced(stage.alice);
  await details(from, 1);
  expect(serverHas(stage.homeserver, to).entries).toEqual([]);
}, 90_000);

test.each([0, 1])(
  'the engine ends at request %i of taking back: the file is back, and nowhere else',
  async (request) => {
    await withVersions(['a', 'ab']);
    const before = await details(from, 2);
    const moveId = await move(before.file.entryId ?? '');
    await allDone(stage.alice, 1);
    await details(to, 2);
    let left = request;
    const isEntry = on('PUT', '/state/org.matrix.msc3089.branch/');
    const hold = stage.proxy.hold((...of) => isEntry(...of) && (left -= 1) < 0, 'after-answer');
    await takeBack(moveId);
    await hold.reached;
    await stage.startAgain();
    hold.drop();
    await synced(stage.alice);
    await allDone(stage.alice, 2);
    await listing(stage.alice, to, 0);
    expect(shownOf(await details(from, 2))).toEqual(shownOf(before));
    expect(serverHas(stage.homeserver, from).active).toHaveLength(1);
  },
  90_000,
);
