// The main job: Alice and Bob, each in an own window, talk in an encrypted room through a real homeserver; a second device of Alice
// comes later and reads what was said before.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { examplePicture } from '../../demo/picture';
import type { RunningApp } from '../support/app';
import {
  acceptInvite,
  attach,
  composer,
  createRoom,
  edit,
  expectMessage,
  expectSent,
  fillSignIn,
  message,
  messages,
  openRoom,
  pixelOf,
  react,
  redact,
  reply,
  roomRow,
  send,
  shownTexts,
  signIn,
  unlock,
} from '../support/drive';
import { areApart } from '../support/apart';
import { makeRoom } from '../support/plain';
import { seriousFindings } from '../support/axe';
import { shoot } from '../support/shoot';
import { endStage, openStage } from '../support/stage';
import type { Person, Stage } from '../support/stage';

const room = 'Orchard';
const number = (index: number): string => String(index + 1).padStart(2, '0');
const linesOf = (who: string): string[] =>
  Array.from({ length: 20 }, (_, index) => `${who} says ${number(index)}`);

let stage: Stage;
let people: Record<'alice' | 'bob', Person>;
let alice: RunningApp;
let bob: RunningApp;
let recoveryKey: string;
let folder: string;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  folder = mkdtempSync(join(tmpdir(), 'trellis-files-'));
  stage = await openStage();
  people = {
    alice: await stage.register('alice', 'Alice Hartmann'),
    bob: await stage.register('bob', 'Bob Okafor'),
  };
  [alice, bob] = await Promise.all([stage.open(), stage.open()]);
  [recoveryKey] = await Promise.all([
    signIn(alice.page, stage.credentials(people.alice)),
    signIn(bob.page, stage.credentials(people.bob)),
  ]);
  await createRoom(alice.page, room, [people.bob.userId]);
  await acceptInvite(bob.page, room);
});
endStage(() => stage);
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('twenty messages each way are read on both sides, each once, in the same order', async () => {
  test.setTimeout(180_000);
  const [fromAlice, fromBob] = [linesOf('Alice'), linesOf('Bob')];
  for (const [index, text] of fromAlice.entries()) {
    await send(alice.page, text);
    await send(bob.page, fromBob[index] ?? '');
  }
  for (const { page } of [alice, bob]) {
    await page.setViewportSize({ width: 1280, height: 3000 });
    await expect
      .poll(async () => (await shownTexts(page, /(Alice|Bob) says \d\d/)).length, {
        timeout: 60_000,
      })
      .toBe(40);
  }
  const seen = await shownTexts(alice.page, /(Alice|Bob) says \d\d/);
  await expect.poll(() => shownTexts(bob.page, /(Alice|Bob) says \d\d/)).toEqual(seen);
  expect(seen.filter((text) => text.startsWith('Alice'))).toEqual(fromAlice);
  expect(seen.filter((text) => text.startsWith('Bob'))).toEqual(fromBob);
  for (const { page } of [alice, bob]) await page.setViewportSize({ width: 1280, height: 800 });
});

test('typing and the read receipt of the other side are shown', async () => {
  await composer(bob.page).pressSequentially('Let me think');
  await expect(
    alice.page.getByRole('status').filter({ hasText: /Bob Okafor.* typing/ }),
  ).toBeVisible({ timeout: 30_000 });
  await send(bob.page, 'Thought about it');
  await expectMessage(alice.page, 'Thought about it');
  await expect(alice.page.getByRole('status').filter({ hasText: /typing/ })).toHaveCount(0, {
    timeout: 30_000,
  });
  await send(alice.page, 'And?');
  await expect(message(alice.page, 'And?').getByRole('img', { name: /Read by .*Bob/ })).toBeVisible(
    {
      timeout: 30_000,
    },
  );
});

/** The notices went by themselves, and cover no message of the next test; the pointer on one would keep it. */
async function gone(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(notices.getByRole('alertdialog')).toHaveCount(0, { timeout: 60_000 });
}

