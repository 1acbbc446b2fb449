// Events around one-to-one and group calls: an engine that crashes, a window of their own, and the state of the desktop.
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { RunningApp } from '../support/app';
import { areApart } from '../support/apart';
import {
  answer,
  callButton,
  connect,
  control,
  expectConnected,
  expectFlow,
  meet,
  openPair,
  registerPair,
  ring,
  speaks,
  stage as callStage,
  voiceOffer,
  type Pair,
  awake,
} from '../support/calls';
import { openRoom, roomRow, signInQuickly } from '../support/drive';
import { engineAfter, killEngine } from '../support/engines';
import {
  banner,
  expectLegs,
  groupControl,
  groupStage,
  joinGroup,
  startGroup,
  tile,
} from '../support/groupCalls';
import { makeRoom, sendEvent } from '../support/plain';
import { shoot } from '../support/shoot';
import { endStage, openStage } from '../support/stage';
import type { Person, Stage } from '../support/stage';

let stage: Stage;
let pair: Pair<RunningApp>;
/** Alice and Bob, as the server knows them. */
let caller: Person;
let callee: Person;
const roomName = 'Harbour signs';

test.beforeAll(async () => {
  test.setTimeout(180_000);
  stage = await openStage();
  const { people } = await registerPair(stage);
  caller = people.alice;
  callee = people.bob;
  const room = { name: roomName, invite: [people.bob], encrypted: true };
  await makeRoom(stage.homeserver, people.alice, room);
  const args = ['--use-fake-device-for-media-stream=device-count=3,fps=5'];
  pair = await openPair(stage, people, undefined, { args });
  await meet(pair);
});
endStage(() => stage);

const toDirectRoom = async ({ alice, bob }: Pair<RunningApp>): Promise<void> => {
  await openRoom(alice.page, 'Bob Okafor');
  await openRoom(bob.page, 'Alice Hartmann');
};

async function startInGroup(entry: string): Promise<void> {
  const { alice, bob } = pair;
  await openRoom(alice.page, roomName);
  await openRoom(bob.page, roomName);
  await startGroup(alice.page, entry);
  await joinGroup(bob.page);
  for (const { page } of [alice, bob]) await expectLegs(page, 1, entry.startsWith('Video'));
}

async function endGroup(): Promise<void> {
  for (const { page } of [pair.alice, pair.bob]) await groupControl(page, 'Leave the call').click();
  for (const { page } of [pair.alice, pair.bob])
    await expect(banner(page)).toHaveCount(0, { timeout: 30_000 });
}

const restartEngine = async (running: RunningApp): Promise<void> =>
  engineAfter(running, await killEngine(running));

test('a call between two outlives the engine of one of them, and ends for both when one hangs up', async () => {
  test.setTimeout(120_000);
  const { alice, bob } = pair;
  await connect(pair, false);
  await restartEngine(bob);
  await Promise.all([expectFlow(alice.page, false), expectFlow(bob.page, false)]);
  await control(bob.page, 'Hang up').click();
  for (const { page } of [alice, bob]) await expect(callStage(page)).toHaveCount(0);
});

test('a group call goes on when the engine of one of them starts again', async () => {
  test.setTimeout(180_000);
  const { alice, bob } = pair;
  await startInGroup('Voice call');
  await restartEngine(bob);
  await expect(tile(alice.page, 'Bob Okafor')).toBeVisible({ timeout: 30_000 });
  for (const { page } of [alice, bob]) await expectLegs(page, 1, false);
  // A signal sent after the restart arrives.
  await groupControl(bob.page, 'Mute').click();
  await expect(
    tile(alice.page, 'Bob Okafor').getByRole('img', { name: 'Microphone off' }),
  ).toBeVisible({ timeout: 30_000 });
  await endGroup();
});

/** Somebody without a window calls Bob. */
async function carolCalls(): Promise<void> {
  const { homeserver } = stage;
  const carol = await stage.register('carol', 'Carol Whitfield');
  const bench = await makeRoom(homeserver, carol, { name: 'Bench', invite: [callee] });
  await expect(roomRow(pair.bob.page, 'Bench').first()).toBeVisible({ timeout: 30_000 });
  const sdp = await voiceOffer(pair.bob.page);
  const call = { call_id: 'rings-beside', party_id: 'PLAIN', version: '1', lifetime: 60_000 };
  const content = { ...call, invitee: callee.userId, offer: { type: 'offer', sdp } };
  await sendEvent(homeserver, carol, bench, content, 'm.call.invite');
}

