// The recovery key is lost: encryption of the account is started over on a new device, and the old one comes along.
import { expect, test } from '@playwright/test';
import {
  chats,
  createRoom,
  expectMessage,
  expectSent,
  fillSignIn,
  message,
  openRoom,
  send,
  signIn,
  signInQuickly,
  statusLine,
} from '../support/drive';
import { shoot } from '../support/shoot';
import { endStage, openStage } from '../support/stage';
import type { Person, Stage } from '../support/stage';

let stage: Stage;
let alice: Person;

test.beforeAll(async () => {
  stage = await openStage();
  alice = await stage.register('alice', 'Alice Hartmann');
});
endStage(() => stage);

test('who lost the recovery key starts over knowingly; the older device takes the new key, and both read everything', async () => {
  test.setTimeout(300_000);
  const old = await stage.open();
  const lostKey = await signIn(old.page, stage.credentials(alice));
  await createRoom(old.page, 'Diary', []);
  await send(old.page, 'Written before');
  await expectSent(old.page, 'Written before');

  const fresh = await stage.open();
  const { page } = fresh;
  await fillSignIn(page, stage.credentials(alice));
  await page
    .getByRole('button', { name: 'I do not have my recovery key' })
    .click({ timeout: 60_000 });
  const title = page.getByRole('heading', { name: 'Start over without the recovery key?' });
  await expect(title).toBeVisible();
  await shoot(fresh, 'start-over');
  await page.getByRole('button', { name: 'Start over' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('This cannot be undone.');
  await shoot(fresh, 'start-over-question');
  await question.getByRole('button', { name: 'Delete and start over' }).click();
  const password = page.getByLabel('Your server asks for your password');
  await expect(password).toBeVisible({ timeout: 60_000 });
  await shoot(fresh, 'start-over-password');
  await password.fill(alice.password);
  await page.getByRole('button', { name: 'Start over' }).click();
  const shown = page.getByRole('group', { name: 'Recovery key' });
  await expect(shown).toBeVisible({ timeout: 60_000 });
  const newKey = (await shown.innerText()).replace(/\s+/g, ' ').trim();
  expect(newKey).not.toBe(lostKey);
  await page.getByRole('button', { name: 'I saved it' }).click();
  await expect(chats(page)).toBeVisible({ timeout: 30_000 });

  const line = statusLine(old.page);
  await expect(line).toContainText('Your encryption was started over on another device', {
    timeout: 60_000,
  });
  await shoot(old, 'replaced');
  await line.getByRole('button', { name: 'Unlock' }).click();
  const dialog = old.page.getByRole('dialog');
  await expect(dialog).toContainText('If that was not you, change your password at once.');
  await shoot(old, 'replaced-unlock');
  await dialog.getByRole('textbox', { name: 'Recovery key' }).fill(newKey);
  await dialog.getByRole('button', { name: 'Unlock' }).click();
  await expect(dialog).toHaveCount(0, { timeout: 60_000 });
  await expect(line).not.toContainText('started over');
  await send(old.page, 'Written after');
  await expectSent(old.page, 'Written after');

  await openRoom(page, 'Diary');
  await expectMessage(page, 'Written after');

  // The older device puts its keys into the new backup, and the new device looks there again at the latest a minute
  // after the older one was accepted.
  await expect(message(page, 'Written before')).toBeVisible({ timeout: 120_000 });
});

test('who never made a recovery key is not asked for it: another device confirms, or encryption is set up anew', async () => {
  test.setTimeout(300_000);
  const carol = await stage.register('carol', 'Carol Lindqvist');
  const first = await stage.open();
  await signInQuickly(first.page, stage.credentials(carol));

  const second = await stage.open();
  await fillSignIn(second.page, stage.credentials(carol));
  const confirming = second.page.getByRole('heading', { name: 'Confirm this computer' });
  await expect(confirming).toBeVisible({ timeout: 60_000 });
  await expect(second.page.getByRole('button', { name: 'I have no other device' })).toBeVisible();
  await expect(second.page.getByRole('textbox')).toHaveCount(0);
  await shoot(second, 'no-key-confirm');
  await second.page.getByRole('button', { name: 'Use another device' }).click();
  const asked = first.page.getByRole('region', { name: 'Requests to verify' });
  await expect(asked).toContainText('Is this your device?', { timeout: 60_000 });
  await second.close();

  await first.page.getByRole('button', { name: 'Decline' }).click();
  const third = await stage.open();
  await fillSignIn(third.page, stage.credentials(carol));
  await third.page
    .getByRole('button', { name: 'I have no other device' })
    .click({ timeout: 60_000 });
  await expect(third.page.getByRole('heading', { name: 'Set up encryption anew' })).toBeVisible();
  await shoot(third, 'no-key-anew');
  await third.page.getByRole('button', { name: 'Set up' }).click();
  await third.page.getByRole('alertdialog').getByRole('button', { name: 'Set up' }).click();
  const password = third.page.getByLabel('Your server asks for your password');
  await password.fill(carol.password, { timeout: 60_000 });
  await third.page.getByRole('button', { name: 'Set up' }).click();
  await expect(third.page.getByRole('group', { name: 'Recovery key' })).toBeVisible({
    timeout: 60_000,
  });
});
