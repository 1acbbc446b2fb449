// D29: what is being read never moves. The first whole item in view stays within one pixel through 200 random changes around it.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { bundlePage } from '../anchor/bundle';

const { findChromium } = createRequire(__filename)(
  join(process.cwd(), 'test/chromium-host/path.cjs'),
) as {
  findChromium: () => string | null;
};

let browser: Browser;
let folder: string;

test.beforeAll(async () => {
  folder = await bundlePage('anchor');
  browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
});
test.afterAll(async () => browser.close());

async function openPage(): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
  await page.setContent(
    '<!doctype html><meta charset="utf-8"><style>*{box-sizing:border-box}body{margin:0}</style>',
  );
  await page.addStyleTag({ path: join(folder, 'page.css') });
  await page.addScriptTag({ path: join(folder, 'page.js') });
  return page;
}

interface Operation {
  readonly name: string;
  readonly at: number;
  readonly size: number;
}

const operations = [
  'prepend',
  'insertAbove',
  'insertBelow',
  'removeAbove',
  'removeBelow',
  'growAbove',
  'shrinkAbove',
  'append',
];

/** A small generator with a seed that is printed, so that a failure can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Runs one change in the page and answers how far the marked item is from the top of the viewport after the next frame. */
async function change(page: Page, mark: string, operation: Operation): Promise<number> {
  return page.evaluate(
    async ({ mark, operation: { name, at, size } }) => {
      const { anchor } = window;
      const items = [...anchor.items()];
      const marked = items.findIndex(({ key }) => key === mark);
      const fresh = (count: number, prefix: string) =>
        Array.from({ length: count }, (_, index) => ({
          key: `${prefix}-${performance.now()}-${index}`,
          height: 16 + ((size * (index + 7)) % 180),
        }));
      const above = Math.floor(at * marked);
      const below = marked + 1 + Math.floor(at * (items.length - marked - 1));
      if (name === 'prepend') items.unshift(...fresh(size % 40, 'older'));
      if (name === 'insertAbove') items.splice(above, 0, ...fresh((size % 3) + 1, 'in'));
      if (name === 'insertBelow') items.splice(below, 0, ...fresh((size % 3) + 1, 'in'));
      if (name === 'removeAbove' && above < marked) items.splice(above, 1);
      if (name === 'removeBelow' && below < items.length) items.splice(below, 1);
      const target = items[above];
      if (name === 'growAbove' && above < marked && target)
        items[above] = { ...target, height: target.height + size };
      if (name === 'shrinkAbove' && above < marked && target)
        items[above] = { ...target, height: 12 };
      if (name === 'append') items.push(...fresh(1, 'new'));
      anchor.set(items);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      return (
        document.querySelector(`[data-key="${mark}"]`)?.getBoundingClientRect().top ?? Number.NaN
      );
    },
    { mark, operation },
  );
}

test('a marked item moves at most one pixel through 200 random changes around it', async () => {
  const seed = Date.now() % 100_000;
  test.info().annotations.push({ type: 'seed', description: String(seed) });
  const next = random(seed);
  const page = await openPage();
  const list = page.getByRole('log', { name: 'list' });
  await list.evaluate((node) => node.scrollTo(0, node.scrollHeight / 2));
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  const { mark, top } = await page.evaluate(() => {
    const nodes = [...document.querySelectorAll<HTMLElement>('[data-key]')];
    const inView = nodes.find((node) => node.getBoundingClientRect().top >= 0);
    return { mark: inView?.dataset['key'] ?? '', top: inView?.getBoundingClientRect().top ?? 0 };
  });
  const moved: string[] = [];
  for (let step = 0; step < 200; step += 1) {
    const operation = {
      name: operations[Math.floor(next() * operations.length)] ?? 'append',
      at: next(),
      size: Math.floor(next() * 200),
    };
    const now = await change(page, mark, operation);
    if (!(Math.abs(now - top) <= 1)) moved.push(`step ${step} ${operation.name}: ${top} -> ${now}`);
  }
  expect(moved, `seed ${seed}`).toEqual([]);
  await page.close();
});

test('a row in view is never made anew, whatever comes in around it: it keeps the focus', async () => {
  const page = await openPage();
  const next = random(11);
  const lost = await page.evaluate(() => {
    const row = [...document.querySelectorAll<HTMLElement>('[data-key]')].at(-1);
    row?.setAttribute('tabindex', '-1');
    row?.focus();
    return row?.dataset['key'] ?? '';
  });
  for (const name of ['prepend', 'append', 'insertAbove', 'prepend', 'removeAbove', 'prepend']) {
    await change(page, lost, { name, at: next(), size: 1 + Math.floor(next() * 200) });
    expect(
      await page.evaluate(() => (document.activeElement as HTMLElement).dataset['key']),
      name,
    ).toBe(lost);
  }
  await page.close();
});

