// The place Calls: a missed call appears there as news, is looked at, and is called back, by mouse and by keyboard alone; offline too.
import { expect, test } from '@playwright/test';
import type { FaultProxy } from '../../faults/faultProxy';
import type { RunningApp } from '../support/app';
import { seriousFindings } from '../support/axe';
import {
  callButton,
  control,
  expectConnected,
  meet,
  openPair,
  registerPair,
  ring,
  stage as callStage,
} from '../support/calls';
import { roomRow } from '../support/drive';
import { endStage, openStage } from '../support/stage';
import type { Stage } from '../support/stage';

let stage: Stage;
let proxy: FaultProxy;
let alice: RunningApp;
let bob: RunningApp;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  stage = await openStage();
  const { people } = await registerPair(stage);
  proxy = await stage.proxy();
  ({ alice, bob } = await openPair(stage, people, proxy));
  await meet({ alice, bob });
});
endStage(() => stage);

const place = ({ page }: RunningApp, name: string) =>
  page.getByRole('navigation').getByRole('button', { name, exact: true });
const rows = ({ page }: RunningApp) =>
  page.getByRole('listbox', { name: 'Calls, newest first' }).getByRole('option');

test('a missed call is news in the rail and in the list of rooms, until it is looked at; calling back connects', async () => {
  await callButton(alice.page, false).click();
  await expect(ring(bob.page)).toBeVisible({ timeout: 30_000 });
  await control(alice.page, 'Hang up').click();
  await expect(ring(bob.page)).toHaveCount(0, { timeout: 30_000 });

  await expect(roomRow(bob.page, 'Alice Hartmann')).toContainText('Missed call from');
  await expect(bob.page.getByText('1 missed call', { exact: true })).toBeAttached();
  await place(bob, 'Calls').click();
  await expect(rows(bob)).toHaveCount(1);
  await expect(rows(bob)).toContainText('Alice Hartmann');
  await expect(rows(bob)).toContainText('Missed');
  expect(await seriousFindings(bob)).toEqual([]);
  await place(bob, 'Files').click();
  await expect(bob.page.getByText('1 missed call', { exact: true })).toHaveCount(0);

  await place(bob, 'Calls').click();
  await rows(bob).first().click();
  await bob.page.getByRole('main').getByRole('button', { name: 'Voice call' }).click();
  await ring(alice.page).getByRole('button', { name: 'Answer' }).click({ timeout: 30_000 });
  await Promise.all([expectConnected(alice.page), expectConnected(bob.page)]);
  await control(bob.page, 'Hang up').click();
  await expect(callStage(bob.page)).toHaveCount(0);

  await place(bob, 'Calls').click();
  await expect(rows(bob)).toHaveCount(2);
  await expect(rows(bob).first()).toContainText(/Outgoing, 0:\d\d/);
  await bob.page.getByRole('radio', { name: 'Missed' }).click({ force: true });
  await expect(rows(bob)).toHaveCount(1);
  await bob.page.getByRole('radio', { name: 'All' }).click({ force: true });
});

test('by keyboard alone, with the network away: arrows, Enter, the menu, and the chat behind a call', async () => {
  await proxy.setDown(true);
  await expect(bob.page.getByText(/Offline since/)).toBeVisible({ timeout: 60_000 });
  await place(bob, 'Calls').focus();
  await bob.page.keyboard.press('Enter');
  const list = bob.page.getByRole('listbox', { name: 'Calls, newest first' });
  await list.focus();
  await bob.page.keyboard.press('End');
  await bob.page.keyboard.press('Enter');
  await expect(bob.page.getByRole('heading', { name: 'Alice Hartmann', level: 2 })).toBeFocused();
  await expect(rows(bob).last()).toHaveAttribute('aria-selected', 'true');
  const past = bob.page.getByRole('list', { name: 'Calls with Alice Hartmann' });
  await expect(past.getByRole('listitem')).toHaveCount(2);
  expect(await seriousFindings(bob)).toEqual([]);

  await list.focus();
  await bob.page.keyboard.press('Shift+F10');
  const menu = bob.page.getByRole('menu', { name: 'Call with Alice Hartmann' });
  await expect(menu.getByRole('menuitem')).toHaveText([
    'Voice call',
    'Video call',
    'Open the chat',
  ]);
  await bob.page.keyboard.press('End');
  await bob.page.keyboard.press('Enter');
  await expect(bob.page.getByRole('heading', { name: 'Alice Hartmann', level: 1 })).toBeVisible();
  await expect(bob.page.getByRole('log').getByText(/^Missed call from/)).toBeVisible();
});
