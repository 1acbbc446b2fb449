// Calls where the way is hard: over a relay only, over a connection that breaks, and two callers at one time.
import { expect, test } from '@playwright/test';
import { startCoturn } from '../coturn/coturn.cjs';
import type { RunningApp } from './support/app';
import { seriousFindings } from './support/axe';
import {
  callButton,
  control,
  expectConnected,
  expectFlow,
  flow,
  openPair,
  registerPair,
  ring,
  stage as callStage,
  type Pair,
} from './support/calls';
import { openRoom } from './support/drive';
import { openStage } from './support/stage';
import type { Person, Stage } from './support/stage';

let stage: Stage;
let people: Pair<Person>;
let alice: RunningApp;
let bob: RunningApp;
let coturn: Awaited<ReturnType<typeof startCoturn>>;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  stage = await openStage();
  ({ people } = await registerPair(stage));
  const path = '/_matrix/client/v3/voip/turnServer';
  const { uris } = (await stage.homeserver.request('GET', path, {
    token: people.alice.accessToken,
  })) as { uris: string[] };
  coturn = await startCoturn(Number(/:(\d+)\?/.exec(uris[0] ?? '')?.[1]));
  ({ alice, bob } = await openPair(stage, people));
  await openRoom(alice.page, 'Bob Okafor');
});
// eslint-disable-next-line no-empty-pattern -- the first argument has to be a pattern
test.afterEach(async ({}, info) => stage.attachOnFailure(info));
test.afterAll(async () => {
  await stage.close();
  await coturn.stop();
});

async function connect(): Promise<void> {
  await callButton(alice.page, false).click();
  await ring(bob.page)
    .getByRole('button', { name: 'Answer', exact: true })
    .click({ timeout: 30_000 });
  await Promise.all([expectConnected(alice.page), expectConnected(bob.page)]);
}

test('who hides the own address calls over the relay only, by keyboard alone', async () => {
  const { page } = alice;
  await page.keyboard.press('Control+,');
  const calls = page.getByRole('region', { name: 'Calls' });
  await calls.getByRole('switch', { name: /^Hide my address/ }).focus();
  await page.keyboard.press('Space');
  await expect(calls.getByRole('switch', { name: /^Hide my address/ })).toBeChecked();
  await page.getByRole('button', { name: 'Chats', exact: true }).press('Enter');
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

test('a connection that breaks for some seconds comes back, and the call with it', async () => {
  await connect();
  await expectFlow(bob.page, false);
  // The relay is Alice's only way.
  const port = Number(/:(\d+)\?/.exec(await turnUri())?.[1]);
  await coturn.stop();
  await expect(callStage(alice.page).getByText(/connection was lost/)).toBeVisible({
    timeout: 30_000,
  });
  coturn = await startCoturn(port);
  await expect(callStage(alice.page).getByText(/connection was lost/)).toHaveCount(0, {
    timeout: 40_000,
  });
  await Promise.all([expectFlow(alice.page, false), expectFlow(bob.page, false)]);
  await control(alice.page, 'Hang up').click();
  for (const one of [alice, bob]) await expect(callStage(one.page)).toHaveCount(0);
});

async function turnUri(): Promise<string> {
  const path = '/_matrix/client/v3/voip/turnServer';
  const answer = (await stage.homeserver.request('GET', path, {
    token: people.alice.accessToken,
  })) as { uris: string[] };
  return answer.uris[0] ?? '';
}
