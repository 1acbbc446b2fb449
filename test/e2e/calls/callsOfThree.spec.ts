// Calls between two where a third is near: the line is busy, somebody else is put on, another device of the same person answers.
import { expect, test, type Page } from '@playwright/test';
import type { RunningApp } from '../support/app';
import {
  callButton,
  control,
  expectConnected,
  expectFlow,
  fakeDevices,
  makeDirect,
  ring,
  speaks,
  stage as callStage,
  watchMedia,
} from '../support/calls';
import {
  fillSignIn,
  openRoom,
  roomRow,
  send,
  signIn,
  signInQuickly,
  unlock,
} from '../support/drive';
import { endStage, openStage } from '../support/stage';
import type { Person, Stage } from '../support/stage';

let stage: Stage;
let people: Record<'alice' | 'bob' | 'carol', Person>;
let alice: RunningApp;
let bob: RunningApp;
let carol: RunningApp;
let keyOfBob: string;

async function open(person: Person): Promise<RunningApp> {
  const running = await stage.open(fakeDevices);
  const credentials = stage.credentials(person);
  if (person === people.bob) keyOfBob = await signIn(running.page, credentials);
  else await signInQuickly(running.page, credentials);
  await watchMedia(running.page);
  return running;
}

test.beforeAll(async () => {
  test.setTimeout(300_000);
  stage = await openStage();
  people = {
    alice: await stage.register('alice', 'Alice Hartmann'),
    bob: await stage.register('bob', 'Bob Okafor'),
    carol: await stage.register('carol', 'Carol Venn'),
  };
  const { homeserver } = stage;
  await makeDirect(homeserver, people.alice, people.bob);
  await makeDirect(homeserver, people.alice, people.carol);
  await makeDirect(homeserver, people.bob, people.carol);
  // One after the other: three windows that start at once keep each other waiting.
  alice = await open(people.alice);
  bob = await open(people.bob);
  carol = await open(people.carol);
});
endStage(() => stage);
test.afterEach(async () => {
  for (const { page } of [alice, bob, carol]) {
    const hangUp = page.getByRole('button', { name: 'Hang up', exact: true }).first();
    if (!page.isClosed() && (await hangUp.isVisible().catch(() => false))) await hangUp.click();
    const close = page.getByRole('button', { name: 'Close', exact: true }).first();
    if (!page.isClosed() && (await close.isVisible().catch(() => false))) await close.click();
  }
});

const answer = (page: RunningApp['page']): Promise<void> =>
  ring(page).getByRole('button', { name: 'Answer', exact: true }).click({ timeout: 30_000 });

async function call(from: RunningApp, name: string): Promise<void> {
  await openRoom(from.page, name);
  await callButton(from.page, false).click();
}

async function connectAliceAndBob(): Promise<void> {
  await openRoom(bob.page, 'Alice Hartmann');
  await call(alice, 'Bob Okafor');
  await answer(bob.page);
  await Promise.all([expectConnected(alice.page), expectConnected(bob.page)]);
}

async function expectNoCalls(...apps: RunningApp[]): Promise<void> {
  for (const { page } of apps) await expect(callStage(page)).toHaveCount(0, { timeout: 30_000 });
}

test('who calls somebody in a call hears that the line is busy, and the call goes on', async () => {
  test.setTimeout(180_000);
  await connectAliceAndBob();
  await call(carol, 'Bob Okafor');
  await expect(ring(bob.page)).toContainText('You are in a call with Alice Hartmann', {
    timeout: 30_000,
  });
  await ring(bob.page).getByRole('button', { name: 'Decline', exact: true }).click();
  await expect(callStage(carol.page).getByText('The line is busy.')).toBeVisible({
    timeout: 30_000,
  });
  await callStage(carol.page).getByRole('button', { name: 'Close', exact: true }).click();
  await expect(
    carol.page.getByRole('log').getByText('You called, the line was busy'),
  ).toBeVisible();
  await Promise.all([expectFlow(alice.page, false), expectFlow(bob.page, false)]);
  await control(alice.page, 'Hang up').click();
  await expectNoCalls(alice, bob);
});

