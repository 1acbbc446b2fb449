// Integration with the operating system: notifications for rooms out of view, the tray, the badge, the window's position.
import { expect, test } from '@playwright/test';
import type { TestHook } from '../../main/shell/testHook';
import type { RunningApp } from './support/app';
import {
  acceptInvite,
  createRoom,
  expectMessage,
  openRoom,
  roomRow,
  send,
  signInQuickly,
} from './support/drive';
import { endStage, openStage } from './support/stage';
import type { Person, Stage } from './support/stage';

let stage: Stage;
let people: Record<'alice' | 'bob', Person>;
let alice: RunningApp;
let bob: RunningApp;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  stage = await openStage();
  people = {
    alice: await stage.register('alice', 'Alice Hartmann'),
    bob: await stage.register('bob', 'Bob Okafor'),
  };
  [alice, bob] = await Promise.all([stage.open(), stage.open()]);
  await Promise.all([
    signInQuickly(alice.page, stage.credentials(people.alice)),
    signInQuickly(bob.page, stage.credentials(people.bob)),
  ]);
  await focus(alice);
  for (const name of ['Kitchen', 'Attic']) {
    await createRoom(alice.page, name, [people.bob.userId]);
    await acceptInvite(bob.page, name);
    await send(bob.page, `Hello ${name}`);
    await expectMessage(alice.page, `Hello ${name}`);
    await expect(bob.page.getByRole('img', { name: /^Read by/ })).toBeVisible({ timeout: 30_000 });
  }
  await expect.poll(() => badge(alice), { timeout: 30_000 }).toBe(0);
});
endStage(() => stage);

const focus = (running: RunningApp): Promise<void> =>
  running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.focus());

type Notice = Pick<TestHook['notifications'][number], 'title' | 'body' | 'roomId'>;

const notices = (running: RunningApp): Promise<Notice[]> =>
  running.app.evaluate(() =>
    (globalThis.__test?.notifications ?? []).map(({ title, body, roomId }) => ({
      title,
      body,
      roomId,
    })),
  );

const tray = (running: RunningApp): Promise<ReturnType<TestHook['tray']> | undefined> =>
  running.app.evaluate(() => globalThis.__test?.tray());
const badge = (running: RunningApp): Promise<number | undefined> =>
  running.app.evaluate(() => globalThis.__test?.badge());

test('a message of a room that is not in view is announced, with tray and badge; a click opens the room', async () => {
  await openRoom(alice.page, 'Attic');
  await openRoom(bob.page, 'Kitchen');
  await send(bob.page, 'The kettle boils');
  await expect
    .poll(async () => (await notices(alice)).map(({ body }) => body), { timeout: 30_000 })
    .toContainEqual(expect.stringContaining('The kettle boils'));
  const notice = (await notices(alice)).find(({ body }) => body.includes('The kettle boils'));
  expect(notice?.roomId).toBe(stage.roomNamed('Kitchen'));
  expect(`${notice?.title} ${notice?.body}`).toContain('Bob Okafor');
  await expect.poll(() => badge(alice)).toBe(1);
  await expect.poll(async () => (await tray(alice))?.state).toBe('unread');
  await expect(roomRow(alice.page, 'Kitchen').first()).toContainText('The kettle boils');
  await alice.app.evaluate(() => {
    const shown = globalThis.__test?.notifications ?? [];
    shown.find(({ body }) => body.includes('The kettle boils'))?.click();
  });
  await expect(alice.page.getByRole('heading', { name: 'Kitchen', level: 1 })).toBeVisible();
  await expectMessage(alice.page, 'The kettle boils');
  await expect.poll(() => badge(alice), { timeout: 30_000 }).toBe(0);
  await expect.poll(async () => (await tray(alice))?.state).toBe('idle');
});

test('a message is answered in its notice, another marked as read there, and neither opens its room', async () => {
  await openRoom(alice.page, 'Attic');
  await openRoom(bob.page, 'Kitchen');
  const announced = (text: string): Promise<void> =>
    expect
      .poll(async () => (await notices(alice)).map(({ body }) => body), { timeout: 30_000 })
      .toContainEqual(expect.stringContaining(text));
  await send(bob.page, 'Tea at four?');
  await announced('Tea at four?');
  await alice.app.evaluate(() => {
    const shown = globalThis.__test?.notifications ?? [];
    shown.find(({ body }) => body.includes('Tea at four?'))?.answer('At half past');
  });
  await expectMessage(bob.page, 'At half past');
  await expect.poll(() => badge(alice), { timeout: 30_000 }).toBe(0);
  await send(bob.page, 'And biscuits');
  await announced('And biscuits');
  await expect.poll(() => badge(alice), { timeout: 30_000 }).toBe(1);
  await alice.app.evaluate(() => {
    const shown = globalThis.__test?.notifications ?? [];
    shown.find(({ body }) => body.includes('And biscuits'))?.read();
  });
  await expect.poll(() => badge(alice), { timeout: 30_000 }).toBe(0);
  await expect(alice.page.getByRole('heading', { name: 'Attic', level: 1 })).toBeVisible();
});

