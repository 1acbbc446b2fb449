// Ways through the window: a day in a chat, back and forward over what was looked at, and a room that one is not in.
import { expect, test } from '@playwright/test';
import type { RunningApp } from './support/app';
import { seriousFindings } from './support/axe';
import { composer, message, openRoom, roomRow, signInQuickly } from './support/drive';
import { makeRoom, say } from './support/plain';
import { shoot } from './support/shoot';
import { endStage, openStage } from './support/stage';
import type { Person, Stage } from './support/stage';

const long = { timeout: 30_000 };
let stage: Stage;
let running: RunningApp;
let alice: Person;
let bob: Person;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  stage = await openStage();
  alice = await stage.register('alice', 'Alice Hartmann');
  bob = await stage.register('bob', 'Bob Okafor');
  const diary = await makeRoom(stage.homeserver, bob, { name: 'Diary', invite: [alice] });
  for (let index = 0; index < 90; index += 1)
    await say(stage.homeserver, bob, diary, index === 0 ? 'How it all began' : `Entry ${index}`);
  await makeRoom(stage.homeserver, bob, { name: 'Kitchen', invite: [alice] });
  const ideas = await makeRoom(stage.homeserver, bob, { name: 'Ideas', invite: [alice] });
  for (let index = 0; index < 300; index += 1)
    await say(stage.homeserver, bob, ideas, index === 0 ? 'The first idea' : `Idea ${index}`);
  const shed = await makeRoom(stage.homeserver, bob, { name: 'Shed', invite: [alice] });
  await say(stage.homeserver, bob, shed, 'The rake is back');
  // More than a first sync brings, and none of it is drawn by itself.
  for (let index = 0; index < 60; index += 1)
    await stage.homeserver.request(
      'PUT',
      `/_matrix/client/v3/rooms/${encodeURIComponent(shed)}/send/m.call.candidates/c${index}`,
      { token: bob.accessToken, body: { call_id: 'c', version: '1', candidates: [] } },
    );
  running = await stage.open();
  await signInQuickly(running.page, stage.credentials(alice));
});
endStage(() => stage);

const inRoom = (name: string) =>
  running.page.getByRole('main').getByRole('heading', { name, level: 1 });

test('a day is gone to from the menu of a chat, also where it is not on this computer; Alt and arrows lead back and forward', async () => {
  test.setTimeout(180_000);
  const { page } = running;
  await openRoom(page, 'Kitchen');
  await openRoom(page, 'Diary');
  await expect(message(page, 'Entry 89')).toBeInViewport(long);

  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).last().click();
  await page.getByRole('menuitem', { name: 'Go to a day' }).click();
  const dialog = page.getByRole('dialog', { name: 'Go to a day' });
  await expect(dialog.getByLabel('Day', { exact: true })).toBeFocused();
  await shoot(running, 'day');
  expect(await seriousFindings(running)).toEqual([]);
  await dialog.getByLabel('Day', { exact: true }).fill('2099-01-01');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Nothing was written on that day or later.');
  await dialog.getByRole('button', { name: 'The beginning' }).click();
  await expect(dialog).toHaveCount(0, long);
  await expect(message(page, 'How it all began')).toBeInViewport(long);

  await page.keyboard.press('Alt+ArrowLeft');
  await expect(inRoom('Kitchen')).toBeVisible(long);
  await page.keyboard.press('Alt+ArrowRight');
  await expect(inRoom('Diary')).toBeVisible(long);
});

test('a chat whose newest events are none that are drawn is no blank page on a new device', async () => {
  await openRoom(running.page, 'Shed');
  await expect(message(running.page, 'The rake is back')).toBeInViewport(long);
});

test('what was unread is led to after looking further back, too', async () => {
  test.setTimeout(180_000);
  const { page } = running;
  await openRoom(page, 'Ideas');
  await expect(message(page, 'Idea 299')).toBeInViewport(long);
  await page.getByRole('log', { name: 'Messages' }).hover();
  // Far enough that older pages come.
  await expect(async () => {
    await page.mouse.wheel(0, -4200);
    await expect(message(page, 'Idea 200')).toBeAttached({ timeout: 1000 });
  }).toPass(long);
  await page.getByRole('button', { name: /^\d+ new messages since/ }).click();
  await expect(message(page, 'The first idea')).toBeInViewport(long);
  await expect(
    page.getByRole('log', { name: 'Messages' }).getByText('New', { exact: true }),
  ).toBeInViewport();
});

test('a link to a room that is not here shows what it is, and joins it', async () => {
  test.setTimeout(120_000);
  const { page } = running;
  const made = (await stage.homeserver.request('POST', '/_matrix/client/v3/createRoom', {
    token: bob.accessToken,
    body: {
      preset: 'public_chat',
      name: 'Open-air cinema',
      topic: 'Films in the park, every Friday in summer',
      room_alias_name: 'cinema',
    },
  })) as { room_id: string };
  const kitchen = page.getByRole('treeitem', { name: /Kitchen/ });
  await kitchen.click();
  await composer(page).fill(`https://matrix.to/#/${made.room_id}?via=localhost`);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Link to a room' }).last().click();
  await expect(page.getByRole('heading', { name: 'Open-air cinema', level: 1 })).toBeVisible(long);
  const main = page.getByRole('main');
  await expect(main).toContainText('Films in the park');
  await expect(main).toContainText('1 person');
  await shoot(running, 'summary');
  expect(await seriousFindings(running)).toEqual([]);
  await main.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(inRoom('Open-air cinema')).toBeVisible(long);
  await expect(roomRow(page, 'Open-air cinema')).toBeVisible();
});
