// Searching as a person does, in all chats and beside one: an encrypted message is found by a part of a word, opened where it stands, found by what it says after an
// edit, no longer after it was deleted; and without the network, also by what stands in
// its file. The palette leads to a chat, a person and a search, by keys.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { pdf } from '../../fixtures/pdf';
import type { FaultProxy } from '../../faults/faultProxy';
import type { RunningApp } from '../support/app';
import {
  acceptInvite,
  attach,
  composer,
  createRoom,
  edit,
  expectMessage,
  message,
  openRoom,
  redact,
  send,
  signInQuickly,
  statusLine,
} from '../support/drive';
import { dropFiles } from '../support/dropFiles';
import { content, makeTree, openFiles, openFolder, row } from '../support/files';
import { shownPlaces } from '../support/shownPlaces';
import { endStage, openStage } from '../support/stage';
import type { Stage } from '../support/stage';

let stage: Stage;
let proxy: FaultProxy;
let alice: RunningApp;
let bob: RunningApp;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  stage = await openStage();
  proxy = await stage.proxy();
  const people = {
    alice: await stage.register('alice', 'Alice Hartmann'),
    bob: await stage.register('bob', 'Bob Okafor'),
  };
  [alice, bob] = await Promise.all([stage.open(), stage.open()]);
  await Promise.all([
    signInQuickly(alice.page, stage.credentials(people.alice, proxy)),
    signInQuickly(bob.page, stage.credentials(people.bob)),
  ]);
  await createRoom(alice.page, 'Workshop', [people.bob.userId]);
  await acceptInvite(bob.page, 'Workshop');
});
endStage(() => stage);

const chatField = (page: Page): Locator => page.getByRole('textbox', { name: 'Search this chat' });
const panel = (page: Page): Locator =>
  page.getByRole('complementary', { name: 'Search this chat' });
const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Search messages' });
/** Without the button that asks the server. */
const hits = (page: Page): Locator =>
  page
    .getByRole('list', { name: 'Messages found' })
    .getByRole('button')
    .filter({ hasNotText: 'Search on the server' });

async function searchFor(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+Shift+F');
  await field(page).fill(text);
}

test('an encrypted message is found by a part of a word, and opened; what it says now counts', async () => {
  test.setTimeout(120_000);
  await send(bob.page, 'The sidegussets are eighty millimetres');
  await send(bob.page, 'lunch at noon?');
  await expectMessage(alice.page, 'lunch at noon?');
  await searchFor(alice.page, 'GUSSET eighty');
  await expect(hits(alice.page)).toHaveCount(1);
  await expect(hits(alice.page).locator('mark')).toHaveText(['gusset', 'eighty']);
  await expect(hits(alice.page)).toContainText('Bob Okafor');
  await field(alice.page).press('ArrowDown');
  await alice.page.keyboard.press('Enter');
  await expect(alice.page.getByRole('heading', { name: 'Workshop', level: 1 })).toBeVisible();
  await expect(message(alice.page, 'The sidegussets are eighty millimetres')).toBeVisible();

  await edit(bob.page, 'lunch at noon?', 'dinner at seven?');
  await searchFor(alice.page, 'dinner');
  await expect(hits(alice.page)).toHaveCount(1);
  await field(alice.page).fill('lunch');
  await expect(alice.page.getByText('Nothing found')).toBeVisible();
  await redact(bob.page, 'dinner at seven?');
  await field(alice.page).fill('dinner');
  await expect(alice.page.getByText('Nothing found')).toBeVisible();
});

