// The health of encryption in Settings: one account is broken by another client, by its server and by the disk, and each time mended by the
// buttons of that page, without signing out. A key store that is locked is in vault.spec.
import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { on } from '../../faults/faultProxy';
import { seriousFindings, setTheme } from '../support/axe';
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
  tabTo,
} from '../support/drive';
import { shoot } from '../support/shoot';
import { endStage, openStage } from '../support/stage';
import type { Person, Stage } from '../support/stage';

const slow = { timeout: 120_000 };
let stage: Stage;
let alice: Person;

test.beforeAll(async () => {
  stage = await openStage();
  alice = await stage.register('alice', 'Alice Hartmann');
});
endStage(() => stage);

/** Sends a request like another client of the account, without the app's caches. */
const raw = (
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<unknown> =>
  stage.homeserver.request(method, `/_matrix/client/v3${path}`, {
    token: alice.accessToken,
    ...(body === undefined ? {} : { body }),
  });

async function openHealth(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Encryption' }).click();
}

async function leaveSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Chats', exact: true }).click();
  await expect(chats(page)).toBeVisible();
}

const needed = (page: Page): Locator => page.getByRole('region', { name: 'Needs you' });
/** The row of a problem that needs the user, by a part of its text. */
const line = (page: Page, text: string | RegExp): Locator =>
  needed(page).getByRole('listitem').filter({ hasText: text });
const fix = (page: Page, text: string | RegExp, name: string): Locator =>
  line(page, text).getByRole('button', { name, exact: true });
const checkAgain = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Check again', exact: true }).first().click();

const allGood = (page: Page): Promise<void> =>
  expect(page.getByText('Your messages are protected')).toBeVisible(slow);

/** A problem may be mended by itself before the button is pressed; that is fine too. */
const mendWith = (page: Page, button: Locator): Promise<void> =>
  expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 5_000 });
    await expect(page.getByText('Your messages are protected')).toBeVisible({ timeout: 5_000 });
  }).toPass(slow);

async function useRecoveryKey(page: Page, text: string, key: string): Promise<void> {
  await fix(page, text, 'Use recovery key').first().click(slow);
  const dialog = page.getByRole('dialog', { name: 'Enter your recovery key' });
  await dialog.getByRole('textbox').fill(key);
  await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(dialog).toHaveCount(0, slow);
}

/** The card of another device that signed in, which stands above the page. */
const itWasMe = (page: Page): Promise<void> =>
  page
    .getByRole('alertdialog', { name: /^New sign-in/ })
    .getByRole('button', { name: 'It was me' })
    .click(slow);

const newBackup = (page: Page): Locator =>
  page.getByRole('alertdialog', { name: 'Make a new backup?' });

/** By mouse. */
async function makeNewBackup(page: Page, text: string, key: string): Promise<void> {
  await fix(page, text, 'Make a new backup').click(slow);
  await newBackup(page).getByRole('textbox').fill(key);
  await newBackup(page).getByRole('button', { name: 'Make a new backup' }).click();
  await expect(newBackup(page)).toHaveCount(0, slow);
}