test('who has read a message is seen beside the eye for a member without encryption, whose words pointer and keyboard find', async () => {
  const carol = await stage.register('carol', 'Carol Lindqvist');
  const invite = [people.bob, carol];
  await makeRoom(stage.homeserver, people.alice, { name: 'Shed', invite, encrypted: true });
  const { page } = alice;
  await openRoom(page, 'Shed');
  await send(page, 'The ladder is back');
  await openRoom(bob.page, 'Shed');
  const mine = message(page, 'The ladder is back');
  const words = 'Sent, but Carol Lindqvist cannot read it yet';
  await expect(mine.getByRole('img', { name: words })).toBeVisible({ timeout: 30_000 });
  await expect(mine.getByRole('img', { name: 'Read by Bob Okafor' })).toBeVisible({
    timeout: 30_000,
  });
  await shoot(alice, 'read-beside-the-eye');
  await mine.hover();
  const eye = mine.getByRole('toolbar').getByRole('button', { name: words });
  await eye.hover();
  await expect(page.getByRole('tooltip')).toHaveText(words);
  await page.mouse.move(0, 0);
  await mine.focus();
  await page.keyboard.press('Tab');
  await expect(eye).toBeFocused();
  await expect(page.getByRole('tooltip')).toHaveText(words);
  await shoot(alice, 'words-of-the-eye');
  await page.keyboard.press('Enter');
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(notices).toContainText(words);
  const note = page.getByText(/has not signed in with an app/);
  await expect.poll(() => areApart(notices, note)).toBe(true);
  await gone(page);
  for (const one of [alice, bob]) await openRoom(one.page, room);
});