test('a message of the room in view is not announced', async () => {
  await openRoom(alice.page, 'Attic');
  await openRoom(bob.page, 'Attic');
  await send(bob.page, 'You are looking at this');
  await expectMessage(alice.page, 'You are looking at this');
  // A later message of another room is announced: whatever the first one led to has happened by then.
  await openRoom(bob.page, 'Kitchen');
  await send(bob.page, 'But not at this');
  await expect
    .poll(async () => (await notices(alice)).map(({ body }) => body), { timeout: 30_000 })
    .toContainEqual(expect.stringContaining('But not at this'));
  expect((await notices(alice)).filter(({ body }) => body.includes('You are looking'))).toEqual([]);
});

test('a room that notifies of nothing is quiet, and is so told apart; it can be marked as unread and as read', async () => {
  const kitchen = roomRow(alice.page, 'Kitchen').first();
  const choose = async (entry: string): Promise<void> => {
    await kitchen.click({ button: 'right' });
    await alice.page
      .getByRole(/^Mark/.test(entry) ? 'menuitem' : 'menuitemradio', { name: entry })
      .click();
  };
  await openRoom(alice.page, 'Kitchen');
  await openRoom(alice.page, 'Attic');
  await choose('Nothing');
  await expect(kitchen.getByLabel('Muted')).toBeVisible({ timeout: 30_000 });
  await openRoom(bob.page, 'Kitchen');
  await send(bob.page, 'Only whispered');
  await expect(kitchen).toContainText('Only whispered', { timeout: 30_000 });
  await expect.poll(() => badge(alice)).toBe(0);

  await choose('Mark as unread');
  await expect(kitchen).toContainText('Unread', { timeout: 30_000 });
  await choose('Mark as read');
  await expect(kitchen).not.toContainText('Unread', { timeout: 30_000 });

  await choose('All messages');
  await expect(kitchen.getByLabel('Muted')).toHaveCount(0, { timeout: 30_000 });
  await send(bob.page, 'And now aloud');
  await expect
    .poll(async () => (await notices(alice)).map(({ body }) => body), { timeout: 30_000 })
    .toContainEqual(expect.stringContaining('And now aloud'));
  const told = (await notices(alice)).map(({ body }) => body).join(' ');
  expect(told).not.toContain('Only whispered');
  await choose('Same as other chats');
});

test('the same room is announced while the window is not in front', async () => {
  await openRoom(alice.page, 'Attic');
  await alice.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.blur());
  await openRoom(bob.page, 'Attic');
  await send(bob.page, 'Are you away?');
  await expect
    .poll(async () => (await notices(alice)).map(({ body }) => body), { timeout: 30_000 })
    .toContainEqual(expect.stringContaining('Are you away?'));
  await focus(alice);
});

test('the window comes back where it was', async () => {
  test.setTimeout(180_000);
  const bounds = { x: 40, y: 30, width: 900, height: 640 };
  const shown = (running: RunningApp) =>
    running.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.getNormalBounds(),
    );
  await alice.app.evaluate(
    ({ BrowserWindow }, wanted) => BrowserWindow.getAllWindows()[0]?.setBounds(wanted),
    bounds,
  );
  await expect.poll(() => shown(alice)).toEqual(bounds);
  await alice.close();
  alice = await stage.open({ userData: alice.userData });
  await expect(roomRow(alice.page, 'Attic').first()).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => shown(alice)).toEqual(bounds);
});

test('settings: the system is tried, chats of two fall silent but for a keyword, all is read at once', async () => {
  test.setTimeout(120_000);
  const { page } = alice;
  await openRoom(page, 'Attic');
  await openRoom(bob.page, 'Kitchen');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Notifications' }).click();
  await page.getByRole('button', { name: 'Send a test notification' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The system showed it' })).toBeVisible();
  const two = page.getByRole('switch', { name: /^Messages in chats of two/ });
  await expect(two).toBeChecked();
  await page.getByText('Messages in chats of two').click();
  await expect(two).not.toBeChecked();
  await page.getByRole('textbox', { name: 'New keyword' }).fill('saffron');
  await page.keyboard.press('Enter');
  const words = page.getByRole('list', { name: 'Keywords' });
  await expect(words).toContainText('saffron', { timeout: 30_000 });
  const told = async () => (await notices(alice)).map(({ body }) => body);
  const before = (await told()).length;
  await send(bob.page, 'Nobody needs to hear this');
  await send(bob.page, 'We are out of Saffron!');
  await expect
    .poll(async () => (await told()).slice(before), { timeout: 30_000 })
    .toContainEqual(expect.stringContaining('out of Saffron'));
  expect((await told()).slice(before).join()).not.toContain('Nobody needs');
  await expect.poll(() => badge(alice), { timeout: 30_000 }).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByRole('button', { name: 'Mark as read', exact: true }).click();
  await expect.poll(() => badge(alice), { timeout: 30_000 }).toBe(0);
  await words.getByRole('button', { name: 'Remove saffron' }).click();
  await page.getByText('Messages in chats of two').click();
  await expect(two).toBeChecked();
});
