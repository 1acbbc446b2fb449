// Basics of the timeline in the real app: own messages become visible, the end stays in view, and a room full of
// notices opens with its messages.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { RunningApp } from '../support/app';
import { seriousFindings, setTheme } from '../support/axe';
import { shoot as everyWidth } from '../support/shoot';
import {
  composer,
  createRoom,
  expectMessage,
  expectSent,
  message,
  openRoom,
  roomRow,
  send,
  signIn,
} from '../support/drive';
import { endStage, openStage } from '../support/stage';
import type { Person, Stage } from '../support/stage';

const long = { timeout: 60_000 };
const pictures = process.env['TRELLIS_PICTURES'];

let stage: Stage;
let alice: Person;
let bob: Person;
let running: RunningApp;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  stage = await openStage();
  alice = await stage.register('alice', 'Alice Hartmann');
  bob = await stage.register('bob', 'Bob Okafor');
  running = await stage.open();
  await signIn(running.page, stage.credentials(alice));
});
endStage(() => stage);

const list = (page: Page): Locator => page.getByRole('log', { name: 'Messages' });

/** Distance of the view to the end of what is loaded, px. */
const toEnd = (page: Page): Promise<number> =>
  list(page).evaluate((node) => node.scrollHeight - node.scrollTop - node.clientHeight);

async function shoot(name: string): Promise<void> {
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(running, theme);
    await running.page.screenshot({ path: join(pictures, `${name}-${theme}.png`) });
  }
  await setTheme(running, 'light');
}

/** Everybody's events by the API, as a server would have them. */
async function roomOf(name: string, more: object = {}): Promise<string> {
  const { room_id: roomId } = (await stage.homeserver.request(
    'POST',
    '/_matrix/client/v3/createRoom',
    { token: bob.accessToken, body: { name, invite: [alice.userId], ...more } },
  )) as { room_id: string };
  await stage.homeserver.request('POST', `/_matrix/client/v3/join/${encodeURIComponent(roomId)}`, {
    token: alice.accessToken,
    body: {},
  });
  return roomId;
}

test('what I write is seen, however many lines it has, and so is what follows', async () => {
  test.setTimeout(180_000);
  const { page } = running;
  await createRoom(page, 'Orchard', []);
  for (let index = 0; index < 30; index += 1) await send(page, `line ${index}`);
  await expectMessage(page, 'line 29');
  await expect.poll(() => toEnd(page)).toBeLessThanOrEqual(1);
  await composer(page).click();
  for (let line = 1; line <= 6; line += 1) {
    await page.keyboard.type(`row ${line} of six`);
    if (line < 6) await page.keyboard.press('Shift+Enter');
    await expect.poll(() => toEnd(page)).toBeLessThanOrEqual(1);
  }
  await shoot('six-lines-written');
  await page.keyboard.press('Enter');
  await expect(message(page, 'row 6 of six')).toBeInViewport({ ratio: 1 });
  await expect.poll(() => toEnd(page)).toBeLessThanOrEqual(1);
  await send(page, 'and one line');
  await expect(message(page, 'and one line')).toBeInViewport({ ratio: 1 });

  // From further up, too: a text, and a file.
  for (const act of ['text', 'file'] as const) {
    await list(page).hover();
    await page.mouse.wheel(0, -400);
    await expect.poll(() => toEnd(page)).toBeGreaterThan(100);
    if (act === 'text') await send(page, 'sent from above');
    else {
      const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('a plan') };
      await page.getByTestId('attach').setInputFiles(file);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
    }
    const own = act === 'text' ? 'sent from above' : 'plan.txt';
    await expect(message(page, own)).toBeInViewport({ ratio: 1, ...long });
    await expect.poll(() => toEnd(page)).toBeLessThanOrEqual(1);
  }

  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  for (const height of [520, 900, size.height]) {
    await page.setViewportSize({ ...size, height });
    await expect.poll(() => toEnd(page)).toBeLessThanOrEqual(1);
  }
  await shoot('sent');
});

