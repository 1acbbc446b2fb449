// Files of an ordinary room beside it, and found from everywhere: seen, gone to, and put into a folder, in the real app.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { examplePicture } from '../../demo/picture';
import type { RunningApp } from '../support/app';
import { seriousFindings } from '../support/axe';
import { attach, createRoom, message, openRoom, send, signInQuickly } from '../support/drive';
import { folder, makeTree, openFiles, openFolder, row } from '../support/files';
import { endStage, openStage, type Stage } from '../support/stage';

let stage: Stage;
let running: RunningApp;
let disk: string;
const long = { timeout: 60_000 };

test.beforeAll(async () => {
  test.setTimeout(240_000);
  disk = mkdtempSync(join(tmpdir(), 'trellis-room-files-'));
  writeFileSync(join(disk, 'ink-recipe.txt'), 'Red: C 12, M 96\n');
  examplePicture(join(disk, 'garden.png'), 320, 240);
  stage = await openStage();
  const person = await stage.register('mara', 'Mara Lindqvist');
  running = await stage.open();
  const { page } = running;
  await signInQuickly(page, stage.credentials(person));
  await openFiles(page);
  await makeTree(page, 'Archive');
  await page.getByRole('navigation').getByRole('button', { name: 'Chats' }).click();
  await createRoom(page, 'Studio', []);
  await openRoom(page, 'Studio');
  await attach(page, [join(disk, 'ink-recipe.txt'), join(disk, 'garden.png')]);
  await send(page, 'Here they are');
});
endStage(() => stage);
test.afterAll(() => {
  rmSync(disk, { recursive: true, force: true });
});

test('the files of a room: shown, filtered, gone to, saved into a folder', async () => {
  const { page } = running;
  await page.getByRole('button', { name: 'Files of this chat' }).click();
  const panel = page.getByRole('complementary', { name: 'Files' });
  const list = panel.getByRole('grid', { name: 'Files' });
  await expect(list.getByRole('row')).toHaveCount(2, long);
  expect(await seriousFindings(running)).toEqual([]);

  await panel.getByRole('button', { name: 'Kind' }).click();
  await page.getByRole('menuitem', { name: 'Pictures' }).click();
  await expect(list.getByRole('row')).toHaveCount(1);
  await panel.getByRole('button', { name: 'Pictures' }).click();
  await page.getByRole('menuitem', { name: 'All' }).click();
  await panel.getByRole('textbox', { name: 'Find by name' }).fill('INK');
  await expect(list.getByRole('row')).toHaveCount(1);

  await list.getByRole('row').first().focus();
  await page.keyboard.press('Enter');
  const preview = page.getByRole('dialog', { name: 'ink-recipe.txt' });
  await expect(preview.getByText('Red: C 12, M 96')).toBeVisible(long);
  await page.keyboard.press('Escape');

  await panel.getByRole('button', { name: 'More for ink-recipe.txt' }).click();
  await page.getByRole('menuitem', { name: 'Go to the message' }).click();
  await expect(message(page, 'ink-recipe.txt').first()).toBeVisible(long);

  await panel.getByRole('button', { name: 'More for ink-recipe.txt' }).click();
  await page.getByRole('menuitem', { name: 'Save to a folder' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save “ink-recipe.txt” to a folder' });
  await dialog.getByRole('row', { name: 'Archive' }).click();
  await dialog.getByRole('button', { name: 'Save here' }).click();
  await expect(dialog).toBeHidden(long);

  await openFiles(page);
  await expect(folder(page, 'Archive')).toBeVisible(long);
  await openFolder(page, 'Archive');
  await expect(row(page, 'ink-recipe')).toBeVisible(long);
});

test('found from everywhere by a part of the name, in folders and in rooms', async () => {
  const { page } = running;
  await page.getByRole('textbox', { name: 'Find in files' }).fill('ink-rec');
  const found = page.getByRole('grid', { name: 'Files found' });
  await expect(found.getByRole('row')).toHaveCount(2, long);
  await expect(found.getByText('Studio', { exact: false })).toBeVisible();
  await found.getByRole('button', { name: 'More for ink-recipe.txt' }).first().click();
  await page.keyboard.press('Escape');
  expect(await seriousFindings(running)).toEqual([]);
});
