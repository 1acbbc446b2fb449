// Without a network: what is on the disk is read, what is written goes out once and in order later; and the ways in which a sign-in
// can fail or end, in plain words.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, type Locator } from '@playwright/test';
import { on } from '../../faults/faultProxy';
import type { FaultProxy } from '../../faults/faultProxy';
import { freePort } from '../../homeserver/freePort.cjs';
import type { RunningApp } from '../support/app';
import {
  acceptInvite,
  chats,
  composer,
  createRoom,
  expectMessage,
  expectSent,
  fillSignIn,
  message,
  messages,
  openRoom,
  roomRow,
  send,
  shownTexts,
  signIn,
  signInQuickly,
  statusLine,
} from '../support/drive';
import { shoot } from '../support/shoot';
import { endStage, openStage } from '../support/stage';
import type { Person, Stage } from '../support/stage';

const room = 'Harbour';
let stage: Stage;
let proxy: FaultProxy;
let people: Record<'alice' | 'bob' | 'carol', Person>;
let alice: RunningApp;
let bob: RunningApp;
let recoveryKey: string;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  stage = await openStage();
  proxy = await stage.proxy();
  people = {
    alice: await stage.register('alice', 'Alice Hartmann'),
    bob: await stage.register('bob', 'Bob Okafor'),
    carol: await stage.register('carol', 'Carol Lindqvist'),
  };
  [alice, bob] = await Promise.all([stage.open(), stage.open()]);
  [recoveryKey] = await Promise.all([
    signIn(alice.page, stage.credentials(people.alice, proxy)),
    signInQuickly(bob.page, stage.credentials(people.bob)),
  ]);
  await createRoom(alice.page, room, [people.bob.userId]);
  await acceptInvite(bob.page, room);
  await send(bob.page, 'The boat is in the harbour');
  await expectMessage(alice.page, 'The boat is in the harbour');
});
endStage(() => stage);
test.afterEach(async () => {
  proxy.rules.clear();
  await proxy.setDown(false);
});

const sentByAlice = (): number =>
  stage
    .eventsOf(stage.roomNamed(room))
    .filter(({ type, sender }) => type === 'm.room.encrypted' && sender === people.alice.userId)
    .length;

const waiting = (app: RunningApp, text: string) =>
  message(app.page, text).getByRole('img', { name: /Waiting to be sent|Sending|Encrypting/ });

async function goOffline(app: RunningApp): Promise<void> {
  await proxy.setDown(true);
  await expect(statusLine(app.page)).toContainText(/Offline since/, { timeout: 60_000 });
}

test('offline the line says since when, all is readable, and what is written goes out once and in order', async () => {
  const before = sentByAlice();
  await goOffline(alice);
  await expectMessage(alice.page, 'The boat is in the harbour');
  const texts = ['offline 1', 'offline 2', 'offline 3'];
  for (const text of texts) {
    await send(alice.page, text);
    await expect(waiting(alice, text)).toBeVisible();
  }
  await expect(statusLine(alice.page)).toContainText('3 messages waiting');
  await alice.page.reload();
  await openRoom(alice.page, room);
  for (const text of ['The boat is in the harbour', ...texts])
    await expectMessage(alice.page, text);
  await proxy.setDown(false);
  for (const text of texts) await expectMessage(bob.page, text);
  for (const { page } of [alice, bob])
    await expect.poll(() => shownTexts(page, /offline \d/)).toEqual(texts);
  await expectSent(alice.page, 'offline 3');
  expect(sentByAlice() - before).toBe(3);
  await expect(statusLine(alice.page)).not.toContainText(/Offline/, { timeout: 30_000 });
});

test('what was written offline survives quitting and a start without a network', async () => {
  test.setTimeout(180_000);
  const before = sentByAlice();
  await goOffline(alice);
  const texts = ['kept 1', 'kept 2'];
  for (const text of texts) await send(alice.page, text);
  for (const text of texts) await expect(waiting(alice, text)).toBeVisible();
  await alice.close();
  alice = await stage.open({ userData: alice.userData });
  await openRoom(alice.page, room);
  for (const text of ['The boat is in the harbour', ...texts])
    await expectMessage(alice.page, text);
  await expect(statusLine(alice.page)).toContainText(/Offline since/, { timeout: 60_000 });
  await send(alice.page, 'kept 3');
  await proxy.setDown(false);
  for (const text of [...texts, 'kept 3']) await expectMessage(bob.page, text);
  for (const { page } of [alice, bob])
    await expect.poll(() => shownTexts(page, /kept \d/)).toEqual([...texts, 'kept 3']);
  await expectSent(alice.page, 'kept 3');
  expect(sentByAlice() - before).toBe(3);
});