test('a call goes on beside another account of the window: heard, muted, shown; that account talks meanwhile, and hanging up leaves nothing cut off', async () => {
  test.setTimeout(240_000);
  const { page } = alice;
  const dora = await stage.register('dora', 'Dora Lindgren');
  await makeDirect(stage.homeserver, dora, people.carol);
  const account = (name: string) =>
    page
      .getByRole('list', { name: 'Accounts' })
      .getByRole('button', { name: new RegExp(`^${name}`) });
  await page.getByRole('button', { name: 'Add an account' }).click();
  await signInQuickly(page, stage.credentials(dora));
  await account('Alice Hartmann').click();
  await connectAliceAndBob();

  await account('Dora Lindgren').click();
  await expect(roomRow(page, 'Carol Venn').first()).toBeVisible({ timeout: 30_000 });
  const bar = page.getByRole('region', { name: 'Call with Bob Okafor' });
  await expect(bar).toContainText('as Alice Hartmann');
  await expect(
    account('Alice Hartmann').getByRole('img', { name: 'You are in a call' }),
  ).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await Promise.all([expectFlow(page, false), expectFlow(bob.page, false)]);
  await openRoom(page, 'Carol Venn');
  await send(page, 'Talking to Bob meanwhile');
  await page.keyboard.press('ControlOrMeta+Shift+M');
  await expect(bar.getByRole('button', { name: 'Unmute' })).toBeVisible();
  await expect.poll(() => speaks(page)).toBe(false);
  await page.keyboard.press('ControlOrMeta+Shift+M');
  await expect.poll(() => speaks(page)).toBe(true);

  await bar.getByRole('button', { name: 'Show the call' }).click();
  await expect(callStage(page)).toHaveAccessibleName('Call with Bob Okafor');
  await expectFlow(page, false);
  await account('Dora Lindgren').click();
  await expect(bar).toBeVisible();

  // The account on show is called: the other call waits, and is taken up again.
  await call(carol, 'Dora Lindgren');
  await expect(ring(page)).toContainText('You are in a call with Bob Okafor', { timeout: 30_000 });
  await ring(page).getByRole('button', { name: 'Hold and answer' }).click();
  await Promise.all([expectConnected(page), expectConnected(carol.page)]);
  await expect(callStage(page)).toHaveAccessibleName('Call with Carol Venn');
  await expect(bar).toContainText('On hold');
  await control(carol.page, 'Hang up').click();
  await expect(callStage(page)).toHaveCount(0, { timeout: 30_000 });
  await bar.getByRole('button', { name: 'Hang up', exact: true }).click();
  await expectNoCalls(alice, bob, carol);
  await account('Alice Hartmann').click();
  await expect(roomRow(page, 'Bob Okafor').first()).toBeVisible();
  await expect(page.getByText('was cut off')).toHaveCount(0);
});

test('CALL-1.1 a call is handed to somebody else: who is asked decides, then both talk and we are out of it', async () => {
  test.setTimeout(180_000);
  await connectAliceAndBob();
  await control(alice.page, 'More').click();
  await alice.page.getByRole('menuitem', { name: 'Transfer…' }).click();
  const dialog = alice.page.getByRole('dialog', { name: 'Transfer the call' });
  await expect(dialog.getByRole('button', { name: 'Transfer' })).toBeDisabled();
  await dialog.getByRole('textbox').fill(people.carol.userId);
  await dialog.getByRole('option').filter({ hasText: people.carol.userId }).first().click();
  await dialog.getByRole('button', { name: 'Transfer' }).click();
  await expect(
    callStage(alice.page).getByText('You asked Bob Okafor to talk to Carol Venn'),
  ).toBeVisible({ timeout: 30_000 });
  await expect(callStage(bob.page).getByText(people.carol.userId)).toBeVisible({
    timeout: 30_000,
  });
  // The first call is still unchanged.
  await expectFlow(alice.page, false);
  await callStage(bob.page).getByRole('button', { name: 'Talk to Carol Venn' }).click();
  await expect(ring(carol.page)).toHaveAccessibleName('Bob Okafor is calling', {
    timeout: 30_000,
  });
  await expect(callStage(alice.page).getByText('The call was handed over.')).toBeVisible({
    timeout: 30_000,
  });
  await openRoom(carol.page, 'Bob Okafor');
  await answer(carol.page);
  await Promise.all([expectConnected(bob.page), expectConnected(carol.page)]);
  await expect(callStage(bob.page)).toHaveAccessibleName('Call with Carol Venn');
  await Promise.all([expectFlow(bob.page, false), expectFlow(carol.page, false)]);
  await callStage(alice.page).getByRole('button', { name: 'Close', exact: true }).click();
  await control(carol.page, 'Hang up').click();
  await expectNoCalls(alice, bob, carol);
});

