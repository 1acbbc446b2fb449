// Previews in the real app: bytes through the app's own scheme, under its real content policy, from a real server.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { examplePicture } from '../../demo/picture';
import type { RunningApp } from '../support/app';
import { seriousFindings } from '../support/axe';
import { signInQuickly } from '../support/drive';
import { dropFiles } from '../support/dropFiles';
import { proofSheets } from '../support/fileSamples';
import { makeTree, openFiles, openFolder, row } from '../support/files';
import { placesInView, shownPlaces } from '../support/shownPlaces';
import { endStage, openStage, type Stage } from '../support/stage';

let stage: Stage;
let running: RunningApp;
let disk: string;
const long = { timeout: 60_000 };

const script = 'window.ran = (window.ran ?? 0) + 1';
const files: Readonly<Record<string, string | Buffer>> = {
  'bleed.ts': 'export const bleed: number = 5; // millimetres\n',
  'drawing.svg': `<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script></svg>`,
  'empty.txt': '',
  'ink-recipe.txt': 'Red: C 12, M 96\nCream: C 2\n',
  'long.txt': 'A line of the long text.\n'.repeat(60_000),
  'notes.md': `# Print notes\n\nThe **gusset** wants 5 mm.\n\n<img src=x onerror="${script}">\n`,
  'page.html': `<!doctype html><script>${script}</script><h1>Hello</h1>`,
  'paper.pdf': proofSheets(40),
  'prices.xlsx': Buffer.from('PK\u0003\u0004 not really a sheet'),
  'torn.pdf': Buffer.from('%PDF-1.4\nnothing follows'),
};

test.beforeAll(async () => {
  test.setTimeout(240_000);
  disk = mkdtempSync(join(tmpdir(), 'trellis-previews-'));
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(disk, name), bytes);
  examplePicture(join(disk, 'garden.png'), 640, 480);
  stage = await openStage();
  const person = await stage.register('mara', 'Mara Lindqvist');
  running = await stage.open();
  const { page } = running;
  await signInQuickly(page, stage.credentials(person));
  await openFiles(page);
  await makeTree(page, 'Proofs');
  await openFolder(page, 'Proofs');
  const names = [...Object.keys(files), 'garden.png'];
  await dropFiles(
    page.getByRole('grid', { name: 'Content of Proofs' }),
    names.map((name) => join(disk, name)),
  );
  for (const name of names) await expect(row(page, name)).toBeVisible(long);
  await expect(page.getByRole('region', { name: 'Transfers' })).toContainText(
    `${names.length} done`,
    long,
  );
});
endStage(() => stage);
test.afterAll(() => {
  rmSync(disk, { recursive: true, force: true });
});

const preview = (page: Page, name: string) => page.getByRole('dialog', { name });

async function show(page: Page, name: string) {
  await row(page, name).click();
  await page.keyboard.press('Enter');
  const dialog = preview(page, name);
  await expect(dialog).toBeVisible();
  return dialog;
}

test('a picture: fitted, larger by key, then its neighbour', async () => {
  const { page } = running;
  const dialog = await show(page, 'garden.png');
  const picture = dialog.getByRole('img', { name: 'garden.png' });
  await expect(picture).toBeVisible(long);
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), long)
    .toBe(640);
  await page.keyboard.press('1');
  const size = dialog.getByRole('status');
  await expect(size).toHaveText('100%');
  await page.keyboard.press('+');
  await expect(size).toHaveText('150%');
  await page.keyboard.press('0');
  // The copy button keeps the focus, and the keys go on from there.
  const copy = dialog.getByRole('button', { name: 'Copy picture' });
  await copy.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Picture copied|could not be copied/)).toBeVisible();
  await expect(copy).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(preview(page, 'ink-recipe.txt')).toBeVisible();
  await expect(preview(page, 'ink-recipe.txt').getByText('Red: C 12, M 96')).toBeVisible(long);
  await page.keyboard.press('Escape');
  await expect(preview(page, 'ink-recipe.txt')).toBeHidden();
});

