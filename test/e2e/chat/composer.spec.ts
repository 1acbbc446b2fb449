// Writing with names in place of addresses: chosen, sent, edited, undone, kept as a draft, and as other clients have them.
import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import type { RunningApp } from '../support/app';
import { seriousFindings } from '../support/axe';
import {
  composer,
  expectMessage,
  expectSent,
  message,
  openRoom,
  send,
  signInQuickly,
} from '../support/drive';
import { sunrise } from '../../demo/picture';
import { makeRoom, sendEvent } from '../support/plain';
import { shoot } from '../support/shoot';
import { endStage, openStage } from '../support/stage';
import type { Person, Stage } from '../support/stage';

let stage: Stage;
let people: Record<'alice' | 'bob' | 'twin', Person>;
let app: RunningApp;
let room: string;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  stage = await openStage();
  people = {
    alice: await stage.register('alice', 'Alice Hartmann'),
    bob: await stage.register('bob', 'Bob Okafor'),
    twin: await stage.register('twin', 'Bob Okafor'),
  };
  const { alice, bob, twin } = people;
  room = await makeRoom(stage.homeserver, alice, { name: 'Workshop', invite: [bob] });
  await makeRoom(stage.homeserver, bob, { name: 'Ladder club', invite: [alice, twin] });
  app = await stage.open();
  await signInQuickly(app.page, stage.credentials(alice));
});
endStage(() => stage);

const lastSent = (): unknown =>
  stage.eventsOf(room).findLast(({ type }) => type === 'm.room.message')?.content;
const linkTo = (id: string, name: string): string =>
  `<a href="https://matrix.to/#/${id}">${name}</a>`;

test('a chosen person and room stand in the field by name, and go out as other clients read them', async () => {
  const { bob } = people;
  const { page } = app;
  await openRoom(page, 'Workshop');
  const field = composer(page);
  await field.pressSequentially('hi @bo');
  await expect(page.getByRole('listbox', { name: 'People to mention' })).toBeVisible();
  await field.press('Enter');
  await expect(field).toHaveValue('hi @Bob Okafor ');
  await field.pressSequentially('see #ladd');
  await expect(page.getByRole('option', { name: 'Ladder club' })).toBeVisible();
  await field.press('Tab');
  await field.pressSequentially('on *Monday*');
  await expect(field).toHaveValue('hi @Bob Okafor see #Ladder club on *Monday*');
  await shoot(app, 'composer-mentions');
  await field.press('Enter');
  await expectSent(page, 'see #Ladder club');
  const club = stage.roomNamed('Ladder club');
  await expect.poll(lastSent).toEqual({
    msgtype: 'm.text',
    body: 'hi @Bob Okafor see #Ladder club on *Monday*',
    format: 'org.matrix.custom.html',
    formatted_body: `hi ${linkTo(bob.userId, '@Bob Okafor')} see ${linkTo(`${club}?via=localhost`, '#Ladder club')} on <em>Monday</em>`,
    'm.mentions': { user_ids: [bob.userId] },
  });

  await field.press('ArrowUp');
  await expect(field).toHaveValue('hi @Bob Okafor see #Ladder club on *Monday*');
  await field.press('End');
  await field.pressSequentially(' or Tuesday');
  await field.press('Enter');
  await expectMessage(page, 'or Tuesday');
  await expect.poll(lastSent).toMatchObject({
    'm.mentions': {},
    'm.new_content': {
      body: 'hi @Bob Okafor see #Ladder club on *Monday* or Tuesday',
      'm.mentions': { user_ids: [bob.userId] },
    },
  });
});

test('ArrowUp right after Enter edits what is on its way', async () => {
  const { page } = app;
  await openRoom(page, 'Workshop');
  const field = composer(page);
  await field.pressSequentially('the drill is bak');
  await field.press('Enter');
  await field.press('ArrowUp');
  await expect(field).toHaveValue('the drill is bak');
  await field.press('Backspace');
  await field.pressSequentially('ck');
  await field.press('Enter');
  await expectMessage(page, 'the drill is back');
  await expect.poll(lastSent).toMatchObject({ 'm.new_content': { body: 'the drill is back' } });
});

