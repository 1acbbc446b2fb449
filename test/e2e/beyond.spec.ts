// Beyond the own chats, against a real homeserver: what the bell lists, public rooms, and what people decide about a room who run it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { examplePicture } from '../demo/picture';
import type { RunningApp } from './support/app';
import { seriousFindings } from './support/axe';
import {
  composer,
  createRoom,
  expectMessage,
  message,
  openRoom,
  roomRow,
  signInQuickly,
  tabTo,
} from './support/drive';
import { makeRoom, say, sendEvent } from './support/plain';
import { shoot } from './support/shoot';
import { endStage, openStage } from './support/stage';
import type { Person, Stage } from './support/stage';

let stage: Stage;
let people: Record<'alice' | 'bob', Person>;
let app: RunningApp;
let market: string;
const long = { timeout: 30_000 };

test.beforeAll(async () => {
  test.setTimeout(120_000);
  stage = await openStage({ room_list_publication_rules: [{ action: 'allow' }] });
  people = {
    alice: await stage.register('alice', 'Alice Hartmann'),
    bob: await stage.register('bob', 'Bob Okafor'),
  };
  const { alice, bob } = people;
  market = await makeRoom(stage.homeserver, bob, { name: 'Market', invite: [alice] });
  const open = { visibility: 'public', preset: 'public_chat' };
  await makeRoom(stage.homeserver, bob, { name: 'Beekeepers', more: { ...open, topic: 'Hives' } });
  await makeRoom(stage.homeserver, bob, { name: 'Orchard keepers', more: open });
  app = await stage.open();
  await signInQuickly(app.page, stage.credentials(alice));
});
endStage(() => stage);

const place = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name, exact: true });

test('the bell lists what was announced, by keys too: mentions apart, read where it was read, a press leads to it', async () => {
  const { page } = app;
  const { alice, bob } = people;
  // The room is open, so that what comes in another one is news.
  await expect(roomRow(page, 'Market').first()).toBeVisible(long);
  await say(stage.homeserver, bob, market, 'Beans are two a pound');
  await sendEvent(stage.homeserver, bob, market, {
    msgtype: 'm.text',
    body: 'Alice Hartmann: are you coming?',
    'm.mentions': { user_ids: [alice.userId] },
  });
  await expect(roomRow(page, 'Market').first()).toContainText('are you coming?', long);
  await place(page, 'Notifications').press('Enter');
  const list = page.getByRole('list', { name: 'Notifications' });
  const rows = list.getByRole('button').filter({ hasText: 'Bob Okafor' });
  await expect(rows.filter({ hasText: 'are you coming?' })).toHaveCount(1, long);
  await expect(rows.filter({ hasText: /in .?Market/ })).not.toHaveCount(0);
  await shoot(app, 'beyond-bell');
  expect(await seriousFindings(app)).toEqual([]);
  await page.getByRole('radio', { name: 'Mentions' }).press(' ');
  await expect(rows).toHaveCount(1, long);
  await expect(rows).toContainText('Mention');
  await expect(rows.getByText('New', { exact: true }).or(rows.getByLabel('New'))).not.toHaveCount(
    0,
  );
  await rows.focus();
  await page.keyboard.press('Enter');
  await expect(message(page, 'are you coming?')).toBeInViewport(long);
  await expect(page.getByRole('heading', { name: 'Market', level: 1 })).toBeVisible();
  // Read in the room, it is no news in the list any more.
  await page.bringToFront();
  await expect(
    roomRow(page, 'Market')
      .first()
      .getByLabel(/unread|mention/i),
  ).toHaveCount(0, long);
});

