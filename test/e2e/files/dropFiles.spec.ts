// Files and folders of the disk become tickets of one account, dropped or chosen; a page gets no path in or out.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { newUserData, removeUserData, startApp } from '../support/app';
import type { RunningApp } from '../support/app';
import { dropFiles } from '../support/dropFiles';

interface Ticket {
  readonly ticket: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly isFolder: boolean;
}
interface Bridge {
  fileTickets(accountId: string, files: readonly unknown[]): Promise<readonly Ticket[]>;
}

let running: RunningApp;
let disk: string;
const userData = newUserData();

test.beforeAll(async () => {
  disk = mkdtempSync(join(tmpdir(), 'trellis-drop-'));
  mkdirSync(join(disk, 'Plans', 'deep'), { recursive: true });
  writeFileSync(join(disk, 'Plans', 'deep', 'a.txt'), 'inside');
  writeFileSync(join(disk, 'notes.txt'), 'twelve bytes');
  // Files that a crash would leave.
  mkdirSync(join(userData, 'opened', 'old'), { recursive: true });
  writeFileSync(join(userData, 'opened', 'old', 'secret.txt'), 'plain');
  running = await startApp({ userData });
});
test.afterAll(async () => {
  await running.close();
  rmSync(disk, { recursive: true, force: true });
  removeUserData(userData);
});

const accountId = async (): Promise<string> => {
  const ids = await running.app.evaluate(() => Object.keys(globalThis.__test?.enginePids() ?? {}));
  return ids[0] ?? '';
};

/** Drops onto the page and answers what the bridge makes of the files. */
async function ticketsOf(paths: readonly string[]): Promise<readonly Ticket[] | string> {
  const { page } = running;
  await page.evaluate(
    (id) => {
      const { trellis } = window as unknown as { trellis: Bridge };
      const kept = window as unknown as { dropped?: Promise<readonly Ticket[] | string> };
      delete kept.dropped;
      document.addEventListener('dragover', (event) => event.preventDefault());
      document.addEventListener(
        'drop',
        (event) => {
          event.preventDefault();
          const files = [...(event.dataTransfer?.files ?? [])];
          kept.dropped = trellis.fileTickets(id, files).catch((thrown: Error) => thrown.message);
        },
        { once: true },
      );
    },
    await accountId(),
  );
  await dropFiles(page.locator('body'), paths);
  await page.waitForFunction(() => 'dropped' in window);
  return page.evaluate(
    () => (window as unknown as { dropped: Promise<readonly Ticket[] | string> }).dropped,
  );
}

test('a dropped file and a dropped folder come as tickets, without a path', async () => {
  await expect(running.page.getByLabel('Server', { exact: true })).toBeVisible();
  const tickets = await ticketsOf([join(disk, 'notes.txt'), join(disk, 'Plans')]);
  const ticket = expect.stringMatching(/^[A-Za-z0-9_-]{32}$/);
  expect(tickets).toEqual([
    { ticket, fileName: 'notes.txt', sizeBytes: 12, mimeType: 'text/plain', isFolder: false },
    { ticket, fileName: 'Plans', sizeBytes: 0, mimeType: null, isFolder: true },
  ]);
  expect(JSON.stringify(tickets)).not.toContain(disk);
});

test("the app's own folder cannot be dropped, nor one around it", async () => {
  expect(await ticketsOf([join(disk, 'notes.txt'), userData])).toContain('not_found');
  expect(await ticketsOf([join(userData, 'accounts.json'), userData])).toContain('not_found');
  expect(await ticketsOf([tmpdir()])).toContain('not_found');
});

test('plain copies of an earlier run are gone', async () => {
  const left = () =>
    readdirSync(userData).includes('opened') ? readdirSync(join(userData, 'opened')) : [];
  await expect.poll(left).toEqual([]);
  expect(statSync(join(userData, 'accounts')).mode & 0o777).toBe(0o700);
});
