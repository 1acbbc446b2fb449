// Voice messages: spoken, heard before they leave, sent in every way a file is, and played by others. And pictures taken with the camera.
import { expect, test, type Locator, type Page } from '@playwright/test';
import type { RunningApp } from '../support/app';
import { areApart } from '../support/apart';
import { seriousFindings } from '../support/axe';
import { fakeDevices } from '../support/calls';
import {
  acceptInvite,
  composer,
  createRoom,
  expectMessage,
  message,
  messages,
  openRoom,
  signInQuickly,
} from '../support/drive';
import { engineAfter, killEngine } from '../support/engines';
import { makeRoom, say, sendEvent } from '../support/plain';
import { shoot } from '../support/shoot';
import { endStage, openStage } from '../support/stage';
import type { Person, Stage } from '../support/stage';

let stage: Stage;
let people: Record<'alice' | 'bob', Person>;
let alice: RunningApp;
let bob: RunningApp;
let proxy: Awaited<ReturnType<Stage['proxy']>>;
let plain: string;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  stage = await openStage();
  proxy = await stage.proxy();
  people = {
    alice: await stage.register('alice', 'Alice Hartmann'),
    bob: await stage.register('bob', 'Bob Okafor'),
  };
  plain = await makeRoom(stage.homeserver, people.alice, { name: 'Shed', invite: [people.bob] });
  [alice, bob] = await Promise.all([stage.open(fakeDevices), stage.open()]);
  await Promise.all([
    signInQuickly(alice.page, stage.credentials(people.alice, proxy)),
    signInQuickly(bob.page, stage.credentials(people.bob)),
  ]);
  await createRoom(alice.page, 'Harvest', [people.bob.userId]);
  await acceptInvite(bob.page, 'Harvest');
});
endStage(() => stage);

const bar = (page: Page): Locator => page.getByRole('group', { name: 'Voice message' }).last();
const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();
const heard = (page: Page): Locator => messages(page).getByRole('group', { name: 'Voice message' });

/** That much at least: the clock goes on, and no look at it need meet a certain second. */
async function recordedFor(page: Page, seconds: number): Promise<void> {
  const clock = page.getByRole('timer', { name: 'Recorded' });
  const shown = async (): Promise<number> => {
    const [minutes, rest] = (await clock.innerText()).split(':').map(Number);
    return (minutes ?? 0) * 60 + (rest ?? 0);
  };
  await expect.poll(shown, { timeout: 20_000 }).toBeGreaterThanOrEqual(seconds);
}
async function speak(page: Page): Promise<void> {
  await press(page, 'Record a voice message');
  await recordedFor(page, 2);
}
/** Copies the link of the last message; a notice confirms it. */
async function copyLink(page: Page): Promise<void> {
  await messages(page).last().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
}
const lastOf = (room: string) =>
  stage.eventsOf(room).findLast(({ type }) => type === 'm.room.message')?.content ?? {};

test('it is recorded with pauses, heard, sent encrypted, and played by the other at another speed', async () => {
  const { page } = alice;
  await speak(page);
  await shoot(alice, 'voice-recording');
  await press(page, 'Pause');
  await press(page, 'Listen to it');
  const position = page.getByRole('slider', { name: 'Position in the recording' });
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(300);
  await shoot(alice, 'voice-paused');
  expect(await seriousFindings(alice)).toEqual([]);
  await press(page, 'Go on recording');
  await recordedFor(page, 4);
  await press(page, 'Send the voice message');
  await expect(composer(page)).toBeFocused();
  await expect(heard(bob.page)).toHaveCount(1, { timeout: 30_000 });
  await bob.page.getByRole('button', { name: 'Play Voice message' }).click();
  await bob.page.getByRole('button', { name: 'Speed 1×' }).click();
  await expect(bob.page.getByRole('button', { name: 'Speed 1.5×' })).toBeVisible();
  const played = bob.page.getByRole('slider', { name: 'Position in Voice message' });
  await expect.poll(async () => Number(await played.inputValue())).toBeGreaterThan(1_000);
  // The file's own duration covers both recorded parts.
  expect(Number(await played.getAttribute('max'))).toBeGreaterThan(3_500);
  await shoot(bob, 'voice-played');
});