test('the card of a ring leaves the banner of a call in reach', async () => {
  test.setTimeout(120_000);
  const { alice, bob } = pair;
  await openRoom(alice.page, roomName);
  await openRoom(bob.page, roomName);
  await startGroup(alice.page, 'Voice call');
  await expect(banner(bob.page)).toBeVisible({ timeout: 30_000 });
  await carolCalls();
  const card = ring(bob.page);
  await expect(card).toBeVisible({ timeout: 30_000 });
  const size = bob.page.viewportSize() ?? { width: 1280, height: 800 };
  for (const width of [1280, 640]) {
    await bob.page.setViewportSize({ width, height: 800 });
    await expect.poll(() => areApart(card, banner(bob.page))).toBe(true);
    await shoot(bob, `ring-below-banner-${width}`);
  }
  await bob.page.setViewportSize(size);
  await card.getByRole('button', { name: 'Decline', exact: true }).click();
  await expect(card).toHaveCount(0);
  // The way in is pressed where it was.
  await joinGroup(bob.page);
  await endGroup();
});

test('a call between two goes into a window of its own, plays there, comes back, and is hung up from it', async () => {
  test.setTimeout(120_000);
  const { alice, bob } = pair;
  await toDirectRoom(pair);
  await connect(pair, true);
  const popOut = async (): Promise<Page> => {
    const opened = alice.app.waitForEvent('window');
    await control(alice.page, 'Open in a window of its own').click();
    return opened;
  };
  const first = await popOut();
  await expect(callStage(alice.page)).toHaveCount(0);
  await expect(first).toHaveTitle('Bob Okafor');
  const picture = first.getByLabel('Picture of Bob Okafor');
  await expect(picture).toBeVisible({ timeout: 20_000 });
  // The keyboard is there, the face fills the window, and oneself is seen as on the stage.
  await expect(first.getByRole('button', { name: 'Mute' })).toBeFocused();
  await expect(picture).toHaveCSS('object-fit', 'cover');
  await expect(first.getByLabel('Your own picture')).toBeVisible();
  const frames = (): Promise<number> =>
    picture.evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames);
  const before = await frames();
  await expect.poll(frames, { timeout: 20_000 }).toBeGreaterThan(before + 3);
  // The main window knows where it is, and leads there.
  const { page } = alice;
  await expect(page.getByRole('img', { name: 'You are in a call' })).toBeVisible();
  const where = page.getByRole('region', { name: 'Your call is in a window of its own.' });
  await where.getByRole('button', { name: 'Show the call' }).press('Enter');
  await expect.poll(() => first.evaluate(() => document.hasFocus())).toBe(true);
  await first.getByRole('button', { name: 'Turn camera off' }).click();
  await expect(callStage(bob.page).getByLabel(/^Picture of /)).toHaveCount(0);
  await first.getByRole('button', { name: 'Turn camera on' }).click();
  await expect(callStage(bob.page).getByLabel(/^Picture of /)).toBeVisible({ timeout: 30_000 });
  const closed = first.waitForEvent('close');
  await first.getByRole('button', { name: 'Back to the main window' }).click();
  await closed;
  await expect(callStage(alice.page)).toBeVisible();
  await expectFlow(bob.page, true);
  const second = await popOut();
  const gone = second.waitForEvent('close');
  // The press closes the window that it is made in, sometimes before it is confirmed.
  await second
    .getByRole('button', { name: 'Hang up' })
    .click()
    .catch(() => undefined);
  await gone;
  await expect(callStage(bob.page)).toHaveCount(0);
  await expect(callButton(alice.page, true)).toBeVisible();
  // A microphone opens only in a window in front; the one that was in front last is closed.
  await alice.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.focus());
});

/** The window finds no microphone, until the returned function is called. */
async function withoutMicrophone(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const { mediaDevices: devices } = navigator;
    const [list, open] = [devices.enumerateDevices, devices.getUserMedia];
    Object.assign(globalThis, {
      giveBack: () => Object.assign(devices, { enumerateDevices: list, getUserMedia: open }),
    });
    devices.enumerateDevices = async () =>
      (await list.call(devices)).filter(({ kind }) => kind !== 'audioinput');
    devices.getUserMedia = async (wanted) => {
      if (wanted?.audio) throw new DOMException('There is none', 'NotFoundError');
      return open.call(devices, wanted);
    };
  });
  return () => page.evaluate(() => (globalThis as unknown as { giveBack(): void }).giveBack());
}