test('beside its chat, also without the network: a hit deep in a message is seen, opened, and Escape leads back', async () => {
  test.setTimeout(180_000);
  const { page } = alice;
  await page.keyboard.press('Control+1');
  await openRoom(bob.page, 'Workshop');
  const long =
    'Before anybody opens the cupboard with the paints ask whoever has **the key** of the '.repeat(
      3,
    );
  await send(bob.page, `${long} sidecabinet, please`);
  await expectMessage(page, 'sidecabinet, please');
  await proxy.setDown(true);
  await expect(statusLine(page)).toContainText(/Offline since/, { timeout: 60_000 });
  await openRoom(page, 'Workshop');
  await composer(page).focus();
  await page.keyboard.press('Control+F');
  await expect(chatField(page)).toBeFocused();
  await expect(chatField(page)).toHaveValue('');
  await expect(hits(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(composer(page)).toBeFocused();

  await page.keyboard.press('Control+F');
  await chatField(page).fill('millimetres');
  await expect(hits(page)).toHaveCount(1);
  await expect(page.getByText('Searched all messages of this room.')).toBeVisible();
  await chatField(page).fill('sidecabinet');
  const mark = hits(page).locator('mark');
  await expect(mark).toHaveText('sidecabinet');
  await expect(hits(page)).not.toContainText('**');
  // Within the rows that are seen of it.
  const [markBox, textBox] = await Promise.all([
    mark.boundingBox(),
    mark.locator('..').boundingBox(),
  ]);
  expect((markBox?.y ?? 0) + (markBox?.height ?? 0)).toBeLessThanOrEqual(
    (textBox?.y ?? 0) + (textBox?.height ?? 0) + 1,
  );
  await hits(page).click();
  await expect(panel(page)).toBeVisible();
  await expect(message(page, 'sidecabinet, please')).toBeInViewport();
  await expect(page.getByRole('region', { name: 'Messages found' })).toContainText('1 of 1');
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Messages found' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Workshop', level: 1 })).toBeVisible();

  // In a narrow window the panel makes room for the message, and the bar leads back.
  await page.setViewportSize({ width: 640, height: 800 });
  await page.keyboard.press('Control+F');
  await chatField(page).fill('sidecabinet');
  await expect(mark).toBeInViewport();
  await hits(page).click();
  await expect(panel(page)).toHaveCount(0);
  await expect(message(page, 'sidecabinet, please')).toBeInViewport();
  await page.getByRole('button', { name: 'Back to all that was found' }).click();
  await expect(chatField(page)).toHaveValue('sidecabinet');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 800 });
  await proxy.setDown(false);
});

test('a hit far down in a long, folded message is on the screen: from its chat, from all chats, and from the palette', async () => {
  test.setTimeout(120_000);
  const { page } = alice;
  await page.keyboard.press('Control+1');
  await openRoom(bob.page, 'Workshop');
  const lines = Array.from(
    { length: 60 },
    (_none, index) => `Paragraph ${index + 1} of the long one`,
  );
  await send(bob.page, [...lines, 'and at last a zebrafish'].join('\n\n'));
  for (let index = 0; index < 12; index += 1) await send(bob.page, `Afterwards ${index}`);
  await expectMessage(page, 'Afterwards 11');

  const away = async (): Promise<void> => {
    await page.reload();
    await openRoom(page, 'Workshop');
    await expect(message(page, 'Afterwards 11')).toBeInViewport();
  };
  await away();
  await page.keyboard.press('Control+F');
  await chatField(page).fill('zebrafish');
  await hits(page).click();
  await expectMarkInView(page);

  await away();
  await searchFor(page, 'zebrafish');
  await hits(page).click();
  await expectMarkInView(page);

  await away();
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Go to a chat, person or file' }).fill('zebrafish');
  const found = page
    .getByRole('dialog')
    .getByRole('option', { name: /zebrafish/ })
    .filter({
      hasText: 'Workshop',
    });
  await expect(found).toBeVisible();
  await found.click();
  await expectMarkInView(page);
});

/** The marked words that are drawn within the list of messages; they stay there. */
async function expectMarkInView(page: Page): Promise<void> {
  const shown = (): Promise<string[]> =>
    page.evaluate(() => {
      const view = document.querySelector('[role="log"]')?.getBoundingClientRect();
      const marked = [...(CSS.highlights.get('found') ?? [])] as Range[];
      const inView = marked.filter((range) => {
        const place = range.getBoundingClientRect();
        const { top = 0, bottom = 0 } = view ?? {};
        return place.height > 0 && place.top >= top && place.bottom <= bottom;
      });
      return inView.map((range) => range.toString());
    });
  await expect.poll(shown).toEqual(['zebrafish']);
  await expect(page.getByRole('log').locator('[data-target]')).toHaveCount(0, { timeout: 15_000 });
  expect(await shown()).toEqual(['zebrafish']);
}

