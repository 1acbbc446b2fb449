// Group calls of three, each in an own window, with the browser's own camera and microphone: what flows on every leg, who may be in it, what
// the server sees of the signalling, and what becomes of it when one of them dies.
import { expect, test } from '@playwright/test';
import type { FaultProxy } from '../faults/faultProxy';
import type { RunningApp } from './support/app';
import { asked, watchMedia } from './support/calls';
import { openRoom, signInQuickly } from './support/drive';
import {
  banner,
  expectLegs,
  groupControl,
  groupStage,
  joinGroup,
  legs,
  startGroup,
  tile,
} from './support/groupCalls';
import { makeRoom } from './support/plain';
import { openStage } from './support/stage';
import type { Person, Stage } from './support/stage';

let stage: Stage;
let proxy: FaultProxy;
let people: Record<'alice' | 'bob' | 'carol', Person>;
let alice: RunningApp;
let bob: RunningApp;
let carol: RunningApp;
let roomId: string;
const roomName = 'Harbour signs';
/** Five pictures a second: three windows that each encode and decode two of them share the processors. */
const slowCamera = { args: ['--use-fake-device-for-media-stream=fps=5'] };
const memberType = 'org.matrix.msc3401.call.member';

test.beforeAll(async () => {
  test.setTimeout(240_000);
  stage = await openStage();
  proxy = await stage.proxy();
  people = {
    alice: await stage.register('alice', 'Alice Hartmann'),
    bob: await stage.register('bob', 'Bob Okafor'),
    carol: await stage.register('carol', 'Carol Venn'),
  };
  roomId = await makeRoom(stage.homeserver, people.alice, {
    name: roomName,
    invite: [people.bob, people.carol],
    encrypted: true,
  });
  // One after the other: three windows that start at once keep each other waiting.
  const open = async (person: Person, through?: FaultProxy): Promise<RunningApp> => {
    const running = await stage.open(slowCamera);
    await signInQuickly(running.page, stage.credentials(person, through));
    return running;
  };
  alice = await open(people.alice, proxy);
  bob = await open(people.bob);
  carol = await open(people.carol);
  for (const { page } of [alice, bob, carol]) {
    await watchMedia(page);
    await openRoom(page, roomName);
  }
});
// eslint-disable-next-line no-empty-pattern -- the first argument has to be a pattern
test.afterEach(async ({}, info) => {
  await stage.attachOnFailure(info);
  for (const { page } of [alice, bob, carol]) {
    const leave = groupControl(page, 'Leave the call');
    if (!page.isClosed() && (await leave.isVisible().catch(() => false))) await leave.click();
  }
  for (const { page } of [alice, bob, carol])
    if (!page.isClosed()) await expect(banner(page)).toHaveCount(0, { timeout: 30_000 });
});
test.afterAll(async () => stage.close());

test('CALL-1.1 CALL-4.23 three in a video call hear and see each other on every leg', async () => {
  test.setTimeout(240_000);
  const before = await asked(bob.page);
  await startGroup(alice.page, 'Video call');
  await expect(banner(bob.page)).toContainText('Alice Hartmann is in it', { timeout: 30_000 });
  // Nothing is opened before somebody joins.
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

test('CALL-7.12 the server sees no signal of a leg in clear', async () => {
  const from = proxy.log.length;
  await startGroup(alice.page, 'Voice call');
  await joinGroup(bob.page);
  await expectLegs(alice.page, 1, false);
  const sent = proxy.log
    .slice(from)
    .map(({ path }) => path)
    .filter((path) => path.includes('/sendToDevice/'));
  const encrypted = sent.filter((path) => path.includes('/sendToDevice/m.room.encrypted/'));
  expect(encrypted.length).toBeGreaterThan(1);
  expect(sent.filter((path) => /m\.call|org\.matrix\.call/.test(path))).toEqual([]);
  const kinds = stage.eventsOf(roomId).map(({ type }) => type);
  expect(kinds.filter((type) => type.startsWith('m.call.'))).toEqual([]);
});

test('a screen is chosen, shown to the others, and its end drops nobody; the quality is told', async () => {
  test.setTimeout(180_000);
  await startGroup(alice.page, 'Voice call');
  await joinGroup(bob.page);
  await expectLegs(bob.page, 1, false);
  await groupControl(alice.page, 'Share your screen').click();
  const picker = alice.page.getByRole('dialog', { name: 'Share your screen' });
  await expect(picker.getByRole('button', { name: 'Share screen' })).toBeDisabled();
  await picker
    .locator('label')
    .filter({ has: alice.page.locator('input[name="capture"]') })
    .first()
    .click();
  await picker.getByRole('button', { name: 'Share screen' }).click();
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
    offer: { type: 'offer', sdp: 'v=0\r\n' },
  };
  const path = '/_matrix/client/v3/sendToDevice/m.call.invite/intruder1';
  await stage.homeserver.request('PUT', path, {
    token: people.carol.accessToken,
    body: { messages: { [people.alice.userId]: { [String(device?.device_id)]: content } } },
  });
  // What comes after it has come: the answer to it would be there by now.
  await groupControl(bob.page, 'Mute').click();
  await expect(
    tile(alice.page, 'Bob Okafor').getByRole('img', { name: 'Microphone off' }),
  ).toBeVisible();
  expect(await legs(alice.page)).toHaveLength(1);
  await expect(tile(alice.page, 'Carol Venn')).toHaveCount(0);
});

test('one whose computer dies is gone for the others within 40 seconds', async () => {
  test.setTimeout(180_000);
  await startGroup(alice.page, 'Voice call');
  await joinGroup(bob.page);
  await joinGroup(carol.page);
  await expectLegs(alice.page, 2, false);
  await stage.killApp(carol);
  await expect(tile(alice.page, 'Carol Venn')).toHaveCount(0, { timeout: 45_000 });
  await expect(tile(bob.page, 'Carol Venn')).toHaveCount(0, { timeout: 5_000 });
  await expectLegs(alice.page, 1, false);
});
