// Calls where the way is hard: over a relay only, over a connection that breaks, and two callers at one time.
import { expect, test } from '@playwright/test';
import type { RunningApp } from '../support/app';
import { seriousFindings } from '../support/axe';
import {
  answer,
  callButton,
  connect,
  control,
  expectConnected,
  expectFlow,
  flow,
  openPair,
  registerPair,
  ring,
  stage as callStage,
  type Pair,
} from '../support/calls';
import { openRoom } from '../support/drive';
import { expectLegs, groupStage, joinGroup, startGroup, tile } from '../support/groupCalls';
import { makeRoom } from '../support/plain';
import { hideAddress, startRelay, type Relay } from '../support/relay';
import { endStage, openStage } from '../support/stage';
import type { Person, Stage } from '../support/stage';

let stage: Stage;
let people: Pair<Person>;
let alice: RunningApp;
let bob: RunningApp;
const roomName = 'Harbour signs';
let coturn: Relay;
let isHidden = false;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  stage = await openStage();
  ({ people } = await registerPair(stage));
  const room = { name: roomName, invite: [people.bob], encrypted: true };
  await makeRoom(stage.homeserver, people.alice, room);
  coturn = await relay();
  ({ alice, bob } = await openPair(stage, people));
  await openRoom(alice.page, 'Bob Okafor');
});
endStage(() => stage);
test.afterAll(async () => {
  await coturn.stop();
});

test('who hides the own address calls over the relay only, by keyboard alone', async () => {
  const { page } = alice;
  await relayOnly();
  await openRoom(page, 'Bob Okafor');

  await callButton(page, false).press('Enter');
  await ring(bob.page).getByRole('button', { name: 'Answer', exact: true }).press('Enter', {
    timeout: 30_000,
  });
  await Promise.all([expectConnected(page), expectConnected(bob.page)]);
  await Promise.all([expectFlow(page, false), expectFlow(bob.page, false)]);
  expect((await flow(page)).relay).toBe(true);
  expect(await seriousFindings(alice)).toEqual([]);
  await control(page, 'Hang up').press('Enter');
  for (const one of [alice, bob]) await expect(callStage(one.page)).toHaveCount(0);
});

test('a connection that breaks for some seconds comes back, and the call with it; one that stays away ends it in plain words, and one press calls again', async () => {
  test.setTimeout(240_000);
  await relayOnly();
  await openRoom(alice.page, 'Bob Okafor');
  await connect({ alice, bob }, false);
  await expectFlow(bob.page, false);
  // The relay is Alice's only way.
  await coturn.stop();
  await expect(callStage(alice.page).getByText(/connection was lost/)).toBeVisible({
    timeout: 30_000,
  });
  coturn = await relay();
  await expect(callStage(alice.page).getByText(/connection was lost/)).toHaveCount(0, {
    timeout: 40_000,
  });
  await Promise.all([expectFlow(alice.page, false), expectFlow(bob.page, false)]);
  await coturn.stop();
  for (const { page } of [alice, bob])
    await expect(callStage(page).getByText('No connection to the other side.')).toBeVisible({
      timeout: 90_000,
    });
  coturn = await relay();
  await callStage(bob.page).getByRole('button', { name: 'Close', exact: true }).click();
  await callStage(alice.page).getByRole('button', { name: 'Call again' }).click();
  await answer(bob.page);
  await Promise.all([expectFlow(alice.page, false), expectFlow(bob.page, false)]);
  await control(alice.page, 'Hang up').click();
  for (const one of [alice, bob]) await expect(callStage(one.page)).toHaveCount(0);
});

test('a line between two of a group that is cut is said, and mended when there is a way again', async () => {
  test.setTimeout(180_000);
  await relayOnly();
  for (const { page } of [alice, bob]) await openRoom(page, roomName);
  await startGroup(alice.page, 'Voice call');
  await joinGroup(bob.page);
  for (const { page } of [alice, bob]) await expectLegs(page, 1, false);
  await coturn.stop();
  const other = tile(alice.page, 'Bob Okafor');
  await expect(other.getByText('Connecting')).toBeVisible({ timeout: 60_000 });
  // The room's state gives the members, so the count stays.
  await expect(groupStage(alice.page).getByText('2 people')).toBeVisible();
  coturn = await relay();
  await expect(other.getByText('Connecting')).toHaveCount(0, { timeout: 60_000 });
  for (const { page } of [alice, bob]) await expectLegs(page, 1, false);
});

/** Once: Alice stays hidden. */
async function relayOnly(): Promise<void> {
  if (isHidden) return;
  await hideAddress(alice.page);
  isHidden = true;
}

const relay = (): Promise<Relay> => startRelay(stage.homeserver, people.alice);