test('a notice covers neither the field nor what is recorded, in any width', async () => {
  const { page } = alice;
  const notices = page.getByRole('region', { name: 'Notices' });
  for (const width of [640, 1920, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await copyLink(page);
    await expect.poll(() => areApart(notices, composer(page))).toBe(true);
    await speak(page);
    // A short recording is discarded without a question.
    await press(page, 'Pause');
    await copyLink(page);
    await expect.poll(() => areApart(notices, bar(page))).toBe(true);
    await shoot(alice, `voice-notice-${width}`);
    await press(page, 'Delete the recording');
    await expect(composer(page)).toBeVisible();
  }
});

test('an answer in clear is what other clients read: Ogg with Opus, its length and its wave', async () => {
  const question = await say(stage.homeserver, people.bob, plain, 'How does it sound?');
  const { page } = alice;
  await openRoom(page, 'Shed');
  await expectMessage(page, 'How does it sound?');
  await message(page, 'How does it sound?').focus();
  await page.keyboard.press('r');
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible();
  await speak(page);
  await press(page, 'Send the voice message');
  await expect.poll(() => lastOf(plain)['msgtype']).toBe('m.audio');
  const content = lastOf(plain);
  const details = content['org.matrix.msc1767.audio'] as { duration: number; waveform: number[] };
  const { duration, waveform } = details;
  expect(content).toEqual({
    msgtype: 'm.audio',
    body: 'Voice message.ogg',
    url: expect.stringMatching(/^mxc:/),
    info: { duration, mimetype: 'audio/ogg', size: expect.any(Number) },
    'org.matrix.msc1767.audio': details,
    'org.matrix.msc3245.voice': {},
    'm.relates_to': { 'm.in_reply_to': { event_id: question } },
  });
  expect(duration).toBeGreaterThan(1_500);
  expect(waveform).toHaveLength(100);
  expect(Math.max(...waveform)).toBe(1024);
  const [server, id] = String(content['url']).slice('mxc://'.length).split('/');
  const path = `/_matrix/client/v1/media/download/${server}/${id}`;
  const file = await fetch(new URL(path, stage.homeserver.baseUrl), {
    headers: { authorization: `Bearer ${people.bob.accessToken}` },
  });
  const bytes = Buffer.from(await file.arrayBuffer()).toString('latin1');
  expect(bytes.slice(0, 4)).toBe('OggS');
  expect(bytes.slice(28, 36)).toBe('OpusHead');
  expect(bytes).toContain('OpusTags');

  // One as Element writes it, with its text and its file a second time.
  await sendEvent(stage.homeserver, people.bob, plain, {
    ...{ msgtype: 'm.audio', body: 'Voice message', url: content['url'] },
    info: { duration, mimetype: 'audio/ogg', size: bytes.length },
    'org.matrix.msc1767.text': 'Voice message',
    'org.matrix.msc1767.file': { url: content['url'], name: 'Voice message.ogg' },
    'org.matrix.msc1767.audio': { duration, waveform: [0, 400, 1024] },
    'org.matrix.msc3245.voice': {},
  });
  await expect(heard(page)).toHaveCount(2);
  await say(stage.homeserver, people.bob, plain, 'Clear enough');
  await expectMessage(page, 'Clear enough');
  // On a busy machine the second can be over before anybody looks.
  await page.evaluate(() => {
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      document.body.dataset['plays'] = String(Number(document.body.dataset['plays'] ?? 0) + 1);
      return Reflect.apply(play, this, []);
    };
  });
  await heard(page).first().getByRole('button', { name: 'Play Voice message' }).click();
  // The next one follows by itself, over what is written between them.
  await expect(page.locator('body')).toHaveAttribute('data-plays', '2', { timeout: 60_000 });
});

test('another room pauses it and says so; offline it waits with all others; thrown away it asks', async () => {
  const { page } = alice;
  await openRoom(page, 'Shed');
  await speak(page);
  await openRoom(page, 'Harvest');
  await expect(page.getByText('The recording is paused. It waits in Shed.')).toBeVisible();
  await expect(composer(page)).toBeVisible();
  await openRoom(page, 'Shed');
  await expect(page.getByRole('button', { name: 'Go on recording' })).toBeVisible();
  await proxy.setDown(true);
  await press(page, 'Send the voice message');
  await expect(heard(page)).toHaveCount(3);
  await expect(heard(page).last()).toBeVisible();
  const before = stage.eventsOf(plain).length;
  await proxy.setDown(false);
  await expect.poll(() => stage.eventsOf(plain).length, { timeout: 60_000 }).toBe(before + 1);
  expect(lastOf(plain)).toMatchObject({ 'org.matrix.msc3245.voice': {} });

  await speak(page);
  await recordedFor(page, 5);
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Delete the recording?' });
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect(bar(page)).toBeVisible();
  await press(page, 'Delete the recording');
  await question.getByRole('button', { name: 'Delete recording' }).click();
  await expect(composer(page)).toBeFocused();
  await expect(heard(page)).toHaveCount(3);
});

test('without a microphone it says what to do', async () => {
  const { page } = bob;
  await press(page, 'Record a voice message');
  await expect(page.getByRole('alert')).toContainText('There is no microphone. Plug one in');
  await shoot(bob, 'voice-none');
  await press(page, 'Delete the recording');
  await expect(composer(page)).toBeFocused();
});

