// D6: what other people name and write is text wherever it stands: names, topics, polls, packs, files, places, previews, threads, hits,
// words that notify, reactions, devices. The real screens in a real browser, over an engine in memory that says hostile words.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { bundlePage } from '../anchor/bundle';
import { attacks } from '../injection/words/attacks';

const { findChromium } = createRequire(__filename)(
  join(process.cwd(), 'test/chromium-host/path.cjs'),
) as { findChromium: () => string | null };

const origin = 'https://window.test';
let browser: Browser;
let folder: string;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  folder = await bundlePage('injection/words');
  browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
});
test.afterAll(async () => browser.close());

const types: Record<string, string> = { js: 'text/javascript', css: 'text/css' };

async function open(asked: string[]): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.route('**', (route) => {
    const url = new URL(route.request().url());
    const file = join(folder, url.pathname);
    if (url.origin !== origin) {
      asked.push(url.href);
      return route.abort();
    }
    if (url.pathname === '/')
      return route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/page.css"><body><div id="root"></div><script src="/page.js"></script>',
      });
    if (!existsSync(file)) return route.fulfill({ status: 404 });
    const contentType = types[url.pathname.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    return route.fulfill({ contentType, body: readFileSync(file) });
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
};

const drawnIn = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')];
    return [document.body.innerText, ...fields.map(({ value }) => value)].join('\n');
  });

async function findings(page: Page, asked: string[]): Promise<string[]> {
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
      for (const field of fields)
        await expect.poll(() => drawnIn(page), { timeout: 300_000 }).toContain(`⟦${field} `);
      for (const one of await findings(page, asked)) found.add(one);
    }
    expect([...found]).toEqual([]);
    await page.close();
  });