test('undo brings a mention back with its name; a changed name is none', async () => {
  const { bob } = people;
  const { page } = app;
  await openRoom(page, 'Workshop');
  const field = composer(page);
  await field.pressSequentially('for @bo');
  await page.getByRole('option', { name: 'Bob Okafor' }).click();
  await expect(field).toHaveValue('for @Bob Okafor ');
  await field.press('Backspace');
  await field.press('Backspace');
  await expect(field).toHaveValue('for @Bob Okafo');
  await expect(page.locator('mark')).toHaveCount(0);
  await field.press('Control+z');
  await expect(field).toHaveValue(/^for @Bob Okafor/);
  await expect(page.locator('mark')).toHaveText('@Bob Okafor');
  await field.press('Enter');
  await expect.poll(lastSent).toMatchObject({
    body: 'for @Bob Okafor',
    'm.mentions': { user_ids: [bob.userId] },
  });
  await field.pressSequentially('not @bo');
  await page.getByRole('option', { name: 'Bob Okafor' }).click();
  for (let step = 0; step < 4; step += 1) await field.press('ArrowLeft');
  await field.pressSequentially('x');
  await field.press('Enter');
  await expectSent(page, 'not @Bob Okaxfor');
  await expect.poll(lastSent).toEqual({
    ...{ msgtype: 'm.text', body: 'not @Bob Okaxfor', 'm.mentions': {} },
  });
});

test('a mention of a draft is there again, an address by hand still mentions, and one of another client is read', async () => {
  const { alice, bob } = people;
  await openRoom(app.page, 'Workshop');
  const field = composer(app.page);
  await field.pressSequentially('later @bo');
  await app.page.getByRole('option', { name: 'Bob Okafor' }).click();
  await openRoom(app.page, 'Ladder club');
  await openRoom(app.page, 'Workshop');
  await expect(composer(app.page)).toHaveValue('later @Bob Okafor ');
  await expect(app.page.locator('mark')).toHaveText('@Bob Okafor');
  await send(app.page, `by hand ${bob.userId}`);
  await expect.poll(lastSent).toEqual({
    msgtype: 'm.text',
    body: `by hand ${bob.userId}`,
    'm.mentions': { user_ids: [bob.userId] },
  });
  await sendEvent(stage.homeserver, bob, room, {
    msgtype: 'm.text',
    body: 'Alice Hartmann: here',
    format: 'org.matrix.custom.html',
    formatted_body: `${linkTo(alice.userId, 'Alice Hartmann')}: here`,
    'm.mentions': { user_ids: [alice.userId] },
  });
  await expectMessage(app.page, 'Alice Hartmann: here');
  await expect(
    message(app.page, 'Alice Hartmann: here').getByRole('link', { name: 'Alice Hartmann' }),
  ).toHaveAttribute('title', alice.userId);
});

test('two people of one name are told apart, and everybody is offered to those who may call everybody', async () => {
  const { twin } = people;
  const { page } = app;
  await openRoom(page, 'Ladder club');
  const field = composer(page);
  await field.pressSequentially('@');
  const list = page.getByRole('listbox', { name: 'People to mention' });
  await expect(list.getByRole('option')).toHaveCount(2);
  await expect(list).not.toContainText('@room');
  await list.getByRole('option').filter({ hasText: twin.userId }).click();
  await expect(field).toHaveValue('@Bob Okafor (twin) ');
  await field.fill('');
  await openRoom(page, 'Workshop');
  await composer(page).pressSequentially('@ro');
  await page.getByRole('option', { name: '@room' }).click();
  await composer(page).press('Enter');
  await expect.poll(lastSent).toEqual({
    ...{ msgtype: 'm.text', body: '@room', 'm.mentions': { room: true } },
  });
});

test('commands are listed with their help, ask what they need, and act in the room', async () => {
  const { page } = app;
  await openRoom(page, 'Workshop');
  const field = composer(page);
  await field.fill('');
  await field.pressSequentially('/');
  const list = page.getByRole('listbox', { name: 'Commands' });
  await expect(list.getByRole('option', { name: /^\/topic/ })).toContainText('Changes the topic');
  await shoot(app, 'composer-commands');
  expect(await seriousFindings(app)).toEqual([]);
  await field.pressSequentially('to');
  await field.press('Enter');
  await expect(field).toHaveValue('/topic ');
  await field.press('Enter');
  await expect(page.getByRole('alert')).toContainText('/topic needs more');
  await shoot(app, 'composer-command-note');
  await field.pressSequentially('Beds and bees');
  await field.press('Enter');
  await expect(field).toHaveValue('');
  await expect
    .poll(() => stage.eventsOf(room).findLast(({ type }) => type === 'm.room.topic')?.content)
    .toMatchObject({ topic: 'Beds and bees' });
  await send(page, '/spoiler the **end**');
  await expect.poll(lastSent).toMatchObject({
    body: '||the **end**||',
    formatted_body: '<span data-mx-spoiler="">the <strong>end</strong></span>',
  });
});