test('a reloaded window shows the room again at once', async () => {
  await openRoom(alice.page, room);
  await alice.page.reload();
  await expect(roomRow(alice.page, room).first()).toBeVisible();
  await openRoom(alice.page, room);
  await expectMessage(alice.page, 'The boat is in the harbour');
});

test('signing out asks when messages are unsent, and cancelling keeps them', async () => {
  await openRoom(alice.page, room);
  await goOffline(alice);
  await send(alice.page, 'not yet gone');
  await expect(waiting(alice, 'not yet gone')).toBeVisible();
  await alice.page.getByRole('button', { name: 'Settings' }).click();
  await alice.page.getByRole('button', { name: 'Sign out…' }).click();
  const question = alice.page.getByRole('alertdialog', { name: /Sign out of .*Alice/ });
  await expect(question).toContainText('1 unsent message will be lost.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await alice.page.getByRole('button', { name: 'Chats' }).click();
  await openRoom(alice.page, room);
  await expectMessage(alice.page, 'not yet gone');
  await proxy.setDown(false);
  await expectMessage(bob.page, 'not yet gone');
});

test('two accounts stand side by side and are switched', async () => {
  test.setTimeout(180_000);
  const { page } = bob;
  await page.getByRole('button', { name: 'Add an account' }).click();
  await signInQuickly(page, stage.credentials(people.carol));
  await createRoom(page, 'Lighthouse', []);
  await expect(roomRow(page, room)).toHaveCount(0);
  const accounts = page.getByRole('list', { name: 'Accounts' });
  await accounts.getByRole('button', { name: /Bob Okafor/ }).click();
  await expect(roomRow(page, room).first()).toBeVisible();
  await expect(roomRow(page, 'Lighthouse')).toHaveCount(0);
  await accounts.getByRole('button', { name: /Carol Lindqvist/ }).click();
  await expect(roomRow(page, 'Lighthouse').first()).toBeVisible();
  await openRoom(page, 'Lighthouse');
  await send(page, 'Light on');
  await expectSent(page, 'Light on');
  await accounts.getByRole('button', { name: /Bob Okafor/ }).click();
  await openRoom(page, room);
});

/** The request that waits for news would learn only after half a minute that the session has ended. */
async function wakeSync(): Promise<void> {
  await proxy.setDown(true);
  await proxy.setDown(false);
}

/** Signs alice in again by the form that stands in this part of the window. */
async function fillPassword(form: Locator): Promise<void> {
  await form.getByLabel('Password', { exact: true }).fill(people.alice.password);
  await form.getByRole('button', { name: 'Sign in again' }).click();
}

/** Bob sees once what alice wrote before she signed in again, and both can go on. */
async function goOn(word: string, text: string): Promise<void> {
  await openRoom(bob.page, room);
  await expectMessage(bob.page, text);
  await openRoom(alice.page, room);
  await expectMessage(alice.page, 'The boat is in the harbour');
  await send(bob.page, `welcome back, ${word}`);
  await expectMessage(alice.page, `welcome back, ${word}`);
  expect(await shownTexts(bob.page, new RegExp(text))).toHaveLength(1);
}

test('a sign-in that has expired says so, and goes on with the same device after signing in again', async () => {
  test.setTimeout(180_000);
  await openRoom(alice.page, room);
  proxy.rules.add({
    // The question whether the server is there needs no token.
    match: on('*', /\/_matrix\/client\/(?!versions)/),
    status: 401,
    body: { errcode: 'M_UNKNOWN_TOKEN', error: 'Access token has expired', soft_logout: true },
  });
  await wakeSync();
  await expect(statusLine(alice.page)).toContainText('Your sign-in has expired', {
    timeout: 60_000,
  });
  await expectMessage(alice.page, 'The boat is in the harbour');
  await send(alice.page, 'written while expired');
  await expect(waiting(alice, 'written while expired')).toBeVisible();
  proxy.rules.clear();
  await statusLine(alice.page).getByRole('button', { name: 'Sign in again' }).click();
  const dialog = alice.page.getByRole('dialog', { name: 'Sign in again' });
  await fillPassword(dialog);
  await expect(dialog).toHaveCount(0, { timeout: 60_000 });
  await goOn('expired', 'written while expired');
});

test('a device that was removed at the server shows nothing until it signs in again, and nothing is lost', async () => {
  test.setTimeout(180_000);
  const { page } = alice;
  await openRoom(page, room);
  await goOffline(alice);
  await send(page, 'written while removed');
  await expect(waiting(alice, 'written while removed')).toBeVisible();
  await stage.homeserver.request('POST', '/_matrix/client/v3/logout/all', {
    token: (await stage.homeserver.login(people.alice)).accessToken,
    body: {},
  });
  await proxy.setDown(false);
  const gone = page.getByRole('heading', { name: 'This computer was signed out' });
  await expect(gone).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('The boat is in the harbour')).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove from this computer…' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('1 unsent message will be lost.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await shoot(alice, 'deviceGone');
  await fillPassword(page.getByRole('main'));
  // A new device gets keys once its owner has confirmed it.
  await page.getByRole('textbox', { name: 'Recovery key' }).fill(recoveryKey, { timeout: 60_000 });
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(chats(page)).toBeVisible({ timeout: 60_000 });
  await goOn('removed', 'written while removed');
});