test('a notice does not lie on the way to the newest message', async () => {
  const { page } = alice;
  await openRoom(page, room);
  await page.setViewportSize({ width: 420, height: 600 });
  await message(page, 'And?').hover();
  await page.mouse.wheel(0, -600);
  const pill = page.getByRole('button', { name: 'To the newest message' });
  await expect(pill).toBeVisible();
  const notices = page.getByRole('region', { name: 'Notices' });
  // A list that still scrolls closes the menu.
  await expect(async () => {
    if ((await page.getByRole('menu').count()) > 0) await page.keyboard.press('Escape');
    await messages(page).first().click({ button: 'right', timeout: 5_000 });
    await page.getByRole('menuitem', { name: 'Copy link' }).click({ timeout: 5_000 });
    await expect(page.getByText('Link copied')).toBeVisible();
  }).toPass();
  await expect.poll(() => areApart(notices, pill)).toBe(true);
  await pill.click();
  await gone(page);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('a reply carries the quote of what it answers', async () => {
  await send(alice.page, 'Who brings the ladder?');
  await expectMessage(bob.page, 'Who brings the ladder?');
  await reply(bob.page, 'Who brings the ladder?', 'I do.');
  await expectMessage(alice.page, 'I do.');
  const quote = message(alice.page, 'I do.').getByRole('button', { name: /Alice Hartmann/ });
  await expect(quote).toContainText('Who brings the ladder?');
});

test('an edit takes the place of the text on both sides', async () => {
  await send(alice.page, 'At eihgt');
  await expectSent(alice.page, 'At eihgt');
  await expectMessage(bob.page, 'At eihgt');
  await edit(alice.page, 'At eihgt', 'At eight');
  for (const { page } of [alice, bob]) {
    await expectMessage(page, 'At eight');
    await expect(message(page, 'At eight').getByText('(edited)')).toBeVisible();
    await expect(messages(page).filter({ hasText: 'At eihgt' })).toHaveCount(0);
  }
});

test('reactions are counted on both sides and can be taken back', async () => {
  const text = 'The plums are ripe';
  await send(alice.page, text);
  await expectMessage(bob.page, text);
  await react(bob.page, text, '👍');
  const reaction = (app: RunningApp) =>
    message(app.page, text)
      .getByRole('group', { name: 'Reactions' })
      .getByRole('button', { name: /👍/ });
  await expect(reaction(alice)).toHaveText(/^👍1/u, { timeout: 30_000 });
  await reaction(alice).click();
  for (const app of [alice, bob])
    await expect(reaction(app)).toHaveText(/^👍2/u, { timeout: 30_000 });
  await reaction(bob).click();
  for (const app of [alice, bob])
    await expect(reaction(app)).toHaveText(/^👍1/u, { timeout: 30_000 });
  await reaction(alice).click();
  for (const app of [alice, bob]) await expect(reaction(app)).toHaveCount(0, { timeout: 30_000 });
});

test('a deleted message is gone on both sides', async () => {
  const text = 'Nobody should read this';
  await send(bob.page, text);
  await expectSent(bob.page, text);
  await expectMessage(alice.page, text);
  await redact(bob.page, text);
  for (const { page } of [alice, bob]) {
    await expect(messages(page).filter({ hasText: text })).toHaveCount(0, { timeout: 30_000 });
    await expect(messages(page).filter({ hasText: /Message deleted|Deleted by/ })).toHaveCount(1);
  }
});

test('a picture is shown on the other side with its own pixels', async () => {
  const path = join(folder, 'sunrise.png');
  examplePicture(path);
  await attach(alice.page, [path]);
  const shown = messages(bob.page).getByRole('img', { name: 'sunrise.png' });
  await expect(shown).toBeVisible({ timeout: 60_000 });
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(480);
  const sun = await pixelOf(shown, 0.5, 0.7);
  const corner = await pixelOf(shown, 0.02, 0.02);
  expect([sun, corner].map(([red = 0, , blue = 0]) => red - blue > 60)).toEqual([true, false]);
});

test('a picture is forwarded: it opens in another encrypted chat, and goes into none where its keys could be read', async () => {
  test.setTimeout(180_000);
  const { page } = alice;
  const path = join(folder, 'harvest.png');
  examplePicture(path);
  await createRoom(page, 'Cellar', [people.bob.userId]);
  await acceptInvite(bob.page, 'Cellar');
  await stage.homeserver.request('POST', '/_matrix/client/v3/createRoom', {
    token: people.alice.accessToken,
    body: { name: 'Market place' },
  });
  await openRoom(page, room);
  await attach(page, [path]);
  const shown = messages(page).getByRole('img', { name: 'harvest.png' });
  await expect(shown).toBeVisible({ timeout: 60_000 });
  const item = messages(page).filter({ has: shown }).last();
  await expect(item.getByRole('img', { name: /^(Sending|Waiting|Encrypting)/ })).toHaveCount(0, {
    timeout: 60_000,
  });
  await shown.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Forward' }).click();
  const dialog = page.getByRole('dialog', { name: 'Forward message' });
  const top = async (): Promise<number | undefined> =>
    (await dialog.getByRole('textbox').boundingBox())?.y;
  const before = await top();
  await page.keyboard.type('market');
  const clear = dialog.getByRole('listitem').filter({ hasText: 'Market place' });
  await expect(clear).toContainText('Not encrypted');
  await clear.getByRole('button').click();
  await expect(clear.getByRole('alert')).toContainText('chat is not encrypted', {
    timeout: 30_000,
  });
  // By keys alone.
  await dialog.getByRole('textbox').fill('cellar');
  await expect(dialog.getByRole('listitem')).toHaveText([/^Cellar/]);
  // The dialog is as high as its results, within limits; the text field does not move.
  expect((await dialog.boundingBox())?.height).toBeLessThan(460);
  expect(await top()).toBe(before);
  await dialog.getByRole('textbox').press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Cellar' })).toContainText(
    'Forwarded',
  );
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await openRoom(bob.page, 'Cellar');
  const copy = messages(bob.page).filter({ hasText: 'Forwarded' });
  const picture = copy.getByRole('img', { name: 'harvest.png' });
  await expect(picture).toBeVisible({ timeout: 60_000 });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(480);
  await openRoom(bob.page, room);
});

test('a file is saved on the other side byte by byte as it was', async () => {
  const path = join(folder, 'plan.bin');
  const target = join(folder, 'saved.bin');
  writeFileSync(path, randomBytes(300_000));
  await attach(bob.page, [path]);
  await expect(messages(alice.page).filter({ hasText: 'plan.bin' })).toBeVisible({
    timeout: 60_000,
  });
  await alice.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, target);
  await alice.page.getByRole('button', { name: 'Save plan.bin' }).click();
  await expect(alice.page.getByText('Saved plan.bin')).toBeVisible({ timeout: 60_000 });
  expect(readFileSync(target).equals(readFileSync(path))).toBe(true);
});