test('a picture is taken with the camera, taken again, and sent with words; the camera is open only meanwhile', async () => {
  const { page } = alice;
  await openRoom(page, 'Harvest');
  const fromMenu = async (of: Page): Promise<void> => {
    await of.getByRole('button', { name: 'Add files, a poll or a place' }).click();
    await of.getByRole('menuitem', { name: 'Take a picture' }).click();
  };
  /** Cameras that the page has open. */
  await page.evaluate(() => {
    const opened: MediaStreamTrack[] = [];
    Object.assign(window, {
      cameras: () => opened.filter((one) => one.readyState === 'live').length,
    });
    const devices = navigator.mediaDevices;
    const open = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (wants) => {
      const stream = await open(wants);
      opened.push(...stream.getVideoTracks());
      return stream;
    };
  });
  const cameras = (): Promise<number> =>
    page.evaluate(() => (window as unknown as { cameras: () => number }).cameras());
  await fromMenu(page);
  const dialog = page.getByRole('dialog', { name: 'Take a picture' });
  const take = dialog.getByRole('button', { name: 'Take picture' });
  await expect(take).toBeFocused({ timeout: 30_000 });
  await shoot(alice, 'camera');
  expect(await seriousFindings(alice)).toEqual([]);
  await take.press('Enter');
  await expect(dialog.getByRole('img', { name: 'The picture' })).toBeVisible();
  await expect.poll(cameras).toBe(0);
  await dialog.getByRole('button', { name: 'Take another' }).click();
  await expect(take).toBeFocused({ timeout: 30_000 });
  expect(await cameras()).toBe(1);
  await take.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Add to message' })).toBeFocused();
  await shoot(alice, 'camera-taken');
  await page.keyboard.press('Enter');
  await expect(composer(page)).toBeFocused();
  expect(await cameras()).toBe(0);
  await page.keyboard.type('From my window');
  await page.keyboard.press('Enter');
  const shown = messages(bob.page).getByRole('img', { name: /^Picture .*\.jpg$/ });
  await openRoom(bob.page, 'Harvest');
  await expect(shown).toBeVisible({ timeout: 30_000 });
  await expectMessage(bob.page, 'From my window');
  const width = () => shown.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(300);
  // It is not opened for somebody who goes away.
  await fromMenu(page);
  await expect(take).toBeFocused({ timeout: 30_000 });
  await page.keyboard.press('Escape');
  await expect.poll(cameras).toBe(0);
  await fromMenu(bob.page);
  await expect(bob.page.getByRole('alert')).toContainText('There is no camera. Plug one in');
  await shoot(bob, 'camera-none');
  await bob.page.keyboard.press('Escape');
});

test('a recording outlives the engine: what was said before it died is sent by the next one', async () => {
  const { page } = alice;
  await openRoom(page, 'Harvest');
  await openRoom(bob.page, 'Harvest');
  const before = await heard(bob.page).count();
  await speak(page);
  const killed = await killEngine(alice);
  await engineAfter(alice, killed);
  await press(page, 'Pause');
  await expect(page.getByRole('button', { name: 'Listen to it' })).toBeVisible({ timeout: 20_000 });
  await press(page, 'Send the voice message');
  await expect(heard(bob.page)).toHaveCount(before + 1, { timeout: 60_000 });
});

test('a recording outlives its window: after a reload it is heard, gone on with and sent whole; one that is deleted does not come back', async () => {
  const { page } = alice;
  await openRoom(page, 'Harvest');
  await openRoom(bob.page, 'Harvest');
  const before = await heard(bob.page).count();
  const played = bob.page.getByRole('slider', { name: 'Position in Voice message' }).last();
  const waits = page.getByRole('button', { name: 'Listen to it', exact: true });
  await speak(page);
  await recordedFor(page, 3);
  // In the middle of it, without a pause.
  await page.reload();
  await expect(waits).toBeVisible({ timeout: 60_000 });
  await shoot(alice, 'voice-after-reload');
  const position = page.getByRole('slider', { name: 'Position in the recording' });
  expect(Number(await position.getAttribute('max'))).toBeGreaterThan(900);
  await waits.click();
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(300);
  await press(page, 'Go on recording');
  await recordedFor(page, 4);
  // Only the recordings of both windows come back, in their order.
  await press(page, 'Pause');
  await page.reload();
  await expect(waits).toBeVisible({ timeout: 60_000 });
  await press(page, 'Send the voice message');
  await expect(heard(bob.page)).toHaveCount(before + 1, { timeout: 60_000 });
  await expect.poll(async () => Number(await played.getAttribute('max'))).toBeGreaterThan(2_500);
  await page.reload();
  await expect(composer(page)).toBeVisible({ timeout: 60_000 });

  await speak(page);
  await page.reload();
  await expect(waits).toBeVisible({ timeout: 60_000 });
  await press(page, 'Delete the recording');
  await expect(composer(page)).toBeFocused();
  await page.reload();
  // By the time that a text has gone out the field would have given way to it.
  await composer(page).fill('Nothing is left of it');
  await composer(page).press('Enter');
  await expectMessage(bob.page, 'Nothing is left of it');
  await expect(composer(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete the recording' })).toHaveCount(0);
});
