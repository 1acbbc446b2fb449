// A tree written by the SDK's classes is read and changed by us, and the other way round, in room versions 10 to 12. The SDK cannot make
// a tree in version 12 (it lists the creator in the levels, which the server refuses): there it reads and changes ours.
import { randomBytes, webcrypto } from 'node:crypto';
import type { EncryptedFile } from 'matrix-js-sdk/lib/types';
import { TreePermissions } from 'matrix-js-sdk/lib/models/MSC3089TreeSpace';
import { readEntries, readEntry } from '#engine/files/entryRows';
import { readForest } from '#engine/files/forest';
import { directoryActions, rolesIn } from '#engine/files/roles';
import { readVersions } from '#engine/files/versions';
import { roomNoOf } from '#stores/rooms/rooms';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { failureOf } from '../http/kit';
import { branch, encryptedFile, filesKit, type FilesKit } from './kit';
import { sdkPeer, type SdkPeer } from './sdkPeer';

interface Scene {
  readonly server: Homeserver;
  readonly ours: FilesKit;
  readonly sdk: SdkPeer;
}

const scenes = new Map<string, Promise<Scene>>();

function scene(version: string): Promise<Scene> {
  const make = async (): Promise<Scene> => {
    const server = await startHomeserver({ config: { default_room_version: version } });
    return { server, ours: await filesKit(server, 'ours'), sdk: await sdkPeer(server, 'sdk') };
  };
  const known = scenes.get(version) ?? make();
  scenes.set(version, known);
  return known;
}

afterAll(async () => {
  for (const one of scenes.values()) {
    const { server, ours, sdk } = await one;
    sdk.stop();
    await ours.close();
    await server.stop();
  }
});

/** Arguments of the SDK's createFile for a client that encrypts itself. */
async function encryptedBytes(text: string): Promise<{ bytes: Blob; info: EncryptedFile }> {
  const iv = Buffer.concat([randomBytes(8), Buffer.alloc(8)]);
  const key = await webcrypto.subtle.generateKey({ name: 'AES-CTR', length: 256 }, true, [
    'encrypt',
    'decrypt',
  ]);
  const algorithm = { name: 'AES-CTR', counter: iv, length: 64 };
  const bytes = Buffer.from(await webcrypto.subtle.encrypt(algorithm, key, Buffer.from(text)));
  const hash = Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes));
  const plain = (data: Buffer): string => data.toString('base64').replace(/=+$/, '');
  const info = {
    v: 'v2',
    url: '',
    key: await webcrypto.subtle.exportKey('jwk', key),
    iv: plain(iv),
    hashes: { sha256: plain(hash) },
  };
  return { bytes: new Blob([bytes]), info: info as EncryptedFile };
}

const numberOf = ({ store }: FilesKit, roomId: string): number => roomNoOf(store.db, roomId) ?? -1;

const everything = {
  sort: { by: 'name', descending: false },
  text: '',
  deleted: false,
  limit: 100,
} as const;

/** Names and versions that we show in a directory. */
const shown = (ours: FilesKit, roomId: string): string[] =>
  readEntries(ours.store.db, numberOf(ours, roomId), everything)
    .map((entry) => `${entry.name} v${entry.version}${entry.locked ? ' locked' : ''}`)
    .sort();

/** The directories below, as we order them. */
const below = (ours: FilesKit, roomId: string): string[] =>
  (readForest(ours.store.db, ours.userId).byId.get(roomId)?.children ?? []).map((one) => one.name);