test('who has no microphone answers a call between two to listen, hears, is seen as one who listens, and speaks once there is one', async () => {
  test.setTimeout(120_000);
  const { alice, bob } = pair;
  await toDirectRoom(pair);
  const giveBack = await withoutMicrophone(bob.page);
  await callButton(alice.page, false).click();
  await answer(bob.page);
  // By keys alone: the focus stands at what can be done.
  const listen = control(bob.page, 'Only listen');
  await expect(listen).toBeFocused({ timeout: 30_000 });
  await expect(callStage(bob.page)).toContainText('There is no microphone.');
  await expect(callStage(alice.page)).toContainText('Ringing');
  await bob.page.keyboard.press('Enter');
  for (const { page } of [alice, bob]) await expectConnected(page);
  await expectFlow(bob.page, false);
  const mark = callStage(alice.page).getByRole('img', { name: 'Only listens' });
  await expect(mark).toBeVisible();
  await control(bob.page, 'Unmute').click();
  await expect(callStage(bob.page).getByRole('alert')).toContainText('then unmute');
  await expect(mark).toBeVisible();
  await giveBack();
  await control(bob.page, 'Unmute').click();
  await expect(control(bob.page, 'Mute')).toBeVisible();
  await expect(mark).toHaveCount(0);
  await expect.poll(() => speaks(bob.page)).toBe(true);
  await control(alice.page, 'Hang up').click();
  for (const { page } of [alice, bob]) await expect(callStage(page)).toHaveCount(0);

  // Declined without one, the caller hears why.
  const giveItBack = await withoutMicrophone(bob.page);
  await callButton(alice.page, false).click();
  await answer(bob.page);
  await control(bob.page, 'Decline').click();
  await expect(callStage(alice.page)).toContainText('The other side has no microphone.');
  await control(alice.page, 'Close').click();
  await expect(callStage(bob.page)).toHaveCount(0);
  await giveItBack();
});

async function setMuteKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Calls' }).click();
  await page.getByRole('button', { name: 'Set: Key to mute' }).click();
  await page.keyboard.press('Control+Shift+M');
  await expect(page.getByText('Ctrl+Shift+M', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Chats' }).click();
}

const tray = ({ app }: RunningApp): Promise<string | undefined> =>
  app.evaluate(() => globalThis.__test?.tray().state);
/** The title in the taskbar and window switcher. */
const windowTitle = ({ app }: RunningApp): Promise<string | undefined> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle());

test('during a group call the computer stays awake, tray and taskbar say so, the key mutes, and the camera changes', async () => {
  test.setTimeout(180_000);
  const { alice, bob } = pair;
  await setMuteKey(alice.page);
  await expect.poll(() => Promise.all([awake(alice), tray(alice)])).toEqual([0, 'idle']);
  // No test can press a key of the whole system.
  await alice.app.evaluate(({ globalShortcut }) => {
    const register = globalShortcut.register.bind(globalShortcut);
    globalShortcut.register = (keys, pressed) => {
      Object.assign(globalThis, { pressKey: pressed });
      return register(keys, pressed);
    };
  });
  await startInGroup('Video call');
  await expect.poll(() => awake(alice)).toBe(1);
  await expect.poll(() => tray(alice)).toBe('call');
  await expect.poll(() => windowTitle(alice)).toBe('Trellis, in a call');
  const muted = tile(bob.page, 'Alice Hartmann').getByRole('img', { name: 'Microphone off' });
  const press = (): Promise<void> =>
    alice.app.evaluate(() => (globalThis as unknown as { pressKey(): void }).pressKey());
  await press();
  await expect(muted).toBeVisible({ timeout: 30_000 });
  await press();
  await expect(muted).toHaveCount(0, { timeout: 30_000 });

  const camera = (): Promise<string | undefined> =>
    alice.page.evaluate(() => {
      const { connections } = (
        globalThis as unknown as { callRecord: { connections: RTCPeerConnection[] } }
      ).callRecord;
      const standing = connections.find((one) => one.connectionState === 'connected');
      const sent = standing?.getSenders().find(({ track }) => track?.kind === 'video');
      return sent?.track?.getSettings().deviceId;
    });
  const before = await camera();
  await groupControl(alice.page, 'More').click();
  // The second of the browser's own is a camera of depths, which no call can send.
  await alice.page.getByRole('menuitemradio', { name: 'fake_device_2' }).click();
  await expect.poll(camera).not.toBe(before);
  for (const { page } of [alice, bob]) await expectLegs(page, 1, true);
  await endGroup();
  await expect.poll(() => awake(alice)).toBe(0);
  await expect.poll(() => tray(alice)).not.toBe('call');
  await expect.poll(() => windowTitle(alice)).not.toContain('call');
});

