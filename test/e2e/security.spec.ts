// Other people's content must not affect a window. The page's own protection is tested in test/main/pages/walls.test.ts;
// these tests need two users and a real server.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { examplePicture } from '../demo/picture';
import type { RunningApp } from './support/app';
import {
  acceptInvite,
  attach,
  createRoom,
  expectMessage,
  message,
  messages,
  openRoom,
  roomRow,
  signInQuickly,
} from './support/drive';
import { makeRoom, say, sendEvent } from './support/plain';
import { endStage, openStage } from './support/stage';
import type { Person, Stage } from './support/stage';

let stage: Stage;
let people: Record<'alice' | 'bob' | 'carol', Person>;
let alice: RunningApp;
let bob: RunningApp;
let room: string;
/** A server that nobody has a reason to ask. */
let trap: Server;
let trapUrl: string;
const asked: string[] = [];

test.beforeAll(async () => {
  test.setTimeout(180_000);
  trap = createServer((request, response) => {
    asked.push(String(request.url));
    response.end('alert(1)');
  }).listen(0, '127.0.0.1');
  await once(trap, 'listening');
  trapUrl = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`;
  stage = await openStage();
  people = {
    alice: await stage.register('alice', 'Alice Hartmann'),
    bob: await stage.register('bob', 'Bob Okafor'),
    carol: await stage.register('carol', 'Carol Lindqvist'),
  };
  room = await makeRoom(stage.homeserver, people.bob, { name: 'Stage', invite: [people.alice] });
  [alice, bob] = await Promise.all([stage.open(), stage.open()]);
  await Promise.all([
    signInQuickly(alice.page, stage.credentials(people.alice)),
    signInQuickly(bob.page, stage.credentials(people.bob)),
  ]);
  await openRoom(alice.page, 'Stage');
});
endStage(() => stage);
test.afterAll(async () => {
  trap.closeAllConnections();
  trap.close();
});

test('the page comes with exactly the policy that was decided', async () => {
  const answer = alice.page.waitForResponse((response) => /\/(index\.html)?$/.test(response.url()));
  await alice.page.reload();
  const policy = (await (await answer).headerValue('content-security-policy')) ?? '';
  expect(policy.replace(/'nonce-[A-Za-z0-9+/=]{24}'/, "'nonce-…'").split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'nonce-…'",
    "font-src 'self'",
    "img-src 'self' blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types trellis dompurify',
  ]);
  await openRoom(alice.page, 'Stage');
});

const payloads = (leak: string): string[] => [
  '<script>window.broken = 1</script>',
  `<script src="${leak}/script.js"></script>`,
  `<img src="${leak}/img.png" onerror="window.broken = 2">`,
  '<img src="mxc://x/y" onerror="window.broken = 3" onload="window.broken = 3">',
  '<svg onload="window.broken = 4"><script>window.broken = 4</script></svg>',
  `<iframe src="${leak}/frame" srcdoc="<script>parent.broken = 5</script>"></iframe>`,
  `<object data="${leak}/object"></object><embed src="${leak}/embed">`,
  `<style>@import "${leak}/style.css"; * { background: url(${leak}/bg.png) }</style>`,
  `<p style="background: url(${leak}/inline.png)">styled</p>`,
  `<link rel="stylesheet" href="${leak}/link.css"><base href="${leak}/">`,
  `<form action="${leak}/form"><input autofocus onfocus="window.broken = 6"><button>go</button></form>`,
  '<a href="javascript:window.broken = 7">press</a>',
  `<video src="${leak}/video" autoplay onerror="window.broken = 8"></video>`,
  `<meta http-equiv="refresh" content="0;url=${leak}/meta">`,
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.broken=9&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=window.broken=10>">',
  `<details open ontoggle="window.broken = 11"><summary>more</summary>text</details>`,
  `<span data-mx-color="red;background:url(${leak}/colour)">colour</span>`,
];

test('markup of other people runs no script and asks no server', async () => {
  const refused: string[] = [];
  alice.page.on('dialog', (dialog) => void dialog.dismiss());
  alice.page.on('request', (request) => {
    if (new URL(request.url()).origin === new URL(trapUrl).origin) refused.push(request.url());
  });
  const all = payloads(trapUrl);
  for (const [index, html] of all.entries()) {
    const body = `payload ${index}`;
    const formatted = { format: 'org.matrix.custom.html', formatted_body: `${html} ${body} end` };
    const content = { msgtype: 'm.text', body: `${html} ${body}`, ...formatted };
    await sendEvent(stage.homeserver, people.bob, room, content);
    await sendEvent(stage.homeserver, people.bob, room, { msgtype: 'm.text', body: html });
  }
  // The same as names: of a person, of the room, of its topic, of a file.
  const evil = `<img src="${trapUrl}/name.png" onerror="window.broken = 12">`;
  const token = people.bob.accessToken;
  const state = (type: string, body: unknown) =>
    stage.homeserver.request(
      'PUT',
      `/_matrix/client/v3/rooms/${encodeURIComponent(room)}/state/${type}`,
      {
        token,
        body,
      },
    );
  await state('m.room.topic', { topic: evil });
  await sendEvent(stage.homeserver, people.bob, room, {
    msgtype: 'm.file',
    body: evil,
    filename: evil,
    url: 'mxc://localhost/nothing',
    info: { size: 1, mimetype: evil },
  });
  const profile = `/_matrix/client/v3/profile/${encodeURIComponent(people.bob.userId)}/displayname`;
  await stage.homeserver.request('PUT', profile, { token, body: { displayname: evil } });
  await say(stage.homeserver, people.bob, room, 'That was all');
  await expectMessage(alice.page, 'That was all');
  // Every message is drawn once: the window is tall enough, and scrolled to its start.
  await alice.page.setViewportSize({ width: 1280, height: 4000 });
  await expect(message(alice.page, `payload ${all.length - 1}`)).toBeVisible();
  await alice.page.getByRole('button', { name: /\d+ people/ }).click();
  await expect(alice.page.getByRole('complementary', { name: 'People' })).toContainText('onerror');
  await alice.page.setViewportSize({ width: 1280, height: 800 });
  expect(await alice.page.evaluate(() => 'broken' in window)).toBe(false);
  expect({ asked, refused }).toEqual({ asked: [], refused: [] });
  const inMessages = messages(alice.page).locator(
    'script, iframe, object, embed, form, input, video, style, link, base, meta, [onerror], [onload]',
  );
  await expect(inMessages).toHaveCount(0);
  await state('m.room.topic', { topic: 'harmless' });
});

test('links of messages open outside after a check, and no other way', async () => {
  const links = [
    ['good', 'https://example.org/good?q=1#part'],
    ['mail', 'mailto:mara@example.org'],
    ['script', 'javascript:window.broken=1'],
    ['file', 'file:///etc/passwd'],
    ['app', 'app://bundle/index.html'],
    ['login', 'https://user:secret@example.org/'],
    ['mixed', 'https://ex\u0430mple.org/'],
    ['attach', 'mailto:mara@example.org?attach=/etc/passwd'],
    ['program', 'vscode://open'],
  ] as const;
  const html = links.map(([name, href]) => `<a href="${href}">press ${name}</a>`).join('<br>');
  await sendEvent(stage.homeserver, people.bob, room, {
    msgtype: 'm.text',
    body: 'links',
    format: 'org.matrix.custom.html',
    formatted_body: `links<br>${html}<br>end of links`,
  });
  await expectMessage(alice.page, 'end of links');
  const before = alice.page.url();
  const row = message(alice.page, 'end of links');
  for (const [name] of links) await row.getByText(`press ${name}`).click();
  await say(stage.homeserver, people.bob, room, 'after the links');
  await expectMessage(alice.page, 'after the links');
  const opened = () => alice.app.evaluate(() => globalThis.__test?.openedLinks);
  await expect
    .poll(opened)
    .toEqual(['https://example.org/good?q=1#part', 'mailto:mara@example.org']);
  expect(alice.page.url()).toBe(before);
  expect(await alice.page.evaluate(() => 'broken' in window)).toBe(false);
});

test('media are served to the account they belong to, under their own handle only', async () => {
  test.setTimeout(180_000);
  const folder = mkdtempSync(join(tmpdir(), 'trellis-files-'));
  const path = join(folder, 'sunrise.png');
  examplePicture(path);
  await createRoom(bob.page, 'Gallery', [people.alice.userId]);
  await acceptInvite(alice.page, 'Gallery');
  await attach(bob.page, [path]);
  const picture = messages(alice.page).getByRole('img', { name: 'sunrise.png' });
  await expect(picture).toBeVisible({ timeout: 60_000 });
  rmSync(folder, { recursive: true });
  const source = (await picture.getAttribute('src')) ?? '';
  const [, account = '', handle = ''] = /\/media\/([^/]+)\/([^/?]+)/.exec(source) ?? [];
  expect(handle).toMatch(/^[A-Za-z0-9_-]{16,64}$/);
  const status = (url: string): Promise<number> =>
    alice.page.evaluate(async (asks) => (await fetch(asks)).status, url);
  expect(await status(`/media/${account}/${handle}`)).toBe(200);
  // Another account in the same app.
  await alice.page.getByRole('button', { name: 'Add an account' }).click();
  await signInQuickly(alice.page, stage.credentials(people.carol));
  const { accounts } = JSON.parse(
    await alice.app.evaluate(async ({ app }) =>
      process
        .getBuiltinModule('node:fs')
        .readFileSync(`${app.getPath('userData')}/accounts.json`, 'utf8'),
    ),
  ) as { accounts: string[] };
  const other = accounts.find((id) => id !== account) ?? '';
  expect(other).toMatch(/^[a-z0-9]{10}$/);
  const wrong = [
    `/media/${other}/${handle}`,
    `/media/${account}/${'A'.repeat(handle.length)}`,
    `/media/abcdefghij/${handle}`,
    `/media/${account}/${handle}/more`,
    `/media/${account}/..%2f${handle}`,
    `/media/${account}`,
    '/accounts.json',
    '/..%2f..%2faccounts.json',
  ];
  for (const url of wrong) expect([url, await status(url)]).toEqual([url, 404]);
  await alice.page.getByRole('list', { name: 'Accounts' }).getByRole('button').first().click();
  await expect(roomRow(alice.page, 'Stage').first()).toBeVisible();
});
