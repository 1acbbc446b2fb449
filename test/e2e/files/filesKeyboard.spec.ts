// Everything that a person does in Files, without a mouse: nothing in here points, drags or clicks. And no main screen of Files with a
// serious accessibility fault.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { on } from '../../faults/faultProxy';
import type { FaultProxy } from '../../faults/faultProxy';
import type { RunningApp } from '../support/app';
import { seriousFindings } from '../support/axe';
import { signInQuickly } from '../support/drive';
import { chooseInDialogs } from '../support/dropFiles';
import { content, folder, row, rows } from '../support/files';
import { endStage, openStage } from '../support/stage';
import type { Person, Stage } from '../support/stage';

test.describe.configure({ mode: 'serial' });

let stage: Stage;
let people: Record<'mara' | 'priya', Person>;
let running: RunningApp;
let proxy: FaultProxy;
let disk: string;
const slow = { timeout: 60_000 };

test.beforeAll(async () => {
  test.setTimeout(400_000);
  disk = mkdtempSync(join(tmpdir(), 'trellis-keys-'));
  mkdirSync(join(disk, 'again'));
  writeFileSync(join(disk, 'notes.txt'), 'Pears before apples.');
  writeFileSync(join(disk, 'again', 'notes.txt'), 'Apples before pears.');
  writeFileSync(join(disk, 'recipe.txt'), 'Red: C 12, M 96');
  writeFileSync(join(disk, 'film.bin'), Buffer.alloc(2_000_000, 7));
  stage = await openStage();
  proxy = await stage.proxy();
  people = {
    mara: await stage.register('mara', 'Mara Lindqvist'),
    priya: await stage.register('priya', 'Priya Venn'),
  };
  running = await stage.open();
  await signInQuickly(running.page, stage.credentials(people.mara, proxy));
});
endStage(() => stage);
test.afterAll(() => {
  rmSync(disk, { recursive: true, force: true });
});

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** Presses Tab (or an arrow) until the element has the focus, as somebody does who has no mouse. */
async function keyTo(target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible(slow);
  for (let step = 0; step < 60; step += 1) {
    if (await hasFocus(target)) return;
    await target.page().keyboard.press(key);
  }
  throw new Error(`Sixty presses of ${key} did not lead there`);
}

/** Until something in it has the focus. */
async function keyInto(list: Locator): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    if (await list.evaluate((element) => element.contains(document.activeElement))) return;
    await list.page().keyboard.press('Tab');
  }
  throw new Error('Sixty presses of Tab did not lead into it');
}

async function pressOn(target: Locator): Promise<void> {
  await keyTo(target);
  await target.page().keyboard.press('Enter');
}

/** Whether each row of the open directory is chosen, from above. */
const chosen = (page: Page): Promise<boolean[]> =>
  content(page)
    .locator('[role="row"][aria-selected]')
    .evaluateAll((rows) => rows.map((one) => one.getAttribute('aria-selected') === 'true'));

/** From wherever the focus is to the rows of the open directory, and there to the one meant; each press is seen before the next. */
async function toRow(page: Page, name: string): Promise<void> {
  await keyTo(content(page));
  const target = row(page, name);
  await expect(target).toBeVisible(slow);
  await expect(async () => {
    await page.keyboard.press('Home');
    for (let step = 0; step < 30; step += 1) {
      await expect.poll(async () => (await chosen(page)).indexOf(true)).toBe(step);
      if ((await target.getAttribute('aria-selected')) === 'true') return;
      await page.keyboard.press('ArrowDown');
    }
    throw new Error(`The keys did not reach ${name}`);
  }).toPass(slow);
}

/** The menu of the chosen row; its entries by arrows. */
async function fromRowMenu(page: Page, name: string, entry: string): Promise<void> {
  await toRow(page, name);
  await page.keyboard.press('Shift+F10');
  await keyTo(page.getByRole('menuitem', { name: entry, exact: true }), 'ArrowDown');
  await page.keyboard.press('Enter');
}

async function fromHeaderMenu(page: Page, entry: string): Promise<void> {
  const more = page.getByRole('main').getByRole('button', { name: 'More', exact: true }).first();
  await pressOn(more);
  await keyTo(page.getByRole('menuitem', { name: entry, exact: true }), 'ArrowDown');
  await page.keyboard.press('Enter');
}

