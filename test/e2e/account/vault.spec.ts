// A desktop without a key store: a passphrase guards what is saved, at each start; then a key store comes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { RunningApp } from '../support/app';
import { seriousFindings } from '../support/axe';
import { chats, createRoom, roomRow, signInQuickly } from '../support/drive';
import { shoot } from '../support/shoot';
import { endStage, openStage, type Stage } from '../support/stage';

let stage: Stage;
test.beforeAll(async () => {
  stage = await openStage();
});
endStage(() => stage);

const passphrase = 'four words that stand apart';
const changed = 'other words that stand apart';
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });

/** Stores of keys of all profiles, as their files name them. */
const keptBy = (userData: string): unknown[] =>
  readdirSync(join(userData, 'accounts')).map(
    (name) =>
      (
        JSON.parse(readFileSync(join(userData, 'accounts', name, 'key.json'), 'utf8')) as {
          store: unknown;
        }
      ).store,
  );

const start = (store: string, userData?: string): Promise<RunningApp> =>
  stage.open({
    env: { TRELLIS_KEY_STORE: store },
    ...(userData === undefined ? {} : { userData }),
  });

test('a passphrase is chosen by keys, asked for at the next start, and gone when a key store has come', async () => {
  test.setTimeout(240_000);
  const mara = await stage.register('mara', 'Mara');
  const first = await start('none');
  const { page, userData } = first;
  await expect(heading(page, 'Choose a passphrase for this computer')).toBeVisible({
    timeout: 30_000,
  });
  await expect(field(page, 'Passphrase')).toBeFocused();
  await shoot(first, 'vault-new');
  expect(await seriousFindings(first)).toEqual([]);
  await field(page, 'Passphrase').focus();
  await page.keyboard.type(passphrase);
  await page.keyboard.press('Tab');
  await page.keyboard.type(passphrase);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Sign in')).toBeVisible({ timeout: 30_000 });
  await signInQuickly(page, stage.credentials(mara));
  await createRoom(page, 'Kept', []);
  expect(keptBy(userData)).toEqual(['vault']);
  await first.close();

  const second = await start('basic_text', userData);
  await expect(field(second.page, 'Passphrase')).toBeFocused({ timeout: 30_000 });
  await second.page.keyboard.type('not the passphrase');
  await second.page.keyboard.press('Enter');
  await expect(second.page.getByText('That is not the passphrase.')).toBeVisible({
    timeout: 30_000,
  });
  await shoot(second, 'vault-wrong');
  expect(await seriousFindings(second)).toEqual([]);
  await second.page.getByRole('button', { name: 'I have forgotten it' }).click();
  await expect(second.page.getByRole('alertdialog')).toContainText('you need your recovery key');
  await shoot(second, 'vault-forgotten');
  await second.page.getByRole('button', { name: 'Cancel' }).click();
  await field(second.page, 'Passphrase').fill(passphrase);
  await second.page.keyboard.press('Enter');
  await expect(roomRow(second.page, 'Kept').first()).toBeVisible({ timeout: 30_000 });
  await second.page.getByRole('button', { name: 'Settings' }).click();
  await second.page.getByRole('tab', { name: 'Encryption' }).click();
  await second.page.getByRole('button', { name: 'Change passphrase' }).click();
  await second.page.keyboard.type(passphrase);
  for (let again = 0; again < 2; again += 1) {
    await second.page.keyboard.press('Tab');
    await second.page.keyboard.type(changed);
  }
  await shoot(second, 'vault-change');
  expect(await seriousFindings(second)).toEqual([]);
  await second.page.keyboard.press('Enter');
  await expect(second.page.getByText('The passphrase is changed.')).toBeVisible({
    timeout: 30_000,
  });
  await second.page.getByRole('button', { name: 'Chats', exact: true }).click();
  await expect(chats(second.page)).toBeVisible();
  await second.close();

  const third = await start('kwallet6', userData);
  await expect(third.page.getByText('A key store is running now.')).toBeVisible({
    timeout: 30_000,
  });
  await field(third.page, 'Passphrase').fill(changed);
  await third.page.keyboard.press('Enter');
  await expect(chats(third.page)).toBeVisible({ timeout: 30_000 });
  expect(keptBy(userData)).toEqual(['kwallet6']);
  await third.close();

  // The key store is gone again: what it wrapped is not gone on with as it is.
  const fourth = await start('basic_text', userData);
  await expect(heading(fourth.page, 'Choose a passphrase for this computer')).toBeVisible({
    timeout: 30_000,
  });
});

test('a forgotten passphrase leads to a fresh start; nothing of the account is left here', async () => {
  test.setTimeout(180_000);
  const nils = await stage.register('nils', 'Nils');
  const first = await start('none');
  const { userData } = first;
  const choose = async (page: Page, text: string): Promise<void> => {
    await field(page, 'Passphrase').fill(text, { timeout: 30_000 });
    await field(page, 'Passphrase again').fill(text);
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Sign in')).toBeVisible({ timeout: 30_000 });
  };
  await choose(first.page, passphrase);
  await signInQuickly(first.page, stage.credentials(nils));
  const [before] = readdirSync(join(userData, 'accounts'));
  await first.close();

  const second = await start('none', userData);
  await second.page.getByRole('button', { name: 'I have forgotten it' }).click({ timeout: 30_000 });
  await second.page.getByRole('button', { name: 'Remove from this computer' }).click();
  await choose(second.page, 'another four words apart');
  expect(readdirSync(join(userData, 'accounts'))).not.toContain(before);
});
