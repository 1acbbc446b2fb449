// Signing in through the browser, with a real one: at a server that leaves it to an OAuth 2.0 service, and by single sign-on.
import { chromium, expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { findChromium } from '../../chromium-host/path.cjs';
import { startDelegated, startSso, type SignInServers } from '../../homeserver/signInServers.cjs';
import { newUserData, removeUserData, startApp, type RunningApp } from '../support/app';
import { seriousFindings } from '../support/axe';
import { answerDialogs, askedInDialogs } from '../support/dropFiles';
import { chats } from '../support/drive';
import { shoot } from '../support/shoot';

let delegated: SignInServers;
let sso: SignInServers;
let browser: Browser;
let running: RunningApp;
let userData: string;

test.beforeAll(async () => {
  [delegated, sso] = await Promise.all([startDelegated({ rendezvous: true }), startSso()]);
  browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
});
test.afterAll(async () => {
  await browser?.close();
  await Promise.all([delegated?.stop(), sso?.stop()]);
});
test.beforeEach(async () => {
  userData = newUserData();
  running = await startApp({ userData });
});
// eslint-disable-next-line no-empty-pattern -- the first argument has to be a pattern
test.afterEach(async ({}, info) => {
  if (info.status !== info.expectedStatus)
    await info.attach('app', { body: running.output(), contentType: 'text/plain' });
  await running.close();
  removeUserData(userData);
});

const links = (): Promise<string[]> =>
  running.app.evaluate(() => [...(globalThis.__test?.openedLinks ?? [])]);

/** Opens in the browser what the app has asked for as its `count`-th link. */
async function openLink(count: number): Promise<Page> {
  await expect.poll(async () => (await links()).length, { timeout: 30_000 }).toBe(count);
  const page = await browser.newPage();
  await page.goto((await links())[count - 1] ?? '');
  return page;
}

async function answer(page: Page, name: string, button = 'Sign in'): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: button }).click();
}

const fillServer = (page: Page, { homeserver }: SignInServers) =>
  page.getByLabel('Server', { exact: true }).fill(homeserver.baseUrl);

async function withoutKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Not now' }).click({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Go on without it' }).click();
  await expect(chats(page)).toBeVisible({ timeout: 30_000 });
}

