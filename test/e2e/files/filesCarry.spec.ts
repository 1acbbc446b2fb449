// Folders carried about in the real app: copied by mouse, by keys and by the menu, moved while the network is gone. Two people see the
// same in the end.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { FaultProxy } from '../../faults/faultProxy';
import type { RunningApp } from '../support/app';
import { signInQuickly } from '../support/drive';
import { dropFiles } from '../support/dropFiles';
import {
  acceptTree,
  content,
  makeFolder,
  makeTree,
  openFiles,
  openFolder,
  row,
  rowMenu,
  share,
  unfold,
} from '../support/files';
import { shoot } from '../support/shoot';
import { endStage, openStage, type Stage } from '../support/stage';

const long = { timeout: 60_000 };
let stage: Stage;
let proxy: FaultProxy;
let alice: RunningApp;
let bob: RunningApp;
let disk: string;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  disk = mkdtempSync(join(tmpdir(), 'trellis-carry-'));
  mkdirSync(join(disk, 'Plans', 'deep'), { recursive: true });
  writeFileSync(join(disk, 'Plans', 'plan.txt'), 'a plan');
  writeFileSync(join(disk, 'Plans', 'deep', 'inside.txt'), 'inside');
  writeFileSync(join(disk, 'late.txt'), 'later');
  writeFileSync(join(disk, 'old.txt'), 'no longer wanted');
  stage = await openStage();
  proxy = await stage.proxy();
  const people = await Promise.all([
    stage.register('alice', 'Alice Moreau'),
    stage.register('bob', 'Bob Tanaka'),
  ]);
  [alice, bob] = await Promise.all([stage.open(), stage.open()]);
  await signInQuickly(alice.page, stage.credentials(people[0], proxy));
  await signInQuickly(bob.page, stage.credentials(people[1]));
  await Promise.all([openFiles(alice.page), openFiles(bob.page)]);
  await makeTree(alice.page, 'Orchard');
  await openFolder(alice.page, 'Orchard');
  for (const name of ['Mouse', 'Keys', 'Menu']) await makeFolder(alice.page, name);
  await share(alice.page, people[1].userId, 'Editor');
  await acceptTree(bob.page, 'Orchard');
  await dropFiles(content(alice.page), [join(disk, 'Plans')]);
  await openFolder(alice.page, 'Plans');
  await expect(row(alice.page, 'plan.txt')).toHaveAttribute('draggable', 'true', long);
  await row(alice.page, 'deep').dblclick(long);
  await expect(row(alice.page, 'inside.txt')).toHaveAttribute('draggable', 'true', long);
});
endStage(() => stage);
test.afterAll(() => {
  rmSync(disk, { recursive: true, force: true });
});

/** A whole copy of the folder lies there, and can be entered down to its last file. */
async function hasPlans(page: Page, place: string): Promise<void> {
  await openFolder(page, place);
  await row(page, 'Plans').dblclick(long);
  await expect(row(page, 'plan.txt')).toHaveAttribute('draggable', 'true', long);
  await row(page, 'deep').dblclick(long);
  await expect(row(page, 'inside.txt')).toHaveAttribute('draggable', 'true', long);
}

test('a folder is copied by a drag with Ctrl, by keys and by the menu, with all in it', async () => {
  const { page } = alice;
  const { keyboard } = page;
  const copyKey = process.platform === 'darwin' ? 'Alt' : 'Control';
  await openFolder(page, 'Orchard');
  await keyboard.down(copyKey);
  await row(page, 'Plans').dragTo(row(page, 'Mouse'));
  await keyboard.up(copyKey);
  await hasPlans(page, 'Mouse');

  await openFolder(page, 'Orchard');
  await row(page, 'Plans').click();
  await keyboard.press('ControlOrMeta+c');
  await openFolder(page, 'Keys');
  await content(page).focus();
  await keyboard.press('ControlOrMeta+v');
  await hasPlans(page, 'Keys');

  await openFolder(page, 'Orchard');
  await rowMenu(page, 'Plans', 'Copy to…');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Menu', { exact: true }).click();
  await dialog.getByRole('button', { name: /^Copy/ }).click();
  await hasPlans(page, 'Menu');
  await openFolder(page, 'Orchard');
  await expect(row(page, 'Plans')).toBeVisible();
});