test.describe('sign-in says in plain words what is wrong', () => {
  let newcomer: RunningApp;
  let website: Server;

  test.beforeAll(async () => {
    newcomer = await stage.open();
    website = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>A bakery</title><h1>Bread</h1>');
    }).listen(0, '127.0.0.1');
    await once(website, 'listening');
  });
  test.afterAll(() => {
    website.closeAllConnections();
    website.close();
  });

  const says = async (text: string): Promise<void> => {
    await expect(newcomer.page.getByText(text)).toBeVisible({ timeout: 30_000 });
  };

  test('a server that nobody answers for', async () => {
    const address = `http://127.0.0.1:${await freePort()}`;
    await fillSignIn(newcomer.page, { server: address, user: 'alice', password: 'x' });
    await says('No server answers at this address. Check the spelling and your connection.');
  });

  test('a server that is not Matrix', async () => {
    const { port } = website.address() as AddressInfo;
    await fillSignIn(newcomer.page, {
      server: `http://127.0.0.1:${port}`,
      user: 'alice',
      password: 'x',
    });
    await says(
      'There is a server at this address, but it is not a Matrix server. Check the address.',
    );
  });

  test('a wrong password', async () => {
    await fillSignIn(newcomer.page, {
      ...stage.credentials(people.carol),
      password: 'not the password',
    });
    await says('The user name or the password is wrong. Check for caps lock.');
  });

  test('a network that goes away on the way in', async () => {
    proxy.rules.add({ match: on('POST', '/login'), cut: 'before-forward' });
    await fillSignIn(newcomer.page, { ...stage.credentials(people.carol), server: proxy.url });
    await says('The server cannot be reached. Check your connection and try again.');
  });
});

test('a draft stays where it was written', async () => {
  await openRoom(bob.page, room);
  await composer(bob.page).fill('half a thou');
  // When the user leaves the chat, the engine saves the draft.
  const place = (name: string) =>
    bob.page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name, exact: true });
  await place('Calls').click();
  await expect(composer(bob.page)).toHaveCount(0);
  await place('Chats').click();
  await bob.page.reload();
  await openRoom(bob.page, room);
  await expect(composer(bob.page)).toHaveValue('half a thou');
  await expect(messages(bob.page).filter({ hasText: 'half a thou' })).toHaveCount(0);
});

const newLine = (app: RunningApp) =>
  app.page
    .getByRole('log', { name: 'Messages', exact: true })
    .getByRole('separator')
    .filter({ hasText: /^New$/ });

/** The room stands open at its end in a window without a network, while `count` lines come. */
async function miss(count: number, word: string): Promise<void> {
  for (let at = 0; at < count; at += 1) await send(bob.page, `${word} ${100 + at}`);
  await expectSent(bob.page, `${word} ${100 + count - 1}`);
  await proxy.setDown(false);
  await expect(message(alice.page, `${word} 100`)).toBeInViewport();
  await expect(newLine(alice)).toBeInViewport();
  await expect(message(alice.page, `${word} ${100 + count - 1}`)).not.toBeInViewport();
}

test('CHAT-3.25 what was missed in the open chat has its line in view, is counted, and is read only as it comes into view', async () => {
  await openRoom(alice.page, room);
  await openRoom(bob.page, room);
  await send(bob.page, 'All are here');
  await expectMessage(alice.page, 'All are here');
  await goOffline(alice);
  await miss(35, 'missed');
  const rest = alice.page.getByRole('button', { name: '35 new messages' });
  await expect(rest).toBeVisible();
  await expect(roomRow(alice.page, room)).toContainText(/\d+ unread/);
  await rest.click();
  await expectMessage(alice.page, 'missed 134');
  await expect(roomRow(alice.page, room)).not.toContainText(/\d+ unread/);
  await goOffline(alice);
  await send(alice.page, 'written meanwhile');
  await miss(30, 'again');
  await alice.page.getByRole('button', { name: '30 new messages' }).click();
  await expectSent(alice.page, 'written meanwhile');
});
