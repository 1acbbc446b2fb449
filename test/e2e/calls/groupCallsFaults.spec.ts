// Group calls of three when one of them is gone: without a network, loaded again, dead.
import { expect, test } from '@playwright/test';
import type { FaultProxy } from '../../faults/faultProxy';
import type { RunningApp } from '../support/app';
import { watchMedia } from '../support/calls';
import { expectLegs, joinGroup, startGroup, tile } from '../support/groupCalls';
import { cutFor, endStage, openStage } from '../support/stage';
import type { Stage } from '../support/stage';
import { allLeave, openThree } from '../support/threePeople';

let stage: Stage;
let proxy: FaultProxy;
let alice: RunningApp;
let bob: RunningApp;
let carol: RunningApp;
const roomName = 'Harbour signs';

test.beforeAll(async () => {
  test.setTimeout(240_000);
  stage = await openStage();
  ({ proxy, alice, bob, carol } = await openThree(stage, roomName));
});
endStage(() => stage);
test.afterEach(() => allLeave([alice, bob, carol]));

test('a network that is away for 5 s is not noticed, after 40 s everybody is there again', async () => {
  test.setTimeout(240_000);
  await startGroup(alice.page, 'Voice call');
  await joinGroup(bob.page);
  await expectLegs(bob.page, 1, false);
  await cutFor(proxy, 5_000);
  await expect(tile(bob.page, 'Alice Hartmann')).toBeVisible();
  await expectLegs(bob.page, 1, false);
  // The server takes out whom it hears nothing of for half a minute; whoever is in it says so again.
  await cutFor(proxy, 40_000, () =>
    expect(tile(bob.page, 'Alice Hartmann')).toHaveCount(0, { timeout: 45_000 }),
  );
  await expect(tile(bob.page, 'Alice Hartmann')).toBeVisible({ timeout: 30_000 });
  for (const { page } of [alice, bob]) await expectLegs(page, 1, false);
});

test('a window that is loaded again is gone for the others within 10 s, and one press leads back into the call', async () => {
  test.setTimeout(180_000);
  await startGroup(alice.page, 'Voice call');
  await joinGroup(bob.page);
  await expectLegs(bob.page, 1, false);
  await alice.page.reload();
  await expect(tile(bob.page, 'Alice Hartmann')).toHaveCount(0, { timeout: 10_000 });
  await watchMedia(alice.page);
  const offer = alice.page.getByRole('alert').filter({ hasText: 'You were in the call in' });
  await expect(offer).toContainText(roomName);
  await offer.getByRole('button', { name: 'Join again' }).click();
  await expect(offer).toHaveCount(0);
  for (const { page } of [alice, bob]) await expectLegs(page, 1, false);
});

test('one whose computer dies is gone for the others within 40 seconds', async () => {
  test.setTimeout(180_000);
  await startGroup(alice.page, 'Voice call');
  await joinGroup(bob.page);
  await joinGroup(carol.page);
  await expectLegs(alice.page, 2, false);
  await stage.killApp(carol);
  await Promise.all(
    [alice, bob].map(({ page }) =>
      expect(tile(page, 'Carol Venn')).toHaveCount(0, { timeout: 45_000 }),
    ),
  );
  await expectLegs(alice.page, 1, false);
});
