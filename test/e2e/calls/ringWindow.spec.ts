// Somebody calls while another program is in front: the small window that rings, its buttons, and its end; or while another account is on
// show. The caller is a plain device; no media are needed to ring.
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { RunningApp } from '../support/app';
import { seriousFindings } from '../support/axe';
import { awake, fakeDevices, stage as callStage, voiceOffer } from '../support/calls';
import { chats, roomRow, signInQuickly } from '../support/drive';
import { makeRoom, sendEvent } from '../support/plain';
import { endStage, openStage } from '../support/stage';
import type { Person, Stage } from '../support/stage';

let stage: Stage;
let alice: Person;
let bob: Person;
let carol: Person;
let app: RunningApp;
let roomId: string;
let offer: string;
let calls = 0;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  stage = await openStage();
  alice = await stage.register('alice', 'Alice Hartmann');
  bob = await stage.register('bob', 'Bob Okafor');
  carol = await stage.register('carol', 'Carol Whitfield');
  app = await stage.open(fakeDevices);
  await signInQuickly(app.page, stage.credentials(alice));
  roomId = await makeRoom(stage.homeserver, bob, { name: 'Bench', invite: [alice] });
  await expect(roomRow(app.page, 'Bench').first()).toBeVisible({ timeout: 30_000 });
  offer = await voiceOffer(app.page);
});
endStage(() => stage);

async function callAlice(): Promise<string> {
  calls += 1;
  const callId = `ring-window-${calls}`;
  await sendEvent(
    stage.homeserver,
    bob,
    roomId,
    {
      call_id: callId,
      party_id: 'PLAIN',
      version: '1',
      lifetime: 60_000,
      invitee: alice.userId,
      offer: { type: 'offer', sdp: offer },
    },
    'm.call.invite',
  );
  return callId;
}

/** Presses a button with which the ring window closes, also before the press has been reported. */
async function pressLast(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name, exact: typeof name === 'string' });
  await button.click().catch((thrown: unknown) => {
    if (!page.isClosed()) throw thrown;
  });
}

const hangUp = (callId: string): Promise<string> =>
  sendEvent(
    stage.homeserver,
    bob,
    roomId,
    { call_id: callId, party_id: 'PLAIN', version: '1', reason: 'user_hangup' },
    'm.call.hangup',
  );

const ringing = (): Page[] => app.app.windows().filter((page) => page.url().endsWith('#/ring'));

async function ringPage(): Promise<Page> {
  await expect.poll(() => ringing().length, { timeout: 30_000 }).toBe(1);
  const [page] = ringing();
  if (page === undefined) throw new Error('It does not ring');
  return page;
}

const silent = (): Promise<void> =>
  expect.poll(() => ringing().length, { timeout: 30_000 }).toBe(0);

const front = (): Promise<void> =>
  app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.focus());
const away = (): Promise<void> =>
  app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.blur());

const card = () => app.page.getByRole('alertdialog', { name: 'Bob Okafor is calling' });

const answers = (type: string): unknown[] =>
  stage
    .eventsOf(roomId)
    .filter((event) => event.type === type && event.sender === alice.userId)
    .map(({ content }) => content['call_id']);

test('the window in front rings itself; behind another program the ring window rings, over all and without the focus', async () => {
  await front();
  const callId = await callAlice();
  await expect(card()).toBeVisible({ timeout: 30_000 });
  expect(ringing()).toEqual([]);
  await away();
  const page = await ringPage();
  await expect(page.getByText('Bob Okafor').first()).toBeVisible();
  expect(await seriousFindings({ page })).toEqual([]);
  const state = () =>
    app.app.evaluate(({ BrowserWindow }) => {
      const all = BrowserWindow.getAllWindows();
      return [all.length, all[1]?.isFocused(), all[1]?.isVisible()];
    });
  await expect.poll(state).toEqual([2, false, true]);
  await front();
  await silent();
  await expect(card()).toBeVisible();
  await away();
  const again = await ringPage();
  await pressLast(again, 'Decline');
  await silent();
  await expect(card()).toHaveCount(0);
  await expect.poll(() => answers('m.call.reject'), { timeout: 30_000 }).toEqual([callId]);
});