test('CALL-1.2 CHAT-2.3 a server that leaves signing in to its service: through the browser, with a second page, to the account page and out', async () => {
  test.setTimeout(240_000);
  const { page } = running;
  await fillServer(page, delegated);
  const go = page.getByRole('button', { name: 'Continue in the browser' });
  await expect(go).toBeVisible({ timeout: 30_000 });
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
  await shoot(running, 'sign-in-browser');
  await go.click();
  const first = await openLink(1);
  await expect(page.getByText('Waiting for your browser')).toBeVisible();
  await shoot(running, 'sign-in-waiting');
  expect(await seriousFindings(running)).toEqual([]);

  // The page was closed; and somebody else's page guesses at the address.
  const back = new URL(new URL((await links())[0] ?? '').searchParams.get('redirect_uri') ?? '');
  back.search = '?code=stolen&state=guessed1';
  await first.goto(back.href);
  await expect(first.getByText('does not belong to the sign-in')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('does not belong to this sign-in');
  await shoot(running, 'sign-in-foreign');
  await first.close();
  await page.getByRole('button', { name: 'Open the page again' }).click();
  const second = await openLink(2);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await answer(second, 'carol');
  await expect(second.getByText('You can close this page and go back')).toBeVisible();
  await withoutKey(page);

  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByText('@carol:localhost', { exact: true })).toBeVisible();
  await shoot(running, 'account-page');
  await page.getByRole('button', { name: 'Open page' }).click();
  const account = await openLink(3);
  await expect(account.getByText('Your account')).toBeVisible();

  const { homeserver } = delegated;
  const devices = () =>
    homeserver.databaseQuery('SELECT 1 FROM devices WHERE user_id = ?', '@carol:localhost');
  const before = devices().length;
  await page.getByRole('button', { name: 'Sign out…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => devices().length).toBe(before - 1);
});

test('CALL-7.24 a code that is confirmed on another device signs in; a no there leads back to the choice', async () => {
  test.setTimeout(240_000);
  const { page } = running;
  await fillServer(page, delegated);
  const use = page.getByRole('button', { name: 'Use another device' });
  const other = async (): Promise<Page> => {
    await use.click({ timeout: 30_000 });
    const term = page.locator('dd');
    await expect(term).toHaveCount(2, { timeout: 30_000 });
    const [address = '', code = ''] = await term.allTextContents();
    const phone = await browser.newPage();
    await phone.goto(address, { waitUntil: 'domcontentloaded' });
    await phone.locator('[name=user_code]').fill(code);
    await phone.locator('[type=submit]').first().click();
    await expect(phone.getByText(code)).toBeVisible({ timeout: 30_000 });
    return phone;
  };
  const first = await other();
  await shoot(running, 'sign-in-code');
  expect(await seriousFindings(running)).toEqual([]);
  await first.locator('[name=abort]').click();
  await expect(page.getByText('The sign-in was not allowed.')).toBeVisible({ timeout: 30_000 });
  await first.close();

  const second = await other();
  await page.reload();
  await expect(page.getByText('Continue on another device')).toBeVisible({ timeout: 30_000 });
  await second.locator('button[autofocus]').click();
  await answer(second, 'wilma');
  await withoutKey(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByText('@wilma:localhost', { exact: true })).toBeVisible();
});

test('a device that is signed in brings another one in with a code, and its keys', async () => {
  test.setTimeout(240_000);
  const { page } = running;
  await fillServer(page, delegated);
  await page.getByRole('button', { name: 'Continue in the browser' }).click({ timeout: 30_000 });
  await answer(await openLink(1), 'wanda');
  await page.getByRole('button', { name: 'Create recovery key' }).click({ timeout: 60_000 });
  await page.getByRole('button', { name: 'I saved it' }).click({ timeout: 30_000 });
  await expect(chats(page)).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Devices' }).click();
  await page.getByRole('button', { name: 'Link a device' }).click({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Read the code of the other device' }).click();

  const otherData = newUserData();
  const other = await startApp({ userData: otherData });
  await fillServer(other.page, delegated);
  await expect(other.page.getByRole('button', { name: 'Continue in the browser' })).toBeVisible({
    timeout: 30_000,
  });
  await other.page.getByRole('button', { name: 'Link to a signed-in device' }).click();
  await other.page.getByRole('button', { name: 'Show a code here' }).click();
  const code = other.page.getByRole('img', { name: /^The code for the camera/ });
  await expect(code).toBeVisible({ timeout: 30_000 });
  await shoot(other, 'link-code');
  await answerDialogs(running, 0);
  const buffer = await code.screenshot();
  await page
    .getByTestId('code-picture')
    .setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer });
  const digits = page.getByRole('img', { name: 'The two digits' });
  await expect(digits).toBeVisible({ timeout: 30_000 });
  await shoot(running, 'link-digits');
  expect(await seriousFindings(running)).toEqual([]);
  await other.page.getByLabel('Two digits').fill(await digits.innerText());
  await other.page.keyboard.press('Enter');

  const allow = await openLink(2);
  expect(await askedInDialogs(running)).toHaveLength(1);
  const shown = /[A-Z]{4}-[A-Z]{4}/.exec(await allow.locator('body').innerText())?.[0] ?? 'no code';
  await expect(other.page.getByText(shown)).toBeVisible({ timeout: 30_000 });
  await allow.locator('button[autofocus]').click();
  await answer(allow, 'wanda');
  await expect(chats(other.page)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('The new device is signed in and verified.')).toBeVisible({
    timeout: 30_000,
  });
  await shoot(running, 'link-done');
  await other.page.getByRole('button', { name: 'Settings' }).click();
  await other.page.getByRole('tab', { name: 'Devices' }).click();
  await expect(other.page.getByText('Verified', { exact: true })).toHaveCount(2, {
    timeout: 60_000,
  });
  await other.close();
  removeUserData(otherData);
});

test('whoever says no in the browser, or cancels here, is back at the choice; a new account is made there', async () => {
  test.setTimeout(240_000);
  const { page } = running;
  await fillServer(page, delegated);
  const go = page.getByRole('button', { name: 'Continue in the browser' });
  await go.click({ timeout: 30_000 });
  const refused = await openLink(1);
  await refused.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByText('The sign-in was not allowed.')).toBeVisible({ timeout: 30_000 });
  await go.click();
  const stale = await openLink(2);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(go).toBeVisible();
  await expect(page.getByText('The sign-in was not allowed.')).toHaveCount(0);
  // The page that still stands there leads nowhere.
  const gone = stale.waitForEvent('requestfailed');
  await answer(stale, 'dora').catch(() => undefined);
  expect((await gone).url()).toContain('/callback?');
  await expect(go).toBeVisible();

  await page.getByRole('button', { name: /^Create an account on/ }).click();
  await answer(await openLink(3), 'erin', 'Create account');
  await withoutKey(page);
  const rows = delegated.homeserver.databaseQuery("SELECT name FROM users WHERE name LIKE '@%'");
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['@erin:localhost']));
});

test('CHAT-2.1 CHAT-7.52 a server with single sign-on offers its provider beside the password, and signs in with the token', async () => {
  test.setTimeout(180_000);
  const { page } = running;
  await fillServer(page, sso);
  const provider = page.getByRole('button', { name: 'Continue with Test service' });
  await expect(provider).toBeVisible({ timeout: 30_000 });
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  await shoot(running, 'sign-in-sso');
  expect(await seriousFindings(running)).toEqual([]);
  await provider.click();
  await answer(await openLink(1), 'dave');
  await withoutKey(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByText('@dave:localhost', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open page' })).toHaveCount(0);
});