test('nine ways to break encryption are mended from the page of its health, signed in all the while', async () => {
  test.setTimeout(900_000);
  const proxy = await stage.proxy();
  const ours = await stage.open();
  const { page } = ours;
  const key = await signIn(page, stage.credentials(alice, proxy));
  await createRoom(page, 'Diary', []);
  await send(page, 'Written first');
  await expectSent(page, 'Written first');
  await openHealth(page);
  await allGood(page);

  await test.step('a backup under a key that is not ours; by keyboard alone', async () => {
    await raw('DELETE', '/room_keys/version/1');
    await raw('POST', '/room_keys/version', {
      algorithm: 'm.megolm_backup.v1.curve25519-aes-sha2',
      auth_data: { public_key: randomBytes(32).toString('base64').replace(/=+$/, '') },
    });
    await checkAgain(page);
    const make = fix(page, 'The secure backup is not yours', 'Make a new backup');
    await expect(make).toBeVisible(slow);
    await shoot(ours, 'health-broken');
    expect(await seriousFindings(ours)).toEqual([]);
    await tabTo(page, make);
    await page.keyboard.press('Enter');
    await expect(newBackup(page).getByRole('textbox')).toBeFocused();
    expect(await seriousFindings(ours)).toEqual([]);
    await page.keyboard.type(key);
    await page.keyboard.press('Enter');
    await expect(newBackup(page)).toHaveCount(0, slow);
    await allGood(page);
  });

  await test.step('a secret that secret storage has lost', async () => {
    const type = 'm.cross_signing.self_signing';
    await raw('PUT', `/user/${encodeURIComponent(alice.userId)}/account_data/${type}`, {});
    await useRecoveryKey(page, 'Key that confirms your devices', key);
    await allGood(page);
  });

  await test.step('a server that has no space for keys', async () => {
    const release = proxy.rules.add({
      match: on('PUT', '/room_keys/keys'),
      status: 507,
      body: { errcode: 'M_RESOURCE_LIMIT_EXCEEDED', error: 'full' },
    });
    await leaveSettings(page);
    await createRoom(page, 'Cellar', []);
    await send(page, 'Written into a full server');
    await expectSent(page, 'Written into a full server');
    await openHealth(page);
    const again = fix(page, 'The server has no space for', 'Try now');
    await again.click(slow);
    await expect(again).toBeVisible();
    release();
    await mendWith(page, again);
  });

  await test.step('a clock that is two hours ahead of the server', async () => {
    const date = new Date(Date.now() - 2 * 3_600_000).toUTCString();
    const release = proxy.rules.add({ match: () => true, headers: { date } });
    await checkAgain(page);
    const again = fix(page, 'The clock of this computer is 2 hours ahead', 'Check again');
    await again.click(slow);
    await expect(again).toBeVisible();
    release();
    await mendWith(page, again);
  });

  const theirs = await stage.open();
  const other = theirs.page;
  await test.step('an own device that nobody signed, and keys that are withheld from it', async () => {
    await fillSignIn(other, stage.credentials(alice));
    await other.getByRole('button', { name: 'Later' }).click(slow);
    await expect(chats(other)).toBeVisible(slow);
    await itWasMe(page);
    await leaveSettings(page);
    await openRoom(page, 'Diary');
    await send(page, 'For signed devices');
    await expectSent(page, 'For signed devices');
    await openHealth(other);
    await expect(line(other, /messages? cannot be read/).first()).toBeVisible(slow);
    await expect(line(other, 'This device is not verified')).toBeVisible(slow);
    await openHealth(page);
    await fix(page, /is not verified/, 'Verify').click(slow);
    await other
      .getByRole('alertdialog', { name: 'Is this your device?' })
      .getByRole('button', { name: 'Accept' })
      .click(slow);
    const dialog = (one: Page): Locator => one.getByRole('alertdialog', { name: /^Verify/ });
    await dialog(page).getByRole('button', { name: 'Compare emoji' }).click(slow);
    for (const one of [page, other])
      await dialog(one).getByRole('button', { name: 'They match' }).click(slow);
    for (const one of [page, other])
      await dialog(one).getByRole('button', { name: 'Done' }).click(slow);
    await allGood(page);
    await expect(line(other, 'This device is not verified')).toHaveCount(0, slow);
    const again = line(other, /messages? cannot be read/).getByRole('button', {
      name: 'Get keys again',
    });
    await mendWith(other, again.first());
    await leaveSettings(other);
    await openRoom(other, 'Diary');
    await expectMessage(other, 'For signed devices');
  });

  await test.step('another backup, made by another own device', async () => {
    await openHealth(other);
    const { version } = (await raw('GET', '/room_keys/version')) as { readonly version: string };
    await raw('DELETE', `/room_keys/version/${version}`);
    await checkAgain(other);
    await makeNewBackup(other, 'There is no secure backup', key);
    await allGood(other);
    await checkAgain(page);
    const locked = line(page, 'This device cannot open the secure backup');
    // The other device may have handed its key over by now.
    await expect(locked.or(page.getByText('Your messages are protected'))).toBeVisible(slow);
    if (await locked.isVisible())
      await useRecoveryKey(page, 'This device cannot open the secure backup', key);
    await allGood(page);
  });

  const nextKey =
    await test.step('an identity that another device replaced, and a device that it did not sign', async () => {
      await theirs.close();
      const fresh = await stage.open();
      await fillSignIn(fresh.page, stage.credentials(alice));
      await fresh.page.getByRole('button', { name: 'I do not have my recovery key' }).click(slow);
      await fresh.page.getByRole('button', { name: 'Start over' }).click();
      await fresh.page
        .getByRole('alertdialog')
        .getByRole('button', { name: 'Delete and start over' })
        .click();
      await fresh.page.getByLabel('Your server asks for your password').fill(alice.password, slow);
      await fresh.page.getByRole('button', { name: 'Start over' }).click();
      const shown = fresh.page.getByRole('group', { name: 'Recovery key' });
      await expect(shown).toBeVisible(slow);
      const made = (await shown.innerText()).replace(/\s+/g, ' ').trim();
      await fresh.page.getByRole('button', { name: 'I saved it' }).click();
      await expect(chats(fresh.page)).toBeVisible(slow);
      await itWasMe(page);
      await useRecoveryKey(page, 'Your identity was replaced on another device', made);
      // The device that is away belongs to nobody any more.
      await fix(page, 'It is signed in with your account', 'Sign it out').click(slow);
      const question = page.getByRole('alertdialog', { name: 'Sign out 1 device?' });
      await question.getByLabel('Password').fill(alice.password);
      await question.getByRole('button', { name: 'Sign out 1 device' }).click();
      await expect(question).toHaveCount(0, slow);
      await allGood(page);
      await fresh.close();
      return made;
    });

  await test.step('keys that are lost with the disk', async () => {
    await ours.close();
    const accounts = join(ours.userData, 'accounts');
    for (const account of readdirSync(accounts))
      for (const file of readdirSync(join(accounts, account)))
        if (/^crypto(-meta)?\.db/.test(file)) rmSync(join(accounts, account, file));
    const after = await stage.open({ userData: ours.userData });
    const mended = after.page;
    await openHealth(mended);
    await fix(mended, 'The keys on this computer are lost', 'Set up this device anew').click(slow);
    const dialog = mended.getByRole('alertdialog', { name: 'Set up this device anew' });
    await dialog.getByLabel('Password').fill(alice.password);
    await dialog.getByRole('button', { name: 'Set up anew' }).click();
    await expect(dialog).toHaveCount(0, slow);
    await useRecoveryKey(mended, 'This device is not verified', nextKey);
    await allGood(mended);
    await leaveSettings(mended);
    await openRoom(mended, 'Diary');
    await expectMessage(mended, 'Written first');
    await send(mended, 'Written last');
    await expectSent(mended, 'Written last');
    await expect(message(mended, 'Written last')).toBeVisible();
  });
});

