// Threads between two people through a real homeserver: begun, answered, read, found, and offline.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, expect, test, type Page } from '@playwright/test';
import { findChromium } from '../../chromium-host/path.cjs';
import { examplePicture } from '../../demo/picture';
import type { RunningApp } from '../support/app';
import { areApart } from '../support/apart';
import {
  acceptInvite,
  attach,
  composer,
  createRoom,
  expectMessage,
  expectSent,
  message,
  messages,
  send,
  signInQuickly,
} from '../support/drive';
import { chooseInDialogs, givenOut, watchGivenOut } from '../support/dropFiles';
import { endStage, openStage } from '../support/stage';
import type { Person, Stage } from '../support/stage';

const room = 'Harvest';

let stage: Stage;
let people: Record<'alice' | 'bob', Person>;
let alice: RunningApp;
let bob: RunningApp;
let proxy: Awaited<ReturnType<Stage['proxy']>>;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  stage = await openStage();
  proxy = await stage.proxy();
  people = {
    alice: await stage.register('alice', 'Alice Hartmann'),
    bob: await stage.register('bob', 'Bob Okafor'),
  };
  [alice, bob] = await Promise.all([stage.open(), stage.open()]);
  await Promise.all([
    signInQuickly(alice.page, stage.credentials(people.alice, proxy)),
    signInQuickly(bob.page, stage.credentials(people.bob)),
  ]);
  await createRoom(alice.page, room, [people.bob.userId]);
  await acceptInvite(bob.page, room);
});
endStage(() => stage);

const panel = (page: Page) => page.getByRole('complementary', { name: 'Thread', exact: true });
const answers = (page: Page) =>
  page.getByRole('log', { name: 'Messages of the thread' }).getByRole('article');
const field = (page: Page) => panel(page).getByRole('textbox', { name: 'Answer in the thread' });
const line = (page: Page) => messages(page).getByRole('button', { name: /^Thread/ });

async function answer(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
  await expect(answers(page).filter({ hasText: text })).toBeVisible();
}

test('CHAT-1.1 a thread is begun by keys and answered on both sides; the room shows one line of it', async () => {
  await send(alice.page, 'Who brings what?');
  await expectSent(alice.page, 'Who brings what?');
  await expectMessage(bob.page, 'Who brings what?');
  await message(bob.page, 'Who brings what?').focus();
  await bob.page.keyboard.press('t');
  await expect(field(bob.page)).toBeFocused();
  await answer(bob.page, 'I bring the ladder');
  // She has not opened it: the line says what is new, and the answer stands nowhere else.
  await expect(line(alice.page)).toContainText(/1 answer.*I bring the ladder/);
  await expect(line(alice.page).getByTitle('1 new answer')).toBeVisible();
  await expect(messages(alice.page)).toHaveCount(1);
  await line(alice.page).click();
  await expect(answers(alice.page)).toHaveCount(2);
  await expect(line(alice.page).getByTitle('1 new answer')).toHaveCount(0);
  await answer(alice.page, 'And I the baskets');
  await expect(answers(bob.page).filter({ hasText: 'And I the baskets' })).toBeVisible();
  await expect(line(bob.page)).toContainText('2 answers');
  await expect(messages(bob.page)).toHaveCount(1);
});