test('a public room is found by a word, joined by keys, and written to', async () => {
  const { page } = app;
  await page.getByRole('button', { name: 'New chat' }).first().press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New chat' });
  await dialog.getByRole('radio', { name: 'Public rooms' }).click({ force: true });
  const list = dialog.getByRole('list', { name: 'Public rooms' });
  await expect(list.getByRole('listitem')).toHaveCount(2, long);
  await dialog.getByRole('textbox', { name: 'Search public rooms' }).fill('hives');
  await expect(list.getByRole('listitem')).toHaveCount(1, long);
  await expect(list.getByRole('listitem')).toContainText(/Beekeepers.*1 person/);
  await shoot(app, 'beyond-public');
  expect(await seriousFindings(app)).toEqual([]);
  await list.getByRole('button', { name: 'Join Beekeepers' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Beekeepers', level: 1 })).toBeVisible(long);
  await composer(page).fill('I have two hives');
  await composer(page).press('Enter');
  await expectMessage(page, 'I have two hives');
  const room = stage.roomNamed('Beekeepers');
  const said = () =>
    stage.eventsOf(room).some(({ content }) => content['body'] === 'I have two hives');
  await expect.poll(said, long).toBe(true);
});

test('CHAT-7.31 a room that everybody may read is looked into by keys, with what is said meanwhile, and joined from there', async () => {
  const { page } = app;
  const { bob } = people;
  const history = { history_visibility: 'world_readable' };
  const station = await makeRoom(stage.homeserver, bob, {
    name: 'Weather station',
    more: {
      ...{ visibility: 'public', preset: 'public_chat' },
      initial_state: [{ type: 'm.room.history_visibility', state_key: '', content: history }],
    },
  });
  await sendEvent(stage.homeserver, bob, station, {
    ...{ msgtype: 'm.text', body: 'Frost tonight', format: 'org.matrix.custom.html' },
    formatted_body: '<strong>Frost</strong> tonight',
  });
  await page.getByRole('button', { name: 'New chat' }).first().press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New chat' });
  await dialog.getByRole('radio', { name: 'Public rooms' }).click({ force: true });
  await dialog.getByRole('button', { name: 'Look inside Weather station' }).press('Enter', long);
  await expectMessage(page, 'Frost tonight');
  await expect(page.getByRole('log', { name: 'Messages' })).toBeFocused();
  await expect(message(page, 'Frost tonight').locator('strong')).toHaveText('Frost');
  await say(stage.homeserver, bob, station, 'Cover the beans');
  await expectMessage(page, 'Cover the beans');
  await expect(composer(page)).toHaveCount(0);
  await expect(roomRow(page, 'Weather station')).toHaveCount(0);
  await shoot(app, 'beyond-peek');
  expect(await seriousFindings(app)).toEqual([]);
  await page.getByRole('button', { name: 'Join', exact: true }).press('Enter');
  await expect(composer(page)).toBeVisible(long);
  await expectMessage(page, 'Cover the beans');
});

test('what was looked for in a chat is marked in its messages while one steps through what was found', async () => {
  const { page } = app;
  const marked = (): Promise<string[]> =>
    page.evaluate(() => [...(CSS.highlights.get('found') ?? [])].map(String));
  await openRoom(page, 'Market');
  await composer(page).press('Control+f');
  await page.getByRole('textbox', { name: 'Search this chat' }).fill('beans');
  const list = page.getByRole('list', { name: 'Messages found' });
  const found = list.getByRole('button').filter({ hasText: 'Beans' });
  await expect(found).toHaveCount(1, long);
  expect(await marked()).toEqual([]);
  await found.press('Enter');
  const bar = page.getByRole('region', { name: 'Messages found' });
  await expect(bar).toContainText('1 of 1', long);
  await expect.poll(marked, long).toEqual(['Beans']);
  await shoot(app, 'beyond-found');
  await bar.getByRole('button', { name: 'End the search here' }).press('Enter');
  await expect.poll(marked, long).toEqual([]);
});

test('name, topic, picture and rights of a room are changed in its settings, as the server then has them', async () => {
  test.setTimeout(180_000);
  const { page } = app;
  const folder = mkdtempSync(join(tmpdir(), 'trellis-beyond-'));
  examplePicture(join(folder, 'field.png'));
  await createRoom(page, 'Field', []);
  const roomId = stage.roomNamed('Field');
  const state = (type: string) =>
    stage.eventsOf(roomId).findLast((event) => event.type === type)?.content ?? {};
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Room settings…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Settings of / });
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await tabTo(page, name);
  await name.fill('North field');
  await name.press('Enter');
  await expect.poll(() => state('m.room.name'), long).toEqual({ name: 'North field' });
  const topic = dialog.getByRole('textbox', { name: 'Topic' });
  await topic.fill('Rye this year');
  await topic.press('Control+Enter');
  await expect.poll(() => state('m.room.topic')['topic'], long).toBe('Rye this year');
  await dialog.getByTestId('room-picture').setInputFiles(join(folder, 'field.png'));
  await page.getByRole('button', { name: 'Use picture' }).click(long);
  await expect.poll(() => state('m.room.avatar')['url'], long).toMatch(/^mxc:/);
  await shoot(app, 'beyond-settings');
  expect(await seriousFindings(app)).toEqual([]);
  await dialog.getByRole('radio', { name: 'Rights' }).click({ force: true });
  await dialog.getByRole('button', { name: /Invite people/ }).press('Enter');
  await page.getByRole('option', { name: 'Moderators' }).press('Enter');
  await expect.poll(() => state('m.room.power_levels')['invite'], long).toBe(50);
  await expect(dialog.getByRole('button', { name: /Invite people/ })).toContainText('Moderators');
  await shoot(app, 'beyond-rights');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'North field', level: 1 })).toBeVisible(long);
  await openRoom(page, 'North field');
  rmSync(folder, { recursive: true });
});