test('keys and the bar format what is selected, undo takes each step back, lists go on', async () => {
  const { page } = app;
  await openRoom(page, 'Workshop');
  const field = composer(page);
  await field.fill('');
  await field.pressSequentially('for @bo');
  await page.getByRole('option', { name: 'Bob Okafor' }).click();
  await field.pressSequentially('soon');
  await field.press('Control+a');
  const bar = page.getByRole('toolbar', { name: 'Formatting' });
  await expect(bar).toBeVisible();
  await shoot(app, 'composer-selected');
  await field.press('Control+b');
  await expect(field).toHaveValue('**for @Bob Okafor soon**');
  await expect(page.locator('mark')).toHaveText('@Bob Okafor');
  await bar.getByRole('button', { name: 'Strikethrough' }).click();
  await expect(field).toHaveValue('**~~for @Bob Okafor soon~~**');
  await expect(field).toBeFocused();
  await field.press('Control+z');
  await expect(field).toHaveValue('**for @Bob Okafor soon**');
  await field.press('Control+z');
  await expect(field).toHaveValue('for @Bob Okafor soon');
  await field.press('Control+Shift+z');
  await expect(field).toHaveValue('**for @Bob Okafor soon**');
  await field.press('Enter');
  await expect.poll(lastSent).toMatchObject({
    body: '**for @Bob Okafor soon**',
    formatted_body: `<strong>for ${linkTo(people.bob.userId, '@Bob Okafor')} soon</strong>`,
    'm.mentions': { user_ids: [people.bob.userId] },
  });

  await page.getByRole('button', { name: 'Formatting bar' }).click();
  await expect(bar).toBeVisible();
  await field.focus();
  await field.press('Control+Shift+8');
  await field.pressSequentially('nails');
  await field.press('Shift+Enter');
  await field.pressSequentially('a `saw`, ~~glue~~ and **wood**');
  await expect(field).toHaveValue('- nails\n- a `saw`, ~~glue~~ and **wood**');
  await shoot(app, 'composer-bar');
  expect(await seriousFindings(app)).toEqual([]);
  await field.press('Enter');
  await expect.poll(lastSent).toMatchObject({
    formatted_body:
      '<ul>\n<li>nails</li>\n<li>a <code>saw</code>, <s>glue</s> and <strong>wood</strong></li>\n</ul>',
  });
  await page.getByRole('button', { name: 'Formatting bar' }).click();
  await expect(bar).toHaveCount(0);
});

test('what is pasted from a page keeps its formats, and can be undone', async () => {
  const { page } = app;
  await openRoom(page, 'Workshop');
  const field = composer(page);
  await field.fill('');
  await field.pressSequentially('read: ');
  await field.evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'the rules, now');
    clipboardData.setData(
      'text/html',
      '<a href="https://a.example/rules">the rules</a>, <b>now</b><img src=x onerror="window.pwned=1">',
    );
    const event = { clipboardData, bubbles: true, cancelable: true };
    element.dispatchEvent(new ClipboardEvent('paste', event));
  });
  await expect(field).toHaveValue('read: [the rules](https://a.example/rules), **now**');
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  await field.press('Control+z');
  await expect(field).toHaveValue('read: ');
  await field.fill('');
});

test('a pasted picture and an edit that is not finished are there again after the app was closed', async () => {
  test.setTimeout(180_000);
  await openRoom(app.page, 'Workshop');
  await send(app.page, 'the ladder is fed');
  await expectSent(app.page, 'the ladder is fed');
  await composer(app.page).press('ArrowUp');
  await expect(composer(app.page)).toHaveValue('the ladder is fed');
  await composer(app.page).fill('the ladder is red');
  await openRoom(app.page, 'Ladder club');
  await composer(app.page).evaluate((element, base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], 'ladder.png', { type: 'image/png' }));
    const event = { clipboardData, bubbles: true, cancelable: true };
    element.dispatchEvent(new ClipboardEvent('paste', event));
  }, sunrise(96, 64).toString('base64'));
  await composer(app.page).pressSequentially('of oak');
  const chips = () => app.page.getByRole('list', { name: 'Files to send' });
  await expect(chips()).toContainText('ladder.png');
  await openRoom(app.page, 'Workshop');
  await expect(composer(app.page)).toHaveValue('the ladder is red');
  await expect(app.page.getByText('of oak')).toBeVisible();
  const { userData } = app;
  await app.close();
  app = await stage.open({ userData });
  await openRoom(app.page, 'Ladder club');
  await expect(chips()).toContainText('ladder.png', { timeout: 30_000 });
  await expect(composer(app.page)).toHaveValue('of oak');
  await shoot(app, 'composer-files-again');
  await composer(app.page).press('Enter');
  const club = stage.roomNamed('Ladder club');
  await expect
    .poll(() => stage.eventsOf(club).findLast(({ type }) => type === 'm.room.message')?.content)
    .toMatchObject({ msgtype: 'm.image', body: 'of oak', filename: 'ladder.png' });
  await openRoom(app.page, 'Workshop');
  await expect(composer(app.page)).toHaveValue('the ladder is red');
  await composer(app.page).press('Enter');
  await expect.poll(lastSent).toMatchObject({ 'm.new_content': { body: 'the ladder is red' } });
});