test('a notice covers neither an answer nor a field nor a dialog', async () => {
  const { page } = alice;
  const notices = page.getByRole('region', { name: 'Notices' });
  const newest = answers(page).filter({ hasText: 'And I the baskets' });
  const copyLink = async (): Promise<void> => {
    await newest.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    await expect(notices.getByText('Link copied')).toBeVisible();
  };
  for (const width of [1060, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await copyLink();
    for (const part of [panel(page), composer(page)])
      await expect.poll(() => areApart(notices, part)).toBe(true);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await copyLink();
  await newest.click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Delete/ }).click();
  const dialog = page.getByRole('alertdialog', { name: /^Delete/ });
  await expect.poll(() => areApart(notices, dialog)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('an answer is found from the list of threads, from search and from the row above the chats', async () => {
  const { page } = alice;
  await panel(page).getByRole('button', { name: 'Close the thread' }).click();
  await expect(panel(page)).toHaveCount(0);
  await answer(bob.page, 'The ladder is at the shed');
  await expect(page.getByRole('button', { name: 'Threads with news' })).toBeVisible();
  await page.getByRole('button', { name: 'Threads with news' }).click();
  await page.getByRole('list', { name: 'Threads' }).getByRole('button').click();
  await expect(answers(page).filter({ hasText: 'The ladder is at the shed' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Threads with news' })).toHaveCount(0);
  await panel(page).getByRole('button', { name: 'All threads of this chat' }).click();
  const list = page.getByRole('complementary', { name: 'Threads', exact: true });
  await expect(list.getByRole('listitem')).toContainText(['3 answers']);
  await list.getByRole('button', { name: 'Close the list of threads' }).click();
  await page.keyboard.press('Control+Shift+F');
  await page.getByRole('textbox', { name: 'Search messages' }).fill('baskets');
  await page.getByRole('list', { name: 'Messages found' }).getByRole('button').first().click();
  await expect(answers(page).filter({ hasText: 'And I the baskets' })).toBeInViewport();
});

test('what is written in a thread without a network waits there and goes out afterwards', async () => {
  const { page } = alice;
  await proxy.setDown(true);
  await field(page).fill('Written on the train');
  await field(page).press('Enter');
  await expect(answers(page).filter({ hasText: 'Written on the train' })).toBeVisible();
  await expect(messages(page).filter({ hasText: 'Written on the train' })).toHaveCount(0);
  await field(page).fill('half a th');
  await panel(page).getByRole('button', { name: 'Close the thread' }).click();
  await proxy.setDown(false);
  await expect(answers(bob.page).filter({ hasText: 'Written on the train' })).toBeVisible({
    timeout: 60_000,
  });
  await line(page).click();
  await expect(field(page)).toHaveValue('half a th');
});

/** Exports the open chat into a folder by its menu; answers the folder's name. */
async function exportChat(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export chat…' }).click();
  await page.getByRole('button', { name: 'Choose a folder…' }).click();
  const done = page.getByRole('dialog', { name: 'Exported' });
  await expect(done).toBeVisible({ timeout: 60_000 });
  return done.innerText();
}

test('a chat is exported with its threads and pictures, to be read in a browser; offline too', async () => {
  const { page } = alice;
  const disk = mkdtempSync(join(tmpdir(), 'trellis-export-'));
  try {
    const picture = join(disk, 'orchard.png');
    examplePicture(picture);
    await panel(page).getByRole('button', { name: 'Close the thread' }).click();
    await attach(page, [picture]);
    await expect(messages(page).filter({ has: page.getByRole('img') })).toHaveCount(1);
    await expect(bob.page.getByRole('img', { name: 'orchard.png' })).toBeVisible();
    rmSync(picture);
    await chooseInDialogs(bob, [disk]);
    await exportChat(bob.page);
    await watchGivenOut(bob);
    await bob.page.getByRole('button', { name: 'Show in folder' }).click();
    const [name = ''] = readdirSync(disk);
    await expect.poll(async () => (await givenOut(bob)).shown).toEqual([join(disk, name)]);
    await bob.page.getByRole('button', { name: 'Done' }).click();
    expect(name).toMatch(/^Harvest \d{4}-\d\d-\d\d$/);
    expect(readdirSync(join(disk, name, 'files'))).toEqual(['orchard.png']);
    await readInBrowser(join(disk, name, 'messages.html'));
    await proxy.setDown(true);
    await chooseInDialogs(alice, [disk]);
    await exportChat(page);
    await page.getByRole('button', { name: 'Done' }).click();
    const copies = readdirSync(disk).sort();
    expect(copies).toEqual([name, `${name} (2)`]);
    const html = readFileSync(join(disk, `${name} (2)`, 'messages.html'), 'utf8');
    expect(html).toContain('Who brings what?');
  } finally {
    await proxy.setDown(false);
    rmSync(disk, { recursive: true, force: true });
  }
});

/** Any browser opens the page, with the answers below their message and the picture beside it; nothing is loaded from elsewhere. */
async function readInBrowser(path: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const page = await browser.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(pathToFileURL(path).href);
    const root = page.locator('article', { hasText: 'Who brings what?' }).first();
    await expect(root.locator('section article')).toContainText(['I bring the ladder', 'baskets']);
    const width = page.getByRole('img', { name: 'orchard.png' });
    await expect(width).toHaveJSProperty('complete', true);
    expect(await width.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
    expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([]);
  } finally {
    await browser.close();
  }
}