test('at the end the list stays at the end, whatever arrives or grows', async () => {
  const page = await openPage();
  const next = random(7);
  for (let step = 0; step < 60; step += 1) {
    const name = step % 3 === 0 ? 'growAbove' : step % 3 === 1 ? 'append' : 'prepend';
    await change(page, 'first-190', { name, at: next(), size: Math.floor(next() * 200) });
    const rest = await page
      .getByRole('log', { name: 'list' })
      .evaluate((node) => node.scrollHeight - node.scrollTop - node.clientHeight);
    expect(rest).toBeLessThanOrEqual(1);
  }
  await page.close();
});

test('an item that opens and closes at the end stays where it is, and the end is the end again', async () => {
  const page = await openPage();
  const list = page.getByRole('log', { name: 'list' });
  const topOf = (key: string) =>
    page.locator(`[data-key="${key}"]`).evaluate((node) => node.getBoundingClientRect().top);
  const rest = () =>
    list.evaluate((node) => node.scrollHeight - node.scrollTop - node.clientHeight);
  expect(await rest()).toBeLessThanOrEqual(1);
  const before = await topOf('first-198');
  await page.evaluate(() => {
    const items = [...window.anchor.items()];
    window.anchor.hold('first-198');
    const inside = Array.from({ length: 5 }, (_, index) => ({ key: `in-${index}`, height: 90 }));
    window.anchor.set([...items.slice(0, 199), ...inside, ...items.slice(199)]);
  });
  await settled(page);
  expect(Math.abs((await topOf('first-198')) - before)).toBeLessThanOrEqual(1);
  expect(await rest()).toBeGreaterThan(300);
  await page.evaluate(() => {
    window.anchor.hold('first-198');
    window.anchor.set(window.anchor.items().filter(({ key }) => !key.startsWith('in-')));
  });
  await settled(page);
  expect(Math.abs((await topOf('first-198')) - before)).toBeLessThanOrEqual(1);
  expect(await rest()).toBeLessThanOrEqual(1);
  await page.evaluate(() =>
    window.anchor.set([...window.anchor.items(), { key: 'newest', height: 120 }]),
  );
  await settled(page);
  expect(await rest()).toBeLessThanOrEqual(1);
  await page.close();
});

test('a short conversation keeps an item that opens where it is, and stands at the bottom again when it closes', async () => {
  const page = await openPage();
  const list = page.getByRole('log', { name: 'list' });
  const topOf = (key: string) =>
    page.locator(`[data-key="${key}"]`).evaluate((node) => node.getBoundingClientRect().top);
  const restOf = () =>
    list.evaluate((node) => node.scrollHeight - node.scrollTop - node.clientHeight);
  await page.evaluate(() => window.anchor.set(['a', 'b', 'c'].map((key) => ({ key, height: 39 }))));
  await expect.poll(() => topOf('c')).toBe(553);
  const open = (height: number) =>
    page.evaluate((height) => {
      const [a, b, c] = window.anchor.items();
      window.anchor.hold('b');
      if (a && b && c) window.anchor.set([a, b, { key: 'inside', height }, c]);
    }, height);
  const close = () =>
    page.evaluate(() => {
      window.anchor.hold('b');
      window.anchor.set(window.anchor.items().filter(({ key }) => key !== 'inside'));
    });
  for (const height of [195, 910]) {
    await open(height);
    await settled(page);
    expect([await topOf('b'), await topOf('inside'), await restOf()]).toEqual([514, 553, height]);
    await close();
    await settled(page);
    expect([await topOf('b'), await topOf('c'), await restOf()]).toEqual([514, 553, 0]);
  }
  await open(195);
  await settled(page);
  await list.evaluate((node) => node.scrollTo(0, node.scrollHeight));
  await expect.poll(() => topOf('c')).toBe(553);
  await expect.poll(() => list.evaluate((node) => node.scrollHeight)).toBe(600);
  expect([await topOf('a'), await topOf('b')]).toEqual([280, 319]);
  await page.close();
});

