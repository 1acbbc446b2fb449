// Places: one that is sent, and one that is shared live, seen by others, moved, stopped, and not forgotten by a kill. What is of an unknown kind.
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { seriousFindings } from '../support/axe';
import type { RunningApp } from '../support/app';
import { messages, openRoom, roomRow, signInQuickly } from '../support/drive';
import { makeRoom, sendEvent } from '../support/plain';
import { shoot } from '../support/shoot';
import { endStage, openStage } from '../support/stage';
import type { Person, Stage } from '../support/stage';

const name = 'Harbour';
const infoType = 'org.matrix.msc3672.beacon_info';
let stage: Stage;
let people: Record<'alice' | 'bob', Person>;
let app: RunningApp;
let room: string;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  stage = await openStage();
  people = {
    alice: await stage.register('alice', 'Alice Hartmann'),
    bob: await stage.register('bob', 'Bob Okafor'),
  };
  room = await makeRoom(stage.homeserver, people.bob, {
    name,
    invite: [people.alice],
    more: { power_level_content_override: { events: { [infoType]: 0 } } },
  });
  app = await stage.open();
  await signInQuickly(app.page, stage.credentials(people.alice));
  await openRoom(app.page, name);
});
endStage(() => stage);

async function askForPlace(page: Page, where: string): Promise<void> {
  await page.getByRole('button', { name: 'Add files, a poll or a place' }).click();
  await page.getByRole('menuitem', { name: 'Place' }).click();
  await page.getByRole('textbox', { name: /^Where/ }).fill(where);
}

test('CHAT-3.15 a place is pasted as a link, sent with words, and drawn with its coordinates', async () => {
  const { page } = app;
  await askForPlace(page, 'nowhere');
  await expect(page.getByText(/^No place was found/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send place' })).toBeDisabled();
  await page
    .getByRole('textbox', { name: /^Where/ })
    .fill('https://www.openstreetmap.org/#map=16/60.1587/24.9523');
  await page.getByRole('textbox', { name: /^What is there/ }).fill('At the <b>ferry</b>');
  await shoot(app, 'placeDialog');
  expect(await seriousFindings(app)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(messages(page).filter({ hasText: 'At the <b>ferry</b>' })).toContainText(
    '60.1587, 24.9523',
  );
  await expect
    .poll(() => stage.eventsOf(room).at(-1)?.content)
    .toMatchObject({ msgtype: 'm.location', geo_uri: 'geo:60.1587,24.9523' });
});

test('a live location is started, moved, found again after a kill, and stopped', async () => {
  await askForPlace(app.page, '60.15, 24.95');
  await app.page.getByText('Share it live').click();
  await expect(app.page.getByText(/it is not encrypted/)).toBeVisible();
  await app.page.getByRole('button', { name: 'Start sharing' }).click();
  const card = app.page.getByRole('log').getByText(/^.?Alice Hartmann.? shares a live location/);
  await expect(card).toBeVisible();
  await expect(app.page.getByText('60.15, 24.95')).toBeVisible();
  await app.page.getByRole('button', { name: 'Move' }).click();
  await app.page.getByRole('textbox', { name: /^Where/ }).fill('60.16, 24.96');
  await app.page.getByRole('button', { name: 'Update place' }).click();
  await expect(app.page.getByText('60.16, 24.96')).toBeVisible();
  await shoot(app, 'liveLocation');
  await stage.killApp(app);
  app = await stage.open({ userData: app.userData });
  const bar = app.page.getByRole('region', { name: 'Your live location' });
  await expect(bar).toContainText(name);
  await bar.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(bar).toHaveCount(0);
  await expect(app.page.getByText(/shared a live location. It has ended/)).toBeVisible();
  const infos = stage.eventsOf(room).filter(({ type }) => type === infoType);
  expect(infos.map(({ content }) => content['live'])).toEqual([true, false]);
});

test('what is of an unknown kind is shown by its words, here and in the list; without any, as a line with its source', async () => {
  const { page } = app;
  const odd = (content: object): Promise<string> =>
    sendEvent(stage.homeserver, people.bob, room, content, 'org.example.heron');
  await odd({ flock: 3 });
  await odd({ 'm.text': [{ body: 'A heron landed' }] });
  await expect(messages(page).filter({ hasText: 'A heron landed' })).toBeVisible();
  await expect(roomRow(page, name)).toContainText('A heron landed');
  await page
    .getByText(/sent something of a kind that Trellis does not know/)
    .getByRole('button', { name: 'View source' })
    .click();
  await expect(page.getByRole('dialog')).toContainText('"flock": 3');
  await page.keyboard.press('Escape');
  await shoot(app, 'unknownKinds');
});