test('two calls become one: after a word with the second, both others are connected', async () => {
  test.setTimeout(180_000);
  await connectAliceAndBob();
  await openRoom(carol.page, 'Alice Hartmann');
  await call(alice, 'Carol Venn');
  await answer(carol.page);
  await Promise.all([expectConnected(alice.page), expectConnected(carol.page)]);
  const isHeld = (page: Page) =>
    expect(callStage(page).getByText('Alice Hartmann has put you on hold')).toBeVisible({
      timeout: 30_000,
    });
  await isHeld(bob.page);
  // Taking up the first call holds the second: nobody hears what is said in the other call.
  const other = alice.page.getByRole('button', { name: 'Show the call' });
  await other.click();
  await control(alice.page, 'Resume').click();
  await isHeld(carol.page);
  await expect(callStage(bob.page).getByText(/on hold/)).toHaveCount(0, { timeout: 30_000 });
  await other.click();
  await control(alice.page, 'Resume').click();
  await isHeld(bob.page);
  await expect(callStage(carol.page).getByText(/on hold/)).toHaveCount(0, { timeout: 30_000 });
  await control(alice.page, 'More').click();
  await alice.page.getByRole('menuitem', { name: 'Transfer…' }).click();
  await alice.page.getByRole('button', { name: 'Connect with Bob Okafor' }).click();
  // Bob waits for the call, Carol places it.
  await callStage(bob.page)
    .getByRole('button', { name: 'Talk to Carol Venn' })
    .click({ timeout: 30_000 });
  await expect(callStage(bob.page).getByText('is on its way')).toBeVisible();
  await callStage(carol.page)
    .getByRole('button', { name: 'Talk to Bob Okafor' })
    .click({ timeout: 30_000 });
  await expect(callStage(carol.page)).toHaveAccessibleName('Call with Bob Okafor', {
    timeout: 30_000,
  });
  await expect(callStage(bob.page)).toHaveAccessibleName('Call with Carol Venn', {
    timeout: 30_000,
  });
  await Promise.all([expectConnected(bob.page), expectConnected(carol.page)]);
  await Promise.all([expectFlow(bob.page, false), expectFlow(carol.page, false)]);
  await expect(alice.page.getByText('The call was handed over.').first()).toBeVisible({
    timeout: 30_000,
  });
  await control(bob.page, 'Hang up').click();
  await expectNoCalls(bob, carol);
});

test('what one device of a person answers stops ringing on the other, and says so', async () => {
  test.setTimeout(240_000);
  await carol.close();
  const second = await stage.open(fakeDevices);
  await fillSignIn(second.page, stage.credentials(people.bob));
  // A device that its owner has not confirmed gets no keys, and so no calls.
  await unlock(second.page, keyOfBob);
  await watchMedia(second.page);
  await openRoom(second.page, 'Alice Hartmann');
  await openRoom(bob.page, 'Alice Hartmann');
  await call(alice, 'Bob Okafor');
  await expect(ring(second.page)).toBeVisible({ timeout: 30_000 });
  await answer(bob.page);
  await expect(ring(second.page)).toHaveCount(0, { timeout: 30_000 });
  await Promise.all([expectConnected(alice.page), expectConnected(bob.page)]);
  await Promise.all([expectFlow(alice.page, false), expectFlow(bob.page, false)]);
  await expect(callStage(second.page)).toHaveCount(0);
  await expect(
    second.page.getByRole('log').getByText(/^Call from .*, answered on another device$/),
  ).toBeVisible({ timeout: 30_000 });
  await control(alice.page, 'Hang up').click();
  await expectNoCalls(alice, bob);
});
