// Calls between two, each in an own window, with the browser's own camera and microphone: what rings, what is heard and seen on the other
// side, and what is said when it does not work.
import { expect, test } from '@playwright/test';
import type { RunningApp } from '../support/app';
import {
  asked,
  callButton,
  connect as connectPair,
  control,
  expectConnected,
  expectFlow,
  expectPictures,
  flow,
  hearTones,
  meet,
  openPair,
  pullMicrophone,
  registerPair,
  ring,
  shareScreen,
  speaks,
  stage as callStage,
  watchMedia,
  type Pair,
} from '../support/calls';
import { areApart } from '../support/apart';
import { composer, messages, send } from '../support/drive';
import { shoot } from '../support/shoot';
import { endStage, openStage } from '../support/stage';
import type { Person, Stage } from '../support/stage';

let stage: Stage;
let people: Pair<Person>;
let alice: RunningApp;
let bob: RunningApp;
let roomId: string;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  stage = await openStage();
  ({ people, roomId } = await registerPair(stage));
  ({ alice, bob } = await openPair(stage, people));
  await meet({ alice, bob });
});
endStage(() => stage);
test.afterEach(async () => {
  for (const { page } of [alice, bob]) {
    const hangUp = control(page, 'Hang up');
    if (await hangUp.isVisible().catch(() => false)) await hangUp.click();
  }
});

const connect = (video: boolean): Promise<void> => connectPair({ alice, bob }, video);

test('CHAT-1.4 CALL-4.9 CALL-4.10 a voice call rings, is answered, is heard on both sides, and ends for both', async () => {
  const before = await asked(bob.page);
  await callButton(alice.page, false).click();
  await expect(ring(bob.page)).toHaveAccessibleName('Alice Hartmann is calling', {
    timeout: 30_000,
  });
  // No camera and no microphone is opened before the answer.
  expect(await asked(bob.page)).toEqual(before);
  await ring(bob.page).getByRole('button', { name: 'Answer', exact: true }).click();
  await Promise.all([expectConnected(alice.page), expectConnected(bob.page)]);
  await Promise.all([expectFlow(alice.page, false), expectFlow(bob.page, false)]);
  expect((await flow(bob.page)).framesDecoded).toBe(0);
  await control(bob.page, 'Hang up').click();
  for (const { page } of [alice, bob]) await expect(callStage(page)).toHaveCount(0);
});

test('the timeline tells what became of the call, on both sides', async () => {
  const line = (app: RunningApp, text: RegExp) => app.page.getByRole('log').getByText(text).last();
  await expect(line(alice, /^You called, \d+:\d\d$/)).toBeVisible({ timeout: 30_000 });
  await expect(line(bob, /^Call from .Alice Hartmann., \d+:\d\d$/)).toBeVisible({
    timeout: 30_000,
  });
  const kinds = stage
    .eventsOf(roomId)
    .map(({ type }) => type)
    .filter((type) => type.startsWith('m.call.'));
  // In an encrypted room the server sees no signal.
  expect(kinds).toEqual([]);
});

test('CALL-7.10 CALL-9.5 a video call shows both pictures; camera and microphone go off and on', async () => {
  await connect(true);
  await Promise.all([expectFlow(alice.page, true), expectFlow(bob.page, true)]);
  for (const { page } of [alice, bob])
    await expect(callStage(page).getByLabel(/^Picture of /)).toBeVisible();
  expect((await flow(bob.page)).frameWidth).toBeGreaterThan(100);

  await control(alice.page, 'Turn camera off').click();
  await expect(callStage(bob.page).getByLabel(/^Picture of /)).toHaveCount(0);
  await control(alice.page, 'Mute').click();
  await expect(callStage(bob.page).getByRole('img', { name: 'Microphone off' })).toBeVisible();
  await control(alice.page, 'Unmute').click();
  await expect(callStage(bob.page).getByRole('img', { name: 'Microphone off' })).toHaveCount(0);

  await control(alice.page, 'Turn camera on').click();
  await expect(callStage(bob.page).getByLabel(/^Picture of /)).toBeVisible();
  await expectFlow(bob.page, true);
  await control(alice.page, 'Hang up').click();
  for (const { page } of [alice, bob]) await expect(callStage(page)).toHaveCount(0);
});

