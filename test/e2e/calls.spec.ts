// Calls between two, each in an own window, with the browser's own camera and microphone: what rings, what is heard and seen on the other
// side, and what is said when it does not work.
import { expect, test } from '@playwright/test';
import type { RunningApp } from './support/app';
import {
  asked,
  callButton,
  control,
  expectConnected,
  expectFlow,
  fakeDevices,
  flow,
  makeDirect,
  ring,
  stage as callStage,
  watchMedia,
} from './support/calls';
import { message, messages, openRoom, send, signInQuickly } from './support/drive';
import { openStage } from './support/stage';
import type { Person, Stage } from './support/stage';

let stage: Stage;
let people: Record<'alice' | 'bob', Person>;
let alice: RunningApp;
let bob: RunningApp;
let roomId: string;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  stage = await openStage();
  people = {
    alice: await stage.register('alice', 'Alice Hartmann'),
    bob: await stage.register('bob', 'Bob Okafor'),
  };
  roomId = await makeDirect(stage.homeserver, people.alice, people.bob);
  [alice, bob] = await Promise.all([stage.open(fakeDevices), stage.open(fakeDevices)]);
  await Promise.all([
    signInQuickly(alice.page, stage.credentials(people.alice)),
    signInQuickly(bob.page, stage.credentials(people.bob)),
  ]);
  await Promise.all([watchMedia(alice.page), watchMedia(bob.page)]);
  await openRoom(alice.page, 'Bob Okafor');
  await openRoom(bob.page, 'Alice Hartmann');
  // The keys of the room are known on both sides before anything is measured.
  await send(alice.page, 'Shall we talk?');
  await expect(message(bob.page, 'Shall we talk?')).toBeVisible({ timeout: 30_000 });
});
// eslint-disable-next-line no-empty-pattern -- the first argument has to be a pattern
test.afterEach(async ({}, info) => {
  await stage.attachOnFailure(info);
  for (const { page } of [alice, bob]) {
    const hangUp = control(page, 'Hang up');
    if (await hangUp.isVisible().catch(() => false)) await hangUp.click();
  }
});
test.afterAll(async () => stage.close());

async function connect(video: boolean): Promise<void> {
  await callButton(alice.page, video).click();
  await expect(ring(bob.page)).toBeVisible({ timeout: 30_000 });
  await ring(bob.page).getByRole('button', { name: 'Answer', exact: true }).click();
  await Promise.all([expectConnected(alice.page), expectConnected(bob.page)]);
}

test('CHAT-1.4 CALL-4.9 CALL-4.10 a voice call rings, is answered, is heard on both sides, and ends for both', async () => {
  const before = await asked(bob.page);
  await callButton(alice.page, false).click();
  await expect(ring(bob.page)).toHaveAccessibleName('Alice Hartmann is calling', {
    timeout: 30_000,
  });
  // Nothing is opened before the answer.
  expect(await asked(bob.page)).toEqual(before);
  await ring(bob.page).getByRole('button', { name: 'Answer', exact: true }).click();
  await Promise.all([expectConnected(alice.page), expectConnected(bob.page)]);
  await Promise.all([expectFlow(alice.page, false), expectFlow(bob.page, false)]);
  expect((await flow(bob.page)).framesDecoded).toBe(0);
  await control(bob.page, 'Hang up').click();
  for (const { page } of [alice, bob]) await expect(callStage(page)).toHaveCount(0);
});