/** The rows of a page of Settings, in the order of the keyboard. */
const rows = [
  [
    'Account',
    [
      'Add pronouns…',
      'Write about you…',
      'Write a status…',
      'Add e-mail…',
      'Add phone…',
      'Choose a server…',
      'Deactivate…',
    ],
  ],
  ['Devices', [/^Rename /]],
  ['Encryption', ['Fill anew…', 'Turn on…', 'Import', 'Export']],
] as const;

test('each row of Account, Devices and Encryption opens by keys and gives the focus back, without a serious fault of axe', async () => {
  test.setTimeout(300_000);
  const bea = await stage.register('bea', 'Bea Okonkwo');
  const running = await stage.open();
  const { page } = running;
  await signIn(page, stage.credentials(bea));
  await page.getByRole('button', { name: 'Settings' }).press('Enter');
  for (const [tab, names] of rows) {
    await page.getByRole('tab', { name: tab, exact: true }).press('Enter');
    for (const name of names) {
      const button = page.getByRole('button', { name, exact: true }).first();
      await expect(button).toBeVisible(slow);
      await tabTo(page, button);
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
      await expect(dialog).toBeVisible(slow);
      await expect
        .poll(() => dialog.evaluate((node) => node.contains(document.activeElement)))
        .toBe(true);
      expect([name, await seriousFindings(running)]).toEqual([name, []]);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(button).toBeFocused();
    }
    for (const theme of ['dark', 'light'] as const) {
      await setTheme(running, theme);
      expect([tab, theme, await seriousFindings(running)]).toEqual([tab, theme, []]);
    }
  }
});