test('nobody speaks in two calls: one that is placed or taken up leaves the group call, after a question', async () => {
  test.setTimeout(180_000);
  const { alice, bob } = pair;
  const question = alice.page.getByRole('alertdialog', { name: /^Leave the call/ });
  const decide = (name: string) => question.getByRole('button', { name }).click();
  await startInGroup('Voice call');
  await openRoom(alice.page, 'Bob Okafor');
  await callButton(alice.page, false).click();
  await decide('Cancel');
  await expectLegs(alice.page, 1, false);
  await callButton(alice.page, false).click();
  await decide('Leave and call Bob');
  await ring(bob.page).getByRole('button', { name: 'End and answer' }).click();
  for (const { page } of [alice, bob]) await expectConnected(page);
  await openRoom(alice.page, roomName);
  await expect(banner(alice.page)).toHaveCount(0, { timeout: 30_000 });

  await startGroup(alice.page, 'Voice call');
  await alice.page
    .getByRole('region', { name: 'Call with Bob Okafor' })
    .getByRole('button')
    .first()
    .click();
  await control(alice.page, 'Resume').click();
  await decide('Cancel');
  await expect(control(alice.page, 'Resume')).toBeVisible();
  await control(alice.page, 'Resume').click();
  await decide('Leave and go on with Bob');
  await expect(control(alice.page, 'Hold')).toBeVisible();
  await expect(alice.page.getByRole('region', { name: `Call in ${roomName}` })).toHaveCount(0);
  await Promise.all([expectFlow(alice.page, false), expectFlow(bob.page, false)]);

  await openRoom(bob.page, roomName);
  await startGroup(bob.page, 'Voice call, ring everybody');
  await ring(alice.page).getByRole('button', { name: 'End and answer' }).click();
  for (const { page } of [alice, bob]) {
    await expectLegs(page, 1, false);
    const between = page.getByRole('region', { name: /^Call with / });
    await expect(between.getByRole('button', { name: 'Hang up' })).toHaveCount(0);
  }
  await endGroup();
});

test('a group call goes on beside another account of the window, which it does not ring; its line says one length to all', async () => {
  test.setTimeout(240_000);
  const { alice, bob } = pair;
  const shift = 'Second shift';
  const dora = await stage.register('dora', 'Dora Lindgren');
  const room = { name: shift, invite: [callee, dora], encrypted: true };
  await makeRoom(stage.homeserver, caller, room);
  const account = (name: string) =>
    alice.page
      .getByRole('list', { name: 'Accounts' })
      .getByRole('button', { name: new RegExp(`^${name}`) });
  await alice.page.getByRole('button', { name: 'Add an account' }).click();
  await signInQuickly(alice.page, stage.credentials(dora));
  await account('Alice Hartmann').click();
  await openRoom(alice.page, shift);
  await openRoom(bob.page, shift);
  await startGroup(alice.page, 'Voice call, ring everybody');
  await joinGroup(bob.page);
  await expectLegs(alice.page, 1, false);

  await account('Dora Lindgren').click();
  await expect(
    roomRow(alice.page, shift).getByRole('img', { name: 'Call, 2 people are in it' }),
  ).toBeVisible({ timeout: 30_000 });
  await expect(ring(alice.page)).toHaveCount(0);
  const bar = alice.page.getByRole('region', { name: `Call in ${shift}` });
  await expect(bar).toContainText('as Alice Hartmann');
  for (const { page } of [alice, bob]) await expectLegs(page, 1, false);
  // In a window of its own it stays there whoever is on show; from there it leads to its account.
  const opened = alice.app.waitForEvent('window');
  await bar.getByRole('button', { name: 'Open in a window of its own' }).click();
  const own = await opened;
  await expect(bar).toHaveCount(0);
  await expect(own.getByRole('button', { name: 'Mute', exact: true })).toBeVisible();
  await own
    .getByRole('button', { name: 'Back to the main window' })
    .click()
    .catch(() => undefined);
  await expect(groupStage(alice.page)).toHaveAccessibleName(`Call in ${shift}`);
  await account('Dora Lindgren').click();
  await expectLegs(alice.page, 1, false);
  await bar.getByRole('button', { name: 'Leave the call' }).click();
  await expect(bar).toHaveCount(0);
  await expect(tile(bob.page, 'Alice Hartmann')).toHaveCount(0, { timeout: 30_000 });
  await groupControl(bob.page, 'Leave the call').click();
  await account('Alice Hartmann').click();
  await openRoom(alice.page, shift);
  await expect(alice.page.getByText('You were in the call in')).toHaveCount(0);
  const line = ({ page }: RunningApp) =>
    page
      .getByRole('log')
      .getByText(/started a call, \d+:\d\d$/)
      .last();
  const length = async (app: RunningApp) => /\d+:\d\d$/.exec(await line(app).innerText())?.[0];
  for (const app of [alice, bob]) await expect(line(app)).toBeVisible({ timeout: 30_000 });
  expect(await length(alice)).toBe(await length(bob));
});
