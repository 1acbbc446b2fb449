// A folder with many files goes up, and the window stays a window: it answers while the queue runs, and its own tools have nothing to
// complain about.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { RunningApp } from '../support/app';
import { signInQuickly } from '../support/drive';
import { dropFiles } from '../support/dropFiles';
import {
  content,
  folder,
  makeDisk,
  makeTree,
  openFiles,
  openFolder,
  row,
  unfold,
} from '../support/files';
import { endStage, openStage, type Stage } from '../support/stage';

let stage: Stage;
let running: RunningApp;
let disk: string;
const complaints: string[] = [];
const slow = { timeout: 120_000 };

test.beforeAll(async () => {
  test.setTimeout(180_000);
  disk = mkdtempSync(join(tmpdir(), 'trellis-many-'));
  makeDisk(join(disk, 'Harvest'), 200, 12);
  stage = await openStage();
  running = await stage.open();
  running.page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  await signInQuickly(running.page, stage.credentials(await stage.register('mara', 'Mara')));
});
endStage(() => stage);
test.afterAll(() => {
  rmSync(disk, { recursive: true, force: true });
});

test('200 files in 12 folders: the window answers meanwhile, and no row is drawn twice', async () => {
  test.setTimeout(480_000);
  const { page } = running;
  await openFiles(page);
  await makeTree(page, 'Barn');
  await openFolder(page, 'Barn');
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { longTasks: times });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) times.push(Math.round(duration));
    }).observe({ entryTypes: ['longtask'] });
  });
  const transfers = page.getByRole('region', { name: 'Transfers' });
  await dropFiles(content(page), [join(disk, 'Harvest')]);
  await expect(transfers).toContainText('uploading', slow);
  await row(page, 'Harvest').dblclick(slow);
  await expect(page.getByRole('grid', { name: 'Content of Harvest' })).toBeVisible(slow);

  await unfold(page, 'Barn');
  const answered: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    const name = round % 2 === 0 ? 'Barn' : 'Harvest';
    const began = Date.now();
    await folder(page, name).first().click(slow);
    await expect(page.getByRole('heading', { name, exact: true, level: 2 })).toBeVisible(slow);
    answered.push(Date.now() - began);
  }
  await expect(transfers).not.toContainText(/uploading|under way|waiting/, { timeout: 300_000 });
  await expect(row(page, 'file 000.bin')).toBeVisible(slow);
  const longTasks = await page.evaluate(
    () => (window as unknown as { longTasks: number[] }).longTasks,
  );
  const most = Math.max(0, ...longTasks);
  console.log(
    `answers ${answered.join(' ')} ms; ${longTasks.length} long tasks, the longest ${most} ms`,
  );
  expect(complaints.filter((text) => /same key|Warning:|Each child/.test(text))).toEqual([]);
  expect(Math.max(...answered)).toBeLessThan(5_000);
});
