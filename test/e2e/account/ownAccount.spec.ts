// The account itself, in Settings: what others see of its person, addresses proven by mails, and its end; with a password, and where a page
// in the browser takes its place.
import { chromium, expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { findChromium } from '../../chromium-host/path.cjs';
import { startSso, type SignInServers } from '../../homeserver/signInServers.cjs';
import { openLink, startMailSink, type MailSink } from '../../support/mailSink';
import { newUserData, removeUserData, startApp, type RunningApp } from '../support/app';
import { seriousFindings } from '../support/axe';
import { chats, signInQuickly, tabTo } from '../support/drive';
import { shoot } from '../support/shoot';

const password = 'a horse walked over the stapler';
let sink: MailSink;
let servers: SignInServers;
let browser: Browser;
let running: RunningApp;
let userData: string;

test.beforeAll(async () => {
  sink = await startMailSink();
  servers = await startSso(sink.config);
  browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
});
test.afterAll(async () => {
  await browser?.close();
  await servers?.stop();
  await sink?.close();
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

/** The page of the `count`-th link that the app opened in the browser. */
async function opened(count: number): Promise<Page> {
  await expect.poll(async () => (await links()).length, { timeout: 30_000 }).toBe(count);
  const page = await browser.newPage();
  await page.goto((await links())[count - 1] ?? '');
  return page;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function press(page: Page, name: string | RegExp): Promise<void> {
  await button(page, name).focus();
  await page.keyboard.press('Enter');
}

/** The account's page, also when the window gets narrow. */
async function openAccount(page: Page): Promise<void> {
  await press(page, 'Settings');
  await page.getByRole('tab', { name: 'Account' }).click();
}

const deactivated = (userId: string): unknown =>
  servers.homeserver.databaseQuery('SELECT deactivated FROM users WHERE name = ?', userId)[0]?.[
    'deactivated'
  ];

test('a status, an address with its mail, and the end of an account, by keys', async () => {
  test.setTimeout(240_000);
  const { page } = running;
  const { homeserver } = servers;
  const { userId } = await homeserver.registerUser({ username: 'olga', password });
  await signInQuickly(page, { server: homeserver.baseUrl, user: 'olga', password });
  await openAccount(page);

  await press(page, 'Write a status…');
  await page.getByLabel('Status', { exact: true }).fill('Back at three');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Back at three', { exact: true })).toBeVisible({ timeout: 30_000 });
  const told = homeserver.databaseQuery(
    'SELECT status_msg FROM presence_stream WHERE user_id = ?',
    userId,
  );
  expect(told).toEqual([{ status_msg: 'Back at three' }]);

  await press(page, 'Add e-mail…');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('olga@mail.example');
  await page.keyboard.press('Enter');
  const field = page.getByLabel('Password', { exact: true });
  await expect(field).toBeFocused({ timeout: 30_000 });
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The link in the mail was not opened yet.')).toBeVisible({
    timeout: 30_000,
  });
  await shoot(running, 'address-mail');
  expect(await seriousFindings(running)).toEqual([]);
  await openLink(await sink.link('olga@mail.example'));
  await press(page, 'I have opened it');
  await expect(button(page, /Remove .*olga@mail\.example/)).toBeVisible({ timeout: 30_000 });
  await shoot(running, 'account-addresses');

  await press(page, 'Deactivate…');
  await expect(page.getByRole('alertdialog', { name: /^Deactivate @olga/ })).toBeVisible();
  await shoot(running, 'deactivate-meaning');
  await press(page, 'Go on');
  const last = page.getByLabel('Password', { exact: true });
  await expect(last).toBeFocused();
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog').getByRole('alert')).toBeVisible({ timeout: 30_000 });
  expect(deactivated(userId)).toBe(0);
  await shoot(running, 'deactivate-password');
  expect(await seriousFindings(running)).toEqual([]);
  await last.fill(password);
  await tabTo(page, button(page, 'Deactivate this account'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible({ timeout: 60_000 });
  expect(deactivated(userId)).toBe(1);
});

test('CHAT-2.2 an account without a password ends after its person answered the page of the server', async () => {
  test.setTimeout(240_000);
  const { page } = running;
  await page.getByLabel('Server', { exact: true }).fill(servers.homeserver.baseUrl);
  await button(page, 'Continue with Test service').click({ timeout: 30_000 });
  const first = await opened(1);
  await first.getByLabel('Name').fill('petra');
  await first.getByRole('button', { name: 'Sign in' }).click();
  await button(page, 'Not now').click({ timeout: 60_000 });
  await button(page, 'Go on without it').click();
  await expect(chats(page)).toBeVisible({ timeout: 30_000 });
  await first.context().close();

  await openAccount(page);
  await press(page, 'Deactivate…');
  await press(page, 'Go on');
  await expect(page.getByText('This account has no password.')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
  await press(page, 'Deactivate this account');
  const refused = await opened(2);
  await expect(page.getByText('Waiting for the page in your browser')).toBeVisible();
  await shoot(running, 'proof-waiting');
  expect(await seriousFindings(running)).toEqual([]);
  await press(page, 'Stop waiting');
  await expect(page.getByText('Waiting for the page in your browser')).toHaveCount(0);
  expect(deactivated('@petra:localhost')).toBe(0);
  await refused.close();

  await press(page, 'Deactivate this account');
  const asked = await opened(3);
  await asked.getByRole('link').first().click();
  await asked.getByLabel('Name').fill('petra');
  await asked.getByRole('button', { name: 'Sign in' }).click();
  await expect(asked.getByText(/Thank you/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible({ timeout: 60_000 });
  expect(deactivated('@petra:localhost')).toBe(1);
});
