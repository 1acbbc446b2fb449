// Somebody calls: the small window that rings, its buttons, and its end. The caller is a plain device; no media are needed to ring.
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { RunningApp } from './support/app';
import { roomRow, signInQuickly } from './support/drive';
import { makeRoom, sendEvent } from './support/plain';
import { openStage } from './support/stage';
import type { Person, Stage } from './support/stage';

let stage: Stage;
let alice: Person;
let bob: Person;
let app: RunningApp;
let roomId: string;
let offer: string;
let calls = 0;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  stage = await openStage();
  alice = await stage.register('alice', 'Alice Hartmann');
  bob = await stage.register('bob', 'Bob Okafor');
  app = await stage.open();
  await signInQuickly(app.page, stage.credentials(alice));
  roomId = await makeRoom(stage.homeserver, bob, { name: 'Bench', invite: [alice] });
  await expect(roomRow(app.page, 'Bench').first()).toBeVisible({ timeout: 30_000 });
  offer = await app.page.evaluate(async () => {
    const connection = new RTCPeerConnection();
    const { stream } = new AudioContext().createMediaStreamDestination();
    for (const track of stream.getTracks()) connection.addTrack(track, stream);
    const { sdp = '' } = await connection.createOffer();
    connection.close();
    return sdp;
  });
});
// eslint-disable-next-line no-empty-pattern -- the first argument has to be a pattern
test.afterEach(async ({}, info) => stage.attachOnFailure(info));
test.afterAll(async () => stage.close());

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

const answers = (type: string): unknown[] =>
  stage
    .eventsOf(roomId)
    .filter((event) => event.type === type && event.sender === alice.userId)
    .map(({ content }) => content['call_id']);

test('a call opens the ring window, over all and without the focus; declining tells the caller', async () => {
  await app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.focus());
  const callId = await callAlice();
  const page = await ringPage();
  await expect(page.getByText('Bob Okafor').first()).toBeVisible();
  const state = await app.app.evaluate(({ BrowserWindow }) => {
    const all = BrowserWindow.getAllWindows();
    return [all.length, all[0]?.isFocused(), all[1]?.isFocused(), all[1]?.isVisible()];
  });
  expect(state).toEqual([2, true, false, true]);
  await page.getByRole('button', { name: 'Decline', exact: true }).click();
  await silent();
  await expect.poll(() => answers('m.call.reject'), { timeout: 30_000 }).toEqual([callId]);
});

test('who gives up ends the ringing; the app stays', async () => {
  const callId = await callAlice();
  await ringPage();
  await hangUp(callId);
  await silent();
  await expect(roomRow(app.page, 'Bench').first()).toBeVisible();
});

test('closing the window is not declining; the next call rings again', async () => {
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
  const callId = await callAlice();
  const page = await ringPage();
  await page.getByRole('button', { name: /message/i }).click();
  await silent();
  await expect.poll(() => answers('m.call.reject'), { timeout: 30_000 }).toContain(callId);
  await expect(app.page.getByRole('heading', { name: 'Bench', level: 1 })).toBeVisible();
});
