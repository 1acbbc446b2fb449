// SIGKILL in the middle of a conversation, for the engine and for the whole app: nothing lost, nothing doubled, order kept. And the
// profile on the disk says nothing to whoever reads its bytes.
import { readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { on } from '../faults/faultProxy';
import type { FaultProxy } from '../faults/faultProxy';
import type { RunningApp } from './support/app';
import {
  acceptInvite,
  createRoom,
  expectMessage,
  expectSent,
  openRoom,
  send,
  shownTexts,
  signIn,
  statusLine,
} from './support/drive';
import { engineAfter, killEngine } from './support/engines';
import { endStage, openStage } from './support/stage';
import type { Person, Stage } from './support/stage';

const room = 'Quarterdeck';
let stage: Stage;
let proxy: FaultProxy;
let people: Record<'alice' | 'bob', Person>;
let alice: RunningApp;
let bob: RunningApp;
let recoveryKey: string;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  stage = await openStage();
  proxy = await stage.proxy();
  people = {
    alice: await stage.register('alice', 'Alice Hartmann-Zwetschge'),
    bob: await stage.register('bob', 'Bob Okafor-Mirabelle'),
  };
  [alice, bob] = await Promise.all([stage.open(), stage.open()]);
  [recoveryKey] = await Promise.all([
    signIn(alice.page, stage.credentials(people.alice, proxy)),
    signIn(bob.page, stage.credentials(people.bob)),
  ]);
  await createRoom(alice.page, room, [people.bob.userId]);
  await acceptInvite(bob.page, room);
  await send(bob.page, 'Ready when you are');
  await expectMessage(alice.page, 'Ready when you are');
});
endStage(() => stage);

const encryptedBy = (person: Person): number =>
  stage
    .eventsOf(stage.roomNamed(room))
    .filter(({ type, sender }) => type === 'm.room.encrypted' && sender === person.userId).length;

/** Records all texts of the status line: an engine is often back before a second look. */
async function watchStatus(page: Page): Promise<() => Promise<string>> {
  await statusLine(page).evaluate((region) => {
    const said: string[] = [];
    Object.assign(globalThis, { statusSaid: said });
    const note = (): void => void said.push(region.textContent);
    new MutationObserver(note).observe(region, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  return () =>
    page.evaluate(() => (globalThis as unknown as { statusSaid: string[] }).statusSaid.join('\n'));
}

/** Expects a series of messages in a window tall enough to draw all of it. */
async function expectSeries(page: Page, pattern: RegExp, wanted: readonly string[]): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 3000 });
  await expect.poll(() => shownTexts(page, pattern), { timeout: 60_000 }).toEqual(wanted);
  await page.setViewportSize({ width: 1280, height: 800 });
}

const series = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${name} ${String(index + 1).padStart(2, '0')}`);

test('the engine is killed while a message is on its way: the banner shows, all goes on, nothing is lost or doubled', async () => {
  test.setTimeout(240_000);
  const before = encryptedBy(people.alice);
  const texts = series('first', 12);
  // Kills with a request in flight: once before the server has it, once after it has it and before the engine knows.
  const points = new Map([
    [3, 'before-forward'],
    [8, 'after-answer'],
  ] as const);
  for (const [index, text] of texts.entries()) {
    const at = points.get(index as 3 | 8);
    if (at === undefined) {
      await send(alice.page, text);
      continue;
    }
    const hold = proxy.hold(on('PUT', '/send/m.room.encrypted/'), at);
    await send(alice.page, text);
    await hold.reached;
    const said = await watchStatus(alice.page);
    const killed = await killEngine(alice);
    hold.drop();
    await expect.poll(said).toContain('Restarting. Nothing is lost');
    await send(bob.page, `meanwhile ${index}`);
    await engineAfter(alice, killed);
    await expect(statusLine(alice.page)).not.toContainText('Restarting', { timeout: 30_000 });
    await expectMessage(alice.page, `meanwhile ${index}`);
  }
  await expectSeries(bob.page, /first \d\d/, texts);
  await expectSeries(alice.page, /first \d\d/, texts);
  await expectSeries(alice.page, /meanwhile \d/, ['meanwhile 3', 'meanwhile 8']);
  await expectSent(alice.page, texts.at(-1) ?? '');
  expect(encryptedBy(people.alice) - before).toBe(texts.length);
});

test('the whole app is killed and started again on its profile: nothing is lost or doubled', async () => {
  test.setTimeout(240_000);
  const before = encryptedBy(people.alice);
  const texts = series('second', 6);
  for (const text of texts.slice(0, 3)) await send(alice.page, text);
  const hold = proxy.hold(on('PUT', '/send/m.room.encrypted/'), 'after-answer');
  await send(alice.page, texts[3] ?? '');
  await hold.reached;
  await send(alice.page, texts[4] ?? '');
  await expectMessage(alice.page, texts[4] ?? '');
  await stage.killApp(alice);
  hold.drop();
  await send(bob.page, 'while she is away');
  await expectSent(bob.page, 'while she is away');
  alice = await stage.open({ userData: alice.userData });
  await openRoom(alice.page, room);
  await expectMessage(alice.page, 'while she is away');
  await send(alice.page, texts[5] ?? '');
  await expectSeries(bob.page, /second \d\d/, texts);
  await expectSeries(alice.page, /second \d\d/, texts);
  expect(encryptedBy(people.alice) - before).toBe(texts.length);
});

/** Every file below a folder with its bytes. What a link leads to elsewhere, such as the host's folder in memory, is not of it. */
function filesBelow(folder: string): { path: string; bytes: Buffer }[] {
  const inside = realpathSync(folder) + sep;
  return readdirSync(folder, { recursive: true }).flatMap((name) => {
    const path = join(folder, String(name));
    // Sockets and links of a running Chromium have no content of their own.
    const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
    return isFile && realpathSync(path).startsWith(inside)
      ? [{ path, bytes: readFileSync(path) }]
      : [];
  });
}

const spellings = (text: string): [string, Buffer][] => [
  [`${text} (UTF-8)`, Buffer.from(text, 'utf8')],
  [`${text} (UTF-16)`, Buffer.from(text, 'utf16le')],
  [
    `${text} (base64)`,
    Buffer.from(Buffer.from(text).toString('base64').replace(/=+$/, '').slice(0, -2)),
  ],
];

test('the profile folder holds no message, name, address, password or key in clear', async () => {
  const secret = 'Mirabelles are hidden in the shed';
  await send(alice.page, secret);
  await expectSent(alice.page, secret);
  await expectMessage(bob.page, secret);
  await alice.page.reload();
  await openRoom(alice.page, room);
  await expectMessage(alice.page, secret);
  const wanted = [
    secret,
    'Ready when you are',
    room,
    people.alice.displayName,
    people.bob.displayName,
    people.alice.userId,
    people.bob.userId,
    people.alice.password,
    stage.roomNamed(room),
    recoveryKey,
    recoveryKey.replaceAll(' ', ''),
    // How a token of this server begins: its own name in base64.
    `syt_${Buffer.from('alice').toString('base64').replace(/=+$/, '')}_`,
  ];
  const needles = wanted.flatMap(spellings);
  const findings = (): string[] =>
    filesBelow(alice.userData).flatMap(({ path, bytes }) =>
      needles.filter(([, needle]) => bytes.includes(needle)).map(([name]) => `${path}: ${name}`),
    );
  expect(filesBelow(alice.userData).length).toBeGreaterThan(5);
  // Once while it runs, with journals and caches as they are, and once after it was closed.
  expect(findings()).toEqual([]);
  await alice.close();
  expect(findings()).toEqual([]);
});
