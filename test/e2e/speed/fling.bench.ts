// `npm run bench -- R9`: a room of 100,000 messages, opened and flung through both ways beside the same rows without the app. The window
// that pages is the engine's own over a real store, the timeline the app's own in a real browser. Only ratios of one run say something.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { median } from '../../bench/statistics';
import { roomBench, type RoomBench } from '../../engine/views/support';
import { bob, carol, message } from '../../fixtures/events';
import { bundlePage } from '../anchor/bundle';
import { sizeOf } from '../cost/size';
import { openRoomPage, type RoomFocus } from '../longRoom/serve';

const { findChromium } = createRequire(__filename)(
  join(process.cwd(), 'test/chromium-host/path.cjs'),
) as { findChromium: () => string | null };

const messages = Number(process.env['TRELLIS_BENCH_MESSAGES'] ?? 100_000);
const pairs = Number(process.env['TRELLIS_BENCH_PAIRS'] ?? 5);
const openings = 40;
const results = join('test', '.results', 'bench');

test.use({ trace: 'off', screenshot: 'off' });

let browser: Browser;
let folder: string;
let bench: RoomBench | null = null;
const focus: RoomFocus = {
  conversation: { roomId: '!room:example.org', threadId: null },
  atBottom: true,
  focused: true,
};

test.beforeAll(async () => {
  test.setTimeout(300_000);
  folder = await bundlePage('longRoom');
  browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
});
test.afterAll(async () => browser.close());
test.afterEach(() => bench?.temp.remove());

/** A room of so many messages, as sync would have brought them. */
function roomOf(count: number): RoomBench {
  const made = roomBench({ focus: () => focus });
  const start = made.clock.now() - count * 60_000;
  for (let from = 0; from < count; from += 1_000)
    made.live(
      Array.from({ length: Math.min(1_000, count - from) }, (_, at) =>
        message(`text ${from + at}`, {
          ts: start + (from + at) * 60_000,
          sender: Math.floor((from + at) / 40) % 2 === 0 ? bob : carol,
        }),
      ),
    );
  return made;
}

/** Time in which the engine makes the newest page of the room, ms. */
function openingMs(of: RoomBench): number {
  const times = Array.from({ length: openings }, () => {
    const began = performance.now();
    const { view, items } = of.open({ limit: 50 });
    items();
    view.close();
    return performance.now() - began;
  });
  return median(times);
}

interface Fling {
  readonly frames: number;
  /** More than 34 ms between two. */
  readonly gaps: number;
  /** More than 50 ms. */
  readonly longTasks: number;
  readonly px: number;
}

/** So many frames upwards and as many down, `step` px further in each. */
const fling = (page: Page, selector: string, step: number, frames: number): Promise<Fling> =>
  page.evaluate(
    async ([css, px, count]) => {
      const scroller = document.querySelector(css);
      if (scroller === null) throw new Error(`no ${css}`);
      const frame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));
      let longTasks = 0;
      const observer = new PerformanceObserver((list) => (longTasks += list.getEntries().length));
      observer.observe({ entryTypes: ['longtask'] });
      let gaps = 0;
      let moved = 0;
      let last = await frame();
      for (let at = 0; at < 2 * count; at += 1) {
        const before = scroller.scrollTop;
        scroller.scrollBy(0, at < count ? -px : px);
        const by = Math.abs(scroller.scrollTop - before);
        // Rows that are all there end: they go on from their other end.
        if (by < px && css === '#still') scroller.scrollTop = at < count ? 1e6 : 0;
        moved += by;
        const now = await frame();
        if (now - last > 34) gaps += 1;
        last = now;
      }
      await frame();
      longTasks += observer.takeRecords().length;
      observer.disconnect();
      return { frames: 2 * count, gaps, longTasks, px: moved };
    },
    [selector, step, frames] as const,
  );

/** Down to the newest message, where the window lets go of what is far above. */
const toEnd = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const log = document.querySelector('[role="log"]');
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    for (let at = 0; at < 300; at += 1) {
      log?.scrollBy(0, 4_000);
      await frame();
    }
  });

/** The rows that the app draws now, as they stand, thirty times one below the other and nothing else in the page. */
async function stillRows(from: Page): Promise<Page> {
  const html = await from.evaluate(() => {
    const log = document.querySelector('[role="log"]');
    return { log: log?.outerHTML ?? '', height: log?.clientHeight ?? 0 };
  });
  const page = await browser.newPage({ viewport: { width: 800, height: 700 } });
  await page.setContent('<!doctype html><meta charset="utf-8">');
  await page.addStyleTag({ path: join(folder, 'page.css') });
  await page.evaluate(({ log, height }) => {
    const scroller = document.createElement('div');
    scroller.id = 'still';
    scroller.style.cssText = `height:${height}px;overflow-y:auto`;
    document.body.append(scroller);
    const parts = new DOMParser().parseFromString(log, 'text/html');
    const rows = [...parts.querySelectorAll('[data-key]')];
    for (let round = 0; round < 30; round += 1)
      for (const row of rows) scroller.append(document.importNode(row, true));
    scroller.scrollTop = scroller.scrollHeight;
  }, html);
  return page;
}

test('R9', async () => {
  test.setTimeout(1_800_000);
  const small = roomOf(100);
  const smallMs = openingMs(small);
  small.temp.remove();
  bench = roomOf(messages);
  const bigMs = openingMs(bench);
  const page = await openRoomPage(browser, folder, bench, focus);
  await page.evaluate(() => window.rest());
  const still = await stillRows(page);
  const flings: Record<'ours' | 'still', Fling[]> = { ours: [], still: [] };
  // Things that are made only once are not growth.
  await fling(page, '[role="log"]', 400, 300);
  await toEnd(page);
  const before = await sizeOf(page);
  for (let pair = 0; pair < pairs; pair += 1)
    for (const name of pair % 2 === 0
      ? (['ours', 'still'] as const)
      : (['still', 'ours'] as const)) {
      if (name === 'ours') flings.ours.push(await fling(page, '[role="log"]', 400, 300));
      else flings.still.push(await fling(still, '#still', 400, 300));
    }
  await toEnd(page);
  const after = await sizeOf(page);
  const middle = (of: readonly Fling[], what: keyof Fling): number =>
    median(of.map((one) => one[what]));
  const line = (what: keyof Fling): string =>
    `  ${what}: ours ${middle(flings.ours, what)}   still ${middle(flings.still, what)}`;
  process.stdout.write(
    [
      `R9, a room of ${messages} messages, ${pairs} flings of 600 frames, 400 px each (medians)`,
      line('gaps'),
      line('longTasks'),
      line('px'),
      `  the engine opens it: ${bigMs.toFixed(2)} ms, one of 100 messages ${smallMs.toFixed(2)} ms, growth ${(bigMs / smallMs).toFixed(2)}`,
      `  the page before and after: ${(before.heapBytes / 2 ** 20).toFixed(1)} and ${(after.heapBytes / 2 ** 20).toFixed(1)} MiB, ${before.nodes} and ${after.nodes} nodes`,
      '',
    ].join('\n'),
  );
  mkdirSync(results, { recursive: true });
  writeFileSync(
    join(results, `R9-${Date.now()}.json`),
    JSON.stringify({ messages, flings, bigMs, smallMs, before, after }, null, 1),
  );
});
