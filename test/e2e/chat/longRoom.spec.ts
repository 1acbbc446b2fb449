// A room of 1,200 messages (`npm run stress`: 5,000), scrolled through in both directions at three speeds: the window that pages is the engine's own over a real
// store, the timeline the app's own in a real browser. Whatever comes in above or goes below, every message stands in a frame.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { bob, carol, message } from '../../fixtures/events';
import { roomBench, type RoomBench } from '../../engine/views/support';
import { sized } from '../../support/sized';
import { bundlePage } from '../anchor/bundle';
import { openRoomPage, type RoomFocus } from '../longRoom/serve';

const { findChromium } = createRequire(__filename)(
  join(process.cwd(), 'test/chromium-host/path.cjs'),
) as { findChromium: () => string | null };

const total = sized(1_200, 5_000);
const dayMs = 86_400_000;

let browser: Browser;
let bench: RoomBench;
let folder: string;
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
test.afterEach(() => bench.temp.remove());

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
  const page = await openRoomPage(browser, folder, bench, focus);
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