test('CALL-1.1 CALL-4.24 a call on hold is silent on both sides and says so; afterwards it is heard again', async () => {
  await connect(false);
  await expectFlow(bob.page, false);
  await control(alice.page, 'Hold').click();
  await expect(callStage(alice.page).getByText('On hold')).toBeVisible();
  await expect(callStage(bob.page).getByText('Alice Hartmann has put you on hold')).toBeVisible({
    timeout: 30_000,
  });
  for (const { page } of [alice, bob]) await expect.poll(() => speaks(page)).toBe(false);
  await control(alice.page, 'Resume').click();
  await expect(callStage(bob.page).getByText(/on hold/)).toHaveCount(0, { timeout: 30_000 });
  for (const { page } of [alice, bob]) await expect.poll(() => speaks(page)).toBe(true);
  await Promise.all([expectFlow(alice.page, false), expectFlow(bob.page, false)]);

  // A voice call becomes one with a picture; only of who wants to be seen.
  const before = await asked(alice.page);
  await control(bob.page, 'Turn camera on').click();
  await expect(callStage(alice.page).getByLabel(/^Picture of Bob/)).toBeVisible({
    timeout: 30_000,
  });
  await expectFlow(alice.page, true);
  expect(await asked(alice.page)).toEqual(before);

  await control(alice.page, 'More').click();
  await alice.page.getByRole('menuitem', { name: 'Show keypad' }).click();
  const tones = await hearTones(alice.page);
  await alice.page.getByRole('button', { name: 'Tone 5' }).click();
  await alice.page.keyboard.type('12#');
  await expect(alice.page.getByRole('status', { name: 'Tones sent' })).toHaveText('512#');
  await expect.poll(tones).toBe('512#');
  await control(alice.page, 'Hang up').click();
  for (const { page } of [alice, bob]) await expect(callStage(page)).toHaveCount(0);
});

test('CALL-1.1 a screen is shared in a voice call, beside a camera, changed, and stopped; the call goes on', async () => {
  test.setTimeout(180_000);
  await connect(false);
  await control(alice.page, 'Share your screen').click();
  await shareScreen(alice.page);
  const screen = callStage(bob.page).getByLabel('Screen of Alice Hartmann');
  await expect(screen).toBeVisible({ timeout: 30_000 });
  await expectPictures(bob.page, 1);
  await expect(callStage(alice.page).getByLabel('Your screen, as others see it')).toBeVisible();

  // The camera joins it: the screen large, the person small.
  await control(alice.page, 'Turn camera on').click();
  await expect(callStage(bob.page).getByLabel(/^Picture of Alice/)).toBeVisible({
    timeout: 30_000,
  });
  await expectPictures(bob.page, 2);
  const [large, small] = await Promise.all([
    screen.boundingBox(),
    callStage(bob.page)
      .getByLabel(/^Picture of Alice/)
      .boundingBox(),
  ]);
  expect(large?.width).toBeGreaterThan(2 * (small?.width ?? Infinity));

  await callStage(alice.page).getByRole('button', { name: 'Change' }).click();
  await shareScreen(alice.page);
  await expectPictures(bob.page, 2);
  // A pause is told: nothing but black comes then.
  await callStage(alice.page).getByRole('button', { name: 'Pause' }).click();
  const paused = callStage(bob.page).getByText('Alice Hartmann paused the screen');
  await expect(paused).toBeVisible({ timeout: 30_000 });
  await callStage(alice.page).getByRole('button', { name: 'Continue' }).click();
  await expect(paused).toHaveCount(0, { timeout: 30_000 });
  await expectPictures(bob.page, 2);
  await callStage(alice.page).getByRole('button', { name: 'Stop sharing' }).first().click();
  await expect(screen).toHaveCount(0, { timeout: 30_000 });
  await expectPictures(bob.page, 1);

  // A second time, from the other side as well.
  await control(alice.page, 'Share your screen').click();
  await shareScreen(alice.page);
  await expect(screen).toBeVisible({ timeout: 30_000 });
  await expectPictures(bob.page, 2);
  await control(bob.page, 'Share your screen').click();
  await shareScreen(bob.page);
  await expect(callStage(alice.page).getByLabel('Screen of Bob Okafor')).toBeVisible({
    timeout: 30_000,
  });
  await expectPictures(alice.page, 1);
  await Promise.all([expectFlow(alice.page, false), expectFlow(bob.page, false)]);
  // A person who reads another room meanwhile still sees that they share, and can stop.
  await control(alice.page, 'Make the call small').click();
  const floating = alice.page.getByRole('region', { name: 'Call with Bob Okafor' });
  await expect(floating).toContainText('Sharing');
  await floating.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(screen).toHaveCount(0, { timeout: 30_000 });
  await expect(floating).not.toContainText('Sharing');
  await control(bob.page, 'Hang up').click();
  for (const { page } of [alice, bob]) await expect(callStage(page)).toHaveCount(0);
});

