// The tour's second part, in the Files place: what Carol has shared, a folder that Alice drops from the disk, and Bob who looks at it.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { dropFiles } from '../e2e/support/dropFiles';
import { content, openFiles, openFolder, row, rows, unfold } from '../e2e/support/files';
import { dropped, droppedName, papers, secondSeedOrder, treeName } from './papers';
import { writePapers } from './sharedTree';

interface SeenFile {
  readonly name: string;
  readonly sha256: { readonly sent: string; readonly shown: string };
}

interface FilesResult {
  /** Names that each side saw in the directory into which the folder was dropped. */
  readonly seenBy: Readonly<Record<'alice' | 'bob', readonly string[]>>;
  /** Files as Bob's window drew them, compared with those on Alice's disk. */
  readonly previewed: readonly SeenFile[];
}

const slow = { timeout: 30_000 };
const place = 'Plans';
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const namesIn = (paths: readonly string[], directory: string): string[] => [
  ...new Set(
    paths.flatMap((path) =>
      path.startsWith(directory) ? [path.slice(directory.length).split('/')[0] ?? ''] : [],
    ),
  ),
];

async function expectRows(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) await expect(row(page, name)).toBeVisible(slow);
}

async function visibleRows(page: Page, names: readonly string[]): Promise<string[]> {
  const seen: string[] = [];
  for (const name of names) if (await row(page, name).isVisible()) seen.push(name);
  return seen;
}

async function openPlans(page: Page): Promise<void> {
  await openFiles(page);
  await openFolder(page, treeName);
  await expectRows(page, namesIn(Object.keys(papers), ''));
  await unfold(page, treeName);
  await openFolder(page, place);
  await expectRows(page, namesIn(Object.keys(papers), `${place}/`));
}

/** Opens a picture and answers the hash of the bytes from which the window draws it. */
async function shownPicture(page: Page, name: string): Promise<string> {
  await row(page, name).dblclick();
  const dialog = page.getByRole('dialog', { name });
  const picture = dialog.getByRole('img', { name });
  await expect(picture).toBeVisible(slow);
  const bytes = await picture.evaluate(async (image: HTMLImageElement) => {
    const answer = await fetch(image.src);
    return [...new Uint8Array(await answer.arrayBuffer())];
  });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  return sha256(Buffer.from(bytes));
}

/** A newer version has taken the place of the first one, and is the one that is read. */
async function readSecondOrder(page: Page): Promise<void> {
  const name = secondSeedOrder.path.slice(place.length + 1);
  await expect(row(page, name).getByRole('gridcell').nth(4)).toHaveText('2', slow);
  await expect(rows(page).filter({ hasText: name })).toHaveCount(1);
  await row(page, name).dblclick();
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toContainText('Rainbow chard', slow);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

async function openRow(page: Page, name: string): Promise<void> {
  await row(page, name).dblclick();
  await expect(page.getByRole('grid', { name: `Content of ${name}` })).toBeVisible(slow);
}

export async function runFilesTour({
  alice,
  bob,
}: {
  readonly alice: Page;
  readonly bob: Page;
}): Promise<FilesResult> {
  const disk = mkdtempSync(join(tmpdir(), 'trellis-demo-'));
  try {
    writePapers(join(disk, droppedName), dropped);
    await Promise.all([openPlans(alice), openPlans(bob)]);
    await dropFiles(content(alice), [join(disk, droppedName)]);
    const names = [...namesIn(Object.keys(papers), `${place}/`), droppedName];
    await Promise.all([expectRows(alice, names), expectRows(bob, names)]);
    const seenBy = { alice: await visibleRows(alice, names), bob: await visibleRows(bob, names) };

    await readSecondOrder(bob);
    await openRow(bob, droppedName);
    await expectRows(bob, namesIn(Object.keys(dropped), ''));
    const previewed: SeenFile[] = [];
    for (const name of ['Where it goes.png']) {
      const sent = sha256(dropped[name] ?? Buffer.alloc(0));
      previewed.push({ name, sha256: { sent, shown: await shownPicture(bob, name) } });
    }
    await openRow(bob, 'Offers');
    await expectRows(bob, ['Nursery.csv']);
    await openFolder(bob, place);

    const transfers = alice.getByRole('region', { name: 'Transfers' });
    await transfers.getByRole('button', { name: 'Clear', exact: true }).click(slow);
    await expect(transfers).toHaveCount(0);
    const chosen = secondSeedOrder.path.slice(place.length + 1);
    await row(alice, chosen).click();
    await alice.getByRole('button', { name: 'Details', exact: true }).click();
    await expect(alice.getByRole('button', { name: 'Restore version 1' })).toBeVisible(slow);
    return { seenBy, previewed };
  } finally {
    rmSync(disk, { recursive: true, force: true });
  }
}