async function upload(page: Page, paths: readonly string[]): Promise<void> {
  await chooseInDialogs(running, paths);
  await pressOn(page.getByRole('main').getByRole('button', { name: 'Upload', exact: true }));
  await keyTo(page.getByRole('menuitem', { name: 'Upload files…' }), 'ArrowDown');
  await page.keyboard.press('Enter');
}

async function make(page: Page, name: string): Promise<void> {
  await fromHeaderMenu(page, 'New folder…');
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(row(page, name)).toBeVisible(slow);
}

const look = async (): Promise<void> => expect(await seriousFindings(running)).toEqual([]);
const transfers = (page: Page): Locator => page.getByRole('region', { name: 'Transfers' });

test('Files, a tree, folders in it, files from the disk', async () => {
  test.setTimeout(180_000);
  const { page } = running;
  await pressOn(page.getByRole('navigation').getByRole('button', { name: 'Files' }));
  await look();
  await pressOn(page.getByRole('button', { name: 'New folder' }).first());
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeFocused();
  await look();
  await page.keyboard.type('Larkfield');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Larkfield' })).toBeVisible(slow);
  await make(page, 'Proofs');
  await make(page, 'Archive');
  await upload(page, [join(disk, 'notes.txt'), join(disk, 'recipe.txt')]);
  await expect(row(page, 'notes.txt')).toContainText('20 bytes', slow);
  await expect(row(page, 'recipe.txt')).toBeVisible(slow);
  await expect(transfers(page)).toContainText('2 done', slow);
  await look();
});

test('another name, a lock, copied there, moved there', async () => {
  test.setTimeout(180_000);
  const { page } = running;
  await toRow(page, 'recipe.txt');
  await page.keyboard.press('F2');
  await expect(page.getByRole('textbox', { name: 'New name' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('ink recipe.txt');
  await page.keyboard.press('Enter');
  await expect(row(page, 'ink recipe.txt')).toBeVisible(slow);
  await expect(content(page)).toBeFocused();

  await fromRowMenu(page, 'ink recipe.txt', 'Lock');
  await expect(row(page, 'ink recipe.txt').getByTitle(/Locked by/)).toBeVisible(slow);
  await fromRowMenu(page, 'ink recipe.txt', 'Unlock');
  await expect(row(page, 'ink recipe.txt').getByTitle(/Locked by/)).toHaveCount(0, slow);

  await fromRowMenu(page, 'ink recipe.txt', 'Copy to…');
  const copy = page.getByRole('dialog', { name: 'Copy “ink recipe.txt” to' });
  await keyTo(copy.getByRole('row', { name: 'Larkfield' }));
  await look();
  const proofs = copy.getByRole('row', { name: 'Proofs' });
  if (!(await proofs.isVisible())) await page.keyboard.press('ArrowRight');
  await keyTo(proofs, 'ArrowDown');
  await page.keyboard.press('Space');
  await pressOn(copy.getByRole('button', { name: 'Copy here' }));
  await expect(copy).toBeHidden(slow);

  // The same by cut and paste.
  await toRow(page, 'notes.txt');
  await page.keyboard.press('ControlOrMeta+x');
  await toRow(page, 'Proofs');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid', { name: 'Content of Proofs' })).toBeVisible(slow);
  await expect(row(page, 'ink recipe.txt')).toBeVisible(slow);
  await keyTo(content(page));
  await page.keyboard.press('ControlOrMeta+v');
  await expect(row(page, 'notes.txt')).toBeVisible(slow);
});

test('a new version, its details, the old one again', async () => {
  test.setTimeout(180_000);
  const { page } = running;
  await upload(page, [join(disk, 'again', 'notes.txt')]);
  const clash = page.getByRole('dialog', { name: '1 name is taken' });
  await expect(clash).toBeVisible(slow);
  await look();
  await keyTo(clash.getByRole('radio', { name: /Keep both/ }));
  await page.keyboard.press('ArrowDown');
  await expect(clash.getByRole('radio', { name: /Make a new version/ })).toBeChecked();
  await pressOn(clash.getByRole('button', { name: 'Continue' }));
  const version = (name: string) =>
    row(page, 'notes.txt').getByRole('gridcell', { name, exact: true });
  await expect(version('2')).toBeVisible(slow);
  await toRow(page, 'notes.txt');
  await pressOn(page.getByRole('main').getByRole('button', { name: 'Details', exact: true }));
  await pressOn(page.getByRole('button', { name: 'Restore version 1' }));
  await expect(version('3')).toBeVisible(slow);
  await look();
  await pressOn(page.getByRole('button', { name: 'Close details' }));
  await expect(page.getByRole('button', { name: 'Details', exact: true })).toBeFocused();
});

test('looked at one after the other, deleted, restored', async () => {
  test.setTimeout(180_000);
  const { page } = running;
  await toRow(page, 'notes.txt');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'notes.txt' })).toContainText('Pears', slow);
  await look();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('dialog', { name: 'ink recipe.txt' })).toContainText('Red', slow);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: 'notes.txt' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(content(page)).toBeFocused();

  await toRow(page, 'ink recipe.txt');
  await page.keyboard.press('Delete');
  await expect(rows(page).filter({ hasText: 'ink recipe.txt' })).toHaveCount(0, slow);
  await expect(content(page)).toBeFocused();
  await fromHeaderMenu(page, 'Deleted and moved files');
  await fromRowMenu(page, 'ink recipe.txt', 'Restore');
  await expect(rows(page).filter({ hasText: 'ink recipe.txt' })).toHaveCount(0, slow);
  await look();
  await pressOn(page.getByRole('main').getByRole('button', { name: 'Back to the folder' }));
  await expect(row(page, 'ink recipe.txt')).toBeVisible(slow);
});

