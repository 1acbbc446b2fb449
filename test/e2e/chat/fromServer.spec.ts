// Data that comes from the server in parts: the first rooms before the whole account is loaded, and results of the server's
// search. And a picture pack, made in one window and used in a room with another.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { examplePicture } from '../../demo/picture';
import { on, type FaultProxy } from '../../faults/faultProxy';
import type { RunningApp } from '../support/app';
import { openRoom, roomRow, signInQuickly } from '../support/drive';
import { makeRoom, sendEvent } from '../support/plain';
import { endStage, openStage } from '../support/stage';
import type { Person, Stage } from '../support/stage';

const long = { timeout: 30_000 };
const names = Array.from({ length: 24 }, (_, n) => `Shelf ${String(n + 1).padStart(2, '0')}`);
const oldHits = 12;

let stage: Stage;
let proxy: FaultProxy;
let people: { readonly alice: Person; readonly bob: Person };
let alice: RunningApp;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  stage = await openStage();
  proxy = await stage.proxy();
  people = {
    alice: await stage.register('alice', 'Alice Hartmann'),
    bob: await stage.register('bob', 'Bob Okafor'),
  };
  for (const name of names) await makeRoom(stage.homeserver, people.alice, { name });
  const roomId = await makeRoom(stage.homeserver, people.bob, {
    ...{ name: 'Printing', invite: [people.alice] },
  });
  const say = (body: string) =>
    sendEvent(stage.homeserver, people.bob, roomId, { msgtype: 'm.text', body });
  // So old that no first sync brings them.
  let read = '';
  for (let n = 1; n <= oldHits; n += 1) read = await say(`the gusset number ${String(n)}`);
  // Alice has read there: of a room that she never read, more would be asked for at once.
  await stage.homeserver.request(
    'POST',
    `/_matrix/client/v3/rooms/${encodeURIComponent(roomId)}/receipt/m.read/${encodeURIComponent(read)}`,
    { token: people.alice.accessToken, body: {} },
  );
  for (let n = 1; n <= 30; n += 1) await say(`something else ${String(n)}`);
  alice = await stage.open();
});
endStage(() => stage);

const shelves = (page: Page): Locator => roomRow(page, 'Shelf');

test('rooms are on the screen while the first /sync has no answer yet, and then each stands there once', async () => {
  const { page } = alice;
  await page.setViewportSize({ width: 1280, height: 2_400 });
  const sync = proxy.hold(on('GET', '/sync'), 'before-forward');
  await signInQuickly(page, stage.credentials(people.alice, proxy));
  await sync.reached;
  await expect(roomRow(page, 'Printing')).toBeVisible(long);
  await expect(roomRow(page, names.at(-1) ?? '')).toBeVisible();
  const early = await shelves(page).count();
  expect(early).toBeGreaterThan(5);
  expect(
    proxy.log.filter(({ path, outcome }) => path.endsWith('/v3/sync') && outcome !== null),
  ).toEqual([]);

  sync.release();
  await expect(shelves(page)).toHaveCount(names.length, long);
  const shown = (await shelves(page).allInnerTexts()).map((text) => /Shelf \d+/.exec(text)?.[0]);
  expect(shown.toSorted()).toEqual(names);
  await expect(roomRow(page, 'Printing')).toHaveCount(1);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('what is not on this computer is found by the server, page by page; that it cannot is said, and asked again', async () => {
  const { page } = alice;
  const found = page.getByRole('list', { name: 'Messages found' });
  const hits = found.getByRole('button').filter({ hasText: 'the gusset number' });
  await page.keyboard.press('Control+Shift+F');
  await page.getByRole('textbox', { name: 'Search messages' }).fill('gusset');
  const ask = page.getByRole('button', { name: 'Search on the server' });
  await expect(ask).toBeVisible(long);
  await expect(hits).toHaveCount(0);

  proxy.rules.add({ match: on('POST', '/search'), status: 403, times: 1, body: refused });
  await ask.click();
  await expect(page.getByRole('alert')).toBeVisible(long);
  await expect(hits).toHaveCount(0);

  await ask.click();
  await expect(hits.first()).toBeVisible(long);
  await expect(page.getByRole('alert')).toHaveCount(0);
  const more = page.getByRole('button', { name: 'More from the server' });
  await expect(more).toBeVisible();
  expect(await hits.count()).toBeLessThan(oldHits);
  await more.click();
  await expect(hits).toHaveCount(oldHits, long);
  await expect(more).toHaveCount(0);
});

const refused = { errcode: 'M_FORBIDDEN', error: 'no search here' };

test('a pack is made from a picture, its sticker sent, and the other window shows it', async () => {
  test.setTimeout(120_000);
  const { page } = alice;
  const bob = await stage.open();
  await signInQuickly(bob.page, stage.credentials(people.bob));
  await openRoom(bob.page, 'Printing');

  const path = join(mkdtempSync(join(tmpdir(), 'trellis-pack-')), 'otter.png');
  examplePicture(path, 256, 256);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Emoji and stickers' }).click();
  await page.getByTestId('pack-pictures').setInputFiles(path);
  await expect(page.getByText(':otter:')).toBeVisible(long);
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+1');
  await openRoom(page, 'Printing');
  await page.getByRole('button', { name: 'Stickers' }).click();
  await page.getByRole('textbox', { name: 'Find a sticker or emoji' }).fill('otter');
  await page.keyboard.press('Enter');
  for (const window of [page, bob.page]) {
    const sticker = window.getByRole('log').getByRole('img', { name: 'otter' });
    await expect(sticker).toBeVisible(long);
    await expect
      .poll(() => sticker.evaluate((image: HTMLImageElement) => image.naturalWidth), long)
      .toBeGreaterThan(0);
  }
});