test('text and code in colours; a very long one is shown in part', async () => {
  const { page } = running;
  const code = await show(page, 'bleed.ts');
  const colourOf = (text: string) =>
    code.getByText(text).evaluate((one) => getComputedStyle(one).color);
  await expect(code.getByText('// millimetres')).toBeVisible(long);
  // Plain at once, in colours as soon as the language is there.
  await expect
    .poll(async () => (await colourOf('// millimetres')) === (await colourOf('export')), long)
    .toBe(false);
  await page.keyboard.press('Escape');
  const text = await show(page, 'long.txt');
  await expect(text.getByText('Only the first 1 MB are shown', { exact: false })).toBeVisible(long);
  await page.keyboard.press('Escape');
  const empty = await show(page, 'empty.txt');
  await expect(empty.getByText('This file is empty.')).toBeVisible(long);
  await page.keyboard.press('Escape');
});

test('markdown is drawn, markup is only read: nothing of it runs', async () => {
  const { page } = running;
  const markdown = await show(page, 'notes.md');
  await expect(markdown.getByRole('heading', { name: 'Print notes' })).toBeVisible(long);
  await expect(markdown.locator('img')).toHaveCount(0);
  await page.keyboard.press('Escape');
  for (const name of ['page.html', 'drawing.svg']) {
    const dialog = await show(page, name);
    await expect(dialog.getByText(script, { exact: false }).first()).toBeVisible(long);
    await page.keyboard.press('Escape');
  }
  expect(await page.evaluate(() => (window as { ran?: number }).ran)).toBeUndefined();
});

test('a PDF: its pages as they come into view, its text for those who hear it', async () => {
  const { page } = running;
  const refused: string[] = [];
  page.on('console', (line) => {
    if (/Content Security Policy|TrustedScript/.test(line.text())) refused.push(line.text());
  });
  const dialog = await show(page, 'paper.pdf');
  await expect(dialog.getByText('Page 1 of 40')).toBeVisible(long);
  await expect(dialog.getByRole('region', { name: 'Page 1', exact: true })).toContainText(
    'Proof sheet 1',
    long,
  );
  const inked = (): Promise<boolean> =>
    dialog
      .locator('canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement) => {
        const { width, height } = canvas;
        const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data;
        return pixels?.some((value, index) => index % 4 === 0 && value < 100) ?? false;
      });
  await expect.poll(inked, long).toBe(true);
  expect(await dialog.locator('canvas').count()).toBeLessThan(10);
  await page.keyboard.press('End');
  await expect(dialog.getByText('Page 40 of 40')).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Page 40' })).toContainText(
    'Proof sheet 40',
    long,
  );
  expect(await seriousFindings(running)).toEqual([]);

  // Finding leads to a page that was not drawn yet, and marks the words over it.
  await page.keyboard.press('Control+f');
  const field = dialog.getByRole('textbox', { name: 'Find in this file' });
  await expect(field).toBeFocused();
  await field.fill('sheet 17');
  await expect(dialog.getByText('Page 17 of 40')).toBeVisible(long);
  const places = dialog.getByRole('search').getByRole('status');
  await expect(places).toHaveText('1 of 1');
  await expect.poll(() => shownPlaces(page), long).toEqual(['sheet 17']);
  // Pages of another width stand elsewhere: what was found stays in view.
  for (const size of [
    { width: 640, height: 500 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    await expect.poll(() => placesInView(page), long).toEqual(['sheet 17']);
  }
  await field.fill('proof');
  await expect(places).toHaveText('1 of 40', long);
  await field.press('Shift+Enter');
  await expect(places).toHaveText('40 of 40');
  await expect(dialog.getByText('Page 40 of 40')).toBeVisible(long);
  await page.keyboard.press('Enter');
  await page.keyboard.press('F3');
  await expect(places).toHaveText('2 of 40');
  await expect(dialog.getByText('Page 2 of 40')).toBeVisible(long);
  expect(await seriousFindings(running)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('search')).toHaveCount(0);
  await expect(dialog.getByRole('document')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(refused).toEqual([]);
});

test('what cannot be shown is a card with the ways to open it', async () => {
  const { page } = running;
  const sheet = await show(page, 'prices.xlsx');
  await expect(
    sheet.getByText('Trellis cannot show this kind of file', { exact: false }),
  ).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Open with its program' })).toHaveCount(2);
  await page.keyboard.press('Escape');
  const torn = await show(page, 'torn.pdf');
  await expect(torn.getByText('This PDF is broken', { exact: false })).toBeVisible(long);
  await page.keyboard.press('Escape');
});