test('a room that ends with 320 notices opens with its message, is read, and its line opens where it is', async () => {
  test.setTimeout(300_000);
  const { page } = running;
  const roomId = await roomOf('Town hall');
  const path = `/_matrix/client/v3/rooms/${encodeURIComponent(roomId)}`;
  const put = (where: string, body: object) =>
    stage.homeserver.request('PUT', `${path}/${where}`, { token: bob.accessToken, body });
  await put('send/m.room.message/welcome', { msgtype: 'm.text', body: 'Welcome, all of you' });
  for (let index = 0; index < 320; index += 1)
    await put('state/m.room.topic', { topic: `Topic ${index}` });
  await expect(roomRow(page, 'Town hall')).toBeVisible(long);
  await openRoom(page, 'Town hall');
  await expect(message(page, 'Welcome, all of you')).toBeInViewport(long);
  await expect(roomRow(page, 'Town hall')).toContainText('Welcome, all of you', long);
  await expect(roomRow(page, 'Town hall')).not.toContainText('No recent messages');
  await expect(roomRow(page, 'Town hall').getByText(/^\d+$/)).toHaveCount(0, long);
  await shoot('town-hall');

  const line = page.locator('[data-fold]').last();
  const top = async (): Promise<number> => (await line.boundingBox())?.y ?? Number.NaN;
  const before = await top();
  await line.click();
  await expect(line).toHaveAttribute('aria-expanded', 'true');
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
  await shoot('town-hall-open');
  // No empty space is left above a list that has become longer than the view, once the reader moved on.
  await list(page).hover();
  for (let turn = 0; turn < 4; turn += 1) await page.mouse.wheel(0, 600);
  await expect.poll(() => list(page).evaluate((node) => node.scrollTop)).toBeGreaterThan(400);
  // The rest of the wheel's way may move it on from there.
  await expect(async () => {
    await list(page).evaluate((node) => node.scrollTo(0, 0));
    await expect(message(page, 'Welcome, all of you')).toBeInViewport({ timeout: 1_000 });
  }).toPass(long);
  const lead = (): Promise<number> =>
    list(page).evaluate((node) => {
      const first = node.querySelector('[data-key]');
      return (first?.getBoundingClientRect().top ?? 0) - node.getBoundingClientRect().top;
    });
  await expect.poll(lead).toBeLessThanOrEqual(1);
  await shoot('town-hall-top');

  // Far from the newest message the pill leaves the bar for chosen messages free.
  await message(page, 'Welcome, all of you').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Choose several' }).click();
  const bar = page.getByRole('toolbar', { name: 'Chosen messages' });
  await expect(page.getByRole('button', { name: 'To the newest message' })).toBeVisible();
  for (const name of ['Forward', 'Copy text'])
    await bar.getByRole('button', { name }).click({ trial: true });
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
});

test('a message is pinned for everybody, found from above the timeline, also where it is not on this computer, and unpinned', async () => {
  test.setTimeout(180_000);
  const { page } = running;
  const levels = { state_default: 0 };
  const roomId = await roomOf('Notice board', { power_level_content_override: levels });
  const path = `/_matrix/client/v3/rooms/${encodeURIComponent(roomId)}`;
  const say = async (body: string): Promise<string> => {
    const sent = (await stage.homeserver.request(
      'PUT',
      `${path}/send/m.room.message/${encodeURIComponent(body)}`,
      { token: bob.accessToken, body: { msgtype: 'm.text', body } },
    )) as { event_id: string };
    return sent.event_id;
  };
  const state = `${path}/state/m.room.pinned_events`;
  const early = await say('The key is under the mat');
  for (let index = 0; index < 120; index += 1) await say(`chatter ${index}`);
  const late = await say('Door code of the week');
  await stage.homeserver.request('PUT', state, {
    token: bob.accessToken,
    body: { pinned: [early] },
  });
  await openRoom(page, 'Notice board');
  const bar = page.getByRole('region', { name: 'Pinned messages' });
  await expect(bar).toContainText('The key is under the mat', long);

  await message(page, 'Door code of the week').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Pin for everybody' }).click();
  await expect(bar).toContainText('1 of 2', long);
  await expect(bar).toContainText('Door code of the week');
  const onServer = await stage.homeserver.request('GET', state, { token: bob.accessToken });
  expect(onServer).toEqual({ pinned: [early, late] });
  await expect(list(page)).toContainText('pinned a message', long);
  await shoot('pinned');

  // In the middle of the window there is room for all of a menu neither below the pointer nor above it.
  const menu = page.getByRole('menu');
  await expect(async () => {
    await page.mouse.click(700, 400, { button: 'right' });
    await expect(menu).toBeVisible({ timeout: 2_000 });
  }).toPass(long);
  const isCut = ({ parentElement: box }: Element): boolean =>
    box === null || box.scrollHeight > box.clientHeight;
  expect(await menu.evaluate(isCut)).toBe(false);
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0, long);

  // Each press leads one further back.
  const go = bar.getByRole('button', { name: /Pinned message/ });
  await go.click();
  await expect(message(page, 'Door code of the week')).toBeInViewport(long);
  await expect(bar).toContainText('2 of 2');
  await go.click();
  await expect(message(page, 'The key is under the mat')).toBeInViewport(long);
  await expect(message(page, 'chatter 119')).not.toBeInViewport();

  await bar.getByRole('button', { name: 'Show all pinned messages' }).click();
  const all = page.getByRole('dialog', { name: 'Pinned messages' });
  await expect(all.getByRole('listitem')).toHaveCount(2);
  await shoot('pinned-all');
  await all
    .getByRole('listitem')
    .filter({ hasText: 'The key is under the mat' })
    .getByRole('button', { name: 'Unpin' })
    .click();
  await expect(all.getByRole('listitem')).toHaveCount(1, long);
  await page.keyboard.press('Escape');
  await stage.homeserver.request('PUT', state, { token: bob.accessToken, body: { pinned: [] } });
  await expect(bar).toHaveCount(0, long);
});