test('a voice call in which a screen was shared stays a voice call in the chat, on both sides', async () => {
  await connect(false);
  await control(alice.page, 'Share your screen').click();
  await shareScreen(alice.page);
  await expect(callStage(bob.page).getByLabel('Screen of Alice Hartmann')).toBeVisible({
    timeout: 30_000,
  });
  await control(bob.page, 'Hang up').click();
  for (const [{ page }, words] of [
    [alice, /^You called, \d+:\d\d$/],
    [bob, /^Call from .Alice Hartmann., \d+:\d\d$/],
  ] as const) {
    await expect(callStage(page)).toHaveCount(0);
    await expect(page.getByRole('log').getByText(/call/i).last()).toHaveText(words, {
      timeout: 30_000,
    });
  }
});

test('CALL-1.1 the quality of the line is told in words; a device is changed in the call', async () => {
  await connect(false);
  await expectFlow(bob.page, false);
  await control(bob.page, 'Call quality').click();
  const panel = bob.page.getByRole('complementary', { name: 'Call quality' });
  await expect(panel.getByRole('region', { name: 'Alice Hartmann' })).toContainText('Direct', {
    timeout: 30_000,
  });
  await expect(panel.getByText(/^\d+ kbit\/s$/).first()).toBeVisible();
  await expect(panel.getByRole('status')).toContainText(/good|weak|stutter/);
  await panel.getByRole('button', { name: 'Close' }).click();

  const before = await asked(alice.page);
  await control(alice.page, 'More').click();
  await alice.page.getByRole('menuitemradio', { name: 'Fake Audio Input 1' }).click();
  await expect.poll(async () => (await asked(alice.page)).length).toBeGreaterThan(before.length);
  expect((await asked(alice.page)).at(-1)).toContain('deviceId');
  await Promise.all([expectFlow(alice.page, false), expectFlow(bob.page, false)]);

  // Pulled out, it gives way to one that is left.
  const opened = (await asked(alice.page)).length;
  await pullMicrophone(alice.page);
  await expect.poll(async () => (await asked(alice.page)).length).toBeGreaterThan(opened);
  await expect.poll(() => speaks(alice.page)).toBe(true);
  await expectFlow(bob.page, false);
  await control(alice.page, 'Hang up').click();
  for (const { page } of [alice, bob]) await expect(callStage(page)).toHaveCount(0);
});

test('the call floats while something else is read, and is found again', async () => {
  await connect(false);
  await control(alice.page, 'Make the call small').click();
  const floating = alice.page.getByRole('region', { name: 'Call with Bob Okafor' });
  await expect(floating).toBeVisible();
  await send(alice.page, 'I am writing while I talk');
  await expect(messages(alice.page).filter({ hasText: 'while I talk' })).toBeVisible();
  // It lies over nothing: not over a panel's field either.
  await alice.page.keyboard.press('Control+f');
  const search = alice.page.getByRole('textbox', { name: 'Search this chat' });
  await expect(search).toBeFocused();
  expect(await areApart(floating, search)).toBe(true);
  await shoot(alice, 'call-bar');
  await alice.page.keyboard.press('Escape');
  await expectFlow(alice.page, false);
  await floating.getByRole('button', { name: 'Mute' }).click();
  await expect(callStage(bob.page).getByRole('img', { name: 'Microphone off' })).toBeVisible();
  await floating.getByRole('button', { name: 'Show the call' }).click();
  await expect(callStage(alice.page)).toBeVisible();
  await control(alice.page, 'Hang up').click();
  for (const { page } of [alice, bob]) await expect(callStage(page)).toHaveCount(0);
});

