// A room of 1,200 messages (`npm run stress`: 5,000), scrolled through in both directions at three speeds: the window that pages is the engine's own over a real
// store, the timeline the app's own in a real browser. Whatever comes in above or goes below, every message stands in a frame.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { createTimelineView } from '#engine/views/timeline/timeline';
import type { PagedView } from '#engine/views/view';
import type { TimelineItem } from '#contract/areas/timelineModels';
import { diff } from '#contract/wire/ops';
import { bob, carol, message } from '../fixtures/events';
import { roomBench, type RoomBench } from '../engine/views/support';
import { sized } from '../support/sized';
import { bundlePage } from './anchor/bundle';

const { findChromium } = createRequire(__filename)(
  join(process.cwd(), 'test/chromium-host/path.cjs'),
) as { findChromium: () => string | null };

const total = sized(1_200, 5_000);
const dayMs = 86_400_000;

let browser: Browser;
let bench: RoomBench;
let folder: string;
const focus = {
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
test.afterEach(() => bench.temp.remove());

interface OpenList {
  readonly view: PagedView;
  items: readonly TimelineItem[];
  sent: readonly TimelineItem[];
}

/** The list `timeline` for the page, as ops. */
async function serveLists(page: Page): Promise<void> {
  const lists: OpenList[] = [];
  const news = (list: OpenList) => {
    const ops = diff(list.sent, list.items);
    list.sent = list.items;
    return ops;
  };
  await page.exposeFunction('openList', (around: string | null) => {
    const list: { items: readonly TimelineItem[]; sent: readonly TimelineItem[] } = {
      items: [],
      sent: [],
    };
    const sink = {
      set: (items: readonly TimelineItem[]) => void (list.items = items),
      fail: ({ message: said }: { message: string }) => {
        throw new Error(said);
      },
    };
    const query = { roomId: bench.roomId, threadId: null, around, limit: 60 };
    const open = Object.assign(list, { view: createTimelineView(bench.deps, query, sink) });
    lists.push(open);
    return { list: lists.length - 1, ops: news(open) };
  });
  await page.exposeFunction(
    'pageOf',
    async (index: number, direction: 'back' | 'forward', count: number) => {
      const list = lists[index];
      if (list === undefined) throw new Error('No such list');
      await list.view.paginate(direction, count);
      return { ops: news(list) };
    },
  );
  await page.exposeFunction('tellFocus', (atBottom: boolean) => void (focus.atBottom = atBottom));
}

async function openPage(): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 800, height: 700 } });
  await serveLists(page);
  await page.setContent('<!doctype html><meta charset="utf-8">');
  await page.addStyleTag({ path: join(folder, 'page.css') });
  await page.addScriptTag({ path: join(folder, 'page.js') });
  await expect(page.getByRole('article').last()).toBeVisible();
  return page;
}

/** Scrolls by `step` px at each frame until `text` stands there, and answers which messages stood in no frame. */
async function scroll(page: Page, step: number, until: string): Promise<string[]> {
  const seen = await page.evaluate(
    async ({ step, until }) => {
      const frame = () =>
        // The page looks around at each frame too, after this one.
        new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      window.forget();
      await frame();
      while (!window.seen.has(until)) {
        document.querySelector('[role="log"]')?.scrollBy(0, step);
        await frame();
      }
      return [...window.seen];
    },
    { step, until },
  );
  const known = new Set(seen);
  return Array.from({ length: total }, (_, index) => `text ${index}`).filter(
    (text) => !known.has(text),
  );
}

test(`every one of ${total} messages stands in a frame, at three speeds, up and down`, async () => {
  test.setTimeout(sized(300_000, 1_800_000));
  bench = roomBench({ focus: () => focus });
  const start = bench.clock.now() - 4 * dayMs;
  bench.live(
    Array.from({ length: total }, (_, index) =>
      message(`text ${index}`, {
        ts: start + index * 60_000,
        sender: Math.floor(index / 40) % 2 === 0 ? bob : carol,
      }),
    ),
  );
  const page = await openPage();
  const unseen: Record<string, string[]> = {};
  for (const speed of [560, 400, 240]) {
    unseen[`up ${speed}`] = await scroll(page, -speed, 'text 0');
    unseen[`down ${speed}`] = await scroll(page, speed, `text ${total - 1}`);
  }
  const first = Object.entries(unseen).map(([run, texts]) => [
    run,
    texts.length,
    texts.slice(0, 5),
  ]);
  expect(first).toEqual(Object.keys(unseen).map((run) => [run, 0, []]));
  await page.close();
});