test('a message is saved by keys for oneself, found at its place, opened from there, and taken out with one press back', async () => {
  test.setTimeout(180_000);
  const { page } = running;
  const roomId = await roomOf('Library', {});
  const path = `/_matrix/client/v3/rooms/${encodeURIComponent(roomId)}`;
  for (const body of ['page 57', 'page 58', 'page 59'])
    await stage.homeserver.request(
      'PUT',
      `${path}/send/m.room.message/${encodeURIComponent(body)}`,
      { token: bob.accessToken, body: { msgtype: 'm.text', body } },
    );
  await openRoom(page, 'Library');
  // A list that still finds its place closes a menu.
  const remind = page.getByRole('menuitem', { name: 'Remind me…' });
  await expect(async () => {
    await message(page, 'page 59').click({ button: 'right' });
    await expect(remind).toBeVisible({ timeout: 2_000 });
  }).toPass(long);
  await page.keyboard.type('Save');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Message saved')).toBeVisible(long);
  await page.keyboard.press('ControlOrMeta+k');
  // Its first letters would go elsewhere: what opens comes with its first use.
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused(long);
  await page.keyboard.type('saved messages');
  await page.keyboard.press('Enter');
  const saved = page.getByRole('list', { name: 'Saved messages' });
  await expect(saved.getByRole('listitem')).toHaveText([/page 59/], long);
  await shoot('saved');
  await saved.getByRole('button', { name: 'What to do with this message' }).click();
  await page.getByRole('menuitem', { name: 'Remove from saved' }).click();
  await expect(page.getByText('Nothing is saved yet')).toBeVisible(long);
  await page.getByRole('button', { name: 'Undo' }).click();
  await saved
    .getByRole('listitem')
    .getByRole('button', { name: /page 59/ })
    .click();
  await expect(message(page, 'page 59')).toBeInViewport(long);
});

test('several are chosen by mouse and keys, copied into another chat, and the own ones deleted', async () => {
  const { page } = running;
  const roomId = await roomOf('Choir');
  const path = `/_matrix/client/v3/rooms/${encodeURIComponent(roomId)}/send/m.room.message`;
  for (const [index, body] of ['Who sings?', 'And who plays?'].entries())
    await stage.homeserver.request('PUT', `${path}/choir-${index}`, {
      token: bob.accessToken,
      body: { msgtype: 'm.text', body },
    });
  await openRoom(page, 'Choir');
  for (const text of ['I sing', 'I play, too', 'Both at once']) {
    await send(page, text);
    await expectSent(page, text);
  }
  await message(page, 'Who sings?').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Choose several' }).click();
  const bar = page.getByRole('toolbar', { name: 'Chosen messages' });
  await expect(bar).toContainText('1 chosen');
  await message(page, 'I play, too')
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await expect(bar).toContainText('4 chosen');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar).toContainText('5 chosen');
  await page.keyboard.press('Space');
  await expect(bar).toContainText('4 chosen');
  expect(await seriousFindings(running)).toEqual([]);
  await everyWidth(running, 'choosing');
  await bar.getByRole('button', { name: 'Forward' }).click();
  const dialog = page.getByRole('dialog', { name: 'Forward message' });
  await dialog.getByRole('button', { name: /^Forward to .*Orchard/ }).click();
  await expect(dialog.getByText('Forwarded')).toBeVisible(long);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(bar).toHaveCount(0);
  await message(page, 'Who sings?').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Choose several' }).click();
  await message(page, 'I sing').getByRole('checkbox').click();
  await message(page, 'Both at once').getByRole('checkbox').click();
  await bar.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete 2 messages?' });
  await expect(question).toContainText('1 of them stays');
  await question.getByRole('button', { name: 'Delete 2 messages' }).click();
  await expect(message(page, 'Both at once')).toHaveCount(0, long);
  await expect(message(page, 'Who sings?')).toBeVisible();
  await expect(message(page, 'I play, too')).toBeVisible();
  await openRoom(page, 'Orchard');
  await expect(message(page, 'I play, too')).toBeVisible(long);
  await expect(message(page, 'Who sings?')).toBeVisible();
});
