// A call between two by keyboard alone, as a screen reader and as eyes meet it: on the way, with pictures, with a shared screen and the quality
// panel, on hold, and after its end.
import { expect, test } from '@playwright/test';
import type { RunningApp } from '../support/app';
import { areApart } from '../support/apart';
import { seriousFindings } from '../support/axe';
import {
  callButton,
  control,
  expectConnected,
  expectFlow,
  expectPictures,
  openPair,
  registerPair,
  ring,
  shareScreen,
  stage as callStage,
} from '../support/calls';
import { composer, message, openRoom, send, tabTo } from '../support/drive';
import { shoot } from '../support/shoot';
import { endStage, openStage } from '../support/stage';
import type { Stage } from '../support/stage';

let stage: Stage;
let alice: RunningApp;
let bob: RunningApp;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  stage = await openStage();
  const { people } = await registerPair(stage);
  ({ alice, bob } = await openPair(stage, people));
  await openRoom(alice.page, 'Bob Okafor');
  await openRoom(bob.page, 'Alice Hartmann');
});
endStage(() => stage);

test('a call is placed, answered, held and left by keyboard alone', async () => {
  test.setTimeout(120_000);
  await tabTo(alice.page, callButton(alice.page, false));
  await alice.page.keyboard.press('Enter');
  await expect(ring(bob.page)).toBeVisible({ timeout: 30_000 });
  await tabTo(bob.page, ring(bob.page).getByRole('button', { name: 'Answer', exact: true }));
  await bob.page.keyboard.press('Enter');
  await Promise.all([expectConnected(alice.page), expectConnected(bob.page)]);
  await tabTo(bob.page, control(bob.page, 'Mute'));
  await bob.page.keyboard.press('Space');
  await expect(callStage(alice.page).getByRole('img', { name: 'Microphone off' })).toBeVisible();
  await tabTo(bob.page, control(bob.page, 'Hold'));
  await bob.page.keyboard.press('Enter');
  await expect(callStage(alice.page).getByText('Bob Okafor has put you on hold')).toBeVisible({
    timeout: 30_000,
  });
  await tabTo(alice.page, control(alice.page, 'Hang up'));
  await alice.page.keyboard.press('Enter');
  for (const { page } of [alice, bob]) await expect(callStage(page)).toHaveCount(0);
});

