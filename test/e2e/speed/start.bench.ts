// `npm run bench -- R2`: a start alone, again and again, ours beside another built version of ours, a page that has the same rows and a
// bare window, in turn: page to list, page to the last room, what the page's processes have run until then. With TRELLIS_BENCH_TRACE one more start a side says which
// files it asked for on its way to the list. Only ratios of one run say something.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { median, p95, ratioOf, sampleOrder } from '../../bench/statistics';
import { pageProcessorOf } from '../feel/measure';
import { ourSide, startBare, startStill } from '../feel/sides';
import type { Side } from '../feel/sides';
import { makeStill } from '../feel/still';
import { waterfallOf } from '../feel/waterfall';
import { makeWorld } from '../feel/world';
import type { World } from '../feel/world';
import { endStage, openStage } from '../support/stage';
import type { Stage } from '../support/stage';

const pairs = Number(process.env['TRELLIS_BENCH_PAIRS'] ?? 7);
const rooms = Number(process.env['TRELLIS_BENCH_ROOMS'] ?? 40);
const results = join('test', '.results', 'bench');

test.use({ trace: 'off', screenshot: 'off' });

let stage: Stage;
let world: World;
const sides: Side[] = [];
const samples: Record<string, Record<string, number[]>> = {};

const note = (what: string, side: string, ms: number): void => {
  ((samples[what] ??= {})[side] ??= []).push(ms);
};

test.beforeAll(async () => {
  test.setTimeout(600_000);
  stage = await openStage();
  world = await makeWorld(stage, rooms, 2);
  const before = process.env['TRELLIS_BENCH_BEFORE'];
  sides.push(ourSide(stage), ...(before === undefined ? [] : [ourSide(stage, before)]));
});
endStage(() => stage);
test.afterAll(() => {
  for (const { forget } of sides) forget();
});

function report(): void {
  const lines = Object.entries(samples).map(([what, of]) => {
    const texts = Object.entries(of).map(
      ([side, values]) => `${side} ${median(values).toFixed(0)} (p95 ${p95(values).toFixed(0)})`,
    );
    const ratio = (above: string, below: string): string => {
      const [one, other] = [of[above], of[below]];
      if (one === undefined || other === undefined) return '';
      const { value, low, high } = ratioOf(one, other);
      return `   ${above} ÷ ${below} ${value.toFixed(2)} [${low.toFixed(2)}-${high.toFixed(2)}]`;
    };
    return `  ${what}: ${texts.join('   ')}${ratio('ours', 'before')}${ratio('ours', 'still')}${ratio('ours', 'bare')}`;
  });
  process.stdout.write(`R2, ${rooms} rooms, ${pairs} pairs\n${lines.join('\n')}\n`);
  mkdirSync(results, { recursive: true });
  writeFileSync(
    join(results, `R2-${Date.now()}.json`),
    JSON.stringify({ rooms, samples }, null, 1),
  );
}

/** Requests of one start before the list is shown, and those after it. */
async function traced(side: Side, lastRoom: string): Promise<void> {
  const { listMs, roomMs, page, close } = await side.start(lastRoom);
  const resources = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((one) => {
      const { name, startTime, responseEnd } = one as PerformanceResourceTiming;
      return { name, startTime, responseEnd };
    }),
  );
  await close();
  const lines = waterfallOf(resources, { list: listMs, room: roomMs });
  process.stdout.write(`${side.name}, one start, ms:\n${lines}\n`);
}

/** The app's first screen, as a page. */
async function stillOf(side: Side | undefined, lastRoom: string) {
  if (side === undefined) throw new Error('no side of ours');
  const { page, close } = await side.start(lastRoom);
  const still = await makeStill(page, [], '.');
  await close();
  return still;
}

test('R2', async () => {
  test.setTimeout(1_800_000);
  const [lastRoom = ''] = world.visited;
  for (const side of sides) {
    const { running } = await side.signIn(world);
    await side.visit(running.page, lastRoom);
    // The engine's work after a sign-in and the page's idle-time requests do not belong to a start.
    await running.page.waitForTimeout(8_000);
    await running.close();
  }
  for (const side of sides) {
    // A first start after a sign-in reads what none after it reads again; and it shows that the other side signed in.
    const { page, close } = await side.start(lastRoom);
    const mine = page.getByRole('alertdialog').getByRole('button').last();
    await page.waitForTimeout(3_000);
    if (await mine.isVisible()) await mine.click();
    await page.waitForTimeout(1_000);
    await close();
  }
  const still = await stillOf(sides[0], lastRoom);
  const floors = ['still', 'bare'] as const;
  for (const name of sampleOrder([...sides.map((side) => side.name), ...floors], pairs)) {
    const side = sides.find((one) => one.name === name);
    const startFloor = () => (name === 'bare' ? startBare() : startStill(still.folder, lastRoom));
    const floor = side === undefined ? await startFloor() : null;
    const running = floor ?? (await side?.start(lastRoom));
    if (running === undefined) continue;
    note('page processor until then', name, pageProcessorOf(floor?.folder ?? side?.folder ?? ''));
    note('process to list', name, running.startMs);
    note('page to list', name, running.listMs);
    note('page to last room', name, running.roomMs);
    await running.close();
    floor?.forget();
  }
  still.forget();
  report();
  if (process.env['TRELLIS_BENCH_TRACE'] === undefined) return;
  for (const side of sides) await traced(side, lastRoom);
});
