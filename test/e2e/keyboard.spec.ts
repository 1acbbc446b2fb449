// Everything of a conversation by keyboard alone, and no screen with a serious accessibility fault, light or dark.
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { RunningApp } from './support/app';
import { seriousFindings, setTheme } from './support/axe';
import {
  chats,
  composer,
  createRoom,
  expectMessage,
  expectSent,
  message,
  messages,
  openRoom,
  roomRow,
  send,
  tabTo,
} from './support/drive';
import { makeRoom, say } from './support/plain';
import { endStage, openStage } from './support/stage';
import type { Person, Stage } from './support/stage';

let stage: Stage;
let people: Record<'alice' | 'bob', Person>;
let room: string;

test.beforeAll(async () => {
  stage = await openStage();
  people = {
    alice: await stage.register('alice', 'Alice Hartmann'),
    bob: await stage.register('bob', 'Bob Okafor'),
  };
  room = await makeRoom(stage.homeserver, people.bob, { name: 'Library', invite: [people.alice] });
  await makeRoom(stage.homeserver, people.bob, { name: 'Reading room', invite: [people.alice] });
  await say(stage.homeserver, people.bob, room, 'Quiet, please');
});
endStage(() => stage);

async function signInByKeyboard(page: Page): Promise<void> {
  const { server, user, password } = stage.credentials(people.alice);
  await expect(page.getByLabel('Server', { exact: true })).toBeFocused({ timeout: 30_000 });
  await page.keyboard.type(server);
  await tabTo(page, page.getByLabel('User name', { exact: true }));
  await page.keyboard.type(user);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
}

test('sign in, open a room, write, reply, react, edit and leave by keyboard alone', async () => {
  test.setTimeout(180_000);
  const { page } = await stage.open();
  await signInByKeyboard(page);
  const create = page.getByRole('button', { name: 'Create recovery key' });
  await expect(create).toBeVisible({ timeout: 60_000 });
  await tabTo(page, create);
  await page.keyboard.press('Enter');
  const saved = page.getByRole('button', { name: 'I saved it' });
  await expect(saved).toBeVisible({ timeout: 60_000 });
  await tabTo(page, saved);
  await page.keyboard.press('Enter');
  await expect(roomRow(page, 'Library').first()).toBeVisible({ timeout: 30_000 });

  // Open: the list is a tree, arrows move in it.
  await tabTo(page, page.getByRole('tree', { name: 'Chats' }));
  const library = roomRow(page, 'Library').first();
  for (let step = 0; step < 10; step += 1) {
    if ((await library.getAttribute('data-active')) === 'true') break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
  await expectMessage(page, 'Quiet, please');

  // Write: the field has the focus.
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('I whisper already');
  await page.keyboard.press('Enter');
  await expectSent(page, 'I whisper already');

  // Reply: from the field back to the messages, up to the one meant, or down to it where the arrows come in above it, R.
  const log = page.getByRole('log', { name: 'Messages' });
  const focusMessage = async (text: string): Promise<void> => {
    await tabTo(page, log, 'Shift+Tab');
    const focused = messages(page).filter({ hasText: text }).first();
    for (const key of ['ArrowUp', 'ArrowDown'])
      for (let step = 0; step < 10; step += 1) {
        await page.keyboard.press(key);
        if (await focused.evaluate((element) => element === document.activeElement)) return;
      }
    throw new Error('The message did not get the focus');
  };
  await focusMessage('Quiet, please');
  await page.keyboard.press('r');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('Sorry!');
  await page.keyboard.press('Enter');
  await expect(
    message(page, 'Sorry!').getByRole('button', { name: /Quiet, please/ }),
  ).toBeVisible();
  await expectSent(page, 'Sorry!');

  // React: the actions of the message that has the focus come next.
  await focusMessage('Quiet, please');
  await tabTo(page, messages(page).first().getByRole('button', { name: 'React with 👍' }));
  await page.keyboard.press('Enter');
  await expect(
    messages(page).first().getByRole('group', { name: 'Reactions' }).getByRole('button'),
  ).toHaveText(/^👍1/u, { timeout: 30_000 });

  // Edit: ArrowUp in the empty field takes the last own message.
  await tabTo(page, composer(page));
  await page.keyboard.press('ArrowUp');
  await expect(composer(page)).toHaveValue('Sorry!');
  await page.keyboard.press('End');
  await page.keyboard.type(' Again.');
  await page.keyboard.press('Enter');
  await expect(message(page, 'Sorry! Again.').getByText('(edited)')).toBeVisible();

  // Leave: the menu of the room.
  await tabTo(
    page,
    page.getByRole('main').getByRole('button', { name: 'More' }).first(),
    'Shift+Tab',
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Leave' })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  for (let step = 0; step < 8; step += 1) {
    const leave = page.getByRole('menuitem', { name: 'Leave' });
    if (await leave.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Leave Library?' });
  await expect(question).toBeVisible();
  await tabTo(page, question.getByRole('button', { name: 'Leave' }));
  await page.keyboard.press('Enter');
  await expect(roomRow(page, 'Library')).toHaveCount(0, { timeout: 30_000 });
});

async function inBothThemes(running: RunningApp, screen: string): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(running, theme);
    await running.page.waitForFunction(
      (wanted) => matchMedia(`(prefers-color-scheme: ${wanted})`).matches,
      theme,
    );
    const findings = await seriousFindings(running);
    found.push(...findings.map((finding) => `${screen}, ${theme}: ${finding}`));
  }
  return found;
}

test('no screen has a serious accessibility fault, light or dark', async () => {
  test.setTimeout(240_000);
  const running = await stage.open();
  const { page } = running;
  const found: string[] = [];
  const look = async (screen: string): Promise<void> => {
    found.push(...(await inBothThemes(running, screen)));
  };
  await expect(page.getByLabel('Server', { exact: true })).toBeVisible({ timeout: 30_000 });
  await look('sign-in');
  // Bob: his first device.
  const { server, user, password } = stage.credentials(people.bob);
  await page.getByLabel('Server', { exact: true }).fill(server);
  await page.getByLabel('User name', { exact: true }).fill(user);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Create recovery key' }).click({ timeout: 60_000 });
  await expect(page.getByRole('group', { name: 'Recovery key' })).toBeVisible({ timeout: 60_000 });
  await look('recovery key');
  await page.getByRole('button', { name: 'I saved it' }).click();
  await expect(chats(page)).toBeVisible({ timeout: 30_000 });
  await openRoom(page, 'Library');
  await send(page, 'A message of my own, with a [link](https://example.org) and `code`');
  await expectMessage(page, 'A message of my own');
  await look('room list and timeline');
  await page.getByRole('button', { name: /\d+ (person|people)/ }).click();
  await expect(page.getByRole('complementary', { name: 'People' })).toBeVisible();
  await look('members');
  await page.getByRole('button', { name: 'New chat' }).first().click();
  await expect(page.getByRole('dialog', { name: 'New chat' })).toBeVisible();
  await look('new chat');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await look('settings');
  await page.getByRole('button', { name: 'Chats' }).click();
  await createRoom(page, 'An empty one', []);
  await look('a new room');
  expect(found).toEqual([]);
});
