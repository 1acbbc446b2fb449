// Ten thousand files and a thousand folders in the window: opening them and scrolling through them, beside the least that shows the
// same rows, in the same run. Numbers are printed; only their relation to each other counts.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { bundlePage } from '../anchor/bundle';
import type { Shown } from '../manyFiles/page';

const { findChromium } = createRequire(__filename)(
  join(process.cwd(), 'test/chromium-host/path.cjs'),
) as {
  findChromium: () => string | null;
};

let browser: Browser;
let page: Page;
const rounds = 41;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  const folder = await bundlePage('manyFiles');
  browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  page = await browser.newPage({ viewport: { width: 900, height: 720 } });
  await page.setContent(
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Files</title>',
  );
  await page.addStyleTag({ path: join(folder, 'page.css') });
  await page.addScriptTag({ path: join(folder, 'page.js') });
  await page.waitForFunction(() => window.many.open('nothing') >= 0);
  // The account of the page is there a moment later.
  await page.waitForFunction(() => {
    window.many.open('list');
    const drawn = window.many.drawn();
    window.many.open('nothing');
    return drawn > 0;
  });
});
test.afterAll(async () => browser.close());

/** The middle of many openings, ours and the floor's in turn, so that a busy machine meets both. */
const openings = (ours: Shown, floor: Shown): Promise<Record<'ours' | 'floor', number>> =>
  page.evaluate(
    ([ours, floor, rounds]) => {
      const times: Record<'ours' | 'floor', number[]> = { ours: [], floor: [] };
      for (let round = 0; round < rounds; round += 1) {
        for (const [name, shown] of [['ours', ours] as const, ['floor', floor] as const]) {
          window.many.open('nothing');
          const ms = window.many.open(shown);
          // The first ones warm the machine up.
          if (round > 5) times[name].push(ms);
        }
      }
      window.many.open('nothing');
      const middle = (all: number[]) => all.sort((a, b) => a - b)[all.length >> 1] ?? NaN;
      return { ours: middle(times.ours), floor: middle(times.floor) };
    },
    [ours, floor, rounds] as const,
  );

interface Fling {
  /** Long tasks: more than 50 ms. */
  readonly long: number;
  readonly slowFrames: number;
  readonly drawn: number;
}

const stepRows = 6;
const mostRounds = 8;

/** A hundred and fifty frames, six rows further in each: twenty rows a blink. */
const fling = (shown: Shown, rowPx: number): Promise<Fling> =>
  page.evaluate(
    async ([shown, rowPx, stepRows]) => {
      window.many.open(shown);
      const scroller = window.many.scroller();
      const frame = () => new Promise<number>((done) => requestAnimationFrame(done));
      let long = 0;
      const observer = new PerformanceObserver((list) => (long += list.getEntries().length));
      observer.observe({ entryTypes: ['longtask'] });
      let slowFrames = 0;
      let drawn = 0;
      let last = await frame();
      for (let at = 1; at <= 150; at += 1) {
        scroller.scrollTop = at * stepRows * rowPx;
        if (shown.endsWith('Floor')) window.many.from(at * stepRows);
        const now = await frame();
        if (now - last > 34) slowFrames += 1;
        last = now;
        drawn = Math.max(drawn, window.many.drawn());
      }
      await frame();
      long += observer.takeRecords().length;
      observer.disconnect();
      window.many.open('nothing');
      return { long, slowFrames, drawn };
    },
    [shown, rowPx, stepRows] as const,
  );

const quietest = (flings: readonly Fling[]): Fling =>
  flings.reduce((least, one) => (one.long < least.long ? one : least));

for (const [what, ours, floor, rowPx] of [
  ['10,000 files', 'list', 'listFloor', 36],
  ['1,000 folders in the tree', 'tree', 'treeFloor', 32],
] as const) {
  test(`${what}: opening costs at most twice the visible rows alone`, async () => {
    test.setTimeout(120_000);
    // Each round contains the cost of opening; other load of the machine varies.
    let ratio = Infinity;
    for (let round = 0; round < mostRounds && ratio >= 2; round += 1) {
      const took = await openings(ours, floor);
      ratio = Math.min(ratio, took.ours / took.floor);
      console.log(
        `${what}: ${took.ours.toFixed(1)} ms, visible rows alone ${took.floor.toFixed(1)} ms, ratio ${ratio.toFixed(2)}`,
      );
    }
    expect(ratio).toBeLessThan(2);
  });

  test(`${what}: scrolling has no long task beyond the floor's`, async () => {
    test.setTimeout(480_000);
    // In turn, and the quietest: what else the machine does is not in all of them, what scrolling costs is.
    const flings: Record<'ours' | 'floor', Fling[]> = { ours: [], floor: [] };
    const tooMany = (): boolean => quietest(flings.ours).long > 2 * quietest(flings.floor).long + 2;
    for (let round = 0; round < 3 || (round < mostRounds && tooMany()); round += 1) {
      flings.ours.push(await fling(ours, rowPx));
      flings.floor.push(await fling(floor, rowPx));
    }
    const [one, least] = [quietest(flings.ours), quietest(flings.floor)];
    console.log(`${what}: ${JSON.stringify(one)}, floor ${JSON.stringify(least)}`);
    expect(one.drawn).toBeGreaterThan(15);
    expect(one.drawn).toBeLessThan(80);
    expect(tooMany()).toBe(false);
  });
}
