// Real shared directories: Alice and Bob, each in an own window, share a tree through a real homeserver; what one does the other sees,
// byte for byte, also after a restart and, where it is kept, without a network.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { FaultProxy } from '../../faults/faultProxy';
import type { RunningApp } from '../support/app';
import {
  answerDialogs,
  askedInDialogs,
  dropFiles,
  givenOut,
  saveInDialogs,
  watchGivenOut,
} from '../support/dropFiles';
import { signInQuickly } from '../support/drive';
import {
  acceptTree,
  content,
  folder,
  hashesInZip,
  hashesOf,
  headerMenu,
  makeDisk,
  makeFolder,
  makeTree,
  openFiles,
  openFolder,
  row,
  rowMenu,
  rows,
  share,
  unfold,
} from '../support/files';
import { sized } from '../../support/sized';
import { endStage, openStage } from '../support/stage';
import type { Person, Stage } from '../support/stage';

test.describe.configure({ mode: 'serial' });

let stage: Stage;
let people: Record<'alice' | 'bob' | 'carol', Person>;
let alice: RunningApp;
let bob: RunningApp;
let proxy: FaultProxy;
let disk: string;

const slow = { timeout: 60_000 };
const shows = (page: Page, name: string) => expect(row(page, name)).toBeVisible(slow);
const hides = (page: Page, name: string) =>
  expect(rows(page).filter({ hasText: name })).toHaveCount(0, slow);
/** Every transfer of the window has come to its end. */
const idle = (page: Page) =>
  expect(page.getByText(/uploading|downloading|running|waiting/).first()).toBeHidden({
    timeout: 240_000,
  });

test.beforeAll(async () => {
  test.setTimeout(400_000);
  disk = mkdtempSync(join(tmpdir(), 'trellis-tree-'));
  stage = await openStage();
  proxy = await stage.proxy();
  people = {
    alice: await stage.register('alice', 'Alice Hartmann'),
    bob: await stage.register('bob', 'Bob Okafor'),
    carol: await stage.register('carol', 'Carol Nwosu'),
  };
  [alice, bob] = await Promise.all([stage.open(), stage.open()]);
  await Promise.all([
    signInQuickly(alice.page, stage.credentials(people.alice)),
    signInQuickly(bob.page, stage.credentials(people.bob, proxy)),
  ]);
  await Promise.all([openFiles(alice.page), openFiles(bob.page)]);
});
endStage(() => stage);
test.afterAll(() => {
  rmSync(disk, { recursive: true, force: true });
});

test('CHAT-1.2 a tree of three levels is made and shared; one invitation brings all of it', async () => {
  test.setTimeout(180_000);
  await makeTree(alice.page, 'Orchard');
  await openFolder(alice.page, 'Orchard');
  await makeFolder(alice.page, 'Plans');
  await unfold(alice.page, 'Orchard');
  await openFolder(alice.page, 'Plans');
  await makeFolder(alice.page, 'Drawings');
  await unfold(alice.page, 'Plans');
  await openFolder(alice.page, 'Orchard');
  await share(alice.page, people.bob.userId, 'Editor');
  await expect(bob.page.getByRole('button', { name: /^Accept / })).toHaveCount(1, slow);
  await acceptTree(bob.page, 'Orchard');
  await unfold(bob.page, 'Orchard');
  await unfold(bob.page, 'Plans');
  await openFolder(bob.page, 'Drawings');
  await bob.page
    .getByRole('navigation')
    .getByRole('button', { name: /^Chats/ })
    .click();
  await expect(bob.page.getByRole('treeitem').filter({ hasText: 'Orchard' })).toHaveCount(0);
  await openFiles(bob.page);
});

// How the window fares with 200 of them is shown by manyUploads.
const dropped = sized(48, 200);

