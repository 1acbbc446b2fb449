// Making an account and replacing a forgotten password, through the screen: a real Synapse with tokens, terms and mails.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { on, startFaultProxy } from '../../faults/faultProxy';
import { startHomeserver } from '../../homeserver/homeserver.cjs';
import { openLink, startMailSink, type MailSink } from '../../support/mailSink';
import { newUserData, removeUserData, startApp, type RunningApp } from '../support/app';
import { seriousFindings } from '../support/axe';
import { chats, expectMessage, expectSent, openRoom, send } from '../support/drive';
import { shoot } from '../support/shoot';

type Homeserver = Awaited<ReturnType<typeof startHomeserver>>;

const password = 'a horse walked over the stapler';
let sink: MailSink;
let homeserver: Homeserver;
let running: RunningApp;
let userData: string;

test.beforeAll(async () => {
  sink = await startMailSink();
  homeserver = await startHomeserver({
    config: {
      ...sink.config,
      allow_guest_access: true,
      room_list_publication_rules: [{ action: 'allow' }],
      registrations_require_3pid: ['email'],
      registration_requires_token: true,
      user_consent: {
        ...{ template_dir: '__DATA__', version: '1.0', require_at_registration: true },
        policy_name: 'House rules',
      },
    },
  });
  const { accessToken: token } = await homeserver.registerUser({
    ...{ username: 'taken', password: 'pw', admin: true },
  });
  await homeserver.request('POST', '/_synapse/admin/v1/registration_tokens/new', {
    ...{ token, body: { token: 'Garden' } },
  });
});
test.afterAll(async () => {
  await homeserver?.stop();
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

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

async function atServer(page: Page, way: RegExp, server = homeserver.baseUrl): Promise<void> {
  await field(page, 'Server').fill(server);
  const button = page.getByRole('button', { name: way });
  await expect(button).toBeVisible({ timeout: 30_000 });
  await button.focus();
  await page.keyboard.press('Enter');
}

async function withoutKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Not now' }).click({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Go on without it' }).click();
  await expect(chats(page)).toBeVisible({ timeout: 30_000 });
}

async function killEngine(): Promise<void> {
  const pids = await running.app.evaluate(() =>
    Object.values(globalThis.__test?.enginePids() ?? {}).filter((pid) => pid !== null),
  );
  for (const pid of pids) process.kill(pid, 'SIGKILL');
}

test('an account is made by keys alone: name, token, terms, mail; a killed engine and a new page in between', async () => {
  test.setTimeout(240_000);
  const { page } = running;
  await atServer(page, /^Create an account on/);
  await expect(field(page, 'User name')).toBeFocused({ timeout: 30_000 });
  await page.keyboard.type('taken');
  await expect(page.getByText('This user name is taken.')).toBeVisible({ timeout: 30_000 });
  await field(page, 'User name').fill('mara');
  await expect(page.getByText('This name is free.')).toBeVisible({ timeout: 30_000 });
  await field(page, 'Password').focus();
  await page.keyboard.type('password');
  await expect(page.getByText('Very weak')).toBeVisible({ timeout: 30_000 });
  await shoot(running, 'register-form');
  await field(page, 'Password').fill(password);
  await expect(page.getByText('Strong.', { exact: true })).toBeVisible();
  await field(page, 'E-mail address').focus();
  await page.keyboard.type('mara@mail.example');
  expect(await seriousFindings(running)).toEqual([]);
  await page.keyboard.press('Enter');

  await expect(field(page, 'Invitation code')).toBeFocused({ timeout: 30_000 });
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The server does not know this code')).toBeVisible();
  await shoot(running, 'register-token');
  expect(await seriousFindings(running)).toEqual([]);

  // The process that knows of the registration dies: what was typed is still there.
  await killEngine();
  await expect(page.getByText('Nothing of what you typed is lost')).toBeVisible({
    timeout: 60_000,
  });
  await expect(field(page, 'User name')).toHaveValue('mara');
  await expect(field(page, 'Password')).toHaveValue(password);
  await shoot(running, 'register-interrupted');
  await page.getByRole('button', { name: 'Create account' }).focus();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Invitation code')).toBeFocused({ timeout: 30_000 });
  await page.keyboard.type('Garden');
  await page.keyboard.press('Enter');

  const policy = page.getByRole('button', { name: 'House rules' });
  await expect(policy).toBeFocused({ timeout: 30_000 });
  await page.keyboard.press('Enter');
  const opened = () => running.app.evaluate(() => [...(globalThis.__test?.openedLinks ?? [])]);
  await expect.poll(opened).toEqual([`${homeserver.baseUrl}/_matrix/consent?v=1.0`]);
  await shoot(running, 'register-terms');

  // The window is loaded anew in the middle of it.
  await page.reload();
  await expect(page.getByRole('button', { name: 'I agree' })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'I agree' }).focus();
  await page.keyboard.press('Enter');
  const linkOpened = page.getByRole('button', { name: 'I have opened the link' });
  await expect(linkOpened).toBeFocused({ timeout: 30_000 });
  await page.keyboard.press('Enter');
  await expect(page.getByText('The link in the mail was not opened yet.')).toBeVisible({
    timeout: 30_000,
  });
  await shoot(running, 'register-mail');
  expect(await seriousFindings(running)).toEqual([]);
  // Two mails: the engine that died took the first one's secret with it.
  await openLink(await sink.link('mara@mail.example', 2));

  await withoutKey(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByText('@mara:localhost', { exact: true })).toBeVisible();
});