test('the other one has the copies too', async () => {
  for (const place of ['Mouse', 'Keys', 'Menu']) {
    await unfold(bob.page, 'Orchard');
    await hasPlans(bob.page, place);
  }
});

test('without a network a move, an upload, a new name and a deletion wait and say so, and all happens when it is back', async () => {
  const { page } = alice;
  const { keyboard } = page;
  await openFolder(page, 'Orchard');
  await dropFiles(content(page), [join(disk, 'old.txt')]);
  await expect(row(page, 'old.txt')).toHaveAttribute('draggable', 'true', long);
  await proxy.setDown(true);
  await expect(page.getByText(/Offline since/)).toBeVisible(long);
  await row(page, 'Keys').click();
  await keyboard.press('ControlOrMeta+x');
  await openFolder(page, 'Menu');
  await content(page).focus();
  await keyboard.press('ControlOrMeta+v');
  await openFolder(page, 'Orchard');
  await expect(row(page, 'Keys').getByRole('img', { name: /Not moved yet/ })).toBeVisible(long);
  await dropFiles(content(page), [join(disk, 'late.txt')]);
  const waits = row(page, 'late.txt').getByRole('img', { name: 'Waiting for the network' });
  await expect(waits).toBeVisible(long);
  await row(page, 'Mouse').click();
  await keyboard.press('F2');
  await content(page).getByRole('textbox').fill('Mice');
  await keyboard.press('Enter');
  const unsaid = row(page, 'Mice').getByRole('img', { name: /^Not renamed yet/ });
  await expect(unsaid).toBeVisible(long);
  await shoot(alice, 'files-waiting');
  await row(page, 'old.txt').click();
  await keyboard.press('Delete');
  await expect(row(page, 'old.txt')).toHaveCount(0);
  await expect(page.getByText(/Will be deleted\. Waits for a connection/)).toBeVisible(long);
  await proxy.setDown(false);
  await expect(row(page, 'Keys')).toHaveCount(0, long);
  await expect(row(page, 'late.txt')).toHaveAttribute('draggable', 'true', long);
  await expect(unsaid).toHaveCount(0, long);
  await expect(row(page, 'Mice')).toBeVisible();
  await openFolder(bob.page, 'Menu');
  await expect(row(bob.page, 'Keys')).toBeVisible(long);
  await openFolder(bob.page, 'Orchard');
  await expect(row(bob.page, 'Mice')).toBeVisible(long);
  await expect(row(bob.page, 'old.txt')).toHaveCount(0, long);
});

test('a folder that is moved into a shared one, and out of it again, asks who can see it', async () => {
  const { page } = alice;
  const moveTo = async (name: string, place: string): Promise<void> => {
    await rowMenu(page, name, 'Move to…');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(place, { exact: true }).click();
    await dialog.getByRole('button', { name: /^Move/ }).click();
  };
  await makeTree(page, 'Alone');
  await openFolder(page, 'Alone');
  await makeFolder(page, 'Secrets');
  await moveTo('Secrets', 'Orchard');
  const into = page.getByRole('alertdialog', { name: /^Share .*Secrets.* with the people of/ });
  await expect(into).toContainText('Bob Tanaka', long);
  await shoot(alice, 'files-moved-share');
  await into.getByRole('button', { name: 'Share it with them' }).click();
  await openFolder(bob.page, 'Orchard');
  await row(bob.page, 'Secrets').dblclick(long);
  await expect(bob.page.getByRole('grid', { name: 'Content of Secrets' })).toBeVisible(long);
  await expect(into).toHaveCount(0, long);
  await openFolder(page, 'Orchard');
  await moveTo('Secrets', 'Alone');
  const out = page.getByRole('alertdialog', { name: /^Who can still see .*Secrets/ });
  await expect(out).toContainText('Bob Tanaka', long);
  await shoot(alice, 'files-moved-end');
  await out.getByRole('button', { name: 'End their access' }).click();
  await expect(out).toHaveCount(0, long);
  await expect(
    bob.page.getByText(/removed you from .*Secrets|deleted .*Secrets/).first(),
  ).toBeVisible(long);
});
