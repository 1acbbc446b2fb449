// Pictures of every screen for eyes: light and dark, three widths, with names that do not fit and with nothing to show. What is judged
// here is only that nothing stands beside the window; the pictures stand where TRELLIS_PICTURES says.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { examplePicture } from '../demo/picture';
import type { FaultProxy } from '../faults/faultProxy';
import {
  acceptInvite,
  attach,
  chats,
  composer,
  createRoom,
  edit,
  expectMessage,
  expectSent,
  fillSignIn,
  message,
  messages,
  openRoom,
  react,
  redact,
  reply,
  send,
  signInQuickly,
  statusLine,
} from './support/drive';
import { makeRoom, say } from './support/plain';
import { shoot } from './support/shoot';
import { endStage, openStage } from './support/stage';
import type { Person, Stage } from './support/stage';

const long = 'The association of friends of the old orchard and all of its many neighbours'.padEnd(
  80,
  '!',
);

let stage: Stage;
let proxy: FaultProxy;
let people: Record<'alice' | 'bob' | 'carol', Person>;
let files: string;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  files = mkdtempSync(join(tmpdir(), 'trellis-files-'));
  stage = await openStage();
  proxy = await stage.proxy();
  people = {
    alice: await stage.register('alice', 'Alice Hartmann'),
    bob: await stage.register('bob', 'Bob Okafor'),
    carol: await stage.register('carol', `Carol ${long}`.slice(0, 80)),
  };
});
endStage(() => stage);
test.afterAll(() => {
  rmSync(files, { recursive: true, force: true });
});

test('the way in: sign-in, its errors, the recovery key, nothing there yet', async () => {
  test.setTimeout(180_000);
  const running = await stage.open();
  const { page } = running;
  await expect(page.getByLabel('Server', { exact: true })).toBeVisible({ timeout: 30_000 });
  await shoot(running, 'signin');
  // No text moves when the server answers, with more sign-in methods or with an error.
  const tops = (): Promise<number[]> =>
    Promise.all(
      ['Server', 'User name', 'Password'].map(async (name) =>
        Math.round((await page.getByLabel(name, { exact: true }).boundingBox())?.y ?? -1),
      ),
    );
  const before = await tops();
  await fillSignIn(page, { ...stage.credentials(people.carol), password: 'wrong' });
  await expect(page.getByText('The user name or the password is wrong.')).toBeVisible({
    timeout: 30_000,
  });
  expect(await tops()).toEqual(before);
  await shoot(running, 'signin-error');
  await fillSignIn(page, stage.credentials(people.carol));
  const create = page.getByRole('button', { name: 'Create recovery key' });
  await expect(create).toBeVisible({ timeout: 60_000 });
  await shoot(running, 'backup-intro');
  await create.click();
  await expect(page.getByRole('group', { name: 'Recovery key' })).toBeVisible({ timeout: 60_000 });
  await shoot(running, 'recovery-key');
  await page.getByRole('button', { name: 'I saved it' }).click();
  await expect(chats(page)).toBeVisible({ timeout: 30_000 });
  await shoot(running, 'empty');
  await running.close();
  const second = await stage.open();
  await fillSignIn(second.page, stage.credentials(people.carol));
  await expect(second.page.getByRole('textbox', { name: 'Recovery key' })).toBeVisible({
    timeout: 60_000,
  });
  await shoot(second, 'unlock');
  await second.close();
});

test('conversations: timeline, people, dialogs, settings, long names, offline', async () => {
  test.setTimeout(300_000);
  const [alice, bob] = await Promise.all([stage.open(), stage.open()]);
  await Promise.all([
    signInQuickly(alice.page, stage.credentials(people.alice, proxy)),
    signInQuickly(bob.page, stage.credentials(people.bob)),
  ]);
  const { page } = alice;
  await makeRoom(stage.homeserver, people.bob, {
    name: long,
    invite: [people.alice, people.carol],
  });
  const open = await makeRoom(stage.homeserver, people.bob, {
    name: 'Minutes',
    invite: [people.alice, people.carol],
  });
  await say(
    stage.homeserver,
    people.carol,
    open,
    `Somebody with a long name. ${'word '.repeat(80)}`,
  );
  await say(stage.homeserver, people.bob, open, 'x'.repeat(400));
  await createRoom(page, 'Orchard', [people.bob.userId]);
  await acceptInvite(bob.page, 'Orchard');
  await send(
    bob.page,
    'Good morning! The plum trees are in **bloom**, see https://example.org/plums',
  );
  await send(bob.page, 'Shall we meet at ten?');
  await expectMessage(page, 'Shall we meet at ten?');
  await reply(page, 'Shall we meet at ten?', 'Ten is fine.');
  await send(page, '1. ladder\n2. baskets\n3. `string`');
  await expectMessage(bob.page, 'baskets');
  await react(bob.page, 'Ten is fine.', '👍');
  await react(page, 'Shall we meet at ten?', '❤️');
  await send(bob.page, 'I bring teh ladder');
  await expectSent(bob.page, 'I bring teh ladder');
  await edit(bob.page, 'I bring teh ladder', 'I bring the ladder');
  await send(bob.page, 'Wrong room');
  await expectSent(bob.page, 'Wrong room');
  await redact(bob.page, 'Wrong room');
  const picture = join(files, 'sunrise.png');
  examplePicture(picture);
  await attach(bob.page, [picture]);
  await expect(messages(page).getByRole('img', { name: 'sunrise.png' })).toBeVisible({
    timeout: 60_000,
  });
  await expect(
    message(page, 'Ten is fine.').getByRole('group', { name: 'Reactions' }),
  ).toBeVisible();
  await shoot(alice, 'chat');
  await page.getByRole('button', { name: /\d+ (person|people)/ }).click();
  await expect(page.getByRole('complementary', { name: 'People' })).toBeVisible();
  await shoot(alice, 'members');
  await page.getByRole('button', { name: 'Close people' }).click();
  await openRoom(page, 'Minutes');
  await expectMessage(page, 'Somebody with a long name.');
  await shoot(alice, 'long-words');
  await openRoom(page, long);
  await shoot(alice, 'long-name');
  await page.getByRole('button', { name: 'New chat' }).first().click();
  await expect(page.getByRole('dialog', { name: 'New chat' })).toBeVisible();
  await shoot(alice, 'new-chat');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await shoot(alice, 'settings');
  await page.getByRole('button', { name: 'Chats' }).click();
  await createRoom(bob.page, 'Come in', [people.alice.userId]);
  await page
    .getByRole('treeitem')
    .filter({ hasText: 'Come in' })
    .first()
    .click({ timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible();
  await shoot(alice, 'invite');
  await openRoom(page, 'Orchard');
  await proxy.setDown(true);
  await expect(statusLine(page)).toContainText(/Offline since/, { timeout: 60_000 });
  await send(page, 'Written without a network');
  await composer(page).fill('Half a sen');
  await shoot(alice, 'offline');
  await proxy.setDown(false);
});