/** Acts of both clients on a tree in which both may write: its directories `one` and `two`, a file of the other in `one`. */
async function bothChange({ ours, sdk }: Scene, oneId: string, theirs: string): Promise<void> {
  // Ours, read by the SDK.
  const mine = await ours.file(oneId, 'mine.txt');
  await sdk.until('our file', () => sdk.tree(oneId).getFile(mine) !== null);
  const branchOf = (id: string) => {
    const found = sdk.tree(oneId).getFile(id);
    if (found === null) throw new Error('the SDK has no such entry');
    return found;
  };
  expect(branchOf(mine)).toMatchObject({ isActive: true, version: 1 });
  expect((await branchOf(mine).getFileInfo()).info).toEqual(encryptedFile('mine.txt'));
  await ours.files.entries.rename(oneId, theirs, 'renamed.txt');
  await ours.untilState(oneId, branch, theirs, (content) => content['name'] === 'renamed.txt');
  await ours.files.entries.lock(oneId, theirs, true);
  await sdk.until('our lock', () => branchOf(theirs).isLocked());
  expect(branchOf(theirs).getName()).toBe('renamed.txt');
  const second = await ours.file(oneId, 'mine.txt', mine);
  await sdk.until('our version', () => !branchOf(mine).isActive);
  expect([branchOf(second).version, branchOf(second).isActive]).toEqual([2, true]);
  const history = await branchOf(second).getVersionHistory();
  expect(history.map((one) => one.id)).toEqual([second, mine]);

  // The SDK's, read by us.
  await branchOf(theirs).setLocked(false);
  await ours.untilState(oneId, branch, theirs, (content) => content['locked'] === false);
  await branchOf(second).setName('by the SDK.txt');
  await ours.untilState(oneId, branch, second, (content) => content['name'] === 'by the SDK.txt');
  const { bytes, info } = await encryptedBytes('third');
  const { event_id: third } = await branchOf(second).createNewVersion('v3.txt', bytes, info);
  await ours.untilState(oneId, branch, second, (content) => content['active'] === false);
  await ours.until('readable', () =>
    ours.events(oneId).some((e) => e.eventId === third && e.plain !== null),
  );
  expect(shown(ours, oneId)).toEqual(['renamed.txt v1', 'v3.txt v3']);
  const roomNo = numberOf(ours, oneId);
  expect(readVersions(ours.store.db, roomNo, third).entries.map((one) => one.event_id)).toEqual([
    third,
    second,
    mine,
  ]);
  expect(readEntry(ours.store.db, roomNo, third)).toMatchObject({ active: 1, version: 3 });
  await sdk.until('own version', () => sdk.tree(oneId).getFile(third)?.isActive === true);
  await branchOf(theirs).delete();
  await ours.untilState(oneId, branch, theirs, (content) => Object.keys(content).length === 0);
  expect(shown(ours, oneId)).toEqual(['v3.txt v3']);
  await ours.files.entries.deactivate(oneId, third);
  await sdk.until('deactivated', () => sdk.tree(oneId).listFiles().length === 0);
}

/** Places: the SDK's setOrder against our reorder. First the SDK's: of two that both have an order it moves neither before the other. */
async function bothOrder(
  { ours, sdk }: Scene,
  treeId: string,
  ids: readonly string[],
): Promise<void> {
  const [one = '', two = ''] = ids;
  expect(below(ours, treeId)).toEqual(['one', 'two']);
  await sdk.tree(two).setOrder(0);
  await ours.until('their order', () => below(ours, treeId)[0] === 'two');
  await sdk.until('own order', () => sdk.tree(two).getOrder() === 0);
  await ours.files.place.reorder(treeId, one, 0);
  await sdk.until('our order', () => sdk.tree(one).getOrder() === 0);
  await ours.until('own order', () => below(ours, treeId)[0] === 'one');
  await sdk.tree(two).setName('zwei');
  await ours.until('their name', () => below(ours, treeId).includes('zwei'));
  await ours.files.place.rename(two, 'two');
  await sdk.until('our name', () => sdk.tree(two).room.name === 'two');
}

