// Media in a room: videos that play during the download, and the picture viewer.
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Locator } from '@playwright/test';
import { examplePicture } from '../../demo/picture';
import { on } from '../../faults/faultProxy';
import type { FaultProxy } from '../../faults/faultProxy';
import type { RunningApp } from '../support/app';
import { composer, openRoom, signInQuickly } from '../support/drive';
import { noisyVideo, upload, uploadEncrypted } from '../support/media';
import { makeRoom, sendEvent } from '../support/plain';
import { shoot } from '../support/shoot';
import { endStage, openStage } from '../support/stage';
import type { Person, Stage } from '../support/stage';

let stage: Stage;
let people: Record<'alice' | 'bob', Person>;
let app: RunningApp;
let proxy: FaultProxy;
const long = { timeout: 30_000 };

test.beforeAll(async () => {
  test.setTimeout(120_000);
  stage = await openStage();
  proxy = await stage.proxy();
  people = {
    alice: await stage.register('alice', 'Alice Hartmann'),
    bob: await stage.register('bob', 'Bob Okafor'),
  };
  app = await stage.open();
  await signInQuickly(app.page, stage.credentials(people.alice, proxy));
});
endStage(() => stage);

/** A room that Bob makes, with Alice in it, and what he sends there. */
async function roomWith(name: string, contents: readonly object[]): Promise<string> {
  const { alice, bob } = people;
  const roomId = await makeRoom(stage.homeserver, bob, { name, invite: [alice] });
  for (const content of contents) await sendEvent(stage.homeserver, bob, roomId, content);
  return roomId;
}

test('an encrypted film plays while it comes, marked until it is checked; another file than was sent stops', async () => {
  test.setTimeout(120_000);
  const { page } = app;
  const bytes = await noisyVideo(page);
  const file = await uploadEncrypted(stage.homeserver, people.bob, bytes);
  const info = { mimetype: 'video/webm', w: 240, h: 136, size: bytes.length };
  const film = { msgtype: 'm.video', body: 'weir.webm', file, info };
  const other = await uploadEncrypted(stage.homeserver, people.bob, bytes);
  const forged = { ...other, hashes: file.hashes };
  await roomWith('Films', [
    film,
    // Two films in a row would be one album.
    { msgtype: 'm.text', body: 'and another' },
    { ...film, body: 'forged.webm', filename: 'forged.webm', file: forged },
  ]);
  proxy.rules.add({ match: on('GET', '/media/download/'), bytesPerSecond: 300_000 });
  await openRoom(page, 'Films');
  const player = page.getByLabel('weir.webm');
  const mark = page.getByText('Not checked yet');
  const play = (film: Locator): Promise<void> =>
    film.evaluate((video: HTMLVideoElement) => void video.play().catch(() => undefined));
  await play(player);
  const position = () => player.evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(position, long).toBeGreaterThan(0);
  await expect(mark).toBeVisible();
  await shoot(app, 'film-unchecked');
  await expect(mark).toHaveCount(0, long);
  await expect(player).toBeVisible();
  const wrong = page.getByLabel('forged.webm');
  await play(wrong);
  await expect(page.getByText('This is not the file that was sent.')).toBeVisible(long);
  await expect(wrong).toHaveCount(0);
  await shoot(app, 'film-forged');
});

