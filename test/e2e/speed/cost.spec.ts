// Costs of a room switch and of an idle window, counted and not timed: these numbers are the same on any machine. The limits are a third
// above the counts; a change that exceeds one makes the window draw or request something invisible.
import { expect, test } from '@playwright/test';
import { countCosts, resetCost, settledCost } from '../cost/counters';
import { compiledBytesOf, sizeOf } from '../cost/size';
import type { Page } from '@playwright/test';
import type { Cost } from '../cost/counters';
import type { RunningApp } from '../support/app';
import { chats, composer, message, openRoom, signInQuickly } from '../support/drive';
import { makeRoom, say } from '../support/plain';
import { sized } from '../../support/sized';
import { endStage, openStage } from '../support/stage';
import type { Stage } from '../support/stage';

const names = ['Attic', 'Bakery', 'Cellar'];
const long = { timeout: 60_000 };

let stage: Stage;
let running: RunningApp;
const roomIds = new Map<string, string>();

test.beforeAll(async () => {
  test.setTimeout(180_000);
  stage = await openStage();
  const alice = await stage.register('alice', 'Alice Hartmann');
  const bob = await stage.register('bob', 'Bob Okafor');
  for (const name of names) {
    const room = await makeRoom(stage.homeserver, bob, { name, invite: [alice] });
    roomIds.set(name, room);
    for (let index = 0; index < 60; index += 1)
      await say(stage.homeserver, bob, room, `${name}: sentence ${index} of sixty`);
  }
  running = await stage.open();
  await signInQuickly(running.page, stage.credentials(alice));
  await countCosts(running.page);
  await expect(chats(running.page)).toBeVisible(long);
});
endStage(() => stage);

/** Once what lies around the view is drawn, which a busy window does later. */
async function drawnAround(page: Page): Promise<void> {
  const isDrawn = () => {
    const log = document.querySelector('[role="log"]');
    const first = log?.querySelector('[data-key]')?.getBoundingClientRect().top ?? 0;
    const top = log?.getBoundingClientRect().top ?? 0;
    return (log?.scrollTop ?? 0) > 700 && first < top - 700;
  };
  await expect.poll(() => page.evaluate(isDrawn), long).toBe(true);
}

async function visit(name: string): Promise<void> {
  const { page } = running;
  await openRoom(page, name);
  await expect(message(page, `${name}: sentence 59`)).toBeInViewport(long);
}

test('a switch of rooms draws the room and two rows of the list, and asks for little', async () => {
  test.setTimeout(240_000);
  const { page } = running;
  for (const name of names) await visit(name);
  // Whether one is asked for when it is opened or kept before, its timeline has come in one piece.
  expect((await settledCost(page)).largestBytes).toBeGreaterThan(5_000);
  await page.clock.runFor(10_000);
  const costs: Cost[] = [];
  for (const name of [...names, ...names]) {
    await resetCost(page);
    await visit(name);
    costs.push(await settledCost(page));
    // Subscriptions that are kept for a while after their last user end now, not during the next count.
    await page.clock.runFor(10_000);
    await settledCost(page);
  }
  // The least of six, because other data of the account may arrive meanwhile.
  const least = (of: (cost: Cost) => number): number => Math.min(...costs.map(of));
  expect(least(({ largestBytes }) => largestBytes)).toBeLessThan(48_000);
  expect(least(({ receivedBytes }) => receivedBytes)).toBeLessThan(52_000);
  expect(least(({ received }) => received)).toBeLessThan(9);
  expect(least(({ sent }) => sent)).toBeLessThan(11);
  expect(least(({ commits }) => commits)).toBeLessThan(17);
  expect(least(({ renders }) => renders)).toBeLessThan(1_400);
  expect(least(({ changed }) => changed.room)).toBeLessThan(60);
  expect(least(({ changed }) => changed.list)).toBeLessThan(10);
  expect(least(({ changed }) => changed.elsewhere)).toBeLessThan(20);
});

test('a letter draws the field, and none of the buttons beside it', async () => {
  test.setTimeout(120_000);
  const { page } = running;
  await visit('Attic');
  await drawnAround(page);
  const field = composer(page);
  await field.press('a');
  await settledCost(page);
  const costs: Cost[] = [];
  for (const letter of 'bcd') {
    await resetCost(page);
    await field.press(letter);
    costs.push(await settledCost(page));
  }
  await field.fill('');
  await settledCost(page);
  expect(Math.min(...costs.map(({ renders }) => renders))).toBeGreaterThan(0);
  expect(Math.min(...costs.map(({ renders }) => renders))).toBeLessThan(20);
});

