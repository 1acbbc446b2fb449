// Events of other clients that this one does not make: a space shows its rooms, a thread message is marked and answered in its thread.
import { expect, test } from '@playwright/test';
import type { RunningApp } from '../support/app';
import {
  composer,
  expectMessage,
  expectSent,
  message,
  messages,
  openRoom,
  reply,
  roomRow,
  signInQuickly,
} from '../support/drive';
import { makeRoom, makeSpace, say, sendEvent } from '../support/plain';
import { shoot } from '../support/shoot';
import { endStage, openStage } from '../support/stage';
import type { Person, Stage } from '../support/stage';

let stage: Stage;
let people: Record<'alice' | 'bob', Person>;
let app: RunningApp;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  stage = await openStage();
  people = {
    alice: await stage.register('alice', 'Alice Hartmann'),
    bob: await stage.register('bob', 'Bob Okafor'),
  };
  app = await stage.open();
  await signInQuickly(app.page, stage.credentials(people.alice));
});
endStage(() => stage);

test('a space shows its rooms to open and to join, and nobody writes in it', async () => {
  const { alice, bob } = people;
  const open = { preset: 'public_chat', topic: 'Beds, bees and who waters when' };
  const rooms = [
    await makeRoom(stage.homeserver, bob, { name: 'Garden', invite: [alice] }),
    await makeRoom(stage.homeserver, bob, { name: 'Seeds and cuttings', more: open }),
    await makeRoom(stage.homeserver, bob, {
      name: `Plants${' and more plants'.repeat(8)}`,
      more: open,
    }),
    await makeRoom(stage.homeserver, bob, { name: 'The board' }),
  ];
  const topic = 'Everything about the plots behind the old station';
  const society = { name: 'Allotment society', invite: [alice], more: { topic } };
  await makeSpace(stage.homeserver, bob, society, rooms);
  const { page } = app;
  // The row of an invitation opens no list.
  await expect(page.getByRole('treeitem', { name: /^Spaces, / })).toBeVisible({ timeout: 30_000 });
  await roomRow(page, 'Allotment society').first().click({ timeout: 30_000 });
  const list = page.getByRole('list', { name: 'Rooms of this space' });
  await expect(list.getByRole('listitem')).toHaveCount(3, { timeout: 30_000 });
  await expect(page.getByText('1 more room is not open to you.')).toBeVisible();
  await expect(page.getByText(topic)).not.toHaveCount(0);
  await expect(composer(page)).toHaveCount(0);
  await shoot(app, 'space');
  await list.getByRole('button', { name: 'Join Seeds and cuttings' }).click();
  await expect(page.getByRole('heading', { name: 'Seeds and cuttings', level: 1 })).toBeVisible({
    timeout: 30_000,
  });
  await expect(composer(page)).toBeVisible();
  // The list is that of the space; its name leads back to the page.
  await page.getByRole('button', { name: 'Open Allotment society' }).click();
  await list.getByRole('button', { name: 'Open Garden' }).click();
  await expect(page.getByRole('heading', { name: 'Garden', level: 1 })).toBeVisible();
  await expect(roomRow(page, 'Seeds and cuttings')).toHaveCount(1);
  await page.getByRole('button', { name: 'All chats' }).click();
});