test('a picture over everything: larger under the pointer, turned, the next and the one before, its message, a copy of it', async () => {
  test.setTimeout(120_000);
  const { page } = app;
  const { bob } = people;
  const path = join(mkdtempSync(join(tmpdir(), 'trellis-media-')), 'garden.png');
  examplePicture(path, 1600, 900);
  const url = await upload(stage.homeserver, bob, readFileSync(path), 'image/png');
  const info = { mimetype: 'image/png', w: 1600, h: 900 };
  const picture = (body: string) => ({ msgtype: 'm.image', body, url, info });
  await roomWith('Pictures', [
    picture('first.png'),
    ...Array.from({ length: 80 }, (_, at) => ({ msgtype: 'm.text', body: `Line ${at}` })),
    picture('second.png'),
    picture('third.png'),
  ]);
  await openRoom(page, 'Pictures');
  await page.getByRole('button', { name: 'Open third.png' }).click();
  const viewer = page.getByRole('dialog');
  const shown = (name: string): Locator => viewer.getByRole('img', { name });
  await expect(shown('third.png')).toBeVisible(long);
  const width = async (name: string): Promise<number> =>
    (await shown(name).boundingBox())?.width ?? 0;
  // Fitted, and never larger than it is.
  expect(await width('third.png')).toBeLessThan(1280);
  await shoot(app, 'viewer');
  await page.keyboard.press('1');
  await expect.poll(() => width('third.png')).toBe(1600);
  await page.keyboard.press('0');
  await shown('third.png').hover();
  await page.mouse.wheel(0, -300);
  await expect(viewer.getByRole('status')).not.toHaveText('100%');
  const before = await width('third.png');
  await page.mouse.wheel(0, -300);
  await expect.poll(() => width('third.png')).toBeGreaterThan(before);
  await page.keyboard.press('0');
  await page.keyboard.press('r');
  const height = async (): Promise<number> => (await shown('third.png').boundingBox())?.height ?? 0;
  await expect.poll(async () => (await height()) > (await width('third.png'))).toBe(true);
  await page.keyboard.press('ArrowLeft');
  await expect(shown('second.png')).toBeVisible(long);
  // The first one stands 80 lines further up, which are fetched for it.
  await expect(viewer.getByText('2 of 3')).toBeVisible(long);
  await page.keyboard.press('ArrowLeft');
  await expect(shown('first.png')).toBeVisible(long);
  await viewer.getByRole('button', { name: 'Go to the message' }).click();
  await expect(page.getByRole('button', { name: 'Open first.png' })).toBeInViewport(long);
  await page.getByRole('button', { name: 'Open first.png' }).click();
  await viewer.getByRole('button', { name: 'Forward' }).click();
  await expect(page.getByRole('dialog', { name: /Forward/ })).toBeVisible(long);
  await page.keyboard.press('Escape');
});

test('a gallery of another client is its pictures side by side, and the viewer steps over them', async () => {
  const { page } = app;
  const folder = mkdtempSync(join(tmpdir(), 'trellis-gallery-'));
  const itemtypes = [];
  for (const [name, width] of [
    ['barn.png', 640],
    ['gate.png', 800],
    ['lane.png', 960],
  ] as const) {
    examplePicture(join(folder, name), width, 480);
    const bytes = readFileSync(join(folder, name));
    const url = await upload(stage.homeserver, people.bob, bytes, 'image/png');
    const info = { mimetype: 'image/png', w: width, h: 480 };
    itemtypes.push({ itemtype: 'm.image', body: name, url, info });
  }
  await roomWith('Gallery', [{ msgtype: 'm.gallery', body: 'Around the farm', itemtypes }]);
  await openRoom(page, 'Gallery');
  await expect(page.getByText('Around the farm')).not.toHaveCount(0);
  const cells = page.getByRole('log').getByRole('listitem');
  await expect(cells.getByRole('img')).toHaveCount(3, long);
  await shoot(app, 'gallery');
  await page.getByRole('button', { name: 'Open gate.png' }).click();
  const viewer = page.getByRole('dialog');
  await expect(viewer.getByRole('img', { name: 'gate.png' })).toBeVisible(long);
  await expect(viewer.getByText('2 of 3')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByRole('img', { name: 'lane.png' })).toBeVisible(long);
  await expect(viewer.getByText('Around the farm')).toBeVisible();
  await page.keyboard.press('Escape');
});