test('CALL-4.16 a declined call ends for who called, with a word and the way to call again', async () => {
  await callButton(alice.page, false).click();
  await ring(bob.page).getByRole('button', { name: 'Decline', exact: true }).click({
    timeout: 30_000,
  });
  await expect(callStage(alice.page).getByText('The call was declined.')).toBeVisible({
    timeout: 30_000,
  });
  await callStage(alice.page).getByRole('button', { name: 'Write a message' }).click();
  await expect(callStage(alice.page)).toHaveCount(0);
  await expect(composer(alice.page)).toBeFocused();
  await expect(alice.page.getByRole('log').getByText(/declined your call$/)).toBeVisible();
});

test('who hangs up before an answer leaves a missed call with the way to call back', async () => {
  await callButton(alice.page, false).click();
  await expect(ring(bob.page)).toBeVisible({ timeout: 30_000 });
  await control(alice.page, 'Hang up').click();
  await expect(ring(bob.page)).toHaveCount(0, { timeout: 30_000 });
  const missed = bob.page.getByRole('log').getByText(/^Missed call from/);
  await expect(missed).toBeVisible({ timeout: 30_000 });
  await bob.page.getByRole('button', { name: 'Call back' }).last().click();
  await expect(ring(alice.page)).toHaveAccessibleName('Bob Okafor is calling', { timeout: 30_000 });
  await ring(alice.page).getByRole('button', { name: 'Answer', exact: true }).click();
  await Promise.all([expectConnected(alice.page), expectConnected(bob.page)]);
  await expectFlow(alice.page, false);
  await control(bob.page, 'Hang up').click();
  for (const { page } of [alice, bob]) await expect(callStage(page)).toHaveCount(0);
});

test('CALL-4.20 CALL-4.21 when both call at once, one of the two calls comes about', async () => {
  await Promise.all([callButton(alice.page, false).click(), callButton(bob.page, false).click()]);
  await Promise.all([expectConnected(alice.page), expectConnected(bob.page)]);
  await Promise.all([expectFlow(alice.page, false), expectFlow(bob.page, false)]);
  for (const { page } of [alice, bob]) await expect(ring(page)).toHaveCount(0);
  await control(alice.page, 'Hang up').click();
  for (const { page } of [alice, bob]) await expect(callStage(page)).toHaveCount(0);
});

test('a window that is loaded anew in a call ends it for the other side within ten seconds, and one press calls again', async () => {
  await connect(false);
  await expectFlow(bob.page, false);
  await alice.page.reload();
  await expect(callStage(bob.page)).toHaveCount(0, { timeout: 10_000 });
  await watchMedia(alice.page);
  const offer = alice.page.getByRole('alert').filter({ hasText: 'was cut off' });
  await expect(offer).toContainText('Bob Okafor');
  await offer.getByRole('button', { name: 'Call again' }).click();
  await expect(offer).toHaveCount(0);
  await expect(ring(bob.page)).toBeVisible({ timeout: 30_000 });
  await control(alice.page, 'Hang up').click();
  for (const { page } of [alice, bob]) await expect(callStage(page)).toHaveCount(0);
  await expect(ring(bob.page)).toHaveCount(0, { timeout: 30_000 });
});

test('a window that is loaded anew while somebody rings still rings', async () => {
  await callButton(bob.page, false).click();
  await expect(ring(alice.page)).toBeVisible({ timeout: 30_000 });
  await alice.page.reload();
  await expect(ring(alice.page)).toBeVisible({ timeout: 30_000 });
  await watchMedia(alice.page);
  await ring(alice.page).getByRole('button', { name: 'Answer', exact: true }).click();
  await Promise.all([expectConnected(alice.page), expectConnected(bob.page)]);
  await expectFlow(bob.page, false);
  await control(alice.page, 'Hang up').click();
  for (const { page } of [alice, bob]) await expect(callStage(page)).toHaveCount(0);
});
