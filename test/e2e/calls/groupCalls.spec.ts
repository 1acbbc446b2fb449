// Group calls of three, each in an own window, with the browser's own camera and microphone: what flows on every leg, who may be in it, and
// what the server sees of the signalling. What becomes of it when one of them is gone is in groupCallsFaults.
import { expect, test } from '@playwright/test';
import type { FaultProxy } from '../../faults/faultProxy';
import type { Page } from '@playwright/test';
import type { RunningApp } from '../support/app';
import { seriousFindings } from '../support/axe';
import { asked, voiceOffer } from '../support/calls';
import { openRoom, roomRow, tabTo } from '../support/drive';
import {
  banner,
  expectLegs,
  groupControl,
  groupStage,
  heardNow,
  joinGroup,
  legs,
  startGroup,
  talkButton,
  tile,
} from '../support/groupCalls';
import {
  keyHooks,
  listening,
  pressEverywhere,
  replaceKeyHook,
  setTalkKey,
} from '../support/keyHook';
import { shoot } from '../support/shoot';
import { endStage, openStage } from '../support/stage';
import type { Stage } from '../support/stage';
import { allLeave, openThree } from '../support/threePeople';
import type { Three } from '../support/threePeople';

let stage: Stage;
let proxy: FaultProxy;
let people: Three['people'];
let alice: RunningApp;
let bob: RunningApp;
let carol: RunningApp;
let roomId: string;
const roomName = 'Harbour signs';
const memberType = 'org.matrix.msc3401.call.member';

test.beforeAll(async () => {
  test.setTimeout(240_000);
  stage = await openStage();
  ({ proxy, people, roomId, alice, bob, carol } = await openThree(stage, roomName));
});
endStage(() => stage);
test.afterEach(() => allLeave([alice, bob, carol]));

test('CALL-1.1 CALL-4.23 three in a video call hear and see each other on every leg', async () => {
  test.setTimeout(240_000);
  const before = await asked(bob.page);
  await startGroup(alice.page, 'Video call');
  await expect(banner(bob.page)).toContainText('\u2068Alice Hartmann\u2069 is in it', {
    timeout: 30_000,
  });
  // No camera and no microphone is opened before the user joins.
  expect(await asked(bob.page)).toEqual(before);
  await joinGroup(bob.page);
  await joinGroup(carol.page);
  for (const { page } of [alice, bob, carol]) await expectLegs(page, 2, true);
  for (const name of ['Bob Okafor', 'Carol Venn', 'You'])
    await expect(tile(alice.page, name)).toBeVisible();
  await expect(tile(alice.page, 'Bob Okafor').getByLabel('Picture of Bob Okafor')).toBeVisible();
  await expect(groupStage(alice.page).getByText('3 people')).toBeVisible();

  await groupControl(bob.page, 'Mute').click();
  await expect(
    tile(alice.page, 'Bob Okafor').getByRole('img', { name: 'Microphone off' }),
  ).toBeVisible();
  await groupControl(bob.page, 'Turn camera off').click();
  await expect(tile(carol.page, 'Bob Okafor').getByLabel(/^Picture of/)).toHaveCount(0, {
    timeout: 60_000,
  });
  await groupControl(bob.page, 'Turn camera on').click();
  await expect(tile(carol.page, 'Bob Okafor').getByLabel(/^Picture of/)).toBeVisible({
    timeout: 60_000,
  });

  await groupControl(carol.page, 'Leave the call').click();
  await expect(tile(alice.page, 'Carol Venn')).toHaveCount(0);
  await expectLegs(alice.page, 1, true);
  await joinGroup(carol.page);
  await expectLegs(carol.page, 2, true);
});