test('paused, resumed, cancelled', async () => {
  test.setTimeout(180_000);
  const { page } = running;
  const hold = proxy.hold(on('POST', '/upload'), 'before-forward');
  await upload(page, [join(disk, 'film.bin')]);
  await hold.reached;
  await pressOn(transfers(page).getByRole('button', { name: 'Pause all' }));
  await pressOn(transfers(page).getByRole('button', { name: 'Resume all' }));
  hold.release();
  await expect(transfers(page).getByRole('button', { name: 'Pause all' })).toHaveCount(0, slow);
  await expect(row(page, 'film.bin')).toContainText('Today', slow);

  const again = proxy.hold(on('POST', '/upload'), 'before-forward');
  await toRow(page, 'film.bin');
  await page.keyboard.press('Delete');
  await expect(rows(page).filter({ hasText: 'film.bin' })).toHaveCount(0, slow);
  await upload(page, [join(disk, 'film.bin')]);
  await again.reached;
  const list = transfers(page).getByRole('grid', { name: 'Transfers' });
  const film = list.getByRole('row').filter({ hasText: 'film.bin' }).first();
  // The list is entered at the row that had the focus last; from there by arrows.
  await keyInto(list);
  await page.keyboard.press('Home');
  await keyTo(film, 'ArrowDown');
  await look();
  await page.keyboard.press('Delete');
  await expect(rows(page).filter({ hasText: 'film.bin' })).toHaveCount(0, slow);
  again.drop();
});

test('shared with somebody, found by name', async () => {
  test.setTimeout(180_000);
  const { page } = running;
  await pressOn(page.getByRole('main').getByRole('button', { name: 'Share this folder' }));
  const dialog = page.getByRole('dialog', { name: /^Share / });
  await expect(dialog.getByRole('textbox', { name: 'People' })).toBeFocused();
  await page.keyboard.type(people.priya.userId);
  await expect(dialog.getByRole('option').first()).toBeVisible(slow);
  await page.keyboard.press('Enter');
  const confirm = dialog.getByRole('button', { name: 'Share with 1 person' });
  await expect(confirm).toBeEnabled(slow);
  await look();
  await pressOn(confirm);
  await expect(dialog).toBeHidden(slow);

  await keyTo(page.getByRole('textbox', { name: 'Find in files' }), 'Shift+Tab');
  await page.keyboard.type('ink');
  const found = page.getByRole('grid', { name: 'Files found' });
  await expect(found.getByRole('row')).toHaveCount(2, slow);
  await look();
  await keyTo(found.getByRole('row').first());
  await page.keyboard.press('Enter');
  // In its folder, chosen, and the keys go on there.
  await expect(found).toBeHidden();
  await expect(row(page, 'ink recipe.txt')).toHaveAttribute('aria-selected', 'true', slow);
  await expect(content(page)).toBeFocused();
  await keyTo(page.getByRole('tree', { name: 'Folders' }), 'Shift+Tab');
  await page.keyboard.press('Home');
  await page.keyboard.press('Delete');
  const question = page.getByRole('alertdialog', { name: /Larkfield/ });
  await expect(question).toContainText(/files/, slow);
  await look();
  await pressOn(question.getByRole('button', { name: 'Delete Larkfield' }));
  await expect(folder(page, 'Larkfield')).toHaveCount(0, { timeout: 120_000 });
});