test('who gives up ends the ringing; the app stays', async () => {
  await away();
  const callId = await callAlice();
  await ringPage();
  await hangUp(callId);
  await silent();
  await expect(roomRow(app.page, 'Bench').first()).toBeVisible();
});

test('closing the window is not declining; the next call rings again', async () => {
  await away();
  const callId = await callAlice();
  await ringPage();
  await app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[1]?.close());
  await silent();
  const rejected = answers('m.call.reject').length;
  await hangUp(callId);
  const next = await callAlice();
  await ringPage();
  expect(answers('m.call.reject').length).toBe(rejected);
  await hangUp(next);
  await silent();
});

test('declining with a message opens the room to write in', async () => {
  await away();
  const callId = await callAlice();
  const page = await ringPage();
  await pressLast(page, /message/i);
  await silent();
  await expect.poll(() => answers('m.call.reject'), { timeout: 30_000 }).toContain(callId);
  await expect(app.page.getByRole('heading', { name: 'Bench', level: 1 })).toBeVisible();
});

test('while another account is signed in, where no card has a place, the ring window rings', async () => {
  await app.page.getByRole('button', { name: 'Add an account' }).click();
  await expect(app.page.getByRole('button', { name: /^Back to/ })).toBeVisible();
  await front();
  const callId = await callAlice();
  await expect((await ringPage()).getByText('Bob Okafor').first()).toBeVisible();
  await hangUp(callId);
  await silent();
  await app.page.getByRole('button', { name: /^Back to/ }).click();
  await expect(roomRow(app.page, 'Bench').first()).toBeVisible();
});

test('a call for an account that is not shown rings in the window in front, for whom it is; declining changes nothing there', async () => {
  await app.page.getByRole('button', { name: 'Add an account' }).click();
  await signInQuickly(app.page, stage.credentials(carol));
  await front();
  await expect(roomRow(app.page, 'Bench')).toHaveCount(0);
  const callId = await callAlice();
  await expect(card()).toBeVisible({ timeout: 30_000 });
  await expect(card().getByText('call for Alice Hartmann')).toBeVisible();
  expect(ringing()).toEqual([]);
  expect(await seriousFindings({ page: app.page })).toEqual([]);
  // Behind another program the ring window says it as well.
  await away();
  await expect((await ringPage()).getByText('For Alice Hartmann')).toBeVisible();
  await front();
  await silent();
  await app.page.keyboard.press('ControlOrMeta+Shift+D');
  await expect(card()).toHaveCount(0);
  await expect.poll(() => answers('m.call.reject'), { timeout: 30_000 }).toContain(callId);
  await expect(roomRow(app.page, 'Bench')).toHaveCount(0);
});

test('answering for an account that is not shown shows it first, then the call', async () => {
  await front();
  const callId = await callAlice();
  await expect(card()).toBeVisible({ timeout: 30_000 });
  await app.page.keyboard.press('ControlOrMeta+Shift+A');
  await expect(callStage(app.page)).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => answers('m.call.answer'), { timeout: 30_000 }).toContain(callId);
  // Main knows of the call, and with it the window.
  await expect.poll(() => awake(app), { timeout: 30_000 }).toBeGreaterThan(0);

  // It goes on beside another account, and can be left from there.
  await app.page.getByRole('button', { name: /^Carol Whitfield/ }).click();
  await expect(chats(app.page)).toBeVisible({ timeout: 30_000 });
  await expect(roomRow(app.page, 'Bench')).toHaveCount(0);
  const bar = app.page.getByRole('region', { name: 'Call with Bob Okafor' });
  await expect(bar).toContainText('as Alice Hartmann');
  expect(answers('m.call.hangup')).not.toContain(callId);
  await bar.getByRole('button', { name: 'Hang up', exact: true }).click();
  await expect(bar).toHaveCount(0);
  await expect.poll(() => answers('m.call.hangup'), { timeout: 30_000 }).toContain(callId);
});

test('an answer in the ring window leads to the account as well', async () => {
  await away();
  const callId = await callAlice();
  await pressLast(await ringPage(), 'Answer');
  await silent();
  await expect(callStage(app.page)).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => answers('m.call.answer'), { timeout: 30_000 }).toContain(callId);
  await hangUp(callId);
});