test('CALL-7.12 the server sees no signal of a leg in clear, no raised hand and no reaction', async () => {
  const from = proxy.log.length;
  await startGroup(alice.page, 'Voice call');
  await joinGroup(bob.page);
  await expectLegs(alice.page, 1, false);
  const hand = tile(bob.page, 'Alice Hartmann').getByRole('img', { name: 'Hand raised' });
  await groupControl(alice.page, 'Raise hand').click();
  await expect(hand).toBeVisible({ timeout: 30_000 });
  await expect(groupStage(bob.page).getByText('2 people, 1 hand raised')).toBeVisible();
  // A person who joins later sees the hand as well.
  await joinGroup(carol.page);
  await expect(
    tile(carol.page, 'Alice Hartmann').getByRole('img', { name: 'Hand raised' }),
  ).toBeVisible({ timeout: 30_000 });
  await groupControl(alice.page, 'Lower hand').click();
  await expect(hand).toHaveCount(0);
  await groupControl(alice.page, 'React').click();
  await alice.page.getByRole('button', { name: 'React with 👏' }).click();
  await expect(tile(bob.page, 'Alice Hartmann').getByText('👏')).toBeVisible();
  await expect(tile(bob.page, 'Alice Hartmann').getByText('👏')).toHaveCount(0);
  const sent = proxy.log
    .slice(from)
    .map(({ path }) => path)
    .filter((path) => path.includes('/sendToDevice/'));
  const encrypted = sent.filter((path) => path.includes('/sendToDevice/m.room.encrypted/'));
  expect(encrypted.length).toBeGreaterThan(1);
  expect(sent.filter((path) => /m\.call|\.call\./.test(path))).toEqual([]);
  const kinds = stage.eventsOf(roomId).map(({ type }) => type);
  expect(kinds.filter((type) => /^m\.call\.|reaction|hand/.test(type))).toEqual([]);
});

test('a screen is chosen, shown to the others, and its end drops nobody; the quality is told', async () => {
  test.setTimeout(180_000);
  await startGroup(alice.page, 'Voice call');
  await joinGroup(bob.page);
  await expectLegs(bob.page, 1, false);
  await groupControl(alice.page, 'Share your screen').click();
  const picker = alice.page.getByRole('dialog', { name: 'Share your screen' });
  await expect(picker.locator('input[name="capture"]').first()).toBeFocused({ timeout: 30_000 });
  await alice.page.keyboard.press('Enter');
  await expect(groupStage(alice.page).getByRole('region', { name: 'You are sharing' })).toBeVisible(
    {
      timeout: 30_000,
    },
  );
  const shared = tile(bob.page, 'Screen of Alice Hartmann');
  await expect(shared.getByLabel('Screen of Alice Hartmann')).toBeVisible({ timeout: 30_000 });
  await expectLegs(bob.page, 1, true);
  await groupStage(alice.page).getByRole('button', { name: 'Stop sharing' }).first().click();
  await expect(shared).toHaveCount(0, { timeout: 30_000 });
  await expectLegs(bob.page, 1, false);

  await groupControl(bob.page, 'Call quality').click();
  const panel = bob.page.getByRole('complementary', { name: 'Call quality' });
  await expect(panel.getByText(/^\d+ kbit\/s$/).first()).toBeVisible({ timeout: 30_000 });
  await expect(panel.getByRole('region', { name: 'Alice Hartmann' })).toContainText('Direct');

  // A call that began with voice has a camera button as well.
  await groupControl(alice.page, 'Turn camera on').click();
  await expect(tile(bob.page, 'Alice Hartmann').getByLabel(/^Picture of/)).toBeVisible({
    timeout: 60_000,
  });
});

test('somebody of the room who is not in the call gets no leg', async () => {
  await startGroup(alice.page, 'Voice call');
  await joinGroup(bob.page);
  await expectLegs(alice.page, 1, false);
  // In clear, in the name of a device that exists: neither encrypted nor listed.
  const members = stage.eventsOf(roomId).filter(({ type }) => type === memberType);
  const listed = members.findLast(({ sender }) => sender === people.alice.userId);
  const calls = listed?.content['m.calls'] as {
    'm.call_id': string;
    'm.devices': { device_id: string; session_id: string }[];
  }[];
  const device = calls[0]?.['m.devices'][0];
  const content = {
    version: '1',
    call_id: 'intruder',
    conf_id: calls[0]?.['m.call_id'],
    device_id: 'INTRUDER',
    sender_session_id: 'intruder-session-0001',
    dest_session_id: device?.session_id,
    party_id: 'INTRUDER',
    seq: 0,
    lifetime: 60_000,
    offer: { type: 'offer', sdp: await voiceOffer(carol.page) },
  };
  const path = '/_matrix/client/v3/sendToDevice/m.call.invite/intruder1';
  await stage.homeserver.request('PUT', path, {
    token: people.carol.accessToken,
    body: { messages: { [people.alice.userId]: { [String(device?.device_id)]: content } } },
  });
  // The next signal arrives; an answer would be here by now.
  await groupControl(bob.page, 'Mute').click();
  await expect(
    tile(alice.page, 'Bob Okafor').getByRole('img', { name: 'Microphone off' }),
  ).toBeVisible();
  expect(await legs(alice.page)).toHaveLength(1);
  await expect(tile(alice.page, 'Carol Venn')).toHaveCount(0);
});

