// D6: HTML of other people is drawn without ever being trusted. Hundreds of attacks against the real components in a real browser, with
// the app's content security policy and without it: no script runs, nothing is asked for, and only what the specification allows is drawn.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { contentSecurityPolicy } from '../../main/shell/pages/csp';
import { bundlePage } from './anchor/bundle';
import { payloads } from './injection/payloads';

const { findChromium } = createRequire(__filename)(
  join(process.cwd(), 'test/chromium-host/path.cjs'),
) as {
  findChromium: () => string | null;
};

const origin = 'https://window.test';
let browser: Browser;
let folder: string;

test.beforeAll(async () => {
  folder = await bundlePage('injection');
  browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
});
test.afterAll(async () => browser.close());

interface Opened {
  readonly page: Page;
  /** Everything that was asked for besides the page's own three files. */
  readonly requests: string[];
}

/** A file of the page: the parts for formulas and coloured code load with the first of them. */
function partOf(path: string): [type: string, body: string] | undefined {
  const file = join(folder, path);
  const ending = /^\/\d+\.(js|css)$/.exec(path)?.[1];
  if (ending === undefined || !existsSync(file)) return undefined;
  return [ending === 'js' ? 'text/javascript' : 'text/css', readFileSync(file, 'utf8')];
}

async function open(policy: string | null): Promise<Opened> {
  const page = await browser.newPage();
  const requests: string[] = [];
  const files: Record<string, [type: string, body: string]> = {
    '/': [
      'text/html',
      '<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/page.css"><body><script src="/page.js"></script>',
    ],
    '/page.css': ['text/css', readFileSync(join(folder, 'page.css'), 'utf8')],
    '/page.js': ['text/javascript', readFileSync(join(folder, 'page.js'), 'utf8')],
  };
  await page.route('**', (route) => {
    const url = new URL(route.request().url());
    const isOwn = url.origin === origin && url.search === '';
    const file = isOwn ? (files[url.pathname] ?? partOf(url.pathname)) : undefined;
    if (file === undefined) {
      requests.push(url.href);
      return route.abort();
    }
    const headers: Record<string, string> =
      policy === null ? {} : { 'content-security-policy': policy };
    return route.fulfill({ contentType: file[0], body: file[1], headers });
  });
  await page.goto(`${origin}/`);
  await page.waitForFunction(() => 'injection' in window);
  // The page's own files only count once.
  for (const name of Object.keys(files)) delete files[name];
  return { page, requests };
}

const tags = new Set(
  (
    'DEL H1 H2 H3 H4 H5 H6 BLOCKQUOTE P A UL OL SUP SUB LI B I U STRONG EM S CODE HR BR DIV TABLE THEAD TBODY TR TH TD CAPTION ' +
    'PRE SPAN DETAILS SUMMARY BDI'
  ).split(' '),
);
/** Attributes that our own components add; none of them comes from the message. */
const attributes: Record<string, readonly string[]> = {
  A: ['href', 'title', 'rel', 'class'],
  OL: ['start'],
  SPAN: ['style', 'class', 'dir'],
  DIV: ['class', 'dir', 'tabindex'],
  PRE: ['class', 'dir', 'tabindex'],
  P: ['class', 'dir'],
  BDI: ['class', 'title'],
};
const style = /^(?:(?:background-)?color: rgb\(\d+, \d+, \d+\);\s*)*$/;
const href = /^(?:https?|ftp|mailto|magnet|matrix):/i;
const ownClass = /^[\w\s-]*$/;

function complaints(drawn: readonly { tag: string; attributes: Record<string, string> }[]) {
  return drawn.flatMap(({ tag, attributes: found }) => {
    if (!tags.has(tag)) return [`<${tag}>`];
    return Object.entries(found).flatMap(([name, value]) => {
      const allowed =
        attributes[tag]?.includes(name) === true &&
        (name !== 'style' || style.test(value)) &&
        (name !== 'href' || href.test(value)) &&
        (name !== 'class' || ownClass.test(value)) &&
        (name !== 'start' || /^-?\d+$/.test(value));
      return allowed ? [] : [`<${tag} ${name}=${JSON.stringify(value)}>`];
    });
  });
}

async function attack({ page, requests }: Opened): Promise<string[]> {
  const found: string[] = [];
  for (const payload of payloads) {
    const name = payload.length > 120 ? `${payload.slice(0, 120)}…` : payload;
    const { drawn, opened, ran } = await page.evaluate(async (html) => {
      const { injection } = window;
      injection.show(html);
      const drawn = injection.drawn();
      injection.touch();
      await new Promise((done) => setTimeout(done, 0));
      return { drawn, opened: injection.opened.splice(0), ran: injection.ran.splice(0).length };
    }, payload);
    if (ran > 0) found.push(`ran: ${name}`);
    found.push(...complaints(drawn).map((what) => `${what} drawn: ${name}`));
    found.push(...opened.filter((url) => !href.test(url)).map((url) => `opens ${url}: ${name}`));
    found.push(...requests.splice(0).map((url) => `asked for ${url}: ${name}`));
  }
  // Waits for late work of the page: animations, timers, images.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300))),
  );
  expect(await page.evaluate(() => window.injection.ran)).toEqual([]);
  expect(requests).toEqual([]);
  expect(new URL(page.url()).href).toBe(`${origin}/`);
  return found;
}

test('the attacks are many, and each is a different one', () => {
  expect(new Set(payloads).size).toBe(payloads.length);
  expect(payloads.length).toBeGreaterThan(300);
});

test('the test itself notices a script, a request and a wrong element', async () => {
  const opened = await open(null);
  await opened.page.evaluate(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<img src="https://evil.test/a" onerror="pwned()">',
    );
  });
  await opened.page.waitForFunction(() => window.injection.ran.length > 0);
  expect(opened.requests).toEqual(['https://evil.test/a']);
  expect(complaints([{ tag: 'IMG', attributes: {} }])).toEqual(['<IMG>']);
  expect(complaints([{ tag: 'A', attributes: { href: 'javascript:1' } }])).toHaveLength(1);
  await opened.page.close();
});

for (const [name, policy] of [
  ['under the policy of the app', contentSecurityPolicy('bm9uY2U')],
  ['without any policy', null],
] as const)
  test(`hostile messages do nothing ${name}`, async () => {
    const opened = await open(policy);
    expect(await attack(opened)).toEqual([]);
    await opened.page.close();
  });
