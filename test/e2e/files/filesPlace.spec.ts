// The Files place of one person in the real app: by keyboard alone, by drops from the disk, after a restart.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { examplePicture } from '../../demo/picture';
import { newUserData, type RunningApp } from '../support/app';
import { seriousFindings, setTheme } from '../support/axe';
import { signInQuickly } from '../support/drive';
import { dropFiles } from '../support/dropFiles';
import { endStage, openStage, type Person, type Stage } from '../support/stage';

let stage: Stage;
let person: Person;
let running: RunningApp;
let disk: string;
const userData = newUserData();

test.beforeAll(async () => {
  test.setTimeout(180_000);
  disk = mkdtempSync(join(tmpdir(), 'trellis-place-'));
  mkdirSync(join(disk, 'Plans', 'deep'), { recursive: true });
  writeFileSync(join(disk, 'Plans', 'deep', 'inside.txt'), 'inside');
  writeFileSync(join(disk, 'notes.txt'), 'twelve bytes');
  examplePicture(join(disk, 'garden.png'), 64, 48);
  stage = await openStage();
  person = await stage.register('mara', 'Mara Lindqvist');
  running = await stage.open({ userData });
  await signInQuickly(running.page, stage.credentials(person));
});
endStage(() => stage);
test.afterAll(() => {
  rmSync(disk, { recursive: true, force: true });
});

const tree = (page: Page) => page.getByRole('tree', { name: 'Folders' });
const node = (page: Page, name: string) =>
  tree(page).getByRole('treeitem').filter({ hasText: name });
const list = (page: Page, name: string) => page.getByRole('grid', { name: `Content of ${name}` });
const row = (page: Page, name: string) =>
  page
    .getByRole('grid', { name: /^Content of/ })
    .getByRole('row')
    .filter({ hasText: name });
const long = { timeout: 60_000 };
/** Some field waits for letters: what is typed before it has the focus is lost. */
const fieldOf = (page: Page) => expect(page.locator('input:focus')).toBeVisible();

test('a tree, folders in it, a new name, another order, another place: without a mouse', async () => {
  const { page } = running;
  const { keyboard } = page;
  await page.getByRole('button', { name: 'Files', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'New folder' }).first().press('Enter');
  await fieldOf(page);
  await keyboard.type('Larkfield');
  await keyboard.press('Enter');
  await expect(node(page, 'Larkfield')).toBeVisible(long);
  await expect(page.getByRole('heading', { name: 'Larkfield' })).toBeVisible(long);

  for (const name of ['Print', 'Identity']) {
    await list(page, 'Larkfield').focus();
    await keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'New folder…' }).press('Enter');
    await fieldOf(page);
    await keyboard.type(name);
    await keyboard.press('Enter');
    await expect(row(page, name)).toBeVisible(long);
  }
  await tree(page).focus();
  await keyboard.press('Home');
  await expect(node(page, 'Print')).toBeVisible(long);
  // By name, until somebody puts one into a place.
  await expect(tree(page).getByRole('treeitem')).toHaveText(['Larkfield', 'Identity', 'Print']);
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  await keyboard.press('Alt+ArrowUp');
  await expect(tree(page).getByRole('treeitem')).toHaveText(
    ['Larkfield', 'Print', 'Identity'],
    long,
  );
  await keyboard.press('Alt+ArrowDown');
  await expect(tree(page).getByRole('treeitem')).toHaveText(
    ['Larkfield', 'Identity', 'Print'],
    long,
  );
  await keyboard.press('F2');
  await fieldOf(page);
  await keyboard.press('Control+a');
  await keyboard.type('Printing');
  await keyboard.press('Enter');
  await expect(node(page, 'Printing')).toBeVisible(long);
  await expect(tree(page)).toBeFocused();
  await keyboard.press('Control+x');
  await keyboard.press('ArrowUp');
  await keyboard.press('Control+v');
  await expect(node(page, 'Identity')).toHaveAttribute('aria-expanded', /./, long);
});

test('files and folders of the disk dropped on the tree and the list arrive', async () => {
  const { page } = running;
  await node(page, 'Larkfield').click();
  await expect(page.getByRole('heading', { name: 'Larkfield' })).toBeVisible();
  await dropFiles(list(page, 'Larkfield'), [join(disk, 'notes.txt'), join(disk, 'garden.png')], {
    whileOver: () => expect(page.getByText('Upload to Larkfield')).toBeVisible(),
  });
  await expect(row(page, 'notes.txt')).toContainText('12 bytes', long);
  await expect(row(page, 'garden.png')).toBeVisible(long);
  await dropFiles(node(page, 'Identity'), [join(disk, 'Plans')]);
  await node(page, 'Identity').click();
  await row(page, 'Plans').dblclick(long);
  await row(page, 'deep').dblclick(long);
  await expect(row(page, 'inside.txt')).toBeVisible(long);
  await list(page, 'deep').press('Backspace');
  await expect(row(page, 'deep')).toHaveAttribute('aria-selected', 'true');

  await node(page, 'Larkfield').click();
  await dropFiles(list(page, 'Larkfield'), [join(disk, 'notes.txt')]);
  const dialog = page.getByRole('dialog', { name: '1 name is taken' });
  await dialog.getByText('Make a new version').click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(row(page, 'notes.txt').getByRole('gridcell').nth(4)).toHaveText('2', long);
});

test('delete with a way back, cut and paste, a drag to another folder', async () => {
  const { page } = running;
  const { keyboard } = page;
  await row(page, 'garden.png').click();
  await keyboard.press('Delete');
  await expect(row(page, 'garden.png')).toHaveCount(0, long);
  const deleted = page.getByRole('alertdialog').filter({ hasText: 'garden.png' });
  await deleted.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'garden.png')).toBeVisible(long);
  await row(page, 'garden.png').click();
  await keyboard.press('Control+x');
  await node(page, 'Identity').click();
  await expect(row(page, 'Plans')).toBeVisible();
  await list(page, 'Identity').focus();
  await keyboard.press('Control+v');
  await expect(row(page, 'garden.png')).toBeVisible(long);
  // A copy that is still under way cannot be dragged.
  await expect(row(page, 'garden.png')).toHaveAttribute('draggable', 'true', long);
  await row(page, 'garden.png').dragTo(node(page, 'Larkfield'));
  await expect(row(page, 'garden.png')).toHaveCount(0, long);
  await node(page, 'Larkfield').click();
  await expect(row(page, 'garden.png')).toBeVisible(long);
});

test('looks as it should in both themes, axe finds nothing serious', async () => {
  const { page } = running;
  await row(page, 'garden.png').click();
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(running, theme);
    await page.screenshot({ path: `test/.artifacts/screens/files-${theme}.png` });
    expect(await seriousFindings(running)).toEqual([]);
  }
});

test('everything is there again after a restart, in the same place', async () => {
  await running.close();
  running = await stage.open({ userData });
  const { page } = running;
  await expect(page.getByRole('heading', { name: 'Larkfield' })).toBeVisible(long);
  await expect(row(page, 'garden.png')).toBeVisible(long);
  await expect(node(page, 'Identity')).toBeVisible();
});