const floor = (page: Page) => groupStage(page).getByRole('toolbar').getByRole('status');

test('CALL-1.1 CALL-4.6 push to talk: heard only while the button is held, by mouse or by keyboard, one at a time, 20 s at most', async () => {
  test.setTimeout(180_000);
  await startGroup(alice.page, 'Push to talk');
  await expect(banner(bob.page)).toHaveAccessibleName('Push to talk in this room');
  await joinGroup(bob.page);
  for (const { page } of [alice, bob]) {
    await expect.poll(async () => (await legs(page)).length, { timeout: 30_000 }).toBe(1);
    await expect(floor(page)).toHaveText('Nobody is talking');
  }
  // Silence: a few packets that keep the line, no sound. What was sent while the line was made is over first.
  let silent = await heardNow(bob.page);
  await expect
    .poll(
      async () => {
        const before = silent.packets;
        silent = await heardNow(bob.page);
        return !silent.tone && silent.packets <= before;
      },
      { timeout: 30_000 },
    )
    .toBe(true);

  await talkButton(alice.page).hover();
  await alice.page.mouse.down();
  await expect(floor(bob.page)).toHaveText('Alice Hartmann is talking');
  await expect(tile(bob.page, 'Alice Hartmann').getByRole('img', { name: 'Speaking' })).toBeVisible(
    { timeout: 15_000 },
  );
  await expect.poll(async () => (await heardNow(bob.page)).tone, { timeout: 20_000 }).toBe(true);
  await expect
    .poll(async () => (await heardNow(bob.page)).packets, { timeout: 20_000 })
    .toBeGreaterThan(2 * silent.packets);
  // The floor is taken: said in words, and nothing of bob is heard.
  await talkButton(bob.page).click();
  await expect(groupStage(bob.page).getByRole('alert')).toContainText(
    /Somebody else is talking: .*Alice Hartmann/,
  );
  await expect(groupControl(bob.page, 'Hold to talk')).toBeFocused();
  expect((await heardNow(alice.page)).tone).toBe(false);
  await alice.page.mouse.up();
  await expect(floor(bob.page)).toHaveText('Nobody is talking');
  await expect(groupStage(bob.page).getByRole('alert')).toHaveCount(0);
  await expect
    .poll(async () => (await heardNow(bob.page)).packets, { timeout: 20_000 })
    .toBeLessThan(silent.packets + 5);
  expect((await heardNow(bob.page)).tone).toBe(false);

  // By keyboard alone, and held on.
  await talkButton(bob.page).focus();
  const from = Date.now();
  await bob.page.keyboard.down('Space');
  await expect(floor(alice.page)).toHaveText('Bob Okafor is talking');
  await expect(floor(bob.page)).toContainText('You are talking');
  await expect.poll(async () => (await heardNow(alice.page)).tone, { timeout: 20_000 }).toBe(true);
  await expect(floor(alice.page)).toHaveText('Nobody is talking', { timeout: 25_000 });
  const held = Date.now() - from;
  expect(held).toBeGreaterThan(18_000);
  expect(held).toBeLessThan(25_000);
  await expect(groupStage(bob.page).getByRole('alert')).toContainText('Twenty seconds are over.');
  await expect.poll(async () => (await heardNow(alice.page)).tone, { timeout: 20_000 }).toBe(false);
  await bob.page.keyboard.up('Space');
  await bob.page.keyboard.down('Space');
  await expect(floor(alice.page)).toHaveText('Bob Okafor is talking');
  await bob.page.keyboard.up('Space');
  await expect(floor(alice.page)).toHaveText('Nobody is talking');
});