test('the keys of calls: answered from a field, muted from everywhere, hung up, declined; each press says what it did', async () => {
  test.setTimeout(120_000);
  const said = (words: string) =>
    bob.page.getByRole('status').filter({ hasText: new RegExp(`^${words}$`) });
  const otherIsMuted = callStage(alice.page).getByRole('img', { name: 'Microphone off' });
  const bar = bob.page.getByRole('region', { name: 'Call with Alice Hartmann' });
  await composer(bob.page).fill('half a sent');
  await callButton(alice.page, false).click();
  await expect(ring(bob.page)).toBeVisible({ timeout: 30_000 });
  await expect(ring(bob.page).getByRole('button', { name: 'Answer', exact: true })).toHaveAttribute(
    'aria-keyshortcuts',
    'Control+Shift+A',
  );
  // F6 leads to the card; Enter refuses nobody there.
  await bob.page.keyboard.press('F6');
  await expect(ring(bob.page)).toBeFocused();
  await bob.page.keyboard.press('Enter');
  await bob.page.keyboard.press('F6');
  await expect(ring(bob.page)).not.toBeFocused();
  await expect(ring(bob.page)).toBeVisible();
  await composer(bob.page).focus();
  await bob.page.keyboard.press('Control+Shift+A');
  await Promise.all([expectConnected(alice.page), expectConnected(bob.page)]);
  await expect(said('Answering the call')).toHaveCount(1);

  await bob.page.keyboard.press('Control+Shift+M');
  await expect(otherIsMuted).toBeVisible();
  await expect(said('Microphone off')).toHaveCount(1);
  await expect(control(bob.page, 'Unmute')).toHaveAttribute('aria-keyshortcuts', 'Control+Shift+M');
  // In the field of a message, beside the bar, which is a stop of F6.
  await control(bob.page, 'Make the call small').click();
  await composer(bob.page).focus();
  await bob.page.keyboard.press('Control+Shift+M');
  await expect(otherIsMuted).toHaveCount(0);
  await expect(bar.getByRole('button', { name: 'Mute', exact: true })).toBeVisible();
  await expect(composer(bob.page)).toHaveValue('half a sent');
  const stops: boolean[] = [];
  for (let press = 0; press < 6; press += 1) {
    await bob.page.keyboard.press('F6');
    stops.push(await bar.evaluate((one) => one.contains(document.activeElement)));
  }
  expect(stops).toContain(true);
  // In Files, and behind a dialog.
  await bob.page.keyboard.press('Control+2');
  await expect(bob.page.getByRole('button', { name: 'Files', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await bob.page.keyboard.press('Control+Shift+M');
  await expect(otherIsMuted).toBeVisible();
  await bob.page.keyboard.press('Control+/');
  const list = bob.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list.getByRole('heading', { name: 'Calls' })).toBeVisible();
  await expect(list.getByText('Ctrl+Shift+M', { exact: true })).toBeVisible();
  await shoot(bob, 'call-keys');
  await bob.page.keyboard.press('Control+Shift+M');
  await expect(otherIsMuted).toHaveCount(0);
  await bob.page.keyboard.press('Escape');
  await bob.page.keyboard.press('Control+Shift+O');
  await expect(callStage(alice.page).getByLabel(/^Picture of /)).toBeVisible({ timeout: 30_000 });
  await bob.page.keyboard.press('Control+Shift+O');
  await expect(callStage(alice.page).getByLabel(/^Picture of /)).toHaveCount(0);
  await expect(said('Camera off')).toHaveCount(1);
  await bob.page.keyboard.press('Control+Shift+L');
  await expect(said('Call ended')).toHaveCount(1);
  await expect(callStage(alice.page)).toHaveCount(0);

  await callButton(alice.page, false).click();
  await expect(ring(bob.page)).toBeVisible({ timeout: 30_000 });
  await bob.page.keyboard.press('Control+Shift+D');
  await expect(ring(bob.page)).toHaveCount(0);
  await expect(callStage(alice.page).getByText('The call was declined.')).toBeVisible({
    timeout: 30_000,
  });
  await callStage(alice.page).getByRole('button', { name: 'Write a message' }).click();
  await bob.page.keyboard.press('Control+1');
  await composer(bob.page).fill('');
});

test('pause, play and hang-up of a headset hold the call, take it up again and end it', async () => {
  test.setTimeout(120_000);
  await bob.page.evaluate(() => {
    const keys: Record<string, (() => void) | null> = {};
    Object.assign(globalThis, { keys });
    const original = navigator.mediaSession.setActionHandler.bind(navigator.mediaSession);
    navigator.mediaSession.setActionHandler = (action, handler) => {
      keys[action] = handler as (() => void) | null;
      original(action, handler);
    };
  });
  const press = (key: string): Promise<void> =>
    bob.page.evaluate((name) => {
      (globalThis as unknown as { keys: Record<string, () => void> }).keys[name]?.();
    }, key);
  await callButton(alice.page, false).click();
  await ring(bob.page)
    .getByRole('button', { name: 'Answer', exact: true })
    .click({ timeout: 30_000 });
  await Promise.all([expectConnected(alice.page), expectConnected(bob.page)]);
  await press('pause');
  await expect(callStage(alice.page).getByText('Bob Okafor has put you on hold')).toBeVisible({
    timeout: 30_000,
  });
  await press('play');
  await expect(callStage(alice.page).getByText(/on hold/)).toHaveCount(0, { timeout: 30_000 });
  await expectFlow(alice.page, false);
  await press('hangup');
  for (const { page } of [alice, bob]) await expect(callStage(page)).toHaveCount(0);
});

test('the stage, a shared screen, the quality panel and the end have no serious finding and fit every width', async () => {
  test.setTimeout(300_000);
  await callButton(alice.page, true).click();
  await ring(bob.page)
    .getByRole('button', { name: 'Answer', exact: true })
    .click({ timeout: 30_000 });
  await Promise.all([expectConnected(alice.page), expectConnected(bob.page)]);
  await expectPictures(alice.page, 1);
  expect(await seriousFindings(alice)).toEqual([]);
  await shoot(alice, 'call');

  await control(bob.page, 'Share your screen').click();
  await shareScreen(bob.page);
  await expect(callStage(alice.page).getByLabel('Screen of Bob Okafor')).toBeVisible({
    timeout: 30_000,
  });
  await expectPictures(alice.page, 2);
  await control(alice.page, 'Call quality').click();
  const panel = alice.page.getByRole('complementary', { name: 'Call quality' });
  await expect(panel.getByRole('region', { name: 'Bob Okafor' })).toBeVisible({ timeout: 30_000 });
  expect(await seriousFindings(alice)).toEqual([]);
  await shoot(alice, 'call-screen-quality');
  expect(await seriousFindings(bob)).toEqual([]);
  await shoot(bob, 'call-sharing');

  await control(alice.page, 'More').click();
  await alice.page.getByRole('menuitem', { name: 'Transfer…' }).click();
  await expect(alice.page.getByRole('dialog', { name: 'Transfer the call' })).toBeVisible();
  expect(await seriousFindings(alice)).toEqual([]);
  await alice.page.keyboard.press('Escape');
  await control(alice.page, 'Hang up').click();
  for (const { page } of [alice, bob]) await expect(callStage(page)).toHaveCount(0);

  await callButton(alice.page, false).click();
  await ring(bob.page)
    .getByRole('button', { name: 'Decline', exact: true })
    .click({ timeout: 30_000 });
  await expect(callStage(alice.page).getByText('The call was declined.')).toBeVisible({
    timeout: 30_000,
  });
  expect(await seriousFindings(alice)).toEqual([]);
  await shoot(alice, 'call-declined');
  await alice.page.getByRole('button', { name: 'Write a message' }).click();
});

test('a notice covers neither the clock nor the controls nor the field beside them', async () => {
  const { page } = alice;
  await callButton(page, false).click();
  await ring(bob.page)
    .getByRole('button', { name: 'Answer', exact: true })
    .click({ timeout: 30_000 });
  await Promise.all([expectConnected(page), expectConnected(bob.page)]);
  await control(page, 'Show the chat').click();
  await send(page, 'the door is open');
  const notices = page.getByRole('region', { name: 'Notices' });
  for (const size of [
    { width: 640, height: 800 },
    { width: 1920, height: 1000 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    await message(page, 'the door is open').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    for (const part of [
      callStage(page).getByRole('timer'),
      callStage(page).getByRole('toolbar', { name: 'Call' }),
      composer(page),
    ])
      await expect.poll(() => areApart(notices, part)).toBe(true);
    await shoot(alice, `call-notice-${size.width}`);
  }
  await control(page, 'Hang up').click();
  await expect(callStage(page)).toHaveCount(0);
});