test('a message that is written joins the list once, and no other row is made anew', async () => {
  test.setTimeout(120_000);
  const { page } = running;
  await visit('Cellar');
  await drawnAround(page);
  await composer(page).fill('written once');
  await settledCost(page);
  const moved = await page.evaluateHandle(() => {
    const keys: string[] = [];
    const keyOf = (node: Node): string =>
      node instanceof HTMLElement ? (node.dataset['key'] ?? '') : '';
    new MutationObserver((records) => {
      for (const { addedNodes, removedNodes } of records) {
        for (const node of addedNodes) if (keyOf(node) !== '') keys.push(`+${keyOf(node)}`);
        for (const node of removedNodes) if (keyOf(node) !== '') keys.push(`-${keyOf(node)}`);
      }
    }).observe(document.querySelector('[role="log"]') ?? document.body, {
      childList: true,
      subtree: true,
    });
    return keys;
  });
  await composer(page).press('Enter');
  await expect(message(page, 'written once')).toBeInViewport(long);
  await settledCost(page);
  expect(await moved.jsonValue()).toEqual([expect.stringMatching(/^\+~/)]);
});

test('a page that begins is told what it draws first, and asks for none of it', async () => {
  test.setTimeout(240_000);
  const { page } = running;
  await visit('Attic');
  // The place is remembered a moment after it was opened.
  await page.clock.runFor(10_000);
  await settledCost(page);
  // Once is enough: where the engine is late, the page asks as ever.
  await expect(async () => {
    await page.reload();
    await expect(message(page, 'Attic: sentence 59')).toBeInViewport(long);
    // Data that is not drawn first is requested after the first paint.
    const questions = () => page.evaluate(() => window.__cost.asked());
    await expect.poll(questions, { timeout: 20_000 }).toContain('value sync');
    const asked = await questions();
    // Data of other rooms is prefetched half a second later.
    const open = roomIds.get('Attic') ?? '';
    const first = ['value session', 'value settings', 'list rooms'];
    for (const name of [...first, `value room ${open}`, `list timeline ${open}`])
      expect(asked).not.toContain(name);
  }).toPass();
});

test('an idle window counts minutes and does nothing else', async () => {
  test.setTimeout(120_000);
  const { page } = running;
  const minutes = 5;
  await visit('Bakery');
  await settledCost(page);
  await page.clock.runFor(60_000);
  await settledCost(page);
  await resetCost(page);
  for (let minute = 0; minute < minutes; minute += 1) {
    await page.clock.runFor(60_000);
    await settledCost(page);
  }
  const { sent, received, timers, renders, changed } = await settledCost(page);
  expect(timers).toBeGreaterThanOrEqual(minutes);
  expect(timers).toBeLessThan(2 * minutes);
  expect({ sent, room: changed.room, list: changed.list }).toEqual({ sent: 0, room: 0, list: 0 });
  // The engine may have come to the end of something just now.
  expect(received).toBeLessThan(minutes);
  expect(renders).toBeLessThan(100 * minutes);
});

const switches = sized(30, 2_000);

test(`R9 R10 the page keeps no more after ${switches} switches of rooms`, async () => {
  test.setTimeout(sized(240_000, 1_800_000));
  const { page } = running;
  const visits = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) await visit(names[index % names.length] ?? '');
    // Kept subscriptions have ended, and idle-time requests are done.
    for (let round = 0; round < 3; round += 1) {
      await page.clock.runFor(10_000);
      await settledCost(page);
    }
  };
  const size = async () => {
    const { heapBytes, ...rest } = await sizeOf(page);
    return { ...rest, heapBytes: heapBytes - (await compiledBytesOf(page)) };
  };
  await visits(15);
  const before = await size();
  await visits(switches);
  const after = await size();
  expect(after.heapBytes).toBeLessThan(1.1 * before.heapBytes);
  expect(after.nodes).toBeLessThan(1.1 * before.nodes);
  expect(after.listeners).toBeLessThan(1.1 * before.listeners);
});