test('only verified people, turned on in a call: nobody else hears or sees us from then on, each is told why, and turned off it is as before', async () => {
  test.setTimeout(240_000);
  const onlyVerified = async (on: boolean): Promise<void> => {
    const { page } = alice;
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('tab', { name: 'Encryption' }).click();
    const choice = page.getByRole('switch', { name: /^Send only to people I have verified/ });
    await choice.press('Space');
    await expect(choice).toBeChecked({ checked: on });
    await page.getByRole('button', { name: 'Chats', exact: true }).click();
    await expect(groupStage(page)).toBeVisible();
  };
  await startGroup(alice.page, 'Voice call');
  await joinGroup(bob.page);
  await joinGroup(carol.page);
  for (const { page } of [alice, bob, carol]) await expectLegs(page, 2, false);

  await onlyVerified(true);
  await expectLegs(bob.page, 1, false);
  await expectLegs(carol.page, 1, false);
  expect(await legs(alice.page)).toHaveLength(0);
  for (const name of ['Bob Okafor', 'Carol Venn'])
    await expect(tile(alice.page, name)).toContainText('Left out: not verified');
  for (const { page } of [bob, carol])
    await expect(tile(page, 'Alice Hartmann')).toContainText('Talks with verified people only');
  await shoot(bob, 'group-not-verified');

  // A person who joins meanwhile is told at once.
  await groupControl(bob.page, 'Leave the call').click();
  await joinGroup(bob.page);
  await expect(tile(bob.page, 'Alice Hartmann')).toContainText('Talks with verified people only', {
    timeout: 30_000,
  });
  await onlyVerified(false);
  for (const { page } of [alice, bob, carol]) await expectLegs(page, 2, false);
});

test('push to talk by a key: heard while it is held in whatever program, and no longer; listened for during the call alone', async () => {
  test.setTimeout(120_000);
  await replaceKeyHook(alice);
  await setTalkKey(alice.page);
  expect(await keyHooks(alice)).toEqual([]);
  await openRoom(alice.page, roomName);
  await startGroup(alice.page, 'Push to talk');
  await joinGroup(bob.page);
  for (const { page } of [alice, bob]) {
    await expect.poll(async () => (await legs(page)).length, { timeout: 30_000 }).toBe(1);
    await expect(floor(page)).toHaveText('Nobody is talking');
  }
  await expect.poll(() => keyHooks(alice), { timeout: 20_000 }).toEqual([['ready']]);
  await pressEverywhere(alice, true);
  await expect(floor(bob.page)).toHaveText('Alice Hartmann is talking', { timeout: 20_000 });
  await expect.poll(async () => (await heardNow(bob.page)).tone, { timeout: 20_000 }).toBe(true);
  await pressEverywhere(alice, false);
  await expect(floor(bob.page)).toHaveText('Nobody is talking', { timeout: 20_000 });
  await expect.poll(async () => (await heardNow(bob.page)).tone, { timeout: 20_000 }).toBe(false);
  // In front the window hears it too, also where the system tells nothing; the button needs no focus.
  await alice.page.keyboard.down('F9');
  await expect(floor(bob.page)).toHaveText('Alice Hartmann is talking', { timeout: 20_000 });
  await alice.page.keyboard.up('F9');
  await expect(floor(bob.page)).toHaveText('Nobody is talking', { timeout: 20_000 });
  // In the call's own window as well.
  const opened = alice.app.waitForEvent('window');
  await groupControl(alice.page, 'Open in a window of its own').click();
  const child = await opened;
  await expect(child.getByRole('button', { name: 'Hold to talk' })).toBeVisible();
  await child.keyboard.down('F9');
  await expect(floor(bob.page)).toHaveText('Alice Hartmann is talking', { timeout: 20_000 });
  await child.keyboard.up('F9');
  await expect(floor(bob.page)).toHaveText('Nobody is talking', { timeout: 20_000 });
  const closed = child.waitForEvent('close');
  // The window may be gone before the press is answered.
  await child
    .getByRole('button', { name: 'Back to the main window' })
    .click()
    .catch(() => undefined);
  await closed;
  // A microphone opens only in a window in front; the one that was in front last is closed.
  await alice.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.focus());
  // Held when the call ends: nothing listens any more, and the next call begins in silence.
  await pressEverywhere(alice, true);
  await expect(floor(bob.page)).toHaveText('Alice Hartmann is talking', { timeout: 20_000 });
  await groupControl(alice.page, 'Leave the call').click();
  await expect.poll(() => listening(alice), { timeout: 20_000 }).toBe(0);
  expect(await keyHooks(alice)).toEqual([['ready', 'down', 'up', 'down']]);
});