test.each(['10', '11'])(
  'CHAT-1.2 CHAT-3.32 a tree of the SDK in version %s is read and changed by us, and ours by it',
  async (version) => {
    const made = await scene(version);
    const { ours, sdk } = made;
    const tree = await sdk.client.unstableCreateFileTree('From the SDK');
    await sdk.until('own tree', () => sdk.client.getRoom(tree.roomId)?.name === 'From the SDK');
    const one = await sdk.tree(tree.roomId).createDirectory('one');
    const two = await sdk.tree(tree.roomId).createDirectory('two');
    const rooms = [tree.roomId, one.roomId, two.roomId];
    await sdk.until('own directories', () => sdk.tree(tree.roomId).getDirectories().length === 2);
    const { bytes, info } = await encryptedBytes('first');
    const { event_id: theirs } = await sdk.tree(one.roomId).createFile('theirs.txt', bytes, info);
    await sdk.tree(tree.roomId).invite(ours.userId);
    await ours.until('invited', () => ours.membershipOf(tree.roomId) === 'invite');
    await ours.files.joins.accept(tree.roomId);
    await ours.until('all joined', () => rooms.every((id) => ours.membershipOf(id) === 'join'));
    await ours.until('old file', () =>
      ours.events(one.roomId).some((event) => event.eventId === theirs && event.plain !== null),
    );
    expect(shown(ours, one.roomId)).toEqual(['theirs.txt v1']);
    // Only looking: not offered, and refused.
    const oneNo = numberOf(ours, one.roomId);
    expect(rolesIn(ours.store.db, oneNo).of(ours.userId)).toBe('viewer');
    expect(directoryActions(ours.store.db, oneNo, null, ours.userId)).toMatchObject({
      upload: false,
      rename: false,
      createDirectory: false,
    });
    const path = `/rooms/${encodeURIComponent(one.roomId)}/state/${branch}/${encodeURIComponent(theirs)}`;
    expect(await failureOf(ours.request('PUT', path, { active: false }))).toMatchObject({
      code: 'forbidden',
    });
    for (const id of rooms) await sdk.tree(id).setPermissions(ours.userId, TreePermissions.Editor);
    await ours.until('editor', () =>
      rooms.every((id) => rolesIn(ours.store.db, numberOf(ours, id)).of(ours.userId) === 'editor'),
    );
    await bothOrder(made, tree.roomId, [one.roomId, two.roomId]);
    await bothChange(made, one.roomId, theirs);
  },
  120_000,
);

test.each(['10', '11', '12'])(
  'CHAT-3.31 CHAT-4.31 our tree in version %s is read and changed by the SDK, and deleted by us',
  async (version) => {
    const made = await scene(version);
    const { ours, sdk } = made;
    const treeId = await ours.tree('From us');
    const ids = [await ours.directory(treeId, 'one'), await ours.directory(treeId, 'two')];
    const [one = '', two = ''] = ids;
    expect(ours.state(treeId, 'm.room.create')).toMatchObject({ room_version: version });
    const old = await ours.file(one, 'old.txt');
    await ours.files.sharing.set({
      roomId: treeId,
      userIds: [sdk.userId],
      role: 'editor',
      below: true,
    });
    for (const id of [treeId, one, two]) await sdk.join(id);
    const room = sdk.tree(treeId);
    expect(room.isTopLevel).toBe(true);
    expect(
      room
        .getDirectories()
        .map((each) => each.room.name)
        .sort(),
    ).toEqual(['one', 'two']);
    expect(room.getPermissions(sdk.userId)).toBe('editor');
    // The SDK shows the creator of a version-12 room as a viewer.
    expect(room.getPermissions(ours.userId)).toBe(version === '12' ? 'viewer' : 'owner');
    expect(rolesIn(ours.store.db, numberOf(ours, treeId)).of(ours.userId)).toBe('owner');
    await sdk.until('our file', () => sdk.tree(one).getFile(old) !== null);
    expect((await sdk.tree(one).getFile(old)?.getFileInfo())?.info).toEqual(
      encryptedFile('old.txt'),
    );
    await bothOrder(made, treeId, ids);
    const { bytes, info } = await encryptedBytes('theirs');
    const { event_id: theirs } = await sdk.tree(one).createFile('theirs.txt', bytes, info);
    await ours.untilState(one, branch, theirs, (content) => content['active'] === true);
    await ours.files.entries.deactivate(one, old);
    await bothChange(made, one, theirs);
    await ours.files.deleteDirectory(treeId, { steps: {}, save: () => undefined });
    await sdk.until('removed', () =>
      [treeId, one, two].every((id) => sdk.client.getRoom(id)?.getMyMembership() === 'leave'),
    );
  },
  120_000,
);

test('the SDK cannot make a tree in version 12', async () => {
  const { sdk } = await scene('12');
  await expect(sdk.client.unstableCreateFileTree('no')).rejects.toThrow(/40[03]/);
});