test('several pictures sent at once are one grid with one caption, each with its own acts, in an encrypted room and in a thread', async () => {
  test.setTimeout(120_000);
  const { page } = app;
  const { alice, bob } = people;
  const folder = mkdtempSync(join(tmpdir(), 'trellis-album-'));
  const names = ['north.png', 'east.png', 'south.png', 'west.png', 'roof.png'];
  const paths = names.map((name, at) => {
    const path = join(folder, name);
    examplePicture(path, 480 + 160 * at, 480);
    return path;
  });
  const secret = { name: 'House', invite: [alice], encrypted: true };
  const roomId = await makeRoom(stage.homeserver, bob, secret);
  await openRoom(page, 'House');
  await page.getByTestId('attach').setInputFiles(paths);
  const chips = page.getByRole('list', { name: 'Files to send' }).getByRole('listitem');
  await expect(chips).toHaveCount(5);
  await composer(page).fill('The house from all sides');
  await composer(page).press('Enter');
  const album = page
    .getByRole('log', { name: 'Messages', exact: true })
    .getByRole('group', { name: '5 files' });
  const tiles = album.getByRole('article');
  await expect(tiles).toHaveCount(5, long);
  // Each is a message that every client knows.
  const sent = () =>
    stage.eventsOf(roomId).filter(({ type }) => type === 'm.room.encrypted').length;
  await expect.poll(sent, long).toBe(5);
  await expect(album.getByRole('img', { name: /^(Sending|Waiting|Encrypting)/ })).toHaveCount(
    0,
    long,
  );
  await expect(album.getByText('The house from all sides')).toHaveCount(1);
  // The words stand below all of them.
  const below = await album.getByText('The house from all sides').boundingBox();
  const lastTile = await tiles.last().boundingBox();
  expect(below?.y).toBeGreaterThan((lastTile?.y ?? 0) + (lastTile?.height ?? 0) - 1);
  await shoot(app, 'album');

  // By keys: from the newest back, its own act; the picture after it comes in the viewer.
  await composer(page).focus();
  await page.keyboard.press('Shift+Tab');
  await tiles.last().focus();
  await page.keyboard.press('ArrowUp');
  await expect(tiles.nth(3)).toBeFocused();
  await tiles.nth(3).getByRole('button', { name: 'React with 👍' }).click();
  await expect(
    tiles
      .nth(3)
      .getByRole('button', { name: /👍, 1|👍/ })
      .first(),
  ).toBeVisible(long);
  await tiles.nth(1).getByRole('button', { name: 'Open east.png' }).click();
  const viewer = page.getByRole('dialog');
  await expect(viewer.getByText('2 of 5')).toBeVisible(long);
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByRole('img', { name: 'south.png' })).toBeVisible(long);
  await page.keyboard.press('Escape');
  await tiles.nth(1).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  const after = await tiles.nth(2).boundingBox();
  await page.keyboard.press('Delete');
  await page.getByText('Only this picture').click();
  await page.getByRole('button', { name: 'Delete this picture' }).click();
  // Its square says so, and the others stay where they are.
  const rest = page.getByRole('group', { name: '4 files' });
  await expect(rest.getByRole('article')).toHaveCount(5, long);
  await expect(rest.getByRole('article').nth(1)).toContainText('Message deleted');
  expect(await rest.getByRole('article').nth(2).boundingBox()).toEqual(after);
  await shoot(app, 'album-deleted');

  // An answer of two pictures to one of them: the first message of the thread stays alone.
  await rest.getByRole('article').nth(2).focus();
  await page.keyboard.press('t');
  const thread = page.getByRole('complementary', { name: 'Thread', exact: true });
  await expect(thread.getByRole('button', { name: 'Open south.png' })).toBeVisible(long);
  await thread.getByTestId('attach').setInputFiles(paths.slice(0, 2));
  await expect(chips).toHaveCount(2);
  await thread.getByRole('textbox', { name: 'Answer in the thread' }).press('Enter');
  await expect(thread.getByRole('group', { name: '2 files' }).getByRole('article')).toHaveCount(
    2,
    long,
  );
  await expect(rest.getByRole('button', { name: /^Thread.*2 answers/ })).toBeVisible(long);
  await expect(rest.getByRole('article')).toHaveCount(5);
});

test('stickers and custom emoji of a pack: found by their short name, sent, drawn, also in reactions', async () => {
  test.setTimeout(120_000);
  const { page } = app;
  const { alice, bob } = people;
  const path = join(mkdtempSync(join(tmpdir(), 'trellis-pack-')), 'sun.png');
  examplePicture(path, 256, 256);
  const url = await upload(stage.homeserver, bob, readFileSync(path), 'image/png');
  const roomId = await roomWith('Birds', []);
  const info = { w: 256, h: 256, mimetype: 'image/png' };
  const images = { heron: { url, body: 'A heron', info }, sunny: { url, info } };
  await stage.homeserver.request(
    'PUT',
    `/_matrix/client/v3/rooms/${encodeURIComponent(roomId)}/state/m.room.image_pack/birds`,
    { token: bob.accessToken, body: { images, pack: { display_name: 'Birds of the river' } } },
  );
  const html = `Look: <img data-mx-emoticon src="${url}" alt=":heron:" title=":heron:" height="32">`;
  const said = await sendEvent(stage.homeserver, bob, roomId, {
    ...{ msgtype: 'm.text', body: 'Look: :heron:' },
    ...{ format: 'org.matrix.custom.html', formatted_body: html },
  });
  const annotation = { rel_type: 'm.annotation', event_id: said, key: url };
  const reaction = { 'm.relates_to': annotation, shortcode: ':sunny:' };
  await sendEvent(stage.homeserver, bob, roomId, reaction, 'm.reaction');
  await openRoom(page, 'Birds');
  const drawn = (name: string) => page.getByRole('log').getByRole('img', { name, exact: true });
  const width = (img: Locator) =>
    img.evaluate((image: HTMLImageElement) => image.naturalWidth > 0).catch(() => false);
  await expect.poll(() => width(drawn(':heron:').first()), long).toBe(true);
  await expect.poll(() => width(drawn(':sunny:').first()), long).toBe(true);
  await composer(page).pressSequentially('A :her');
  await page.getByRole('option', { name: ':heron:' }).click();
  await page.keyboard.press('Enter');
  await expect(drawn(':heron:')).toHaveCount(2, long);
  await page.getByRole('button', { name: 'Stickers' }).click();
  await shoot(app, 'stickers');
  await page.getByRole('textbox', { name: 'Find a sticker or emoji' }).fill('heron');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Open A heron' })).toBeVisible(long);
  await shoot(app, 'stickers-sent');
  const mine = () => stage.eventsOf(roomId).filter(({ sender }) => sender === alice.userId);
  await expect.poll(() => mine().at(-1)?.type, long).toBe('m.sticker');
  expect(mine().at(-1)?.content).toEqual({ body: 'A heron', url, info });
  expect(mine().at(-2)?.content['formatted_body']).toBe(
    `A <img data-mx-emoticon src="${url}" alt=":heron:" title=":heron:" height="32" />`,
  );
});