test('the call goes into a window of its own and back, without a break', async () => {
  await startGroup(alice.page, 'Video call');
  await joinGroup(bob.page);
  await expectLegs(alice.page, 1, true);
  const opened = alice.app.waitForEvent('window');
  await groupControl(alice.page, 'Open in a window of its own').click();
  const child = await opened;
  await expect(groupStage(alice.page)).toHaveCount(0);
  await expect(alice.page.getByRole('region', { name: /^Call in / })).toHaveCount(0);
  await expect(child).toHaveTitle(roomName);
  const picture = child.getByLabel('Picture of Bob Okafor');
  await expect(picture).toBeVisible({ timeout: 20_000 });
  const frames = () =>
    picture.evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames);
  const before = await frames();
  await expect.poll(frames, { timeout: 20_000 }).toBeGreaterThan(before + 3);
  await child.getByRole('button', { name: 'Mute', exact: true }).click();
  await expect(
    tile(bob.page, 'Alice Hartmann').getByRole('img', { name: 'Microphone off' }),
  ).toBeVisible();
  const closed = child.waitForEvent('close');
  // The window may be gone before the press is answered.
  await child
    .getByRole('button', { name: 'Back to the main window' })
    .click()
    .catch(() => undefined);
  await closed;
  await expect(groupStage(alice.page)).toBeVisible();
  await groupControl(alice.page, 'Unmute').click();
  await expectLegs(bob.page, 1, true);
  // Closed by its own frame it floats again; a call that ends takes its window along.
  const again = alice.app.waitForEvent('window');
  await groupControl(alice.page, 'Open in a window of its own').click();
  const second = await again;
  const gone = second.waitForEvent('close');
  await second.getByRole('button', { name: 'Leave the call' }).click();
  await gone;
  await expect(tile(bob.page, 'Alice Hartmann')).toHaveCount(0);
  // A microphone opens only in a window in front; the one that was in front last is closed.
  await alice.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.focus());
});