test('a guest looks into a room, joins and writes, and becomes an account there with all that the server asks for', async () => {
  test.setTimeout(240_000);
  const { page } = running;
  const { accessToken: token } = await homeserver.login({ username: 'taken', password: 'pw' });
  const state = (type: string, content: object) => ({ type, state_key: '', content });
  await homeserver.request('POST', '/_matrix/client/v3/createRoom', {
    token,
    body: {
      ...{ preset: 'public_chat', visibility: 'public', name: 'Square' },
      initial_state: [
        state('m.room.guest_access', { guest_access: 'can_join' }),
        state('m.room.history_visibility', { history_visibility: 'world_readable' }),
      ],
    },
  });
  const press = async (name: string | RegExp): Promise<void> => {
    const button = page.getByRole('button', { name });
    await expect(button).toBeVisible({ timeout: 30_000 });
    await button.focus();
    await page.keyboard.press('Enter');
  };
  await atServer(page, /^Look around without an account/);
  await expect(page.getByText('You are here as a guest.')).toBeVisible({ timeout: 60_000 });
  await press('Look into public rooms');
  await press('Join Square');
  await send(page, 'hello from a guest');
  await expectSent(page, 'hello from a guest');
  await shoot(running, 'guest-room');
  expect(await seriousFindings(running)).toEqual([]);

  await press('Create an account');
  await expect(field(page, 'Password')).toBeFocused({ timeout: 30_000 });
  await page.keyboard.type(password);
  await field(page, 'E-mail address').focus();
  await page.keyboard.type('guest@mail.example');
  await shoot(running, 'guest-account');
  expect(await seriousFindings(running)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(field(page, 'Invitation code')).toBeFocused({ timeout: 30_000 });
  await page.keyboard.type('Garden');
  await page.keyboard.press('Enter');
  await press('I agree');
  await expect(page.getByRole('button', { name: 'I have opened the link' })).toBeVisible({
    timeout: 30_000,
  });
  await openLink(await sink.link('guest@mail.example', 1));
  await expect(page.getByText('You are here as a guest.')).toBeHidden({ timeout: 60_000 });

  // The same room, the same words, now of an account.
  await openRoom(page, 'Square');
  await expectMessage(page, 'hello from a guest');
  await send(page, 'hello from an account');
  await expectSent(page, 'hello from an account');
});

test('a forgotten password is replaced by a mail, and signs in', async () => {
  test.setTimeout(240_000);
  const { page } = running;
  const { userId, accessToken } = await homeserver.registerUser({
    ...{ username: 'nora', password: 'the old one' },
  });
  const { accessToken: admin } = await homeserver.login({ username: 'taken', password: 'pw' });
  await homeserver.request('PUT', `/_synapse/admin/v2/users/${userId}`, {
    token: admin,
    body: { threepids: [{ medium: 'email', address: 'nora@mail.example' }] },
  });
  await atServer(page, /^Forgotten your password/);
  await expect(field(page, 'E-mail address')).toBeFocused();
  await page.keyboard.type('nobody@mail.example');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No account on this server has this e-mail address.')).toBeVisible({
    timeout: 30_000,
  });
  await shoot(running, 'forgotten-address');
  await field(page, 'E-mail address').fill('nora@mail.example');
  await page.keyboard.press('Enter');
  await expect(field(page, 'New password')).toBeFocused({ timeout: 30_000 });
  await page.keyboard.type(password);
  await page.getByRole('switch', { name: /^Sign out all my devices/ }).focus();
  await page.keyboard.press('Space');
  await shoot(running, 'forgotten-password');
  expect(await seriousFindings(running)).toEqual([]);
  await page.getByRole('button', { name: 'Set new password' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Waiting until you open the link')).toBeVisible({ timeout: 30_000 });
  await openLink(await sink.link('nora@mail.example'));
  await expect(page.getByText('Your password is changed.')).toBeVisible({ timeout: 30_000 });
  await shoot(running, 'password-changed');

  await field(page, 'User name').fill('nora');
  await field(page, 'Password').fill(password);
  await page.keyboard.press('Enter');
  await withoutKey(page);
  const ended = homeserver.request('GET', '/_matrix/client/v3/account/whoami', {
    token: accessToken,
  });
  await expect(ended).rejects.toMatchObject({ status: 401 });
});

/** A homeserver that wants a captcha, whose maker says yes to all; its page is ours, so that it tries what a page must not do. */
async function startCaptcha(html: string) {
  const maker = createServer((_request, response) => response.end('{"success": true}'));
  maker.listen(0, '127.0.0.1');
  await once(maker, 'listening');
  const { port } = maker.address() as AddressInfo;
  const server = await startHomeserver({
    config: {
      ...{ enable_registration_captcha: true, recaptcha_public_key: 'a' },
      ...{ recaptcha_private_key: 'b', recaptcha_siteverify_api: `http://127.0.0.1:${port}/` },
    },
  });
  const proxy = await startFaultProxy(server.baseUrl);
  // They name the homeserver itself.
  proxy.rules.add({ match: on('GET', '/.well-known'), status: 404 });
  const headers = { 'content-type': 'text/html' };
  const fallback = on('GET', '/auth/m.login.recaptcha/fallback/web');
  proxy.rules.add({ match: fallback, status: 200, body: html, headers });
  const leads = { location: 'https://evil.example/' };
  proxy.rules.add({ match: on('GET', '/leads-away'), status: 302, headers: leads });
  const stop = async (): Promise<void> => {
    await proxy.close();
    await server.stop();
    maker.closeAllConnections();
    maker.close();
  };
  return { url: proxy.url, stop };
}

const captchaPage = `<!doctype html><title>Not the title</title><h1>Are you a person?</h1>
  <form method="post"><input type="hidden" name="g-recaptcha-response" value="x"><button>I am</button></form>
  <a id="away" href="https://elsewhere.example/">away</a> <a id="redirect" href="/leads-away">on</a>
  <a id="file" href="data:text/plain,x" download="x.txt">file</a>`;

test('a captcha is answered in a locked-down window: it cannot leave its server, is granted nothing, and goes when it is done', async () => {
  test.setTimeout(240_000);
  const { page, app } = running;
  const captcha = await startCaptcha(captchaPage);
  try {
    await atServer(page, /^Create an account on/, captcha.url);
    await expect(field(page, 'User name')).toBeFocused({ timeout: 30_000 });
    await page.keyboard.type('carla');
    await field(page, 'Password').fill(password);
    const opening = app.waitForEvent('window');
    await field(page, 'Password').press('Enter');
    const first = await opening;
    await first.getByRole('heading', { name: 'Are you a person?' }).waitFor({ timeout: 30_000 });
    await shoot(running, 'register-page');
    expect(await seriousFindings(running)).toEqual([]);

    const address = first.url();
    expect(address).toContain('/_matrix/client/v3/auth/m.login.recaptcha/fallback/web');
    const reach = await first.evaluate(async () => [
      ...['require', 'process', 'trellis', 'electron'].map((name) => name in window),
      await Notification.requestPermission(),
      await navigator.mediaDevices.getUserMedia({ audio: true }).catch((e: Error) => e.name),
    ]);
    expect(reach).toEqual([false, false, false, false, 'denied', 'NotAllowedError']);
    const titles = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => window.getTitle()),
    );
    expect(titles).toContain(`${new URL(captcha.url).host} asks – Trellis`);
    const opened = () => app.evaluate(() => [...(globalThis.__test?.openedLinks ?? [])]);
    await first.locator('#away').click({ noWaitAfter: true });
    await expect.poll(opened).toEqual(['https://elsewhere.example/']);
    await first.locator('#redirect').click({ noWaitAfter: true });
    await first.locator('#file').click({ noWaitAfter: true });
    expect(await first.evaluate(() => document.querySelector('h1')?.textContent)).toBe(
      'Are you a person?',
    );
    expect(first.url()).toBe(address);

    // Closed without an answer: said, and opened again by keys alone.
    await first.close();
    await expect(page.getByText('The window was closed before the server')).toBeVisible({
      timeout: 30_000,
    });
    await shoot(running, 'register-page-closed');
    const again = app.waitForEvent('window');
    await page.getByRole('button', { name: 'Open the page again' }).focus();
    await page.keyboard.press('Enter');
    const second = await again;
    await second.getByRole('button', { name: 'I am' }).waitFor({ timeout: 30_000 });
    expect(await second.evaluate(() => document.cookie + localStorage.length)).toBe('0');
    const gone = second.waitForEvent('close');
    await second.getByRole('button', { name: 'I am' }).click({ noWaitAfter: true });
    await gone;
    await withoutKey(page);
    expect(await opened()).toEqual(['https://elsewhere.example/']);
  } finally {
    await captcha.stop();
  }
});