test('formulas, code in colours, tables and spoilers of other clients; a formula leads nowhere and grows no further', async () => {
  const { page } = app;
  const rich = (formatted_body: string) => ({
    ...{ msgtype: 'm.text', body: 'words', format: 'org.matrix.custom.html' },
    formatted_body,
  });
  const code = 'def weir(level):\n    return level > 3  # metres';
  await roomWith('Formulas', [
    rich('Flow: <span data-mx-maths="Q = \\frac{A}{t}"><code>Q = A/t</code></span>'),
    rich('<div data-mx-maths="\\sum_{i=0}^n \\sqrt{x_i}"><code>sum</code></div>'),
    rich('<span data-mx-maths="\\href{https://tracker.example}{a}"><code>a</code></span>'),
    rich('<span data-mx-maths="\\def\\a{\\a\\a}\\a"><code>b</code></span>'),
    rich(`<pre><code class="language-python">${code.replace('>', '&gt;')}\n</code></pre>`),
    rich(
      '<table><thead><tr><th>Gauge</th><th>Level</th></tr></thead><tbody><tr><td>North</td><td>2.4 m</td></tr></tbody></table> <span data-mx-spoiler="Result">It holds</span>',
    ),
  ]);
  await openRoom(page, 'Formulas');
  await expect(page.getByRole('math')).toHaveCount(3, long);
  await expect(page.getByRole('link')).toHaveCount(0);
  await expect(page.getByText('\\def\\a{\\a\\a}\\a')).toBeVisible();
  const word = page.getByText('def', { exact: true });
  const plain = page.getByText('weir(level)').first();
  await expect(word).toBeVisible(long);
  const colour = (text: Locator) => text.evaluate((element) => getComputedStyle(element).color);
  expect(await colour(word)).not.toBe(await colour(page.getByText('Flow:')));
  await expect(page.getByRole('cell', { name: '2.4 m' })).toBeVisible();
  await expect(plain).toBeVisible();
  await shoot(app, 'formulas');
});

test('links: what senders bundle asks nobody, the homeserver is asked when the reader wants it; cards are closed', async () => {
  test.setTimeout(120_000);
  const { page } = app;
  const site = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      '<html><head><title>Gauges of the river</title><meta property="og:title" content="Gauges of the river"><meta property="og:description" content="Levels, every hour."></head></html>',
    );
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const { port } = site.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}/gauges`;
  const bundled = { matched_url: 'https://bees.example/', 'og:title': 'Bees of the town' };
  await roomWith('Links', [
    { msgtype: 'm.text', body: `Look at ${address}` },
    {
      ...{ msgtype: 'm.text', body: 'And https://bees.example/' },
      'com.beeper.linkpreviews': [bundled],
    },
  ]);
  const asked = () => proxy.log.filter((request) => request.path.endsWith('/preview_url')).length;
  await openRoom(page, 'Links');
  // A preview that the sender bundled sends no request.
  await expect(page.getByRole('group', { name: 'Preview of bees.example' })).toBeVisible(long);
  expect(asked()).toBe(0);
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('tab', { name: 'General' }).click();
  await page.getByRole('switch', { name: 'Show what links lead to' }).click({ force: true });
  await shoot(app, 'links-setting');
  await page.getByRole('button', { name: 'Chats', exact: true }).first().click();
  await openRoom(page, 'Links');
  const card = page.getByRole('group', { name: `Preview of 127.0.0.1:${port}` });
  await expect(card.getByRole('link', { name: 'Gauges of the river' })).toBeVisible(long);
  expect(asked()).toBe(1);
  await shoot(app, 'links');
  await card.getByRole('button', { name: 'More about this preview' }).click();
  await page.getByRole('menuitem', { name: 'Close this preview' }).click();
  await expect(card).toHaveCount(0);
  site.close();
});