test('beside the rooms of a space stand an invitation, a call and who writes to one alone; the way back counts them', async () => {
  test.setTimeout(180_000);
  const { alice, bob } = people;
  const { homeserver } = stage;
  const put = (person: Person, path: string, body: unknown) =>
    homeserver.request('PUT', `/_matrix/client/v3/${path}`, { token: person.accessToken, body });
  const encode = encodeURIComponent;
  const keepers = await makeRoom(homeserver, bob, { name: 'Beekeepers', invite: [alice] });
  const chat = await makeRoom(homeserver, bob, { name: '', invite: [alice] });
  const direct = { [bob.userId]: [chat] };
  await put(alice, `user/${encode(alice.userId)}/account_data/m.direct`, direct);
  const { page } = app;
  const long = { timeout: 30_000 };
  await expect(roomRow(page, 'Beekeepers')).toHaveCount(1, long);
  await expect(page.getByRole('treeitem', { name: /^Bob Okafor/ })).toHaveCount(1, long);
  await roomRow(page, 'Allotment society').first().click();
  const tree = page.getByRole('tree', { name: 'Chats of Allotment society' });
  await expect(tree.getByRole('treeitem').filter({ hasText: 'Garden' })).toHaveCount(1, long);
  await expect(roomRow(page, 'Beekeepers')).toHaveCount(0);

  await makeRoom(homeserver, bob, { name: 'Winter dinner', more: { invite: [alice.userId] } });
  await expect(tree.getByRole('treeitem', { name: 'Invites, 1' })).toBeVisible(long);
  const inCall = (devices: readonly object[]) =>
    put(
      bob,
      `rooms/${encode(keepers)}/state/org.matrix.msc3401.call.member/${encode(bob.userId)}`,
      { 'm.calls': [{ 'm.call_id': 'one', 'm.devices': devices }] },
    );
  await put(bob, `rooms/${encode(keepers)}/state/org.matrix.msc3401.call/one`, {
    ...{ 'm.type': 'm.voice', 'm.intent': 'm.room' },
  });
  const hour = Date.now() + 60 * 60_000;
  await inCall([{ device_id: 'ELSEWHERE', session_id: 'one', expires_ts: hour, feeds: [] }]);
  const sign = { name: 'Call, 1 person is in it' };
  await expect(roomRow(page, 'Beekeepers').getByRole('img', sign)).toBeVisible(long);

  const size = page.viewportSize();
  await page.setViewportSize({ width: 640, height: 800 });
  const back = page.getByRole('button', { name: 'Back to chats' }).locator('..');
  await expect(back.getByTitle(/^1 for you.*Call, 1 person is in it$/)).toBeVisible(long);
  await say(homeserver, bob, chat, 'Are you there?');
  await expect(back.getByTitle(/^2 for you/)).toBeVisible(long);
  await page.getByRole('button', { name: 'Back to chats' }).click();
  await expect(roomRow(page, 'Are you there?')).toBeVisible();
  await expect(roomRow(page, 'Winter dinner')).toBeVisible();
  await inCall([]);
  await expect(roomRow(page, 'Beekeepers')).toHaveCount(0, long);
  if (size !== null) await page.setViewportSize(size);
  await page.getByRole('button', { name: 'All chats' }).click();
});

test('who wants answers of threads in the chat sees of which they are, and the answer to one stays in its thread', async () => {
  const { alice, bob } = people;
  const room = await makeRoom(stage.homeserver, bob, { name: 'Harvest', invite: [alice] });
  const root = await say(stage.homeserver, bob, room, 'Who brings what on Saturday?');
  const relation = { rel_type: 'm.thread', event_id: root, is_falling_back: true };
  const inThread = async (body: string, latest: string): Promise<string> =>
    sendEvent(stage.homeserver, bob, room, {
      msgtype: 'm.text',
      body,
      'm.relates_to': { ...relation, 'm.in_reply_to': { event_id: latest } },
    });
  const first = await inThread('I have the ladder', root);
  await say(stage.homeserver, bob, room, 'And it will be sunny');
  const second = await inThread('and two baskets', first);
  const { page } = app;
  await openRoom(page, 'Harvest');
  await expect(
    message(page, 'Who brings what on Saturday?').getByRole('button', { name: /^Thread/ }),
  ).toContainText('2 answers');
  await expect(messages(page).filter({ hasText: 'I have the ladder' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'General' }).click();
  await page.getByText('Show answers of threads in the chat, too').click();
  await expect(page.getByRole('switch', { name: /^Show answers of threads/ })).toBeChecked();
  await page.getByRole('button', { name: 'Chats' }).click();
  await openRoom(page, 'Harvest');
  await expectMessage(page, 'and two baskets');
  const quote = message(page, 'and two baskets').getByRole('button', { name: /^Thread/ });
  await expect(quote).toContainText('Who brings what on Saturday?');
  await reply(page, 'and two baskets', 'I bring the string');
  await expectSent(page, 'I bring the string');
  await expect(
    message(page, 'I bring the string').getByRole('button', { name: /^Thread/ }),
  ).toContainText('and two baskets');
  await shoot(app, 'thread');
  await expect
    .poll(() => stage.eventsOf(room).at(-1)?.content)
    .toMatchObject({
      body: 'I bring the string',
      'm.relates_to': {
        rel_type: 'm.thread',
        event_id: root,
        is_falling_back: false,
        'm.in_reply_to': { event_id: second },
      },
    });
});