test('a second device of Alice reads the history after entering the recovery key', async () => {
  test.setTimeout(180_000);
  const text = 'Long before the second device';
  await send(bob.page, text);
  await expectMessage(alice.page, text);
  await send(alice.page, 'Kept for later');
  await expectMessage(bob.page, 'Kept for later');
  const second = await stage.open();
  await fillSignIn(second.page, stage.credentials(people.alice));
  await unlock(second.page, recoveryKey);
  await openRoom(second.page, room);
  await expectMessage(second.page, text);
  await expectMessage(second.page, 'Kept for later');
  await send(second.page, 'From the second device');
  for (const { page } of [alice, bob]) await expectMessage(page, 'From the second device');
  await second.close();
});

test('the server holds nothing but encrypted messages of the room', async () => {
  await send(alice.page, 'The last word');
  await expectSent(alice.page, 'The last word');
  const events = stage.eventsOf(stage.roomNamed(room));
  const types = new Set(events.map(({ type }) => type));
  expect(types.has('m.room.encrypted')).toBe(true);
  // Reactions travel in clear, as with every client: they carry no words (README, what the server can see).
  expect([...types].filter((type) => /message|sticker/.test(type))).toEqual([]);
  const reactions = events.filter(({ type }) => type === 'm.reaction');
  expect(new Set(reactions.flatMap(({ content }) => Object.keys(content)))).toEqual(
    new Set(['m.relates_to']),
  );
  await expect(roomRow(alice.page, room).first()).toContainText('The last word');
});

test('who changes name and picture is seen so on the other side', async () => {
  test.setTimeout(120_000);
  const { page } = alice;
  const path = join(folder, 'face.png');
  examplePicture(path);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Change name' }).click();
  const naming = page.getByRole('dialog', { name: 'Your name' });
  await naming.getByLabel('Name', { exact: true }).fill('Alice H.');
  await page.keyboard.press('Enter');
  await expect(naming).toHaveCount(0, { timeout: 30_000 });

  await page.getByTestId('profile-picture').setInputFiles(path);
  const dialog = page.getByRole('dialog', { name: 'Your picture' });
  const part = dialog.getByRole('application', { name: /Part of the picture/ });
  await expect(part).toBeVisible({ timeout: 30_000 });
  await part.press('ArrowRight');
  await dialog.getByLabel('Zoom').fill('1.5');
  await shoot(alice, 'own-picture');
  expect(await seriousFindings(alice)).toEqual([]);
  await dialog.getByRole('button', { name: 'Use picture' }).click();
  await expect(dialog).toHaveCount(0, { timeout: 30_000 });
  await shoot(alice, 'own-profile');

  await page.getByRole('button', { name: 'Chats', exact: true }).click();
  await openRoom(page, room);
  await send(page, 'Do you know me?');
  await expectMessage(bob.page, 'Do you know me?');
  const row = message(bob.page, 'Do you know me?');
  await expect(row).toContainText('Alice H.', { timeout: 30_000 });
  await expect
    .poll(() =>
      row
        .locator('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
});