test('by keyboard alone: started, joined, muted, left, with names for all of it', async () => {
  const { page } = alice;
  await startGroupByKeys(page);
  await expect(banner(bob.page)).toBeVisible({ timeout: 30_000 });
  await tabTo(bob.page, banner(bob.page).getByRole('button', { name: 'Join', exact: true }));
  await bob.page.keyboard.press('Enter');
  await expect(groupStage(bob.page)).toBeVisible({ timeout: 30_000 });
  await expectLegs(bob.page, 1, false);
  await tabTo(bob.page, groupControl(bob.page, 'Mute'));
  await bob.page.keyboard.press('Space');
  await expect(groupControl(bob.page, 'Unmute')).toBeFocused();
  await expect(tile(page, 'Bob Okafor').getByRole('img', { name: 'Microphone off' })).toBeVisible();
  await bob.page.keyboard.press('Control+Shift+M');
  await expect(tile(page, 'Bob Okafor').getByRole('img', { name: 'Microphone off' })).toHaveCount(
    0,
  );
  // The menu of a person: volume and spotlight.
  await tabTo(page, tile(page, 'Bob Okafor').getByRole('button', { name: 'More for Bob Okafor' }));
  await page.keyboard.press('Enter');
  const more = page.getByRole('dialog', { name: 'More for Bob Okafor' });
  await tabTo(page, more.getByRole('slider', { name: 'Volume of Bob Okafor' }));
  await page.keyboard.press('Home');
  await expect(more.getByRole('slider')).toHaveValue('0');
  await expect
    .poll(() =>
      page.evaluate(() => [...document.querySelectorAll('audio')].map((one) => one.volume)),
    )
    .toEqual([0]);
  await page.keyboard.press('End');
  await tabTo(page, more.getByRole('button', { name: 'Keep in the spotlight' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(
    groupStage(page).getByRole('list', { name: 'Spotlight' }).getByRole('listitem'),
  ).toHaveAccessibleName('Bob Okafor');
  await page.keyboard.press('Control+Shift+L');
  await expect(groupStage(page)).toHaveCount(0);
  await expect(tile(bob.page, 'Alice Hartmann')).toHaveCount(0);
});

async function startGroupByKeys(page: Page): Promise<void> {
  await tabTo(page, page.getByRole('button', { name: 'Start a call', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Voice call', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(groupStage(page)).toBeVisible({ timeout: 30_000 });
}

test('grid, spotlight, share picker and check page: nothing serious for axe, nothing beside the window', async () => {
  test.setTimeout(240_000);
  const { page } = alice;
  await startGroup(page, 'Video call');
  await joinGroup(bob.page);
  await joinGroup(carol.page);
  await expectLegs(page, 2, true);
  const look = async (name: string): Promise<void> => {
    await shoot(alice, `group-${name}`);
    expect(await seriousFindings(alice)).toEqual([]);
  };
  await look('grid');
  await groupControl(page, 'Spotlight').click();
  await look('spotlight');
  await groupControl(page, 'Share your screen').click();
  const picker = page.getByRole('dialog', { name: 'Share your screen' });
  await expect(picker.getByRole('radio').nth(1)).toBeAttached();
  await look('share');
  await page.keyboard.press('Escape');
  await groupControl(page, 'More').click();
  await page.getByRole('menuitem', { name: /^Check camera/ }).click();
  const check = page.getByRole('dialog', { name: /^Check camera/ });
  // A steady tone is noise after a while.
  await check.getByText('Take noise out of my voice').click();
  await expect(check.getByText('You are heard.')).toBeVisible({ timeout: 20_000 });
  await look('check');
  await page.keyboard.press('Escape');
  await groupControl(page, 'Make the call small').click();
  await look('floating');
  // The floating window leaves the banner uncovered.
  await banner(page).getByRole('button', { name: 'Show the call' }).click();
  await expect(groupStage(page)).toBeVisible();
});

// The last one: who is not in a call that rings is rung for a minute.
test('the call stands in the timeline and in the list of rooms while somebody is in it, with its length after', async () => {
  const mark = (page: Page, name: string | RegExp) =>
    roomRow(page, roomName).getByRole('img', { name });
  await startGroup(alice.page, 'Voice call, ring everybody');
  const rings = carol.page.getByRole('alertdialog', { name: /is calling everybody in .*Harbour/ });
  await expect(rings.getByRole('button', { name: 'Not now' })).toBeVisible({ timeout: 30_000 });
  await groupControl(alice.page, 'Invite people').click();
  const invitation = alice.page.getByRole('dialog', { name: /Harbour signs/ });
  await expect(invitation).toBeVisible();
  await alice.page.keyboard.press('Escape');
  await expect(invitation).toHaveCount(0);
  const going = bob.page.getByText(/Alice Hartmann\u2069 started a call/).last();
  await expect(going).toBeVisible();
  await expect(mark(bob.page, 'Call, 1 person is in it')).toBeVisible();
  await going.locator('..').getByRole('button', { name: 'Join' }).click();
  await expectLegs(bob.page, 1, false);
  await expect(mark(carol.page, 'Call, 2 people are in it')).toBeVisible();
  await expect(carol.page.getByText('2 people are in it').last()).toBeVisible();
  await groupControl(bob.page, 'Leave the call').click();
  await groupControl(alice.page, 'Leave the call').click();
  await expect(
    bob.page.getByText(/Alice Hartmann\u2069 started a call, \d+:\d\d$/).last(),
  ).toBeVisible();
  await expect(
    carol.page.getByRole('log').getByText(/Missed group call from \u2068Alice Hartmann/),
  ).toBeVisible();
  await expect(mark(carol.page, /^Call, /)).toHaveCount(0);
});