/** Two frames: what a change brings about is drawn. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

test('a line that stays first while older items come in below it is no anchor; where nothing else is in view, it is', async () => {
  const page = await openPage();
  const list = page.getByRole('log', { name: 'list' });
  const topOf = (key: string) =>
    page.locator(`[data-key="${key}"]`).evaluate((node) => node.getBoundingClientRect().top);
  await page.evaluate(() =>
    window.anchor.set([{ key: 'day', height: 32 }, ...window.anchor.items()]),
  );
  await list.evaluate((node) => node.scrollTo(0, 0));
  await expect.poll(() => topOf('day')).toBe(0);
  await settled(page);
  const before = await topOf('first-0');
  await page.evaluate(() => {
    const [day, ...rest] = window.anchor.items();
    const older = Array.from({ length: 50 }, (_, index) => ({ key: `older-${index}`, height: 40 }));
    if (day) window.anchor.set([day, ...older, ...rest]);
  });
  await settled(page);
  expect(Math.abs((await topOf('first-0')) - before)).toBeLessThanOrEqual(1);
  await page.close();
});

test('the end of a list that goes on below is no anchor: the next page comes in below what is read', async () => {
  const page = await openPage();
  const list = page.getByRole('log', { name: 'list' });
  const more = { key: 'newer', height: 48 };
  await page.evaluate((more) => window.anchor.set([...window.anchor.items(), more]), more);
  await list.evaluate((node) => node.scrollTo(0, node.scrollHeight - 1_000));
  const topOf = (key: string) =>
    page.locator(`[data-key="${key}"]`).evaluate((node) => node.getBoundingClientRect().top);
  // Rows get their heights as they are drawn, so the end may move away from a scroll that came too early.
  const topAtEnd = async (): Promise<number> => {
    await list.evaluate((node) => node.scrollTo(0, node.scrollHeight));
    return topOf('newer');
  };
  await expect.poll(topAtEnd).toBeLessThan(600);
  const before = await topOf('first-199');
  await page.evaluate((more) => {
    const next = Array.from({ length: 50 }, (_, index) => ({ key: `next-${index}`, height: 40 }));
    window.anchor.set([...window.anchor.items().slice(0, -1), ...next, more]);
  }, more);
  expect(Math.abs((await topOf('first-199')) - before)).toBeLessThanOrEqual(1);
  await page.close();
});

test('at the end the end stays in view when the viewport grows and shrinks', async () => {
  const page = await openPage();
  const rest = () =>
    page
      .getByRole('log', { name: 'list' })
      .evaluate((node) => node.scrollHeight - node.scrollTop - node.clientHeight);
  for (const height of [480, 600, 300, 420]) {
    await page.evaluate(async (height) => {
      const host = document.querySelector('[role="log"]')?.parentElement;
      if (host) host.style.height = `${height}px`;
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }, height);
    await expect.poll(rest).toBeLessThanOrEqual(1);
    await page.evaluate(() => {
      window.anchor.set([
        ...window.anchor.items(),
        { key: `more-${performance.now()}`, height: 90 },
      ]);
    });
    await expect.poll(rest).toBeLessThanOrEqual(1);
  }
  await page.close();
});

const firstInView = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const node = [...document.querySelectorAll<HTMLElement>('[data-key]')].find(
      (each) => each.getBoundingClientRect().bottom > 0,
    );
    return Number(node?.dataset['key']?.split('-')[1]);
  });

test('scrolling up through rows that were never drawn keeps its direction and place', async () => {
  const page = await openPage();
  const list = page.getByRole('log', { name: 'list' });
  await list.hover();
  let seen = 200;
  for (let step = 0; step < 40; step += 1) {
    await page.mouse.wheel(0, -200);
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    // The compositor may be a few frames ahead of the page; the place that is settled on counts.
    let first = Number.NaN;
    await expect.poll(async () => (first = await firstInView(page))).toBeLessThanOrEqual(seen);
    seen = first;
  }
  await expect.poll(() => firstInView(page)).toBeLessThan(140);
  await page.close();
});

/** The list as in a narrow window, whose list of chats takes the place of the chat and gives it back. */
async function hide(page: Page, meanwhile: readonly string[] = []): Promise<void> {
  const frames = (): Promise<unknown> =>
    page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  const show = (display: string): Promise<void> =>
    page.evaluate((value) => {
      const host = document.querySelector<HTMLElement>('[role=log]')?.parentElement;
      if (host) host.style.display = value;
    }, display);
  await show('none');
  await frames();
  await page.evaluate((keys) => {
    const { anchor } = window;
    if (keys.length > 0)
      anchor.set([...anchor.items(), ...keys.map((key) => ({ key, height: 40 }))]);
  }, meanwhile);
  await frames();
  // The window is idle meanwhile.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(() => done(null))));
  await show('flex');
  await frames();
}

test('a list that was hidden for a while is as it was, in its middle and at its end', async () => {
  const page = await openPage();
  const list = page.getByRole('log', { name: 'list' });
  const rows = (): Promise<(string | number)[][]> =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[data-key]')]
        .map((node) => [node.dataset['key'] ?? '', node.getBoundingClientRect()] as const)
        .filter(([, { bottom, top }]) => bottom > 0 && top < 600)
        .map(([key, { top }]) => [key, Math.round(top)]),
    );
  const atEnd = await rows();
  expect(atEnd.length).toBeGreaterThan(4);
  await hide(page);
  await expect.poll(rows).toEqual(atEnd);
  await hide(page, ['news']);
  await expect(page.locator('[data-key=news]')).toBeInViewport({ ratio: 1 });
  expect((await rows()).length).toBeGreaterThan(4);
  await list.evaluate((node) => node.scrollTo(0, node.scrollHeight / 2));
  await expect.poll(async () => (await rows()).flat()).not.toContain('news');
  const inMiddle = await rows();
  await hide(page, ['more']);
  await expect.poll(rows).toEqual(inMiddle);
});