test('a switch that is out of view is brought into view within its page; the window itself never scrolls', async () => {
  const { page } = app;
  await page.setViewportSize({ width: 1000, height: 600 });
  await place(page, 'Settings').click();
  const moved = (): Promise<number> =>
    page.evaluate(() =>
      [document.documentElement, document.body, ...document.querySelectorAll('#root, #root > *')]
        .map(({ scrollTop }) => scrollTop)
        .reduce((sum, top) => sum + top, 0),
    );
  for (const name of ['General', 'Notifications', 'Calls']) {
    await page.getByRole('tab', { name }).click();
    // Some rows come when the engine has answered, below the one that was the last.
    await expect(async () => {
      const last = page.getByRole('switch').last();
      await last.focus();
      await expect(last).toBeFocused({ timeout: 1_000 });
      await expect(page.locator('label').last()).toBeInViewport({ timeout: 1_000 });
    }).toPass(long);
    expect(await moved()).toBe(0);
  }
});

test('who asks to join is told in the list while another chat is open, let in from the bell, and declined beside the people', async () => {
  const { page } = app;
  const { alice, bob } = people;
  const more = {
    initial_state: [{ type: 'm.room.join_rules', state_key: '', content: { join_rule: 'knock' } }],
  };
  const rooms = [
    await makeRoom(stage.homeserver, alice, { name: 'Greenhouse', more }),
    await makeRoom(stage.homeserver, alice, { name: 'Toolshed', more }),
  ];
  await place(page, 'Chats').press('Enter');
  await openRoom(page, 'Market');
  for (const roomId of rooms)
    await stage.homeserver.request('POST', `/_matrix/client/v3/knock/${roomId}`, {
      token: bob.accessToken,
      body: { reason: 'I bring tomatoes' },
    });
  for (const name of ['Greenhouse', 'Toolshed']) {
    await expect(roomRow(page, name).first()).toContainText('asks to join', long);
    await expect(roomRow(page, name).first()).toContainText('1 request to join');
  }
  await place(page, 'Notifications').press('Enter');
  const row = page
    .getByRole('list', { name: 'Notifications' })
    .getByRole('listitem')
    .filter({ hasText: /in .?Greenhouse/ });
  await expect(row).toContainText('I bring tomatoes', long);
  await shoot(app, 'beyond-request');
  await row.getByRole('button', { name: 'Let in' }).press('Enter');
  await expect(row).toHaveCount(0, long);
  await place(page, 'Chats').press('Enter');
  await expect(roomRow(page, 'Greenhouse').first()).not.toContainText('asks to join', long);
  await openRoom(page, 'Toolshed');
  await page.getByRole('button', { name: /1 request to join/ }).press('Enter');
  await page.getByRole('button', { name: /Decline .?Bob/ }).press('Enter');
  await expect(page.getByRole('region', { name: 'Asks to join' })).toHaveCount(0, long);
  await expect(roomRow(page, 'Toolshed').first()).not.toContainText('asks to join', long);
});

test('who was banned, or removed while the app was closed, finds a row of each in the bell, which leads to what is left of the chat', async () => {
  const { alice, bob } = people;
  const rooms = {
    Holidays: await makeRoom(stage.homeserver, bob, { name: 'Holidays', invite: [alice] }),
    Workshop: await makeRoom(stage.homeserver, bob, { name: 'Workshop', invite: [alice] }),
  };
  const end = (name: keyof typeof rooms, act: 'ban' | 'kick', reason: string) =>
    stage.homeserver.request('POST', `/_matrix/client/v3/rooms/${rooms[name]}/${act}`, {
      token: bob.accessToken,
      body: { user_id: alice.userId, reason },
    });
  await place(app.page, 'Chats').press('Enter');
  for (const name of Object.keys(rooms)) {
    await openRoom(app.page, name);
    await expect(composer(app.page)).toBeVisible(long);
  }
  await openRoom(app.page, 'Market');
  await place(app.page, 'Notifications').press('Enter');
  const told = (words: RegExp): Locator =>
    app.page.getByRole('list', { name: 'Notifications' }).getByRole('button', { name: words });
  await end('Holidays', 'ban', 'Spam');
  const banned = /Bob Okafor.*in .?Holidays.*New.*Banned you: Spam/;
  await expect(told(banned)).toBeVisible(long);
  await app.close();
  await end('Workshop', 'kick', 'The season is over');
  app = await stage.open({ userData: app.userData });
  await place(app.page, 'Notifications').press('Enter', long);
  const removed = /Bob Okafor.*in .?Workshop.*New.*Removed you: The season is over/;
  await expect(told(removed)).toBeVisible(long);
  await expect(told(banned)).toBeVisible();
  await shoot(app, 'beyond-removed');
  await told(removed).press('Enter');
  await expect(app.page.getByRole('region', { name: /removed you from this room/ })).toBeVisible();
});
