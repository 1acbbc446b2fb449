// Acts of a user in the Files place, by the names that they see and a screen reader says.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { fromBuffer } from 'yauzl';

export async function openFiles(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('button', { name: 'Files' }).click();
  await expect(page.getByRole('heading', { name: 'Files', level: 1 })).toBeVisible();
}

export const folder = (page: Page, name: string): Locator =>
  page.getByRole('tree', { name: 'Folders' }).getByRole('treeitem').filter({ hasText: name });

/** The rows of the open directory, without its head. */
export const content = (page: Page): Locator => page.getByRole('grid', { name: /^Content of / });
export const rows = (page: Page): Locator => content(page).getByRole('row');
export const row = (page: Page, name: string): Locator =>
  rows(page).filter({ hasText: name }).first();

export async function makeTree(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New folder' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(folder(page, name)).toBeVisible({ timeout: 30_000 });
}

export async function openFolder(page: Page, name: string): Promise<void> {
  await folder(page, name).first().click({ timeout: 30_000 });
  await expect(page.getByRole('grid', { name: `Content of ${name}` })).toBeVisible({
    timeout: 30_000,
  });
}

/** Unfolds a folder of the tree by keyboard; leaves it open. */
export async function unfold(page: Page, name: string): Promise<void> {
  const item = folder(page, name).first();
  await expect(item).toBeVisible({ timeout: 30_000 });
  await item.click();
  await page.getByRole('tree', { name: 'Folders' }).focus();
  await expect(item).toHaveAttribute('aria-expanded', /true|false/, { timeout: 30_000 });
  if ((await item.getAttribute('aria-expanded')) === 'false')
    await page.keyboard.press('ArrowRight');
  await expect(item).toHaveAttribute('aria-expanded', 'true');
}

/** Opens the open directory's own menu and presses an entry. */
export async function headerMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).first().click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

export async function rowMenu(page: Page, name: string, entry: string): Promise<void> {
  const item = page.getByRole('menuitem', { name: entry, exact: true });
  // A running upload offers fewer entries here, though others may have the file already.
  await expect(async () => {
    if (await page.getByRole('menu').isVisible()) await page.keyboard.press('Escape');
    await row(page, name).click({ button: 'right' });
    await expect(item).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await item.click();
}

export async function makeFolder(page: Page, name: string): Promise<void> {
  await headerMenu(page, 'New folder…');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(row(page, name)).toBeVisible({ timeout: 30_000 });
}

export async function share(
  page: Page,
  userId: string,
  role: 'Viewer' | 'Editor' | 'Owner',
): Promise<void> {
  await page.getByRole('button', { name: 'Share this folder' }).click();
  const dialog = page.getByRole('dialog', { name: /^Share / });
  await dialog.getByRole('textbox', { name: 'People' }).fill(userId);
  await dialog.getByRole('option').filter({ hasText: userId }).first().click();
  // By keys: the plan appears meanwhile and moves the dialog, so that a press may land on the switch below.
  await dialog.getByRole('radio', { name: role }).focus();
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('radio', { name: role })).toBeChecked();
  await dialog.getByRole('button', { name: 'Share with 1 person' }).click();
  await expect(dialog).toBeHidden({ timeout: 60_000 });
}

export async function acceptTree(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Accept ${name}` }).click({ timeout: 60_000 });
  await expect(folder(page, name)).toHaveAttribute('aria-posinset', /./, { timeout: 60_000 });
}

/** `files` files in `folders` folders below `root`, three levels deep, of sizes from nothing to 300 kB. */
export function makeDisk(root: string, files: number, folders: number): void {
  const places = [root];
  for (let index = 1; index < folders; index += 1) {
    const parent = places[Math.floor((index - 1) / 3)] ?? root;
    places.push(join(parent, `part ${index}`));
  }
  for (const place of places) mkdirSync(place, { recursive: true });
  for (let index = 0; index < files; index += 1) {
    const place = places[index % places.length] ?? root;
    const seed = createHash('sha256').update(String(index)).digest();
    const bytes = Buffer.alloc((index * 1_511) % 300_000, seed);
    writeFileSync(join(place, `file ${String(index).padStart(3, '0')}.bin`), bytes);
  }
}

const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Hash of every file below `root` by its relative path. */
export function hashesOf(root: string): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (at: string): void => {
    for (const name of readdirSync(at)) {
      const path = join(at, name);
      if (statSync(path).isDirectory()) walk(path);
      else found.set(relative(root, path), sha(readFileSync(path)));
    }
  };
  walk(root);
  return found;
}

/** The same of what a zip holds. */
export async function hashesInZip(path: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  await new Promise<void>((resolve, reject) => {
    fromBuffer(readFileSync(path), { lazyEntries: true }, (failure, zip) => {
      if (failure !== null || zip === undefined) return reject(failure ?? new Error('no zip'));
      zip.on('entry', (entry: { fileName: string }) => {
        if (entry.fileName.endsWith('/')) return zip.readEntry();
        zip.openReadStream(entry as never, (broken, stream) => {
          if (broken !== null || stream === undefined)
            return reject(broken ?? new Error('no file'));
          const parts: Buffer[] = [];
          stream.on('data', (part: Buffer) => parts.push(part));
          stream.on('error', reject);
          stream.on('end', () => {
            found.set(entry.fileName, sha(Buffer.concat(parts)));
            zip.readEntry();
          });
        });
      });
      zip.on('end', () => resolve());
      zip.on('error', reject);
      zip.readEntry();
    });
  });
  return found;
}
