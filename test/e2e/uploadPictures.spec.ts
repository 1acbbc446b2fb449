// A picture that is uploaded gets a small one, made by the window and seen by whoever opens the directory.
import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { examplePicture } from '../demo/picture';
import { dropFiles } from './support/dropFiles';
import { signInQuickly } from './support/drive';
import { headerMenu, makeTree, openFiles, openFolder, row } from './support/files';
import { openStage, type Stage } from './support/stage';

let stage: Stage;
let disk: string;
const long = { timeout: 60_000 };

test.beforeAll(async () => {
  disk = mkdtempSync(join(tmpdir(), 'trellis-pictures-'));
  stage = await openStage();
});
// eslint-disable-next-line no-empty-pattern -- the first argument has to be a pattern
test.afterEach(async ({}, info) => stage.attachOnFailure(info));
test.afterAll(async () => {
  await stage.close();
  rmSync(disk, { recursive: true, force: true });
});

test('a large picture stands in the grid by its small one', async () => {
  test.setTimeout(180_000);
  const path = join(disk, 'garden.png');
  examplePicture(path, 1600, 1200);
  // So large that no card would fetch it for its own sake; what follows the last chunk is no part of the picture.
  appendFileSync(path, randomBytes(5_000_000));
  const person = await stage.register('mara', 'Mara Lindqvist');
  const { page } = await stage.open();
  await signInQuickly(page, stage.credentials(person));
  await openFiles(page);
  await makeTree(page, 'Pictures');
  await openFolder(page, 'Pictures');
  await dropFiles(page.getByRole('grid', { name: 'Content of Pictures' }), [path]);
  await expect(page.getByRole('region', { name: 'Transfers' })).toContainText('1 done', long);
  await expect(row(page, 'garden.png')).toBeVisible(long);
  await headerMenu(page, 'Show as grid');
  const picture = page.getByRole('listbox', { name: /^Content of/ }).locator('img');
  await expect(picture).toBeVisible(long);
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), long)
    .toBe(800);
});