test(`a dropped folder of ${dropped} files in 12 folders arrives byte for byte`, async () => {
  test.setTimeout(sized(420_000, 1_800_000));
  const source = join(disk, 'Harvest');
  makeDisk(source, dropped, 12);
  await openFolder(alice.page, 'Plans');
  await dropFiles(content(alice.page), [source]);
  await shows(alice.page, 'Harvest');
  await expect
    .poll(
      () =>
        stage.homeserver.databaseQuery(
          "SELECT count(*) AS n FROM current_state_events WHERE type = 'org.matrix.msc3089.branch'",
        )[0]?.['n'],
      { timeout: sized(240_000, 900_000) },
    )
    .toBe(dropped);
  await idle(alice.page);
  await openFolder(bob.page, 'Plans');
  await shows(bob.page, 'Harvest');
  await row(bob.page, 'Harvest').dblclick();
  await expect(bob.page.getByRole('grid', { name: 'Content of Harvest' })).toBeVisible(slow);
  const zip = join(disk, 'harvest.zip');
  // All twelve folders are joined before the zip is asked for.
  await expect
    .poll(
      () =>
        stage.homeserver.databaseQuery(
          "SELECT count(*) AS n FROM room_memberships m JOIN local_current_membership l USING (event_id) WHERE l.user_id = ? AND l.membership = 'join'",
          people.bob.userId,
        )[0]?.['n'],
      { timeout: sized(120_000, 900_000) },
    )
    .toBe(15);
  await saveInDialogs(bob, zip);
  await headerMenu(bob.page, 'Save as zip…');
  await expect
    .poll(
      () =>
        hashesInZip(zip).then(
          (found) => found.size,
          () => 0,
        ),
      { timeout: sized(240_000, 900_000) },
    )
    .toBe(dropped);
  const sent = [...hashesOf(source)].sort();
  const received = [...(await hashesInZip(zip))]
    .map(([path, hash]) => [path.replace(/^Harvest\//, ''), hash] as const)
    .sort();
  expect(received).toEqual(sent);
  const clear = stage.homeserver.databaseQuery(
    "SELECT count(*) AS n FROM events WHERE type = 'm.room.message'",
  );
  expect(clear).toEqual([{ n: 0 }]);
});

test('rename, move, lock, delete and restore are seen by the other', async () => {
  test.setTimeout(240_000);
  const { page } = alice;
  const lockOn = (window: Page) =>
    row(window, 'list.txt').getByTitle('Locked by Alice Hartmann', { exact: true });
  writeFileSync(join(disk, 'notes.txt'), 'Pears before apples.');
  writeFileSync(join(disk, 'list.txt'), 'Baskets, ladders.');
  await openFolder(page, 'Drawings');
  await dropFiles(content(page), [join(disk, 'notes.txt'), join(disk, 'list.txt')]);
  await openFolder(bob.page, 'Drawings');
  await shows(bob.page, 'notes.txt');
  await shows(bob.page, 'list.txt');

  await rowMenu(page, 'notes.txt', 'Rename');
  await page.getByRole('textbox', { name: 'New name' }).fill('harvest notes.txt');
  await page.keyboard.press('Enter');
  await shows(bob.page, 'harvest notes.txt');

  await rowMenu(page, 'list.txt', 'Lock');
  for (const window of [bob.page, page]) await expect(lockOn(window)).toBeVisible(slow);
  await rowMenu(page, 'list.txt', 'Unlock');
  for (const window of [bob.page, page]) await expect(lockOn(window)).toHaveCount(0, slow);

  // By keyboard: cut here, paste there.
  await row(page, 'list.txt').click();
  await page.keyboard.press('ControlOrMeta+x');
  await openFolder(page, 'Plans');
  await page.getByRole('grid', { name: 'Content of Plans' }).focus();
  await page.keyboard.press('ControlOrMeta+v');
  await shows(page, 'list.txt');
  await hides(bob.page, 'list.txt');
  await openFolder(bob.page, 'Plans');
  await shows(bob.page, 'list.txt');

  await row(page, 'list.txt').click();
  await page.keyboard.press('Delete');
  await hides(bob.page, 'list.txt');
  await headerMenu(page, 'Deleted and moved files');
  await rowMenu(page, 'list.txt', 'Restore');
  await shows(bob.page, 'list.txt');
});

test('CHAT-3.33 a new version takes the place of the old one, which can be restored', async () => {
  test.setTimeout(180_000);
  mkdirSync(join(disk, 'second'), { recursive: true });
  writeFileSync(join(disk, 'second', 'harvest notes.txt'), 'Apples before pears.');
  const { page } = alice;
  await openFolder(page, 'Drawings');
  await dropFiles(content(page), [join(disk, 'second', 'harvest notes.txt')]);
  const clash = page.getByRole('dialog', { name: /taken/ });
  await clash.getByRole('radio', { name: /Make a new version/ }).click({ force: true });
  await clash.getByRole('button', { name: 'Continue' }).click();
  await openFolder(bob.page, 'Drawings');
  await expect(row(bob.page, 'harvest notes.txt').getByRole('gridcell').nth(4)).toHaveText(
    '2',
    slow,
  );
  await expect(rows(bob.page).filter({ hasText: 'harvest notes.txt' })).toHaveCount(1);

  await row(bob.page, 'harvest notes.txt').dblclick();
  const preview = bob.page.getByRole('dialog');
  await expect(preview).toContainText('Apples before pears.', slow);
  await bob.page.keyboard.press('Escape');

  await row(page, 'harvest notes.txt').click();
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await expect(row(bob.page, 'harvest notes.txt').getByRole('gridcell').nth(4)).toHaveText(
    '3',
    slow,
  );
  await row(bob.page, 'harvest notes.txt').dblclick();
  await expect(bob.page.getByRole('dialog')).toContainText('Pears before apples.', slow);
  await bob.page.keyboard.press('Escape');
});

test('a file opens in its own program from a private copy, and what was saved is shown where it is', async () => {
  await watchGivenOut(bob);
  await openFolder(bob.page, 'Drawings');
  await rowMenu(bob.page, 'harvest notes.txt', 'Open with the system’s program');
  await expect.poll(async () => (await givenOut(bob)).opened.length, slow).toBe(1);
  const [opened = ''] = (await givenOut(bob)).opened;
  expect(readFileSync(opened, 'utf8')).toBe('Pears before apples.');
  expect([statSync(opened).mode & 0o777, statSync(dirname(opened)).mode & 0o077]).toEqual([
    0o400, 0,
  ]);
  const target = join(disk, 'saved notes.txt');
  await saveInDialogs(bob, target);
  await rowMenu(bob.page, 'harvest notes.txt', 'Save as…');
  // Others that were saved before have such a button as well.
  await expect.poll(() => existsSync(target), slow).toBe(true);
  // The rows fold away when all is done; unfolded by hand they stay.
  await expect(async () => {
    const unfold = bob.page.getByRole('button', { name: 'Show transfers', exact: true });
    if (await unfold.isVisible()) await unfold.click();
    await bob.page
      .getByRole('button', { name: /^Show where .* was saved$/ })
      .first()
      .click({ timeout: 2_000 });
  }).toPass(slow);
  await expect.poll(async () => (await givenOut(bob)).shown, slow).toHaveLength(1);
  const [shown = ''] = (await givenOut(bob)).shown;
  expect(readFileSync(shown).byteLength).toBeGreaterThan(0);
  expect(readFileSync(target, 'utf8')).toBe('Pears before apples.');
});

test('a file that can run programs is opened only after main asked', async () => {
  await answerDialogs(bob, 1);
  writeFileSync(join(disk, 'prune.sh'), '#!/bin/sh\nexit 0\n');
  await openFolder(alice.page, 'Drawings');
  await dropFiles(content(alice.page), [join(disk, 'prune.sh')]);
  await openFolder(bob.page, 'Drawings');
  await shows(bob.page, 'prune.sh');
  await rowMenu(bob.page, 'prune.sh', 'Open with the system’s program');
  await expect.poll(() => askedInDialogs(bob), slow).toEqual([expect.stringContaining('prune.sh')]);
  expect((await givenOut(bob)).opened).toHaveLength(1);
  await answerDialogs(bob, 0);
  await rowMenu(bob.page, 'prune.sh', 'Open with the system’s program');
  await expect.poll(async () => (await givenOut(bob)).opened.length, slow).toBe(2);
});

test('CHAT-1.3 a viewer is offered no change, and the server refuses one', async () => {
  test.setTimeout(180_000);
  const { page } = alice;
  await openFolder(page, 'Drawings');
  await page.getByRole('button', { name: /^Bob Okafor: Editor/ }).click(slow);
  await page.getByRole('menuitem', { name: 'Viewer' }).click();
  const dialog = page.getByRole('alertdialog', { name: /^Make Bob Okafor/ });
  await dialog.getByRole('button', { name: /^Make [Vv]iewer/ }).click();
  await expect(dialog).toBeHidden(slow);
  await openFolder(bob.page, 'Drawings');
  await expect(bob.page.getByRole('button', { name: 'Upload', exact: true })).toBeHidden(slow);
  await row(bob.page, 'harvest notes.txt').click({ button: 'right' });
  await expect(bob.page.getByRole('menuitem', { name: 'Save as…' })).toBeVisible();
  for (const name of ['Rename', 'Lock', 'Delete', 'Cut'])
    await expect(bob.page.getByRole('menuitem', { name, exact: true })).toHaveCount(0);
  await bob.page.keyboard.press('Escape');
  const roomId = stage.roomNamed('Drawings');
  const answer = await fetch(
    `${stage.homeserver.baseUrl}/_matrix/client/v3/rooms/${encodeURIComponent(roomId)}/state/org.matrix.msc3089.branch/%24x`,
    {
      method: 'PUT',
      headers: { authorization: `Bearer ${people.bob.accessToken}` },
      body: '{"active":true,"name":"mine"}',
    },
  );
  expect(answer.status).toBe(403);
});

test('one directory alone can be shared', async () => {
  test.setTimeout(240_000);
  await openFolder(alice.page, 'Drawings');
  await share(alice.page, people.carol.userId, 'Viewer');
  const carol = await stage.open();
  await signInQuickly(carol.page, stage.credentials(people.carol));
  await openFiles(carol.page);
  await acceptTree(carol.page, 'Drawings');
  await openFolder(carol.page, 'Drawings');
  await shows(carol.page, 'harvest notes.txt');
  await expect(folder(carol.page, 'Orchard')).toHaveCount(0);
  await expect(folder(carol.page, 'Plans')).toHaveCount(0);
  await carol.close();
});

test('all is there after a restart, and what is kept opens without a network', async () => {
  test.setTimeout(240_000);
  await openFolder(bob.page, 'Drawings');
  await headerMenu(bob.page, 'Keep offline');
  await expect(bob.page.getByText(/downloading|waiting/).first()).toBeHidden(slow);
  await expect(
    folder(bob.page, 'Drawings').getByRole('img', { name: 'Kept on this computer' }),
  ).toBeVisible(slow);
  const { userData } = bob;
  await bob.close();
  proxy.rules.add({ match: () => true, cut: 'before-forward' });
  bob = await stage.open({ userData });
  await expect(bob.page.getByRole('heading', { name: 'Files', level: 1 })).toBeVisible(slow);
  await openFolder(bob.page, 'Drawings');
  await row(bob.page, 'harvest notes.txt').dblclick();
  await expect(bob.page.getByRole('dialog')).toContainText('Pears before apples.', slow);
  await bob.page.keyboard.press('Escape');
  await bob.page.getByRole('textbox', { name: 'Find in files' }).fill('file 01');
  await expect(bob.page.getByText('file 010.bin').first()).toBeVisible(slow);
  await bob.page.getByRole('textbox', { name: 'Find in files' }).fill('');
  proxy.rules.clear();
});

test('CHAT-5.29 CHAT-6.13 deleting a tree takes it from everybody', async () => {
  test.setTimeout(300_000);
  const { page } = alice;
  await openFolder(page, 'Plans');
  await headerMenu(page, 'Delete for everybody');
  const dialog = page.getByRole('alertdialog', { name: /Plans/ });
  // Those of the dropped folder and up to three that earlier tests put there.
  const counts = [0, 1, 2, 3].map((more) => dropped + more).join('|');
  await expect(dialog).toContainText(new RegExp(`(${counts}) files`), slow);
  await dialog.getByRole('button', { name: 'Delete Plans' }).click();
  await expect(folder(page, 'Plans')).toHaveCount(0, { timeout: 180_000 });
  await expect(folder(bob.page, 'Plans')).toHaveCount(0, { timeout: 180_000 });
  await expect(folder(bob.page, 'Orchard')).toHaveCount(1);
});