test('the palette: a chat by the first letters of its words, somebody of a shared room, a search', async () => {
  test.setTimeout(120_000);
  const { page } = alice;
  const palette = page.getByRole('combobox', { name: 'Go to a chat, person or file' });
  await page.keyboard.press('Control+1');
  await createRoom(page, 'Paper and press', []);
  await page.keyboard.press('Control+K');
  await palette.fill('wor');
  await expect(page.getByRole('option', { name: 'Workshop', selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Workshop', level: 1 })).toBeVisible();

  await page.keyboard.press('Control+K');
  await palette.fill('pap');
  await expect(page.getByRole('option', { name: 'Paper and press', selected: true })).toBeVisible();
  await expect(page.getByRole('option', { name: 'Workshop' })).toHaveCount(0);
  await palette.fill('pp');
  await expect(page.getByRole('option', { name: 'Paper and press', selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Paper and press', level: 1 })).toBeVisible();

  await page.keyboard.press('Control+K');
  await palette.fill('@bob');
  await expect(page.getByRole('option', { name: /Bob Okafor/, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText('Bob Okafor')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+K');
  await palette.fill('millimetres');
  await expect(page.getByRole('option', { name: /Search messages for/ })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(hits(page)).toHaveCount(1);
});

test('what stands in a text file is found by who has sent it, and by who has opened it', async () => {
  test.setTimeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'trellis-search-'));
  const path = join(folder, 'notes.md');
  writeFileSync(
    path,
    `# Press\n\n${'The run goes on. '.repeat(40)}\nThe quoin key hangs at the door.`,
  );
  for (const { page } of [alice, bob]) {
    await page.keyboard.press('Control+1');
    await openRoom(page, 'Workshop');
  }
  await attach(alice.page, [path]);
  const card = bob.page.getByRole('button', { name: 'Open notes.md' });
  await expect(card).toBeVisible({ timeout: 30_000 });
  await searchFor(alice.page, 'quoin door');
  await expect(hits(alice.page)).toHaveCount(1);
  await expect(hits(alice.page)).toContainText(/In the file .notes\.md./);
  await expect(hits(alice.page).locator('mark')).toHaveText(['quoin', 'door']);
  await searchFor(bob.page, 'quoin door');
  await expect(bob.page.getByText('Nothing found')).toBeVisible();
  await bob.page.keyboard.press('Control+1');
  await openRoom(bob.page, 'Workshop');
  await card.click();
  await expect(bob.page.getByText('The quoin key hangs at the door.')).toBeVisible();
  await bob.page.keyboard.press('Escape');
  await searchFor(bob.page, 'quoin door');
  await expect(hits(bob.page)).toHaveCount(1);
  // It opens where the words stand, and leads to its message.
  await hits(bob.page).click();
  const viewer = bob.page.getByRole('dialog');
  await expect(viewer.getByText('The quoin key hangs at the door.')).toBeVisible();
  await viewer.getByRole('button', { name: 'Show where it is' }).click();
  await expect(card).toBeInViewport();
  rmSync(folder, { recursive: true, force: true });
});

test('what stands in files of a folder, PDFs too, is found by words of the search and of Find in files, and opened by keys', async () => {
  test.setTimeout(180_000);
  const { page } = alice;
  const disk = mkdtempSync(join(tmpdir(), 'trellis-search-'));
  const at = (name: string): string => join(disk, name);
  writeFileSync(at('notes.txt'), 'The rhubarb stays by the wall.');
  writeFileSync(
    at('plan.pdf'),
    pdf([
      { lines: ['Plan of the beds'], size: 12 },
      { lines: ['The greenhouse stands behind the rhubarb'], size: 12 },
    ]),
  );
  await openFiles(page);
  await makeTree(page, 'Garden papers');
  await openFolder(page, 'Garden papers');
  await dropFiles(content(page), [at('notes.txt'), at('plan.pdf')]);
  await expect(row(page, 'plan.pdf')).toContainText('bytes', { timeout: 60_000 });
  await expect(row(page, 'notes.txt')).toContainText('30 bytes', { timeout: 60_000 });

  await searchFor(page, 'greenhouse');
  await expect(hits(page)).toHaveCount(1, { timeout: 60_000 });
  await expect(hits(page)).toContainText('plan.pdf');
  await expect(hits(page)).toContainText('Garden papers');
  await field(page).fill('rhubarb');
  await expect(hits(page)).toHaveCount(2);
  await field(page).fill('stays wall');
  await expect(hits(page)).toHaveCount(1);
  await field(page).press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText('The rhubarb stays by the wall.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(hits(page)).toBeFocused();

  await openFiles(page);
  await page.getByRole('textbox', { name: 'Find in files' }).fill('greenhouse');
  const found = page.getByRole('grid', { name: 'Files found' }).getByRole('row');
  await expect(found).toHaveCount(1);
  await expect(found.locator('mark')).toHaveText('greenhouse');
  await page.getByRole('textbox', { name: 'Find in files' }).press('ArrowDown');
  await expect(found).toBeFocused();
  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog');
  await expect(viewer.getByRole('heading', { name: 'plan.pdf' })).toBeVisible();
  // At the page of the word, which is marked there.
  await expect(viewer.getByText('Page 2 of 2')).toBeVisible({ timeout: 30_000 });
  await expect(viewer.getByRole('search').getByRole('status')).toHaveText('1 of 1');
  await expect.poll(() => shownPlaces(page)).toEqual(['greenhouse']);
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  rmSync(disk, { recursive: true, force: true });
});
