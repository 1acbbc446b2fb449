// D6: what other people name and write is text wherever it stands: names, topics, polls, packs, files, places, previews, threads, hits,
// words that notify, reactions, devices. The real screens in a real browser, over an engine in memory that says hostile words.
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { bundlePage } from '../anchor/bundle';
import { attacks } from '../injection/words/attacks';

const { findChromium } = createRequire(__filename)(
  join(process.cwd(), 'test/chromium-host/path.cjs'),
) as { findChromium: () => string | null };

// Each look at a page would be kept with all that stands there: a fourth of the processor time. A failure says which fields are missing.
test.use({ trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false } });

let browser: Browser;
let served: Server;
let origin: string;

const types: Record<string, string> = { js: 'text/javascript', css: 'text/css' };
const html =
  '<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/page.css"><body><div id="root"></div><script src="/page.js"></script>';

/** The page at an address of its own: what the browser keeps of it, its script above all, is made once. */
async function serve(folder: string): Promise<void> {
  served = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', origin);
    const file = join(folder, pathname);
    if (pathname === '/') return response.setHeader('content-type', 'text/html').end(html);
    if (!existsSync(file)) return response.writeHead(404).end();
    const type = types[pathname.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=3600' });
    return response.end(readFileSync(file));
  }).listen(0, '127.0.0.1');
  await once(served, 'listening');
  origin = `http://127.0.0.1:${String((served.address() as AddressInfo).port)}`;
}

test.beforeAll(async () => {
  test.setTimeout(300_000);
  await serve(await bundlePage('injection/words'));
  browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: [
      // No other server is found, so nothing that is asked for comes.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
});
test.afterAll(async () => {
  await browser?.close();
  served?.closeAllConnections();
  served?.close();
});

async function open(asked: string[]): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`)) asked.push(url);
  });
  return page;
}

/** Screen → fields that it must have drawn, by the last two names in what the engine says. */
const screens: Readonly<Record<string, readonly string[]>> = {
  chat: [
    'items.name',
    'name',
    'topic',
    'sender.name',
    'body.text',
    'reactions.key',
    'preview.text',
  ],
  kinds: ['body.text', 'answers.text', 'media.fileName', 'sender.name'],
  wordsOfOthers: [
    // Pills of people, in a text and in its markup.
    'mentions.name',
    'caption.text',
    'previews.title',
    'previews.text',
    'body.reason',
    'hidden.reason',
  ],
  forward: ['items.name'],
  members: ['person.name'],
  person: ['person.name', 'sharedRooms.name'],
  locations: ['body.text', 'items.detail', 'actor.name'],
  thread: ['body.text', 'sender.name'],
  threads: ['preview.text', 'sender.name'],
  search: ['sender.name', 'items.roomName', 'items.text'],
  paletteMessages: ['items.text', 'sender.name', 'items.roomName'],
  searchServer: ['hits.text', 'hits.roomName', 'before.text', 'after.name'],
  settingsPacks: ['images.shortcode', 'items.name', 'items.roomName'],
  copyPack: ['images.shortcode', 'items.name'],
  settingsDevices: ['devices.name'],
  notifiedPlace: ['sender.name', 'ins.roomName', 'preview.text'],
  saved: ['sender.name', 'items.roomName', 'preview.text'],
  panelsRoomFiles: ['items.name', 'sender.name'],
  files: ['items.name', 'path.name', 'changedBy.name', 'addedBy.name'],
  exploreRooms: ['rooms.name', 'rooms.alias', 'rooms.topic'],
  newPoll: ['sender.name'],
  versions: ['versions.text'],
  deleteMessage: ['body.text', 'sender.name'],
  newPlace: ['items.detail', 'actor.name', 'person.name'],
  sentLater: ['items.text'],
  remind: ['items.roomName', 'preview.text', 'sender.name'],
  threadsPlace: ['items.roomName', 'preview.text', 'sender.name'],
  peek: ['summary.name', 'body.text', 'sender.name'],
  gone: ['name'],
};

/** People are mentioned as one writes: whoever is offered, then whom the first press of Enter takes. */
async function mention(page: Page): Promise<string[]> {
  const field = page.getByRole('textbox').last();
  await field.pressSequentially('@');
  await expect.poll(() => missing(page, ['person.name']), { timeout: 300_000 }).toEqual([]);
  const offered = await findings(page, []);
  await field.press('Enter');
  await expect(field).toHaveValue(/⟦person\.name /);
  return offered;
}

const drawnIn = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')];
    return [document.body.innerText, ...fields.map(({ value }) => value)].join('\n');
  });

/** Those of the fields that are not to be seen yet. */
async function missing(page: Page, fields: readonly string[]): Promise<string[]> {
  const drawn = await drawnIn(page);
  return fields.filter((field) => !drawn.includes(`⟦${field} `));
}

async function findings(page: Page, asked: string[]): Promise<string[]> {
  // Drawn content has had a frame to run.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  const { broken, ran } = await page.evaluate(() => ({
    ran: window.ran,
    broken: [...document.querySelectorAll('*')].flatMap((element) => [
      ...[...element.attributes].flatMap(({ name, value }) =>
        name === 'data-evil' ||
        /^on/.test(name) ||
        (/^(src|href|style|srcdoc|srcset|poster|action)$/.test(name) &&
          /evil\.test|pwned/.test(value) &&
          // An address in a message is a link, for a press.
          !(element.tagName === 'A' && /^https:\/\/evil\.test\//.test(value)))
          ? [`<${element.tagName} ${name}=${value}>`]
          : [],
      ),
    ]),
  }));
  return [
    ...broken,
    ...(ran > 0 ? ['something ran'] : []),
    ...asked.filter((url) => url.includes('evil.test')).map((url) => `asked for ${url}`),
    ...(await page.evaluate(() => window.turned())).map(
      (place) => `turns its neighbours: ${place}`,
    ),
  ];
}

for (const [screen, fields] of Object.entries(screens))
  test(`hostile words do nothing on the screen ${screen}`, async () => {
    test.setTimeout(900_000);
    const asked: string[] = [];
    const page = await open(asked);
    const found = new Set<string>();
    for (let turn = 0; turn < attacks.length; turn += 3) {
      await page.goto(`${origin}/?turn=${String(turn)}#${screen}/light`);
      await expect
        .poll(() => missing(page, fields), { timeout: 300_000, intervals: [50] })
        .toEqual([]);
      for (const one of await findings(page, asked)) found.add(one);
    }
    expect([...found]).toEqual([]);
    await page.close();
  });

test('hostile words do nothing in what is offered and chosen as a mention', async () => {
  test.setTimeout(900_000);
  const asked: string[] = [];
  const page = await open(asked);
  const found = new Set<string>();
  for (let turn = 0; turn < attacks.length; turn += 3) {
    await page.goto(`${origin}/?turn=${String(turn)}#chat/light`);
    await expect
      .poll(() => missing(page, screens['chat'] ?? []), { timeout: 300_000, intervals: [50] })
      .toEqual([]);
    for (const one of [...(await mention(page)), ...(await findings(page, asked))]) found.add(one);
  }
  expect([...found]).toEqual([]);
  await page.close();
});