test('a text is sent later or taken back: nothing goes out before its time, and what waits is still there after the window is loaded anew', async () => {
  test.setTimeout(180_000);
  const { page } = app;
  await openRoom(page, 'Workshop');
  const field = composer(page);
  await field.fill('Good morning, *everybody*');
  await page.getByRole('button', { name: 'Send later…' }).click();
  const asked = page.getByRole('dialog', { name: 'When should it be sent?' });
  await shoot(app, 'send-later');
  await asked.getByRole('button', { name: /^In 1 hour/ }).click();
  await expect(field).toHaveValue('');
  const bar = page.getByRole('region', { name: 'Messages that are sent later' });
  await expect(bar).toContainText('Will be sent');
  await page.reload();
  await expect(bar).toContainText('Will be sent', { timeout: 30_000 });
  await bar.getByRole('button', { name: 'Show' }).click();
  await shoot(app, 'sent-later');
  expect(await seriousFindings(app)).toEqual([]);
  expect(JSON.stringify(lastSent() ?? null)).not.toContain('Good morning');
  await page.getByRole('button', { name: 'What to do with this message' }).click();
  await page.getByRole('menuitem', { name: 'Send now' }).click();
  const list = page.getByRole('dialog', { name: 'Messages that are sent later' });
  // Its row is gone, and the focus is where a keyboard goes on.
  await expect(list.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await expectMessage(page, 'Good morning, everybody');
  await expect.poll(lastSent, { timeout: 30_000 }).toMatchObject({
    body: 'Good morning, *everybody*',
    formatted_body: 'Good morning, <em>everybody</em>',
  });
});

test('files of one Enter are all there after the window was loaded anew at once, behind the text that waited to be taken back', async () => {
  test.setTimeout(300_000);
  const { page } = app;
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('tab', { name: 'General' }).click();
  const times = page.getByRole('radiogroup', { name: 'Undo sending' });
  await times.getByText('10 s').click();
  // It holds once it is kept, and shows that then.
  await expect(times.getByRole('radio', { name: '10 s' })).toBeChecked();
  await page.getByRole('button', { name: 'Chats', exact: true }).click();
  await openRoom(page, 'Workshop');
  await send(page, 'Here is the plan as files');
  const bar = page.getByRole('region', { name: 'Messages that are sent later' });
  await expect(bar).toContainText('Goes out');
  const paths = ['film.bin', 'plan.txt'].map((name) => test.info().outputPath(name));
  const [film = '', plan = ''] = paths;
  writeFileSync(film, Buffer.alloc(40_000_000, 7));
  writeFileSync(plan, 'the plan');
  await page.getByTestId('attach').setInputFiles(paths);
  await expect(page.getByRole('button', { name: 'Remove plan.txt' })).toBeVisible();
  await composer(page).fill('both of them');
  await composer(page).press('Enter');
  await expect(page.getByRole('list', { name: 'Files to send' })).toHaveCount(0);
  await page.reload();
  const newest = (): unknown[] =>
    stage
      .eventsOf(room)
      .filter(({ type }) => type === 'm.room.message')
      .slice(-3)
      .map(({ content }) => [content['filename'] ?? null, content['body']]);
  // Forty megabytes are copied, encrypted and uploaded: beside other files that takes its time.
  await expect.poll(newest, { timeout: 240_000 }).toEqual([
    [null, 'Here is the plan as files'],
    ['film.bin', 'both of them'],
    [null, 'plan.txt'],
  ]);
});
