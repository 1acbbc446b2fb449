// A picture or a film that is uploaded gets a small picture, made by the window and seen by whoever opens the directory.
import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { examplePicture } from '../../demo/picture';
import { dropFiles } from '../support/dropFiles';
import { signInQuickly } from '../support/drive';
import { video } from '../support/fileSamples';
import { headerMenu, makeTree, openFiles, openFolder, row } from '../support/files';
import { endStage, openStage, type Stage } from '../support/stage';

let stage: Stage;
let disk: string;
const long = { timeout: 60_000 };

test.beforeAll(async () => {
  disk = mkdtempSync(join(tmpdir(), 'trellis-pictures-'));
  stage = await openStage();
});
endStage(() => stage);
test.afterAll(() => {
  rmSync(disk, { recursive: true, force: true });
});

test('a large picture and a film stand in the grid by their small ones', async () => {
  test.setTimeout(180_000);
  const person = await stage.register('mara', 'Mara Lindqvist');
  const { page } = await stage.open();
  await signInQuickly(page, stage.credentials(person));
  const [picture, film] = [join(disk, 'garden.png'), join(disk, 'press-check.webm')];
  examplePicture(picture, 1600, 1200);
  // So large that no card would fetch it for its own sake; what follows the last chunk is no part of the picture.
  appendFileSync(picture, randomBytes(5_000_000));
  writeFileSync(film, await video(page));
  await openFiles(page);
  await makeTree(page, 'Pictures');
  await openFolder(page, 'Pictures');
  await dropFiles(page.getByRole('grid', { name: 'Content of Pictures' }), [picture, film]);
  await expect(page.getByRole('region', { name: 'Transfers' })).toContainText('2 done', long);
  await expect(row(page, 'garden.png')).toBeVisible(long);
  await expect(row(page, 'press-check.webm')).toBeVisible(long);
  await headerMenu(page, 'Show as grid');
  const small = page.getByRole('listbox', { name: /^Content of/ }).locator('img');
  const widths = (): Promise<number[]> =>
    small.evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth));
  await expect.poll(widths, long).toEqual([800, 320]);
});
